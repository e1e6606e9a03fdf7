export const linkedTexts = {
  email: 'Email address',
  lead: "We'll send you one email to confirm. No account needed.",
  event: 'See the event',
  change: 'Change my answer',
  save: 'Save changes',
  saved: { title: 'Saved' },
  taken: "We email it to you as well, unless you've unsubscribed.",
  noScript: 'Please turn on JavaScript. This page needs it.',
} as const

export const phoneTexts = {
  phone: 'Phone number',
  hint: 'Include country code (e.g., +1 for US)',
  example: '(512) 476-1234 works, too.',
} as const
