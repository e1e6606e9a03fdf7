// The links by which people answer "Will you be there?". One holds the id of an answer, as every linked token does; the other an event and
// an address, for mails to people who have not answered. Opening them changes nothing.
import { isUuid } from '#domain/uuid.ts'
import { readLinkedToken } from './linked-token.ts'
import { pageAddress } from './mail-links.ts'
import { openToken, sealToken } from './sealed-token.ts'

const EVENT = 'rsvp-event'

export type EventRsvp = { linkSecret: string; eventId: string; email: string }

/** Links to the answer of one address to one event, whether there is one yet or not. */
export function eventRsvpLink({ siteUrl, ...of }: EventRsvp & { siteUrl: string }): string {
  return pageAddress(siteUrl, '/rsvp', { t: eventRsvpToken(of) })
}

/** The id of the event is packed, because a mail has this token six times. */
export function eventRsvpToken({ linkSecret, eventId, email }: EventRsvp): string {
  const packed = Buffer.from(eventId.replaceAll('-', ''), 'hex').toString('base64url')
  return sealToken(linkSecret, EVENT, `${packed} ${email}`)
}

export type RsvpHolder = { answerId: string } | { eventId: string; email: string }

/** Returns what a token is for, or null if we did not seal it. */
export function readRsvpToken(token: string, linkSecret: string): RsvpHolder | null {
  const answerId = readLinkedToken(token, { linkSecret, kind: 'rsvp' })
  if (answerId !== null) return { answerId }
  const [packed = '', email = ''] = openToken(linkSecret, EVENT, token)?.split(' ') ?? []
  const eventId = Buffer.from(packed, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isUuid(eventId) && email ? { eventId, email } : null
}
