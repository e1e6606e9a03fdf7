import type { Change } from '#domain/event-changes.ts'
import type { Letter } from '../letter.ts'

/** `url` leads to the answer, if an event is left. */
export const changed = (changes: readonly Change[], subject: string, calendar: string, url: string | null): Letter => ({
  subject,
  heading: subject,
  before: changes.flatMap(({ mark, title, lines }) => [`${mark}: ${title}`, ...lines]),
  ...(url ? { button: { label: 'See or change your answer', url } } : {}),
  after: [],
  reason: `You're getting this email because you answered an event of “${calendar}”.`,
})
