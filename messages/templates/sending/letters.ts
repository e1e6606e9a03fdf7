// The mails about sending, in both languages.
import type { Language } from '#domain/languages.ts'
import { paused as pausedInSpanish } from './paused.es.ts'
import { paused } from './paused.ts'

export const sendingLetters = { en: { paused }, es: { paused: pausedInSpanish } } satisfies Record<Language, object>
