// The mails about answers to "Will you be there?", in both languages.
import type { Language } from '#domain/languages.ts'
import { confirm as confirmInSpanish } from './confirm.es.ts'
import { confirm } from './confirm.ts'
import { promoted as promotedInSpanish } from './promoted.es.ts'
import { promoted } from './promoted.ts'

export const rsvpLetters = {
  en: { confirm, promoted },
  es: { confirm: confirmInSpanish, promoted: promotedInSpanish },
} satisfies Record<Language, object>
