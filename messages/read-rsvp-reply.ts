// Reads the answer that a calendar program mails to the organizer of an invitation (iTIP, METHOD:REPLY). Whose answer it is says only the address
// that we signed; the person in it must be the one we invited, so that somebody to whom the mail was forwarded answers for nobody.
import type { RsvpAnswer } from '#domain/rsvp-answers.ts'
import { headerOf, partsOf } from './mime-parts.ts'
import { answerOf } from './verp.ts'

export type RsvpReply = {
  answerId: string
  /** Who answers, in lower case: both the sender of the mail and the attendee. */
  email: string
  uid: string
  /** Of the invitation that is answered; null if the program doesn't say. */
  sequence: number | null
  answer: RsvpAnswer
}

/** `recipient` is the address the reply was sent to, if the mail server passes it on. */
export function readRsvpReply(raw: string, linkSecret: string, recipient?: string): RsvpReply | null {
  const parts = partsOf(raw)
  const [mail] = parts
  if (!mail) return null
  const recipients = ['delivered-to', 'x-original-to', 'envelope-to', 'to'].flatMap(
    (name) => mail.headers.get(name) ?? [],
  )
  const answerId = [recipient ?? '', ...recipients].map((address) => answerOf(address, linkSecret)).find(Boolean)
  const part = parts.find((one) => /^text\/calendar\b/i.test(headerOf(one, 'content-type')))
  if (!answerId || !part) return null
  const lines = part.body.replace(/\n[ \t]/g, '').split('\n', LINES_MAX)
  const property = (name: string) => new RegExp(`^${name}(?:;[^:]*)?:(.*)$`, 'i')
  const first = (name: string) =>
    lines.map((line) => property(name).exec(line.trim())?.[1]?.trim()).find((value) => value !== undefined) ?? ''
  const attendees = lines.filter((line) => /^ATTENDEE[;:]/i.test(line))
  const [attendee = ''] = attendees
  const address = /:mailto:([^\s<>]+)\s*$/i.exec(attendee)?.[1]?.toLowerCase() ?? ''
  const status = /;PARTSTAT="?([A-Z-]+)/i.exec(attendee)?.[1]?.toUpperCase() ?? ''
  const answer = answers[status]
  const sender = /<([^<>\s]+)>\s*$/.exec(headerOf(mail, 'from'))?.[1] ?? headerOf(mail, 'from').trim()
  const email = decodeAddress(address)
  const isReply = /^REPLY$/i.test(first('METHOD')) && attendees.length === 1 && sender.toLowerCase() === email
  if (!isReply || !answer || email === '') return null
  const sequence = first('SEQUENCE')
  return {
    answerId,
    email,
    uid: first('UID').replace(/\\([\\;,])/g, '$1'),
    sequence: /^\d{1,9}$/.test(sequence) ? Number(sequence) : null,
    answer,
  }
}

const LINES_MAX = 2000

const answers: Record<string, RsvpAnswer> = { ACCEPTED: 'going', TENTATIVE: 'maybe', DECLINED: 'no' }

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
