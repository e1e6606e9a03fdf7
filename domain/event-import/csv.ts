import { eventCategories } from '../categories.ts'
import { readTable, type Table } from '../csv.ts'
import { addDays, type Day, dayInZone, timeInZone } from '../dates.ts'
import type { ImportedTextColumn } from '../event-columns.ts'
import { fingerprint } from '../fingerprint.ts'
import { EVENT_TITLE_MAX, IMPORT_EVENTS_MAX } from '../limits.ts'
import type { Spend } from '../recurrence/expand.ts'
import { type DateOrder, readDate, readTime } from './csv-dates.ts'
import { lineOfHtml } from './html-text.ts'
import { type ImportedEntry, importedText, importedTextColumns, oneLine, readTexts, refused } from './item.ts'
import { type Moment, timesOnce } from './times.ts'
import { workOf } from './work.ts'

// Reads a table of events, one per row. Users choose the column of each field.

const [titleField = 'title', ...textFields] = importedTextColumns
export const csvFields = [titleField, 'date', 'start', 'end_date', 'end', ...textFields, 'category'] as const
export type CsvField = ImportedTextColumn | 'date' | 'start' | 'end_date' | 'end' | 'category'
/** The index of the column that holds each field, or null. */
export type CsvColumns = Record<CsvField, number | null>

export function readEventTable(text: string, spend?: Spend): Table {
  const isDate = (cell: string) => (readDate(cell, 'mdy') ?? readDate(cell, 'dmy')) !== null
  return readTable(text, isDate, (cells) => spend?.(cells * workOf.line))
}

/** Guesses columns by their headers, as calendar programs and people write them. */
export function guessCsvColumns({ columns }: Table): CsvColumns {
  const taken = new Set<number>()
  const find = (...patterns: readonly RegExp[]) => {
    for (const pattern of patterns) {
      const at = columns.findIndex((column, index) => !taken.has(index) && pattern.test(column))
      if (at === -1) continue
      taken.add(at)
      return at
    }
    return null
  }
  // In this order: "End date" must not be taken for the date.
  const end_date = find(/^(end|last|to|until)[ _-]*(date|day)$/i)
  const end = find(/^(end|ends|end[ _-]*time|to|until|finish)$/i)
  const date = find(/^(start[ _-]*)?(date|day)$/i, /^(start|starts|begin|begins|when|dtstart)$|date/i)
  const start = find(/^(start|starts|start[ _-]*time|time|from|begin|begins)$/i)
  const texts = importedTextColumns.map((name) => [name, find(...importedText(name).csv)])
  const category = find(/^(category|type|kind)$/i)
  return {
    ...(Object.fromEntries(texts) as Record<ImportedTextColumn, number | null>),
    date,
    start,
    end_date,
    end,
    category,
  }
}

/** Assumes month first unless a date says otherwise: that is usual where most calendars are. */
export function guessDateOrder({ rows }: Table, { date }: CsvColumns): DateOrder {
  const cells = date === null ? [] : rows.map((row) => row[date] ?? '')
  const isOnly = (order: DateOrder, other: DateOrder) =>
    cells.some((cell) => readDate(cell, order) !== null && readDate(cell, other) === null)
  return isOnly('dmy', 'mdy') && !isOnly('mdy', 'dmy') ? 'dmy' : 'mdy'
}

export interface CsvReading {
  columns: CsvColumns
  order: DateOrder
  home: string
}

export function readCsv({ columns, rows }: Table, reading: CsvReading): ImportedEntry[] {
  const names = new Map<string, number>()
  const flags = flagsIn(columns)
  const entries = rows.slice(0, IMPORT_EVENTS_MAX).map((row) => readRow(row, flags, reading, names))
  const left = rows.length - IMPORT_EVENTS_MAX
  return left > 0 ? [...entries, refused(`${left} more`, null, 'tooMany')] : entries
}

/** Longer than any text we store; the rest of a cell is ignored. */
const CELL_MAX = 100_000

/** What Outlook says of a row, found by its headers: nobody maps these columns, and a doctor's appointment must not become public. */
function flagsIn(columns: string[]) {
  const says = (header: RegExp, value: RegExp) => {
    const at = columns.findIndex((column) => header.test(column))
    return (row: string[]) => at !== -1 && value.test(row[at] ?? '')
  }
  const [isMarked, sensitivity] = [
    says(/^privat[eo]?$/i, yes),
    says(/^(sensitivity|confidencialidad)$/i, /^(private|confidential|privad|confidencial)/i),
  ]
  return {
    isPrivate: (row: string[]) => isMarked(row) || sensitivity(row),
    isAllDay: says(/^(all[ _-]?day([ _-]?event)?|todo el día)$/i, yes),
  }
}

