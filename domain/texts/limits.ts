import { seconds } from '../durations.ts'
import { waitWords } from '../wait.ts'

/** For whoever has tried something too often. */
export function tooManyTries(retryAfter: number): string {
  return `Too many attempts. Please try again ${waitWords(seconds(retryAfter))}.`
}
