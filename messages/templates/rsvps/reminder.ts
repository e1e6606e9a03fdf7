import type { Letter } from '../letter.ts'

export const reminder = (event: string, when: string, calendar: string, url: string, place: string): Letter => ({
  subject: `Today: ${event} (${calendar})`,
  heading: event,
  before: [`${when}.`, ...(place ? [place] : []), 'You answered that you come, or may come. See you there!'],
  button: { label: 'See or change your answer', url },
  after: ["If you can't come any more, please say so with the link."],
  reason: `You're getting this email because you answered an event of “${calendar}”.`,
})
