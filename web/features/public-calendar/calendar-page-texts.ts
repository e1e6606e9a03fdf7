// Words of the public calendar. Apart from texts.ts, so that its visitors load no others.

export const calendarPageTexts = {
  description: (calendar: string, place: string, month: string) =>
    `Events from ${calendar} in ${place}, ${month}. Follow by email or text.`,
  keywords: ['community calendar', 'events'],
  more: 'More',
  search: 'Search',
  month: 'Month',
  coming: 'Coming up',
  nothingComing: 'Nothing is planned yet.',
  showMore: 'Show more',
  nextUp: {
    now: 'On now',
    today: 'Next up, today',
    tonight: 'Next up, tonight',
    tomorrow: 'Next up, tomorrow',
    later: 'Next up',
  },
  until: (when: string) => `Until ${when}`,
  directions: 'Directions',
  print: 'Print',
  publicCalendar: 'Public calendar',
  isPublic: 'This is a public calendar. Anyone can see its events.',
  questions: 'Questions? Write to',
  chosenDay: 'Selected day',
  chooseADay: 'Choose a day',
  allOf: (month: string) => `All of ${month}`,
  nextDay: (day: string) => `Next: ${day}`,
} as const
