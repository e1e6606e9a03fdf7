// How often an invite code may be tried. A wrong one is counted by network where it is looked up (database/schema/24_calendar_invites.sql), which
// needs to be told the network; a right one is not, because a school that joins together shares one. Joining needs an account.
import type pg from 'pg'
import { createLimits } from '#server/http/limits.ts'

/** For the data API: before a function is called, by its name. Answers settings for its transaction, if it needs any. */
export function inviteLimits({ pool, linkSecret }: { pool: pg.Pool; linkSecret: string }) {
  const limits = createLimits({ pool, secret: linkSecret })
  return async (
    name: string,
    { network = '', userId }: { network?: string; userId?: string | undefined },
  ): Promise<Record<string, string> | undefined> => {
    if (name === 'join_calendar' && userId) await limits.take({ name: 'join', of: userId })
    return name === 'get_invite' ? { 'townbell.tries': limits.keyOf({ name: 'invite', of: network }) } : undefined
  }
}
