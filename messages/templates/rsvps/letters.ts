// The mails about answers to "Will you be there?", in both languages.
import type { Language } from '#domain/languages.ts'
import { changed as changedInSpanish } from './changed.es.ts'
import { changed } from './changed.ts'
import { confirm as confirmInSpanish } from './confirm.es.ts'
import { confirm } from './confirm.ts'
import { confirmed as confirmedInSpanish } from './confirmed.es.ts'
import { confirmed } from './confirmed.ts'
import { promoted as promotedInSpanish } from './promoted.es.ts'
import { promoted } from './promoted.ts'
import { reminder as reminderInSpanish } from './reminder.es.ts'
import { reminder } from './reminder.ts'
import { waiting as waitingInSpanish } from './waiting.es.ts'
import { waiting } from './waiting.ts'

export const rsvpLetters = {
  en: { changed, confirm, confirmed, promoted, reminder, waiting },
  es: {
    changed: changedInSpanish,
    confirm: confirmInSpanish,
    confirmed: confirmedInSpanish,
    promoted: promotedInSpanish,
    reminder: reminderInSpanish,
    waiting: waitingInSpanish,
  },
} satisfies Record<Language, object>
