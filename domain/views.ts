import { type EventCategory, eventCategories, isEventCategory } from './categories.ts'
import { dayRange, longDay, monthName } from './date-words.ts'
import {
  addDays,
  addMonths,
  type Day,
  type Days,
  firstDayOf,
  isDay,
  isMonth,
  lastDayOf,
  type Month,
  monthOf,
  weekdayOf,
} from './dates.ts'
import { EVENT_DAY_FIRST, EVENT_DAY_LAST } from './limits.ts'

// What of a calendar is looked at, as its address says it: ?view=week&date=2025-07-04&q=concert&category=Event,Alert

export const calendarViews = ['month', 'week', 'agenda', 'day'] as const
export type CalendarView = (typeof calendarViews)[number]

/** Days of an agenda. */
const AGENDA_DAYS = 30
export const QUERY_MAX = 100
/** More words narrow a search no further, and each is asked for in every column. */
const WORDS_MAX = 6

export interface Look {
  view: CalendarView
  /** The day asked for. */
  date: Day | null
  /** The month asked for, where no day is. */
  month: Month | null
  /** What is searched for: then all that is coming is looked through, whatever the view. */
  query: string
  /** Or all that was. */
  past: boolean
  /** Empty: all. In a fixed order. */
  categories: readonly EventCategory[]
}

export const everything: Look = { view: 'month', date: null, month: null, query: '', past: false, categories: [] }

/** Addresses are typed and shortened by people and programs: what makes no sense is left out. */
export function readLook(address: URLSearchParams): Look {
  const view = address.get('view')
  const date = address.get('date') ?? address.get('day')
  const month = address.get('month')
  const named = address.getAll('category').flatMap((list) => list.split(','))
  const categories = eventCategories.filter((category) => named.includes(category))
  const query = cleaned(address.get('q') ?? '')
  return {
    view: calendarViews.find((known) => known === view) ?? 'month',
    date: date !== null && isInReach(date) ? date : null,
    month: month !== null && isMonth(month) && isInReach(firstDayOf(month)) ? month : null,
    query,
    past: query !== '' && address.get('when') === 'past',
    categories: categories.length === eventCategories.length ? [] : categories.filter(isEventCategory),
  }
}

/** What `readLook` reads; what is as it is anyway is not said. */
export function lookAddress({ view, date, month, query, past, categories }: Look): string {
  const said = [
    ['view', view === 'month' ? null : view],
    ['date', date],
    ['month', date === null ? month : null],
    ['q', query],
    ['when', past && query !== '' ? 'past' : null],
    ['category', categories.join()],
  ].flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`] : []))
  return `?${said.join('&')}`
}

/** The day that the shown days are around. */
export function dayOfLook({ date, month }: Look, today: Day): Day {
  if (date !== null) return date
  return month === null || month === monthOf(today) ? today : firstDayOf(month)
}

export function shownDays(view: CalendarView, day: Day): Days {
  if (view === 'month') return { first: firstDayOf(monthOf(day)), last: lastDayOf(monthOf(day)) }
  if (view === 'week') return weekOf(day)
  return { first: day, last: view === 'day' ? day : addDays(day, AGENDA_DAYS - 1) }
}

/** The day to look at for what comes before (-1) or after (1); null where no event can be. */
export function stepFrom(view: CalendarView, day: Day, by: 1 | -1): Day | null {
  const days = { week: 7, agenda: AGENDA_DAYS, day: 1 }
  const next = view === 'month' ? firstDayOf(addMonths(monthOf(day), by)) : addDays(day, by * days[view])
  return isInReach(next) ? next : null
}

/** "Nov 15 – 21, 2026" */
export function shownWords(view: CalendarView, day: Day): string {
  if (view === 'month') return monthName(monthOf(day))
  return view === 'day' ? longDay(day) : dayRange(shownDays(view, day))
}

/** All of them must be found. A star would stand for anything. */
export function searchWords(query: string): string[] {
  return query
    .split(/[\s,*]+/)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX)
}

function weekOf(day: Day): Days {
  const first = addDays(day, -weekdayOf(day))
  return { first, last: addDays(first, 6) }
}

function isInReach(day: string): boolean {
  return isDay(day) && day >= EVENT_DAY_FIRST && day <= EVENT_DAY_LAST
}

/** One line, without what cannot be seen or stored; empty when there is no word in it. */
function cleaned(query: string): string {
  const visible = query.toWellFormed().replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
  const text = visible.trim().slice(0, QUERY_MAX).toWellFormed()
  return searchWords(text).length === 0 ? '' : text
}
