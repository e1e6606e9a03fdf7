import { days } from '#domain/durations.ts'
import type { Config } from '#runtime/config.ts'

/** How long it may be believed where the operator sets no date. */
const VALID_MS = days(180)

/** Says where to report a vulnerability (RFC 9116). */
export function securityTxt(
  { siteUrl, securityContact, securityExpires }: Pick<Config, 'siteUrl' | 'securityContact' | 'securityExpires'>,
  now: number,
  headers: Record<string, string>,
): Response {
  const expires = securityExpires ?? new Date(now + VALID_MS).toISOString().slice(0, 10)
  const lines = [
    `Contact: ${securityContact}`,
    `Expires: ${expires}T00:00:00Z`,
    'Preferred-Languages: en, es',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
