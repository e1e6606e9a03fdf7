import { mailboxOf } from '#domain/email-address.ts'
import type { Take } from '#server/http/limits.ts'

/** Mails of one kind to one mailbox, however its address is written: not too close together, not too many a day. */
export function mailTakes(letter: 'confirm' | 'reset' | 'change', email: string): Take[] {
  const code = 'over_email_send_rate_limit'
  const of = mailboxOf(email)
  const unasked: Take[] = letter === 'reset' ? [] : [{ name: 'unasked-mail', of, code }]
  return [...unasked, { name: `${letter}-mail-day`, of, code }, { name: `${letter}-mail`, of, code }]
}
