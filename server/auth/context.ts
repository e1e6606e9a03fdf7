import type pg from 'pg'
import type { SignUpRule } from '#domain/sign-up-rule.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Tokens } from '#server/http/tokens.ts'
import type { Passwords } from './passwords.ts'
import type { Redirects } from './redirects.ts'

/** The dependencies of every endpoint under /auth/v1. */
export type AuthContext = {
  /**
   * The service's own pool, not a caller's: signing up and signing in happen before there is anybody to ask as, and the
   * tables of the schema auth are closed to every role a caller can have.
   */
  pool: pg.Pool
  tokens: Tokens
  linkSecret: string
  siteUrl: string
  dataFolder: string
  redirects: Redirects
  passwords: Passwords
  clock: Clock
  log: Log
  limits: Limits
  captcha: CaptchaCheck | undefined
  signUp: SignUpRule
}

/** The variables that the middleware before these endpoints has set. */
export type AuthEnv = { Variables: { network: string; requestId: string } }

/** Throws captcha_failed unless the token is good for this action. Tells whether its puzzle was as hard as they get. */
export type CaptchaCheck = (
  token: string | undefined,
  action: 'sign-up' | 'sign-in',
  network: string,
) => Promise<{ isHard: boolean }>
