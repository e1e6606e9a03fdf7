export const HOME_PATH = '/dashboard'

/** Where to go after signing in: a path of ours that the address asked for, otherwise the dashboard. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next')
  if (!next || next.length > 500) return HOME_PATH
  // Parsed as a browser would, so that //evil, \\evil and /\evil are seen for what they are.
  const here = 'https://townbell.invalid'
  if (!next.startsWith('/') || !URL.canParse(next, here)) return HOME_PATH
  const url = new URL(next, here)
  if (url.origin !== here || url.pathname.startsWith('//') || url.pathname === '/signin') return HOME_PATH
  return url.pathname + url.search
}

/** Where the link in the confirmation mail leads: the dashboard, or by way of /signin, which reads the session, back. */
export function confirmedPath(next: string): string {
  return next === HOME_PATH ? HOME_PATH : `/signin?next=${encodeURIComponent(next)}`
}
