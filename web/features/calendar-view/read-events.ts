import type { PostgrestClient } from '@supabase/postgrest-js'
import { type Day, daysReach } from '#domain/dates.ts'
import { dayOfView, readDays, searchWords, type ViewQuery } from '#domain/views.ts'

/** The most search results shown; one more is requested, to know whether there are more. */
export const FOUND_MAX = 50

interface EventsQuery {
  calendarId: string
  columns: string
  viewQuery: ViewQuery
  today: Day
  zone: string
}

/** Requests the events of a view or search. The client's session decides which of them are visible. */
export function eventsOf(rest: PostgrestClient, { calendarId, columns, viewQuery, today, zone }: EventsQuery) {
  const all = rest.from('events').select(columns).eq('calendar_id', calendarId)
  const events = viewQuery.categories.length > 0 ? all.in('category', viewQuery.categories) : all
  const words = searchWords(viewQuery.search)
  if (words.length === 0) {
    const { start, end, reach } = daysReach(readDays(viewQuery.view, dayOfView(viewQuery, today)), zone)
    return events
      .gte('start_time', reach.toISOString())
      .lt('start_time', end.toISOString())
      .gt('end_time', start.toISOString())
      .order('start_time')
      .order('id')
  }
  const found = words.reduce((query, word) => query.or(hasWord(word)), events)
  const { start, reach } = daysReach({ first: today, last: today }, zone)
  const timely = viewQuery.past
    ? found.lt('start_time', start.toISOString()).lte('end_time', start.toISOString())
    : found.gte('start_time', reach.toISOString()).gt('end_time', start.toISOString())
  return timely
    .order('start_time', { ascending: !viewQuery.past })
    .order('id')
    .limit(FOUND_MAX + 1)
}

const searched = ['title', 'description', 'location_name', 'location']

/** Returns a filter for the word, escaped twice: for `ilike`, and for the filter's quotes. */
function hasWord(word: string): string {
  const pattern = word.replace(/[\\%_]/g, '\\$&')
  const quoted = `"*${pattern.replace(/["\\]/g, '\\$&')}*"`
  return searched.map((column) => `${column}.ilike.${quoted}`).join()
}
