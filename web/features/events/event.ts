import type { EventCategory } from '#domain/categories.ts'
import { type Day, timeInZone } from '#domain/dates.ts'
import { type EventDraft, editEventFallback } from '#domain/events.ts'

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

/** The event as its form shows it. Times that cannot be read fall back to nine to ten. */
export function draftOf(event: CalendarEvent, zone: string): EventDraft {
  return {
    title: event.title,
    category: event.category,
    description: event.description ?? '',
    locationName: event.location_name ?? '',
    location: event.location ?? '',
    latitude: event.latitude,
    longitude: event.longitude,
    startTime: timeOr(editEventFallback.startTime, event.start_time, zone),
    endTime: timeOr(editEventFallback.endTime, event.end_time, zone),
    includeInMailer: event.include_in_mailer,
  }
}

function timeOr(fallback: string, instant: string, zone: string): string {
  return Number.isNaN(Date.parse(instant)) ? fallback : timeInZone(instant, zone)
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
