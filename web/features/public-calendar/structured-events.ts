import type { PublicEvent } from '#domain/event-columns.ts'
import { imagePath } from '#domain/event-images.ts'
import { eventPath } from '#domain/event-path.ts'
import { eventLink, isOnline } from '#domain/event-place.ts'
import type { ShownStatus } from '#domain/statuses.ts'
import type { PublicCalendar } from './public-calendar.ts'

type Calendar = Pick<PublicCalendar, 'id' | 'name' | 'city' | 'state'>

/** Describes events in schema.org terms, so that search engines can list them. */
export function structuredEvents(calendar: Calendar, events: readonly PublicEvent[], siteUrl: string): object[] {
  const calendarUrl = `${siteUrl}/calendar/${calendar.id}`
  return events.map((event) => ({
    '@type': 'Event',
    '@id': `${calendarUrl}#event-${event.id}`,
    name: event.title,
    ...(event.description ? { description: event.description } : {}),
    ...(event.image ? { image: [siteUrl + imagePath(calendar.id, event.image)] } : {}),
    startDate: event.all_day ? event.event_date : event.start_time,
    endDate: event.all_day ? event.end_date : event.end_time,
    eventStatus: `https://schema.org/${statuses[event.status]}`,
    ...(event.previous_start_time ? { previousStartDate: event.previous_start_time } : {}),
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
    location: { '@type': 'Place', name: location_name ?? location ?? town, address: location ?? town },
    ...(link ? { sameAs: link } : {}),
  }
}

const statuses: Record<ShownStatus, string> = {
  scheduled: 'EventScheduled',
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
  moved: 'EventRescheduled',
  full: 'EventScheduled',
  over: 'EventScheduled',
}
