import { timeInZone } from '#domain/dates.ts'
import { type EventDraft, editEventFallback } from '#domain/events.ts'
import type { CalendarEvent } from './event.ts'

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
