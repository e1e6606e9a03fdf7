import { type Day, type Days, type Month, midnightUtc, timeInZone } from './dates.ts'
import { localeOf } from './languages.ts'
import { siteLanguage } from './site-language.ts'

// Dates and times as people read them. The names of days and months are written here because the first use of Intl takes a slow
// phone 0.15 s; only what few pages show is formatted by Intl.

const LOCALE = localeOf(siteLanguage)

type Names = { weekdays: string[]; months: string[]; shortMonths: string[]; halves: [string, string] }

const english: Names = {
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  months: 'January February March April May June July August September October November December'.split(' '),
  shortMonths: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
  halves: ['AM', 'PM'],
}
const spanish: Names = {
  weekdays: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
  months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
  shortMonths: 'ene feb mar abr may jun jul ago sept oct nov dic'.split(' '),
  halves: ['a.m.', 'p.m.'],
}

const isSpanish = (locale: string) => locale.startsWith('es')
const namesIn = (locale: string) => (isSpanish(locale) ? spanish : english)

/** "Friday, July 4, 2025" */
export function longDay(day: Day, locale = LOCALE): string {
  return `${weekdayOf(day, locale)}, ${plainDay(day, locale)}`
}

/** "July 4, 2025" */
export function plainDay(day: Day, locale = LOCALE): string {
  const { date, month, year } = partsOf(day)
  const name = namesIn(locale).months[month]
  return isSpanish(locale) ? `${date} de ${name} de ${year}` : `${name} ${date}, ${year}`
}

/** "Jul 4" */
export function shortDay(day: Day, locale = LOCALE): string {
  const { date, month } = partsOf(day)
  const name = namesIn(locale).shortMonths[month]
  return isSpanish(locale) ? `${date} ${name}` : `${name} ${date}`
}

/** "Fri, Jul 4" */
export function weekdayAndShortDay(day: Day, locale = LOCALE): string {
  const weekday = weekdayOf(day, locale).slice(0, 3)
  return isSpanish(locale) ? `${weekday} ${shortDay(day, locale)}` : `${weekday}, ${shortDay(day, locale)}`
}

/** "Jul", 4 and "Fri", for a tile. */
export function tileWords(day: Day, locale = LOCALE): { month: string; date: number; weekday: string } {
  const { date, month } = partsOf(day)
  return { month: namesIn(locale).shortMonths[month] as string, date, weekday: weekdayOf(day, locale).slice(0, 3) }
}

/** "July 2025" */
export function monthName(of: Month, locale = LOCALE): string {
  const { month, year } = partsOf(`${of}-01`)
  const name = namesIn(locale).months[month]
  return isSpanish(locale) ? `${name} de ${year}` : `${name} ${year}`
}

/** "Nov 15 – 21, 2026" */
export function dayRange({ first, last }: Days, locale = LOCALE): string {
  const format = formatter(locale, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })
  return plainSpaces(format.formatRange(midnightUtc(first), midnightUtc(last)))
}

/** "Sun 15" */
export function weekdayAndDate(day: Day, locale = LOCALE): string {
  return `${weekdayOf(day, locale).slice(0, 3)} ${partsOf(day).date}`
}

/** Starts with Sunday unless given another first weekday. */
export function weekdayNames(style: 'long' | 'short' = 'long', firstWeekday = 0, locale = LOCALE): string[] {
  const { weekdays } = namesIn(locale)
  const names = [...weekdays.slice(firstWeekday), ...weekdays.slice(0, firstWeekday)]
  return style === 'long' ? names : names.map((name) => name.slice(0, 3))
}

/** "9:00 AM" in the zone. */
export function clockTime(instant: Date | string | number, zone: string, locale = LOCALE): string {
  const [hour = '', minute] = timeInZone(instant, zone).split(':')
  const [morning, evening] = namesIn(locale).halves
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? morning : evening}`
}

/** "6:30p", "9a": as little as tells a time. */
export function briefTime(instant: Date | string | number, zone: string): string {
  const [hour = '', minute] = timeInZone(instant, zone).split(':')
  return `${Number(hour) % 12 || 12}${minute === '00' ? '' : `:${minute}`}${Number(hour) < 12 ? 'a' : 'p'}`
}

/** "9:00 AM – 5:00 PM" */
export function clockRange(start: Date | string | number, end: Date | string | number, zone: string, locale = LOCALE) {
  return `${clockTime(start, zone, locale)} – ${clockTime(end, zone, locale)}`
}

/** Returns the zone's short name at an instant, such as "EDT". */
export function zoneName(instant: Date | string | number, zone: string, locale = LOCALE): string {
  const parts = formatter(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(new Date(instant))
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
}

function weekdayOf(day: Day, locale: string): string {
  return namesIn(locale).weekdays[midnightUtc(day).getUTCDay()] as string
}

/** Counts months from 0, as the lists of names do. */
function partsOf(day: Day) {
  const at = midnightUtc(day)
  return { date: at.getUTCDate(), month: at.getUTCMonth(), year: at.getUTCFullYear() }
}

/** Replaces special spaces: engines disagree on those around a dash, and the server's text must equal the browser's. */
function plainSpaces(text: string): string {
  return text.replace(/[\u00a0\u2009\u202f]/g, ' ')
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const format = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, format)
  return format
}
