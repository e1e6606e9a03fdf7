import { isTimeZone } from './dates.ts'
import { localeOf } from './languages.ts'
import { siteLanguage } from './site-language.ts'

const LOCALE = localeOf(siteLanguage)

/** The time zones of the United States, the most common first. */
export const usTimeZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Detroit',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Boise',
  'America/Juneau',
  'America/Sitka',
  'America/Nome',
  'America/Adak',
  'America/Puerto_Rico',
  'Pacific/Guam',
] as const

/** Returns the other zones that the platform knows, by regional names only: the database refuses others. */
export function otherTimeZones(): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return known.filter((zone) => isRegional(zone) && !usTimeZones.some((ours) => ours === zone))
}

/** Returns whether a calendar may have this zone. */
export function isCalendarZone(zone: string): boolean {
  return isRegional(zone) && isTimeZone(zone)
}

/** "Eastern Time (New York)", as people call it; where there is no such name, "Guam". */
export function zoneLabel(zone: string, locale: string = LOCALE): string {
  const key = `${locale} ${zone}`
  const label = labels.get(key) ?? makeLabel(zone, locale)
  labels.set(key, label)
  return label
}

/** A formatter takes a millisecond to make. */
const labels = new Map<string, string>()

function makeLabel(zone: string, locale: string): string {
  const city = cityOf(zone)
  if (!isTimeZone(zone) || zone === 'UTC') return city
  const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'longGeneric' })
  const name = format.formatToParts(NAMED_AT).find((part) => part.type === 'timeZoneName')?.value ?? ''
  // Places without a name of their own are called "Guam Time" or "GMT+03:00".
  const isBare = /^$|^(GMT|UTC)|^[+-]\d/.test(name) || name.toLowerCase().includes(city.toLowerCase())
  return isBare ? city : `${name.charAt(0).toUpperCase()}${name.slice(1)} (${city})`
}

/** Names of zones have changed over the years. A fixed day, so that server and browser agree. */
const NAMED_AT = new Date('2026-01-15T12:00:00Z')

/** "Berlin (Europe)", for a list of hundreds. */
export function zoneInList(zone: string): string {
  const region = zone.split('/')[0]
  return region === zone ? zone : `${cityOf(zone)} (${region})`
}

function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

function isRegional(zone: string): boolean {
  return (
    zone === 'UTC' || /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//.test(zone)
  )
}
