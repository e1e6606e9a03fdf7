import type { EventCategory } from '#domain/categories.ts'
import type { Day } from '#domain/dates.ts'

export interface CalendarEvent {
  id: string
  title: string
  description: string | null
  location: string | null
  location_name: string | null
  latitude: number | null
  longitude: number | null
  start_time: string
  end_time: string
  category: EventCategory
  include_in_mailer: boolean
  event_date: Day
  created_by: string | null
}

/** The calendar an event dialog works on. */
export interface EventCalendar {
  id: string
  name: string
  time_zone: string
  sendgrid_template_id: string | null
}

/** By day, in the order they came. */
export function byDay(events: readonly CalendarEvent[]): Record<Day, CalendarEvent[]> {
  const days: Record<Day, CalendarEvent[]> = {}
  for (const event of events) {
    days[event.event_date] ??= []
    days[event.event_date]?.push(event)
  }
  return days
}
