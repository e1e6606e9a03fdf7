// The links by which people answer without an account. Each holds the id of what was answered, sealed, so it works as long as that is
// stored; opening it changes nothing.
import { isUuid } from '#domain/uuid.ts'
import { pageAddress } from './mail-links.ts'
import { openToken, sealToken } from './sealed-token.ts'

/** What a link is for. A token of one kind opens nothing of another. */
export type LinkedKind = 'rsvp' | 'slots' | 'suggestion' | 'poll'

export type Linked = { linkSecret: string; kind: LinkedKind; id: string }

export function linkedLink({ siteUrl, path, ...of }: Linked & { siteUrl: string; path: string }): string {
  return pageAddress(siteUrl, path, { t: linkedToken(of) })
}

export function linkedToken({ linkSecret, kind, id }: Linked): string {
  return sealToken(linkSecret, kind, id)
}

/** Returns the id in a token, or null if we did not seal it for this kind. */
export function readLinkedToken(token: string, { linkSecret, kind }: Omit<Linked, 'id'>): string | null {
  const id = openToken(linkSecret, kind, token)
  return id !== null && isUuid(id) ? id : null
}
