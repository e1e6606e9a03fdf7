import { plainDay, weekdayNames } from '../date-words.ts'
import type { Day } from '../dates.ts'
import { choiceOfRule, ordinalOf, type RepeatChoice } from './choice.ts'
import type { Rule } from './rule.ts'

// "Every 2 weeks on Tuesday and Thursday, until July 4, 2025"

export function ruleWords(rule: Rule, day: Day): string {
  const choice = choiceOfRule(rule, day)
  return `${everyWords(choice)}${onWords(choice, day)}${endWords(choice)}`
}

const units = { day: 'day', week: 'week', month: 'month', year: 'year' }

function everyWords({ kind, interval }: RepeatChoice): string {
  if (kind === 'custom' || kind === 'never') return 'Repeats'
  return interval === 1 ? `Every ${units[kind]}` : `Every ${interval} ${units[kind]}s`
}

function onWords(choice: RepeatChoice, day: Day): string {
  const names = weekdayNames('long')
  if (choice.kind === 'week') return ` on ${listWords(choice.weekdays.map((weekday) => names[weekday] ?? ''))}`
  if (choice.kind === 'month') return ` on ${monthlyWords(choice.monthly, day)}`
  return choice.kind === 'year' ? ` on ${plainDay(day).replace(/, \d+$/, '')}` : ''
}

/** "day 15", "the second Tuesday", "the last Tuesday" */
export function monthlyWords(way: RepeatChoice['monthly'], day: Day): string {
  if (way === 'date') return `day ${Number(day.slice(8))}`
  const name = weekdayNames('long')[new Date(`${day}T00:00Z`).getUTCDay()]
  return `the ${way === 'last' ? 'last' : ordinalWords[ordinalOf(day) - 1]} ${name}`
}

const ordinalWords = ['first', 'second', 'third', 'fourth', 'fifth']

function endWords({ ends, until, count }: RepeatChoice): string {
  if (ends === 'on') return `, until ${plainDay(until)}`
  return ends === 'after' ? `, ${count === 1 ? 'once' : `${count} times`}` : ''
}

function listWords(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
