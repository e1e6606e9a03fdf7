// A code by mail for somebody who is signed in and has no password, to confirm what others confirm with theirs. Good in this session only.
import type { Handler } from 'hono'
import { AppError } from '#domain/errors.ts'
import { tokenHash } from '#messages/signatures.ts'
import { askedLanguage } from '#server/http/language.ts'
import { newLink, queueLetter } from './account-links.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { currentSession } from './sessions.ts'

const code = 'over_email_send_rate_limit'

export function reauthenticate(context: AuthContext): Handler<AuthEnv> {
  const { pool, limits } = context
  return async (c) => {
    const session = await currentSession(context, c)
    if (session.has_password)
      throw new AppError('validation_failed', 400, 'This account has a password. Send it instead of a code.')
    await limits.take({ name: 'code-mail', of: session.id, code }, { name: 'code-mail-day', of: session.id, code })
    const { id, hash, now, expires } = newLink(context)
    const { language } = askedLanguage(c.req.raw)
    const until = expires('reauthentication')
    await pool.query(insertNonce, [session.id, id, hash, now, until, tokenHash(session.session_id), language])
    return c.json({})
  }
}

const insertNonce = `
  with code as (
    insert into auth.one_time_tokens (id, user_id, kind, token_hash, created_at, expires_at, browser_hash)
    values ($2, $1, 'reauthentication', $3, $4, $5, $6)
  )
  select 1 from ${queueLetter("'proof-code'", `'link', $2::uuid`, '$1::uuid', '$7::text')}`
