// The words of every letter to one person, in both languages.
import type { Language } from '#domain/languages.ts'
import { account as accountEs } from './account/letters.es.ts'
import { account } from './account/letters.ts'
import { follow as followEs } from './follow/letters.es.ts'
import { follow } from './follow/letters.ts'
import { members as membersEs } from './members/letters.es.ts'
import { members } from './members/letters.ts'
import { polls as pollsEs } from './polls/letters.es.ts'
import { polls } from './polls/letters.ts'
import { rsvps as rsvpsEs } from './rsvps/letters.es.ts'
import { rsvps } from './rsvps/letters.ts'
import { sending as sendingEs } from './sending/letters.es.ts'
import { sending } from './sending/letters.ts'
import { slots as slotsEs } from './slots/letters.es.ts'
import { slots } from './slots/letters.ts'
import { suggestions as suggestionsEs } from './suggestions/letters.es.ts'
import { suggestions } from './suggestions/letters.ts'

const en = { account, follow, members, polls, rsvps, sending, slots, suggestions }

export const words: Record<Language, typeof en> = {
  en,
  es: {
    account: accountEs,
    follow: followEs,
    members: membersEs,
    polls: pollsEs,
    rsvps: rsvpsEs,
    sending: sendingEs,
    slots: slotsEs,
    suggestions: suggestionsEs,
  },
}
