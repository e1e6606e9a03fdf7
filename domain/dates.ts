// A day is a string like 2025-07-04, a month 2025-07, a time 09:00; an instant is a Date. Browsers without Temporal use Intl.

import { EVENT_DAYS_MAX } from './limits.ts'

export type Day = string
export type Month = string
export type Time = string

/** A range of days, both ends included. */
export interface Days {
  first: Day
  last: Day
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** One day more than the longest event. */
const REACH = (EVENT_DAYS_MAX + 1) * DAY
const CACHE_MAX = 2_000

/** Accepts real days of the years 1 to 9999, so not February 30. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text) || text.startsWith('0000')) return false
  // Every month has a 28th. A page calls this some hundred times, so the common case is fast.
  if (text.slice(8) <= '28') return true
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Accepts hours and minutes, and the seconds that some browsers' time fields add. */
export function isTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(text)
}

export function isMonth(text: string): boolean {
  return isDay(`${text}-01`)
}

export function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text })
    return text !== ''
  } catch {
    return false
  }
}

export function addDays(day: Day, count: number): Day {
  return utcDay(midnightOf(day) + count * DAY)
}

/** Returns the number of days from one to the other; 0 for the same day. */
export function daysBetween(first: Day, last: Day): number {
  return (midnightOf(last) - midnightOf(first)) / DAY
}

export function addMonths(month: Month, count: number): Month {
  const [year, number] = split(month)
  const total = year * 12 + (number - 1) + count
  return `${pad(Math.floor(total / 12), 4)}-${pad((total % 12) + 1)}`
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7)
}

export function firstDayOf(month: Month): Day {
  return `${month}-01`
}

export function lastDayOf(month: Month): Day {
  return addDays(firstDayOf(addMonths(month, 1)), -1)
}

/** Returns 0 for Sunday. */
export function weekdayOf(day: Day): number {
  return midnightUtc(day).getUTCDay()
}

/** Returns six weeks around a month, so that every month has the same height. */
export function monthGrid(month: Month, firstWeekday = 0): Day[][] {
  const first = firstDayOf(month)
  const start = addDays(first, -((weekdayOf(first) - firstWeekday + 7) % 7))
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, day) => addDays(start, week * 7 + day)))
}

/** Returns midnight UTC of the day, as stored in `event_date_for_reporting`. */
export function midnightUtc(day: Day): Date {
  return new Date(midnightOf(day))
}

const midnightOf = memoize((day: Day) => {
  if (!isDay(day)) throw new RangeError(`not a day: ${day}`)
  return Date.parse(`${day}T00:00:00Z`)
})

/** Returns the local date of an instant. */
export function dayInZone(instant: Date | string | number, zone: string): Day {
  return utcDay(wallClock(new Date(instant).getTime(), zone))
}

/** Returns the local time of an instant, to the minute. */
export function timeInZone(instant: Date | string | number, zone: string): Time {
  return new Date(wallClock(new Date(instant).getTime(), zone)).toISOString().slice(11, 16)
}

/**
 * Returns the instant of a local day and time. A time that the spring change skips moves forward by the gap (02:30 becomes
 * 03:30); for one that the autumn change repeats it is the first. iCalendar reads times the same way.
 */
export function instantAt(day: Day, time: Time, zone: string): Date {
  if (!isTime(time)) throw new RangeError(`not a time: ${time}`)
  const [hour, minute, second = 0] = split(time, ':')
  const wall = midnightOf(day) + ((hour * 60 + minute) * 60 + second) * 1000
  const before = offsetAt(wall - DAY, zone)
  const after = offsetAt(wall + DAY, zone)
  // No clock change within a day: the offset is exact.
  if (before === after) return new Date(wall - before)
  const readings = [wall - before, wall - after].filter((instant) => wallClock(instant, zone) === wall)
  return new Date(readings.length > 0 ? Math.min(...readings) : wall - before)
}

/** Returns the first instant of the month in the zone and that of the next month. */
export function monthBounds(month: Month, zone: string): { start: Date; end: Date } {
  return { start: startOfDay(firstDayOf(month), zone), end: startOfDay(firstDayOf(addMonths(month, 1)), zone) }
}

/** Returns the bounds that a query needs: no event that started before `reach` can last into these days (EVENT_DAYS_MAX). */
export function daysReach({ first, last }: Days, zone: string): { start: Date; end: Date; reach: Date } {
  const start = startOfDay(first, zone)
  return { start, end: startOfDay(addDays(last, 1), zone), reach: new Date(start.getTime() - REACH) }
}

function startOfDay(day: Day, zone: string): Date {
  return instantAt(day, '00:00', zone)
}

/** Returns the zone's offset from UTC in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  return wallClock(instant, zone) - instant
}

/** Since 1973 every offset in the world has been a whole number of minutes. */
const SINCE = Date.UTC(1973, 0)

/** Returns the local time of an instant, as milliseconds as if it were UTC. */
function wallClock(instant: number, zone: string): number {
  if (Number.isNaN(instant)) throw new RangeError('not an instant')
  if (instant < SINCE) return readClock(instant, zone)
  return instant + offsetsOf(zone)(instant - (instant % MINUTE))
}

const offsetsOf = memoize((zone: string) => memoize((minute: number) => readClock(minute, zone) - minute))

/** Prefers Temporal, whose first use takes 1 ms; that of Intl takes 30 (docs/decisions/speed-public-pages.md). */
function readClock(instant: number, zone: string): number {
  if (typeof Temporal === 'undefined') return readFormatted(instant, zone)
  return instant + Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6
}

/** Keeps the milliseconds, which are the same in every zone. */
function readFormatted(instant: number, zone: string): number {
  const parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of clockOf(zone).formatToParts(instant)) {
    if (type in parts) parts[type as keyof typeof parts] = Number(value)
  }
  const date = new Date(0)
  date.setUTCFullYear(parts.year, parts.month - 1, parts.day)
  date.setUTCHours(parts.hour, parts.minute, parts.second, ((instant % 1000) + 1000) % 1000)
  return date.getTime()
}

/** Creating a formatter costs a hundred times as much as using it. */
const clockOf = memoize((timeZone: string) => {
  const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const
  return new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', { timeZone, hourCycle: 'h23', ...date, ...time })
})

function utcDay(milliseconds: number): Day {
  return dayOf(Math.floor(milliseconds / DAY))
}

const dayOf = memoize((number: number) => new Date(number * DAY).toISOString().slice(0, 10))

/** Caches results, because a page of events needs the same days and minutes many times. Bounded, because visitors can invent days. */
function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const cache = new Map<Key, Value>()
  return (key) => {
    let cached = cache.get(key)
    if (cached === undefined) {
      cached = compute(key)
      if (cache.size >= CACHE_MAX) cache.clear()
      cache.set(key, cached)
    }
    return cached
  }
}

function split(text: string, separator = '-'): [number, number, ...number[]] {
  return text.split(separator).map(Number) as [number, number, ...number[]]
}

function pad(value: number, width = 2): string {
  return String(value).padStart(width, '0')
}
