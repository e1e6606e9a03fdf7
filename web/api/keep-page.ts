// How a route tells the server that its page may be kept in memory (server/site/pages.ts reads and removes the header).

const KEEP = 'x-keep-page'

/** For pages whose content changes only with a release or the settings: `export const headers = keepStatic`. */
export function keepStatic(): Record<string, string> {
  return { [KEEP]: 'static' }
}

/** For a loader of a page made from one calendar: kept until its version rises. The route's `headers` must pass it on. */
export function keepCalendar({ id, version }: { id: string; version: number }): Record<string, string> {
  return { [KEEP]: `calendar ${id} ${version}` }
}

/** For pages that belong to one person's link: kept nowhere, told to nobody. */
export function keepSecret(): Record<string, string> {
  return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
}
