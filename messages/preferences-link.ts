// The link to the preferences page. It is signed for one address and nothing else. It expires, because mails are forwarded and
// archived, and the page shows which calendars somebody follows.
import { days } from '#domain/durations.ts'
import { PREFERENCES_LINK_DAYS } from '#domain/limits.ts'
import { pageAddress } from './mail-links.ts'
import { signature, signatureMatches } from './signatures.ts'

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
  const [, day = ''] = token.split('.')
  const age = Math.floor(now.getTime() / days(1)) - Number.parseInt(day, 36)
  const address = addressInToken(token, linkSecret)
  return address !== null && age > PREFERENCES_LINK_DAYS ? 'expired' : address
}

/** Returns the address in a token, however old: unsubscribing works for good. */
export function addressInToken(token: string, linkSecret: string): string | null {
  const [wrapped = '', day = '', signed = '', ...more] = token.split('.')
  const address = Buffer.from(wrapped, 'base64url').toString()
  return more.length === 0 && signatureMatches(signed, linkSecret, PURPOSE, day, address) ? address : null
}

/**
 * Returns the list headers of a digest. One-click unsubscribe ends it for all calendars in it. Its link has the token of the preferences
 * page, which a person who opens it sees: no other way leads there, or old mails would open it for good.
 */
export function digestHeaders(link: PreferencesLink): Record<string, string> {
  const { siteUrl } = link
  return {
    'List-Unsubscribe': `<${pageAddress(siteUrl, '/opt-out/one-click', { p: preferencesToken(link) })}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': `<digest.${new URL(siteUrl).hostname}>`,
  }
}
