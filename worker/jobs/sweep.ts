// Throws away what has no use any more: expired links, ended sessions, counters of long ago.
import type { Task } from 'graphile-worker'
import type pg from 'pg'

export function sweep(pool: pg.Pool): Task {
  return async () => {
    for (const statement of [expiredLinks, endedSessions, oldCounters]) await pool.query(statement)
  }
}

const expiredLinks = `delete from auth.one_time_tokens where expires_at < now() - interval '7 days'`
const endedSessions = `delete from auth.sessions where not_after < now() or refreshed_at < now() - interval '60 days'`
const oldCounters = 'select private.prune_limits()'
