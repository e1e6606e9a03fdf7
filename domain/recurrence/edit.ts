import { addDays, type Day, dayInZone, daysBetween, timeInZone } from '../dates.ts'
import { detailColumns, type EventDetails, type EventRow } from '../event-columns.ts'
import { ruleDays } from './expand.ts'
import { formatRule, parseRule, type Rule } from './rule.ts'
import { daysFrom, occurrenceTimes, type Recurrence, type SeriesTimes } from './series.ts'

// What editing a series means for its rows, worked out before anything is written. An exception is a row that differs from
// its series: editing the series changes in each row what was the series', and leaves what was the row's own.

/** A row of event_series. */
export interface Series extends EventDetails {
  all_day: boolean
  starts_on: Day
  starts_at: string
  ends_at: string
  end_days: number
  rrule: string
  rdates: Day[]
  exdates: Day[]
}

/** A row of events that belongs to a series. */
export interface Occurrence
  extends EventDetails,
    Pick<EventRow, 'id' | 'all_day' | 'start_time' | 'end_time' | 'end_date'> {
  series_day: Day
}

/** Only what was changed. `rrule` null: it shall not repeat any more. */
export interface SeriesChange {
  fields?: Partial<EventDetails> | undefined
  times?: (SeriesTimes & { allDay: boolean }) | undefined
  rrule?: string | null | undefined
}

/** Which dates an edit is for. */
export type EventScope = 'this' | SeriesScope
export type SeriesScope = 'following' | 'all'

export interface EditContext {
  /** The occurrence in front of whoever edits. */
  day: Day
  scope: SeriesScope
  today: Day
  zone: string
}

export interface SeriesPlan {
  /** What becomes of the series when another takes over from a day on; it ends before it. Null: it goes on. */
  ending: { until: Day; series: Series } | null
  /** The series from then on: changed in place, or a new one when the old is ending. Null: there is none. */
  series: Series | null
  /** Rows that change, whole, with where they belong from now on. */
  update: (Occurrence & { detached: boolean })[]
  /** Ids of rows that do not happen any more. */
  remove: string[]
  /** Days that get a row. */
  insert: Day[]
}

export function recurrenceOf(series: Pick<Series, 'starts_on' | 'rrule' | 'rdates' | 'exdates'>): Recurrence {
  const { rule } = parseRule(series.rrule)
  if (!rule) throw new RangeError(`not a rule: ${series.rrule}`)
  return { startsOn: series.starts_on, rule, rdates: series.rdates, exdates: series.exdates }
}

export function timesOf({
  starts_at,
  ends_at,
  end_days,
}: Pick<Series, 'starts_at' | 'ends_at' | 'end_days'>): SeriesTimes {
  return { startsAt: starts_at, endsAt: ends_at, endDays: end_days }
}

/** The first day on which it happens from a day on, or null. */
export function firstDay(recurrence: Recurrence, from: Day): Day | null {
  return daysFrom(recurrence, from, 1)[0] ?? null
}

/** `rows` are those from today on, or from the occurrence on, whichever is earlier. */
export function planSeriesEdit(
  series: Series,
  rows: Occurrence[],
  change: SeriesChange,
  context: EditContext,
): SeriesPlan {
  const { day, scope, today, zone } = context
  const changesDays = change.times !== undefined || change.rrule !== undefined
  // The past stays as it was: new times and rules hold from today on. New words need no new series.
  const from = scope === 'following' ? day : today
  const isSplit = (scope === 'following' || changesDays) && hasDaysBefore(series, rows, from)
  const reached = rows.filter((row) => !isSplit || row.series_day >= from)
  const ending = isSplit ? { until: addDays(from, -1), series: endedBefore(series, from) } : null
  if (change.rrule === null) return stopRepeating(ending, reached, change, context)

  const next = changedSeries(isSplit ? continuedFrom(series, from) : series, change)
  const recurrence = recurrenceOf(next)
  const wanted = change.rrule === undefined ? null : new Set(daysFrom(recurrence, today, ROWS_MAX, horizonOf(today)))
  const stays = ({ series_day, end_date }: Occurrence) => !wanted || end_date < today || wanted.has(series_day)
  const known = new Set(reached.map((row) => row.series_day))
  return {
    ending,
    series: next,
    update: reached.filter(stays).flatMap((row) => {
      const changed = row.end_date < today ? row : changedRow(row, series, next, change, zone, row.series_day === day)
      return isSplit || changed !== row ? [{ ...changed, detached: false }] : []
    }),
    remove: reached.filter((row) => !stays(row)).map((row) => row.id),
    insert: wanted ? [...wanted].filter((wantedDay) => !known.has(wantedDay)) : [],
  }
}

/** Ends a series before a day, to delete what follows: the rows go over to a series that can be deleted as one. */
export function planSplit(series: Series, rows: Occurrence[], day: Day): SeriesPlan {
  const context = { day, scope: 'following', today: day, zone: 'UTC' } as const
  return planSeriesEdit(series, rows, {}, context)
}

/** How far ahead, and how far back, occurrences are rows; and how many are made at a time. */
export const DAYS_AHEAD = 548
export const DAYS_BACK = 366
export const ROWS_MAX = 1000

export function horizonOf(today: Day): Day {
  return addDays(today, DAYS_AHEAD)
}

function hasDaysBefore(series: Series, rows: Occurrence[], from: Day): boolean {
  const first = firstDay({ ...recurrenceOf(series), exdates: [] }, '0001-01-01')
  return (first !== null && first < from) || rows.some((row) => row.series_day < from)
}

