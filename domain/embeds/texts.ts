// What a calendar says on somebody else's site, in the frame and by the script.

export const embedTexts = {
  eventsOf: (calendar: string) => `Events of ${calendar}`,
  nothing: 'Nothing is planned yet.',
  noEventsOnDay: 'No events on this day.',
  chosenDay: 'The chosen day',
  month: 'Month',
  previousMonth: (month: string) => `Previous month, ${month}`,
  nextMonth: (month: string) => `Next month, ${month}`,
  hasEvents: (day: string) => `${day}, has events`,
  eventsOn: (day: string, count: number) =>
    `${day}, ${count === 0 ? 'no events' : count === 1 ? '1 event' : `${count} events`}`,
  subscribe: 'Subscribe',
  timesIn: (zone: string) => `Times are in ${zone}.`,
  failed: 'The events could not be loaded. Please try again later.',
} as const
