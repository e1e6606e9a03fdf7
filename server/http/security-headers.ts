import { createMiddleware } from 'hono/factory'
import type { PublicSettings } from '#domain/public-settings.ts'
import type { IdentityVariables } from './identity.ts'
import { addHeaders } from './late-headers.ts'

/** Headers that every page, file and feed carries. */
export function securityHeaders({ siteUrl }: Pick<PublicSettings, 'siteUrl'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Links in mails carry tokens: other sites learn our origin at most, never the path.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(siteUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** What an answer carries that says nothing of frames and sources itself, such as JSON that somebody opens in a browser: it may show and load nothing. */
export function bareHeaders(settings: Pick<PublicSettings, 'siteUrl'>): [string, string][] {
  return Object.entries({
    ...alwaysHeaders(settings),
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  })
}

function alwaysHeaders(settings: Pick<PublicSettings, 'siteUrl'>): Record<string, string> {
  const { 'strict-transport-security': transport, 'cross-origin-resource-policy': resources } =
    securityHeaders(settings)
  return {
    ...(resources && { 'cross-origin-resource-policy': resources }),
    ...(transport && { 'strict-transport-security': transport }),
  }
}

/** For what is no page of ours: JSON, links of mails, errors. What an answer says itself is left alone. */
export function secureAnswers(settings: Pick<PublicSettings, 'siteUrl'>) {
  const always = Object.entries(alwaysHeaders(settings))
  const bare = bareHeaders(settings)
  return createMiddleware<IdentityVariables>(async (c, next) => {
    await next()
    const secured = c.get('secured')
    if (secured === 'page') return
    if (secured === 'data') return addHeaders(c, bare)
    // A browser takes the headers of a 304 for those of the page it kept, which would then load and run nothing.
    if (c.res.status === 304) return
    const { headers } = c.res
    const missing = headers.has('content-security-policy') || headers.has('x-frame-options') ? always : bare
    for (const [name, value] of missing) if (!headers.has(name)) headers.set(name, value)
  })
}
