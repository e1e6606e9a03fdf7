// The words of "Will you be there?". Apart from rsvps.ts, whose rules a page loads only with its form.

export const rsvpAnswers = ['going', 'maybe', 'no'] as const
export type RsvpAnswer = (typeof rsvpAnswers)[number]

/** What became of an answer: somebody who would come may have to wait. */
export type RsvpState = RsvpAnswer | 'waiting'

/** What an event asks, as public.rsvp() returns it. */
export interface Rsvp {
  is_open: boolean
  capacity: number | null
  closes_hours: number
  closes_at: string
  question: string | null
  is_full: boolean
  shows_count: boolean
  /** How many come, if the organizer shows it. */
  count: number | null
  repeats: boolean
}
