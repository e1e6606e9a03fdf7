import type { RsvpAnswer } from '#domain/rsvp-answers.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { rsvpCardTexts } from './texts.ts'

/** Returns the words of a choice or button. Whoever would come to a full event joins its waiting list. */
export function answerWords(
  answer: RsvpAnswer,
  isFull: boolean,
  otherwise: string = rsvpTexts.answers[answer],
): string {
  return isFull && answer === 'going' ? rsvpCardTexts.join : otherwise
}
