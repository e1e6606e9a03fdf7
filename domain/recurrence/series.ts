import { addDays, type Day, instantAt, type Time } from '../dates.ts'
import { ruleDays } from './expand.ts'
import type { Rule } from './rule.ts'

/** On which days a series happens. */
export interface Recurrence {
  /** The first day that the rule may choose. */
  startsOn: Day
  rule: Rule
  /** Besides the rule. */
  rdates: readonly Day[]
  /** In spite of the rule. */
  exdates: readonly Day[]
}

/** When it happens on such a day, on the clock of its zone. */
export interface SeriesTimes {
  startsAt: Time
  endsAt: Time
  /** How many days after the start it ends. Whole days: 00:00 to 00:00 of the day after the last. */
  endDays: number
}

/** In order, from `from` on; at most `max`, none after `to`. */
export function daysFrom({ startsOn, rule, rdates, exdates }: Recurrence, from: Day, max: number, to?: Day): Day[] {
  const left = new Set(exdates)
  const days: Day[] = []
  const extra = [...new Set(rdates)].filter((day) => day >= from).sort()
  const take = (day: Day) => {
    if (!left.has(day) && days.at(-1) !== day) days.push(day)
  }
  for (const day of ruleDays(rule, startsOn, from)) {
    if (day < from) continue
    while (extra[0] !== undefined && extra[0] <= day) take(extra.shift() as Day)
    if ((to !== undefined && day > to) || days.length >= max) break
    take(day)
  }
  for (const day of extra) take(day)
  return days.filter((day) => to === undefined || day <= to).slice(0, max)
}

/**
 * Both on the wall clock: what ends at six in the morning ends at six also in the night of a clock change. Where the
 * change swallows the end, it lasts as long as on other days.
 */
export function occurrenceTimes(day: Day, { startsAt, endsAt, endDays }: SeriesTimes, zone: string) {
  const start = instantAt(day, startsAt, zone)
  const end = instantAt(addDays(day, endDays), endsAt, zone)
  if (end > start) return { start, end }
  const length = instantAt(addDays(day, endDays), endsAt, 'UTC').getTime() - instantAt(day, startsAt, 'UTC').getTime()
  return { start, end: new Date(start.getTime() + length) }
}
