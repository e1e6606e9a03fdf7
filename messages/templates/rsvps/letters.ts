// The mails about answers to "Will you be there?".
import type { Change } from '#domain/event-changes.ts'
import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { RsvpState } from '#domain/rsvp-answers.ts'
import type { Letter } from '../letter.ts'

const HOURS = CONFIRMATION_LIFETIME_MS / 3_600_000

/** Why somebody is notified, and where the link leads: null if no event is left. */
export interface Taking {
  kind: 'answer' | 'signup'
  url: string | null
}

/** What became of an answer, and where to go. */
export interface Taken {
  state: RsvpState
  place: string
}

export const rsvps = {
  /** Goes to an address that anybody may have typed, so it says nothing of what was typed. */
  confirm: (event: string, when: string, calendar: string, url: string): Letter => ({
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
  }),

  confirmed: (event: string, when: string, calendar: string, url: string, { state, place }: Taken): Letter => ({
    subject: state === 'maybe' ? `Maybe: ${event}` : `You're going: ${event}`,
    heading: state === 'maybe' ? 'You may come' : "You're going",
    before: [`${event}. ${when}.`, ...(place ? [place] : []), 'It is attached for your calendar.'],
    button: { label: 'See or change your answer', url },
    after: ["If you can't come any more, please say so with the link."],
    reason: `You're getting this email because you answered an event of “${calendar}”.`,
  }),

  waiting: (event: string, when: string, calendar: string, url: string, { place }: Taken): Letter => ({
    subject: `You're on the waiting list: ${event}`,
    heading: "You're on the waiting list",
    before: [
      `All places at “${event}” are taken. You get one as soon as it is free, and an email about it.`,
      `${when}.`,
      ...(place ? [place] : []),
    ],
    button: { label: 'See or change your answer', url },
    after: [],
    reason: `You're getting this email because you answered an event of “${calendar}”.`,
  }),

  promoted: (event: string, when: string, calendar: string, url: string, { place }: Taken): Letter => ({
    subject: `You have a place: ${event}`,
    heading: 'You have a place',
    before: [`A place became free at “${event}”, and it is yours.`, `${when}.`, ...(place ? [place] : [])],
    button: { label: 'See or change your answer', url },
    after: ["If you can't come any more, please say so with the link: the next person gets the place."],
    reason: `You're getting this email because you were on the waiting list of an event of “${calendar}”.`,
  }),

  reminder: (event: string, when: string, calendar: string, url: string, { state, place }: Taken): Letter => ({
    subject: `Today: ${event} (${calendar})`,
    heading: event,
    before: [
      `${when}.`,
      ...(place ? [place] : []),
      state === 'maybe' ? 'You answered that you may come.' : 'You answered that you come. See you there!',
    ],
    button: { label: 'See or change your answer', url },
    after: ["If you can't come any more, please say so with the link."],
    reason: `You're getting this email because you answered an event of “${calendar}”.`,
  }),

  changed: (changes: readonly Change[], subject: string, calendar: string, { kind, url }: Taking): Letter => ({
    subject,
    heading: subject,
    before: changes.flatMap(({ mark, title, lines }) => [`${mark}: ${title}`, ...lines]),
    ...(url ? { button: { label: `See or change your ${kind === 'answer' ? 'answer' : 'sign-up'}`, url } } : {}),
    after: [],
    reason: `You're getting this email because you ${kind === 'answer' ? 'answered' : 'signed up for'} an event of “${calendar}”.`,
  }),
}
