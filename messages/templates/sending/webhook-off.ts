import type { Letter } from '../letter.ts'

const reasons = {
  failing: 'every try failed, for about two days',
  gone: 'the address said that it no longer exists',
  left: 'the person who added it is no longer an admin',
}

export const webhookOff = (
  calendar: string,
  host: string,
  reason: 'failing' | 'gone' | 'left',
  url: string,
): Letter => ({
  subject: `A webhook of ${calendar} was turned off`,
  heading: 'A webhook was turned off',
  before: [
    `The calendar “${calendar}” no longer posts its changes to ${host}: ${reasons[reason]}.`,
    'The calendar itself and its mails are not affected. In the settings, under Webhooks, you see its last posts, and you can turn it on again or remove it.',
  ],
  button: { label: 'Open Settings', url },
  after: [],
  reason: `You're getting this email because you own “${calendar}”.`,
})
