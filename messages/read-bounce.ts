// Reads mail to our return addresses: a delivery status (RFC 3464), a complaint (RFC 5965, ARF), or the unsubscribe mail of older
// mail programs (RFC 2369). The message it is about is taken only from what we signed, never from an address in the report,
// which anybody can forge. A complaint counts against its sender, so it must name the signed return address of one mail.
import { redactAddresses } from '#runtime/redact-addresses.ts'
import { fieldsOf, headerOf, type Part, partsOf, recipientsOf } from './mime-parts.ts'
import { deliveryOf } from './verp.ts'

export type BounceReport = {
  /** bounced: the address is invalid. failed: this mail was not accepted. Both are final; a delay is not reported. */
  kind: 'bounced' | 'failed' | 'complaint' | 'unsubscribe'
  /** From a return address with our signature; null when only the Message-ID identifies the mail. */
  deliveryId: string | null
  /** The Message-ID of the returned mail. It cannot be guessed, so it is proof enough of a bounce. */
  messageId: string | null
  /** The status code and the server's text, shortened and without addresses. */
  detail: string
}

/** `recipient` is the address the report was sent to, if the mail server passes it on. */
export function readBounce(raw: string, linkSecret: string, recipient?: string): BounceReport | null {
  const parts = partsOf(raw)
  const [mail] = parts
  if (!mail) return null
  const outcome = complaintOf(parts) ?? statusOf(parts) ?? unsubscribeOf(mail)
  if (!outcome) return null
  const original = originalOf(parts)
  const feedback = parts.find((part) => isType(part, 'message/feedback-report'))
  const mailFrom = feedback && fieldsOf(feedback.body).get('original-mail-from')?.[0]
  const addresses = [recipient, ...recipientsOf(mail), original && headerOf(original, 'return-path'), mailFrom]
  const deliveryId = addresses.map((address) => deliveryOf(address ?? '', linkSecret)).find(Boolean) ?? null
  const messageId = /<[^<>\s]{3,300}>/.exec(original ? headerOf(original, 'message-id') : '')?.[0] ?? null
  const isKnown = deliveryId !== null || (messageId !== null && outcome.kind !== 'complaint')
  return isKnown ? { ...outcome, deliveryId, messageId } : null
}

type Outcome = Pick<BounceReport, 'kind' | 'detail'>

function complaintOf(parts: Part[]): Outcome | null {
  const report = parts.find((part) => isType(part, 'message/feedback-report'))
  if (!report) return null
  const type = fieldsOf(report.body).get('feedback-type')?.[0]?.toLowerCase() ?? ''
  // "not-spam" is the opposite; "opt-out" and others are handled elsewhere.
  return ['abuse', 'fraud', 'virus'].includes(type) ? { kind: 'complaint', detail: `feedback ${type}` } : null
}

/** Each of our mails has one recipient, so the first block with a failure decides. */
function statusOf(parts: Part[]): Outcome | null {
  const report = parts.find((part) => isType(part, 'message/delivery-status'))
  if (!report) return null
  for (const block of report.body.split(/\n\s*\n/, 20)) {
    const fields = fieldsOf(block)
    const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status')?.[0] ?? '')?.[0] ?? ''
    if (fields.get('action')?.[0]?.toLowerCase() !== 'failed') continue
    const diagnostic = fields.get('diagnostic-code')?.[0]?.replace(/^[^;]{0,20};\s*/, '') ?? ''
    const detail = `${status} ${redactAddresses(diagnostic)}`.trim().slice(0, 300)
    return { kind: isBadAddress(status) ? 'bounced' : 'failed', detail }
  }
  return null
}

/** 5.1.x: no such address. 5.2.1: the mailbox is disabled. 5.4.4: no such host. Others are about the mail or about us. */
function isBadAddress(status: string): boolean {
  return /^5\.(1\.(?!7|8)\d+|2\.1|4\.4)$/.test(status)
}

/** Recognises the mail that our List-Unsubscribe header makes a mail program send. */
function unsubscribeOf(mail: Part): Outcome | null {
  return /^unsubscribe$/i.test(headerOf(mail, 'subject').trim()) ? { kind: 'unsubscribe', detail: '' } : null
}

function originalOf(parts: Part[]): Part | undefined {
  const quoted = parts.find(
    (part) => isType(part, 'message/rfc822') || isType(part, 'text/rfc822-headers') || isType(part, 'message/global'),
  )
  return quoted && { headers: fieldsOf(quoted.body.split(/\n\n/, 1)[0] ?? ''), body: '' }
}

function isType(part: Part, type: string): boolean {
  return headerOf(part, 'content-type').toLowerCase().startsWith(type)
}
