import { plainDay, weekdayNames } from '../date-words.ts'
import type { Day } from '../dates.ts'
import { localeOf } from '../languages.ts'
import { choiceOfRule, ordinalOf, type RepeatChoice } from './choice.ts'
import type { Rule } from './rule.ts'

// "Cada 2 semanas, los martes y jueves, hasta el 4 de julio de 2025"

const LOCALE = localeOf('es')

export function ruleWords(rule: Rule, day: Day): string {
  const choice = choiceOfRule(rule, day)
  return `${everyWords(choice)}${onWords(choice, day)}${endWords(choice)}`
}

const units = {
  day: ['Cada día', 'días'],
  week: ['Cada semana', 'semanas'],
  month: ['Cada mes', 'meses'],
  year: ['Cada año', 'años'],
} as const

function everyWords({ kind, interval }: RepeatChoice): string {
  if (kind === 'custom' || kind === 'never') return 'Se repite'
  const [one, several] = units[kind]
  return interval === 1 ? one : `Cada ${interval} ${several}`
}

function onWords(choice: RepeatChoice, day: Day): string {
  const names = weekdayNames('long', 0, LOCALE)
  if (choice.kind === 'week')
    return `, los ${listWords(choice.weekdays.map((weekday) => plural(names[weekday] ?? '')))}`
  if (choice.kind === 'month') return `, ${monthlyWords(choice.monthly, day)}`
  return choice.kind === 'year' ? `, el ${plainDay(day, LOCALE).replace(/ de \d+$/, '')}` : ''
}

/** "el día 15", "el segundo martes", "el último martes" */
export function monthlyWords(way: RepeatChoice['monthly'], day: Day): string {
  if (way === 'date') return `el día ${Number(day.slice(8))}`
  const name = weekdayNames('long', 0, LOCALE)[new Date(`${day}T00:00Z`).getUTCDay()]
  return `el ${way === 'last' ? 'último' : ordinalWords[ordinalOf(day) - 1]} ${name}`
}

const ordinalWords = ['primer', 'segundo', 'tercer', 'cuarto', 'quinto']

/** Weekdays that end in s have no other plural. */
function plural(weekday: string): string {
  return weekday.endsWith('s') ? weekday : `${weekday}s`
}

function endWords({ ends, until, count }: RepeatChoice): string {
  if (ends === 'on') return `, hasta el ${plainDay(until, LOCALE)}`
  return ends === 'after' ? `, ${count === 1 ? 'una vez' : `${count} veces`}` : ''
}

function listWords(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} y ${words.at(-1)}`
}
