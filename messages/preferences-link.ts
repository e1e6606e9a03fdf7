// The link to the preferences page. It is signed for one address and nothing else. It expires, because mails are forwarded and
// archived, and the page shows which calendars somebody follows.
import { days } from '#domain/durations.ts'
import { PREFERENCES_LINK_DAYS } from '#domain/limits.ts'
import { pageAddress, signature, signatureMatches } from './links.ts'

const PURPOSE = 'preferences'

export type PreferencesLink = { siteUrl: string; linkSecret: string; address: string; now: Date }

export function preferencesLink({ siteUrl, ...of }: PreferencesLink): string {
  return pageAddress(siteUrl, '/preferences', { p: preferencesToken(of) })
}

export function preferencesToken({ linkSecret, address, now }: Omit<PreferencesLink, 'siteUrl'>): string {
  const day = Math.floor(now.getTime() / days(1)).toString(36)
  return [Buffer.from(address).toString('base64url'), day, signature(linkSecret, PURPOSE, day, address)].join('.')
}

/** Returns the address in a token; `null` if we did not sign it, `expired` if it is too old. */
export function readPreferencesToken(token: string, linkSecret: string, now: Date): string | 'expired' | null {
  const [wrapped = '', day = '', signed = '', ...more] = token.split('.')
  const address = Buffer.from(wrapped, 'base64url').toString()
  if (more.length > 0 || !signatureMatches(signed, linkSecret, PURPOSE, day, address)) return null
  const age = Math.floor(now.getTime() / days(1)) - Number.parseInt(day, 36)
  return age > PREFERENCES_LINK_DAYS ? 'expired' : address
}
