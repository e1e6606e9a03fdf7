// Who asks: the API key says they mean this installation, the bearer token says who they are. No token is a guest.
import { createMiddleware } from 'hono/factory'
import { AppError } from '#domain/errors.ts'
import { MFA_PENDING } from '#domain/mfa-pending.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { addHeaders } from './late-headers.ts'

export type Identity = { role: string; claims: string; userId?: string; session?: string }
type Verified = { role: string; sub?: string; sessionId?: string | undefined; claims: string }
export type VerifyToken = (token: string) => Promise<Verified>
export type IdentityVariables = {
  Variables: {
    identity: Identity
    network: string
    requestId: string
    /** What is known of an answer's security headers without looking: a page has all of them, data has none. */
    secured?: 'page' | 'data'
  }
}

export const guest: Identity = { role: 'anon', claims: '{"role":"anon"}' }

/** For a surface that reads tokens itself: refreshing a session must work while its token has expired. */
export function requireKey(publishableKey: string) {
  return createMiddleware<IdentityVariables>(async (c, next) => {
    checkKey(c.req.header('apikey') ?? c.req.query('apikey'), publishableKey)
    await next()
  })
}

export function identify(publishableKey: string, verify: VerifyToken) {
  return createMiddleware<IdentityVariables>(async (c, next) => {
    checkKey(c.req.header('apikey') ?? c.req.query('apikey'), publishableKey)
    const identity = await bearer(c.req.header('authorization'), publishableKey, verify)
    c.set('identity', identity)
    await next()
    // Lists of addresses among them: on the way to one person, no cache keeps them for the next.
    if (identity.userId) addHeaders(c, unkept)
  })
}

export const unkept = [['cache-control', 'no-store']] as const

function checkKey(key: string | undefined, publishableKey: string): void {
  if (key === publishableKey) return
  const hint = 'Send the publishable key as the header apikey.'
  throw new AppError('no_api_key', 401, key === undefined ? 'No API key found in request' : 'Invalid API key', { hint })
}

async function bearer(header: string | undefined, publishableKey: string, verify: VerifyToken): Promise<Identity> {
  if (header === undefined) return guest
  const [scheme, token, ...rest] = header.trim().split(/\s+/)
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0)
    throw new AppError('bad_jwt', 401, 'The Authorization header must be "Bearer" and a token')
  // Signed-out clients of this dialect send their API key as the bearer.
  if (token === publishableKey) return guest
  const verified = await verify(token)
  if (verified.role === MFA_PENDING) throw new AppError('insufficient_aal', 403, accountTexts.codeNeeded)
  return identityOf(verified)
}

export function identityOf({ role, sub, sessionId, claims }: Verified): Identity {
  if (sub === undefined) return { role, claims }
  return { role, claims, userId: sub, ...(sessionId ? { session: sessionId } : {}) }
}
