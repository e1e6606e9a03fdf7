// The mails about what an event needs, in both languages.
import type { Language } from '#domain/languages.ts'
import { confirm as confirmInSpanish } from './confirm.es.ts'
import { confirm } from './confirm.ts'
import { reminder as reminderInSpanish } from './reminder.es.ts'
import { reminder } from './reminder.ts'

export const slotLetters = {
  en: { confirm, reminder },
  es: { confirm: confirmInSpanish, reminder: reminderInSpanish },
} satisfies Record<Language, object>
