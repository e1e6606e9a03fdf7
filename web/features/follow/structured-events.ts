import type { PublicCalendar, PublicEvent } from './public-calendar.ts'

/** The month's events in schema.org's words, so that search engines can list them. */
export function structuredEvents(calendar: PublicCalendar, events: readonly PublicEvent[], siteUrl: string): object[] {
  const url = `${siteUrl}/calendar/${calendar.id}`
  return events.map((event) => ({
    '@type': 'Event',
    '@id': `${url}#event-${event.id}`,
    name: event.title,
    ...(event.description ? { description: event.description } : {}),
    startDate: event.start_time,
    endDate: event.end_time,
    eventStatus: 'https://schema.org/EventScheduled',
    location: {
      '@type': 'Place',
      name: event.location_name ?? event.location ?? `${calendar.city}, ${calendar.state}`,
      address: event.location ?? `${calendar.city}, ${calendar.state}`,
    },
    organizer: { '@type': 'Organization', name: calendar.name, url },
    url,
  }))
}
