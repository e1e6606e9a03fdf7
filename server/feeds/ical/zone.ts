// A zone's clock as a table of its changes, looked up once: an event then costs a search in a list, not a formatter. What
// is written with the table and the VTIMEZONE made from it always agree. Seconds since 1970, UTC.
import { LRUCache } from 'lru-cache'

export interface Change {
  /** When the clocks change. */
  at: number
  /** Seconds to add for the clock before and after. */
  before: number
  after: number
}

export interface Zone {
  name: string
  /** The offset before the first change. */
  first: number
  changes: readonly Change[]
}

const FROM = Date.UTC(1969, 0, 1) / 1000
/** Rules for later years are guesses; events may lie there, so the last rule goes on. */
export const TABLE_END = Date.UTC(2201, 0, 1) / 1000

const zones = new Map<string, Zone>()

export function zoneOf(name: string): Zone {
  const kept = zones.get(name)
  if (kept) return kept
  const zone = readZone(name)
  zones.set(name, zone)
  return zone
}

function readZone(name: string): Zone {
  let now = Temporal.Instant.fromEpochMilliseconds(FROM * 1000).toZonedDateTimeISO(name)
  const first = offsetOf(now)
  const changes: Change[] = []
  for (let before = first; ; ) {
    const next = now.getTimeZoneTransition('next')
    if (!next || next.epochMilliseconds >= TABLE_END * 1000) return { name, first, changes }
    const after = offsetOf(next)
    // Some transitions do not change the offset.
    if (after !== before) changes.push({ at: next.epochMilliseconds / 1000, before, after })
    before = after
    now = next
  }
}

function offsetOf(moment: Temporal.ZonedDateTime): number {
  return moment.offsetNanoseconds / 1e9
}

/** The index of the last change that is not after the instant, or -1. */
export function changeBefore({ changes }: Zone, instant: number): number {
  let low = 0
  let high = changes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((changes[middle] as Change).at <= instant) low = middle + 1
    else high = middle
  }
  return low - 1
}

export function offsetAt(zone: Zone, instant: number): number {
  return zone.changes[changeBefore(zone, instant)]?.after ?? zone.first
}

/** Returns whether this local time occurs twice because clocks are set back. Readers disagree on which of the two is meant. */
export function isTwice(zone: Zone, instant: number): boolean {
  const index = changeBefore(zone, instant)
  return repeats(zone.changes[index], instant) || repeats(zone.changes[index + 1], instant)
}

function repeats(change: Change | undefined, instant: number): boolean {
  if (!change) return false
  const hour = change.before - change.after
  return instant >= change.at - hour && instant < change.at + hour
}

/** 20250704T090000, on the zone's clock. */
export function localTime(zone: Zone, instant: number): string {
  return stamp(instant + offsetAt(zone, instant))
}

/** 20250704T140000Z */
export function utcTime(instant: number): string {
  return `${stamp(instant)}Z`
}

/** Written by hand: toISOString and two replaces took a third of making a feed. */
export function stamp(seconds: number): string {
  const whole = Math.floor(seconds)
  const days = Math.floor(whole / 86_400)
  const rest = whole - days * 86_400
  return `${dayStamp(days)}T${two(Math.floor(rest / 3600))}${two(Math.floor(rest / 60) % 60)}${two(rest % 60)}`
}

const stamps = new LRUCache<number, string>({ max: 4_000 })

/** Most events of a feed share their days with others. */
function dayStamp(days: number): string {
  const cached = stamps.get(days)
  if (cached) return cached
  const made = new Date(days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
  stamps.set(days, made)
  return made
}

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}
