// The headers of mails by which mail programs show an Unsubscribe button and know the list (RFC 8058, 2369, 2919).
import { hostname, optOutToken, pageAddress, type Subscription } from './mail-links.ts'
import { type PreferencesLink, preferencesToken } from './preferences-link.ts'

/** Returns the list headers of every mail about a calendar: one-click unsubscribe and the list's id. */
export function listHeaders(
  subscription: Subscription,
  returnPath?: string,
  token = optOutToken(subscription),
): Record<string, string> {
  // The mailto is for programs that do not know one-click; the reader of bounces handles those mails too.
  const ways = [oneClickLink(subscription, token), ...(returnPath ? [`mailto:${returnPath}?subject=unsubscribe`] : [])]
  return {
    'List-Unsubscribe': ways.map((way) => `<${way}>`).join(', '),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': `<${subscription.calendarId}.${hostname(subscription.siteUrl)}>`,
  }
}

/** Links to the one-click opt-out for mail programs (RFC 8058). */
function oneClickLink({ siteUrl }: Subscription, token: string): string {
  return pageAddress(siteUrl, '/opt-out/one-click', { t: token })
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
    'List-Id': `<digest.${hostname(siteUrl)}>`,
  }
}
