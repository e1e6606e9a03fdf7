import { type Day, type Days, type Month, midnightUtc, offsetAt, timeInZone } from './dates.ts'
import { localeOf } from './languages.ts'
import { siteLanguage } from './site-language.ts'

// Dates and times as people read them. Intl knows the same words, but the first question to it takes a slow phone 0.15 s
// (docs/decisions/speed-public-pages.md); it is asked only for what few pages show.

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

/** Sunday first, unless another first day is asked for. */
export function weekdayNames(style: 'long' | 'short' = 'long', firstWeekday = 0, locale = LOCALE): string[] {
  const { weekdays } = namesIn(locale)
  const names = [...weekdays.slice(firstWeekday), ...weekdays.slice(0, firstWeekday)]
  return style === 'long' ? names : names.map((name) => name.slice(0, 3))
}

/** "9:00 AM", on the zone's clock */
export function clockTime(instant: Date | string | number, zone: string, locale = LOCALE): string {
  const [hour = '', minute] = timeInZone(instant, zone).split(':')
  const [morning, evening] = namesIn(locale).halves
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? morning : evening}`
}

/** "9:00 AM – 5:00 PM" */
export function clockRange(start: Date | string | number, end: Date | string | number, zone: string, locale = LOCALE) {
  return `${clockTime(start, zone, locale)} – ${clockTime(end, zone, locale)}`
}

/** "EDT": the zone's short name at an instant */
export function zoneName(instant: Date | string | number, zone: string, locale = LOCALE): string {
  const at = new Date(instant)
  const known = knownZoneName(at.getTime(), zone)
  if (known) return known
  const parts = formatter(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(at)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
}

/** The letter before ST and DT, and the minutes to Greenwich in winter. */
const american: Record<string, [letter: string, winter: number]> = {
  'America/New_York': ['E', -300],
  'America/Chicago': ['C', -360],
  'America/Denver': ['M', -420],
  'America/Phoenix': ['M', -420],
  'America/Los_Angeles': ['P', -480],
}
/** The United States have no words for these, in either language. */
const NAMELESS = /^(Africa|Asia|Australia|Europe|Indian)\//

/** What Intl says of most readers' zones, without asking it: who lives by another clock than a calendar sees theirs on it. */
function knownZoneName(at: number, zone: string): string | undefined {
  if (/^(Etc\/)?UTC$/.test(zone)) return 'UTC'
  const [letter, winter] = american[zone] ?? []
  if (!letter && !NAMELESS.test(zone)) return
  const minutes = offsetAt(at, zone) / 60_000
  if (letter) return `${letter}${minutes === winter ? 'S' : 'D'}T`
  // At Greenwich itself it depends on the language, and on whether they call it so there.
  if (minutes === 0) return
  const size = Math.abs(minutes)
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`
  return `GMT${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest}`
}

function weekdayOf(day: Day, locale: string): string {
  return namesIn(locale).weekdays[midnightUtc(day).getUTCDay()] as string
}

/** The month from 0, as names are counted. */
function partsOf(day: Day) {
  const at = midnightUtc(day)
  return { date: at.getUTCDate(), month: at.getUTCMonth(), year: at.getUTCFullYear() }
}

/** Engines disagree on the spaces around a dash; text rendered on the server must equal the browser's. */
function plainSpaces(text: string): string {
  return text.replace(/[\u00a0\u2009\u202f]/g, ' ')
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
