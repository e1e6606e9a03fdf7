// The page of one event.

export const eventPageTexts = {
  keyword: 'event',
  loading: 'Loading the event',
  when: 'When',
  where: 'Where',
  map: 'Show on a map',
  link: 'Website or meeting link',
  repeats: 'Repeats',
  moved: (before: string) => `It was announced for ${before}.`,
  off: {
    cancelled: 'This event is cancelled.',
    postponed: 'This event is postponed. A new date is not known yet.',
  },
  about: 'About this event',
  add: 'Add to your calendar',
  calendar: (name: string) => `All events of ${name}`,
  toCalendar: 'Go to the calendar',
  follow: 'Follow this calendar to hear of its events on their day.',
  notFound: { title: 'Event Not Found', body: "This event doesn't exist, was deleted, or is not public." },
} as const
