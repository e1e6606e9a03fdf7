import { failure } from '#domain/texts/toast.ts'

export const locatePageTexts = {
  head: {
    title: 'Calendar Search | Townbell',
    description:
      'Search public community calendars by state, city or name, and follow the ones you like by email or text.',
    keywords: ['calendar search', 'community events', 'local events', 'events near me'],
  },
  lead: "Find your neighborhood, school, team or town, and follow what's on.",
  search: 'Search',
  tryFewer: 'Check the spelling, or search by city, state, ZIP or calendar number.',
  beFirst: 'Be the first: create one for your group.',
  startOne: 'Start one',
  notHere: 'Not here yet?',
  startFor: 'Start a calendar for your street, school or club.',
  nextAt: (when: string) => `Next: ${when}`,
  days: { today: 'today', tonight: 'tonight', tomorrow: 'tomorrow' },
  inState: (state: string) => ` in ${state}`,
  onNow: 'On now',
  count: (count: number, hasMore: boolean) =>
    `${hasMore ? `The first ${count}` : count} ${count === 1 ? 'calendar' : 'calendars'}`,
  pages: 'Pages',
  previous: 'Previous page',
  next: 'Next page',
} as const

export const locateTexts = {
  title: 'Locate a Calendar',
  placeholder: 'Search by state, city, or calendar name...',
  loading: 'Loading calendars...',
  noMatch: 'No calendars found matching your search',
  none: 'No public calendars available',
  loadFailed: failure('Failed to load calendars'),
} as const
