import type { ParsedResult } from 'chrono-node'
import type { EventCategory } from '../../../domain/categories.ts'
import { addDays, type Day, type Time, weekdayOf } from '../../../domain/dates.ts'
import { endAfter } from '../../../domain/event-times.ts'
import type { EventDraft } from '../../../domain/events.ts'
import { monthlyWaysFor, noRepeat, ordinalOf, type RepeatChoice } from '../../../domain/recurrence/choice.ts'

// Reads one sentence into the fields of an event: "PTA meeting Thursday 6:30–8pm at library every 3rd Thursday #notice".

/** Finds dates and times: `parse` of chrono-node, in the language of the person. */
export type FindDates = (text: string, reference: Date, options: { forwardDate: boolean }) => ParsedResult[]

export interface QuickEvent {
  title: string
  day?: Day
  startTime?: Time
  endDay?: Day
  endTime?: Time
  place?: string
  category?: EventCategory
  repeat?: Pick<RepeatChoice, 'kind' | 'interval' | 'weekdays' | 'monthly'>
}

/** Without a date in the sentence, a repetition begins with the chosen day. */
export function readSentence(sentence: string, today: Day, findDates: FindDates, chosen = today): QuickEvent {
  const read: QuickEvent = { title: '' }
  let text = sentence.replace(/[–—]/g, '-')
  text = text.replace(tag, (_whole, name: string) => {
    read.category = categories[name.toLowerCase()] as EventCategory
    return ' '
  })
  let rule: Repeated | null = null
  text = text.replace(repeated, (whole, ...groups) => {
    rule = ruleOf(groups.at(-1) as Record<string, string | undefined>)
    return rule ? ' | ' : whole
  })
  // "de 9 a 11" is a range in Spanish, which chrono takes for a time and a word.
  text = text.replace(/(?:\bde\s+)?\b(\d{1,2}(?::\d\d)?)\s+a\s+(\d{1,2}(?::\d\d)?)/gi, '$1-$2')
  const [year = 0, month = 1, date = 1] = today.split('-').map(Number)
  for (const found of findDates(text, new Date(year, month - 1, date), { forwardDate: true })) {
    text = text.replace(found.text, ' | ')
    takeTime(read, found)
  }
  if (rule) Object.assign(read, repeatFrom(rule, read.day ?? chosen))
  const place = text.match(/(?:^|\s)(?:at|en|@)\s+([^|]+?)\s*(?:\||$)/i)
  if (place?.[1]) {
    read.place = place[1].trim()
    text = text.replace(place[0], ' | ')
  }
  const title = text
    .replace(/\s*\|\s*/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(dangling, '')
    .trim()
  read.title = title.charAt(0).toUpperCase() + title.slice(1)
  return read
}

/** Fills a form with what a sentence says; the rest stays. */
export function fillDraft(draft: EventDraft, read: QuickEvent): EventDraft {
  const day = read.day ?? draft.day
  const startTime = read.startTime ?? draft.startTime
  const end =
    read.endTime && read.startTime
      ? { endDay: read.endDay ?? day, endTime: read.endTime }
      : read.startTime
        ? endAfter({ day, time: startTime }, { minutes: 60, overnight: false })
        : { endDay: read.endDay ?? day, endTime: draft.endTime }
  return {
    ...draft,
    title: read.title,
    day,
    startTime,
    ...end,
    ...(read.category ? { category: read.category } : {}),
    ...(read.place ? { location_name: read.place } : {}),
    repeat: read.repeat ? { ...noRepeat(day), ...read.repeat } : noRepeat(day),
  }
}

const categories: Record<string, EventCategory> = {
  event: 'Event',
  evento: 'Event',
  alert: 'Alert',
  alerta: 'Alert',
  notice: 'Notice',
  aviso: 'Notice',
  fyi: 'FYI',
  info: 'FYI',
}

const tag = /(?<!\S)#(event|evento|alert|alerta|notice|aviso|fyi|info)(?![\p{L}\d])/giu

const dangling = /(?:^|\s)(?:on|at|el|los?|la|en|a)(?:\s*,)?\s*$/i

const weekdays: Record<string, number> = Object.fromEntries(
  [
    ['sunday', 'domingo', 'domingos'],
    ['monday', 'lunes'],
    ['tuesday', 'martes'],
    ['wednesday', 'miércoles', 'miercoles'],
    ['thursday', 'jueves'],
    ['friday', 'viernes'],
    ['saturday', 'sábado', 'sabado', 'sábados', 'sabados'],
  ].flatMap((names, weekday) => names.map((name) => [name, weekday])),
)

const ordinals: Record<string, number> = Object.fromEntries(
  [
    ['1st', 'first', 'primer', '1er'],
    ['2nd', 'second', 'segundo', '2º'],
    ['3rd', 'third', 'tercer', '3er'],
    ['4th', 'fourth', 'cuarto', '4º'],
    ['last', 'último', 'ultimo'],
  ].flatMap((names, index) => names.map((name) => [name, index === 4 ? -1 : index + 1])),
)

const units: Record<string, 'day' | 'week' | 'month' | 'year'> = {
  day: 'day',
  days: 'day',
  día: 'day',
  dia: 'day',
  días: 'day',
  dias: 'day',
  week: 'week',
  weeks: 'week',
  semana: 'week',
  semanas: 'week',
  month: 'month',
  months: 'month',
  mes: 'month',
  meses: 'month',
  year: 'year',
  years: 'year',
  año: 'year',
  años: 'year',
}

const oneOf = (names: Record<string, unknown>) =>
  Object.keys(names)
    .sort((a, b) => b.length - a.length)
    .join('|')

const repeated = new RegExp(
  `(?<![\\p{L}\\d])(?:every|each|cada|todos los|todas las)\\s+(?:(?<other>other|second|dos|otro)\\s+(?=${oneOf(weekdays)}|${oneOf(units)})|(?<count>\\d{1,2})\\s+)?` +
    `(?:(?:(?<ordinal>${oneOf(ordinals)})\\s+)?(?<weekday>${oneOf(weekdays)})|(?<unit>${oneOf(units)}))(?![\\p{L}\\d])`,
  'iu',
)

interface Repeated {
  interval: number
  ordinal: number | null
  weekday: number | null
  unit: 'day' | 'week' | 'month' | 'year' | null
}

function ruleOf(found: Record<string, string | undefined>): Repeated | null {
  const interval = found.count ? Number(found.count) : found.other && found.other.toLowerCase() !== 'second' ? 2 : 1
  const isSecond = found.other?.toLowerCase() === 'second'
  const weekday = found.weekday ? (weekdays[found.weekday.toLowerCase()] ?? null) : null
  const unit = found.unit ? (units[found.unit.toLowerCase()] ?? null) : null
  if (interval < 1) return null
  if (isSecond && unit) return { interval: 2, ordinal: null, weekday, unit }
  const ordinal = isSecond ? 2 : found.ordinal ? (ordinals[found.ordinal.toLowerCase()] ?? null) : null
  return { interval, ordinal, weekday, unit }
}

/** Returns the repetition, and the first day from `from` on that it falls on. */
function repeatFrom(
  { interval, ordinal, weekday, unit }: Repeated,
  from: Day,
): Required<Pick<QuickEvent, 'day' | 'repeat'>> {
  if (weekday === null) {
    return { day: from, repeat: { kind: unit ?? 'week', interval, weekdays: [weekdayOf(from)], monthly: 'date' } }
  }
  const fits = (day: Day) => {
    if (weekdayOf(day) !== weekday || ordinal === null) return weekdayOf(day) === weekday
    return ordinal === -1 ? monthlyWaysFor(day).includes('last') : ordinalOf(day) === ordinal
  }
  let day = from
  for (let tries = 0; tries < 70 && !fits(day); tries++) day = addDays(day, 1)
  const monthly = ordinal === -1 ? 'last' : 'ordinal'
  const repeat: QuickEvent['repeat'] & object =
    ordinal === null
      ? { kind: 'week', interval, weekdays: [weekday], monthly: 'date' }
      : { kind: 'month', interval, weekdays: [weekday], monthly }
  return { day, repeat }
}

function takeTime(read: QuickEvent, { start, end }: ParsedResult): void {
  if (start.isCertain('day') || start.isCertain('weekday')) read.day ??= dayOf(start)
  if (start.isCertain('hour')) read.startTime ??= timeOf(start)
  if (!end) return
  if (end.isCertain('hour')) read.endTime ??= timeOf(end)
  if (dayOf(end) !== dayOf(start)) read.endDay ??= dayOf(end)
}

type Parsed = ParsedResult['start']

function dayOf(at: Parsed): Day {
  return [at.get('year'), at.get('month'), at.get('day')].map((part) => String(part).padStart(2, '0')).join('-')
}

function timeOf(at: Parsed): Time {
  return [at.get('hour'), at.get('minute')].map((part) => String(part ?? 0).padStart(2, '0')).join(':')
}
