import { addDays, type Day, instantAt, type Time } from '../dates.ts'
import { ruleDays, type Spend } from './expand.ts'
import type { Rule } from './rule.ts'

/** The days of a series. */
export interface Recurrence {
  /** The first day of the rule. */
  startsOn: Day
  rule: Rule
  /** Extra days. */
  rdates: readonly Day[]
  /** Skipped days. */
  exdates: readonly Day[]
}

/** The local times on each day. */
export interface SeriesTimes {
  startsAt: Time
  endsAt: Time
  /** Days from start to end. Whole days last from 00:00 to 00:00 of the day after the last. */
  endDays: number
}

/** Returns the days in order from `from` to `to`, at most `max`. */
export function daysFrom(
  { startsOn, rule, rdates, exdates }: Recurrence,
  from: Day,
  max: number,
  to?: Day,
  spend?: Spend,
): Day[] {
  const skipped = new Set(exdates)
  const days: Day[] = []
  const extra = [...new Set(rdates)].filter((day) => day >= from).sort()
  const take = (day: Day) => {
    if (!skipped.has(day) && days.at(-1) !== day) days.push(day)
  }
  for (const day of ruleDays(rule, startsOn, from, spend)) {
    if (day < from) continue
    while (extra[0] !== undefined && extra[0] <= day) take(extra.shift() as Day)
    if ((to !== undefined && day > to) || days.length >= max) break
    take(day)
  }
  for (const day of extra) take(day)
  return days.filter((day) => to === undefined || day <= to).slice(0, max)
}

/**
 * Uses local time for both ends: what ends at 6:00 also ends at 6:00 in the night of a clock change. If the change skips the
 * end, the event lasts as long as on other days.
 */
export function occurrenceTimes(day: Day, { startsAt, endsAt, endDays }: SeriesTimes, zone: string) {
  const start = instantAt(day, startsAt, zone)
  const end = instantAt(addDays(day, endDays), endsAt, zone)
  if (end > start) return { start, end }
  const length = instantAt(addDays(day, endDays), endsAt, 'UTC').getTime() - instantAt(day, startsAt, 'UTC').getTime()
  return { start, end: new Date(start.getTime() + length) }
}
