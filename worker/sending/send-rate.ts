// Limits how fast a carrier is used, across all workers: turns are reserved in the database, one batch at a time.
import type pg from 'pg'
import type { Channel } from './ledger.ts'

export type SendRate = {
  /** True without a limit. */
  isFree: boolean
  /** The largest batch that can be sent within a lease. */
  most: number
  reserve(count: number): Promise<void>
  /** Resolves when the next message may leave. */
  turn(): Promise<void>
}

export function createSendRate(pool: pg.Pool, channel: Channel, perSecond: number | undefined): SendRate {
  if (perSecond === undefined)
    return { isFree: true, most: Number.POSITIVE_INFINITY, reserve: async () => {}, turn: async () => {} }
  let next = 0
  return {
    isFree: false,
    most: Math.max(1, Math.floor(perSecond * 5)),
    async reserve(count) {
      const { rows } = await pool.query('select private.reserve_turns($1, $2, $3) as wait', [channel, count, perSecond])
      next = performance.now() + rows[0].wait * 1000
    },
    async turn() {
      const wait = next - performance.now()
      next = Math.max(next, performance.now()) + 1000 / perSecond
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    },
  }
}
