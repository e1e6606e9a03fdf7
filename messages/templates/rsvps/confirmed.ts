import type { Letter } from '../letter.ts'

export const confirmed = (event: string, when: string, calendar: string, url: string): Letter => ({
  subject: `Your answer is in: ${event}`,
  heading: 'Your answer is in',
  before: [`“${event}” is attached for your calendar.`, `${when}.`],
  button: { label: 'See or change your answer', url },
  after: [],
  reason: `You're getting this email because you answered an event of “${calendar}”.`,
})
