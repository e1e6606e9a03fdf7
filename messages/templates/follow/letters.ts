// The mails about following a calendar, in both languages.
import type { Language } from '#domain/languages.ts'
import { collected as collectedInSpanish } from './collected.es.ts'
import { collected } from './collected.ts'
import { confirmation as confirmationInSpanish } from './confirmation.es.ts'
import { confirmation } from './confirmation.ts'
import { link as linkInSpanish } from './link.es.ts'
import { link } from './link.ts'
import { several as severalInSpanish } from './several.es.ts'
import { several } from './several.ts'
import { undo as undoInSpanish } from './undo.es.ts'
import { undo } from './undo.ts'

export const followLetters = {
  en: { confirmation, several, collected, undo, link },
  es: {
    confirmation: confirmationInSpanish,
    several: severalInSpanish,
    collected: collectedInSpanish,
    undo: undoInSpanish,
    link: linkInSpanish,
  },
} satisfies Record<Language, object>
