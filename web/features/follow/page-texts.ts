import type { PlainState } from '#domain/plain-follow.ts'
import { followTexts } from '#domain/texts/follow.ts'

export const followPageTexts = {
  description: (calendar: string) => `Get one email on the morning of each event of ${calendar}.`,
  back: (calendar: string) => `Back to ${calendar}`,
  states: {
    sent: followTexts.sent,
    pending: followTexts.pending,
    already_subscribed: followTexts.alreadySubscribed,
    full: followTexts.full,
    waiting: followTexts.waiting,
    invalid: followTexts.invalidEmail,
    limited: { title: 'Please try again tomorrow', body: 'Only a few people a day can follow without JavaScript.' },
    failed: followTexts.failed,
  } satisfies Record<PlainState, { title: string; body: string }>,
} as const
