import { eventPath } from '#domain/calendar-links.ts'

// Where what a feed tells can be read on the site.

export function calendarUrl(siteUrl: string, calendarId: string): string {
  return `${siteUrl}/calendar/${calendarId}`
}

export function eventUrl(siteUrl: string, calendar: { id: string; disabled: boolean }, eventId: string): string {
  return siteUrl + eventPath(calendar, eventId)
}
