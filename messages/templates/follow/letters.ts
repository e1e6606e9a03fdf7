// The mails about following a calendar, in both languages.
import type { Language } from '#domain/languages.ts'
import { confirmation as confirmationInSpanish } from './confirmation.es.ts'
import { confirmation } from './confirmation.ts'
import { undo as undoInSpanish } from './undo.es.ts'
import { undo } from './undo.ts'

export const followLetters = {
  en: { confirmation, undo },
  es: { confirmation: confirmationInSpanish, undo: undoInSpanish },
} satisfies Record<Language, object>
