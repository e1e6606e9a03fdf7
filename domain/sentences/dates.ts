import { addDays, addMonths, type Day, isDay, monthOf, weekdayOf } from '../dates.ts'
import { type Found, type Rest, take, takeFirst } from './rest.ts'
import { anyOf, MONTH, monthNamed, ordinals, WEEKDAY, weekdayNamed } from './words.ts'

// Reads dates: "Sept 3-5", "11/28", "el 28", "the 2nd Tuesday of December".

export interface Reader {
  today: Day
  language: 'en' | 'es'
}

export interface FoundDay {
  day: Day
  last?: Day
  /** The other day that may be meant. */
  instead?: Day
  isEvening?: boolean
  /** The sentence says today's weekday, which may be today or in a week. */
  isTodayOrNext?: boolean
}

const DATE_NUMBER = '\\b\\d{1,2}(?:st|nd|rd|th|o)?\\b'

const YEAR = '(?:,? (?:del? )?20\\d\\d\\b)?'

const WRITTEN = `(?:${MONTH} ?${DATE_NUMBER}(?!:\\d)${YEAR}|(?<![:/.\\d])${DATE_NUMBER}[ -](?:de |of )?${MONTH}(?! \\d{1,2}\\b(?!:| ?-| a | ?[ap]\\.? ?m))(?:-20\\d\\d\\b|${YEAR}))`

const DIGITS = '(?:\\b20\\d\\d-\\d\\d-\\d\\d\\b|(?<![\\d/])\\d{1,2}/\\d{1,2}(?:/(?:20)?\\d\\d)?(?![\\d/]))'

const WEEKDAY_BEFORE = `(?:(?:el )?${WEEKDAY},? (?:the |el |dia )?)?`

/** Two numbers with a hyphen are a date if the second one is no hour. */
const HYPHENED = '\\b\\d{1,2}-(?:1[3-9]|2\\d|3[01])\\b(?!-)'

export const DATE = `(?:${DIGITS}|${WRITTEN})`

const UP_TO = ' ?(?:-|to|thru|through|until|al?|hasta(?: el)?|and|&|y) ?(?:el )?'

const NO_HOUR = "(?!:\\d| ?[ap]\\.? ?m\\b|[ap]\\b|/| ?o'clock| ?(?:-|to|a) ?\\d)"

const range = new RegExp(
  `(?:from |desde el |del? |el )?(?<first>${WEEKDAY_BEFORE}${DATE})(?<to>${UP_TO})(?<last>${WEEKDAY_BEFORE}${DATE}|${DATE_NUMBER}${NO_HOUR})`,
  'g',
)

const rangeInMonth = new RegExp(
  `(?:from |desde el |del? |el )?(?<first>(?<![:/.\\d])${DATE_NUMBER})(?<to>${UP_TO})(?<last>${DATE_NUMBER} (?:de |of )?${MONTH}${YEAR})`,
  'g',
)

/** Reads "Sept 3-5" or "del 3 al 5 de septiembre". */
export function takeDays(rest: Rest, reader: Reader): FoundDay | null {
  return takeFirst<FoundDay>(rest, [
    [range, (found) => daysOf(found, reader)],
    [rangeInMonth, (found) => daysOf({ ...found, first: `${found.first} ${monthIn(found.last)}` }, reader)],
  ])
}

const single = new RegExp(
  `(?:\\b(?:on|el|dia|this|este|next|proximo|starting|beginning|starting on|beginning on) )?(?:(?:el )?(?<before>${WEEKDAY}),? \\(?(?:the |el |dia )?)?(?<date>${DATE}|${HYPHENED})(?:,? \\(?(?<after>${WEEKDAY})\\)?)?`,
  'g',
)

const ordinalOfMonth = new RegExp(
  `(?:\\b(?:on|the|el) )?(?<ordinal>${anyOf(ordinals)}) (?<weekday>${WEEKDAY}) (?:of|in|de) (?<month>${MONTH})`,
  'g',
)

const dateAlone = new RegExp(
  [
    `(?:\\bon )?(?:(?<before>${WEEKDAY}),? )?\\b(?:the (?<date>\\d{1,2})(?:st|nd|rd|th)|(?:el|dia) (?<dated>\\d{1,2}))\\b(?!:)`,
    `(?:\\b(?:on|el) )?(?<named>${WEEKDAY}),? (?:(?<ordinal>\\d{1,2})(?:st|nd|rd|th)|(?<number>1[3-9]|2\\d|3[01]|\\d{1,2}(?=:? (?:at|de|from|a las?) \\d|: )))\\b(?!:\\d|-| ?[ap]\\.? ?m)`,
  ].join('|'),
  'g',
)

/** Reads one date. */
export function takeDate(rest: Rest, reader: Reader): FoundDay | null {
  return takeFirst<FoundDay>(rest, [
    [single, (found) => dateWithWeekday(found, reader)],
    [ordinalOfMonth, (found) => ordinalDay(found, reader.today)],
    [
      dateAlone,
      (found) => {
        const { date, dated, ordinal, number, before, named } = found
        const day = nextDate(Number(date ?? dated ?? ordinal ?? number), reader.today)
        return day && withWeekday(day, before ?? named)
      },
    ],
  ])
}

