// Finds external calendars that are due for a check, and queues a `fetch-feed` job for each.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import type { Clock } from '#runtime/clock.ts'

const BATCH = 500

export function checkFeeds({ pool, clock }: { pool: pg.Pool; clock: Clock }): Task {
  return async () => {
    await pool.query(queueDue, [clock.now(), BATCH])
  }
}

const queueDue = `
  select private.queue_feed(due.calendar_id) from (
    select f.calendar_id from public.inbound_feeds f
    where f.state <> 'preview' and f.next_check_at <= $1
    order by f.next_check_at limit $2
  ) as due`
