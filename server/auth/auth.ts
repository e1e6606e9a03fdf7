// /auth/v1 in the dialect of Supabase Auth. Each file has the name of its URL; this is their table.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isAppError } from '#domain/errors.ts'
import type { SignUpRule } from '#domain/sign-up-rule.ts'
import { createLimits } from '#server/http/limits.ts'
import { type RateLimits, rateLimits } from '#server/http/rate-limits.ts'
import type { Turns } from '#server/http/turns.ts'
import { answerTable, notOffered, tooLarge } from '#server/http/url-table.ts'
import { createAccessToken, listAccessTokens, revokeAccessToken } from './access-tokens.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { deleteAccount } from './delete-account.ts'
import { authError } from './errors.ts'
import { exportAccount } from './export.ts'
import { challengeFactor } from './factor-challenge.ts'
import { verifyFactor } from './factor-verify.ts'
import { enrolFactor, unenrolFactor } from './factors.ts'
import { logout } from './logout.ts'
import { otp } from './otp.ts'
import { passkeyOptions, passkeyProofOptions, signInWithPasskey } from './passkey-sign-in.ts'
import { addPasskey, listPasskeys, newPasskeyOptions, removePasskey, renamePasskey } from './passkeys.ts'
import { createPasswords } from './passwords.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover } from './recover.ts'
import {
  generateRecoveryCodes,
  recoveryCodesStatus,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
} from './recovery-codes.ts'
import { verifyRecoveryCode } from './recovery-codes-verify.ts'
import { createRedirects } from './redirects.ts'
import { resend } from './resend.ts'
import { endSession, listSessions } from './sessions-list.ts'
import { health, keys, settings } from './settings.ts'
import { signup } from './signup.ts'
import { token } from './token.ts'
import { getUser, updateUser } from './user.ts'
import { verify, verifyPage } from './verify.ts'

export type AuthOptions = Pick<
  AuthContext,
  'pool' | 'tokens' | 'linkSecret' | 'siteUrl' | 'dataFolder' | 'clock' | 'log'
> & {
  /** Origins that links may lead back to, beside the site's own. */
  allowedOrigins: string[]
  /** For tests: rate limits other than the product's. */
  rates?: Partial<RateLimits>
  captcha?: AuthContext['captcha']
  /** Without one, everybody may sign up. */
  signUp?: SignUpRule
  turns: Pick<Turns, 'passwords'>
}

/** The longest honest body: a password of a thousand characters, each escaped. */
const BODY_MAX = 64 * 1024

/** What the official client can ask for and we don't have. */
const otherWays = {
  '/authorize': 'Signing in with another service (OAuth)',
  '/callback': 'Signing in with another service (OAuth)',
  '/magiclink': 'The older name of POST /otp',
  '/sso': 'Signing in with the service of a company (SSO)',
  '/sso/*': 'Signing in with the service of a company (SSO)',
  '/user/identities/*': 'Signing in with another service (OAuth)',
  '/invite': 'Administration over the network',
  '/admin/*': 'Administration over the network',
}
const OPEN: SignUpRule = { isOpen: true, invited: false, domains: [], addresses: [] }

const BY_PASSWORD = 'Use an email address and a password, or a code by email.'

export function createAuth(options: AuthOptions): Hono<AuthEnv> {
  const { pool, tokens, linkSecret, siteUrl, dataFolder, clock, log, turns } = options
  const context: AuthContext = {
    pool,
    tokens,
    linkSecret,
    siteUrl,
    dataFolder,
    clock,
    log,
    redirects: createRedirects(options),
    passwords: createPasswords(turns.passwords),
    limits: createLimits({ pool, secret: linkSecret, rates: { ...rateLimits, ...options.rates } }),
    captcha: options.captcha,
    signUp: options.signUp ?? OPEN,
  }
  const table = {
    '/signup': { POST: signup(context) },
    '/token': { POST: token(context) },
    '/logout': { POST: logout(context) },
    '/otp': { POST: otp(context) },
    '/reauthenticate': { GET: reauthenticate(context) },
    '/recover': { POST: recover(context) },
    '/resend': { POST: resend(context) },
    '/verify': { GET: verifyPage(context), POST: verify(context) },
    '/user': { GET: getUser(context), PUT: updateUser(context) },
    '/factors': { POST: enrolFactor(context) },
    // Before those with an id: it is none.
    '/factors/recovery-codes': {
      GET: recoveryCodesStatus(context),
      POST: generateRecoveryCodes(context),
      DELETE: removeRecoveryCodes(context),
    },
    '/factors/recovery-codes/regenerate': { POST: regenerateRecoveryCodes(context) },
    '/factors/recovery-codes/verify': { POST: verifyRecoveryCode(context) },
    '/factors/:id': { DELETE: unenrolFactor(context) },
    '/factors/:id/challenge': { POST: challengeFactor(context) },
    '/factors/:id/verify': { POST: verifyFactor(context) },
    '/passkeys': { GET: listPasskeys(context) },
    '/passkeys/authentication/options': { POST: passkeyOptions(context) },
    '/passkeys/authentication/verify': { POST: signInWithPasskey(context) },
    '/passkeys/proof/options': { POST: passkeyProofOptions(context) },
    '/passkeys/registration/options': { POST: newPasskeyOptions(context) },
    '/passkeys/registration/verify': { POST: addPasskey(context) },
    '/passkeys/:id': { PATCH: renamePasskey(context), DELETE: removePasskey(context) },
    '/sessions': { GET: listSessions(context) },
    '/sessions/:id': { DELETE: endSession(context) },
    '/access-tokens': { GET: listAccessTokens(context), POST: createAccessToken(context) },
    '/access-tokens/:id': { DELETE: revokeAccessToken(context) },
    '/export': { POST: exportAccount(context) },
    '/delete-account': { POST: deleteAccount(context) },
    ...Object.fromEntries(
      Object.entries(otherWays).map(([path, feature]) => [path, { ALL: notOffered(feature, BY_PASSWORD) }]),
    ),
    '/settings': { GET: settings },
    '/health': { GET: health },
    '/.well-known/jwks.json': { GET: keys },
  }

  const app = new Hono<AuthEnv>()
  app.onError((error, c) => {
    // Unexpected errors are logged and answered by the app.
    if (!isAppError(error)) throw error
    return authError(error, c.req.raw)
  })
  app.use(bodyLimit({ maxSize: BODY_MAX, onError: tooLarge }))
  app.use(async (c, next) => {
    await next()
    // Answers hold tokens and addresses.
    c.header('cache-control', 'no-store')
  })
  return answerTable(app, table, { address: 'This address', nothing: 'There is nothing at this address' })
}
