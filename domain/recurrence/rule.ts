import { addDays, type Day, dayInZone, instantAt, isDay, type Time } from '../dates.ts'
import { EVENT_DAY_FIRST, EVENT_DAY_LAST } from '../limits.ts'
import type { RuleProblem } from '../texts/recurrence.ts'

// Reads and writes RRULE values (RFC 5545 §3.3.10) that repeat daily or less often. A rule is about days, so that UNTIL is the
// last day.

export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof frequencies)[number]

/** Sunday is 0, as in `weekdayOf`. */
export const weekdayCodes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const

/** `ordinal` is 2 for the second and -1 for the last; null means every. */
export interface RuleDay {
  weekday: number
  ordinal: number | null
}

export interface Rule {
  frequency: Frequency
  interval: number
  count: number | null
  until: Day | null
  byMonth: number[]
  byWeekNo: number[]
  byYearDay: number[]
  byMonthDay: number[]
  byDay: RuleDay[]
  bySetPos: number[]
  weekStart: number
}

export const COUNT_MAX = 1000
export const INTERVAL_MAX = 999
const RULE_MAX = 500

export function newRule(frequency: Frequency, more: Partial<Rule> = {}): Rule {
  const none = { count: null, until: null, byMonth: [], byWeekNo: [], byYearDay: [], byMonthDay: [], byDay: [] }
  return { frequency, interval: 1, ...none, bySetPos: [], weekStart: 1, ...more }
}

/** The start of the series, to convert an UNTIL that is an instant to the last day. */
export interface RuleContext {
  startsAt: Time
  zone: string
}

export type ParsedRule = { rule: Rule; problem: null } | { rule: null; problem: RuleProblem }

/** Accepts any case, parts in any order, and with `context` an UNTIL that is an instant. */
export function parseRule(text: string, context?: RuleContext): ParsedRule {
  const wrong = (problem: RuleProblem) => ({ rule: null, problem })
  const parts = text.toUpperCase().split(';').map(namedPart)
  const values = new Map(parts)
  const frequency = values.get('FREQ')
  if (['SECONDLY', 'MINUTELY', 'HOURLY'].includes(frequency ?? '')) return wrong('tooOften')
  if (['BYHOUR', 'BYMINUTE', 'BYSECOND'].some((name) => values.has(name))) return wrong('tooOften')
  if (values.has('COUNT') && values.has('UNTIL')) return wrong('twoEnds')
  if (text.length > RULE_MAX || values.size !== parts.length) return wrong('unreadable')
  if (!frequencies.some((known) => known === frequency)) return wrong('unreadable')

  const rule = newRule(frequency as Frequency)
  for (const [name, value] of values) {
    if (name !== 'FREQ' && !readers[name]?.(rule, value, context)) return wrong('unreadable')
  }
  if (!isAllowedCombination(rule)) return wrong('unreadable')
  return (rule.count ?? 0) > COUNT_MAX ? wrong('tooMany') : { rule, problem: null }
}

/** Writes the stored form: upper case, FREQ first, no default values, UNTIL as a day. */
export function formatRule(rule: Rule): string {
  return ruleText(rule, rule.until?.replaceAll('-', ''))
}

/** Writes the form of feeds: UNTIL is an instant in UTC, except for all-day events. */
export function feedRule(rule: Rule, { allDay, startsAt, zone }: RuleContext & { allDay: boolean }): string {
  if (allDay || rule.until === null) return formatRule(rule)
  const last = instantAt(rule.until, startsAt, zone).toISOString()
  return ruleText(rule, `${last.slice(0, 19).replace(/[-:]/g, '')}Z`)
}

function ruleText(rule: Rule, until: string | undefined): string {
  const days = rule.byDay.map(({ weekday, ordinal }) => `${ordinal ?? ''}${weekdayCodes[weekday]}`)
  const parts: [string, string | number | null | undefined][] = [
    ['FREQ', rule.frequency],
    ['INTERVAL', rule.interval === 1 ? null : rule.interval],
    ['COUNT', rule.count],
    ['UNTIL', until],
    ['BYMONTH', rule.byMonth.join()],
    ['BYWEEKNO', rule.byWeekNo.join()],
    ['BYYEARDAY', rule.byYearDay.join()],
    ['BYMONTHDAY', rule.byMonthDay.join()],
    ['BYDAY', days.join()],
    ['BYSETPOS', rule.bySetPos.join()],
    ['WKST', rule.weekStart === 1 ? null : weekdayCodes[rule.weekStart]],
  ]
  return parts.flatMap(([name, value]) => (value ? [`${name}=${value}`] : [])).join(';')
}

