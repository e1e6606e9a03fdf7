export const eventPageTexts = {
  keyword: 'event',
  loading: 'Loading event',
  when: 'When',
  where: 'Where',
  directions: 'Directions',
  map: (place: string) => `Map of ${place}`,
  next: 'Next dates:',
  repeats: 'Repeats',
  moved: (before: string) => `Originally announced for ${before}.`,
  off: {
    cancelled: 'This event is cancelled.',
    postponed: "This event is postponed. There's no new date yet.",
  },
  about: 'About this event',
  calendar: (name: string) => `All events from ${name}`,
  toCalendar: 'Go to the calendar',
  notFound: { title: 'Event Not Found', body: "This event doesn't exist, was deleted, or isn't public." },
} as const
