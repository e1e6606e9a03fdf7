// The rate limits of what people answer on the page of an event. Each answer is one mail with a title that an organizer has chosen, to an
// address that anybody can have typed.
import { mailboxOf } from '#domain/email-address.ts'
import type { Take } from '#server/http/limits.ts'

export type AnsweredOwner = { owner_id: string; on_trial: boolean }

/** In the order in which following takes them: mailbox, owner, calendar. */
export function answerTakes(
  { owner_id: owner, on_trial: onTrial }: AnsweredOwner,
  calendarId: string,
  email: string,
): Take[] {
  const code = 'over_email_send_rate_limit'
  const says = 'Too many people are answering right now. Please try again later.'
  return [
    {
      name: 'rsvp-mail',
      of: mailboxOf(email),
      code,
      says: "We've sent too many emails to this address. Please try again tomorrow.",
    },
    { name: onTrial ? 'rsvp-trial-owner' : 'rsvp-owner', of: owner, code, says },
    { name: 'rsvp-calendar', of: calendarId.toLowerCase(), code, says },
  ]
}
