import type { Language } from '#domain/languages.ts'
import { cut } from './cut.ts'
import { textsIn } from './texts-in.ts'

/** Returns the first text to a number, which asks its owner to confirm. */
export function confirmationText(calendar: string, language: Language = 'en'): string {
  const name = [...calendar].length <= 60 ? calendar : cut(calendar, 58)
  return textsIn[language].confirmation(name)
}
