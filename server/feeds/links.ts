import { type Day, monthOf } from '#domain/dates.ts'

// Where what a feed tells can be read on the site.

export function calendarUrl(siteUrl: string, calendarId: string): string {
  return `${siteUrl}/calendar/${calendarId}`
}

export function eventUrl(siteUrl: string, calendarId: string, day: Day): string {
  return `${calendarUrl(siteUrl, calendarId)}?month=${monthOf(day)}`
}
