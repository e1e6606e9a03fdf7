// Words of the public calendar. Apart from texts.ts, so that its visitors load no others.

export const calendarPageTexts = {
  description: (calendar: string, place: string, month: string) =>
    `Events of ${calendar} in ${place}, ${month}. Follow by email or text.`,
  keywords: ['community calendar', 'events'],
  print: 'Print',
  publicCalendar: 'Public calendar',
  isPublic: 'This is a public calendar. Everybody can see its events.',
  questions: 'Questions about it? Write to',
  chosenDay: 'The chosen day',
  chooseADay: 'Choose a day',
  allOf: (month: string) => `All of ${month}`,
  nextDay: (day: string) => `Next: ${day}`,
} as const
