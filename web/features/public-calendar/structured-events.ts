import { dayInZone, timeInZone } from '#domain/dates.ts'
import type { PublicEvent } from '#domain/event-columns.ts'
import { imagePath } from '#domain/event-images.ts'
import { eventPath } from '#domain/event-path.ts'
import { eventLink, isOnline } from '#domain/event-place.ts'
import type { ShownStatus } from '#domain/statuses.ts'
import type { PublicCalendar } from './public-calendar.ts'

type Calendar = Pick<PublicCalendar, 'id' | 'name' | 'city' | 'state' | 'time_zone'>

/** Describes events in schema.org terms, so that search engines can list them. An alert is none. */
export function structuredEvents(calendar: Calendar, events: readonly PublicEvent[], siteUrl: string): object[] {
  const calendarUrl = `${siteUrl}/calendar/${calendar.id}`
  const local = (instant: string) => localTime(instant, calendar.time_zone)
  return events
    .filter(({ category }) => category !== 'Alert')
    .map((event) => ({
      '@type': 'Event',
      '@id': `${calendarUrl}#event-${event.id}`,
      name: event.title,
      ...(event.description ? { description: event.description } : {}),
      ...(event.image ? { image: [siteUrl + imagePath(calendar.id, event.image)] } : {}),
      startDate: event.all_day ? event.event_date : local(event.start_time),
      endDate: event.all_day ? event.end_date : local(event.end_time),
      eventStatus: `https://schema.org/${statuses[event.status]}`,
      ...(event.previous_start_time ? { previousStartDate: local(event.previous_start_time) } : {}),
      ...placeOf(calendar, event),
      ...(event.status === 'full' ? { offers: { '@type': 'Offer', availability: 'https://schema.org/SoldOut' } } : {}),
      organizer: { '@type': 'Organization', name: calendar.name, url: calendarUrl },
      url: siteUrl + eventPath(calendar, event.id),
    }))
}

/** An event on the web has a virtual location; the website of any other event is named beside its place. */
function placeOf({ city, state }: Calendar, event: PublicEvent): object {
  const link = eventLink(event)
  if (isOnline(event)) {
    return {
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', url: link },
    }
  }
  const { location, location_name } = event
  const town = `${city}, ${state}`
  return {
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: location_name ?? location ?? town, address: location ?? town },
    ...(link ? { sameAs: link } : {}),
  }
}

/** Returns the town's clock with its offset: whoever prints the text must not name tomorrow's day. */
function localTime(instant: string, zone: string): string {
  const clock = `${dayInZone(instant, zone)}T${timeInZone(instant, zone)}:00`
  const ahead = Date.parse(`${clock}Z`) - Date.parse(instant)
  const offset = new Date(Math.abs(ahead)).toISOString().slice(11, 16)
  return `${clock}${ahead < 0 ? '-' : '+'}${offset}`
}

const statuses: Record<ShownStatus, string> = {
  scheduled: 'EventScheduled',
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
  moved: 'EventRescheduled',
  full: 'EventScheduled',
  over: 'EventScheduled',
}
