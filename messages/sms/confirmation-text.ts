import type { Language } from '#domain/languages.ts'
import { plainLetters } from '#domain/text-segments.ts'
import { cut } from './cut.ts'
import { textsIn } from './texts-in.ts'

/** Returns the first text to a number, which asks its owner to confirm. */
export function confirmationText(calendar: string, language: Language = 'en'): string {
  return plainLetters(textsIn[language].confirmation(cut(calendar, 60)))
}
