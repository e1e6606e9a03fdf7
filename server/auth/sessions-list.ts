// Where a person is signed in, and ending a session from another browser. /auth/v1/sessions is our own: the dialect has no
// name for it.
import type { Handler } from 'hono'
import { describeDevice } from '#domain/devices.ts'
import { AppError } from '#domain/errors.ts'
import { isUuid } from '#domain/uuid.ts'
import { askedLanguage } from '#server/http/language.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { currentSession } from './sessions.ts'

export function listSessions(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    const { id, session_id } = await currentSession(context, c)
    const { rows } = await context.pool.query<Listed>(findSessions, [id, session_id])
    const { language } = askedLanguage(c.req.raw)
    return c.json(
      rows.map(({ user_agent, ...session }) => ({ ...session, device: describeDevice(user_agent, language) })),
    )
  }
}

/** Returns the same error for another person's session as for an ended one. */
export function endSession(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    const { id } = await currentSession(context, c)
    const asked = c.req.param('id')
    const ended = isUuid(asked) && (await context.pool.query(deleteSession, [asked, id])).rowCount === 1
    if (!ended) throw new AppError('session_not_found', 404, "You don't have this session")
    return c.body(null, 204)
  }
}

type Listed = {
  id: string
  user_agent: string | null
  /** The network, shortened; null when it is not known. */
  network: string | null
  created_at: Date
  last_seen_at: Date
  is_current: boolean
  /** The password was given, the code was not. */
  is_mfa_pending: boolean
}

const findSessions = `
  select s.id, s.user_agent, s.address_hint as network, s.created_at, s.refreshed_at as last_seen_at, s.id = $2 as is_current,
    u.second_factor_since is not null and s.second_step is null as is_mfa_pending
  from auth.sessions s
  join auth.users u on u.id = s.user_id
  where s.user_id = $1
  order by s.id = $2 desc, s.refreshed_at desc
  limit 100`

const deleteSession = 'delete from auth.sessions where id = $1 and user_id = $2'
