import type pg from 'pg'
import { runScoped, type Scope, type TextRow } from '#database/scope.ts'
import type { EventCategory } from '#domain/categories.ts'
import { seconds } from '#domain/durations.ts'
import type { EventStatus } from '#domain/statuses.ts'
import type { Identity } from '#server/http/identity.ts'
import type { FeedCalendar, FeedContent, FeedEvent, FeedSeries } from './feed.ts'

// Read as whoever asks, so that policies decide: a guest finds public calendars, a member their own. One statement each, so
// one moment: a calendar's version and what it tells belong together. Events come as rows: PostgreSQL takes twice as long to
// make JSON of them.

export type Reader = Pick<Identity, 'role' | 'claims'>

export function memberReader(userId: string): Reader {
  return { role: 'authenticated', claims: JSON.stringify({ sub: userId, role: 'authenticated' }) }
}

/** More than anybody's year; a feed of so many is some megabytes. The oldest are left out first. */
const EVENTS_MAX = 5000

/** What programs subscribe to: from `from` on, and whole series. Words that differ only in the past (before `now`) are let be. */
export async function readContent(
  pool: pg.Pool,
  reader: Reader,
  { calendarId, from, now }: { calendarId: string; from: Date; now: Date },
): Promise<FeedContent | null> {
  return read(pool, reader, contentQuery, [calendarId, from.toISOString(), now.toISOString(), EVENTS_MAX])
}

export interface Listed {
  calendar: FeedCalendar
  events: FeedEvent[]
}

interface Range {
  calendarId: string
  /** Whatever happens after `from` and before `to`. */
  from: Date
  to: Date
  categories: readonly EventCategory[] | null
  max: number
}

/** A list of dates, occurrences of series among them. */
export async function readRange(pool: pg.Pool, reader: Reader, range: Range): Promise<Listed | null> {
  const { calendarId, from, to, categories, max } = range
  return read(pool, reader, rangeQuery, [calendarId, from.toISOString(), to.toISOString(), categories, max])
}

/** One event; of a series, that one date. */
export async function readEvent(
  pool: pg.Pool,
  reader: Reader,
  { calendarId, eventId }: { calendarId: string; eventId: string },
): Promise<Listed | null> {
  const found = await read(pool, reader, eventQuery, [calendarId, eventId])
  return found && found.events.length > 0 ? found : null
}

async function read(pool: pg.Pool, reader: Reader, text: string, values: unknown[]): Promise<FeedContent | null> {
  const scope: Scope = { ...reader, readOnly: true, timeoutMs: seconds(5) }
  let calendar: FeedCalendar | null = null
  const events: FeedEvent[] = []
  const series: FeedSeries[] = []
  for (const row of await runScoped(pool, scope, { text, values })) {
    if (row[0] === 'event') events.push(eventOf(row))
    else if (row[0] === 'series') series.push(JSON.parse(row[1] as string))
    else calendar = JSON.parse(row[1] as string)
  }
  // In an order that does not change by itself: the same content is then the same bytes.
  events.sort((one, other) => one.start - other.start || (one.id < other.id ? -1 : 1))
  return calendar && { calendar, events, series }
}

const epoch = (column: string) => `floor(date_part('epoch', ${column}))`

const eventColumns = [
  'e.id',
  'e.uid',
  'e.sequence',
  'e.title',
  'e.description',
  'e.location',
  'e.location_name',
  'e.latitude',
  'e.longitude',
  'e.category',
  'e.status',
  'e.all_day',
  epoch('e.created_at'),
  epoch('e.updated_at'),
  epoch('e.start_time'),
  epoch('e.end_time'),
  'e.event_date',
  'e.end_date',
  'e.series_id',
  'e.series_day',
  'e.image',
  'e.image_alt',
]

function eventOf(row: TextRow): FeedEvent {
  const text = row as string[]
  const number = (at: number) => (row[at] === null ? null : Number(row[at]))
  return {
    id: text[1] as string,
    uid: text[2] as string,
    sequence: Number(text[3]),
    title: text[4] as string,
    description: row[5] as string | null,
    location: row[6] as string | null,
    location_name: row[7] as string | null,
    latitude: number(8),
    longitude: number(9),
    category: text[10] as EventCategory,
    status: text[11] as EventStatus,
    all_day: text[12] === 'true',
    created: Number(text[13]),
    updated: Number(text[14]),
    start: Number(text[15]),
    end: Number(text[16]),
    event_date: text[17] as string,
    end_date: text[18] as string,
    series_id: row[19] as string | null,
    series_day: row[20] as string | null,
    image: row[21] as string | null,
    image_alt: row[22] as string | null,
  }
}

