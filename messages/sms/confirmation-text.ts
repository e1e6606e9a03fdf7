import type { Language } from '#domain/languages.ts'
import { cut } from './cut.ts'
import { textsIn } from './texts-in.ts'

/** The first text to a number: asks whether it is the follower's own. */
export function confirmationText(calendar: string, language: Language = 'en'): string {
  const name = [...calendar].length <= 60 ? calendar : cut(calendar, 58)
  return textsIn[language].confirmation(name)
}
