// The mails about following a calendar, in both languages.
import type { Language } from '#domain/languages.ts'
import { collected as collectedInSpanish } from './collected.es.ts'
import { collected } from './collected.ts'
import { confirmation as confirmationInSpanish } from './confirmation.es.ts'
import { confirmation } from './confirmation.ts'
import { several as severalInSpanish } from './several.es.ts'
import { several } from './several.ts'
import { undo as undoInSpanish } from './undo.es.ts'
import { undo } from './undo.ts'

export const followLetters = {
  en: { confirmation, several, collected, undo },
  es: {
    confirmation: confirmationInSpanish,
    several: severalInSpanish,
    collected: collectedInSpanish,
    undo: undoInSpanish,
  },
} satisfies Record<Language, object>
