// A worker says every five seconds that it lives. Whoever notices that another fell silent gives back its jobs.
import type pg from 'pg'
import { seconds } from '#domain/durations.ts'
import type { Log } from '#runtime/log.ts'

export type Heartbeat = { stop(): Promise<void> }

export function startHeartbeat(pool: pg.Pool, workerId: string, log: Log): Heartbeat {
  let beating: Promise<void> = beat()
  const timer = setInterval(() => {
    beating = beat()
  }, seconds(5))
  return {
    async stop() {
      clearInterval(timer)
      await beating
      await pool.query('delete from private.workers where id = $1', [workerId]).catch(() => {})
    },
  }

  async function beat() {
    try {
      await pool.query(sayAlive, [workerId])
      const { rows } = await pool.query(buryDead)
      if (rows[0].dead > 0) log.warn({ dead: rows[0].dead }, 'gave back the jobs of workers that fell silent')
    } catch (error) {
      // The database is away; the next beat tries again.
      log.warn({ err: error }, 'no beat')
    }
  }
}

const sayAlive = `
  insert into private.workers (id) values ($1)
  on conflict (id) do update set beat_at = now()`

const buryDead = `
  with dead as (delete from private.workers where beat_at < now() - interval '30 seconds' returning id)
  select (select count(*)::int from dead) as dead,
         graphile_worker.force_unlock_workers(coalesce((select array_agg(id) from dead), '{}'))`
