import type pg from 'pg'
import { columnList } from '#database/column-list.ts'
import { type Caller, runScoped, type Scope } from '#database/scope.ts'
import type { EventCategory } from '#domain/categories.ts'
import { seconds } from '#domain/durations.ts'
import { publicDetailColumns } from '#domain/event-columns.ts'
import type { Language } from '#domain/languages.ts'
import { markAlerts } from './alerts.ts'
import type { FeedCalendar, FeedContent, FeedEvent } from './feed.ts'

// Reads calendars as the caller, so that policies decide: a guest finds public calendars, a member their own. Each is one
// statement and so one snapshot: a calendar's version belongs to the events beside it.

export type Reader = Caller

/** Has no session: the secret in the feed's address is the proof. */
export function memberReader(userId: string): Reader {
  return { role: 'authenticated', claims: JSON.stringify({ sub: userId, role: 'authenticated' }), session: null }
}

/** Limits a feed to a few megabytes; the oldest events are left out. */
const EVENTS_MAX = 5000

/** Reads what programs subscribe to: events from `from` on, and whole series. Ignores other details of dates that were over at `now`. */
export async function readContent(
  pool: pg.Pool,
  reader: Reader,
  { calendarId, from, now }: { calendarId: string; from: Date; now: Date },
): Promise<FeedContent | null> {
  const values = [calendarId, from.toISOString(), now.toISOString(), EVENTS_MAX]
  return read(pool, reader, { text: contentQuery, values, now })
}

export interface Listed {
  calendar: FeedCalendar
  events: FeedEvent[]
}

interface Range {
  calendarId: string
  /** Events after `from` and before `to`, and alerts that got their all clear after `clearedFrom`. */
  from: Date
  to: Date
  clearedFrom: Date
  now: Date
  language?: Language
  categories: readonly EventCategory[] | null
  max: number
}

/** Reads a list of dates, including dates of series. */
export async function readRange(pool: pg.Pool, reader: Reader, range: Range): Promise<Listed | null> {
  const { calendarId, from, to, clearedFrom, categories, max, now, language } = range
  const values = [calendarId, from.toISOString(), to.toISOString(), categories, max, clearedFrom.toISOString()]
  return readList(pool, reader, { text: rangeQuery, values, now, language })
}

/** Reads a list of dates of all calendars that a town page shows. Its id stands for the calendar's. */
export async function readCollection(pool: pg.Pool, reader: Reader, range: Range): Promise<FeedContent | null> {
  const { calendarId, from, to, categories, max, now, language } = range
  const values = [calendarId, from.toISOString(), to.toISOString(), categories, max]
  return read(pool, reader, { text: collectionQuery, values, now, language, isListed: true })
}

/** Reads one event, or one date of a series. */
export async function readEvent(
  pool: pg.Pool,
  reader: Reader,
  { calendarId, eventId, now }: { calendarId: string; eventId: string; now: Date },
): Promise<Listed | null> {
  const found = await readList(pool, reader, { text: eventQuery, values: [calendarId, eventId], now })
  return found && found.events.length > 0 ? found : null
}

async function readList(pool: pg.Pool, reader: Reader, query: Query): Promise<Listed | null> {
  const found = await read(pool, reader, query)
  return found && { calendar: found.calendar, events: found.events }
}

interface Query {
  text: string
  /** The first is the calendar's id, which a guest needs for one that is not listed. */
  values: unknown[]
  /** When alerts hold. */
  now: Date
  language?: Language | undefined
  /** Names no calendar: only those that are listed are read. */
  isListed?: boolean
}

async function read(
  pool: pg.Pool,
  reader: Reader,
  { text, values, now, language, isListed }: Query,
): Promise<FeedContent | null> {
  const settings = { 'townbell.calendar': isListed ? '' : String(values[0]) }
  const scope: Scope = { ...reader, readOnly: true, timeoutMs: seconds(5), settings }
  const content: Partial<FeedContent> = {}
  for (const [kind, json] of await runScoped(pool, scope, { text, values }))
    Object.assign(content, { [kind as keyof FeedContent]: JSON.parse(json as string) })
  const { calendar, events = [], exceptions = [], series = [] } = content
  if (!calendar) return null
  const when = { zone: calendar.time_zone, now, ...(language ? { language } : {}) }
  return { calendar, events: markAlerts(events, when), exceptions: markAlerts(exceptions, when), series }
}

const epoch = (column: string) => `floor(date_part('epoch', ${column}))`

const details = publicDetailColumns.filter((name) => name !== 'status')

const entryColumns = (table: string, status = `${table}.status`) =>
  `${columnList(['id', 'uid', 'sequence', ...details, 'all_day'], table)}, ${status} as status,
    ${epoch(`${table}.created_at`)} as created, ${epoch(`${table}.updated_at`)} as updated`

/** The event asks who comes, and no place is left. */
const isFull = 'exists (select from public.event_rsvps r where r.event_id = e.id and r.is_open and r.is_full)'

const shownStatus = `case when e.status = 'scheduled' and ${isFull} then 'full' else e.status end`

