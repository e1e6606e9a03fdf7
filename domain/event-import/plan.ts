import { addDays, type Day, dayInZone } from '../dates.ts'
import { type ImportedDetails, importedColumns, importedDetailsOf } from '../event-columns.ts'
import { CALENDAR_SERIES_MAX, IMPORT_DATES_MAX } from '../limits.ts'
import { DAYS_BACK, firstDay, horizonOf, ROWS_MAX, recurrenceOf, timesOf } from '../recurrence/edit.ts'
import type { Spend } from '../recurrence/expand.ts'
import { daysFrom, occurrenceTimes } from '../recurrence/series.ts'
import type { ImportedEntry, ImportedOnce, ImportedSeries, ImportedTimes, SeriesClock } from './item.ts'
import type { ImportProblem } from './problems.ts'
import { workBudget, workOf } from './work.ts'

// Plans what an import does to a calendar before anything is written. The preview shows the same plan that is applied.

export interface StoredOnce extends ImportedDetails, ImportedTimes {
  id: string
  uid: string
  sequence: number
}

/** A stored date of a series. */
export interface StoredRow extends ImportedDetails, ImportedTimes {
  id: string
  series_day: Day
  sequence: number
}

export interface StoredSeries extends ImportedDetails, SeriesClock {
  id: string
  uid: string
  sequence: number
  filled_until: Day | null
  /** The rows from today on. */
  rows: StoredRow[]
}

export interface Stored {
  once: Map<string, StoredOnce>
  series: Map<string, StoredSeries>
  /** How many series may still be added to the calendar. */
  seriesLeft: number
}

/** A calendar as PostgreSQL writes it. A row has the details that differ from its series'. */
export interface StoredCalendar {
  once: StoredOnce[]
  series: (Omit<StoredSeries, 'rows'> & {
    rows: (Partial<ImportedDetails> & Omit<StoredRow, keyof ImportedDetails>)[]
  })[]
  series_count: number
}

export function storedOf(json: string): Stored {
  const { once, series, series_count } = JSON.parse(json) as StoredCalendar
  const whole = series.map((one) => {
    const details = importedDetailsOf(one)
    return { ...one, rows: one.rows.map((row) => ({ ...details, ...row })) }
  })
  return {
    once: new Map(once.map((event) => [event.uid, event])),
    series: new Map(whole.map((one) => [one.uid, one])),
    seriesLeft: CALENDAR_SERIES_MAX - series_count,
  }
}

/** A row that a series should have. */
export type WantedRow = ImportedDetails & ImportedTimes & { series_day: Day; sequence: number }

export type Write =
  | { what: 'insert-once'; item: ImportedOnce }
  | { what: 'update-once'; id: string; item: ImportedOnce }
  | { what: 'insert-series'; item: ImportedSeries; rows: WantedRow[]; instead: string | null; isComplete: boolean }
  | { what: 'update-series'; id: string; item: ImportedSeries; changes: RowChanges; isComplete: boolean }
  | { what: 'delete-series'; id: string; item: ImportedOnce }

export interface RowChanges {
  insert: WantedRow[]
  update: (WantedRow & { id: string })[]
  remove: string[]
}

export const importResults = ['added', 'changed', 'removed', 'unchanged', 'skipped'] as const
export type ImportResult = (typeof importResults)[number]

/** The result of one entry, as shown to the user. */
export interface Outcome {
  title: string
  day: Day | null
  repeats: boolean
  result: ImportResult
  problem: ImportProblem | null
}

export interface Planned {
  outcome: Outcome
  write: Write | null
}

export interface PlanContext {
  stored: Stored
  zone: string
  today: Day
  /** How many dates may still be added; reduced by each planned series. */
  datesLeft: number
  /** A feed is always current; a file may be older than what is stored. */
  isFeed: boolean
  /** UIDs that the feed had before: those that are not stored any more were deleted here. */
  known: ReadonlySet<string>
  spend: Spend
}

/** Throws TooMuchWork. */
export function planEntries(
  entries: ImportedEntry[],
  given: Omit<PlanContext, 'datesLeft' | 'spend'>,
  spend = workBudget(),
): Planned[] {
  const context = { ...given, datesLeft: IMPORT_DATES_MAX, spend }
  return entries.map((entry) => planEntry(entry, context))
}

/** Each entry reduces the limits in the context. */
function planEntry(entry: ImportedEntry, context: PlanContext): Planned {
  const { title, day, item, problem } = entry
  const outcomeOf = (result: ImportResult, why: ImportProblem | null = null): Outcome => ({
    title,
    day,
    repeats: item?.kind === 'series',
    result,
    problem: why,
  })
  if (!item) return { outcome: outcomeOf('skipped', problem), write: null }
  const planned = item.kind === 'once' ? planOnce(item, context) : planSeries(item, context)
  if (typeof planned === 'string') return { outcome: outcomeOf('skipped', planned), write: null }
  if (!planned) return { outcome: outcomeOf('unchanged'), write: null }
  const isNew = planned.what === 'insert-once' || (planned.what === 'insert-series' && planned.instead === null)
  return { outcome: outcomeOf(isNew ? 'added' : 'changed'), write: planned }
}

function planOnce(
  item: ImportedOnce,
  { stored, zone, today, isFeed, known: brought }: PlanContext,
): Write | ImportProblem | null {
  const series = stored.series.get(item.uid)
  if (series)
    return series.sequence > item.sequence && !isFeed ? 'older' : { what: 'delete-series', id: series.id, item }
  const known = stored.once.get(item.uid)
  if (known && isSame(item, known)) return null
  if (known) return known.sequence > item.sequence && !isFeed ? 'older' : { what: 'update-once', id: known.id, item }
  if (brought.has(item.uid)) return 'deletedHere'
  const isOver = dayInZone(item.end_time, zone) < addDays(today, -DAYS_BACK)
  return isOver ? 'past' : { what: 'insert-once', item }
}

