// The link by which a sign-up is confirmed, changed and given back. It holds the id of the sign-up, sealed, so it works as long as that is
// stored; opening it changes nothing.
import { isUuid } from '#domain/uuid.ts'
import { pageAddress } from './mail-links.ts'
import { openToken, sealToken } from './sealed-token.ts'

const PURPOSE = 'slots'

export function slotLink({ siteUrl, ...of }: { siteUrl: string; linkSecret: string; signupId: string }): string {
  return pageAddress(siteUrl, '/slots', { t: slotToken(of) })
}

export function slotToken({ linkSecret, signupId }: { linkSecret: string; signupId: string }): string {
  return sealToken(linkSecret, PURPOSE, signupId)
}

/** Returns the id of the sign-up, or null if we did not seal it. */
export function readSlotToken(token: string, linkSecret: string): string | null {
  const id = openToken(linkSecret, PURPOSE, token)
  return id !== null && isUuid(id) ? id : null
}
