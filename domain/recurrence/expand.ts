import { addDays, type Day, midnightUtc, weekdayOf } from '../dates.ts'
import { EVENT_DAY_LAST } from '../limits.ts'
import type { Rule } from './rule.ts'

// Expands a rule to its days. A day is the number of days since 1970, so that no zone or clock change matters. Goes from period to
// period (day, week, month or year) and takes the days that all parts of the rule allow.

const DAY_MS = 86_400_000
const LAST = numberOf(EVENT_DAY_LAST)

/** Counts work, in days looked at; throws when there was too much of it. */
export type Spend = (days: number) => void

/** Yields the days in order, until the rule ends or the year 2199. `from` skips earlier days. */
export function* ruleDays(given: Rule, startsOn: Day, from: Day = startsOn, spend?: Spend): Generator<Day> {
  const start = numberOf(startsOn)
  // Filters give the same days whether they get single days or whole months; months are faster.
  const isEveryDay = given.frequency === 'DAILY' && given.interval === 1 && given.bySetPos.length === 0
  const rule: Rule = isEveryDay ? { ...given, frequency: 'MONTHLY' } : given
  const until = rule.until === null ? LAST : Math.min(numberOf(rule.until), LAST)
  const allows = filterOf(filledIn(given, startsOn))
  let left = rule.count ?? Number.POSITIVE_INFINITY
  // A count must be counted from the start.
  const skipTo = rule.count === null ? Math.max(start, numberOf(from)) : start
  for (let index = firstPeriod(rule, start, skipTo); ; index += rule.interval) {
    const [first, end] = periodOf(rule, start, index)
    if (first > until) return
    spend?.(end - first)
    for (const day of chosen(rule, first, end, allows)) {
      if (day < start) continue
      if (day > until) return
      if (day >= skipTo) yield dayOf(day)
      left -= 1
      if (left === 0) return
    }
  }
}

/** Takes missing parts from the first day: "monthly" means on that day of the month. */
function filledIn(rule: Rule, startsOn: Day): Rule {
  const { frequency, byMonth, byWeekNo, byYearDay, byMonthDay, byDay } = rule
  if (byYearDay.length + byMonthDay.length + byDay.length > 0 || frequency === 'DAILY') return rule
  const onWeekday = { ...rule, byDay: [{ weekday: weekdayOf(startsOn), ordinal: null }] }
  if (frequency === 'WEEKLY' || byWeekNo.length > 0) return onWeekday
  const onDate = { ...rule, byMonthDay: [Number(startsOn.slice(8))] }
  return frequency === 'YEARLY' && byMonth.length === 0
    ? { ...onDate, byMonth: [Number(startsOn.slice(5, 7))] }
    : onDate
}

/** Returns the index of a period, counted from that of the start. */
function firstPeriod(rule: Rule, start: number, wanted: number): number {
  return Math.floor(periodsBetween(rule, start, wanted) / rule.interval) * rule.interval
}

function periodsBetween({ frequency, weekStart }: Rule, start: number, wanted: number): number {
  if (frequency === 'DAILY') return wanted - start
  if (frequency === 'WEEKLY') return (weekOf(wanted, weekStart) - weekOf(start, weekStart)) / 7
  return frequency === 'MONTHLY' ? monthIndex(wanted) - monthIndex(start) : yearOf(wanted) - yearOf(start)
}

/** Returns the first day of a period and the day after its last. */
function periodOf({ frequency, weekStart }: Rule, start: number, index: number): [number, number] {
  if (frequency === 'DAILY') return [start + index, start + index + 1]
  if (frequency === 'WEEKLY') {
    const first = weekOf(start, weekStart) + index * 7
    return [first, first + 7]
  }
  if (frequency === 'YEARLY') {
    const year = yearOf(start) + index
    return [firstOfMonth(year * 12), firstOfMonth(year * 12 + 12)]
  }
  const month = monthIndex(start) + index
  return [firstOfMonth(month), firstOfMonth(month + 1)]
}

function chosen(rule: Rule, first: number, end: number, allows: (day: number) => boolean): number[] {
  const days: number[] = []
  for (let day = first; day < end; day += 1) if (allows(day)) days.push(day)
  if (rule.bySetPos.length === 0) return days
  const positions = new Set(rule.bySetPos.map((position) => (position > 0 ? position - 1 : days.length + position)))
  return days.filter((_, index) => positions.has(index))
}

