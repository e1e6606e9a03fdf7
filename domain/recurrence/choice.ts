import { type Day, lastDayOf, monthOf, weekdayOf } from '../dates.ts'
import { formatRule, newRule, type Rule } from './rule.ts'

// The repetition fields of the event form. A rule from an import that does not fit them is kept as custom.

export const repeatKinds = ['never', 'day', 'week', 'month', 'year', 'custom'] as const
export type RepeatKind = (typeof repeatKinds)[number]

/** `date`: on the 15th. `ordinal`: on the second Tuesday. `last`: on the last Tuesday. */
export const monthlyWays = ['date', 'ordinal', 'last'] as const
export type MonthlyWay = (typeof monthlyWays)[number]

export const repeatEnds = ['never', 'on', 'after'] as const
export type RepeatEnd = (typeof repeatEnds)[number]

export interface RepeatChoice {
  kind: RepeatKind
  interval: number
  /** 0 is Sunday. */
  weekdays: number[]
  monthly: MonthlyWay
  ends: RepeatEnd
  until: Day
  count: number
  /** A rule for which the form has no fields. */
  custom: string
}

export function noRepeat(day: Day): RepeatChoice {
  const ends = { ends: 'never', until: '', count: 10 } as const
  return { kind: 'never', interval: 1, weekdays: [weekdayOf(day)], monthly: 'date', ...ends, custom: '' }
}

/** Returns null for a single event. The day gives the meaning of "monthly" and "yearly". */
export function ruleOfChoice(choice: RepeatChoice, day: Day): Rule | null {
  const { kind, interval, ends, until, count } = choice
  const end = { count: ends === 'after' ? count : null, until: ends === 'on' ? until : null }
  switch (kind) {
    case 'day':
      return newRule('DAILY', { interval, ...end })
    case 'week': {
      const weekdays = choice.weekdays.length > 0 ? choice.weekdays : [weekdayOf(day)]
      const byDay = weekdays.toSorted((a, b) => a - b).map((weekday) => ({ weekday, ordinal: null }))
      // Weeks begin on Sunday, as in the month grid: "every second week" must mean what people see there.
      return newRule('WEEKLY', { interval, ...end, byDay, weekStart: interval > 1 ? 0 : 1 })
    }
    case 'month':
      return newRule('MONTHLY', { interval, ...end, ...monthlyPart(choice.monthly, day) })
    case 'year':
      return newRule('YEARLY', { interval, ...end })
    default:
      return null
  }
}

/** Returns null for an event that does not repeat. */
export function rruleOfChoice(choice: RepeatChoice, day: Day): string | null {
  if (choice.kind === 'custom') return choice.custom
  const rule = ruleOfChoice(choice, day)
  return rule && formatRule(rule)
}

export function choiceOfRule(rule: Rule, day: Day): RepeatChoice {
  const ends = rule.until !== null ? 'on' : rule.count !== null ? 'after' : 'never'
  const base = {
    ...noRepeat(day),
    interval: rule.interval,
    ends,
    until: rule.until ?? '',
    count: rule.count ?? 10,
  } as const
  const weekdays = rule.byDay.length > 0 ? rule.byDay.map(({ weekday }) => weekday) : base.weekdays
  const kinds: RepeatChoice[] = [
    { ...base, kind: 'day' },
    { ...base, kind: 'week', weekdays },
    ...monthlyWays.map((monthly): RepeatChoice => ({ ...base, kind: 'month', monthly })),
    { ...base, kind: 'year' },
  ]
  const same = kinds.find((choice) => isSameRule(ruleOfChoice(choice, day) as Rule, rule, day))
  return same ?? { ...base, kind: 'custom', custom: formatRule(rule) }
}

/** Returns the meanings of "monthly" for a day. Most months have no fifth Tuesday, so that one only counts as the last. */
export function monthlyWaysFor(day: Day): MonthlyWay[] {
  const isLast = Number(lastDayOf(monthOf(day)).slice(8)) - dateOf(day) < 7
  return [
    ...(['date'] as const),
    ...(ordinalOf(day) < 5 ? (['ordinal'] as const) : []),
    ...(isLast ? (['last'] as const) : []),
  ]
}

export function ordinalOf(day: Day): number {
  return Math.ceil(dateOf(day) / 7)
}

function monthlyPart(way: MonthlyWay, day: Day): Partial<Rule> {
  if (way === 'date') return { byMonthDay: [dateOf(day)] }
  return { byDay: [{ weekday: weekdayOf(day), ordinal: way === 'last' ? -1 : ordinalOf(day) }] }
}

/** Compares rules with their defaults filled in: "monthly" from the 15th is "monthly on the 15th". */
function isSameRule(rule: Rule, other: Rule, day: Day): boolean {
  return formatRule(withDefaults(rule, day)) === formatRule(withDefaults(other, day))
}

function withDefaults(rule: Rule, day: Day): Rule {
  const isOpen =
    rule.byMonth.length + rule.byMonthDay.length + rule.byDay.length + rule.byYearDay.length + rule.byWeekNo.length ===
    0
  const byDay = rule.byDay.toSorted((a, b) => a.weekday - b.weekday)
  const weekStart = rule.frequency === 'WEEKLY' && rule.interval > 1 ? rule.weekStart : 1
  const filled = { ...rule, byDay, weekStart }
  if (!isOpen) return filled
  if (rule.frequency === 'WEEKLY') return { ...filled, byDay: [{ weekday: weekdayOf(day), ordinal: null }] }
  return rule.frequency === 'MONTHLY' ? { ...filled, byMonthDay: [dateOf(day)] } : filled
}

function dateOf(day: Day): number {
  return Number(day.slice(8))
}
