import type { MiddlewareHandler } from 'hono'
import type { PublicSettings } from '#domain/public-settings.ts'

type Settings = Pick<PublicSettings, 'siteUrl'>

/** Returns the headers that every page, file and feed carries. */
export function securityHeaders({ siteUrl }: Settings): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Links in mails carry tokens: other sites learn our origin at most, never the path.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    ...transportHeaders({ siteUrl }),
  }
}

/** Returns the headers of data, which somebody may open in a browser: it may show and load nothing. */
export function dataHeaders(settings: Settings): Record<string, string> {
  return {
    ...transportHeaders(settings),
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  }
}

function transportHeaders({ siteUrl }: Settings): Record<string, string> {
  return {
    'cross-origin-resource-policy': 'same-origin',
    ...(siteUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** Adds the headers of data to responses that say nothing of frames and sources themselves: JSON, links of mails, errors. */
export function secureByDefault(settings: Settings): MiddlewareHandler {
  const transport = Object.entries(transportHeaders(settings))
  const data = Object.entries(dataHeaders(settings))
  return async (c, next) => {
    await next()
    // A browser takes the headers of a 304 for those of the page it has, which would then load and run nothing.
    if (c.res.status === 304) return
    const { headers } = c.res
    const missing = headers.has('content-security-policy') || headers.has('x-frame-options') ? transport : data
    for (const [name, value] of missing) if (!headers.has(name)) headers.set(name, value)
  }
}
