import type { CalendarView } from '#domain/views.ts'

export const viewTexts = {
  views: 'Views',
  names: { month: 'Month', week: 'Week', agenda: 'Agenda', day: 'Day' } satisfies Record<CalendarView, string>,
  today: 'Today',
  previous: (view: CalendarView, days: string) => `Previous ${units[view]}, ${days}`,
  next: (view: CalendarView, days: string) => `Next ${units[view]}, ${days}`,
  nothing: {
    month: 'Nothing planned for this month yet.',
    week: 'Nothing planned for this week yet.',
    agenda: 'Nothing planned for these days yet.',
    day: 'No events on this day.',
  } satisfies Record<CalendarView, string>,
  free: 'Nothing',
  yourTime: (words: string) => `Your time: ${words}`,
} as const

const units: Record<CalendarView, string> = { month: 'month', week: 'week', agenda: '30 days', day: 'day' }

export const searchTexts = {
  open: 'Search events',
  filter: (chosen: number) => (chosen === 0 ? 'Filter' : `Filter: ${chosen}`),
  label: 'Search this calendar',
  placeholder: 'Title, place or description',
  search: 'Search',
  categories: 'Categories',
  clear: 'Clear search',
  coming: 'Upcoming',
  past: 'Past',
  when: 'Upcoming or past',
  found: (query: string) => `Search results for “${query}”`,
  count: (count: number, hasMore: boolean) =>
    hasMore ? `First ${count} events` : `${count} ${count === 1 ? 'event' : 'events'}`,
  none: 'No events match.',
} as const

export const gridTexts = {
  nothing: (day: string) => `${day}, no events`,
  events: (day: string, count: number, kinds: string) =>
    `${day}, ${count} ${count === 1 ? 'event' : 'events'}: ${kinds}`,
  off: (count: number) => `; ${count} cancelled or postponed`,
  today: 'Today',
  pick: 'Choose a month',
  previous: (month: string) => `Previous month, ${month}`,
  next: (month: string) => `Next month, ${month}`,
  continued: (title: string, day: number) => `${title}, day ${day}`,
  more: (count: number) => `+${count} more`,
} as const

/** On the page of an event, and where somebody answered one. */
export const eventTexts = {
  directions: 'Directions',
  off: {
    cancelled: 'This event is cancelled.',
    postponed: "This event is postponed. There's no new date yet.",
  },
} as const
