import { seconds } from '../durations.ts'
import { waitWords } from '../wait.ts'

/** Shown after too many tries. */
export function tooManyTries(retryAfter: number): string {
  return `Too many attempts. Please try again ${waitWords(seconds(retryAfter))}.`
}
