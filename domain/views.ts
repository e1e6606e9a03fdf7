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
import { toWellFormed } from './older-browsers.ts'

// The part of a calendar that its address asks for: ?view=week&date=2025-07-04&q=concert&category=Event,Alert

export const calendarViews = ['month', 'week', 'agenda', 'day'] as const
export type CalendarView = (typeof calendarViews)[number]

/** Number of days an agenda covers. */
const AGENDA_DAYS = 30
export const SEARCH_MAX = 100
/** Limits the search, because each word is looked for in every column. */
const WORDS_MAX = 6

export interface ViewQuery {
  view: CalendarView
  /** The requested day. */
  date: Day | null
  /** The requested month, when no day was requested. */
  month: Month | null
  /** Search text. A search covers everything upcoming, whatever the view. */
  search: string
  /** Searches past events instead. */
  past: boolean
  /** Always in the order of `eventCategories`; empty means all. */
  categories: readonly EventCategory[]
}

export const defaultViewQuery: ViewQuery = {
  view: 'month',
  date: null,
  month: null,
  search: '',
  past: false,
  categories: [],
}

/** Ignores what makes no sense: people and programs type and shorten addresses. */
export function parseViewQuery(address: URLSearchParams): ViewQuery {
  const view = address.get('view')
  const date = address.get('date') ?? address.get('day')
  const month = address.get('month')
  const named = address.getAll('category').flatMap((list) => list.split(','))
  const categories = eventCategories.filter((category) => named.includes(category))
  const search = cleaned(address.get('q') ?? '')
  return {
    view: calendarViews.find((known) => known === view) ?? 'month',
    date: date !== null && isInReach(date) ? date : null,
    month: month !== null && isMonth(month) && isInReach(firstDayOf(month)) ? month : null,
    search,
    past: search !== '' && address.get('when') === 'past',
    categories: categories.length === eventCategories.length ? [] : categories.filter(isEventCategory),
  }
}

/** Returns the address that `parseViewQuery` reads, without default values. */
export function viewHref({ view, date, month, search, past, categories }: ViewQuery): string {
  const parameters = [
    ['view', view === 'month' ? null : view],
    ['date', date],
    ['month', date === null ? month : null],
    ['q', search],
    ['when', past && search !== '' ? 'past' : null],
    ['category', categories.join()],
  ].flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`] : []))
  return `?${parameters.join('&')}`
}

/** Returns the day that the shown period contains. */
export function dayOfView({ date, month }: ViewQuery, today: Day): Day {
  if (date !== null) return date
  return month === null || month === monthOf(today) ? today : firstDayOf(month)
}

export function shownDays(view: CalendarView, day: Day): Days {
  if (view === 'month') return { first: firstDayOf(monthOf(day)), last: lastDayOf(monthOf(day)) }
  if (view === 'week') return weekOf(day)
  return { first: day, last: view === 'day' ? day : addDays(day, AGENDA_DAYS - 1) }
}

/** Returns the days whose events a view shows: a month also shows the rest of its first and last week. */
export function readDays(view: CalendarView, day: Day): Days {
  const { first, last } = shownDays(view, day)
  return view === 'month' ? { first: weekOf(first).first, last: weekOf(last).last } : { first, last }
}

/** Returns the day that leads to the period before (-1) or after (1), or null where no event can be. */
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

/** Splits a search into words, all of which must match. A star is dropped because it would match anything. */
export function searchWords(search: string): string[] {
  return search
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

/** Returns one line without invisible or unstorable characters; empty when no word is left. */
function cleaned(search: string): string {
  const visible = toWellFormed(search).replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
  const text = toWellFormed(visible.trim().slice(0, SEARCH_MAX))
  return searchWords(text).length === 0 ? '' : text
}
