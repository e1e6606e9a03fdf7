import type { Letter } from '../letter.ts'

export const paused = (calendar: string, why: string, url: string, supportEmail: string): Letter => ({
  subject: `Sending is paused for ${calendar}`,
  heading: 'Sending is paused',
  before: [
    `The calendar “${calendar}” sends nothing at the moment. Messages whose day passes meanwhile are dropped.`,
    `The reason: ${why}`,
  ],
  button: { label: 'Open Mailings', url },
  after: [
    `After too many bounces or spam reports, the owner can resume sending once, and alerts still reach everybody who confirmed. Otherwise write to ${supportEmail}.`,
  ],
  reason: `You're getting this email because you're an admin of “${calendar}”.`,
})
