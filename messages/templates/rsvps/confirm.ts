import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { Letter } from '../letter.ts'

const HOURS = CONFIRMATION_LIFETIME_MS / 3_600_000

/** Goes to an address that anybody may have typed, so it says nothing of what was typed. */
export const confirm = (event: string, when: string, calendar: string, url: string): Letter => ({
  subject: `Your answer: ${event}`,
  heading: event,
  before: [
    `${when}.`,
    `Someone, probably you, answered an invitation of the calendar “${calendar}” with this address.`,
  ],
  button: { label: 'See and confirm your answer', url },
  after: [
    `Please confirm within ${HOURS} hours. With the same link you can change or delete your answer later.`,
    "If it wasn't you, you can ignore this email: nothing counts unless the link is used.",
  ],
  reason: `You're getting this one email because someone entered this address at an event of “${calendar}”.`,
})
