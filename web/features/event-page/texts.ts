export const eventPageTexts = {
  keyword: 'event',
  loading: 'Loading event',
  when: 'When',
  where: 'Where',
  map: 'Show on a map',
  repeats: 'Repeats',
  moved: (before: string) => `Originally announced for ${before}.`,
  off: {
    cancelled: 'This event is cancelled.',
    postponed: "This event is postponed. There's no new date yet.",
  },
  about: 'About this event',
  add: 'Add to your calendar',
  calendar: (name: string) => `All events from ${name}`,
  toCalendar: 'Go to the calendar',
  follow: 'Follow this calendar to get notified on the day of each event.',
  notFound: { title: 'Event Not Found', body: "This event doesn't exist, was deleted, or isn't public." },
} as const
