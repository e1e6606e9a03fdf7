import { newRule, type Rule, type RuleDay } from '../recurrence/rule.ts'
import { DATE } from './dates.ts'
import { type Found, type Rest, take, takeFirst } from './rest.ts'
import { anyOf, NUMBER, numberOf, ordinals, pluralWeekday, units, WEEKDAY, weekdayNamed } from './words.ts'

// Reads how often an event repeats: "every other Friday", "Mon/Wed/Fri", "el segundo martes de cada mes".

export interface FoundRepeat {
  rule: Rule
  /** The other rule that may be meant. */
  instead?: Rule
}

const BETWEEN = '(?:,? ?(?:and|y|&|\\+) ?|, ?| ?/ ?| ?- ?| (?:a|to|thru|through) | )(?:los |el )?'
const WEEKDAYS = `${WEEKDAY}(?:${BETWEEN}${WEEKDAY})*`
const ORDINAL = `\\b${anyOf(ordinals)}\\b`
const ORDINALS = `${ORDINAL}(?:(?:,? (?:and|y) | ?& ?|, ?| ?/ ?)(?:el )?${ORDINAL})*`
const EVERY = '\\b(?:every|each|cada|todos los|todas las)'

const dateOfMonth =
  /\b(?:(?:on )?(?:the |el )?(?:dia )?(?<date>\d{1,2})(?:st|nd|rd|th)? (?:of|de) (?:each|every|the|cada) (?:month|mes)|(?:every month|monthly|cada mes) (?:on )?(?:the|el)(?: dia)? (?<dated>\d{1,2})(?:st|nd|rd|th)?)\b/g
const weekdayOfMonth = new RegExp(
  `\\b(?<every>(?:every|each|cada|los) )?(?:on )?(?:the |el )?(?<ordinals>${ORDINALS}) (?<weekday>${WEEKDAY})(?<month>(?: of| in| del?)?(?: the| each| every| a| cada)? (?:month|mes)\\b)?`,
  'g',
)
const every = new RegExp(
  `${EVERY} (?:(?<other>other|otro|otra|second(?= week| month| day| year)) |(?<count>${NUMBER}) )?(?:(?<unit>${anyOf(units)})\\b(?:,? (?:on |el |los )?(?<on>${WEEKDAYS}))?|(?<workdays>weekdays?\\b)|(?:los )?(?<weekdays>${WEEKDAYS}))`,
  'g',
)
const yearly = new RegExp(`${EVERY} (?:year|ano)(?:,? (?:on |el ))?(?=${DATE})|${EVERY} (?=${DATE})`, 'g')
const biweekly = new RegExp(`\\b(?:biweekly|quincenal)(?:,? (?:on )?(?<on>${WEEKDAYS}))?`, 'g')
const plain = new RegExp(
  `\\b(?<los>los |de (?=${WEEKDAY} a ))?(?:on )?(?<weekdays>${WEEKDAYS})(?<parts> (?=(?:mornings|afternoons|evenings|nights)\\b))?`,
  'g',
)
/** "Crafts, 1 p.m. first Wednesday": at the beginning it is a name, like "First Friday Art Walk". */
const lastWords = new RegExp(
  `(?<=[^|] ?)\\b(?<ordinals>${ORDINAL}) (?<weekday>${WEEKDAY})(?= ?(?:$|[|,(]| at | from | in |@| \\d))`,
  'g',
)
const letters = /\b(?:(?:on )?(?<letters>m\/w\/f|mwf|m\/w|mw|t\/th|tu\/th|tth|m-f|m-th))\b/g
const lettersMeant: Record<string, number[]> = {
  ...{ 'm/w/f': [1, 3, 5], mwf: [1, 3, 5], 'm/w': [1, 3], mw: [1, 3] },
  ...{ 't/th': [2, 4], 'tu/th': [2, 4], tth: [2, 4], 'm-f': [1, 2, 3, 4, 5], 'm-th': [1, 2, 3, 4] },
}
const workdays = [1, 2, 3, 4, 5]

