import { type Day, type Days, type Month, midnightUtc } from './dates.ts'
import { localeOf } from './languages.ts'
import { siteLanguage } from './site-language.ts'

// Dates and times as people read them. A day has no zone, so it is formatted at midnight UTC, in UTC.

const LOCALE = localeOf(siteLanguage)

/** "Friday, July 4, 2025" */
export function longDay(day: Day, locale = LOCALE): string {
  return dayFormat(day, locale, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })
}

/** "July 4, 2025" */
export function plainDay(day: Day, locale = LOCALE): string {
  return dayFormat(day, locale, { year: 'numeric', month: 'long', day: 'numeric' })
}

/** "Jul 4" */
export function shortDay(day: Day, locale = LOCALE): string {
  return dayFormat(day, locale, { month: 'short', day: 'numeric' })
}

/** "July 2025" */
export function monthName(month: Month, locale = LOCALE): string {
  return dayFormat(`${month}-01`, locale, { year: 'numeric', month: 'long' })
}

/** "Nov 15 – 21, 2026" */
export function dayRange({ first, last }: Days, locale = LOCALE): string {
  const format = formatter(locale, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })
  return plainSpaces(format.formatRange(midnightUtc(first), midnightUtc(last)))
}

/** "Sun 15" */
export function weekdayAndDate(day: Day, locale = LOCALE): string {
  return `${dayFormat(day, locale, { weekday: 'short' })} ${Number(day.slice(8))}`
}

/** Sunday first, unless another first day is asked for. */
export function weekdayNames(style: 'long' | 'short' | 'narrow' = 'long', firstWeekday = 0, locale = LOCALE): string[] {
  // The 4th of January 1970 was a Sunday.
  return Array.from({ length: 7 }, (_, index) =>
    dayFormat(`1970-01-${String(4 + ((firstWeekday + index) % 7)).padStart(2, '0')}`, locale, { weekday: style }),
  )
}

/** "9:00 AM", on the zone's clock */
export function clockTime(instant: Date | string | number, zone: string, locale = LOCALE): string {
  return plainSpaces(
    formatter(locale, { hour: 'numeric', minute: '2-digit', timeZone: zone }).format(new Date(instant)),
  )
}

/** "9:00 AM – 5:00 PM" */
export function clockRange(start: Date | string | number, end: Date | string | number, zone: string, locale = LOCALE) {
  return `${clockTime(start, zone, locale)} – ${clockTime(end, zone, locale)}`
}

/** "EDT": the zone's short name at an instant */
export function zoneName(instant: Date | string | number, zone: string, locale = LOCALE): string {
  const parts = formatter(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(new Date(instant))
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
}

function dayFormat(day: Day, locale: string, options: Intl.DateTimeFormatOptions): string {
  return formatter(locale, { ...options, timeZone: 'UTC' }).format(midnightUtc(day))
}

/** Engines disagree on the spaces before AM, in p.m. and around a dash; text rendered on the server must equal the browser's. */
function plainSpaces(text: string): string {
  return text.replace(/[\u00a0\u2009\u202f]/g, ' ').replaceAll('. m.', '.m.')
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const kept = formatters.get(key)
  if (kept) return kept
  const made = new Intl.DateTimeFormat(locale, options)
  formatters.set(key, made)
  return made
}
