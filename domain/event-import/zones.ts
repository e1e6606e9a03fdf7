import { addDays, type Day, dayInZone, instantAt, isDay, timeInZone } from '../dates.ts'
import { IMPORT_FILE_ZONE_RULES_MAX, IMPORT_ZONE_RULES_MAX } from '../limits.ts'
import { ruleDays, type Spend } from '../recurrence/expand.ts'
import { parseRule, type Rule } from '../recurrence/rule.ts'
import { isCalendarZone, otherTimeZones, usTimeZones } from '../time-zones.ts'
import { type Component, propertyOf } from './components.ts'
import { windowsZones } from './windows-zones.ts'
import { TooMuchWork, workOf } from './work.ts'

/** Returns the zone of a TZID around a day, by a name that the database knows, or null. */
export type FindZone = (tzid: string, around: Day) => string | null

/** Limits comparisons with all zones of the world, which are slow; a real file needs one or two. */
const COMPARED_MAX = 20

/** `home` is the calendar's zone, preferred among zones with the same time. */
export function zoneFinder(calendar: Component, home: string, spend: Spend): FindZone {
  const defined = new Map(
    calendar.components
      .filter(({ name }) => name === 'VTIMEZONE')
      .map((zone) => [propertyOf(zone, 'TZID')?.value.trim() ?? '', zone]),
  )
  const known = new Map<string, string | null>()
  const compared = new Map<string, string | null>()
  const observances = new Map<string, Observance[]>()
  let rules = 0

  /** Reads a definition once, and only if its name is not enough. */
  const observancesOf = (name: string, definition: Component) => {
    const cached = observances.get(name)
    if (cached) return cached
    const read = readObservances(definition)
    rules += read.filter(({ rule }) => rule !== null).length
    if (rules > IMPORT_FILE_ZONE_RULES_MAX) throw new TooMuchWork()
    observances.set(name, read)
    return read
  }

  return (tzid, around) => {
    const name = tzid.trim()
    const definition = defined.get(name)
    if (!known.has(name)) {
      spend(workOf.zoneName)
      const elsewhere = definition && propertyOf(definition, 'X-LIC-LOCATION')?.value.trim()
      known.set(name, namedZone(name) ?? (elsewhere ? namedZone(elsewhere) : null))
    }
    const byName = known.get(name)
    if (byName || !definition) return byName ?? null
    const key = `${name} ${around.slice(0, 4)}`
    if (!compared.has(key) && compared.size < COMPARED_MAX)
      compared.set(key, sameClock(observancesOf(name, definition), around, home, spend))
    return compared.get(key) ?? null
  }
}

/** No name of a zone is longer. */
const NAME_MAX = 60

/** Finds a zone by its IANA name, also after a prefix such as /citadel.org/20250101_1/, by an old name, or by its Windows name. */
function namedZone(name: string): string | null {
  if (isCalendarZone(name)) return name
  if (/^(etc\/)?(utc|gmt|z|zulu|universal)$/i.test(name)) return 'UTC'
  const behind = /(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[\w+/-]+$/.exec(
    name.slice(-NAME_MAX),
  )
  if (behind && isCalendarZone(behind[0])) return behind[0]
  // A file may call its zone `constructor`.
  if (Object.hasOwn(windowsZones, name)) return windowsZones[name] as string
  // US/Eastern and the like.
  if (!/^[A-Z]\w*\/[\w/]+$/.test(name)) return null
  try {
    const resolved = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
    return isCalendarZone(resolved) ? resolved : null
  } catch {
    return null
  }
}

/** When an offset, in minutes, begins to hold: once, or by a rule. */
interface Observance {
  offset: number
  starts: Day
  rule: Rule | null
}

function readObservances(definition: Component): Observance[] {
  const read = definition.components.flatMap((observance): Observance[] => {
    const offset = minutesOf(propertyOf(observance, 'TZOFFSETTO')?.value ?? '')
    const starts = dayOf(propertyOf(observance, 'DTSTART')?.value ?? '')
    if (offset === null || !starts) return []
    const rrule = propertyOf(observance, 'RRULE')?.value
    return [{ offset, starts, rule: rrule ? parseRule(rrule, { startsAt: '02:00', zone: 'UTC' }).rule : null }]
  })
  if (read.filter(({ rule }) => rule !== null).length > IMPORT_ZONE_RULES_MAX) throw new TooMuchWork()
  return read
}

/** Finds a zone that has the offsets of the definition in the middle of each month of the year. */
function sameClock(observances: Observance[], around: Day, home: string, spend: Spend): string | null {
  const year = Number(around.slice(0, 4))
  const months = Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}-15`)
  const offsets = offsetsOn(months, year, observances, spend)
  if (offsets.some((offset) => offset === undefined)) return null
  const candidates = [home, ...usTimeZones, ...otherTimeZones()]
  return candidates.find((zone) => months.every((day, month) => offsetAtNoon(day, zone) === offsets[month])) ?? null
}

interface Change {
  day: Day
  offset: number
}

/**
 * Returns the offset on each of the days of a year, which are in order: that of the last change until then, or of the first
 * after. Changes are not listed: a rule can have hundreds. Every rule of a real clock takes effect at least once a year.
 */
function offsetsOn(days: Day[], year: number, observances: Observance[], spend: Spend): (number | undefined)[] {
  const [from, last] = [`${year - 1}-01-01`, `${year}-12-31`]
  const latest = days.map((): Change | null => null)
  let earliest: Change | null = null
  for (const { offset, starts, rule } of observances) {
    spend(days.length)
    const until = rule && earlier(rule.until, last)
    for (const day of rule && until ? ruleDays({ ...rule, until }, starts, from, spend) : [starts]) {
      if (day > last) continue
      if (!earliest || day < earliest.day) earliest = { day, offset }
      const next = days.findIndex((compared) => compared >= day)
      const before = latest[next]
      // The days after it have it from this one, below.
      if (next !== -1 && (!before || before.day <= day)) latest[next] = { day, offset }
    }
  }
  let current: Change | null = earliest
  return latest.map((change) => {
    current = change ?? current
    return current?.offset
  })
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
