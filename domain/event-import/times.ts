import { addDays, type Day, dayInZone, daysBetween, instantAt, isDay, isTime, type Time, timeInZone } from '../dates.ts'
import { hours } from '../durations.ts'
import { isEventDay } from '../event-times.ts'
import { EVENT_DAYS_MAX } from '../limits.ts'
import type { SeriesTimes } from '../recurrence/series.ts'
import { type Component, type Property, propertyOf } from './components.ts'
import type { ImportedTimes } from './item.ts'
import type { ImportProblem } from './problems.ts'
import type { FindZone } from './zones.ts'

// Reads DTSTART, DTEND and DURATION (RFC 5545 §3.8.2).

export interface Moment {
  day: Day
  /** Null for the whole day. */
  time: Time | null
  zone: string
}

/** A duration: calendar days first, so that a clock change does not move the end, then exact seconds. */
interface Length {
  days: number
  seconds: number
}

/** The start of an event, and its end or duration. */
export interface Span {
  start: Moment
  end: Moment | Length
}

/** The duration of an event without an end, or with one equal to its start. */
const DEFAULT_LENGTH: Length = { days: 0, seconds: hours(1) / 1000 }

export function readSpan(event: Component, zones: FindZone, home: string): Span | ImportProblem {
  const starts = propertyOf(event, 'DTSTART')
  if (!starts) return 'noStart'
  const start = readMoment(starts, starts.value, zones, home)
  if (typeof start === 'string') return start
  const ends = propertyOf(event, 'DTEND')
  const lasts = propertyOf(event, 'DURATION')
  const defaultLength = start.time === null ? { days: 1, seconds: 0 } : DEFAULT_LENGTH
  const end = ends ? readMoment(ends, ends.value, zones, home) : lasts ? readLength(lasts.value) : defaultLength
  if (typeof end === 'string') return end
  return { start, end: isEmpty(start, end) ? defaultLength : end }
}

/** Reads each value of a property such as EXDATE; for a period, its start. */
export function readMoments(property: Property, zones: FindZone, home: string): Moment[] | ImportProblem {
  const moments: Moment[] = []
  for (const value of property.value.split(',')) {
    const moment = readMoment(property, value.split('/')[0] as string, zones, home)
    if (typeof moment === 'string') return moment
    moments.push(moment)
  }
  return moments
}

/** Reads a time without a zone in the calendar's zone. */
export function readMoment(
  { parameters }: Property,
  value: string,
  zones: FindZone,
  home: string,
): Moment | ImportProblem {
  const [, year, month, date, hour, minute, second = '00', utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/i.exec(value.trim()) ?? []
  const day = `${year}-${month}-${date}`
  if (!isDay(day)) return 'badTime'
  if (!isEventDay(day)) return 'outOfRange'
  if (hour === undefined) return { day, time: null, zone: home }
  const time = second === '00' ? `${hour}:${minute}` : `${hour}:${minute}:${second === '60' ? '59' : second}`
  if (!isTime(time)) return 'badTime'
  const tzid = parameters.get('TZID')
  const zone = utc ? 'UTC' : tzid ? zones(tzid, day) : home
  return zone === null ? 'unknownZone' : { day, time, zone }
}

export function instantOf({ day, time, zone }: Moment): Date {
  return instantAt(day, time ?? '00:00', zone)
}

/** Returns the day of a moment in the zone of its series. */
export function dayOfMoment(moment: Moment, zone: string, allDay: boolean): Day {
  return moment.time === null || allDay ? moment.day : dayInZone(instantOf(moment), zone)
}

/** Returns the times of a single event. Whole days are days of the calendar's zone. */
export function timesOnce({ start, end }: Span, home: string): ImportedTimes | ImportProblem {
  if (start.time === null) {
    const days = wholeDays(start, end)
    if (days > EVENT_DAYS_MAX) return 'tooLong'
    if (days < 1) return 'endsBefore'
    const at = (day: Day) => instantAt(day, '00:00', home).toISOString()
    return { all_day: true, start_time: at(start.day), end_time: at(addDays(start.day, days)) }
  }
  const from = instantOf(start)
  const to = isMoment(end) ? instantOf({ ...end, time: end.time ?? '00:00' }) : after(start, end)
  if (to <= from) return 'endsBefore'
  if (to.getTime() - from.getTime() > hours(24 * EVENT_DAYS_MAX + 1)) return 'tooLong'
  return { all_day: false, start_time: from.toISOString(), end_time: to.toISOString() }
}

/** Returns the times of a series in its own zone. */
export function timesOfSeries({ start, end }: Span): SeriesTimes | ImportProblem {
  if (start.time === null) {
    const days = wholeDays(start, end)
    if (days > EVENT_DAYS_MAX) return 'tooLong'
    return days < 1 ? 'endsBefore' : { startsAt: '00:00', endsAt: '00:00', endDays: days }
  }
  const startsAt = start.time
  const begin = instantAt(start.day, startsAt, 'UTC').getTime()
  const exact = isMoment(end) && instantOf(end).getTime() - instantOf(start).getTime()
  if (exact !== false && exact <= 0) return 'endsBefore'
  let finish = isMoment(end) ? wallOf(end, start.zone) : after({ ...start, zone: 'UTC' }, end).getTime()
  // It starts in the night of a clock change: only the instants give its duration.
  if (finish <= begin && exact !== false) finish = begin + exact
  if (finish <= begin) return 'endsBefore'
  if (finish - begin > hours(24 * EVENT_DAYS_MAX)) return 'tooLong'
  const [day, time] = new Date(finish).toISOString().split('T') as [Day, string]
  const endsAt = time.slice(6, 8) === '00' ? time.slice(0, 5) : time.slice(0, 8)
  return { startsAt, endsAt, endDays: daysBetween(start.day, day) }
}

/** Returns the local time of a moment, as milliseconds as if it were UTC. */
function wallOf(moment: Moment, zone: string): number {
  const time = moment.time ?? '00:00'
  if (moment.zone === zone) return instantAt(moment.day, time, 'UTC').getTime()
  const instant = instantOf(moment)
  return instantAt(dayInZone(instant, zone), timeInZone(instant, zone), 'UTC').getTime()
}

function after(start: Moment, { days, seconds }: Length): Date {
  const then = instantAt(addDays(start.day, days), start.time ?? '00:00', start.zone)
  return new Date(then.getTime() + seconds * 1000)
}

function wholeDays(start: Moment, end: Moment | Length): number {
  if (isMoment(end)) return daysBetween(start.day, end.day)
  return end.days + Math.ceil(end.seconds / 86_400)
}

function isMoment(end: Moment | Length): end is Moment {
  return 'day' in end
}

function isEmpty(start: Moment, end: Moment | Length): boolean {
  if (!isMoment(end)) return end.days === 0 && end.seconds === 0
  return start.time === null ? end.day === start.day : instantOf(end).getTime() === instantOf(start).getTime()
}

/** Reads PT1H30M. Durations have no years and months. */
function readLength(value: string): Length | ImportProblem {
  const [whole, weeks = 0, days = 0, hour = 0, minutes = 0, seconds = 0] =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,8})S)?)?$/i.exec(value.trim()) ?? []
  if (whole === undefined) return 'badTime'
  const length = Number(weeks) * 7 + Number(days)
  if (length > 10_000) return 'tooLong'
  return { days: length, seconds: Number(hour) * 3600 + Number(minutes) * 60 + Number(seconds) }
}
