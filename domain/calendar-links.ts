import { addDays, type Day } from './dates.ts'
import type { EventRow } from './event-columns.ts'
import { eventPath } from './event-path.ts'
import { eventLink } from './event-place.ts'
import { placeWords } from './event-words.ts'
import { toWellFormed } from './older-browsers.ts'

// Links that add a calendar or an event to calendar apps. Names and texts come from users, so they are encoded; ids and categories are
// our own values, safe in a URL as they are.

export function feedAddress(siteUrl: string, calendarId: string, categories: readonly string[] = []): string {
  const query = categories.length === 0 ? '' : `?category=${categories.join()}`
  return `${siteUrl}/calendar/${calendarId}.ics${query}`
}

export function webcalAddress(feed: string): string {
  return feed.replace(/^https?:/, 'webcal:')
}

/** Returns links for apps that keep reading the feed. */
export function subscribeLinks(feed: string, name: string) {
  const outlook = `url=${encodeURIComponent(feed)}&name=${encodeURIComponent(name)}`
  return {
    google: `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcalAddress(feed))}`,
    apple: webcalAddress(feed),
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${outlook}`,
    microsoft365: `https://outlook.office.com/calendar/0/addfromweb?${outlook}`,
  }
}

export type LinkedEvent = Pick<
  EventRow,
  | 'id'
  | 'title'
  | 'description'
  | 'location'
  | 'location_name'
  | 'link_url'
  | 'start_time'
  | 'end_time'
  | 'all_day'
  | 'event_date'
  | 'end_date'
>

interface Where {
  siteUrl: string
  calendar: { id: string; time_zone: string; disabled?: boolean }
}

/** Browsers cut much longer URLs. */
const DETAILS_MAX = 1000

/** Returns links that copy one event; the copy does not follow later changes. */
export function eventLinks(event: LinkedEvent, { siteUrl, calendar }: Where) {
  const page = siteUrl + eventPath(calendar, event.id)
  const details = [toWellFormed(event.description?.slice(0, DETAILS_MAX) ?? ''), eventLink(event), page]
    .filter(Boolean)
    .join('\n\n')
  const place = placeWords(event)
  const dayAfter = addDays(event.end_date, 1)
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: event.title,
    dates: event.all_day
      ? `${compact(event.event_date)}/${compact(dayAfter)}`
      : `${compactTime(event.start_time)}/${compactTime(event.end_time)}`,
    ctz: calendar.time_zone,
    details,
    location: place,
  })
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: event.title,
    startdt: event.all_day ? event.event_date : new Date(event.start_time).toISOString(),
    enddt: event.all_day ? dayAfter : new Date(event.end_time).toISOString(),
    ...(event.all_day ? { allday: 'true' } : {}),
    body: details,
    location: place,
  })
  return {
    google: `https://calendar.google.com/calendar/render?${google}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`,
    file: `${siteUrl}/calendar/${calendar.id}/events/${event.id}.ics`,
  }
}

function compact(day: Day): string {
  return day.replaceAll('-', '')
}

function compactTime(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}
