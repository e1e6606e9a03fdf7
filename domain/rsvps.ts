// Answers to "Will you be there?". The dialog, the page behind the link and the server read them the same way.
import * as z from 'zod'
import { optionalText, requiredText } from './characters.ts'
import { emailAddressWith } from './email-address.ts'
import { RSVP_NAME_MAX, RSVP_PARTY_MAX, RSVP_REPLY_MAX } from './limits.ts'
import { type Rsvp, type RsvpAnswer, type RsvpState, rsvpAnswers } from './rsvp-answers.ts'
import { followTexts } from './texts/follow.ts'
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

const name = requiredText({ max: RSVP_NAME_MAX, label: rsvpTexts.name, required: rsvpTexts.nameRequired })

/** The form of a member, whose name and address are known. */
export const memberRsvpForm = z.object(answer)

/** The form behind the link of a mail. */
export const linkedRsvpForm = z.object({ ...answer, name })

/** On the event's page. */
export const rsvpForm = z.object({ ...answer, name, email: emailAddressWith(followTexts.invalidEmail.body) })

export const rsvpToken = z.string(rsvpTexts.invalidLink).min(1, rsvpTexts.invalidLink).max(500, rsvpTexts.invalidLink)

/** What the holder of a link sees. */
export interface LinkedRsvp {
  event: {
    id: string
    title: string
    start_time: string
    end_time: string
    all_day: boolean
    location: string | null
    location_name: string | null
    status: string
  }
  calendar: { id: string; name: string; time_zone: string; is_public: boolean }
  rsvp: Pick<Rsvp, 'question' | 'is_full'>
  name: string
  email: string
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
