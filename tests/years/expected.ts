// Computes when messages are due independently of the product: the product uses PostgreSQL, this uses Temporal.
import type { Day } from '#domain/dates.ts'

/** The first moment of the day at which the clock on the wall shows this time or a later one. */
export function whenClockShows(day: Day, time: string, zone: string): number {
  const shown = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone)
  if (shown.toPlainTime().equals(time)) return shown.epochMilliseconds
  // The spring change skips it: the hour has come when the clock jumps over it.
  return shown.getTimeZoneTransition('previous')?.epochMilliseconds ?? Number.NaN
}

export function endOfDay(day: Day, zone: string): number {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
}

// Texts are sent only between these local times.
const QUIET_UNTIL = '08:00'
const QUIET_FROM = '21:00'

export function isAwake(instant: number, zone: string): boolean {
  const time = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainTime()
  return Temporal.PlainTime.compare(time, QUIET_UNTIL) >= 0 && Temporal.PlainTime.compare(time, QUIET_FROM) < 0
}

/** The first moment from then on at which a text may come. */
export function whenAwake(instant: number, zone: string): number {
  if (isAwake(instant, zone)) return instant
  const there = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
  const day = there.hour < 12 ? there.toPlainDate() : there.toPlainDate().add({ days: 1 })
  return day.toZonedDateTime({ timeZone: zone, plainTime: QUIET_UNTIL }).epochMilliseconds
}

/** Days on which something about clocks or calendars is odd, and their neighbours. */
export function isOdd(day: Day): boolean {
  if (/-02-2[89]$|-03-01$|-12-31$|-01-01$/.test(day)) return true
  const date = Temporal.PlainDate.from(day)
  return [-1, 0, 1].some((days) => hoursOf(date.add({ days })) !== 24)
}

function hoursOf(date: Temporal.PlainDate): number {
  return date.toZonedDateTime('America/New_York').hoursInDay
}
