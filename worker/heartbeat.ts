// Every worker writes a heartbeat every five seconds. With it, it returns the jobs of workers whose heartbeat stopped to the queue,
// compares its clock with the database's, and queues what the schedule has due.
import type pg from 'pg'
import { isReadOnly } from '#database/errors.ts'
import { hours, seconds } from '#domain/durations.ts'
import type { Log } from '#runtime/log.ts'
import type { DatabaseClock } from './database-clock.ts'
import { queueSchedule } from './schedule.ts'

export type Heartbeat = { stop(): Promise<void> }

type Options = { pool: pg.Pool; clock: DatabaseClock; workerId: string; log: Log; onReadOnly: (error: Error) => void }

/** The same as in private.worker_state. */
const APART_MS = seconds(30)
/** A time service steps a clock once, at boot. Later an hour is no correction but a mistake, or a machine that slept. */
const JUMP_MS = hours(1)

export function startHeartbeat({ pool, clock, workerId, log, onReadOnly }: Options): Heartbeat {
  let ahead = 0
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
      const jumped = await readClock()
      await pool.query(writeHeartbeat, [workerId, ahead / seconds(1)])
      // The others' heartbeats only look old.
      if (jumped) return
      const { rows } = await pool.query(removeDead)
      if (rows[0].dead > 0) log.warn({ dead: rows[0].dead }, 'returned the jobs of dead workers to the queue')
      const { rowCount } = await pool.query(releaseClock)
      if (rowCount) log.warn('the clock is right again, or has been steady for 15 minutes: sending goes on')
      await queueSchedule(pool)
    } catch (error) {
      if (isReadOnly(error)) {
        clearInterval(timer)
        return onReadOnly(error as Error)
      }
      // The database is unreachable; the next heartbeat tries again.
      log.warn({ err: error }, 'heartbeat failed')
    }
  }

  /** Returns whether the clock has jumped ahead. */
  async function readClock(): Promise<boolean> {
    const reading = await clock.read(pool)
    if (!reading) return false
    const wasApart = Math.abs(ahead) > APART_MS
    ahead = reading.aheadMs
    const isApart = Math.abs(ahead) > APART_MS
    if (isApart && !wasApart)
      log.error({ aheadMs: Math.round(ahead) }, "this machine's clock and the database's are apart: run a time service")
    if (!isApart && wasApart) log.warn("this machine's clock and the database's agree again")
    if (reading.jumpedMs < JUMP_MS) return false
    const reason = `The database's clock jumped ahead by ${(reading.jumpedMs / hours(1)).toFixed(1)} hours. Sending goes on by itself once it is right again, or steady for 15 minutes.`
    const { rowCount } = await pool.query(holdForClock, [workerId, reason])
    if (rowCount) log.error({ jumpedMs: Math.round(reading.jumpedMs) }, 'the clock jumped ahead: sending is on hold')
    return true
  }
}

const writeHeartbeat = `
  insert into private.workers (id, clock_ahead_seconds) values ($1, $2)
  on conflict (id) do update set beat_at = now(), clock_ahead_seconds = excluded.clock_ahead_seconds`

/** A heartbeat from the future was written by a clock that was wrong: its worker gets the usual time to write another. */
const removeDead = `
  with early as (
    update private.workers set beat_at = now() where beat_at > now() + interval '30 seconds'
  ), dead as (delete from private.workers where beat_at < now() - interval '30 seconds' returning id)
  select (select count(*)::int from dead) as dead,
         graphile_worker.force_unlock_workers(coalesce((select array_agg(id) from dead), '{}'))`

/** Spares sending if another worker is up to date: then it was this machine that slept. */
const holdForClock = `
  insert into private.holds (kind, reason)
  select 'clock', $2
  where not exists (
    select from private.workers
    where id <> $1 and beat_at between now() - interval '30 seconds' and now() + interval '30 seconds'
  )
  on conflict (kind) do nothing`

/** Held in the future: the clock was set back. */
const releaseClock = `
  delete from private.holds
  where kind = 'clock' and held_at not between now() - interval '15 minutes' and now()`
