// Access tokens: signed here, verified here, for every surface. HS256, because the only party that verifies is this one.

import { jwtVerify, errors as problems, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { inSeconds } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { ACCESS_TOKEN_LIFETIME_MS } from '#domain/limits.ts'
import { MFA_PENDING } from '#domain/mfa-pending.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Clock } from '#runtime/clock.ts'

export type AccessClaims = {
  sub: string
  email: string
  session_id: string
  user_metadata: object
  app_metadata: object
  amr: { method: string; timestamp: number }[]
  /** One step of signing in was taken, or both. */
  aal?: 'aal1' | 'aal2'
  role?: TokenRole
}

export type TokenRole = 'authenticated' | typeof MFA_PENDING

export type SignedToken = { token: string; expiresIn: number; expiresAt: number }

/** `claims` is JSON text, as the database takes it. */
export type VerifiedToken = { role: string; sub: string; sessionId: string; claims: string }

export type Tokens = {
  sign(claims: AccessClaims): Promise<SignedToken>
  verify(token: string): Promise<VerifiedToken>
}

export type TokenOptions = {
  secret: string
  issuer: string
  clock: Clock
  lifetimeMs?: number
  /** How many verified tokens are cached: about a kilobyte each. */
  cached?: number
}

const AUDIENCE = 'authenticated'
/** Ours are under a kilobyte; what is far longer need not be hashed to be refused. */
const TOKEN_MAX = 8192

export function createTokens(options: TokenOptions): Tokens {
  const { issuer, clock, lifetimeMs = ACCESS_TOKEN_LIFETIME_MS, cached = 10_000 } = options
  const key = new TextEncoder().encode(options.secret)
  const verifiedTokens = new LRUCache<string, VerifiedToken & { expiresAt: number }>({ max: cached })

  return {
    async sign(claims) {
      const issuedAt = Math.floor(clock.now().getTime() / 1000)
      const expiresIn = inSeconds(lifetimeMs)
      const expiresAt = issuedAt + expiresIn
      const token = await new SignJWT({ role: 'authenticated', aal: 'aal1', ...claims, is_anonymous: false })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key)
      return { token, expiresIn, expiresAt }
    },

    async verify(token) {
      const before = verifiedTokens.get(token)
      if (before && before.expiresAt > clock.now().getTime()) return before
      const verified = await check(token, clock.now())
      verifiedTokens.set(token, verified)
      return verified
    },
  }

  async function check(token: string, currentDate: Date) {
    if (token.length > TOKEN_MAX) throw malformed()
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'sub', 'role', 'session_id'],
        currentDate,
      })
      const { sub, role, session_id: sessionId } = payload
      // The database reads sub as a uuid and becomes the role: neither may be a surprise, even in a signed token.
      if ((role !== 'authenticated' && role !== MFA_PENDING) || !isUuid(sub) || !isUuid(sessionId)) throw malformed()
      return { role, sub, sessionId, claims: JSON.stringify(payload), expiresAt: Number(payload.exp) * 1000 }
    } catch (error) {
      if (error instanceof problems.JWTExpired) throw expired()
      throw malformed()
    }
  }
}

const malformed = () => new AppError('bad_jwt', 401, 'Invalid JWT: it could not be read or its signature is wrong')
const expired = () => new AppError('jwt_expired', 401, 'JWT expired')