/** Looks numbers up in tables: rules come from strangers, and one with a hundred numbers must cost what one with two does. */
function filterOf(rule: Rule): (day: number) => boolean {
  const { byDay, weekStart } = rule
  const [months, monthDays, yearDays] = [tableOf(rule.byMonth), tableOf(rule.byMonthDay), tableOf(rule.byYearDay)]
  const weeks = tableOf(rule.byWeekNo)
  const isInWeeks = weeks && weekFilter(weeks, weekStart)
  // Every Monday counts as the zeroth.
  const weekdays = tableOf(byDay.map(({ weekday, ordinal }) => (ordinal ?? 0) * 7 + weekday))
  const inYear = rule.frequency === 'YEARLY' && !months
  // Days come in order, so that the cached month is nearly always the right one.
  let month = monthAround(0)
  return (day) => {
    if (day < month.first || day >= month.end) month = monthAround(day)
    if (months && !has(months, month.number)) return false
    if (monthDays && !isNth(monthDays, day, month)) return false
    if (yearDays && !isNth(yearDays, day, month.year)) return false
    if (isInWeeks && !isInWeeks(day)) return false
    if (!weekdays) return true
    const weekday = weekdayNumber(day)
    if (has(weekdays, weekday)) return true
    const { first, end } = inYear ? month.year : month
    return has(weekdays, nth(day, first) * 7 + weekday) || has(weekdays, -nth(end - 1, day) * 7 + weekday)
  }
}

/** The largest number is 377: the 53rd Saturday. */
const TABLE_MIDDLE = 400

/** Returns null for no numbers, which allow everything. */
function tableOf(numbers: number[]): Uint8Array | null {
  if (numbers.length === 0) return null
  const table = new Uint8Array(2 * TABLE_MIDDLE)
  for (const number of numbers) table[TABLE_MIDDLE + number] = 1
  return table
}

function has(table: Uint8Array, number: number): boolean {
  return table[TABLE_MIDDLE + number] === 1
}

/** The first day, and the day after the last. */
type Span = { first: number; end: number }

function monthAround(day: number): Span & { number: number; year: Span } {
  const index = monthIndex(day)
  const january = index - (index % 12)
  return {
    first: firstOfMonth(index),
    end: firstOfMonth(index + 1),
    number: index - january + 1,
    year: { first: firstOfMonth(january), end: firstOfMonth(january + 12) },
  }
}

/** Returns 2 for the second Tuesday counted from `first`. */
function nth(day: number, first: number): number {
  return Math.floor((day - first) / 7) + 1
}

function isNth(numbers: Uint8Array, day: number, { first, end }: Span): boolean {
  return has(numbers, day - first + 1) || has(numbers, day - end)
}

/** Week 1 is the first with four days in the year; December 31 may be in it, and January 1 may not. */
function weekFilter(numbers: Uint8Array, weekStart: number): (day: number) => boolean {
  let [week, isIn] = [Number.NaN, false]
  return (day) => {
    const first = weekOf(day, weekStart)
    if (first === week) return isIn
    const middle = first + 3
    const january = firstOfMonth(yearOf(middle) * 12)
    const number = nth(middle, january)
    const weeks = nth(weekOf(firstOfMonth(yearOf(middle) * 12 + 12) - 4, weekStart) + 3, january)
    week = first
    isIn = has(numbers, number) || has(numbers, number - weeks - 1)
    return isIn
  }
}

/** Returns the first day of the week. */
function weekOf(day: number, weekStart: number): number {
  return day - ((weekdayNumber(day) - weekStart + 7) % 7)
}

function weekdayNumber(day: number): number {
  // The 1st of January 1970 was a Thursday.
  return (((day + 4) % 7) + 7) % 7
}

function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear()
}

/** Counts months since the year 0. */
function monthIndex(day: number): number {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

function firstOfMonth(index: number): number {
  return Date.UTC(Math.floor(index / 12), index % 12, 1) / DAY_MS
}

function numberOf(day: Day): number {
  return midnightUtc(day).getTime() / DAY_MS
}

function dayOf(number: number): Day {
  return addDays('1970-01-01', number)
}
