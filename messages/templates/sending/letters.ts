// The mails about sending.
import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

const reasons = {
  failing: 'every try failed, for about two days',
  gone: 'the address said that it no longer exists',
  left: 'the person who added it is no longer an admin',
}

export const sending = {
  paused: (calendar: string, why: string, url: string, supportEmail: string): Letter => ({
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
  }),

  alertRefused: (calendar: string, title: string, problem: string, url: string): Letter => ({
    subject: `NOT SENT: ${title} (${calendar})`,
    heading: 'Your alert was not sent',
    before: [`Nobody got “${title}”.`, `The reason: ${problem}`],
    button: { label: 'Open the alert', url },
    after: ['If it is still needed, please reach people another way until it can be sent.'],
    reason: `You're getting this email because you sent this alert for “${calendar}”.`,
  }),

  /** For operators, in English like their commands. */
  review: (mailings: number): Letter => ({
    subject: `${mailings} ${mailings === 1 ? 'mailing waits' : 'mailings wait'} for a review`,
    heading: 'Mail waits for a review',
    before: [
      'Somebody wants to write to many people who have not confirmed, or a message looks like bait. It waits until you have looked at it; people who confirmed get theirs.',
      'To see what waits: townbell admin review',
    ],
    after: ['A message whose day passes meanwhile is dropped.'],
    reason: `You're getting this email because this is the support address of ${PRODUCT_NAME}.`,
  }),

  webhookOff: (calendar: string, host: string, reason: 'failing' | 'gone' | 'left', url: string): Letter => ({
    subject: `A webhook of ${calendar} was turned off`,
    heading: 'A webhook was turned off',
    before: [
      `The calendar “${calendar}” no longer posts its changes to ${host}: ${reasons[reason]}.`,
      'The calendar itself and its mails are not affected. In the settings, under Webhooks, you see its last posts, and you can turn it on again or remove it.',
    ],
    button: { label: 'Open Settings', url },
    after: [],
    reason: `You're getting this email because you own “${calendar}”.`,
  }),
}
