// A person's access tokens, for programs. Creating one takes the password, because it outlives the session. /auth/v1/access-tokens is our
// own: the dialect has no name for it. Tokens are no sessions, so none of /auth/v1 is open to them.
import { randomBytes } from 'node:crypto'
import type { Handler } from 'hono'
import { ACCESS_TOKEN_PREFIX, ACCESS_TOKENS_MAX, newAccessToken } from '#domain/access-tokens.ts'
import { days } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { isUuid } from '#domain/uuid.ts'
import { tokenHash } from '#messages/signatures.ts'
import { proofFields, requireProof } from '#server/http/proof.ts'
import { readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { currentSession, proving } from './sessions.ts'

const shape = newAccessToken.extend(proofFields)

export function listAccessTokens(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    const { id } = await currentSession(context, c)
    return c.json((await context.pool.query(findTokens, [id])).rows)
  }
}

/** Returns the token this once. */
export function createAccessToken(context: AuthContext): Handler<AuthEnv> {
  const { pool, limits, clock, log } = context
  return async (c) => {
    const session = await currentSession(context, c)
    const { password, nonce, passkey, ...wanted } = await readBody(c, shape)
    await requireProof(context, proving(session), { password, nonce, passkey })
    await limits.take({ name: 'access-token', of: session.id })
    const token = ACCESS_TOKEN_PREFIX + randomBytes(32).toString('base64url')
    const now = clock.now()
    const expires = new Date(now.getTime() + days(wanted.expires_in_days))
    const { rows } = await pool.query(insertToken, [
      session.id,
      wanted.name,
      tokenHash(token),
      wanted.calendar_ids,
      wanted.can_write,
      wanted.can_see_contacts,
      wanted.scopes,
      now,
      expires,
    ])
    if (!rows[0])
      throw new AppError('validation_failed', 422, `You can have ${ACCESS_TOKENS_MAX} tokens. Revoke one first.`)
    log.info({ userId: session.id }, 'access token created')
    return c.json({ ...rows[0], token }, 201)
  }
}

/** Returns the same error for another person's token as for one that is gone. */
export function revokeAccessToken(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    const { id } = await currentSession(context, c)
    const asked = c.req.param('id')
    const gone = isUuid(asked) && (await context.pool.query(deleteToken, [asked, id])).rowCount === 1
    if (!gone) throw new AppError('not_found', 404, "You don't have this access token")
    return c.body(null, 204)
  }
}

const columns = 'id, name, calendar_ids, can_write, can_see_contacts, scopes, created_at, expires_at, last_used_at'

const findTokens = `select ${columns} from auth.access_tokens where user_id = $1 order by created_at desc`

// A calendar that the person is not in would never be covered; naming it is a mistake, but no secret.
const insertToken = `
  insert into auth.access_tokens (user_id, name, token_hash, calendar_ids, can_write, can_see_contacts, scopes, created_at, expires_at)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9
  where (select count(*) from auth.access_tokens t where t.user_id = $1) < ${ACCESS_TOKENS_MAX}
  returning ${columns}`

const deleteToken = 'delete from auth.access_tokens where id = $1 and user_id = $2'
