import type { PostgrestClient } from '@supabase/postgrest-js'
import type { EventCategory } from '#domain/categories.ts'
import { type Day, dayInZone, isMonth, type Month, monthOf, monthReach } from '#domain/dates.ts'
import { EVENT_DAY_FIRST, EVENT_DAY_LAST } from '#domain/limits.ts'
import type { EventStatus } from '#domain/statuses.ts'

// A calendar as everybody may see it. Read as anon, also for somebody who is signed in.

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
  version: number
}

export interface PublicEvent {
  id: string
  title: string
  description: string | null
  location: string | null
  location_name: string | null
  start_time: string
  end_time: string
  category: EventCategory
  event_date: Day
  /** The last day it touches. */
  end_date: Day
  all_day: boolean
  status: EventStatus
  previous_start_time: string | null
}

export interface PublicMonth {
  status: 'found'
  calendar: PublicCalendar
  members: number
  today: Day
  month: Month
  events: PublicEvent[]
}

export type PublicCalendarAnswer = PublicMonth | { status: 'not-found' } | { status: 'failed' }

interface Wanted {
  id: string
  /** As the address says it; anything but a month in reach means this one. */
  month: string | null
  now: Date
}

export async function readPublicCalendar(
  rest: PostgrestClient,
  { id, month, now }: Wanted,
): Promise<PublicCalendarAnswer> {
  if (!UUID.test(id)) return { status: 'not-found' }
  const found = await rest.from('calendars').select(calendarColumns).eq('id', id).eq('disabled', false).maybeSingle()
  if (found.error) return { status: 'failed' }
  if (!found.data) return { status: 'not-found' }
  const calendar: PublicCalendar = found.data
  const today = dayInZone(now, calendar.time_zone)
  const shown = monthInReach(month) ?? monthOf(today)
  const { start, end, reach } = monthReach(shown, calendar.time_zone)

  const [events, members] = await Promise.all([
    rest
      .from('events')
      .select(eventColumns)
      .eq('calendar_id', id)
      .gte('start_time', reach.toISOString())
      .lt('start_time', end.toISOString())
      .gt('end_time', start.toISOString())
      .order('start_time')
      .order('id'),
    rest.from('calendar_members').select('calendar_id', { count: 'exact', head: true }).eq('calendar_id', id),
  ])
  if (events.error) return { status: 'failed' }
  return { status: 'found', calendar, members: members.count ?? 0, today, month: shown, events: events.data }
}

/** For pages that only name it; null when there is no such calendar, or it cannot be told now. */
export async function readCalendarName(rest: PostgrestClient, id: string): Promise<string | null> {
  if (!UUID.test(id)) return null
  const { data } = await rest.from('calendars').select('name').eq('id', id).eq('disabled', false).maybeSingle()
  return data?.name ?? null
}

function monthInReach(text: string | null): Month | null {
  if (!text || !isMonth(text)) return null
  return text >= monthOf(EVENT_DAY_FIRST) && text <= monthOf(EVENT_DAY_LAST) ? text : null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const calendarColumns = 'id,name,description,identifier,state,city,time_zone,allow_guest_users,admin_email,version'

const eventColumns =
  'id,title,description,location,location_name,start_time,end_time,category,event_date,end_date,all_day,status,previous_start_time'
