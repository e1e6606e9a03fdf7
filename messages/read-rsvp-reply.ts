// Reads the answer that a calendar program mails to the organizer of an invitation (iTIP, METHOD:REPLY). Whose answer it is says only the address
// that we signed; the person in it must be the one we invited, so that somebody to whom the mail was forwarded answers for nobody.
import type { RsvpAnswer } from '#domain/rsvp-answers.ts'
import { headerOf, mailOf, type Part, partsOf, recipientsOf } from './mime-parts.ts'
import { answerOf } from './verp.ts'

export type RsvpReply = {
  /** The address that answers, in lower case: both the sender of the mail and the attendee. */
  email: string
  uid: string
  /** The number of the invitation that is answered; null if the program doesn't say. */
  sequence: number | null
  answer: RsvpAnswer
}

/**
 * Returns the answer to which a mail replies, or null. Reads the headers only, so that the rest is read for answers that exist.
 * `recipient` is the address the reply was sent to, if the mail server passes it on.
 */
export function repliedAnswer(raw: string, linkSecret: string, recipient = ''): string | null {
  const addresses = [recipient, ...recipientsOf(mailOf(raw))]
  return addresses.map((address) => answerOf(address, linkSecret)).find(Boolean) ?? null
}

export function readRsvpReply(raw: string): RsvpReply | null {
  const parts = partsOf(raw)
  const [mail] = parts
  const part = parts.find((one) => /^text\/calendar\b/i.test(headerOf(one, 'content-type')))
  // A mailbox that answers by itself would get the next mail, and answer that. Google Calendar says auto-generated of what a person pressed.
  if (!mail || !part || /^auto-replied/i.test(headerOf(mail, 'auto-submitted'))) return null
  const lines = part.body
    .replace(/\n[ \t]/g, '')
    .split('\n', LINES_MAX)
    .map((line) => line.slice(0, LINE_MAX).trim())
  const first = (name: string) => {
    const property = new RegExp(`^${name}(?:;[^:]*)?:(.*)$`, 'i')
    return lines.map((line) => property.exec(line)?.[1]?.trim()).find((value) => value !== undefined) ?? ''
  }
  const attendees = lines.filter((line) => /^ATTENDEE[;:]/i.test(line))
  const [attendee = ''] = attendees
  const status = /;PARTSTAT="?([A-Z-]+)/i.exec(attendee)?.[1]?.toUpperCase() ?? ''
  const answer = answers[status]
  const email = addressOf(attendee)
  const isReply = /^REPLY$/i.test(first('METHOD')) && attendees.length === 1 && senderOf(mail) === email
  if (!isReply || !answer || email === '') return null
  const sequence = first('SEQUENCE')
  return {
    email,
    uid: first('UID').replace(/\\([\\;,])/g, '$1'),
    sequence: /^\d{1,9}$/.test(sequence) ? Number(sequence) : null,
    answer,
  }
}

const LINES_MAX = 2000
/** Longer than any line that concerns us; strangers write longer ones to make reading slow. */
const LINE_MAX = 2000

const answers: Record<string, RsvpAnswer> = { ACCEPTED: 'going', TENTATIVE: 'maybe', DECLINED: 'no' }

/** Returns the only mailbox in the From header, in lower case; "" if it holds several, or something else. */
function senderOf({ headers }: Part): string {
  const [from = '', ...more] = headers.get('from') ?? []
  const [, named, bare] = FROM.exec(from) ?? []
  return more.length === 0 ? (named ?? bare ?? '').toLowerCase() : ''
}

/** `"Lee, Gail" <gail@example.org>`, where only what is quoted may hold a comma; or the bare address. */
const FROM = /^(?:(?:"(?:[^"\\]|\\.)*"|[^"<>,;:])*<([^<>\s,;]+)>|([^<>\s,;"]+))$/

function addressOf(attendee: string): string {
  const scheme = ':mailto:'
  const at = attendee.toLowerCase().lastIndexOf(scheme)
  const address = at < 0 ? '' : attendee.slice(at + scheme.length).toLowerCase()
  if (/[\s<>]/.test(address)) return ''
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
