// How a route tells the server that its page may be cached. The header never leaves the server.

export const PAGE_CACHE_HEADER = 'x-cache-page'

/** The calendar and version on which a page depends; otherwise the page changes with a release only, or also with the date. */
export type PageCaching = { id: string; version: string } | 'static' | 'dated'

export function pageCacheHeader(
  caching: { id: string; version: number | string } | 'static' | 'dated',
): Record<string, string> {
  return { [PAGE_CACHE_HEADER]: typeof caching === 'string' ? caching : `${caching.id} ${caching.version}` }
}

export function readPageCacheHeader(value: string): PageCaching {
  const [id = '', version] = value.split(' ')
  if (version !== undefined) return { id, version }
  return id === 'dated' ? id : 'static'
}
