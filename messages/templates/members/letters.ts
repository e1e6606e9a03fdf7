// The mails about members, in both languages.
import type { Language } from '#domain/languages.ts'
import { invitation as invitationInSpanish } from './invitation.es.ts'
import { invitation } from './invitation.ts'
import { joined as joinedInSpanish } from './joined.es.ts'
import { joined } from './joined.ts'

export const memberLetters = {
  en: { invitation, joined },
  es: { invitation: invitationInSpanish, joined: joinedInSpanish },
} satisfies Record<Language, object>
