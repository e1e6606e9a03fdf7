// How a route tells the server that its page may be cached. The header never leaves the server.

export const PAGE_CACHE_HEADER = 'x-cache-page'

/** The calendar and version on which a page depends; null if it only changes with a release. */
export type PageCaching = { id: string; version: string } | null

export function pageCacheHeader(calendar: { id: string; version: number | string } | null): Record<string, string> {
  return { [PAGE_CACHE_HEADER]: calendar ? `${calendar.id} ${calendar.version}` : 'static' }
}

export function readPageCacheHeader(value: string): PageCaching {
  const [id = '', version] = value.split(' ')
  return version === undefined ? null : { id, version }
}
