// How long the server may cache a page (server/site/pages.ts).
import { pageCacheHeader } from '#domain/page-cache-header.ts'

/** For pages whose content changes only with a release or the settings: `export const headers = cacheStatic`. */
export function cacheStatic(): Record<string, string> {
  return pageCacheHeader('static')
}

/** For such a page that also shows the date. */
export function cacheForDay(): Record<string, string> {
  return pageCacheHeader('dated')
}

/** For the loader of a page made from one calendar or town page: cached until its version rises. The route's `headers` must pass it on. */
export function cacheByCalendar(calendar: { id: string; version: number | string }): Record<string, string> {
  return pageCacheHeader(calendar)
}

/** For pages that belong to one person's link: no cache stores them, and no other site learns their address. */
export function neverCache(): Record<string, string> {
  return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
}
