import { failure } from './toast.ts'

// The public calendar and the search for one. Apart from calendars.ts, so a visitor does not load the editor's words.

export const publicCalendarTexts = {
  members: (count: number) => `${count} members`,
  calendarNumber: (identifier: number | string) => `Calendar #${identifier}`,
  follow: 'Follow this Calendar',
  about: 'About this calendar',
  eventsFor: (date: string) => `Events for ${date}`,
  notFound: { title: 'Calendar Not Found', body: "This calendar doesn't exist or has been disabled." },
  goHome: 'Go Home',
  loadFailed: failure('Failed to load calendar'),
  notFoundOrDisabled: failure('Calendar not found or has been disabled'),
} as const

export const locateTexts = {
  title: 'Locate a Calendar',
  placeholder: 'Search by state, city, or calendar name...',
  loading: 'Loading calendars...',
  noMatch: 'No calendars found matching your search',
  none: 'No public calendars available',
  loadFailed: failure('Failed to load calendars'),
} as const
