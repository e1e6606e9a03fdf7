import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { Letter } from '../letter.ts'

const HOURS = CONFIRMATION_LIFETIME_MS / 3_600_000

/** To somebody who may never have heard of us: says who asked, from where, and that silence is an answer. */
export const confirmation = (calendar: string, url: string, network: string | null): Letter => ({
  subject: `Please confirm: follow ${calendar}`,
  heading: `Follow ${calendar}`,
  before: [
    `Somebody, probably you, asked for the event notices of the calendar “${calendar}” at this address. Please confirm that you want them.`,
  ],
  button: { label: 'Confirm subscription', url },
  after: [
    `The link works once, for ${HOURS} hours.`,
    'If it was not you, please ignore this mail: without the link you will get no notices.',
    ...(network ? [`The request came from the network address ${network}.`] : []),
  ],
  reason: `You get this one mail because somebody entered this address to follow “${calendar}”.`,
})
