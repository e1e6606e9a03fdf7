import type { Letter } from '../letter.ts'

export const promoted = (event: string, when: string, calendar: string, url: string): Letter => ({
  subject: `You have a place: ${event}`,
  heading: 'You have a place',
  before: [`A place became free at “${event}”, and it is yours.`, `${when}.`],
  button: { label: 'See or change your answer', url },
  after: ["If you can't come any more, please say so with the link: the next person gets the place."],
  reason: `You're getting this email because you were on the waiting list of an event of “${calendar}”.`,
})
