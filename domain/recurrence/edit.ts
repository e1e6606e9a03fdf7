import { addDays, type Day, dayInZone, daysBetween, timeInZone } from '../dates.ts'
import { detailColumns, type EventDetails, type EventRow } from '../event-columns.ts'
import { ruleDays, type Spend } from './expand.ts'
import { formatRule, parseRule, type Rule } from './rule.ts'
import { daysFrom, occurrenceTimes, type Recurrence, type SeriesTimes } from './series.ts'

// Plans the edit of a series before anything is written. An exception is a row that differs from its series: an edit changes the
// values that a row shares with the series and leaves the row's own.

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

/** Only the changes. `rrule` is null if the event should stop repeating. */
export interface SeriesChange {
  fields?: Partial<EventDetails> | undefined
  times?: (SeriesTimes & { allDay: boolean }) | undefined
  rrule?: string | null | undefined
}

/** The dates that an edit changes. */
export type EventScope = 'this' | SeriesScope
export type SeriesScope = 'following' | 'all'

export interface EditContext {
  /** The occurrence being edited. */
  day: Day
  scope: SeriesScope
  today: Day
  zone: string
}

export interface SeriesPlan {
  /** The old series if a new one replaces it from a day on: it ends the day before. Null if it continues. */
  ending: { until: Day; series: Series } | null
  /** The changed series, or a new one if the old one ends. Null if nothing repeats any more. */
  series: Series | null
  /** Changed rows; detached ones leave the series. */
  update: (Occurrence & { detached: boolean })[]
  /** Ids of rows to delete. */
  remove: string[]
  /** Days of new rows. */
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

/** Returns the first date on or after a day, or null. */
export function firstDay(recurrence: Recurrence, from: Day, spend?: Spend): Day | null {
  return daysFrom(recurrence, from, 1, undefined, spend)[0] ?? null
}

/** `rows` start today or at the occurrence, whichever is earlier. */
export function planSeriesEdit(
  series: Series,
  rows: Occurrence[],
  change: SeriesChange,
  context: EditContext,
): SeriesPlan {
  const { day, scope, today, zone } = context
  const changesDays = change.times !== undefined || change.rrule !== undefined
  // New times and rules apply from today on and split the series, so that the past is unchanged. New texts need no split.
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

/** Moves the rows from a day on to a series of their own, which can be deleted as one. */
export function planSplit(series: Series, rows: Occurrence[], day: Day): SeriesPlan {
  const context = { day, scope: 'following', today: day, zone: 'UTC' } as const
  return planSeriesEdit(series, rows, {}, context)
}

/** How many days ahead and back occurrences have rows, and how many rows are created at once. */
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
  // A rule whose count ends before that day keeps its count.
  const left = rule.count === null ? null : rule.count - occurrencesBefore(rule, series.starts_on, from)
  const ended = left === 0 ? rule : { ...rule, count: null, until }
  return {
    ...series,
    rrule: formatRule(ended),
    rdates: before(series.rdates, from),
    exdates: before(series.exdates, from),
  }
}

/** Returns the series from a day on, with the rest of its count. */
function continuedFrom(series: Series, from: Day): Series {
  const { rule } = recurrenceOf(series)
  const count = rule.count === null ? null : rule.count - occurrencesBefore(rule, series.starts_on, from)
  const startsOn = ruleDays(rule, series.starts_on, from)
    .filter((day) => day >= from)
    .next().value
  const rest = { ...series, rdates: notBefore(series.rdates, from), exdates: notBefore(series.exdates, from) }
  // Only extra dates are left, so that the first becomes the rule.
  if (startsOn === undefined) {
    const [first = from] = rest.rdates
    return { ...rest, starts_on: first, rrule: 'FREQ=DAILY;COUNT=1' }
  }
  return { ...rest, starts_on: startsOn, rrule: formatRule({ ...rule, count }) }
}

function occurrencesBefore(rule: Rule, startsOn: Day, day: Day): number {
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

/** Returns the row itself if nothing changes. An edited row (`isChosen`) gets all changes. */
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
    const isChanged = change.fields !== undefined && field in change.fields
    const isOwn = (columnGroups[field] ?? [field]).some((name) => row[name] !== old[name])
    if (isChanged && (isChosen || !isOwn)) Object.assign(changed, { [field]: next[field] })
  }
  if (change.times && (isChosen || hasSeriesTimes(row, old, zone))) {
    const { start, end } = occurrenceTimes(row.series_day, timesOf(next), zone)
    Object.assign(changed, { all_day: next.all_day, start_time: start.toISOString(), end_time: end.toISOString() })
  }
  return differs(row, changed) ? changed : row
}

/** Columns that count as changed together: a position with its place, a picture with its text. */
const columnGroups: Partial<Record<keyof EventDetails, (keyof EventDetails)[]>> = {
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

/** Makes the chosen date a single event and removes the others. */
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

/** Returns the times of a row in the form of a series, for the edit form. */
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
