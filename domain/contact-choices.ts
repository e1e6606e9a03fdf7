import { TRIAL_CONTACTS } from './limits.ts'

/** Spells new tags like those that exist already: "elm street" is "Elm Street". */
export function spellTags(tags: readonly string[], known: readonly string[]): string[] {
  const spelled = new Map(known.map((tag) => [tag.toLowerCase(), tag]))
  return [...new Set(tags.map((tag) => spelled.get(tag.toLowerCase()) ?? tag))].sort()
}

/** In the order of the filters. The database decides (private.contact_states). */
export const contactStates = ['confirmed', 'added', 'waiting', 'bounced', 'unsubscribed', 'suppressed'] as const
export type ContactState = (typeof contactStates)[number]

export const contactSorts = ['newest', 'added', 'name'] as const
export type ContactSort = (typeof contactSorts)[number]

/** Disables the add button; the database enforces the limit. */
export function isAtContactLimit(calendar: { trial: boolean }, count: number): boolean {
  return calendar.trial && count >= TRIAL_CONTACTS
}
