import type { Day } from '../dates.ts'
import { ruleDays } from '../recurrence/expand.ts'
import { newRule, type Rule } from '../recurrence/rule.ts'
import type { FoundDay } from './dates.ts'
import type { FoundRepeat } from './repeats.ts'

// Puts together how an event repeats, from when and until when.

interface SeriesParts {
  repeat: FoundRepeat | null
  found: FoundDay | null
  until: Day | null
  count: number | null
  hasHours: boolean
  /** The first day that is possible. */
  from: Day
}

/** Returns null for an event that happens once. */
export function seriesOf({ repeat, found, until, count, hasHours, from }: SeriesParts) {
  const last = until ?? found?.last ?? null
  if (!repeat) return found?.last && hasHours ? { day: { ...found }, rule: newRule('DAILY', { until: last }) } : null
  const isSure = last !== null || count !== null || !repeat.instead
  const rule = last || count ? { ...endless(repeat), until: count ? null : last, count } : repeat.rule
  const begin = found?.day ?? from
  const first = ruleDays({ ...rule, interval: 1, count: null, until: null }, begin).next().value ?? begin
  const day = { day: first, ...(found?.instead && { instead: found.instead }) }
  return { day, rule, ...(!isSure && { instead: repeat.instead }) }
}

const endless = ({ rule, instead }: FoundRepeat): Rule => (instead?.count === null ? instead : rule)
