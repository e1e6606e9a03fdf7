// The captcha works in two steps: verify-recaptcha checks the answer, which makes it a pass; sign-up, sign-in and the contact form
// spend the pass. The pass is the token itself, so a client that sends the same token twice works unchanged. For a client that skips
// the first step, such as the official one, sign-up and sign-in take it. A pass is valid for one form; without a form's name it is
// valid once for any of them.
import type pg from 'pg'
import { AppError } from '#domain/errors.ts'
import { CAPTCHA_PASS_LIFETIME_MS } from '#domain/limits.ts'
import type { CaptchaSettings } from '#domain/public-settings.ts'
import { supportTexts } from '#domain/texts/support.ts'
import { tokenHash } from '#messages/signatures.ts'
import type { Clock } from '#runtime/clock.ts'
import { createLimits } from '#server/http/limits.ts'
import { createAltcha } from './altcha.ts'
import type { CaptchaAction, CaptchaProvider } from './provider.ts'
import type { Work } from './puzzles.ts'
import { createRecaptcha } from './recaptcha.ts'

export type Captcha = {
  /** False only where an operator switched it off: never in production. */
  isOn: boolean
  /** What is said of a wrong answer. */
  failedText: string
  /** A puzzle for the browser; undefined when another service makes them. */
  challenge: CaptchaProvider['challenge']
  /** Has the answer checked. True: for two minutes the token is a pass, once, from the same network. */
  verify(token: string, network: string, action?: CaptchaAction): Promise<boolean>
  /** Spends a pass. */
  consume(pass: string | undefined, network: string, action: CaptchaAction): Promise<Spent | null>
  /** Spends a pass, or has the token checked as `verify` does, or throws. */
  require(pass: string | undefined, action: CaptchaAction, network: string): Promise<Spent>
}

/** `isHard`: no harder puzzle can be asked for. */
type Spent = { isHard: boolean }

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
  const limits = createLimits({ pool, secret: options.linkSecret })
  const failed = (text: string) => new AppError('captcha_failed', 400, captchaText(text, settings))

  return {
    isOn: true,
    failedText: captchaText(supportTexts.captchaFailed.body, settings),
    challenge: provider.challenge,
    async verify(token, network, action) {
      const difficulty = await provider.check(token, action)
      if (!difficulty) return false
      const expires = new Date(clock.now().getTime() + CAPTCHA_PASS_LIFETIME_MS)
      const { rowCount } = await pool.query(givePass, [
        tokenHash(token),
        network,
        expires,
        action ?? null,
        difficulty === 'hard',
      ])
      return rowCount === 1
    },
    consume,
    async require(pass, action, network) {
      if (!pass) throw failed(supportTexts.captchaRequired.body)
      const spent = await consume(pass, network, action)
      if (spent) return spent
      await limits.take({ name: 'captcha-network', of: network })
      const difficulty = await provider.check(pass, action)
      if (!difficulty) throw failed(supportTexts.captchaFailed.body)
      return { isHard: difficulty === 'hard' }
    },
  }

  async function consume(pass: string | undefined, network: string, action: CaptchaAction): Promise<Spent | null> {
    if (!pass) return null
    const { rows } = await pool.query<Spent>(spendPass, [tokenHash(pass), network, clock.now(), action])
    return rows[0] ?? null
  }
}

/** Returns a text about reCAPTCHA with the name of the captcha in use. */
function captchaText(text: string, { kind }: CaptchaSettings): string {
  return kind === 'altcha' ? text.replace('reCAPTCHA', 'ALTCHA') : text
}

/** For tests: everybody passes. */
const openDoor: Captcha = {
  isOn: false,
  failedText: supportTexts.captchaFailed.body,
  challenge: undefined,
  verify: async () => true,
  consume: async () => ({ isHard: true }),
  require: async () => ({ isHard: true }),
}

const givePass = `
  insert into private.captcha_passes (pass_hash, network, expires_at, action, is_hard) values ($1, $2, $3, $4, $5)
  on conflict (pass_hash) do nothing`

// If two concurrent requests bring the same pass, one deletes the row and the other fails.
const spendPass = `
  delete from private.captcha_passes
  where pass_hash = $1 and network = $2 and expires_at > $3 and (action is null or action = $4)
  returning is_hard as "isHard"`
