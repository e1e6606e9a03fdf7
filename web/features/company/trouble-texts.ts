export const troubleTexts = {
  title: 'Something went wrong',
  body: 'That is on us, not on you. Please try again in a moment.',
} as const

export const notFoundTexts = {
  head: { title: 'Page not found | Townbell', description: 'This page does not exist.' },
  title: 'Page not found',
  body: 'Nobody rang here: this page does not exist, or has moved. One of these may be what you wanted.',
  howItWorks: 'How it works',
  hints: {
    dashboard: 'Your own calendars',
    pricing: 'Plans, and what is in them',
    contact: 'Tell us what you were looking for',
    about: 'A calendar in three steps',
    community: 'What groups do with it',
  },
} as const
