import type pg from 'pg'
import type { Clock } from '#runtime/clock.ts'
import type { Captcha } from '#server/captcha/captcha.ts'

/** What the functions that people call before they have an account are given. */
export type FunctionContext = {
  /**
   * The service's own pool, not a caller's: followers have no account, and the tables of confirmations and opt-outs are
   * closed to every role a caller can have.
   */
  pool: pg.Pool
  linkSecret: string
  siteUrl: string
  clock: Clock
  captcha: Captcha
}
