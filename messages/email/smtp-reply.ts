// What a mail server replied, and what that means for the mail.
import type { Refusal } from '../outcome.ts'

export type Reply = { code: number; text: string }
export type Stage = 'greeting' | 'tls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'end'

/** A session could not be opened: `stage` says at which step. */
export class SmtpError extends Error {
  override name = 'SmtpError'
  readonly stage: Stage
  readonly refusal: Refusal
  constructor(stage: Stage, refusal: Refusal) {
    super(`The mail server refused (${refusal.code})`)
    this.stage = stage
    this.refusal = refusal
  }
}

/**
 * Classifies a reply that is not a success. 4xx may pass. 5xx does not: before a recipient is named it is about us; 5.7.x is
 * about us as well, but decided by the recipient's provider; 5.1.x at RCPT means that the address does not exist.
 */
export function sortReply({ code, text }: Reply, stage: Stage): Refusal {
  const enhanced = /^[245]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0]
  const shown = enhanced ? `${code} ${enhanced}` : String(code)
  if (code < 500) return { failure: 'temporary', code: shown }
  if (stage !== 'rcpt' && stage !== 'data' && stage !== 'end') return { failure: 'alarm', code: shown }
  if (enhanced?.startsWith('5.7.')) return { failure: 'permanent', code: shown, isPolicy: true }
  const isBadAddress = stage === 'rcpt' && enhanced !== undefined && BAD_ADDRESS.test(enhanced)
  return { failure: 'permanent', code: shown, isBadAddress }
}

/** Bad mailbox, system, syntax, moved, null MX. 5.1.7 and 5.1.8 are about the sender. */
const BAD_ADDRESS = /^5\.1\.(?:1|2|3|6|10)$/

/** Returns the id under which the server queued a mail, if it names one. */
export function queueId({ text }: Reply): string | undefined {
  return /queued as (\S+)/i.exec(text)?.[1]
}
