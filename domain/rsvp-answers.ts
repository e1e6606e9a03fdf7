import { hours } from './durations.ts'

// The words of "Will you be there?". Apart from rsvps.ts, whose rules a page loads only with its form.

export const rsvpAnswers = ['going', 'maybe', 'no'] as const
export type RsvpAnswer = (typeof rsvpAnswers)[number]

/** What became of an answer: somebody who would come may have to wait. */
export type RsvpState = RsvpAnswer | 'waiting'

/** What an event asks, as it is stored. */
export interface Rsvp {
  is_open: boolean
  capacity: number | null
  closes_hours: number
  question: string | null
  is_full: boolean
  shows_count: boolean
  /** How many come, if the organizer shows it. */
  shown_count: number | null
  repeats: boolean
}

export const rsvpColumns = 'is_open,capacity,closes_hours,question,is_full,shows_count,shown_count,repeats'

/** When the last answer is taken. */
export function closesAt({ start_time }: { start_time: string }, { closes_hours }: Pick<Rsvp, 'closes_hours'>): Date {
  return new Date(Date.parse(start_time) - hours(closes_hours))
}
