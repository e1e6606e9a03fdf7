// Identifies the caller: the API key says they mean this installation, the bearer token says who they are. No token is a guest.
import type { MiddlewareHandler } from 'hono'
import type pg from 'pg'
import type { Session } from '#database/scope.ts'
import { withClient } from '#database/with-client.ts'
import { ACCESS_TOKEN_PREFIX } from '#domain/access-tokens.ts'
import { AppError } from '#domain/errors.ts'
import { MFA_PENDING } from '#domain/mfa-pending.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import type { RequestContext } from './request-context.ts'
import type { TokenScope } from './token-scope.ts'
import type { VerifiedToken } from './tokens.ts'

export type Identity =
  | { role: 'anon'; claims: string; userId?: undefined; session?: undefined; token?: undefined }
  | { role: string; claims: string; userId: string; session: Session; token?: undefined }
  | { role: string; claims: string; userId: string; session: null; token: TokenScope }
export type VerifyToken = (token: string) => Promise<VerifiedToken>
export type IdentifyProgram = (token: string) => Promise<Identity>
type Credentials = { url: string; headers: Pick<Headers, 'get'> }
export type Identify = (request: Credentials) => Promise<Identity>

/** What Hono's handlers know of a request. */
export type IdentityVariables = {
  Bindings: RequestContext
  Variables: { identity: Identity; network: string; requestId: string }
}

export const guest: Identity = { role: 'anon', claims: '{"role":"anon"}' }

/** Responses to one person hold lists of addresses: no cache on the way may store them for the next. */
export const noStoreHeader = { 'cache-control': 'no-store' } as const

/** `programs` reads personal access tokens. */
export function createIdentify(publishableKey: string, verify: VerifyToken, programs?: IdentifyProgram): Identify {
  return async (request) => {
    checkKey(request, publishableKey)
    return bearer(request.headers.get('authorization'), publishableKey, verify, programs)
  }
}

/** For surfaces whose handlers may not ask the database as the caller: a session that has ended goes no further than this. */
export function identified(identify: Identify, pool: pg.Pool): MiddlewareHandler<IdentityVariables> {
  return async (c, next) => {
    const identity = await identify(c.req.raw)
    if (identity.session) await requireSession(pool, identity.session)
    c.set('identity', identity)
    await next()
    if (!identity.userId) return
    for (const [name, value] of Object.entries(noStoreHeader)) if (!c.res.headers.has(name)) c.header(name, value)
  }
}

/** For a surface that reads tokens itself: refreshing a session must work while its token has expired. */
export function requireKey(publishableKey: string): MiddlewareHandler<IdentityVariables> {
  return async (c, next) => {
    checkKey(c.req.raw, publishableKey)
    await next()
  }
}

function checkKey({ url, headers }: Credentials, publishableKey: string): void {
  const key = headers.get('apikey') ?? new URL(url).searchParams.get('apikey')
  if (key === publishableKey) return
  const hint = 'Send the publishable key as the header apikey.'
  throw new AppError('no_api_key', 401, key === null ? 'No API key found in request' : 'Invalid API key', { hint })
}

async function bearer(
  header: string | null,
  publishableKey: string,
  verify: VerifyToken,
  programs: IdentifyProgram | undefined,
): Promise<Identity> {
  if (header === null) return guest
  const [scheme, token, ...rest] = header.trim().split(/\s+/)
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0)
    throw new AppError('bad_jwt', 401, 'The Authorization header must be "Bearer" and a token')
  // Signed-out clients of this dialect send their API key as the bearer.
  if (token === publishableKey) return guest
  if (programs && token.startsWith(ACCESS_TOKEN_PREFIX)) return programs(token)
  const verified = await verify(token)
  if (verified.role === MFA_PENDING) throw new AppError('insufficient_aal', 403, accountTexts.codeNeeded)
  const { role, claims, sub: userId, sessionId: id } = verified
  return { role, claims, userId, session: { id, userId } }
}

export async function requireSession(pool: pg.Pool, { id, userId }: Session): Promise<void> {
  await withClient(pool, (client) => client.query('select private.check_session($1, $2)', [id, userId]))
}
