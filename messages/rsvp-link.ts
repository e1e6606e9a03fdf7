// The link by which an answer is confirmed, changed and deleted. It holds the id of the answer, sealed, so it works as long as the answer is
// stored; opening it changes nothing.
import { isUuid } from '#domain/uuid.ts'
import { pageAddress } from './mail-links.ts'
import { openToken, sealToken } from './sealed-token.ts'

const PURPOSE = 'rsvp'

export function rsvpLink({ siteUrl, ...of }: { siteUrl: string; linkSecret: string; answerId: string }): string {
  return pageAddress(siteUrl, '/rsvp', { t: rsvpToken(of) })
}

export function rsvpToken({ linkSecret, answerId }: { linkSecret: string; answerId: string }): string {
  return sealToken(linkSecret, PURPOSE, answerId)
}

/** Returns the id of the answer, or null if we did not seal it. */
export function readRsvpToken(token: string, linkSecret: string): string | null {
  const id = openToken(linkSecret, PURPOSE, token)
  return id !== null && isUuid(id) ? id : null
}
