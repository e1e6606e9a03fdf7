// /health: this process is alive. /ready: it can do its work, and a worker does its own, by the right clock. A proxy and a supervisor ask the
// first, because no other server would do better without a database; who upgrades, and alarms, ask the second.
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import type pg from 'pg'
import { pendingMigrations } from '#database/migrate.ts'
import { type Migration, readMigrations } from '#database/schema-files.ts'
import { seconds } from '#domain/durations.ts'
import { asService } from '#runtime/caller.ts'

/** A load balancer must learn in time that the database hangs: `limitMs` is for the whole check. */
export function createHealth(pool: pg.Pool, { limitMs = seconds(2) }: { limitMs?: number } = {}): Hono {
  const migrations = readMigrations()
  /** Concurrent probes share one check, which waits for no turn: a greedy caller must not set off an alarm. */
  let checking: Promise<Checks> | null = null
  const checkOnce = () => {
    checking ??= asService(() => check(pool, migrations, limitMs)).finally(() => (checking = null))
    return checking
  }
  return new Hono()
    .get('/health', (c) => c.json({ status: 'ok' }))
    .get('/ready', async (c) => {
      const checks = await checkOnce()
      const ready = Object.values(checks).every(Boolean)
      return c.json({ status: ready ? 'ready' : 'not ready', checks }, ready ? 200 : 503, {
        'cache-control': 'no-store',
        ...(ready ? {} : { 'retry-after': '2' }),
      })
    })
}

type Checks = Record<'database' | 'migrations' | 'worker', boolean>

/** What is missing stays false; the reason is in the log of the pool. */
async function check(pool: pg.Pool, migrations: Migration[], limitMs: number): Promise<Checks> {
  const checks = { database: false, migrations: false, worker: false }
  const ask = async () => {
    checks.migrations = (await pendingMigrations(pool, migrations)).length === 0
    checks.database = true
    const { rows } = await pool.query('select is_well from private.worker_state()')
    checks.worker = rows[0].is_well
  }
  const limit = new AbortController()
  await Promise.race([ask().catch(() => {}), sleep(limitMs, undefined, { signal: limit.signal }).catch(() => {})])
  limit.abort()
  // A copy: an answer that comes too late changes nothing.
  return { ...checks }
}
