// Every worker writes a heartbeat every five seconds, and returns the jobs of workers whose heartbeat stopped to the queue.
import type pg from 'pg'
import { seconds } from '#domain/durations.ts'
import type { Log } from '#runtime/log.ts'

export type Heartbeat = { stop(): Promise<void> }

export function startHeartbeat(pool: pg.Pool, workerId: string, log: Log): Heartbeat {
  let running: Promise<void> = beat()
  const timer = setInterval(() => {
    running = beat()
  }, seconds(5))
  return {
    async stop() {
      clearInterval(timer)
      await running
      await pool.query('delete from private.workers where id = $1', [workerId]).catch(() => {})
    },
  }

  async function beat() {
    try {
      await pool.query(writeHeartbeat, [workerId])
      const { rows } = await pool.query(removeDead)
      if (rows[0].dead > 0) log.warn({ dead: rows[0].dead }, 'returned the jobs of dead workers to the queue')
    } catch (error) {
      // The database is unreachable; the next heartbeat tries again.
      log.warn({ err: error }, 'heartbeat failed')
    }
  }
}

const writeHeartbeat = `
  insert into private.workers (id) values ($1)
  on conflict (id) do update set beat_at = now()`

const removeDead = `
  with dead as (delete from private.workers where beat_at < now() - interval '30 seconds' returning id)
  select (select count(*)::int from dead) as dead,
         graphile_worker.force_unlock_workers(coalesce((select array_agg(id) from dead), '{}'))`
