import type { PublicSettings } from '#domain/public-settings.ts'

/** Pages for one person, and the surfaces that are not pages. */
const closed = [
  '/account',
  '/auth/',
  '/calendars/',
  '/confirm-contact',
  '/dashboard',
  '/dev/',
  '/functions/',
  '/invite/',
  '/opt-out',
  '/reset-password',
  '/rest/',
]

export function robots({ siteUrl }: Pick<PublicSettings, 'siteUrl'>, headers: Record<string, string>): Response {
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
