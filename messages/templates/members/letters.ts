// The mails about members, and about people who wait to follow, in both languages.
import type { Language } from '#domain/languages.ts'
import { invitation as invitationInSpanish } from './invitation.es.ts'
import { invitation } from './invitation.ts'
import { joined as joinedInSpanish } from './joined.es.ts'
import { joined } from './joined.ts'
import * as transferInSpanish from './transfer.es.ts'
import * as transfer from './transfer.ts'
import { waiting as waitingInSpanish } from './waiting.es.ts'
import { waiting } from './waiting.ts'

export const memberLetters = {
  en: { invitation, joined, waiting, ...transfer },
  es: { invitation: invitationInSpanish, joined: joinedInSpanish, waiting: waitingInSpanish, ...transferInSpanish },
} satisfies Record<Language, object>
