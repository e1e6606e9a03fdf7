import { parseUrl } from '#domain/older-browsers.ts'

export const HOME_PATH = '/dashboard'

/** Returns where to go after signing in: the `next` path if it is on this site, otherwise the dashboard. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next')
  if (!next || next.length > 500) return HOME_PATH
  // Parsed as a browser would: //evil, \\evil and /\evil lead to another site.
  const here = 'https://townbell.invalid'
  const url = next.startsWith('/') ? parseUrl(next, here) : null
  if (url === null) return HOME_PATH
  if (url.origin !== here || url.pathname.startsWith('//') || url.pathname === '/signin') return HOME_PATH
  return url.pathname + url.search
}

/** Returns where the confirmation mail's link leads: the dashboard, or /signin, which reads the session and goes on to `next`. */
export function confirmedPath(next: string): string {
  return next === HOME_PATH ? HOME_PATH : `/signin?next=${encodeURIComponent(next)}`
}
