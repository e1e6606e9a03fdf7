export const linkedTexts = {
  email: 'Email address',
  lead: "We'll send you one email to confirm. No account needed.",
  event: 'See the event',
  save: 'Save changes',
  saved: { title: 'Saved' },
  noScript: 'Please turn on JavaScript. This page needs it.',
} as const
