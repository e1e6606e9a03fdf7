import type { Letter } from '../letter.ts'

export const undo = (calendar: string, url: string): Letter => ({
  subject: `You were unsubscribed from ${calendar}`,
  heading: 'You were unsubscribed',
  before: [
    `Somebody, probably you, unsubscribed this address from the notices of the calendar “${calendar}”. If that is right, there is nothing to do.`,
    'If it was not you, you can keep your subscription:',
  ],
  button: { label: 'Keep my subscription', url },
  after: ['The link works once, for 30 days.'],
  reason: `You get this one mail because this address followed “${calendar}” and was unsubscribed without a link from one of our mails.`,
})
