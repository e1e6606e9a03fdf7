// The mails about suggested events, in both languages.
import type { Language } from '#domain/languages.ts'
import {
  accepted as acceptedInSpanish,
  confirm as confirmInSpanish,
  declined as declinedInSpanish,
  waiting as waitingInSpanish,
} from './suggestions.es.ts'
import { accepted, confirm, declined, waiting } from './suggestions.ts'

export const suggestionLetters = {
  en: { accepted, confirm, declined, waiting },
  es: {
    accepted: acceptedInSpanish,
    confirm: confirmInSpanish,
    declined: declinedInSpanish,
    waiting: waitingInSpanish,
  },
} satisfies Record<Language, object>
