import { createHash } from 'node:crypto'
import { days, inSeconds } from '#domain/durations.ts'
import { securityHeaders } from '#server/http/security-headers.ts'

/**
 * For a picture that anyone may see. What lies at its address never changes, but who may see it does: a browser keeps it for a day, and a
 * cache that many share asks each time. Feeds and embeds show it on other sites.
 */
export const pictureHeaders = {
  'cache-control': `public, max-age=${inSeconds(days(1))}, s-maxage=0, immutable`,
  'cross-origin-resource-policy': 'cross-origin',
}

export type FeedHeaders = ReturnType<typeof feedHeaders>

/** No feed is a page: nothing in it is run or framed. Any site's script may read a public one, which needs no cookie. */
export function feedHeaders(siteUrl: string) {
  const common: Record<string, string> = {
    ...securityHeaders({ siteUrl }),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'public, max-age=0, must-revalidate',
  }
  const open = { ...common, 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
  const ics = { 'content-type': 'text/calendar; charset=utf-8' }
  return {
    ics: { ...open, ...ics },
    rss: { ...open, 'content-type': 'application/rss+xml; charset=utf-8' },
    json: { ...open, 'content-type': 'application/feed+json; charset=utf-8' },
    /** For private feeds: no shared cache may store it, and links in it send no referrer. */
    private: {
      ...common,
      ...ics,
      'cache-control': 'private, max-age=0, must-revalidate',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
    /** Shown, never opened as anything else. */
    image: {
      ...common,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'content-disposition': 'inline',
    },
    /** The one page that other sites may frame. It runs nothing; its style is named by its hash. */
    framed(style: string): Record<string, string> {
      const { 'x-frame-options': _, ...rest } = common
      const hash = createHash('sha256').update(style).digest('base64')
      const policy = ["default-src 'none'", `style-src 'sha256-${hash}'`, "base-uri 'none'", "form-action 'none'"]
      return {
        ...rest,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': [...policy, 'frame-ancestors *'].join('; '),
        'cross-origin-resource-policy': 'cross-origin',
        'x-robots-tag': 'noindex',
      }
    },
  }
}
