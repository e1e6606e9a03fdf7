// The mail about a poll for a date.
import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { Letter } from '../letter.ts'

const HOURS = CONFIRMATION_LIFETIME_MS / 3_600_000

export const polls = {
  /** Goes to an address that anybody may have typed, so it says nothing of what was typed. */
  confirm: (title: string, calendar: string, url: string): Letter => ({
    subject: `Your answer: ${title}`,
    heading: title,
    before: [`Someone, probably you, answered a poll for a date of “${calendar}” with this address.`],
    button: { label: 'See and confirm your answer', url },
    after: [
      `Please confirm within ${HOURS} hours. With the same link you can change or delete your answer.`,
      "If it wasn't you, you can ignore this email: nothing counts unless the link is used.",
    ],
    reason: `You're getting this one email because someone entered this address at a poll of “${calendar}”.`,
  }),
}
