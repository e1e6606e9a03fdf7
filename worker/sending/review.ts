// Looks at a mail just before it leaves: what people who never confirmed would get from an owner whom no operator has approved. Checked
// here and not when the mailing is planned, because events are read as they are now: an edit in between would pass unseen.
import { suspicionOf, suspicionOfName } from '#domain/suspicious-mail.ts'
import type { Content } from './content.ts'
import type { Claimed } from './ledger.ts'
import type { Sending } from './sending.ts'

/** Returns why this delivery must wait for a review, or null. Computed once for each reading of the content. */
export function suspicionFor({ sender }: Sending, row: Claimed, content: Content): string | null {
  if (row.confirmed || content.isApproved) return null
  const cached = suspicions.get(content)
  if (cached !== undefined) return cached
  const suspicion = suspicionIn(content, new URL(sender.siteUrl).hostname)
  suspicions.set(content, suspicion)
  return suspicion
}

const suspicions = new WeakMap<Content, string | null>()

function suspicionIn({ calendar, events, also, items }: Content, ownHost: string): string | null {
  const written = [
    [calendar.name, calendar.description],
    ...[...events, ...also].map((event) => Object.values(event).filter((value) => typeof value === 'string')),
    ...items.map(({ itemIn }) => {
      const { title, lines, paragraphs } = itemIn('en')
      return [title, ...lines, ...paragraphs]
    }),
  ]
  const reasons = [suspicionOfName(calendar.name), ...written.map((texts) => suspicionOf(texts, ownHost))]
  return reasons.find((reason) => reason !== null) ?? null
}

/** Makes the mailing wait for everybody who has not confirmed. */
export async function holdForReview({ pool, log }: Sending, mailingId: string, why: string): Promise<void> {
  log.warn({ mailing: mailingId }, 'a mailing waits for a review: townbell admin review')
  await pool.query('select private.hold_for_review($1, $2)', [mailingId, why])
}