function endedBefore(series: Series, from: Day): Series {
  const { rule } = recurrenceOf(series)
  const last = addDays(from, -1)
  const until = rule.until !== null && rule.until < last ? rule.until : last
  // Counted out before that day, it ends by its count.
  const left = rule.count === null ? null : rule.count - countBefore(rule, series.starts_on, from)
  const ended = left === 0 ? rule : { ...rule, count: null, until }
  return {
    ...series,
    rrule: formatRule(ended),
    rdates: before(series.rdates, from),
    exdates: before(series.exdates, from),
  }
}

/** The same days, from a day on. Of a number of times, those that are left. */
function continuedFrom(series: Series, from: Day): Series {
  const { rule } = recurrenceOf(series)
  const count = rule.count === null ? null : rule.count - countBefore(rule, series.starts_on, from)
  const startsOn = ruleDays(rule, series.starts_on, from)
    .filter((day) => day >= from)
    .next().value
  const rest = { ...series, rdates: notBefore(series.rdates, from), exdates: notBefore(series.exdates, from) }
  // Only days besides the rule are left: one of them becomes the rule.
  if (startsOn === undefined) {
    const [first = from] = rest.rdates
    return { ...rest, starts_on: first, rrule: 'FREQ=DAILY;COUNT=1' }
  }
  return { ...rest, starts_on: startsOn, rrule: formatRule({ ...rule, count }) }
}

function countBefore(rule: Rule, startsOn: Day, day: Day): number {
  return ruleDays(rule, startsOn)
    .filter((found) => found < day)
    .toArray().length
}

const before = (days: Day[], day: Day) => days.filter((one) => one < day)
const notBefore = (days: Day[], day: Day) => days.filter((one) => one >= day)

function changedSeries(series: Series, { fields, times, rrule }: SeriesChange): Series {
  const next: Series = { ...series, ...fields }
  if (times) {
    next.all_day = times.allDay
    next.starts_at = times.startsAt
    next.ends_at = times.endsAt
    next.end_days = times.endDays
  }
  if (typeof rrule !== 'string') return next
  next.rrule = rrule
  next.starts_on = firstDay({ ...recurrenceOf(next), rdates: [], exdates: [] }, next.starts_on) ?? next.starts_on
  return next
}

/** The same row when nothing of it changes. `isChosen`: what was typed is for this one in any case. */
function changedRow(
  row: Occurrence,
  old: Series,
  next: Series,
  change: SeriesChange,
  zone: string,
  isChosen: boolean,
): Occurrence {
  const changed = { ...row }
  for (const field of detailColumns) {
    const isAsked = change.fields !== undefined && field in change.fields
    const isOwn = (belongWith[field] ?? [field]).some((name) => row[name] !== old[name])
    if (isAsked && (isChosen || !isOwn)) Object.assign(changed, { [field]: next[field] })
  }
  if (change.times && (isChosen || hasSeriesTimes(row, old, zone))) {
    const { start, end } = occurrenceTimes(row.series_day, timesOf(next), zone)
    Object.assign(changed, { all_day: next.all_day, start_time: start.toISOString(), end_time: end.toISOString() })
  }
  return differs(row, changed) ? changed : row
}

/** A position is one's own with its place, a picture with its words. */
const belongWith: Partial<Record<keyof EventDetails, (keyof EventDetails)[]>> = {
  latitude: ['latitude', 'location'],
  longitude: ['longitude', 'location'],
  image: ['image', 'image_alt'],
  image_alt: ['image', 'image_alt'],
}

function differs(row: Occurrence, other: Occurrence): boolean {
  return (
    detailColumns.some((field) => row[field] !== other[field]) ||
    row.all_day !== other.all_day ||
    Date.parse(row.start_time) !== Date.parse(other.start_time) ||
    Date.parse(row.end_time) !== Date.parse(other.end_time)
  )
}

function hasSeriesTimes(row: Occurrence, series: Series, zone: string): boolean {
  const { start, end } = occurrenceTimes(row.series_day, timesOf(series), zone)
  return start.getTime() === Date.parse(row.start_time) && end.getTime() === Date.parse(row.end_time)
}

/** The chosen one happens once, by itself; the others do not happen any more. */
function stopRepeating(
  ending: SeriesPlan['ending'],
  rows: Occurrence[],
  { fields, times }: SeriesChange,
  { day, today, zone }: EditContext,
): SeriesPlan {
  const coming = rows.filter((row) => row.end_date >= today)
  const chosen = coming.find((row) => row.series_day === day)
  const changed = chosen && { ...chosen, ...fields, detached: true }
  if (changed && times) {
    const { start, end } = occurrenceTimes(dayInZone(changed.start_time, zone), times, zone)
    Object.assign(changed, { all_day: times.allDay, start_time: start.toISOString(), end_time: end.toISOString() })
  }
  const remove = coming.filter((row) => row !== chosen).map((row) => row.id)
  return { ending, series: null, update: changed ? [changed] : [], remove, insert: [] }
}

/** The times of a row as its series would have them: what the form of an occurrence starts with. */
export function timesOfRow(
  { start_time, end_time }: { start_time: string; end_time: string },
  zone: string,
): SeriesTimes {
  const first = dayInZone(start_time, zone)
  const last = dayInZone(end_time, zone)
  return {
    startsAt: timeInZone(start_time, zone),
    endsAt: timeInZone(end_time, zone),
    endDays: daysBetween(first, last),
  }
}
