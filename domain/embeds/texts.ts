// The texts of an embedded calendar.

export const embedTexts = {
  eventsOf: (calendar: string) => `Events from ${calendar}`,
  nothing: 'Nothing planned yet.',
  noEventsOnDay: 'No events on this day.',
  chosenDay: 'Selected day',
  month: 'Month',
  previousMonth: (month: string) => `Previous month, ${month}`,
  nextMonth: (month: string) => `Next month, ${month}`,
  hasEvents: (day: string) => `${day}, has events`,
  eventsOn: (day: string, count: number) =>
    `${day}, ${count === 0 ? 'no events' : count === 1 ? '1 event' : `${count} events`}`,
  subscribe: 'Add to my calendar app',
  timesIn: (zone: string) => `Times are in ${zone}.`,
  failed: "The events couldn't be loaded. Please try again later.",
} as const
