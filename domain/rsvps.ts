// Answers to "Will you be there?". The dialog, the page behind the link and the server read them the same way.
import * as z from 'zod'
import { RSVP_CAPACITY_MAX, RSVP_PARTY_MAX, RSVP_QUESTION_MAX, RSVP_REPLY_MAX } from './limits.ts'
import { answerEmail, answerName, type LinkedAnswer, type LinkedEvent } from './linked.ts'
import { type Rsvp, type RsvpAnswer, type RsvpState, rsvpAnswers } from './rsvp-answers.ts'
import { optionalText } from './text-rules.ts'
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

/** What an event asks, and of how many. */
export const rsvpSettingsForm = z.object({
  is_open: z.boolean(),
  capacity: z
    .string()
    .transform((text) => (text.trim() === '' ? null : Number(text)))
    .pipe(
      z
        .number(rsvpTexts.capacity)
        .int(rsvpTexts.capacity)
        .min(1, rsvpTexts.capacity)
        .max(RSVP_CAPACITY_MAX, rsvpTexts.capacity)
        .nullable(),
    ),
  closes_hours: z.coerce.number().int(),
  question: optionalText({ max: RSVP_QUESTION_MAX, label: rsvpTexts.question }),
  shows_count: z.boolean(),
  /** Only dates of a series have it. */
  repeats: z.boolean().default(false),
})

export type RsvpSettings = z.infer<typeof rsvpSettingsForm>

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
