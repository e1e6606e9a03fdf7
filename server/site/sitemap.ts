import { hours } from '#domain/durations.ts'
import type { PublicSettings } from '#domain/public-settings.ts'
import { answerPage, makePage, type Page } from '#server/http/page.ts'
import { securityHeaders } from '#server/http/security-headers.ts'

interface SitemapOptions {
  fetch: typeof fetch
  settings: Pick<PublicSettings, 'siteUrl' | 'publishableKey'>
  now?: () => number
}

const pages = ['/', '/about', '/community', '/contact', '/locate-calendar', '/pricing', '/privacy', '/terms']

const PAGE_SIZE = 1000
/** The protocol allows 50,000 addresses a file. */
const CALENDARS_MAX = 40_000

/** The pages, and every calendar that the search would find. Made at most once an hour. */
export function createSitemap({ fetch, settings, now = Date.now }: SitemapOptions) {
  let made: { page: Promise<Page>; expires: number } | null = null

  return async (request: Request): Promise<Response> => {
    if (!made || made.expires <= now()) {
      made = { page: makeSitemap(fetch, settings), expires: now() + hours(1) }
      // A failure is not kept.
      made.page.catch(() => {
        made = null
      })
    }
    return answerPage(await made.page, request)
  }
}

async function makeSitemap(fetch: SitemapOptions['fetch'], settings: SitemapOptions['settings']): Promise<Page> {
  const paths = [...pages]
  for await (const id of publicCalendars(fetch, settings)) paths.push(`/calendar/${id}`)
  const entries = paths.map((path) => `<url><loc>${settings.siteUrl}${path}</loc></url>`)
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
  return makePage(xml, 200, {
    ...securityHeaders(settings),
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  })
}

/** Page by page, each starting after the last id seen: pages that change meanwhile skip nothing. */
async function* publicCalendars(fetch: SitemapOptions['fetch'], settings: SitemapOptions['settings']) {
  let after: string | null = null
  for (let count = 0; count < CALENDARS_MAX; count += PAGE_SIZE) {
    const query = new URLSearchParams({
      select: 'id',
      disabled: 'is.false',
      allow_guest_users: 'is.true',
      order: 'id',
      limit: String(PAGE_SIZE),
      ...(after ? { id: `gt.${after}` } : {}),
    })
    const response = await fetch(`${settings.siteUrl}/rest/v1/calendars?${query}`, {
      headers: { apikey: settings.publishableKey },
    })
    if (!response.ok) throw new Error(`the list of calendars answered ${response.status}`)
    const rows: { id: string }[] = await response.json()
    for (const { id } of rows) yield id
    after = rows.at(-1)?.id ?? null
    if (rows.length < PAGE_SIZE) return
  }
}
