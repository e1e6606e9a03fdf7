// Signing in. An address without an account costs the same work and gets the same answer as a wrong password. Guesses are refused by
// network; guesses from everywhere only make the puzzle harder, because a refusal would lock the owner out as well.
import type { Context } from 'hono'
import * as z from 'zod'
import { existingPassword } from '#domain/accounts.ts'
import { emailAddress } from '#domain/email-address.ts'
import { AppError } from '#domain/errors.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import type { Take } from '#server/http/limits.ts'
import { captchaField, readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { addressHint, openSession, type SessionBody } from './sessions.ts'

const shape = z.object({ email: emailAddress, password: existingPassword, ...captchaField })

export function passwordGrant(context: AuthContext) {
  const { pool, passwords, limits, captcha, log } = context
  return async (c: Context<AuthEnv>): Promise<SessionBody> => {
    const network = c.get('network')
    const { email, password, gotrue_meta_security: captchaToken } = await readBody(c, shape)
    const pass = await captcha?.(captchaToken, 'sign-in', network)

    const near = addressHint(network)
    const { rows } = await pool.query<Account>(findAccount, [email, near])
    const account = rows[0]
    const takes = {
      network: { name: 'signin-network', of: network },
      here: { name: 'signin-here', of: `${email}\0${network}` },
      near: { name: 'signin-near', of: `${email}\0${near}` },
      anywhere: { name: 'signin', of: email, unlimited: true },
    } satisfies Record<string, Take>
    if (!account?.seen_here) {
      const [guessed = 0] = await limits.used(takes.anywhere)
      if (guessed >= 1 && pass?.isHard === false) {
        await limits.take({ name: 'hard-puzzle', of: network, unlimited: true })
        throw new AppError('captcha_failed', 400, accountTexts.harderPuzzle)
      }
    }
    const counted = [takes.network, takes.here, takes.near]
    await limits.take(...counted, ...(account?.seen_here ? [] : [takes.anywhere]))

    const matches = await passwords.matches(password, account?.encrypted_password)
    const session =
      matches && account
        ? await openSession(context, pool, c, {
            userId: account.id,
            signedInBy: 'password',
            passwordSeen: account.encrypted_password,
          })
        : undefined
    if (!session) {
      log.info({ requestId: c.get('requestId') }, 'sign-in refused')
      throw new AppError('invalid_credentials', 400, 'Invalid login credentials')
    }
    await limits.forget(takes.here, takes.near, takes.anywhere)
    return session
  }
}

type Account = { id: string; encrypted_password: string; seen_here: boolean }

const findAccount = `
  select u.id, u.encrypted_password,
    coalesce($2 = any (u.known_networks), false)
      or exists (select from auth.sessions s where s.user_id = u.id and s.address_hint = $2) as seen_here
  from auth.users u
  where u.email = $1`
