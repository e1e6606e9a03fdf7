export const errorPageTexts = {
  title: 'Something went wrong',
  body: "That's our fault, not yours. Please try again in a moment.",
} as const

export const notFoundTexts = {
  head: { title: 'Page not found | Townbell', description: "This page doesn't exist." },
  title: 'Page not found',
  body: "This page doesn't exist or has moved. One of these may be what you wanted.",
  howItWorks: 'How it works',
  hints: {
    dashboard: 'Your own calendars',
    pricing: "Plans and what's in them",
    contact: 'Tell us what you were looking for',
    about: 'A calendar in three steps',
    community: 'What groups do with it',
  },
} as const
