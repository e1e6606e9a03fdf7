import type { Handler } from 'hono'
import * as z from 'zod'
import { AppError } from '#domain/errors.ts'
import { forgetAddresses } from '#server/http/proved-addresses.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { anySession, isMfaPending } from './sessions.ts'

const scope = z.enum(['global', 'local', 'others']).default('global')

export function logout(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    const asked = scope.safeParse(c.req.query('scope'))
    if (!asked.success) throw new AppError('validation_failed', 400, 'scope must be global, local or others')
    const session = await anySession(context, c)
    // A session without the second step cannot sign the owner out elsewhere.
    const ended = isMfaPending(session) ? 'local' : asked.data
    await context.pool.query(endSessions, [session.id, session.session_id, ended])
    // What a shared computer's browser may be told goes with the session.
    if (ended !== 'others') forgetAddresses(context, c)
    return c.body(null, 204)
  }
}

const endSessions = `
  delete from auth.sessions
  where user_id = $1
    and case $3 when 'local' then id = $2 when 'others' then id <> $2 else true end`
