// The link to the preferences page. It holds one address, sealed, and nothing else. It expires, because mails are forwarded and archived,
// and the page shows which calendars somebody follows.
import { days } from '#domain/durations.ts'
import { PREFERENCES_LINK_DAYS } from '#domain/limits.ts'
import { pageAddress } from './mail-links.ts'
import { openToken, sealToken } from './sealed-token.ts'
import { signatureMatches } from './signatures.ts'

const PURPOSE = 'preferences'

const RECIPIENT = 'opt-out-link'

/** Seals an address for the queue; it opens no page. */
export const sealRecipient = (linkSecret: string, address: string) => sealToken(linkSecret, RECIPIENT, address)
export const openRecipient = (linkSecret: string, sealed: string) => openToken(linkSecret, RECIPIENT, sealed)

export type PreferencesLink = { siteUrl: string; linkSecret: string; address: string; now: Date }

export function preferencesLink({ siteUrl, ...of }: PreferencesLink): string {
  return pageAddress(siteUrl, '/preferences', { p: preferencesToken(of) })
}

export function preferencesToken({ linkSecret, address, now }: Omit<PreferencesLink, 'siteUrl'>): string {
  return sealToken(linkSecret, PURPOSE, `${dayOf(now).toString(36)} ${address}`)
}

/** Returns the address in a token; `null` if we did not make it, `expired` if it is too old. */
export function readPreferencesToken(token: string, linkSecret: string, now: Date): string | 'expired' | null {
  const found = partsOf(token, linkSecret)
  if (found === null) return null
  return dayOf(now) - Number.parseInt(found.day, 36) > PREFERENCES_LINK_DAYS ? 'expired' : found.address
}

/** Returns the address in a token, however old: unsubscribing works for good. */
export function addressInToken(token: string, linkSecret: string): string | null {
  return partsOf(token, linkSecret)?.address ?? null
}

type Parts = { day: string; address: string }

function partsOf(token: string, linkSecret: string): Parts | null {
  if (token.includes('.')) return signedParts(token, linkSecret)
  const [day = '', address = ''] = openToken(linkSecret, PURPOSE, token)?.split(' ') ?? []
  return address ? { day, address } : null
}

/** Reads the tokens of earlier links, which were signed and not sealed. */
function signedParts(token: string, linkSecret: string): Parts | null {
  const [wrapped = '', day = '', signed = '', ...more] = token.split('.')
  const address = Buffer.from(wrapped, 'base64url').toString()
  return more.length === 0 && signatureMatches(signed, linkSecret, PURPOSE, day, address) ? { day, address } : null
}

const dayOf = (now: Date) => Math.floor(now.getTime() / days(1))
