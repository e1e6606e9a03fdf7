import type { Take } from '#server/http/limits.ts'

/** Mails of one kind to one address: not too close together, not too many a day. */
export function mailTakes(letter: 'confirm' | 'reset' | 'change', email: string): Take[] {
  const code = 'over_email_send_rate_limit'
  return [
    { name: `${letter}-mail-day`, of: email, code },
    { name: `${letter}-mail`, of: email, code },
  ]
}
