import { seconds } from '../durations.ts'
import { waitWords } from '../wait.ts'

export function tooManyTries(retryAfter: number): string {
  return `Demasiados intentos. Inténtelo de nuevo ${waitWords(seconds(retryAfter))}.`
}
