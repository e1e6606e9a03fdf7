import type { PostgrestClient } from '@supabase/postgrest-js'
import { type Day, dayInZone, type Month, monthOf } from '#domain/dates.ts'
import { type PublicEvent, publicColumns } from '#domain/event-columns.ts'
import { shownStatus } from '#domain/statuses.ts'
import { isUuid } from '#domain/uuid.ts'
import { dayOfView, type ViewQuery } from '#domain/views.ts'
import { eventsOf, FOUND_MAX } from '#web/features/calendar-view/read-events.ts'
import { type ComingEvents, comingEvents, readComing } from './coming.ts'

// A calendar as everybody may see it, read without a session also for a signed-in person.

export interface PublicCalendar {
  id: string
  name: string
  description: string | null
  identifier: number
  state: string
  city: string
  time_zone: string
  allow_guest_users: boolean
  admin_email: string | null
  /** No place is left for another email address. */
  is_full: boolean
  takes_suggestions: boolean
  version: number
}

export interface ShownCalendar {
  status: 'found'
  calendar: PublicCalendar
  members: number
  viewQuery: ViewQuery
  today: Day
  /** The requested day, or today. */
  day: Day
  month: Month
  events: PublicEvent[]
  /** What is on now and comes next; null when the address asks for certain days. */
  coming: ComingEvents | null
  /** A search found more than is shown. */
  hasMore: boolean
  /** The path of the picture beside links to it. */
  preview?: string
}

export type PublicCalendarAnswer = ShownCalendar | { status: 'not-found' } | { status: 'failed' }

interface CalendarQuery {
  id: string
  viewQuery: ViewQuery
  now: Date
}

export async function readPublicCalendar(
  rest: PostgrestClient,
  { id, viewQuery, now }: CalendarQuery,
): Promise<PublicCalendarAnswer> {
  if (!isUuid(id)) return { status: 'not-found' }
  const found = await rest.from('calendars').select(calendarColumns).eq('id', id).eq('disabled', false).maybeSingle()
  if (found.error) return { status: 'failed' }
  if (!found.data) return { status: 'not-found' }
  const calendar: PublicCalendar = found.data
  const today = dayInZone(now, calendar.time_zone)
  const day = dayOfView(viewQuery, today)

  const [events, coming, members, full] = await Promise.all([
    eventsOf(rest, { calendarId: id, columns: publicColumns.join(), viewQuery, today, zone: calendar.time_zone }),
    asksForComing(viewQuery) ? readComing(rest, { id, now }) : null,
    rest.from('calendar_members').select('calendar_id', { count: 'exact', head: true }).eq('calendar_id', id),
    rest.from('event_rsvps').select('event_id').eq('calendar_id', id).eq('is_open', true).eq('is_full', true),
  ])
  if (events.error || coming?.error) return { status: 'failed' }
  // Without them the page is still worth showing.
  const fullIds = new Set(full.data?.map(({ event_id }) => event_id))
  const shown = (event: PublicEvent) => ({ ...event, status: shownStatus(event, fullIds.has(event.id), now.getTime()) })
  const read = (events.data as unknown as PublicEvent[]).map(shown)
  const hasMore = viewQuery.search !== '' && read.length > FOUND_MAX
  return {
    status: 'found',
    calendar,
    members: members.count ?? 0,
    viewQuery,
    today,
    day,
    month: monthOf(day),
    events: hasMore ? read.slice(0, FOUND_MAX) : read,
    coming:
      coming &&
      comingEvents(sameObjects(coming.data as unknown as PublicEvent[], read).map(shown), now, calendar.time_zone),
    hasMore,
  }
}

/** The plain address starts with what comes next; one that names days or words shows these. */
function asksForComing({ view, date, month, search, categories }: ViewQuery): boolean {
  return view === 'month' && date === null && month === null && search === '' && categories.length === 0
}

/** Names an event that was read twice by one object: the page then holds it once. */
function sameObjects(events: PublicEvent[], known: readonly PublicEvent[]): PublicEvent[] {
  const byId = new Map(known.map((event) => [event.id, event]))
  return events.map((event) => byId.get(event.id) ?? event)
}

/** Reads only the name; null when there is no such public calendar, or the request failed. */
export async function readCalendarName(rest: PostgrestClient, id: string): Promise<string | null> {
  if (!isUuid(id)) return null
  const { data } = await rest.from('calendars').select('name').eq('id', id).eq('disabled', false).maybeSingle()
  return data?.name ?? null
}

const calendarColumns =
  'id,name,description,identifier,state,city,time_zone,allow_guest_users,admin_email,is_full,takes_suggestions,version'