function planSeries(item: ImportedSeries, context: PlanContext): Write | ImportProblem | null {
  const { stored, today, isFeed } = context
  const known = stored.series.get(item.uid)
  if (known) {
    // Dates beyond those filled so far have no rows yet; that is no difference.
    const asFilled = rowChanges(wantedRows(item, context, today, known.filled_until), known.rows)
    const isSameRows = asFilled.insert.length + asFilled.update.length + asFilled.remove.length === 0
    if (isSameSeries(item, known) && isSameRows) return null
    if (known.sequence > item.sequence && !isFeed) return 'older'
    const changes = rowChanges(wantedRows(item, context, today, null), known.rows)
    return { what: 'update-series', id: known.id, item, changes, isComplete: isComplete(item, context) }
  }
  if (context.known.has(item.uid) && !stored.once.has(item.uid)) return 'deletedHere'
  const from = addDays(today, -DAYS_BACK)
  const count = daysWithin(item, from, horizonOf(today), context.spend).length + item.exceptions.length
  if (count === 0 && !hasFuture(item, today)) return 'past'
  if (stored.seriesLeft <= 0) return 'tooManySeries'
  if (count > context.datesLeft) return 'tooManyDates'
  stored.seriesLeft -= 1
  context.datesLeft -= count
  const rows = wantedRows(item, context, from, null)
  const instead = stored.once.get(item.uid)?.id ?? null
  return { what: 'insert-series', item, rows, instead, isComplete: isComplete(item, context) }
}

/** Returns the rows from a day on, up to `until` or the horizon; exceptions however far ahead. */
function wantedRows(
  item: ImportedSeries,
  { zone, today, spend }: PlanContext,
  from: Day,
  until: Day | null,
): WantedRow[] {
  const last = until ?? horizonOf(today)
  const exceptions = new Map(item.exceptions.map((exception) => [exception.series_day, exception]))
  const there = item.time_zone ?? zone
  const rows = daysWithin(item, from, last, spend).map((day): WantedRow => {
    spend(workOf.date)
    const own = exceptions.get(day)
    exceptions.delete(day)
    if (own) return own
    const { start, end } = occurrenceTimes(day, timesOf(item), there)
    const times = { all_day: item.all_day, start_time: start.toISOString(), end_time: end.toISOString() }
    return { ...importedDetailsOf(item), ...times, series_day: day, sequence: 0 }
  })
  return [...rows, ...[...exceptions.values()].filter(({ series_day }) => series_day >= from)]
}

/** Limits the rule to the last day, so that one that never matches is not searched for further. */
function daysWithin(item: ImportedSeries, from: Day, last: Day, spend: Spend): Day[] {
  const { rule, ...rest } = recurrenceOf(item)
  const until = rule.until !== null && rule.until < last ? rule.until : last
  return daysFrom({ ...rest, rule: { ...rule, until } }, from, ROWS_MAX, last, spend)
}

/** Returns whether no date follows those that have rows. */
function isComplete(item: ImportedSeries, { today, spend }: PlanContext): boolean {
  return firstDay(recurrenceOf(item), addDays(horizonOf(today), 1), spend) === null
}

function hasFuture(item: ImportedSeries, today: Day): boolean {
  const { rule } = recurrenceOf(item)
  return item.starts_on > today || (rule.count === null && (rule.until === null || rule.until >= today))
}

function rowChanges(wanted: WantedRow[], rows: StoredRow[]): RowChanges {
  const left = new Map(rows.map((row) => [row.series_day, row]))
  const insert: WantedRow[] = []
  const update: RowChanges['update'] = []
  for (const row of wanted) {
    const stored = left.get(row.series_day)
    left.delete(row.series_day)
    if (!stored) insert.push(row)
    // A row with a higher sequence was changed here since and is newer.
    else if (!isSame(row, stored) && stored.sequence <= row.sequence) update.push({ ...row, id: stored.id })
  }
  return { insert, update, remove: [...left.values()].map(({ id }) => id) }
}

function isSame(item: ImportedDetails & ImportedTimes, stored: ImportedDetails & ImportedTimes): boolean {
  return (
    hasSameFields(item, stored) &&
    item.all_day === stored.all_day &&
    Date.parse(item.start_time) === Date.parse(stored.start_time) &&
    Date.parse(item.end_time) === Date.parse(stored.end_time)
  )
}

/** Compares the details. A file without a position on the map does not remove it. */
function hasSameFields(item: ImportedDetails, stored: ImportedDetails): boolean {
  const isNear = (one: number | null, other: number | null) =>
    one === null || (other !== null && Math.abs(one - other) < 0.000_001)
  return importedColumns.every((name) =>
    name === 'latitude' || name === 'longitude' ? isNear(item[name], stored[name]) : item[name] === stored[name],
  )
}

function isSameSeries(item: ImportedSeries, stored: StoredSeries): boolean {
  const time = (text: string) => text.slice(0, 8).padEnd(8, ':00')
  return (
    hasSameFields(item, stored) &&
    item.all_day === stored.all_day &&
    item.starts_on === stored.starts_on &&
    time(item.starts_at) === time(stored.starts_at) &&
    time(item.ends_at) === time(stored.ends_at) &&
    item.end_days === stored.end_days &&
    item.time_zone === stored.time_zone &&
    item.rrule === stored.rrule &&
    item.rdates.join() === stored.rdates.toSorted().join() &&
    item.exdates.join() === stored.exdates.toSorted().join()
  )
}

export function uidsOf(entries: ImportedEntry[]): string[] {
  return entries.flatMap(({ item }) => (item ? [item.uid] : []))
}
