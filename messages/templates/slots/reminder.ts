import type { Letter } from '../letter.ts'
import type { SlotLetter } from './confirm.ts'

export const reminder = ({ event, when, calendar, slots, url }: SlotLetter): Letter => ({
  subject: `Tomorrow: ${event}`,
  heading: 'You signed up for tomorrow',
  before: [`${event}. ${when}.`, `You signed up for: ${slots.join(', ')}.`],
  button: { label: 'See, swap or give back', url },
  after: ["If you can't make it, please give it back with the link, so that somebody else can take it."],
  reason: `You're getting this email because you signed up to help at an event of “${calendar}”.`,
})
