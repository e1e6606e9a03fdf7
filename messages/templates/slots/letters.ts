// The mails about what an event needs.
import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { Letter } from '../letter.ts'

const HOURS = CONFIRMATION_LIFETIME_MS / 3_600_000

export interface SlotLetter {
  event: string
  when: string
  /** "Sat, Nov 21", for the subject. */
  day: string
  calendar: string
  /** What the person has: "Grill 12–2pm", "Salads (2)". */
  slots: string[]
  place: string
  url: string
  isConfirmed: boolean
}

export const slots = {
  /** Goes to an address that anybody may have typed, so it says nothing of what was typed, only which lines were chosen. */
  confirm: ({ event, when, day, place, calendar, slots, url, isConfirmed }: SlotLetter): Letter => ({
    subject: isConfirmed ? `Your sign-up: ${event}, ${day}` : `Not confirmed yet: helping at ${event}, ${day}`,
    heading: event,
    before: [
      `${when}.`,
      ...(place ? [place] : []),
      isConfirmed
        ? `Someone, probably you, asked for the link to your sign-up at “${calendar}”.`
        : `Someone, probably you, signed up with this address to help “${calendar}”: ${slots.join(', ')}. It counts once you confirm it.`,
    ],
    button: { label: 'See and confirm your sign-up', url },
    after: [
      `Please confirm within ${HOURS} hours. With the same link you can swap or give back what you took.`,
      "If it wasn't you, you can ignore this email: nothing counts unless the link is used.",
    ],
    reason: `You're getting this one email because someone entered this address at an event of “${calendar}”.`,
  }),

  confirmed: ({ event, when, day, place, calendar, slots, url }: SlotLetter): Letter => ({
    subject: `You're helping: ${event}, ${day}`,
    heading: "You're helping",
    before: [
      `${event}. ${when}.`,
      ...(place ? [place] : []),
      `You signed up for: ${slots.join(', ')}.`,
      'The attached file adds it to your calendar.',
    ],
    button: { label: 'See, swap or give back', url },
    after: ["If you can't make it, please give it back with the link, so that somebody else can take it."],
    reason: `You're getting this email because you signed up to help at an event of “${calendar}”.`,
    isGood: true,
  }),

  reminder: ({ event, when, place, calendar, slots, url }: SlotLetter): Letter => ({
    subject: `Tomorrow: ${event} (${calendar})`,
    heading: 'You signed up for tomorrow',
    before: [`${event}. ${when}.`, ...(place ? [place] : []), `You signed up for: ${slots.join(', ')}.`],
    button: { label: 'See, swap or give back', url },
    after: ["If you can't make it, please give it back with the link, so that somebody else can take it."],
    reason: `You're getting this email because you signed up to help at an event of “${calendar}”.`,
  }),
}
