import type { Letter } from '../letter.ts'

export const waiting = (event: string, when: string, calendar: string, url: string): Letter => ({
  subject: `You're on the waiting list: ${event}`,
  heading: "You're on the waiting list",
  before: [`All places at “${event}” are taken. You get one as soon as it is free, and an email about it.`, `${when}.`],
  button: { label: 'See or change your answer', url },
  after: [],
  reason: `You're getting this email because you answered an event of “${calendar}”.`,
})
