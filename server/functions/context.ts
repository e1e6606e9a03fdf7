import type pg from 'pg'
import { days, hours } from '#domain/durations.ts'
import { CONFIRMATION_MAILS_PER_ADDRESS_PER_DAY, CONFIRMATION_TEXTS_PER_PHONE_PER_DAY } from '#domain/limits.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Captcha } from '#server/captcha/captcha.ts'
import type { Limit } from '#server/http/limits.ts'

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
  sizes: FunctionLimits
}

export type FunctionLimits = Record<keyof typeof functionLimits, Limit>

export const functionLimits = {
  followPerNetwork: { max: 10, per: hours(1) },
  followPerCalendar: { max: 100, per: hours(1) },
  /** Over all calendars. Nobody is refused beyond it, but puzzles are at their hardest. */
  followUsual: { max: 600, per: hours(1) },
  /** Over all calendars, so that nobody's mailbox can be flooded with our confirmations. */
  confirmationMailPerMailbox: { max: CONFIRMATION_MAILS_PER_ADDRESS_PER_DAY, per: days(1) },
  confirmationTextPerPhone: { max: CONFIRMATION_TEXTS_PER_PHONE_PER_DAY, per: days(1) },
  /** Generous, for a reload and a typing error; it keeps tokens from being tried by the million. */
  confirmPerNetwork: { max: 120, per: hours(1) },
  preferencesPerNetwork: { max: 120, per: hours(1) },
  preferencesPerAddress: { max: 60, per: hours(1) },
  unsignedOptOutPerNetwork: { max: 10, per: hours(1) },
  undoMailPerMailbox: { max: 1, per: days(1) },
  captchaPerNetwork: { max: 300, per: hours(1) },
  supportPerNetwork: { max: 3, per: hours(1) },
  mapsKeyPerPerson: { max: 30, per: hours(1) },
  /** One for every few letters typed. */
  findAddressPerPerson: { max: 600, per: hours(1) },
} satisfies Record<string, Limit>