const yes = /^(true|yes|1|x|verdadero|sí|si|wahr|ja|vrai|oui)$/i

function readRow(
  row: string[],
  { isPrivate, isAllDay }: ReturnType<typeof flagsIn>,
  { columns, order, home }: CsvReading,
  names: Map<string, number>,
): ImportedEntry {
  const cell = (field: CsvField) => (columns[field] === null ? '' : (row[columns[field]] ?? '').slice(0, CELL_MAX))
  const title = oneLine(lineOfHtml(cell('title')), EVENT_TITLE_MAX) ?? ''
  const begin = readDate(cell('date'), order)
  if (!begin) return refused(title, null, cell('date') === '' ? 'noStart' : 'badTime')
  if (isPrivate(row)) return refused('', begin.day, 'private')
  const starts = isAllDay(row) ? null : (readTime(cell('start')) ?? begin.time)
  if (starts === 'wrong') return refused(title, begin.day, 'badTime')
  const from = placed({ day: begin.day, time: starts, zone: begin.isUtc ? 'UTC' : home }, home)
  const texts = readTexts(cell)
  if (!texts) return refused(title, from.day, 'noTitle')
  const ending = { date: cell('end_date'), time: cell('end'), order, home }
  const end = isAllDay(row) ? lastDayOf(from, ending) : endOf(from, ending)
  if (end === 'badTime') return refused(title, from.day, end)
  const times = timesOnce({ start: from, end }, home)
  if (typeof times === 'string') return refused(title, from.day, times)

  const key = fingerprint(`${times.start_time} ${times.all_day} ${title}`)
  const again = names.get(key) ?? 0
  names.set(key, again + 1)
  const category = eventCategories.find((known) => known.toLowerCase() === cell('category').toLowerCase()) ?? 'Event'
  const fields = { ...texts, latitude: null, longitude: null, category, status: 'scheduled' as const }
  // A table has no UIDs: title and start identify an event.
  const uid = `import-${key}${again === 0 ? '' : `-${again + 1}`}`
  return {
    title,
    day: from.day,
    item: { kind: 'once', uid, sequence: 0, ...fields, ...times, day: from.day },
    problem: null,
  }
}

/** Outlook ends an all-day event at midnight after its last day, other programs on the last day itself. */
function lastDayOf(from: Moment, { date, time, order }: { date: string; time: string; order: DateOrder }) {
  const last = date === '' ? null : readDate(date, order)
  if (date !== '' && !last) return 'badTime'
  const day = last?.day ?? from.day
  const isAfter = day > from.day && (readTime(time) ?? last?.time) === '00:00'
  return { day: isAfter ? day : addDays(day, 1), time: null, zone: from.zone }
}

/** Without a time the event lasts the whole day; without an end, an hour. An end before the start is after midnight. */
function endOf(
  from: Moment,
  { date, time, order, home }: { date: string; time: string; order: DateOrder; home: string },
) {
  const last = date === '' ? null : readDate(date, order)
  // One column may have both date and time.
  const both = last || time === '' ? null : readDate(time, order)
  const ends = both ? both.time : (readTime(time) ?? last?.time ?? null)
  if (ends === 'wrong' || (date !== '' && !last)) return 'badTime'
  const said = both ?? last
  const day = said?.day ?? from.day
  if (from.time === null) return { day: addDays(day, 1), time: null, zone: home }
  if (ends === null) return said && day !== from.day ? 'badTime' : { days: 0, seconds: 3600 }
  const to = placed({ day, time: ends, zone: said?.isUtc ? 'UTC' : home }, home)
  if (!said && to.time !== null && to.time <= from.time) return { ...to, day: addDays(day, 1) }
  return to
}

/** Converts to the calendar's zone. */
function placed(moment: Moment, home: string): Moment {
  if (moment.zone === home || moment.time === null) return moment
  const instant = new Date(`${moment.day}T${moment.time}Z`)
  return { day: dayInZone(instant, home) as Day, time: timeInZone(instant, home), zone: home }
}
