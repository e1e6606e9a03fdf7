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

export interface RsvpLetter {
  event: string
  when: string
  /** "Sat, Nov 21", for the subject. */
  day: string
  calendar: string
  place: string
  url: string
  /** What became of the answer. */
  state: RsvpState
  isConfirmed: boolean
}

const answers = { going: 'going', maybe: 'maybe', no: 'not coming', waiting: 'going' } satisfies Record<
  RsvpState,
  string
>

/** Reads at a glance whether they come, what to, when and where. */
const about = ({ event, when, place }: RsvpLetter) => [`${event}. ${when}.`, ...(place ? [place] : [])]

export const rsvps = {
  /** Goes to an address that anybody may have typed, so it says nothing of what was typed, only which answer was chosen. */
  confirm: ({ event, when, day, place, calendar, url, state, isConfirmed }: RsvpLetter): Letter => ({
    subject: isConfirmed ? `Your answer: ${event}, ${day}` : `Not confirmed yet: ${event}, ${day}`,
    heading: event,
    before: [
      `${when}.`,
      ...(place ? [place] : []),
      isConfirmed
        ? `Someone, probably you, asked for the link to your answer to “${calendar}”.`
        : `Someone, probably you, answered “${calendar}” with this address: ${answers[state]}. It counts once you confirm it.`,
    ],
    button: { label: 'See and confirm your answer', url },
    after: [
      `Please confirm within ${HOURS} hours. With the same link you can change or delete your answer later.`,
      "If it wasn't you, you can ignore this email: nothing counts unless the link is used.",
    ],
    reason: `You're getting this one email because someone entered this address at an event of “${calendar}”.`,
  }),

  confirmed: (letter: RsvpLetter): Letter => ({
    subject: `${letter.state === 'maybe' ? 'Maybe' : "You're going"}: ${letter.event}, ${letter.day}`,
    heading: letter.state === 'maybe' ? 'You might come' : "You're going",
    before: [...about(letter), 'The attached file adds it to your calendar.'],
    button: { label: 'See or change your answer', url: letter.url },
    after: ["If you can't come anymore, please say so with the link."],
    reason: answered(letter),
    ...(letter.state === 'maybe' ? {} : { isGood: true }),
  }),

  waiting: (letter: RsvpLetter): Letter => ({
    subject: `You're on the waiting list: ${letter.event}, ${letter.day}`,
    heading: "You're on the waiting list",
    before: [
      ...about(letter),
      "All places are taken. When one is free and it's your turn, it's yours, and we'll email you. There's nothing you need to do.",
    ],
    button: { label: 'See or change your answer', url: letter.url },
    after: [],
    reason: answered(letter),
  }),

  promoted: (letter: RsvpLetter): Letter => ({
    subject: `You have a place: ${letter.event}, ${letter.day}`,
    heading: 'You have a place',
    before: [...about(letter), 'The attached file adds it to your calendar.'],
    button: { label: 'See or change your answer', url: letter.url },
    after: ["If you can't come anymore, please say so with the link: the next person gets the place."],
    reason: `You're getting this email because you were on the waiting list of an event of “${letter.calendar}”.`,
    isGood: true,
  }),

  reminder: (letter: RsvpLetter): Letter => ({
    subject: `Today: ${letter.event} (${letter.calendar})`,
    heading: letter.event,
    before: [
      `${letter.when}.`,
      ...(letter.place ? [letter.place] : []),
      letter.state === 'maybe' ? 'You said you might come.' : "You said you're coming. See you there!",
    ],
    button: { label: 'See or change your answer', url: letter.url },
    after: ["If you can't come anymore, please say so with the link."],
    reason: answered(letter),
  }),

  changed: (changes: readonly Change[], subject: string, calendar: string, { kind, url }: Taking): Letter => ({
    subject,
    ...newsOf(changes, subject),
    ...(url ? { button: { label: `See or change your ${kind === 'answer' ? 'answer' : 'sign-up'}`, url } } : {}),
    after: [],
    reason: `You're getting this email because you ${kind === 'answer' ? 'answered' : 'signed up for'} an event of “${calendar}”.`,
  }),
}

/** One change is the heading itself. */
export function newsOf(changes: readonly Change[], subject: string): Pick<Letter, 'heading' | 'before'> {
  const [first, ...more] = changes.map(({ mark, title, lines }) => [`${mark}: ${title}`, ...lines])
  if (!first || more.length > 0) return { heading: subject, before: [first ?? [], ...more].flat() }
  const [heading = subject, ...before] = first
  return { heading, before }
}

function answered({ calendar }: RsvpLetter): string {
  return `You're getting this email because you answered an event of “${calendar}”.`
}
