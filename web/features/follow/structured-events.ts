import type { EventStatus } from '#domain/statuses.ts'
import type { PublicCalendar, PublicEvent } from './public-calendar.ts'

/** The month's events in schema.org's words, so that search engines can list them. */
export function structuredEvents(calendar: PublicCalendar, events: readonly PublicEvent[], siteUrl: string): object[] {
  const url = `${siteUrl}/calendar/${calendar.id}`
  return events.map((event) => ({
    '@type': 'Event',
    '@id': `${url}#event-${event.id}`,
    name: event.title,
    ...(event.description ? { description: event.description } : {}),
    startDate: event.all_day ? event.event_date : event.start_time,
    endDate: event.all_day ? event.end_date : event.end_time,
    eventStatus: `https://schema.org/${statuses[event.status]}`,
    ...(event.previous_start_time ? { previousStartDate: event.previous_start_time } : {}),
    location: {
      '@type': 'Place',
      name: event.location_name ?? event.location ?? `${calendar.city}, ${calendar.state}`,
      address: event.location ?? `${calendar.city}, ${calendar.state}`,
    },
    organizer: { '@type': 'Organization', name: calendar.name, url },
    url,
  }))
}

const statuses: Record<EventStatus, string> = {
  scheduled: 'EventScheduled',
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
  moved: 'EventRescheduled',
}
