import { days, hours } from '#domain/durations.ts'
import { eventPath } from '#domain/event-path.ts'
import type { PublicSettings } from '#domain/public-settings.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { makePage, type Page, pageResponse } from '#server/public-cache/page.ts'

interface SitemapOptions {
  fetch: typeof fetch
  settings: Pick<PublicSettings, 'siteUrl' | 'publishableKey' | 'trial'>
  now?: () => number
}

const pages = ['/', '/about', '/community', '/contact', '/locate-calendar', '/pricing', '/privacy', '/terms']

const PAGE_SIZE = 1000
/** The protocol allows 50,000 addresses a file. */
const CALENDARS_MAX = 40_000
const EVENTS_MAX = 9_000
/** Further ahead there is little but dates of series. */
const COMING_MS = days(60)

/** The pages, every calendar that the search would find, and what is coming there. Made at most once an hour. */
export function createSitemap({ fetch, settings, now = Date.now }: SitemapOptions) {
  let made: { page: Promise<Page>; expires: number } | null = null

  return async (request: Request): Promise<Response> => {
    if (!made || made.expires <= now()) {
      made = { page: makeSitemap(fetch, settings, now()), expires: now() + hours(1) }
      // A failure is not kept.
      made.page.catch(() => {
        made = null
      })
    }
    return pageResponse(await made.page, request)
  }
}

async function makeSitemap(
  fetch: SitemapOptions['fetch'],
  settings: SitemapOptions['settings'],
  now: number,
): Promise<Page> {
  const read = reader(fetch, settings)
  const calendars = new Set<string>()
  for await (const { id } of publicCalendars(read)) calendars.add(id)
  const own = pages.filter((path) => settings.trial || path !== '/pricing')
  const paths = [...own, ...Array.from(calendars, (id) => `/calendar/${id}`)]
  for await (const { id, calendar_id } of comingEvents(read, now))
    if (calendars.has(calendar_id)) paths.push(eventPath({ id: calendar_id }, id))
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

type Read = <Row>(table: string, query: Record<string, string>) => Promise<Row[]>

function reader(fetch: SitemapOptions['fetch'], { siteUrl, publishableKey }: SitemapOptions['settings']): Read {
  return async (table, query) => {
    const response = await fetch(`${siteUrl}/rest/v1/${table}?${new URLSearchParams(query)}`, {
      headers: { apikey: publishableKey },
    })
    if (!response.ok) throw new Error(`the list of ${table} answered ${response.status}`)
    return response.json()
  }
}

/** Page by page, each starting after the last id seen: pages that change meanwhile skip nothing. */
async function* publicCalendars(read: Read) {
  let after: string | null = null
  for (let count = 0; count < CALENDARS_MAX; count += PAGE_SIZE) {
    const rows: { id: string }[] = await read('calendars', {
      select: 'id',
      disabled: 'is.false',
      allow_guest_users: 'is.true',
      order: 'id',
      limit: String(PAGE_SIZE),
      ...(after ? { id: `gt.${after}` } : {}),
    })
    yield* rows
    after = rows.at(-1)?.id ?? null
    if (rows.length < PAGE_SIZE) return
  }
}

async function* comingEvents(read: Read, now: number) {
  const from = new Date(now).toISOString()
  const to = new Date(now + COMING_MS).toISOString()
  for (let offset = 0; offset < EVENTS_MAX; offset += PAGE_SIZE) {
    const rows: { id: string; calendar_id: string }[] = await read('events', {
      select: 'id,calendar_id',
      and: `(start_time.gte.${from},start_time.lt.${to})`,
      order: 'start_time,id',
      limit: String(PAGE_SIZE),
      offset: String(offset),
    })
    yield* rows
    if (rows.length < PAGE_SIZE) return
  }
}