export function takeRepeat(rest: Rest): FoundRepeat | null {
  return takeFirst<FoundRepeat>(rest, [
    [dateOfMonth, ({ date, dated }) => sure(newRule('MONTHLY', { byMonthDay: [Number(date ?? dated)] }))],
    [weekdayOfMonth, monthly],
    [yearly, () => sure(newRule('YEARLY'))],
    [every, everyRule],
    [biweekly, ({ on }) => sure(newRule('WEEKLY', { interval: 2, byDay: on ? ruleDays(weekdaysIn(on)) : [] }))],
    [/\b(?:(?:on )?weekdays|entre semana)\b/g, () => sure(weekly(workdays))],
    [letters, ({ letters = '' }) => proposed(lettersMeant[letters] as number[])],
    [lastWords, (found) => orOnce(monthly({ ...found, month: 'each' }))],
    [plain, plainWeekdays],
    [/\b(?:daily|diariamente|a diario)\b/g, () => sure(newRule('DAILY'))],
  ])
}

const sure = (rule: Rule): FoundRepeat => ({ rule })
const ruleDays = (weekdays: number[]): RuleDay[] => weekdays.map((weekday) => ({ weekday, ordinal: null }))
const weekly = (weekdays: number[], interval = 1) =>
  newRule('WEEKLY', { interval, byDay: ruleDays(weekdays), weekStart: interval > 1 ? 0 : 1 })

function monthly({ every, ordinals: named = '', weekday = '', month }: Found): FoundRepeat | null {
  const counts = named.match(new RegExp(ORDINAL, 'g')) ?? []
  const isRepeated = every || month || counts.length > 1 || pluralWeekday.test(weekday)
  if (!isRepeated) return null
  const byDay = counts.map((count) => ({ weekday: weekdayNamed(weekday), ordinal: ordinals[count] as number }))
  return sure(newRule('MONTHLY', { byDay }))
}

const orOnce = (found: FoundRepeat | null): FoundRepeat | null =>
  found && { ...found, instead: { ...found.rule, count: 1 } }

function everyRule({ other, count, unit, on, workdays: isWorkdays, weekdays = '' }: Found): FoundRepeat | null {
  const interval = other ? 2 : count ? numberOf(count) : 1
  if (interval < 1) return null
  if (isWorkdays) return sure(weekly(workdays))
  if (on) return sure(weekly(weekdaysIn(on), interval))
  return sure(unit ? newRule(units[unit] ?? 'WEEKLY', { interval }) : weekly(weekdaysIn(weekdays), interval))
}

/** One weekday repeats in the plural only: "Thursdays", "los jueves". Several are proposed as a series. */
function plainWeekdays({ los, weekdays = '', parts }: Found): FoundRepeat | null {
  const named = weekdaysIn(weekdays)
  if (los || parts || pluralWeekday.test(weekdays)) return sure(weekly(named))
  return named.length > 1 ? proposed(named) : null
}

/** Friday to Sunday is more often this weekend than every weekend. */
function proposed(weekdays: number[]): FoundRepeat {
  const always = weekly(weekdays)
  const once: Rule = { ...always, count: weekdays.length }
  const isWeekend = weekdays.every((weekday) => [5, 6, 0].includes(weekday))
  return isWeekend ? { rule: once, instead: always } : { rule: always, instead: once }
}

function weekdaysIn(text: string): number[] {
  const named = (text.match(new RegExp(WEEKDAY, 'g')) ?? []).map(weekdayNamed)
  const [first = 0, last = first] = named
  const isRange = named.length === 2 && / ?- ?| (?:a|to|thru|through) /.test(text)
  if (isRange) return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, more) => (first + more) % 7)
  return [...new Set(named)]
}

const times = new RegExp(
  `\\b(?:for|por|durante) (?:(?:the )?next )?(?<count>${NUMBER}) (?:weeks|months|days|sessions|times|classes|semanas|meses|dias|sesiones|veces|clases)\\b`,
  'g',
)

/** Returns how often: two days a week for 8 weeks are 16. */
export function takeCount(rest: Rest, rule: Rule): number | null {
  const aWeek = rule.frequency === 'WEEKLY' ? Math.max(rule.byDay.length, 1) : 1
  return take(rest, times, ({ count = '' }, whole) => numberOf(count) * (/weeks|semanas/.test(whole) ? aWeek : 1))
}

export const ENDING = 'until|till?|thru|through|hasta|ending|ends'
export const STARTING = 'starting|beginning|from|a partir del?|desde|empezando'
