import { LRUCache } from 'lru-cache'
import { contentLine } from '#domain/ical-lines.ts'
import { type Change, changeBefore, stamp, TABLE_END, utcTime, type Zone } from './zone.ts'

/** All times of the feed in this zone lie in this span; `to` is null when an event repeats without end. */
export interface Span {
  from: number
  to: number | null
}

/**
 * Writes the zone's rules for the span (RFC 5545 §3.6.5). Transitions that recur every year on the same weekday become one
 * rule, so a current zone of America or Europe has two; others are listed one by one.
 */
export function vtimezone(zone: Zone, { from, to }: Span): string {
  const first = changeBefore(zone, from)
  const last = to === null ? zone.changes.length : changeBefore(zone, to) + 1
  const key = `${zone.name} ${first} ${to === null ? 'open' : last}`
  const cached = components.get(key)
  if (cached) return cached
  const runs = runsOf(zone.changes.slice(Math.max(first, 0), last).map(onsetOf))
  const begin = first === -1 ? beginning(zone) : ''
  const observances = runs.map((run) => observance(zone, run, to === null)).join('')
  const made = `BEGIN:VTIMEZONE\r\n${contentLine(`TZID:${zone.name}`)}${begin}${observances}END:VTIMEZONE\r\n`
  components.set(key, made)
  return made
}

/** Making one takes as long as writing hundreds of events, and nearly all calendars need the same few. */
const components = new LRUCache<string, string>({ max: 200 })

/** The offset before the first listed transition. */
function beginning({ name, first }: Zone): string {
  return component(first, first, nameAt(name, 0), 'DTSTART:19700101T000000\r\n')
}

/** A change as the clock that is about to change shows it. */
interface Onset extends Change {
  year: number
  month: number
  day: number
  weekday: number
  /** In its month, after this day. */
  daysLeft: number
  /** The same for all changes that one rule may describe. */
  kind: string
}

function onsetOf(change: Change): Onset {
  const { at, before, after } = change
  const wall = new Date((at + before) * 1000)
  const [year, month, day, weekday] = [
    wall.getUTCFullYear(),
    wall.getUTCMonth() + 1,
    wall.getUTCDate(),
    wall.getUTCDay(),
  ]
  const daysLeft = new Date(Date.UTC(year, month, 0)).getUTCDate() - day
  const kind = [before, after, month, weekday, (at + before) % 86_400].join()
  return { ...change, year, month, day, weekday, daysLeft, kind }
}

/** Changes of one kind in years that follow one another, and the days of the month between which they lie. */
interface Run {
  first: Onset
  last: Onset
  low: number
  high: number
  isInLastWeek: boolean
}

/** In order of their first change. */
function runsOf(onsets: readonly Onset[]): Run[] {
  const runs: Run[] = []
  const open = new Map<string, Run>()
  for (const onset of onsets) {
    const run = open.get(onset.kind)
    const longer = run && onset.year === run.last.year + 1 ? joined(run, onset) : null
    if (run && longer && dayRule(longer) !== null) {
      Object.assign(run, longer)
      continue
    }
    const isInLastWeek = onset.daysLeft < 7
    const started = { first: onset, last: onset, low: onset.day, high: onset.day, isInLastWeek }
    runs.push(started)
    open.set(onset.kind, started)
  }
  return runs
}

function joined(run: Run, onset: Onset): Run {
  return {
    first: run.first,
    last: onset,
    low: Math.min(run.low, onset.day),
    high: Math.max(run.high, onset.day),
    isInLastWeek: run.isInLastWeek && onset.daysLeft < 7,
  }
}

/** "The second Sunday", "the last Sunday", "the Sunday from the 2nd to the 8th"; null when it is none of these. */
function dayRule({ first, low, high, isInLastWeek }: Run): string | null {
  const weekday = WEEKDAYS[first.weekday]
  if (isInLastWeek) return `BYDAY=-1${weekday}`
  const week = Math.ceil(low / 7)
  if (week === Math.ceil(high / 7)) return `BYDAY=${week}${weekday}`
  if (high - low > 6) return null
  // Seven days hold each weekday once. Over a few years several sevens fit, over many only the law's.
  const days = Array.from({ length: 7 }, (_, index) => Math.max(1, high - 6) + index)
  return `BYMONTHDAY=${days.join()};BYDAY=${weekday}`
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** A rule that holds to the end of the table goes on after it, if anything does. */
function observance({ name }: Zone, run: Run, goesOn: boolean): string {
  const { first, last } = run
  const isOpen = goesOn && TABLE_END - last.at < YEAR_AND_A_DAY
  const until = isOpen ? '' : `;UNTIL=${utcTime(last.at)}`
  const rule = first === last ? '' : contentLine(`RRULE:FREQ=YEARLY;BYMONTH=${first.month};${dayRule(run)}${until}`)
  const start = `DTSTART:${stamp(first.at + first.before)}\r\n`
  return component(first.before, first.after, nameAt(name, first.at), start + rule)
}

const YEAR_AND_A_DAY = 367 * 86_400

function component(before: number, after: number, name: string, when: string): string {
  const kind = after > before ? 'DAYLIGHT' : 'STANDARD'
  return (
    `BEGIN:${kind}\r\nTZOFFSETFROM:${offsetText(before)}\r\nTZOFFSETTO:${offsetText(after)}\r\n` +
    `${contentLine(`TZNAME:${name}`)}${when}END:${kind}\r\n`
  )
}

/** -0500, and seconds where a clock has them. */
function offsetText(offset: number): string {
  const seconds = Math.abs(offset)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const digits = parts.map((part) => String(part).padStart(2, '0')).join('')
  return (offset < 0 ? '-' : '+') + digits.replace(/00$/, '')
}

function nameAt(zone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }).formatToParts(at * 1000)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
