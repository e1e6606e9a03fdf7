// Answers to "Will you be there?". The dialog, the page behind the link and the server read them the same way.
import * as z from 'zod'
import { optionalText } from './characters.ts'
import { RSVP_PARTY_MAX, RSVP_REPLY_MAX } from './limits.ts'
import { answerEmail, answerName, type LinkedAnswer, type LinkedEvent } from './linked.ts'
import { type Rsvp, type RsvpAnswer, type RsvpState, rsvpAnswers } from './rsvp-answers.ts'
import { rsvpTexts } from './texts/rsvps.ts'

const answer = {
  answer: z.enum(rsvpAnswers, rsvpTexts.chooseAnswer),
  party: z.coerce
    .number(rsvpTexts.party)
    .int(rsvpTexts.party)
    .min(1, rsvpTexts.party)
    .max(RSVP_PARTY_MAX, rsvpTexts.party),
  reply: optionalText({ max: RSVP_REPLY_MAX, label: rsvpTexts.reply, severalLines: true }),
}

/** The form of a member, whose name and address are known. */
export const memberRsvpForm = z.object(answer)

/** The form behind the link of a mail. */
export const linkedRsvpForm = z.object({ ...answer, name: answerName })

/** On the event's page. */
export const rsvpForm = z.object({ ...answer, name: answerName, email: answerEmail })

/** What the holder of a link sees. */
export interface LinkedRsvp extends LinkedAnswer {
  event: LinkedEvent
  rsvp: Pick<Rsvp, 'question' | 'is_full'>
  answer: RsvpAnswer
  party: number
  reply: string | null
  /** False: the link is of a mail about the event, and nothing was answered yet. */
  is_stored: boolean
  /** Null: not confirmed yet. */
  state: RsvpState | null
  /** False: it is too late, or the event is off; it can only be declined or deleted. */
  is_open: boolean
}
