// Writes what domain/recurrence plans: series and their rows. Runs in the transaction and as the role of the caller, so that the
// policies of the tables apply.
import type pg from 'pg'
import { addDays, type Day } from '#domain/dates.ts'
import { detailColumns } from '#domain/event-columns.ts'
import {
  DAYS_BACK,
  firstDay,
  horizonOf,
  type Occurrence,
  ROWS_MAX,
  recurrenceOf,
  type Series,
  type SeriesPlan,
  timesOf,
} from '#domain/recurrence/edit.ts'
import { daysFrom, occurrenceTimes } from '#domain/recurrence/series.ts'
import { assignments, columnList } from './column-list.ts'

export type SeriesRow = Series & {
  id: string
  calendar_id: string
  /** The zone of the series, or its calendar's. */
  zone: string
  filled_until: Day | null
}

/** Locks the series, so that two edits run one after the other. Returns null if it does not exist or may not be changed. */
export async function readSeries(client: pg.ClientBase, id: string): Promise<SeriesRow | null> {
  const { rows } = await client.query<{ series: SeriesRow }>(findSeries, [id])
  return rows[0]?.series ?? null
}

/** Returns the rows from a day on, by the day of the rule or by their own day. */
export async function readOccurrences(client: pg.ClientBase, id: string, from: Day): Promise<Occurrence[]> {
  const { rows } = await client.query<{ event: Occurrence }>(findOccurrences, [id, from])
  return rows.map(({ event }) => event)
}

/** Returns the id. `fillSeries` adds the rows, or they move from another series. */
export async function insertSeries(client: pg.ClientBase, calendarId: string, series: SeriesInput): Promise<string> {
  const { rows } = await client.query<{ id: string }>(addSeries, [calendarId, JSON.stringify(series)])
  return rows[0]?.id as string
}

export type SeriesInput = Series & { time_zone?: string | null; uid?: string }

/** Adds the missing rows up to the horizon, at most `room`, and returns their number. */
export async function fillSeries(
  client: pg.ClientBase,
  series: SeriesRow,
  today: Day,
  notBefore: Day = addDays(today, -DAYS_BACK),
  room = ROWS_MAX,
): Promise<number> {
  const recurrence = recurrenceOf(series)
  const from = series.filled_until === null ? notBefore : addDays(series.filled_until, 1)
  const max = Math.min(room, ROWS_MAX)
  const days = daysFrom(recurrence, from, max, horizonOf(today))
  const until = days.length === max ? (days.at(-1) as Day) : horizonOf(today)
  await insertOccurrences(client, series, days)
  await setFilled(client, series, until)
  return days.length
}

/** Writes the plan of planSeriesEdit and returns the id of the changed or new series, if there is one. */
export async function applyPlan(
  client: pg.ClientBase,
  old: SeriesRow,
  plan: SeriesPlan,
  today: Day,
): Promise<string | null> {
  const { ending, series } = plan
  let id = ending ? null : old.id
  if (ending) await client.query(changeSeries, [old.id, JSON.stringify(ending.series)])
  if (ending) await setFilled(client, { ...old, ...ending.series }, ending.until)
  // Feeds need a new UID, because a UID has one rule.
  if (series && ending) {
    const own = { time_zone: await ownZone(client, old.id), uid: undefined }
    id = await insertSeries(client, old.calendar_id, { ...series, ...own })
  } else if (series) await client.query(changeSeries, [old.id, JSON.stringify(series)])
  if (plan.remove.length > 0) await client.query('delete from public.events where id = any ($1)', [plan.remove])
  await updateOccurrences(client, plan.update, series ? id : null)
  if (!series) {
    if (!ending) await client.query('delete from public.event_series where id = $1', [old.id])
    return null
  }
  const now = { ...old, ...series, id: id as string }
  await insertOccurrences(client, now, plan.insert)
  // If the days changed, rows exist up to the horizon; otherwise as far as before.
  await setFilled(client, now, plan.insert.length > 0 || plan.remove.length > 0 ? horizonOf(today) : old.filled_until)
  return id
}

async function insertOccurrences(client: pg.ClientBase, series: SeriesRow, days: Day[]): Promise<void> {
  if (days.length === 0) return
  const times = days.map((day) => occurrenceTimes(day, timesOf(series), series.zone))
  await client.query(addOccurrences, [series.id, days, times.map(({ start }) => start), times.map(({ end }) => end)])
}

async function updateOccurrences(
  client: pg.ClientBase,
  rows: SeriesPlan['update'],
  seriesId: string | null,
): Promise<void> {
  if (rows.length > 0) await client.query(changeOccurrences, [JSON.stringify(rows), seriesId])
}

async function setFilled(client: pg.ClientBase, series: SeriesRow, until: Day | null): Promise<void> {
  const isComplete = until !== null && firstDay(recurrenceOf(series), addDays(until, 1)) === null
  await setFilledUntil(client, series.id, until, isComplete)
}

export async function setFilledUntil(
  client: pg.ClientBase,
  id: string,
  until: Day | null,
  isComplete: boolean,
): Promise<void> {
  const text = 'update public.event_series set filled_until = $2, is_complete = $3 where id = $1'
  await client.query(text, [id, until, isComplete])
}

async function ownZone(client: pg.ClientBase, id: string): Promise<string | null> {
  const { rows } = await client.query('select time_zone from public.event_series where id = $1', [id])
  return rows[0]?.time_zone ?? null
}

const findSeries = `
  select to_jsonb(s) || jsonb_build_object('zone', coalesce(s.time_zone, c.time_zone)) as series
  from public.event_series s join public.calendars c on c.id = s.calendar_id
  where s.id = $1
  for no key update of s`

const findOccurrences = `
  select to_jsonb(e) as event from public.events e
  where e.series_id = $1 and (e.series_day >= $2 or e.end_date >= $2)
  order by e.series_day`

const columns = `
  ${columnList(detailColumns)}, all_day, starts_on, starts_at, ends_at, end_days, rrule, rdates, exdates`

const addSeries = `
  insert into public.event_series (calendar_id, ${columns}, time_zone, uid)
  select $1, ${columns}, time_zone, coalesce(uid, gen_random_uuid()::text)
  from jsonb_populate_record(null::public.event_series, $2)
  returning id`

const changeSeries = `
  update public.event_series s set (${columns}) = (select ${columns} from jsonb_populate_record(s, $2))
  where s.id = $1`

const addOccurrences = `
  insert into public.events (
    calendar_id, series_id, series_day, start_time, end_time, all_day, created_by, ${columnList(detailColumns)}
  )
  select s.calendar_id, s.id, o.day, o.starts, o.ends, s.all_day, s.created_by, ${columnList(detailColumns, 's')}
  from public.event_series s, unnest($2::date[], $3::timestamptz[], $4::timestamptz[]) as o (day, starts, ends)
  where s.id = $1
  on conflict (series_id, calendar_id, series_day) do nothing`

const changeOccurrences = `
  update public.events e set
    ${assignments([...detailColumns, 'all_day', 'start_time', 'end_time'], 'n')},
    series_id = $2::uuid, series_day = case when $2::uuid is not null then e.series_day end
  from jsonb_populate_recordset(null::public.events, $1) as n
  where e.id = n.id`
