import { addDays, type Day, dayInZone, instantAt, isDay, timeInZone } from '../dates.ts'
import { ruleDays } from '../recurrence/expand.ts'
import { parseRule } from '../recurrence/rule.ts'
import { isCalendarZone, otherTimeZones, usTimeZones } from '../time-zones.ts'
import { type Component, propertyOf } from './components.ts'
import { windowsZones } from './windows-zones.ts'

/** Returns the zone of a TZID around a day, by a name that the database knows, or null. */
export type FindZone = (tzid: string, around: Day) => string | null

/** Limits comparisons with all zones of the world, which are slow; a real file needs one or two. */
const COMPARED_MAX = 20

/** `home` is the calendar's zone, preferred among zones with the same time. */
export function zoneFinder(calendar: Component, home: string): FindZone {
  const defined = new Map(
    calendar.components
      .filter(({ name }) => name === 'VTIMEZONE')
      .map((zone) => [propertyOf(zone, 'TZID')?.value.trim() ?? '', zone]),
  )
  const known = new Map<string, string | null>()
  const compared = new Map<string, string | null>()

  return (tzid, around) => {
    const name = tzid.trim()
    const definition = defined.get(name)
    if (!known.has(name)) {
      const elsewhere = definition && propertyOf(definition, 'X-LIC-LOCATION')?.value.trim()
      known.set(name, namedZone(name) ?? (elsewhere ? namedZone(elsewhere) : null))
    }
    const byName = known.get(name)
    if (byName || !definition) return byName ?? null
    const key = `${name} ${around.slice(0, 4)}`
    if (!compared.has(key) && compared.size < COMPARED_MAX) compared.set(key, sameClock(definition, around, home))
    return compared.get(key) ?? null
  }
}

/** Finds a zone by its IANA name, also after a prefix such as /citadel.org/20250101_1/, by an old name, or by its Windows name. */
function namedZone(name: string): string | null {
  if (isCalendarZone(name)) return name
  if (/^(etc\/)?(utc|gmt|z|zulu|universal)$/i.test(name)) return 'UTC'
  const behind = /(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[\w+/-]+$/.exec(
    name,
  )
  if (behind && isCalendarZone(behind[0])) return behind[0]
  const windows = windowsZones[name]
  if (windows) return windows
  // US/Eastern and the like.
  if (!/^[A-Z]\w*\/[\w/]+$/.test(name)) return null
  try {
    const resolved = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
    return isCalendarZone(resolved) ? resolved : null
  } catch {
    return null
  }
}

/** Finds a zone that has the offsets of the definition in the middle of each month of the year. */
function sameClock(definition: Component, around: Day, home: string): string | null {
  const year = Number(around.slice(0, 4))
  const months = Array.from(
    { length: 12 },
    (_, month) => `${around.slice(0, 4)}-${String(month + 1).padStart(2, '0')}-15`,
  )
  const changes = changesUpTo(definition, year)
  const offsets = months.map((day) => changes.findLast((change) => change.day <= day)?.offset ?? changes[0]?.offset)
  if (offsets.some((offset) => offset === undefined)) return null
  const candidates = [home, ...usTimeZones, ...otherTimeZones()]
  return candidates.find((zone) => months.every((day, month) => offsetAtNoon(day, zone) === offsets[month])) ?? null
}

/** Returns the offset changes of two years in order: the day, and the offset in minutes from then on. */
function changesUpTo(definition: Component, year: number): { day: Day; offset: number }[] {
  const from = `${year - 1}-01-01`
  const last = `${year}-12-31`
  const changes = definition.components.flatMap((observance) => {
    const offset = minutesOf(propertyOf(observance, 'TZOFFSETTO')?.value ?? '')
    const starts = dayOf(propertyOf(observance, 'DTSTART')?.value ?? '')
    if (offset === null || !starts) return []
    const rrule = propertyOf(observance, 'RRULE')?.value
    const { rule } = rrule ? parseRule(rrule, { startsAt: '02:00', zone: 'UTC' }) : { rule: null }
    const days = rule ? [...ruleDays({ ...rule, until: earlier(rule.until, last) }, starts, from)] : [starts]
    return days.filter((day) => day <= last).map((day) => ({ day, offset }))
  })
  return changes.sort((one, other) => (one.day < other.day ? -1 : 1))
}

function earlier(day: Day | null, other: Day): Day {
  return day !== null && day < other ? day : other
}

function offsetAtNoon(day: Day, zone: string): number {
  const noon = instantAt(day, '12:00', 'UTC')
  const [hours = 0, minutes = 0] = timeInZone(noon, zone).split(':').map(Number)
  const there = dayInZone(noon, zone)
  return (hours - 12) * 60 + minutes + (there === day ? 0 : there === addDays(day, 1) ? 1440 : -1440)
}

/** -0500 */
function minutesOf(offset: string): number | null {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)(?:\d\d)?$/.exec(offset.trim()) ?? []
  if (hours === undefined) return null
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

function dayOf(value: string): Day | null {
  const day = `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6, 8)}`
  return isDay(day) ? day : null
}
