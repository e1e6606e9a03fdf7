// The worker's clock. It follows the database's, which all workers share: between two readings the monotonic clock carries it on, so
// that no step of this machine's clock is felt. The machine's own clock is only compared with it.
import type pg from 'pg'
import { seconds } from '#domain/durations.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'

/** `aheadMs`: this machine's clock before the database's. `jumpedMs`: how far the database's went beyond the time that passed. */
export type Reading = { aheadMs: number; jumpedMs: number }

export type DatabaseClock = Clock & {
  /** Null if the answer took so long that it says little. */
  read(pool: pg.Pool): Promise<Reading | null>
}

type Options = {
  /** Tests move it away from the machine's; it then is as far away from the database's. */
  clock?: Clock
  machine?: () => number
  monotonic?: () => number
}

const SLOW_MS = seconds(5)

export function createDatabaseClock({
  clock = systemClock,
  machine = Date.now,
  monotonic = () => performance.now(),
}: Options = {}): DatabaseClock {
  /** What the database's clock said when the monotonic one began. */
  let origin: number | undefined
  return {
    now() {
      const given = clock.now().getTime()
      return new Date(origin === undefined ? given : given - machine() + origin + monotonic())
    },
    async read(pool) {
      const asked = monotonic()
      const { rows } = await pool.query<{ now: number }>(readClock)
      const answered = monotonic()
      if (origin !== undefined && answered - asked > SLOW_MS) return null
      const read = Number(rows[0]?.now)
      const found = read - (asked + answered) / 2
      const jumpedMs = origin === undefined ? 0 : found - origin
      origin = found
      return { aheadMs: machine() - (answered - asked) / 2 - read, jumpedMs }
    },
  }
}

const readClock = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now'
