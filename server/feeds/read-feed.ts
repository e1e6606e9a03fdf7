import type pg from 'pg'
import { runScoped, type Scope } from '#database/scope.ts'
import type { EventCategory } from '#domain/categories.ts'
import { seconds } from '#domain/durations.ts'
import type { Identity } from '#server/http/identity.ts'
import type { FeedCalendar, FeedContent, FeedEvent } from './feed.ts'

// Read as whoever asks, so that policies decide: a guest finds public calendars, a member their own. One statement each, so
// one moment: a calendar's version and what it tells belong together.

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
  const values = [calendarId, from.toISOString(), now.toISOString(), EVENTS_MAX]
  const [row] = await runScoped(pool, scopeOf(reader), { text: contentQuery, values })
  const [calendar, events, series] = row ?? []
  if (!calendar) return null
  return { calendar: JSON.parse(calendar), events: JSON.parse(events ?? '[]'), series: JSON.parse(series ?? '[]') }
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
  const values = [calendarId, from.toISOString(), to.toISOString(), categories, max]
  const [row] = await runScoped(pool, scopeOf(reader), { text: rangeQuery, values })
  const [calendar, events] = row ?? []
  return calendar ? { calendar: JSON.parse(calendar), events: JSON.parse(events ?? '[]') } : null
}

/** One event; of a series, that one date. */
export async function readEvent(
  pool: pg.Pool,
  reader: Reader,
  { calendarId, eventId }: { calendarId: string; eventId: string },
): Promise<Listed | null> {
  const [row] = await runScoped(pool, scopeOf(reader), { text: eventQuery, values: [calendarId, eventId] })
  const [calendar, events] = row ?? []
  return calendar && events ? { calendar: JSON.parse(calendar), events: JSON.parse(events) } : null
}

function scopeOf({ role, claims }: Reader): Scope {
  return { role, claims, readOnly: true, timeoutMs: seconds(5) }
}

const calendarColumn = `
  select row_to_json(shown)::text from (
    select c.id, c.name, c.description, c.city, c.state, c.time_zone, c.version::text,
      case when c.updated_at < date_trunc('second', clock_timestamp()) then floor(extract(epoch from c.updated_at))::bigint end as updated
    from public.calendars c where c.id = $1
  ) as shown`

const toldColumns = (from: string) => `
  ${from}.id, ${from}.uid, ${from}.sequence, ${from}.title, ${from}.description, ${from}.location, ${from}.location_name,
  ${from}.latitude, ${from}.longitude, ${from}.category, ${from}.status, ${from}.all_day,
  floor(extract(epoch from ${from}.created_at))::bigint as created,
  floor(extract(epoch from ${from}.updated_at))::bigint as updated`

const eventColumns = `${toldColumns('e')},
  floor(extract(epoch from e.start_time))::bigint as start, floor(extract(epoch from e.end_time))::bigint as end,
  e.event_date, e.end_date, floor(extract(epoch from e.previous_start_time))::bigint as previous_start,
  e.series_id, e.series_day`

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
  or e.end_time > $3 and (e.title, e.description, e.latitude, e.longitude)
    is distinct from (s.title, s.description, s.latitude, s.longitude)`

const contentQuery = `
  with told as (
    (
      select ${eventColumns}
      from public.events e
      where e.calendar_id = $1 and e.series_id is null and e.end_time > $2 and e.start_time > $2::timestamptz - interval '32 days'
      order by e.start_time desc limit $4
    )
    union all (
      select ${eventColumns}
      from public.calendars c
      join public.event_series s on s.calendar_id = c.id
      join public.events e on e.series_id = s.id and e.calendar_id = c.id
      where c.id = $1 and e.end_time > $2 and e.start_time > $2::timestamptz - interval '32 days' and (${isException})
      order by e.start_time desc limit $4
    )
  ), repeated as (
    select ${toldColumns('s')}, s.starts_on, s.starts_at, s.ends_at, s.end_days, s.time_zone, s.rrule, s.rdates, s.exdates
    from public.event_series s
    where s.calendar_id = $1 and (
      not s.is_complete
      or exists (select from public.events e where e.series_id = s.id and e.calendar_id = s.calendar_id and e.end_time > $2)
    )
  )
  select (${calendarColumn}),
    (select json_agg(told order by told.start, told.id)::text from told),
    (select json_agg(repeated order by repeated.starts_on, repeated.id)::text from repeated)`

const rangeQuery = `
  select (${calendarColumn}), (
    select json_agg(told order by told.start, told.id)::text from (
      select ${eventColumns}
      from public.events e
      where e.calendar_id = $1 and e.end_time > $2 and e.start_time < $3
        -- No event is longer: one range of the index.
        and e.start_time > $2::timestamptz - interval '32 days'
        and ($4::text[] is null or e.category = any ($4::text[]))
      order by e.start_time, e.id limit $5
    ) as told
  )`

const eventQuery = `
  select (${calendarColumn}), (
    select json_agg(told)::text from (
      select ${eventColumns} from public.events e where e.calendar_id = $1 and e.id = $2
    ) as told
  )`
