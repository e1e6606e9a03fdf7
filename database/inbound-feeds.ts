// External calendars that events come from: what is known of each, as the worker reads and writes it.
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

/** Null: nobody wants it any more. */
export async function readFeed(pool: pg.Pool, calendarId: string): Promise<Feed | null> {
  const { rows } = await pool.query<Feed>(findFeed, [calendarId])
  return rows[0] ?? null
}

export async function lockFeed(client: pg.ClientBase, calendarId: string): Promise<Feed | null> {
  const { rows } = await client.query<Feed>(`${findFeed} for no key update of f`, [calendarId])
  return rows[0] ?? null
}

/** An event or series of a feed that is not over. */
export interface Coming {
  uid: string
  title: string
  day: Day
  series_id: string | null
}

export async function readComing(
  client: pg.ClientBase,
  calendarId: string,
  uids: string[],
  now: Date,
): Promise<Coming[]> {
  if (uids.length === 0) return []
  const { rows } = await client.query<Coming>(findComing, [calendarId, uids, now])
  return rows
}

/** What is over stays, also of a series, which ends yesterday. */
export async function removeVanished(
  client: pg.ClientBase,
  calendarId: string,
  vanished: Coming[],
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

export async function writeShown(
  client: pg.ClientBase,
  calendarId: string,
  { state, seen, shown, now }: { state: 'preview' | 'held'; seen: string; shown: object; now: Date },
): Promise<void> {
  await client.query(setShown, [calendarId, now, state, seen, shown])
}

export async function writeTaken(
  client: pg.ClientBase,
  calendarId: string,
  taken: {
    known: Fingerprints
    /** Null: nothing changed. */
    shown: object | null
    validators: { etag: string | null; lastModified: string | null }
    now: Date
  },
): Promise<void> {
  const { known, shown, validators, now } = taken
  const values = [calendarId, now, known, shown, validators.etag, validators.lastModified]
  await client.query(setTaken, values)
}

export async function writeSame(pool: pg.Pool, calendarId: string, now: Date): Promise<void> {
  await pool.query(setSame, [calendarId, now])
}

export async function writeFailure(pool: pg.Pool, calendarId: string, problem: string, now: Date): Promise<void> {
  await pool.query(setFailure, [calendarId, now, problem])
}

const findFeed = `
  select c.external_calendar_url as url, f.state, f.accepted, f.include_in_mailer, f.known, f.etag, f.last_modified
  from public.inbound_feeds f join public.calendars c on c.id = f.calendar_id
  where f.calendar_id = $1 and c.external_calendar_url is not null and c.deleted_at is null`

const findComing = `
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
/** The clock of the worker may be behind the database's: what was asked before is answered all the same. */
const checked = 'checked_at = greatest($2::timestamptz, requested_at)'
const read = `${checked}, fetched_at = $2, problem = null, failures = 0, next_check_at = $2::timestamptz + ${EVERY}`

const setShown = `
  update public.inbound_feeds set ${read}, state = $3, seen = $4, shown = $5, accepted = null, etag = null, last_modified = null
  where calendar_id = $1`

const setTaken = `
  update public.inbound_feeds set ${read}, state = 'live', known = $3, seen = null, accepted = null, etag = $5, last_modified = $6,
    shown = coalesce($4, shown), changed_at = case when $4::jsonb is null then changed_at else $2 end
  where calendar_id = $1`

const setSame = `update public.inbound_feeds set ${read} where calendar_id = $1`

/** The more often in vain, the longer until the next, up to a day. */
const setFailure = `
  update public.inbound_feeds set ${checked}, problem = $3, failures = failures + 1,
    next_check_at = $2::timestamptz + least(interval '1 hour' * power(2, least(failures, 5)), interval '24 hours')
  where calendar_id = $1`
