// Where a link may lead afterwards: to the site itself, or to an origin the operator named. A client may ask for any page
// there; anything else leads home, so that our mails cannot send people to a stranger's page with a session in hand.
import type { LinkKind } from '#messages/mail-links.ts'

export type Redirects = {
  allowed(wanted: string | undefined | null, kind: LinkKind): string
  /** For the content security policy of the page that leads there. */
  origins: string[]
}

const homes: Record<LinkKind, string> = {
  signup: '/dashboard',
  recovery: '/reset-password',
  magiclink: '/dashboard',
  email_change: '/account',
  two_step_undo: '/reset-password',
  transfer_undo: '/dashboard',
}
const URL_MAX = 2000

export function createRedirects({ siteUrl, allowedOrigins }: { siteUrl: string; allowedOrigins: string[] }): Redirects {
  const origins = [...new Set([siteUrl, ...allowedOrigins].map((url) => new URL(url).origin))]
  return {
    origins,
    allowed(wanted, kind) {
      const url =
        wanted && wanted.length <= URL_MAX && URL.canParse(wanted, siteUrl) ? new URL(wanted, siteUrl) : undefined
      if (!url || !isOurs(url)) return new URL(homes[kind], siteUrl).href
      // The fragment is where the session goes.
      url.hash = ''
      return url.href
    },
  }

  /** Checks the parsed URL: the parser reads //evil, \\evil and https://site@evil as a browser does. */
  function isOurs(url: URL): boolean {
    // A blob has the origin of the page that made it.
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
    return isWeb && origins.includes(url.origin) && !url.username && !url.password && url.href.length <= URL_MAX
  }
}
