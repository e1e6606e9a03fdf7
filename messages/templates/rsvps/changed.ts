import type { Change } from '#domain/event-changes.ts'
import type { Letter } from '../letter.ts'

/** Why somebody is notified, and where the link leads: null if no event is left. */
export interface Taking {
  kind: 'answer' | 'signup'
  url: string | null
}

export const changed = (
  changes: readonly Change[],
  subject: string,
  calendar: string,
  { kind, url }: Taking,
): Letter => ({
  subject,
  heading: subject,
  before: changes.flatMap(({ mark, title, lines }) => [`${mark}: ${title}`, ...lines]),
  ...(url ? { button: { label: `See or change your ${kind === 'answer' ? 'answer' : 'sign-up'}`, url } } : {}),
  after: [],
  reason: `You're getting this email because you ${kind === 'answer' ? 'answered' : 'signed up for'} an event of “${calendar}”.`,
})
