// Calls that act for somebody who is not signed in: a page of another site must not make its visitors' browsers send them.
import { createMiddleware } from 'hono/factory'
import { AppError } from '#domain/errors.ts'
import type { Identity } from './identity.ts'

/**
 * Programs send no Origin and pass; a browser says where it is, and then it must be here or at an allowed origin. Who sends a bearer
 * token acts in a person's name from any origin: browsers don't send it by themselves.
 */
export function ownOrigin(allowedOrigins: string[]) {
  return createMiddleware(async (c, next) => {
    const identity: Identity | undefined = c.get('identity')
    const origin = identity?.userId ? undefined : c.req.header('origin')
    if (origin !== undefined && !allowedOrigins.includes(origin) && hostOf(origin) !== new URL(c.req.url).host)
      throw new AppError('origin_not_allowed', 403, "This request comes from a site that isn't allowed to make it")
    await next()
  })
}

/** The host alone: behind a proxy that ends TLS the scheme differs, and the Host header is not the page's to choose. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