/** Returns the day after the words of `before`: "until May 20". */
export function takeDayAfter(rest: Rest, before: string, reader: Reader): Day | null {
  const pattern = new RegExp(`\\b(?:${before}) (?:el )?(?<date>${WEEKDAY_BEFORE}${DATE})`, 'g')
  return take(rest, pattern, ({ date = '' }) => dateOf(withoutWeekday(date), reader)?.day ?? null)
}

function daysOf({ first = '', to = '', last = '' }: Found, reader: Reader): FoundDay | null {
  const start = dateOf(withoutWeekday(first), reader)
  const isDateOnly = /^\d{1,2}(?:st|nd|rd|th)?$/.test(last)
  const end =
    isDateOnly && start ? sameMonth(start.day, Number.parseInt(last, 10)) : dateOf(withoutWeekday(last), reader)?.day
  if (!start || !end) return null
  // The year of the last day follows from the first one.
  const lastDay = end < start.day ? `${Number(end.slice(0, 4)) + 1}${end.slice(4)}` : end
  if (isDateOnly && end <= start.day) return null
  // "The 15th and 29th" are two days, not two weeks.
  if (/and|&|y/.test(to) && end !== addDays(start.day, 1)) return null
  const sameYear = `${start.day.slice(0, 4)}${end.slice(4)}`
  return { ...start, last: sameYear > start.day ? sameYear : lastDay }
}

const leadingWeekday = new RegExp(`^(?:el )?${WEEKDAY},? (?:the |el |dia )?`)
const withoutWeekday = (text: string) => text.replace(leadingWeekday, '')

const monthAndYear = new RegExp(`${MONTH}${YEAR}`)
const monthIn = (text = '') => text.match(monthAndYear)?.[0] ?? ''

const sameMonth = (day: Day, date: number) => `${monthOf(day)}-${twoDigits(date)}`

const twoDigits = (count: number) => String(count).padStart(2, '0')

function dateWithWeekday({ date = '', before, after }: Found, reader: Reader): FoundDay | null {
  const found = dateOf(date, reader)
  return found && withWeekday(found, before ?? after)
}

/** A date that falls on another weekday than the sentence says is doubtful. */
function withWeekday(found: FoundDay, named: string | undefined): FoundDay {
  if (!named || weekdayOf(found.day) === weekdayNamed(named)) return found
  const back = (weekdayOf(found.day) - weekdayNamed(named) + 7) % 7
  return { day: found.day, instead: addDays(found.day, back <= 3 ? -back : 7 - back) }
}

/** Reads one date. Without a year it is the next one. */
function dateOf(text: string, { today, language }: Reader): FoundDay | null {
  if (/^20\d\d-/.test(text)) return isDay(text) ? { day: text } : null
  const year = text.match(/\b20\d\d\b/)?.[0]
  const name = text.match(/[H-S]/)?.[0]
  const [a = 0, b = 0, short] = text.match(/\d+/g)?.map(Number) ?? []
  if (name) return dayIn(year, monthNamed(name), a === Number(year) ? b : a, today)
  const written = year ?? (short ? String(2000 + (short % 2000)) : undefined)
  const monthFirst = dayIn(written, a, b, today)
  const dateFirst = dayIn(written, b, a, today)
  if (language === 'es' && monthFirst && dateFirst && a !== b) return { ...monthFirst, instead: dateFirst.day }
  return monthFirst ?? dateFirst
}

function dayIn(year: string | undefined, month: number, date: number, today: Day): FoundDay | null {
  const end = `-${twoDigits(month)}-${twoDigits(date)}`
  const first = Number(year ?? today.slice(0, 4))
  // February 29 is up to eight years away.
  const years = year ? [first] : [0, 1, 2, 3, 4, 5, 6, 7, 8].map((more) => first + more)
  const day = years.map((one) => `${one}${end}`).find((one) => isDay(one) && (year !== undefined || one >= today))
  return day ? { day } : null
}

function ordinalDay({ ordinal = '', weekday = '', month = '' }: Found, today: Day): FoundDay | null {
  const count = ordinals[ordinal] as number
  const number = monthNamed(month)
  for (const year of [Number(today.slice(0, 4)), Number(today.slice(0, 4)) + 1]) {
    const start = `${year}-${twoDigits(number)}`
    const from = count === -1 ? addDays(`${addMonths(start, 1)}-01`, -7) : addDays(`${start}-01`, 7 * (count - 1))
    const day = onOrAfter(from, weekdayNamed(weekday))
    if (day >= today) return { day }
  }
  return null
}

export function nextDate(date: number, today: Day): FoundDay | null {
  const days = [0, 1, 2].map((more) => `${addMonths(monthOf(today), more)}-${twoDigits(date)}`)
  const day = days.find((one) => isDay(one) && one >= today)
  return day ? { day } : null
}

export function onOrAfter(day: Day, named: number): Day {
  return addDays(day, (named - weekdayOf(day) + 7) % 7)
}
