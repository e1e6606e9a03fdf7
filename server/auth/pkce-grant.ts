// PKCE: a link leads back with a code instead of a session. Whoever asked for the mail exchanges it, with the secret whose hash came
// with the request. Apps that render on a server need it, because servers don't see the fragment of an address.
import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { minutes } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { tokenHash } from '#messages/signatures.ts'
import { readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { openSession, type SessionBody } from './sessions.ts'
import { takeLink, type Use } from './take-link.ts'

const CODE_LIFETIME_MS = minutes(5)

const text = (name: string) =>
  z.string(`${name} is missing`).min(1, `${name} is missing`).max(200, `${name} is too long`)
const shape = z.object({ auth_code: text('auth_code'), code_verifier: text('code_verifier') })

/** Uses a link up for a code, if its mail was requested by a client that wants one. */
export async function takeCode({ pool }: AuthContext, use: Use): Promise<string | undefined> {
  const { token } = use
  const code = randomBytes(32).toString('base64url')
  return inTransaction(pool, async (client) => {
    const asked = await client.query(hasChallenge, [tokenHash(token)])
    if (asked.rowCount !== 1) return undefined
    if (!(await takeLink(client, use))) return undefined
    await client.query(giveCode, [tokenHash(token), tokenHash(code)])
    return code
  })
}

export function pkceGrant(context: AuthContext) {
  return async (c: Context<AuthEnv>): Promise<SessionBody> => {
    const { auth_code: code, code_verifier: secret } = await readBody(c, shape)
    const since = new Date(context.clock.now().getTime() - CODE_LIFETIME_MS)
    const session = await inTransaction(context.pool, async (client) => {
      const { rows } = await client.query<Flow>(findCode, [tokenHash(code), since])
      const [flow] = rows
      if (!flow) return undefined
      if (createHash('sha256').update(secret).digest('base64url') !== flow.code_challenge)
        throw new AppError('bad_code_verifier', 400, "The code verifier doesn't match the one of the request")
      await client.query(spendCode, [flow.id])
      return openSession(context, client, c, { userId: flow.user_id, signedInBy: flow.kind })
    })
    if (session) return session
    throw new AppError('flow_state_not_found', 404, 'The code is unknown, was used or has expired')
  }
}

type Flow = { id: string; user_id: string; kind: 'signup' | 'recovery'; code_challenge: string }

const hasChallenge = 'select from auth.one_time_tokens where token_hash = $1 and code_challenge is not null'
const giveCode = 'update auth.one_time_tokens set code_hash = $2 where token_hash = $1'
// Locks the row: of two exchanges the second finds no code.
const findCode = `
  select id, user_id, kind, code_challenge from auth.one_time_tokens where code_hash = $1 and used_at > $2 for update`
const spendCode = 'update auth.one_time_tokens set code_hash = null where id = $1'
