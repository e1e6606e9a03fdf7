import { failure } from './toast.ts'

// The public calendar, which several features and the server name.

export const publicCalendarTexts = {
  members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
  calendarNumber: (identifier: number | string) => `Calendar #${identifier}`,
  follow: 'Follow this Calendar',
  /** Where there is little room. */
  followShort: 'Follow',
  youManage: 'You manage this calendar.',
  manage: 'Manage',
  about: 'About this calendar',
  eventsFor: (date: string) => `Events for ${date}`,
  notFound: { title: 'Calendar Not Found', body: "This calendar doesn't exist or has been disabled." },
  goHome: 'Go Home',
  loadFailed: failure('Failed to load calendar'),
  notFoundOrDisabled: failure('Calendar not found or has been disabled'),
} as const
