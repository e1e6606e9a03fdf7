import type { PostgrestClient } from '@supabase/postgrest-js'
import { calendarNumber } from '#domain/calendar-number.ts'
import type { EventCategory } from '#domain/categories.ts'
import { clockTime, shortDay, tileWords } from '#domain/date-words.ts'
import { type Day, dayInZone } from '#domain/dates.ts'
import { allDayWords } from '#domain/event-words.ts'
import { nearness } from '#domain/nearness.ts'
import { stateOfZip } from '#domain/zip-state.ts'
import { locatePageTexts } from './texts.ts'

export interface FoundCalendar {
  id: string
  name: string
  description: string | null
  city: string
  state: string
  identifier: number
  next: NextEvent | null
}

export interface NextEvent {
  title: string
  category: EventCategory
  month: string
  date: number
  /** In words, written by the server: the browser may be in another zone, and later. */
  when: string
}

/** A calendar as the database finds it. */
type CalendarRow = Omit<FoundCalendar, 'next'>

/** A row of `next_events`. */
interface NextEventRow {
  calendar_id: string
  time_zone: string
  title: string
  category: EventCategory
  start_time: string
  all_day: boolean
  event_date: Day
}

export interface Found {
  status: 'found'
  query: string
  /** Starts at 1. */
  page: number
  /** The state of a ZIP code. */
  near: string | null
  calendars: FoundCalendar[]
  hasMore: boolean
}

export type LocateAnswer = Found | { status: 'failed'; query: string }

/** The most that the server returns at once. */
const PAGE_SIZE = 100
const QUERY_MAX = 200
const PAGE_MAX = 1000

export async function searchCalendars(rest: PostgrestClient, search: URLSearchParams): Promise<LocateAnswer> {
  const query = (search.get('q') ?? '').slice(0, QUERY_MAX)
  const number = calendarNumber(query)
  if (number !== null) {
    const { data, error } = await findByNumber(rest, number)
    if (error) return { status: 'failed', query }
    if (data.length > 0)
      return { status: 'found', query, page: 1, near: null, calendars: await withNext(rest, data), hasMore: false }
  }
  const page = pageOf(search.get('page'))
  const near = stateOfZip(query)
  const { data, error } = await rest.rpc('search_calendars', {
    // PostgreSQL refuses NUL in text.
    p_query: near ?? query.replaceAll('\0', ''),
    p_limit: PAGE_SIZE,
    p_offset: (page - 1) * PAGE_SIZE,
  })
  if (error) return { status: 'failed', query }
  const hasMore = data.length === PAGE_SIZE
  return { status: 'found', query, page, near, calendars: await withNext(rest, data), hasMore }
}

/** Adds the next event of each. When they cannot be read, the calendars are shown without. */
async function withNext(rest: PostgrestClient, calendars: CalendarRow[]): Promise<FoundCalendar[]> {
  if (calendars.length === 0) return []
  const { data } = await rest.rpc('next_events', { p_calendars: calendars.map(({ id }) => id) })
  const now = new Date()
  const rows: NextEventRow[] = data ?? []
  const nextOf = new Map(rows.map((row) => [row.calendar_id, nextEvent(row, now)]))
  return calendars.map((calendar) => ({ ...calendar, next: nextOf.get(calendar.id) ?? null }))
}

export function nextEvent(row: NextEventRow, now: Date): NextEvent {
  const { title, category, start_time, all_day, event_date, time_zone } = row
  const time = all_day ? allDayWords().toLowerCase() : clockTime(start_time, time_zone)
  const isOn = new Date(start_time) <= now
  const near = nearness(row, dayInZone(now, time_zone), time_zone)
  const day = near === 'later' ? shortDay(event_date) : locatePageTexts.days[near]
  const when = isOn ? locatePageTexts.onNow : locatePageTexts.nextAt(`${day}, ${time}`)
  const { month, date } = tileWords(event_date)
  return { title, category, month, date, when }
}

/** Finds listed calendars only: a guest who names no id sees no others. */
export function findByNumber(rest: PostgrestClient, number: number) {
  return rest
    .from('calendars')
    .select('id,name,description,city,state,identifier')
    .eq('identifier', number)
    .eq('disabled', false)
}

function pageOf(text: string | null): number {
  const page = Number(text ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1
}
