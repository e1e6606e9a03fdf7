// Reads and writes the state of external calendars, for the worker.
import type pg from 'pg'
import { addDays, type Day } from '#domain/dates.ts'
import type { FeedState, Fingerprints } from '#domain/event-import/feed.ts'
import { formatRule, parseRule } from '#domain/recurrence/rule.ts'

export interface Feed extends FeedState {
  url: string
  include_in_mailer: boolean
  known: Fingerprints
  etag: string | null
  last_modified: string | null
}

/** Returns null if the calendar has no feed any more. */
export async function readFeed(pool: pg.Pool, calendarId: string): Promise<Feed | null> {
  const { rows } = await pool.query<Feed>(findFeed, [calendarId])
  return rows[0] ?? null
}

export async function lockFeed(client: pg.ClientBase, calendarId: string): Promise<Feed | null> {
  const { rows } = await client.query<Feed>(`${findFeed} for no key update of f`, [calendarId])
  return rows[0] ?? null
}

/** An event or series of a feed that is not past. */
export interface UpcomingItem {
  uid: string
  title: string
  day: Day
  series_id: string | null
}

export async function readUpcoming(
  client: pg.ClientBase,
  calendarId: string,
  uids: string[],
  now: Date,
): Promise<UpcomingItem[]> {
  if (uids.length === 0) return []
  const { rows } = await client.query<UpcomingItem>(findUpcoming, [calendarId, uids, now])
  return rows
}

/** Deletes upcoming events. Past ones stay; a series ends yesterday. */
export async function removeVanished(
  client: pg.ClientBase,
  calendarId: string,
  vanished: UpcomingItem[],
  { today, now }: { today: Day; now: Date },
): Promise<void> {
  const once = vanished.flatMap(({ uid, series_id }) => (series_id === null ? [uid] : []))
  if (once.length > 0) await client.query(deleteOnce, [calendarId, once])
  for (const { series_id } of vanished) {
    if (series_id === null) continue
    await client.query('delete from public.events where series_id = $1 and end_time > $2', [series_id, now])
    const { rows } = await client.query<{ rrule: string; is_left: boolean }>(findLeft, [series_id])
    const rule = rows[0]?.is_left ? parseRule(rows[0].rrule).rule : null
    if (!rule) await client.query('delete from public.event_series where id = $1', [series_id])
    else {
      const ended = formatRule({ ...rule, count: null, until: addDays(today, -1) })
      await client.query(endSeries, [series_id, ended, today])
    }
  }
}

export async function recordPreview(
  client: pg.ClientBase,
  calendarId: string,
  { state, seen, shown, now }: { state: 'preview' | 'held'; seen: string; shown: object; now: Date },
): Promise<void> {
  await client.query(setPreview, [calendarId, now, state, seen, shown])
}

export async function recordApplied(
  client: pg.ClientBase,
  calendarId: string,
  applied: {
    known: Fingerprints
    /** Null if nothing changed. */
    shown: object | null
    validators: { etag: string | null; lastModified: string | null }
    now: Date
  },
): Promise<void> {
  const { known, shown, validators, now } = applied
  const values = [calendarId, now, known, shown, validators.etag, validators.lastModified]
  await client.query(setApplied, values)
}

export async function recordUnchanged(pool: pg.Pool, calendarId: string, now: Date): Promise<void> {
  await pool.query(setUnchanged, [calendarId, now])
}

export async function recordFailure(pool: pg.Pool, calendarId: string, problem: string, now: Date): Promise<void> {
  await pool.query(setFailure, [calendarId, now, problem])
}

const findFeed = `
  select c.external_calendar_url as url, f.state, f.accepted, f.include_in_mailer, f.known, f.etag, f.last_modified
  from public.inbound_feeds f join private.live_calendars c on c.id = f.calendar_id
  where f.calendar_id = $1 and c.external_calendar_url is not null`

const findUpcoming = `
  select e.uid, e.title, e.event_date::text as day, null as series_id
  from public.events e
  where e.calendar_id = $1 and e.series_id is null and e.uid = any ($2) and e.end_time > $3
  union all
  select s.uid, s.title, next.day::text, s.id
  from public.event_series s, lateral (
    select min(e.event_date) as day from public.events e
    where e.series_id = s.id and e.calendar_id = s.calendar_id and e.end_time > $3
  ) as next
  where s.calendar_id = $1 and s.uid = any ($2) and next.day is not null`

const deleteOnce = 'delete from public.events where calendar_id = $1 and series_id is null and uid = any ($2)'

const findLeft = `
  select s.rrule, exists (select from public.events e where e.series_id = s.id) as is_left
  from public.event_series s where s.id = $1`

const endSeries = `
  update public.event_series s set rrule = $2, is_complete = true,
    rdates = array(select day from unnest(s.rdates) as day where day < $3),
    exdates = array(select day from unnest(s.exdates) as day where day < $3)
  where s.id = $1`

const EVERY = "interval '4 hours'"
/** The worker's clock may be behind the database's: the check must still count as later than its request. */
const checked = 'checked_at = greatest($2::timestamptz, requested_at)'
const read = `${checked}, fetched_at = $2, problem = null, failures = 0, next_check_at = $2::timestamptz + ${EVERY}`

const setPreview = `
  update public.inbound_feeds set ${read}, state = $3, seen = $4, shown = $5, accepted = null, etag = null, last_modified = null
  where calendar_id = $1`

const setApplied = `
  update public.inbound_feeds set ${read}, state = 'live', known = $3, seen = null, accepted = null, etag = $5, last_modified = $6,
    shown = coalesce($4, shown), changed_at = case when $4::jsonb is null then changed_at else $2 end
  where calendar_id = $1`

const setUnchanged = `update public.inbound_feeds set ${read} where calendar_id = $1`

/** Doubles the wait after each failure, up to a day. */
const setFailure = `
  update public.inbound_feeds set ${checked}, problem = $3, failures = failures + 1,
    next_check_at = $2::timestamptz + least(interval '1 hour' * power(2, least(failures, 5)), interval '24 hours')
  where calendar_id = $1`
