import { addDays, type Day, dayInZone, instantAt, isDay, isTime, type Time, timeInZone } from './dates.ts'
import { hours, minutes } from './durations.ts'
import { ALERT_CONFIRM_FROM } from './limits.ts'

// The rules of the form that sends an alert.

/** How long an alert is valid. */
export const alertSpans = ['hour', 'today', 'tomorrow', 'time'] as const
export type AlertSpan = (typeof alertSpans)[number]

interface AlertEnd {
  span: AlertSpan
  /** Used by the span `time` only. */
  day: Day
  time: Time
}

/** Returns when an alert ends that begins now; null if that is not later than now. */
export function alertEnd({ span, day, time }: AlertEnd, now: Date, zone: string): Date | null {
  const anHour = new Date(now.getTime() + hours(1))
  if (span === 'hour') return anHour
  if (span === 'time') {
    const end = isDay(day) && isTime(time) ? instantAt(day, time.slice(0, 5), zone) : null
    return end && end > now ? end : null
  }
  const today = dayInZone(now, zone)
  const end = instantAt(span === 'today' ? today : addDays(today, 1), '23:59', zone)
  // Shortly before midnight an alert for today would be over before it is read.
  return end.getTime() - now.getTime() < minutes(15) ? anHour : end
}

/** Tells whether texts to phones in the zone wait for the morning: private.text_time(). */
export function isQuiet(now: Date, zone: string): boolean {
  const time = timeInZone(now, zone)
  return time < '08:00' || time >= '21:00'
}

/** Tells whether the number of people has to be typed before an alert leaves. */
export function needsConfirming(people: number): boolean {
  return people > ALERT_CONFIRM_FROM
}

/** Tells whether somebody typed the number of people, with or without separators, or the calendar's name. */
export function isConfirmed(typed: string, people: number, name: string): boolean {
  const words = typed.trim()
  return words.replace(/[.,\s]/g, '') === String(people) || words.toLowerCase() === name.trim().toLowerCase()
}
