// The mails about sending, in both languages.
import type { Language } from '#domain/languages.ts'
import { paused as pausedInSpanish } from './paused.es.ts'
import { paused } from './paused.ts'
import { webhookOff as webhookOffInSpanish } from './webhook-off.es.ts'
import { webhookOff } from './webhook-off.ts'

export const sendingLetters = {
  en: { paused, webhookOff },
  es: { paused: pausedInSpanish, webhookOff: webhookOffInSpanish },
} satisfies Record<Language, object>
