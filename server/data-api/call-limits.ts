// How often functions of the database may be called. An invite code: a wrong one is counted by network where it is looked up
// (database/schema/24_calendar_invites.sql), which needs to be told the network; a right one is not, because a school that joins together
// shares one. Joining needs an account. What an access token sends and writes is counted by token.
import type pg from 'pg'
import { createLimits } from '#server/http/limits.ts'
import { type TokenScope, tokenFunctions } from '#server/http/token-scope.ts'

type Caller = { network?: string; userId?: string | undefined; token?: TokenScope | undefined }

/** For the data API: before a function is called, by its name. Answers settings for its transaction, if it needs any. */
export function callLimits({ pool, linkSecret }: { pool: pg.Pool; linkSecret: string }) {
  const limits = createLimits({ pool, secret: linkSecret })
  return async (name: string, { network = '', userId, token }: Caller): Promise<Record<string, string> | undefined> => {
    const limit = token && tokenFunctions[name]?.limit
    if (limit) await limits.take({ name: limit, of: token.id })
    if (name === 'join_calendar' && userId) await limits.take({ name: 'join', of: userId })
    return name === 'get_invite' ? { 'townbell.tries': limits.keyOf({ name: 'invite', of: network }) } : undefined
  }
}
