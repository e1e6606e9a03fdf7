// Shows that this process is alive: it holds an advisory lock on a connection of its own. When the process is killed, the connection
// closes and others take over immediately. When it is only suspended, the lock stays, and nobody touches what it was sending.
import type pg from 'pg'
import { besidePool } from '#database/pool.ts'
import type { Log } from '#runtime/log.ts'

export const SENDER_LOCK = 7_262_002

export type SenderLock = { number(): number; release(): Promise<void> }

export async function holdSenderLock(pool: pg.Pool, log: Log): Promise<SenderLock> {
  let released = false
  const own = besidePool(pool, 'townbell sender')
  let current: { client: pg.PoolClient; number: number } | undefined = await take()
  return {
    number() {
      if (!current) throw new Error('The connection that holds the sender lock is lost')
      return current.number
    },
    async release() {
      // A pool refuses a client that it has back already.
      if (released) return
      released = true
      current?.client.release(true)
      await own.end().catch(() => {})
    },
  }

  async function take() {
    const client = await own.connect()
    client.on('error', () => {})
    try {
      // The lock is held as long as the process lives, so PostgreSQL must not close the connection for being idle.
      await client.query('set statement_timeout = 0; set idle_session_timeout = 0')
      const { rows } = await client.query<{ number: number }>(lockNext, [SENDER_LOCK])
      client.once('end', () => void reconnect(client))
      return { client, number: Number(rows[0]?.number) }
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** After a lost connection others may have taken our rows, so we continue under a new number. */
  async function reconnect(lost: pg.PoolClient) {
    if (released) return
    current = undefined
    lost.release(true)
    while (!released && !current) {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      try {
        current = await take()
      } catch (error) {
        log.warn({ err: error }, 'no sender lock yet')
      }
    }
  }
}

const lockNext = `
  select number, pg_advisory_lock($1, number)
  from (select nextval('private.sender_numbers')::integer as number offset 0) as next`