function namedPart(part: string): [string, string] {
  const [name = '', ...value] = part.split('=')
  return [name, value.join('=')]
}

/** Each sets a part of the rule and returns whether its value is valid. */
const readers: Record<string, (rule: Rule, value: string, context?: RuleContext) => boolean> = {
  INTERVAL: (rule, value) => {
    rule.interval = Number(value)
    return /^[1-9]\d{0,2}$/.test(value)
  },
  COUNT: (rule, value) => {
    rule.count = Number(value)
    return /^[1-9]\d{0,8}$/.test(value)
  },
  UNTIL: (rule, value, context) => {
    rule.until = untilDay(value, context)
    return rule.until !== null && rule.until >= EVENT_DAY_FIRST && rule.until <= EVENT_DAY_LAST
  },
  WKST: (rule, value) => {
    rule.weekStart = weekdayCodes.indexOf(value as 'SU')
    return rule.weekStart !== -1
  },
  BYDAY: (rule, value) => {
    rule.byDay = value.split(',').map(ruleDay)
    return rule.byDay.every(({ weekday, ordinal }) => weekday !== -1 && Math.abs(ordinal ?? 1) <= 53)
  },
  BYMONTH: (rule, value) => {
    rule.byMonth = ordinals(value)
    return isWithin(rule.byMonth, 12) && rule.byMonth.every((month) => month > 0)
  },
  BYMONTHDAY: (rule, value) => {
    rule.byMonthDay = ordinals(value)
    return isWithin(rule.byMonthDay, 31)
  },
  BYWEEKNO: (rule, value) => {
    rule.byWeekNo = ordinals(value)
    return isWithin(rule.byWeekNo, 53)
  },
  BYYEARDAY: (rule, value) => {
    rule.byYearDay = ordinals(value)
    return isWithin(rule.byYearDay, 366)
  },
  BYSETPOS: (rule, value) => {
    rule.bySetPos = ordinals(value)
    return isWithin(rule.bySetPos, 366)
  },
}

function ruleDay(text: string): RuleDay {
  const [, ordinal, code] = /^(-?[1-9]\d?)?([A-Z]{2})$/.exec(text.replace(/^\+/, '')) ?? []
  return { weekday: weekdayCodes.indexOf(code as 'SU'), ordinal: ordinal === undefined ? null : Number(ordinal) }
}

function ordinals(text: string): number[] {
  return text.split(',').map((number) => (/^[+-]?[1-9]\d{0,2}$/.test(number) ? Number(number) : 0))
}

function isWithin(numbers: number[], max: number): boolean {
  return numbers.every((number) => number !== 0 && Math.abs(number) <= max)
}

/** Refuses combinations that RFC 5545 forbids. */
function isAllowedCombination({ frequency, byDay, byMonth, byWeekNo, byYearDay, byMonthDay, bySetPos }: Rule): boolean {
  const hasOrdinals = byDay.some(({ ordinal }) => ordinal !== null)
  if (hasOrdinals && (frequency === 'DAILY' || frequency === 'WEEKLY' || byWeekNo.length > 0)) return false
  if (frequency === 'WEEKLY' && byMonthDay.length > 0) return false
  if (frequency !== 'YEARLY' && byYearDay.length + byWeekNo.length > 0) return false
  return (
    bySetPos.length === 0 || byDay.length + byMonth.length + byMonthDay.length + byYearDay.length + byWeekNo.length > 0
  )
}

/** Returns the last day whose start is not after UNTIL, which may be a day, a local time or an instant. */
function untilDay(text: string, context?: RuleContext): Day | null {
  const [, year, month, date, time, isUtc] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})(Z?))?$/.exec(text) ?? []
  const day = `${year}-${month}-${date}`
  if (!isDay(day)) return null
  if (time === undefined) return day
  if (!context) return null
  const clock = time.replace(/(..)(..)(..)/, '$1:$2:$3')
  if (!isUtc) return clock.slice(0, 5) >= context.startsAt.slice(0, 5) ? day : addDays(day, -1)
  const until = new Date(`${day}T${clock}Z`)
  if (Number.isNaN(until.getTime())) return null
  const there = dayInZone(until, context.zone)
  const begins = instantAt(there, context.startsAt, context.zone)
  return begins <= until ? there : addDays(there, -1)
}