const eventColumns = `${entryColumns('e', shownStatus)}, ${columnList(['event_date', 'end_date', 'series_id', 'series_day'], 'e')},
    ${epoch('e.start_time')} as start, ${epoch('e.end_time')} as end,
    case when e.category = 'Alert' then (
      select json_agg(json_build_object('id', u.id, 'kind', u.kind, 'message', u.message, 'at', ${epoch('u.created_at')}) order by u.created_at, u.id)
      from public.alert_updates u where u.event_id = e.id
    ) end as updates`

/** Sorted, so that the same content gives the same bytes. */
const listed = (kind: string, order: string, rows: string) =>
  `select '${kind}', coalesce(json_agg(entry order by ${order}), '[]')::text from (${rows}) as entry`

const calendarRow = `
  select 'calendar', row_to_json(shown)::text from (
    select c.id, c.name, c.description, c.city, c.state, c.time_zone, c.disabled, c.version::text,
      case when c.updated_at < date_trunc('second', clock_timestamp()) then ${epoch('c.updated_at')} end as updated
    from public.calendars c where c.id = $1
  ) as shown`

// An occurrence is an exception when programs that follow the rule would show it wrong: at another time (a clock change can make
// it longer or shorter), in another place or state or, while it is not over, with other details. Many programs ignore RDATE, but
// show an exception for a day that is not in the rule.
const isException = `
  (e.location, e.location_name, e.status, e.category, e.all_day)
    is distinct from (s.location, s.location_name, s.status, s.category, s.all_day)
  or e.start_time <> (e.series_day + s.starts_at) at time zone coalesce(s.time_zone, c.time_zone)
  or case
    when s.all_day then e.end_time <> (e.series_day + s.end_days)::timestamp at time zone coalesce(s.time_zone, c.time_zone)
    else e.end_time - e.start_time <> make_interval(days => s.end_days) + (s.ends_at - s.starts_at)
  end
  or e.series_day = any (s.rdates)
  or ${isFull}
  or e.end_time > $3 and (${columnList(publicDetailColumns, 'e')}) is distinct from (${columnList(publicDetailColumns, 's')})`

/** Uses one range of the index, because no event is longer than 31 days. */
const endsAfter = (instant: string) =>
  `e.end_time > ${instant} and e.start_time > ${instant}::timestamptz - interval '32 days'`

const contentQuery = `
  ${calendarRow}
  union all
  ${listed(
    'series',
    'starts_on, id',
    `
    select ${entryColumns('s')}, s.starts_on, s.starts_at, s.ends_at, s.end_days, s.time_zone, s.rrule, s.rdates, s.exdates
    from public.event_series s
    where s.calendar_id = $1 and (
      not s.is_complete
      or exists (select from public.events e where e.series_id = s.id and e.calendar_id = s.calendar_id and e.end_time > $2)
    )`,
  )}
  union all
  ${listed(
    'exceptions',
    'start, id',
    `
    select ${eventColumns}
    from public.calendars c
    join public.event_series s on s.calendar_id = c.id
    join public.events e on e.series_id = s.id and e.calendar_id = c.id
    where c.id = $1 and ${endsAfter('$2')} and (${isException})
    order by e.start_time desc limit $4`,
  )}
  union all
  ${listed(
    'events',
    'start, id',
    `
    select ${eventColumns}
    from public.events e
    where e.calendar_id = $1 and e.series_id is null and ${endsAfter('$2')}
    order by e.start_time desc limit $4`,
  )}`

/** A reader of the alert must read that it is over. */
const isCleared = `e.category = 'Alert' and exists (
  select from public.alert_updates u where u.event_id = e.id and u.kind = 'all_clear'
)`

const rangeQuery = `
  ${calendarRow}
  union all
  ${listed(
    'events',
    'start, id',
    `
    select ${eventColumns}
    from public.events e
    where e.calendar_id = $1 and ${endsAfter('$6')} and e.start_time < $3 and (e.end_time > $2 or ${isCleared})
      and ($4::text[] is null or e.category = any ($4::text[]))
    order by e.start_time, e.id limit $5`,
  )}`

const eventQuery = `
  ${calendarRow}
  union all
  ${listed('events', 'start, id', `select ${eventColumns} from public.events e where e.calendar_id = $1 and e.id = $2`)}`

const collectionQuery = `
  with page as materialized (
    select found from public.get_collection($1::text) as found where found is not null
  )
  select 'calendar', json_build_object(
    'id', found ->> 'id', 'name', found ->> 'name', 'description', found ->> 'description', 'city', '', 'state', '',
    'time_zone', found ->> 'time_zone', 'disabled', false, 'version', found ->> 'version',
    'path', '/town/' || coalesce(found ->> 'slug', found ->> 'id'),
    'updated', case when (found ->> 'updated_at')::timestamptz < date_trunc('second', clock_timestamp())
      then ${epoch("(found ->> 'updated_at')::timestamptz")} end
  )::text from page
  union all
  ${listed(
    'events',
    'start, id',
    `
    select ${eventColumns}, json_build_object(
      'id', c.id, 'name', c.name, 'time_zone', c.time_zone, 'disabled', false
    ) as calendar
    from page
    cross join lateral public.get_collection_events((found ->> 'id')::uuid, $2, $3, null, $5) e
    join json_to_recordset(found -> 'calendars') as c (id uuid, name text, time_zone text) on c.id = e.calendar_id
    where $4::text[] is null or e.category = any ($4::text[])`,
  )}`
