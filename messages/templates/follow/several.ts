import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { Letter } from '../letter.ts'

const HOURS = CONFIRMATION_LIFETIME_MS / 3_600_000

/** Asks once for all calendars that were chosen on a town page. */
export const several = (calendars: string[], url: string, network: string | null): Letter => ({
  subject: `Please confirm: follow ${calendars.length} calendars`,
  heading: `Follow ${calendars.length} calendars`,
  before: [
    'Someone, probably you, signed this address up for event notifications from these calendars. Please confirm that you want them.',
    ...calendars.map((calendar) => `• ${calendar}`),
  ],
  button: { label: 'Confirm all', url },
  after: [
    `The link works once, for ${HOURS} hours. You can leave each calendar later, by the link in its emails.`,
    "If it wasn't you, you can ignore this email: you won't get any notifications unless the link is used.",
    ...(network ? [`The request came from the network address ${network}.`] : []),
  ],
  reason: "You're getting this one email because someone entered this address to follow calendars of a town page.",
})
