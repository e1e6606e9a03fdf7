import { isTimeZone } from './dates.ts'

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

/** "America/New York" */
export function zoneLabel(zone: string): string {
  return zone.replaceAll('_', ' ')
}

function isRegional(zone: string): boolean {
  return (
    zone === 'UTC' || /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//.test(zone)
  )
}
