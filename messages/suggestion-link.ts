// The link by which a suggestion is confirmed, changed and deleted. It holds the id of the suggestion, sealed, so it works as long as the
// suggestion is stored; opening it changes nothing.
import { isUuid } from '#domain/uuid.ts'
import { pageAddress } from './mail-links.ts'
import { openToken, sealToken } from './sealed-token.ts'

const PURPOSE = 'suggestion'

type Of = { linkSecret: string; suggestionId: string }

export function suggestionLink({ siteUrl, calendarId, ...of }: Of & { siteUrl: string; calendarId: string }): string {
  return pageAddress(siteUrl, `/calendar/${calendarId}/suggest`, { t: suggestionToken(of) })
}

export function suggestionToken({ linkSecret, suggestionId }: Of): string {
  return sealToken(linkSecret, PURPOSE, suggestionId)
}

/** Returns the id of the suggestion, or null if we did not seal it. */
export function readSuggestionToken(token: string, linkSecret: string): string | null {
  const id = openToken(linkSecret, PURPOSE, token)
  return id !== null && isUuid(id) ? id : null
}
