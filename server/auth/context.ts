import type pg from 'pg'
import { days, hours, minutes, seconds } from '#domain/durations.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { Limit, Limits } from '#server/http/limits.ts'
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
  sizes: AuthLimits
  captcha: CaptchaCheck | undefined
}

/** What the middleware before this surface has found out. */
export type AuthEnv = { Variables: { network: string; requestId: string } }

/** Throws captcha_failed unless the token is good for this action. */
export type CaptchaCheck = (token: string | undefined, action: 'sign-up' | 'sign-in', network: string) => Promise<void>

export type AuthLimits = Record<keyof typeof authLimits, Limit>

/** Whoever is refused is told when to come back. Networks are generous: a school shares one address. */
export const authLimits = {
  signInPerNetwork: { max: 200, per: minutes(15) },
  signInPerAccountAndNetwork: { max: 5, per: minutes(15) },
  /** Wrong passwords in a row, from networks the person was never seen on. */
  signInPerAccount: { max: 100, per: days(1) },
  signUpPerNetwork: { max: 60, per: hours(1) },
  mailPerNetwork: { max: 60, per: hours(1) },
  /** By the address asked for, whether or not it has an account, so a refusal tells nothing. */
  mailSpacing: { max: 1, per: seconds(60) },
  mailPerDay: { max: 5, per: days(1) },
  passwordChange: { max: 10, per: hours(1) },
  emailChange: { max: 5, per: days(1) },
  /** The password once more, for what asks for it. */
  proofPerPerson: { max: 5, per: minutes(15) },
  exportPerPerson: { max: 5, per: hours(1) },
  factorEnrolment: { max: 20, per: hours(1) },
  /** Codes of the second step, right or wrong. Three of a million are right at any time. */
  codePerPerson: { max: 5, per: minutes(15) },
  codePerPersonAndDay: { max: 50, per: days(1) },
} satisfies Record<string, Limit>
