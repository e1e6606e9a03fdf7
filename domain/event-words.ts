import { clockRange, clockTime, longDay, shortDay, weekdayAndShortDay, zoneName } from './date-words.ts'
import { dayInZone, timeInZone } from './dates.ts'
import { type Language, localeOf } from './languages.ts'
import { siteLanguage } from './site-language.ts'

// Writes the time and place of an event for people, in a time zone.

type Instant = Date | string

export interface Timed {
  start_time: Instant
  end_time: Instant
  all_day: boolean
}

/** "6:00 PM – 7:00 PM"; "All day"; "Jul 4, 10:00 PM – Jul 5, 2:00 AM". Names the day only if there are two. */
export function timeWords(event: Timed, zone: string, language = siteLanguage): string {
  const { start_time, end_time, all_day } = event
  const [first, last] = daysOf(event, zone)
  const locale = localeOf(language)
  if (all_day) {
    const whole = allDayWords(language)
    return first === last ? whole : `${whole}, ${shortDay(first, locale)} – ${shortDay(last, locale)}`
  }
  if (first === last) return clockRange(start_time, end_time, zone, locale)
  const end = dayInZone(end_time, zone)
  return `${shortDay(first, locale)}, ${clockTime(start_time, zone, locale)} – ${shortDay(end, locale)}, ${clockTime(end_time, zone, locale)}`
}

/** Stands outside texts/, which a build has in one language only: mails need all languages at once. */
const allDay: Record<Language, string> = { en: 'all day', es: 'todo el día' }

/** "All day" */
export function allDayWords(language = siteLanguage): string {
  return allDay[language].replace(/^./, (letter) => letter.toUpperCase())
}

/** "Friday, July 4, 2025, 6:00 PM – 7:00 PM CDT" */
export function whenWords(event: Timed, zone: string, language = siteLanguage): string {
  return dayAndHours(event, zone, language).join(', ')
}

/** ["Friday, July 4, 2025", "6:00 PM – 7:00 PM CDT"]; of two days: [first day, "10:00 PM – Saturday, July 5, 2025, 2:00 AM CDT"]. */
export function dayAndHours(event: Timed, zone: string, language = siteLanguage): [day: string, hours: string] {
  const { start_time, end_time, all_day } = event
  const [first, last] = daysOf(event, zone)
  const locale = localeOf(language)
  const day = longDay(first, locale)
  if (all_day) return [first === last ? day : `${day} – ${longDay(last, locale)}`, allDay[language]]
  const name = zoneName(start_time, zone, locale)
  if (first === last) return [day, `${clockRange(start_time, end_time, zone, locale)} ${name}`]
  const end = longDay(dayInZone(end_time, zone), locale)
  return [day, `${clockTime(start_time, zone, locale)} – ${end}, ${clockTime(end_time, zone, locale)} ${name}`]
}

/** "Fri, Jul 4": the day in a subject. */
export function dayWords({ start_time }: Pick<Timed, 'start_time'>, zone: string, language = siteLanguage): string {
  return weekdayAndShortDay(dayInZone(start_time, zone), localeOf(language))
}

/** "Friday, July 4, 2025, 6:00 PM" */
export function beginWords(start: Instant, { all_day }: Pick<Timed, 'all_day'>, zone: string): string {
  const day = longDay(dayInZone(start, zone))
  return all_day ? day : `${day}, ${clockTime(start, zone)}`
}

/** Returns the time in the reader's own zone, or null if it is the same: "7:00 PM – 8:00 PM EDT", "Jul 5, 1:00 AM – 2:00 AM GMT+2". */
export function ownTimeWords(event: Timed, zone: string, own: string): string | null {
  if (event.all_day || zone === own) return null
  if (clocks(event, zone) === clocks(event, own)) return null
  const [first, last] = daysOf(event, own)
  const isSameDay = [...daysOf(event, zone), last].every((day) => day === first)
  const words = `${timeWords(event, own)} ${zoneName(event.start_time, own)}`
  // The words already name the days if there are two.
  return isSameDay || first !== last ? words : `${shortDay(first)}, ${words}`
}

/** Returns the local start and end, to compare zones. */
function clocks({ start_time, end_time }: Timed, zone: string): string {
  return [start_time, end_time].map((instant) => `${dayInZone(instant, zone)} ${timeInZone(instant, zone)}`).join()
}

/** Writes name and address in one line; empty if there are none. */
export function placeWords({
  location_name,
  location,
}: {
  location_name: string | null
  location: string | null
}): string {
  return location_name && location ? `${location_name}, ${location}` : location_name || location || ''
}

/** Returns the first and last day of an event; one that ends at midnight does not include the next day. */
export function daysOf({ start_time, end_time }: Timed, zone: string): [string, string] {
  const first = dayInZone(start_time, zone)
  const last = dayInZone(new Date(end_time).getTime() - 1, zone)
  return [first, [first, last].sort()[1] as string]
}
