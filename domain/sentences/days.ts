import { addDays, addMonths, type Day, monthOf, weekdayOf } from '../dates.ts'
import { type FoundDay, nextDate, onOrAfter, type Reader, takeDate } from './dates.ts'
import { type Found, type Rest, takeFirst } from './rest.ts'
import { anyOf, NUMBER, numberOf, units, WEEKDAY, weekdayNamed } from './words.ts'

// Reads the day of an event, as a date or from today: "next Friday".

export function takeDay(rest: Rest, reader: Reader): FoundDay | null {
  const { today } = reader
  const date = takeDate(rest, reader)
  if (date) return date
  return takeFirst<FoundDay>(rest, [
    [weekFrom, (found) => fromWeekday(found, (day) => addDays(day, 7), today)],
    [distance, (found) => dayAfter(found, today)],
    [
      nextWeek,
      (found) =>
        fromWeekday(found, () => weekdayNextWeek(weekdayNamed(found.weekday ?? found.named ?? ''), today), today),
    ],
    [weekday, (found) => namedWeekday(found, today)],
    [weekend, (found) => weekendDay(found, today)],
    ...nearDays.map(
      ([pattern, days, isEvening]) =>
        [pattern, () => ({ day: addDays(today, days), ...(isEvening ? { isEvening } : {}) })] as const,
    ),
  ])
}

const weekFrom = new RegExp(`\\b(?:a|one) week from (?<weekday>${WEEKDAY})|(?<named>${WEEKDAY}) week\\b`, 'g')

const distance = new RegExp(`\\b(?:in|en|dentro de) (?<count>${NUMBER}) (?<unit>${anyOf(units)})\\b`, 'g')

const nextWeek = new RegExp(
  `\\b(?:next week|la (?:proxima semana|semana que viene)),? (?:on |el )?(?<weekday>${WEEKDAY})|(?<named>${WEEKDAY}) (?:next week|de la (?:proxima semana|semana que viene))\\b`,
  'g',
)

const weekday = new RegExp(
  `(?:\\b(?:on|el|starting|beginning|starting on|beginning on|desde el|a partir del) )?(?:\\b(?<near>this|este|esta)|\\b(?<next>next)|\\b(?<coming>proximo)|\\b(?:coming))? ?(?<weekday>${WEEKDAY})(?<later> (?:que viene|proximo)\\b)?`,
  'g',
)

const weekend = /\b(?:(?<next>next)|this|the|este|el|coming) (?<proximo>proximo )?(?:weekend|fin de semana)\b/g

const nearDays: [RegExp, number, boolean?][] = [
  [/\bday after tomorrow\b|\bpasado manana\b/g, 2],
  [/\btonight\b|\besta noche\b|\bhoy (?:en|por) la noche\b/g, 0, true],
  [/\btoday\b|\bhoy\b|\bthis (?=morning|afternoon|evening)|\besta (?=tarde)/g, 0],
  [/\btomorrow\b|\btmrw\b|\btomorow\b|\btmw\b|\bmanana\b/g, 1],
]

function fromWeekday(found: Found, dayOf: (next: Day) => Day, today: Day): FoundDay {
  return { day: dayOf(onOrAfter(addDays(today, 1), weekdayNamed(found.weekday ?? found.named ?? ''))) }
}

function weekdayNextWeek(named: number, today: Day): Day {
  return addDays(today, 7 - weekdayOf(today) + named)
}

function dayAfter({ count = '', unit = '' }: Found, today: Day): FoundDay | null {
  const often = numberOf(count)
  if (units[unit] === 'MONTHLY')
    return { day: nextDate(Number(today.slice(8)), `${addMonths(monthOf(today), often)}-01`)?.day ?? today }
  if (units[unit] === 'YEARLY') return null
  return { day: addDays(today, units[unit] === 'WEEKLY' ? 7 * often : often) }
}

/** "Next" is the week after only for days that this week still has; people differ, so it is doubtful. */
function namedWeekday({ weekday = '', near, next, coming, later }: Found, today: Day): FoundDay {
  const named = weekdayNamed(weekday)
  const first = onOrAfter(addDays(today, 1), named)
  const isThisWeek = weekdayOf(today) < named
  if (next) return isThisWeek ? { day: addDays(first, 7), instead: first } : { day: first }
  if (coming || later) return isThisWeek ? { day: first, instead: addDays(first, 7) } : { day: first }
  if (weekdayOf(today) === named && !near) return { day: today, isTodayOrNext: true }
  return { day: onOrAfter(today, named) }
}

function weekendDay({ next, proximo }: Found, today: Day): FoundDay {
  const saturday = onOrAfter(today, 6)
  const day = next || proximo ? addDays(saturday, 7) : saturday
  return { day, instead: addDays(day, 1) }
}
