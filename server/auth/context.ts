import type pg from 'pg'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Tokens } from '#server/http/tokens.ts'
import type { Passwords } from './passwords.ts'
import type { Redirects } from './redirects.ts'

/** What every endpoint of this surface is given. */
export type AuthContext = {
  /**
   * The service's own pool, not a caller's: signing up and signing in happen before there is anybody to ask as, and the
   * tables of the schema auth are closed to every role a caller can have.
   */
  pool: pg.Pool
  tokens: Tokens
  linkSecret: string
  siteUrl: string
  redirects: Redirects
  passwords: Passwords
  clock: Clock
  log: Log
  limits: Limits
  captcha: CaptchaCheck | undefined
}

/** What the middleware before this surface has found out. */
export type AuthEnv = { Variables: { network: string; requestId: string } }

/** Throws captcha_failed unless the token is good for this action. */
export type CaptchaCheck = (token: string | undefined, action: 'sign-up' | 'sign-in', network: string) => Promise<void>