/** Rows of three kinds in one answer: what is one JSON has it in the first column. */
const asText = (columns: string[]) => columns.map((column) => `(${column})::text`).join(', ')
const jsonRow = (kind: string, json: string) => `'${kind}', (${json})::text${', null'.repeat(eventColumns.length - 1)}`
const eventRow = `'event', ${asText(eventColumns)}`

const calendarRow = `
  select ${jsonRow('calendar', 'row_to_json(shown)')} from (
    select c.id, c.name, c.description, c.city, c.state, c.time_zone, c.disabled, c.version::text,
      case when c.updated_at < date_trunc('second', clock_timestamp()) then ${epoch('c.updated_at')} end as updated
    from public.calendars c where c.id = $1
  ) as shown`

// An occurrence is an exception when readers of the rule would not find it as it is: at another time, also because a
// clock change made it longer or shorter, in another place or state, or, while that still matters, in other words. Many
// readers know nothing of RDATE, but show an exception for a day that their rule does not have.
const isException = `
  (e.location, e.location_name, e.status, e.category, e.all_day)
    is distinct from (s.location, s.location_name, s.status, s.category, s.all_day)
  or e.start_time <> (e.series_day + s.starts_at) at time zone coalesce(s.time_zone, c.time_zone)
  or case
    when s.all_day then e.end_time <> (e.series_day + s.end_days)::timestamp at time zone coalesce(s.time_zone, c.time_zone)
    else e.end_time - e.start_time <> make_interval(days => s.end_days) + (s.ends_at - s.starts_at)
  end
  or e.series_day = any (s.rdates)
  or e.end_time > $3 and (e.title, e.description, e.latitude, e.longitude, e.image, e.image_alt)
    is distinct from (s.title, s.description, s.latitude, s.longitude, s.image, s.image_alt)`

/** No event is longer than 31 days: one range of the index. */
const endsAfter = (instant: string) =>
  `e.end_time > ${instant} and e.start_time > ${instant}::timestamptz - interval '32 days'`

const contentQuery = `
  ${calendarRow}
  union all
  select ${jsonRow('series', 'row_to_json(repeated)')} from (
    select s.id, s.uid, s.sequence, s.title, s.description, s.location, s.location_name, s.latitude, s.longitude, s.category,
      s.status, s.all_day, s.image, s.image_alt, ${epoch('s.created_at')} as created, ${epoch('s.updated_at')} as updated,
      s.starts_on, s.starts_at, s.ends_at, s.end_days, s.time_zone, s.rrule, s.rdates, s.exdates
    from public.event_series s
    where s.calendar_id = $1 and (
      not s.is_complete
      or exists (select from public.events e where e.series_id = s.id and e.calendar_id = s.calendar_id and e.end_time > $2)
    )
    order by s.starts_on, s.id
  ) as repeated
  union all (
    select ${eventRow}
    from public.calendars c
    join public.event_series s on s.calendar_id = c.id
    join public.events e on e.series_id = s.id and e.calendar_id = c.id
    where c.id = $1 and ${endsAfter('$2')} and (${isException})
    order by e.start_time desc limit $4
  )
  union all (
    select ${eventRow}
    from public.events e
    where e.calendar_id = $1 and e.series_id is null and ${endsAfter('$2')}
    order by e.start_time desc limit $4
  )`

const rangeQuery = `
  ${calendarRow}
  union all (
    select ${eventRow}
    from public.events e
    where e.calendar_id = $1 and ${endsAfter('$2')} and e.start_time < $3
      and ($4::text[] is null or e.category = any ($4::text[]))
    order by e.start_time, e.id limit $5
  )`

const eventQuery = `
  ${calendarRow}
  union all
  select ${eventRow} from public.events e where e.calendar_id = $1 and e.id = $2`
