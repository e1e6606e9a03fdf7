import type { Letter } from '../letter.ts'

export const webhookOff = (calendar: string, host: string, url: string): Letter => ({
  subject: `A webhook of ${calendar} was turned off`,
  heading: 'A webhook was turned off',
  before: [
    `The calendar “${calendar}” no longer posts its changes to ${host}: every try failed, for about two days, or the address said that it no longer exists.`,
    'The calendar itself and its mails are not affected. In the settings, under Webhooks, you see what failed, and you can turn it on again or remove it.',
  ],
  button: { label: 'Open Settings', url },
  after: [],
  reason: `You're getting this email because you own “${calendar}”.`,
})
