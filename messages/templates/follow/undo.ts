import type { Letter } from '../letter.ts'

export const undo = (calendar: string, url: string): Letter => ({
  subject: 'You were unsubscribed from a calendar',
  heading: 'You were unsubscribed',
  before: [
    `Someone, probably you, unsubscribed this address from the notifications of the calendar “${calendar}”. If that's right, there's nothing you need to do.`,
    "If it wasn't you, you can keep your subscription:",
  ],
  button: { label: 'Keep my subscription', url },
  after: ['The link works once, for 30 days.'],
  reason: `You're getting this one email because this address followed “${calendar}” and was unsubscribed without a link from one of our emails.`,
})
