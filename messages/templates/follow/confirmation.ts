import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { Letter } from '../letter.ts'

const HOURS = CONFIRMATION_LIFETIME_MS / 3_600_000

/** Goes to somebody who may never have heard of us, so it says who asked, from where, and that it can be ignored. */
export const confirmation = (calendar: string, url: string, network: string | null): Letter => ({
  subject: `Please confirm: follow ${calendar}`,
  heading: `Follow ${calendar}`,
  before: [
    `Someone, probably you, signed this address up for event notifications from the calendar “${calendar}”. Please confirm that you want them.`,
  ],
  button: { label: 'Confirm subscription', url },
  after: [
    `The link works once, for ${HOURS} hours.`,
    "If it wasn't you, you can ignore this email: you won't get any notifications unless the link is used.",
    ...(network ? [`The request came from the network address ${network}.`] : []),
  ],
  reason: `You're getting this one email because someone entered this address to follow “${calendar}”.`,
})
