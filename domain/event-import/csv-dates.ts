import { type Day, isTime, type Time } from '../dates.ts'
import { isEventDay } from '../event-times.ts'

// Reads dates and times as people write them in tables.

/** The order of month and day in dates of numbers only. */
export const dateOrders = ['mdy', 'dmy'] as const
export type DateOrder = (typeof dateOrders)[number]

export interface ReadDate {
  day: Day
  /** Null if there is no time. */
  time: Time | null
  isUtc: boolean
}

/** Reads 2026-07-04, 7/4/2026, 4.7.26, July 4, 2026 or 4 Jul 2026, optionally followed by a time. */
export function readDate(cell: string, order: DateOrder): ReadDate | null {
  const text = cell.trim().replace(/^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+/i, '')
  for (const [pattern, parts] of patterns) {
    const match = pattern.exec(text)
    if (!match) continue
    const day = dayOf(parts(match, order))
    const rest = text.slice(match[0].length).trim()
    const isUtc = /z$/i.test(rest)
    const time = readTime(rest.replace(/^(?:t|at\b|,|-)\s*/i, '').replace(/z$/i, ''))
    return day === null || time === 'wrong' ? null : { day, time, isUtc }
  }
  return null
}

/** Reads 18:00, 6:00 PM, 6pm or 18h30; null for an empty cell. */
export function readTime(cell: string): Time | 'wrong' | null {
  const text = cell.trim().toLowerCase().replaceAll('.', '')
  if (text === '') return null
  if (text === 'noon') return '12:00'
  const [, hour, minute = '00', second = '00', half] =
    /^(\d{1,2})(?:[:h](\d{2})(?::(\d{2})(?:\d{3})?)?)?\s*([ap]m?)?$/.exec(text) ?? []
  if (hour === undefined || (half && (Number(hour) > 12 || Number(hour) === 0))) return 'wrong'
  if (!half && !/[:h]/.test(text)) return 'wrong'
  const hours = half ? (Number(hour) % 12) + (half.startsWith('p') ? 12 : 0) : Number(hour)
  const time = `${String(hours).padStart(2, '0')}:${minute}${second === '00' ? '' : `:${second}`}`
  return isTime(time) ? time : 'wrong'
}

type Parts = [year: string, month: string, day: string]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const numberOf = (month: string) => String(months.indexOf(month.slice(0, 3).toLowerCase()) + 1)
const at = (match: RegExpExecArray, index: number) => match[index] as string

const patterns: [RegExp, (match: RegExpExecArray, order: DateOrder) => Parts][] = [
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/, (match) => [at(match, 1), at(match, 2), at(match, 3)]],
  [/^(\d{4})(\d{2})(\d{2})(?!\d)/, (match) => [at(match, 1), at(match, 2), at(match, 3)]],
  [
    /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/,
    // People who write dots put the day first.
    (match, order) =>
      order === 'dmy' || at(match, 2) === '.'
        ? [at(match, 4), at(match, 3), at(match, 1)]
        : [at(match, 4), at(match, 1), at(match, 3)],
  ],
  [
    /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/i,
    (match) => [at(match, 3), numberOf(at(match, 1)), at(match, 2)],
  ],
  [
    /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4})/i,
    (match) => [at(match, 3), numberOf(at(match, 2)), at(match, 1)],
  ],
]

function dayOf([year, month, date]: Parts): Day | null {
  const full = year.length === 2 ? `20${year}` : year
  const day = `${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isEventDay(day) ? day : null
}
