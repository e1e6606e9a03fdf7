// Gives an event that calendars host together what its home has, where the two were edited at the same moment.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod'

const payload = z.object({ event: z.guid() })

export function followHome({ pool }: { pool: pg.Pool }): Task {
  return async (given) => {
    const { event } = payload.parse(given)
    await pool.query('select private.follow_home($1)', [event])
  }
}
