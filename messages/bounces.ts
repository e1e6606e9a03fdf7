// Reads what comes to our return addresses: a delivery status (RFC 3464), a complaint (RFC 5965, ARF), or the unsubscribe
// mail of older mail programs (RFC 2369). Which message it is about is taken only from what we signed ourselves, never from
// an address that somebody wrote into the report.
import { redactAddresses } from '#runtime/redact-addresses.ts'
import { fieldsOf, headerOf, type Part, partsOf } from './mime-parts.ts'
import { deliveryOf } from './verp.ts'

export type BounceReport = {
  /** bounced: the address is no good. failed: this mail was not taken. Both are final; a delay is not reported. */
  kind: 'bounced' | 'failed' | 'complaint' | 'unsubscribe'
  /** Ours, proved by its signature; null when only the Message-ID can tell. */
  deliveryId: string | null
  /** Of the mail that came back. It cannot be guessed, so it is proof enough. */
  messageId: string | null
  /** Status code and what the server said, shortened. */
  detail: string
}

/** `recipient` is the address the report was sent to, when the mail server says it. */
export function readBounce(raw: string, linkSecret: string, recipient?: string): BounceReport | null {
  const parts = partsOf(raw)
  const [mail] = parts
  if (!mail) return null
  const outcome = complaintOf(parts) ?? statusOf(parts) ?? unsubscribeOf(mail)
  if (!outcome) return null
  const original = originalOf(parts)
  const addresses = [recipient, ...recipientsOf(mail), original && headerOf(original, 'return-path')]
  const deliveryId = addresses.map((address) => deliveryOf(address ?? '', linkSecret)).find(Boolean) ?? null
  const messageId = /<[^<>\s]{3,300}>/.exec(original ? headerOf(original, 'message-id') : '')?.[0] ?? null
  return deliveryId || messageId ? { ...outcome, deliveryId, messageId } : null
}

/** Where mail servers write whom a mail was for, the envelope's word first. */
function recipientsOf(mail: Part): string[] {
  return ['delivered-to', 'x-original-to', 'envelope-to', 'to'].flatMap((name) => mail.headers.get(name) ?? [])
}

type Outcome = Pick<BounceReport, 'kind' | 'detail'>

function complaintOf(parts: Part[]): Outcome | null {
  const report = parts.find((part) => isType(part, 'message/feedback-report'))
  if (!report) return null
  const type = fieldsOf(report.body).get('feedback-type')?.[0]?.toLowerCase() ?? ''
  // "not-spam" is the opposite, and "opt-out" and others are said elsewhere.
  return ['abuse', 'fraud', 'virus'].includes(type) ? { kind: 'complaint', detail: `feedback ${type}` } : null
}

/** One recipient a mail, so the first block that says so decides. */
function statusOf(parts: Part[]): Outcome | null {
  const report = parts.find((part) => isType(part, 'message/delivery-status'))
  if (!report) return null
  for (const block of report.body.split(/\n\s*\n/, 20)) {
    const fields = fieldsOf(block)
    const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status')?.[0] ?? '')?.[0] ?? ''
    if (fields.get('action')?.[0]?.toLowerCase() !== 'failed') continue
    const said = fields.get('diagnostic-code')?.[0]?.replace(/^[^;]{0,20};\s*/, '') ?? ''
    const detail = `${status} ${redactAddresses(said)}`.trim().slice(0, 300)
    return { kind: isBadAddress(status) ? 'bounced' : 'failed', detail }
  }
  return null
}

/** 5.1.x: no such address. 5.2.1: the mailbox is switched off. Others are about the day, the size, or us. */
function isBadAddress(status: string): boolean {
  return /^5\.(1\.(?!7|8)\d+|2\.1|4\.4)$/.test(status)
}

/** What our List-Unsubscribe header asks a mail program to write. */
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
