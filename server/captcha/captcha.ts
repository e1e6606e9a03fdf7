// The captcha works in two steps: verify-recaptcha checks the answer, which makes it a pass; sign-up, sign-in and the contact form
// spend the pass. The pass is the token itself, so a client that sends the same token twice works unchanged. Somebody who skips the
// first step has nothing to spend. A pass is valid for one form; a client that does not name a form gets one for any of them, once.
import type pg from 'pg'
import { AppError } from '#domain/errors.ts'
import { CAPTCHA_PASS_LIFETIME_MS } from '#domain/limits.ts'
import type { CaptchaSettings } from '#domain/public-settings.ts'
import { supportTexts } from '#domain/texts/support.ts'
import { tokenHash } from '#messages/links.ts'
import type { Clock } from '#runtime/clock.ts'
import { createAltcha } from './altcha.ts'
import type { CaptchaAction, CaptchaProvider } from './provider.ts'
import type { Work } from './puzzles.ts'
import { createRecaptcha } from './recaptcha.ts'

export type Captcha = {
  /** False only where an operator switched it off: never in production. */
  isOn: boolean
  /** A puzzle for the browser; undefined when another service makes them. */
  challenge: CaptchaProvider['challenge']
  /** Has the answer checked. True: for two minutes the token is a pass, once, from the same network. */
  verify(token: string, network: string, action?: CaptchaAction): Promise<boolean>
  /** Spends a pass. */
  consume(pass: string | undefined, network: string, action: CaptchaAction): Promise<boolean>
  /** Spends a pass or throws. */
  require(pass: string | undefined, action: CaptchaAction, network: string): Promise<void>
}

export type CaptchaOptions = {
  pool: pg.Pool
  settings: CaptchaSettings
  recaptchaSecretKey: string | undefined
  linkSecret: string
  clock: Clock
  /** For tests: where Google would be, and less work. */
  recaptchaUrl?: string
  altchaWork?: Work
}

export function createCaptcha(options: CaptchaOptions): Captcha {
  const { pool, settings, clock } = options
  if (settings.kind === 'none') return openDoor
  const provider = settings.kind === 'altcha' ? createAltcha(options) : createRecaptcha(options)

  return {
    isOn: true,
    challenge: provider.challenge,
    async verify(token, network, action) {
      if (!(await provider.check(token, action))) return false
      const expires = new Date(clock.now().getTime() + CAPTCHA_PASS_LIFETIME_MS)
      const { rowCount } = await pool.query(givePass, [tokenHash(token), network, expires, action ?? null])
      return rowCount === 1
    },
    consume,
    async require(pass, action, network) {
      if (!pass) throw new AppError('captcha_failed', 400, supportTexts.captchaRequired.body)
      if (!(await consume(pass, network, action)))
        throw new AppError('captcha_failed', 400, supportTexts.captchaFailed.body)
    },
  }

  async function consume(pass: string | undefined, network: string, action: CaptchaAction): Promise<boolean> {
    if (!pass) return false
    const { rowCount } = await pool.query(spendPass, [tokenHash(pass), network, clock.now(), action])
    return rowCount === 1
  }
}

/** For tests: everybody passes. */
const openDoor: Captcha = {
  isOn: false,
  challenge: undefined,
  verify: async () => true,
  consume: async () => true,
  require: async () => {},
}

const givePass = `
  insert into private.captcha_passes (pass_hash, network, expires_at, action) values ($1, $2, $3, $4)
  on conflict (pass_hash) do nothing`

// Of two that spend it at once, one deletes the row.
const spendPass = `
  delete from private.captcha_passes
  where pass_hash = $1 and network = $2 and expires_at > $3 and (action is null or action = $4)`
