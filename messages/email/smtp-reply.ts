// What a mail server answered, and what it means for the mail.
import type { Refusal } from './lane.ts'

export type Reply = { code: number; text: string }
export type Stage = 'greeting' | 'auth' | 'mail' | 'rcpt' | 'data' | 'end'

export class SmtpError extends Error {
  override name = 'SmtpError'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(`The mail server did not take it (${refusal.code})`)
    this.refusal = refusal
  }
}

/**
 * 4xx may pass. 5xx does not: before a recipient is named it is about us; 5.7.x is about us as well, but said by the
 * recipient's side; 5.1.x about a recipient means that the address does not exist.
 */
export function sortReply({ code, text }: Reply, stage: Stage): Refusal {
  const enhanced = /^[245]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0]
  const shown = enhanced ? `${code} ${enhanced}` : String(code)
  if (code < 500) return { fate: 'later', code: shown }
  if (stage === 'greeting' || stage === 'auth' || stage === 'mail') return { fate: 'alarm', code: shown }
  if (enhanced?.startsWith('5.7.')) return { fate: 'never', code: shown, isPolicy: true }
  const isBadAddress = stage === 'rcpt' && enhanced !== undefined && BAD_ADDRESS.test(enhanced)
  return { fate: 'never', code: shown, isBadAddress }
}

/** Bad mailbox, system, syntax, moved, null MX. 5.1.7 and 5.1.8 speak of the sender. */
const BAD_ADDRESS = /^5\.1\.(?:1|2|3|6|10)$/
