import { toCsv } from './contact-import.ts'
import type { RsvpAnswer, RsvpState } from './rsvp-answers.ts'

interface Listed {
  name: string
  email: string | null
  answer: RsvpAnswer
  party: number
  reply: string | null
  waiting_since: string | null
  checked_in_at: string | null
}

interface RosterWords {
  columns: Record<'name' | 'answer' | 'party' | 'reply' | 'email' | 'here', string>
  states: Record<RsvpState, string>
}

/** Returns the list of an event's guests as the file that an admin downloads. */
export function rosterCsv(roster: readonly Listed[], { columns, states }: RosterWords): string {
  const rows = roster.map(({ name, email, answer, party, reply, waiting_since, checked_in_at }) => [
    name,
    states[waiting_since ? 'waiting' : answer],
    String(party),
    reply ?? '',
    email ?? '',
    checked_in_at ? 'x' : '',
  ])
  return toCsv([[columns.name, columns.answer, columns.party, columns.reply, columns.email, columns.here], ...rows])
}
