import type pg from 'pg'
import { runScoped, type Scope } from '#database/scope.ts'
import type { EventCategory } from '#domain/categories.ts'
import { seconds } from '#domain/durations.ts'
import type { EventStatus } from '#domain/statuses.ts'
import type { Identity } from '#server/http/identity.ts'
import type { FeedCalendar, FeedContent, FeedEvent, FeedSeries } from './feed.ts'

// Read as whoever asks, so that policies decide: a guest finds public calendars, a member their own. One statement each, so
// one moment: a calendar's version and what it tells belong together. Events come as one text with marks between their values:
// PostgreSQL takes half as long again to make JSON of them, and Node four times as long to read them as rows
// (docs/decisions/speed-public-pages.md).

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
  return readList(pool, reader, rangeQuery, [calendarId, from.toISOString(), to.toISOString(), categories, max])
}

/** One event; of a series, that one date. */
export async function readEvent(
  pool: pg.Pool,
  reader: Reader,
  { calendarId, eventId }: { calendarId: string; eventId: string },
): Promise<Listed | null> {
  const found = await readList(pool, reader, eventQuery, [calendarId, eventId])
  return found && found.events.length > 0 ? found : null
}

async function readList(pool: pg.Pool, reader: Reader, text: string, values: unknown[]): Promise<Listed | null> {
  const found = await read(pool, reader, text, values)
  return found && { calendar: found.calendar, events: [...found.events] }
}

async function read(pool: pg.Pool, reader: Reader, text: string, values: unknown[]): Promise<FeedContent | null> {
  const scope: Scope = { ...reader, readOnly: true, timeoutMs: seconds(5) }
  let calendar: FeedCalendar | null = null
  let events: Iterable<FeedEvent> = []
  let exceptions: FeedEvent[] = []
  const series: FeedSeries[] = []
  for (const [kind, told] of await runScoped(pool, scope, { text, values })) {
    if (!told) continue
    if (kind === 'calendar') calendar = JSON.parse(told)
    else if (kind === 'series') series.push(JSON.parse(told))
    else if (kind === 'exceptions') exceptions = [...eventsIn(told)]
    else events = eventsIn(told)
  }
  return calendar && { calendar, events, exceptions, series }
}

/** One by one, so that none has to stay until all are written. */
function* eventsIn(told: string): Generator<FeedEvent> {
  for (const event of told.split(NEXT)) yield eventOf(event)
}

/** Marks that no text of an event can hold: the checks of its columns refuse control characters. */
const NEXT = '\x1d'
const NONE = '\x1e'
const BETWEEN = '\x1f'

const mark = (character: string) => `chr(${character.charCodeAt(0)})`
const orNone = (column: string) => `coalesce(${column}::text, ${mark(NONE)})`
const epoch = (column: string) => `floor(date_part('epoch', ${column}))`

const eventColumns = [
  'e.id',
  'e.uid',
  'e.sequence',
  'e.title',
  orNone('e.description'),
  orNone('e.location'),
  orNone('e.location_name'),
  orNone('e.latitude'),
  orNone('e.longitude'),
  'e.category',
  'e.status',
  'e.all_day',
  epoch('e.created_at'),
  epoch('e.updated_at'),
  epoch('e.start_time'),
  epoch('e.end_time'),
  'e.event_date',
  'e.end_date',
  orNone('e.series_id'),
  orNone('e.series_day'),
  orNone('e.image'),
  orNone('e.image_alt'),
]

function eventOf(told: string): FeedEvent {
  const text = told.split(BETWEEN)
  if (text.length !== eventColumns.length) throw new Error('a text of an event holds a mark')
  const orNull = (at: number) => (text[at] === NONE ? null : (text[at] as string))
  const number = (at: number) => (text[at] === NONE ? null : Number(text[at]))
  return {
    id: text[0] as string,
    uid: text[1] as string,
    sequence: Number(text[2]),
    title: text[3] as string,
    description: orNull(4),
    location: orNull(5),
    location_name: orNull(6),
    latitude: number(7),
    longitude: number(8),
    category: text[9] as EventCategory,
    status: text[10] as EventStatus,
    all_day: text[11] === 't',
    created: Number(text[12]),
    updated: Number(text[13]),
    start: Number(text[14]),
    end: Number(text[15]),
    event_date: text[16] as string,
    end_date: text[17] as string,
    series_id: orNull(18),
    series_day: orNull(19),
    image: orNull(20),
    image_alt: orNull(21),
  }
}

const eventText = `concat_ws(${mark(BETWEEN)}, ${eventColumns.join(', ')}) as event, e.start_time, e.id`
/** In an order that does not change by itself: the same content is then the same bytes. */
const eventsText = `string_agg(event, ${mark(NEXT)} order by start_time, id)`

const calendarRow = `
  select 'calendar', row_to_json(shown)::text from (
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
  select 'series', row_to_json(repeated)::text from (
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
  union all
  select 'exceptions', ${eventsText} from (
    select ${eventText}
    from public.calendars c
    join public.event_series s on s.calendar_id = c.id
    join public.events e on e.series_id = s.id and e.calendar_id = c.id
    where c.id = $1 and ${endsAfter('$2')} and (${isException})
    order by e.start_time desc limit $4
  ) as told
  union all
  select 'events', ${eventsText} from (
    select ${eventText}
    from public.events e
    where e.calendar_id = $1 and e.series_id is null and ${endsAfter('$2')}
    order by e.start_time desc limit $4
  ) as told`

const rangeQuery = `
  ${calendarRow}
  union all
  select 'events', ${eventsText} from (
    select ${eventText}
    from public.events e
    where e.calendar_id = $1 and ${endsAfter('$2')} and e.start_time < $3
      and ($4::text[] is null or e.category = any ($4::text[]))
    order by e.start_time, e.id limit $5
  ) as told`

const eventQuery = `
  ${calendarRow}
  union all
  select 'events', event from (select ${eventText} from public.events e where e.calendar_id = $1 and e.id = $2) as told`
