// Asks the first on the waiting lists of full calendars, where a place has become free: somebody was removed, the plan has grown, or
// somebody who was asked has not answered for a day. Looks at all of them every minute instead of at what may have freed a place.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import { inTransaction } from '#database/scope.ts'
import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'

export function askWaiting({ pool, clock = systemClock }: { pool: pg.Pool; clock?: Clock }): Task {
  return async () => {
    const now = clock.now()
    const { rows } = await pool.query<{ calendar_id: string }>(findLists)
    // One transaction each: it locks the calendar.
    for (const { calendar_id: calendarId } of rows)
      await inTransaction(pool, (client) =>
        client.query('select private.ask_waiting($1, $2, $3)', [
          calendarId,
          now,
          new Date(now.getTime() + CONFIRMATION_LIFETIME_MS),
        ]),
      )
  }
}

const findLists = `
  select distinct calendar_id from public.pending_contact_confirmations
  where waiting_since is not null and used_at is null and asked_at is null
  order by calendar_id`
