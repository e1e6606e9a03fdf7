// Says that this process lives, in a way that ends with it: an advisory lock on a connection of its own. When the process is
// killed the connection goes, and others take over at once; when it is only stopped the lock stays, and what it was just
// sending is left alone.
import pg from 'pg'
import type { Log } from '#runtime/log.ts'

export const SENDER_LOCK = 7_262_002

export type SenderLock = { number(): number; release(): Promise<void> }

export async function holdSenderLock(pool: pg.Pool, log: Log): Promise<SenderLock> {
  let released = false
  let current: { client: pg.Client; number: number } | undefined = await take()
  return {
    number() {
      if (!current) throw new Error('The connection that says this worker lives is lost')
      return current.number
    },
    async release() {
      released = true
      await current?.client.end().catch(() => {})
    },
  }

  async function take() {
    const client = new pg.Client({ ...pool.options, application_name: 'townbell sender' })
    client.on('error', () => {})
    await client.connect()
    // A lock held for as long as the process lives must not be ended for idling.
    await client.query('set statement_timeout = 0; set idle_session_timeout = 0')
    const { rows } = await client.query<{ number: number }>(lockNext, [SENDER_LOCK])
    client.on('end', () => void again())
    return { client, number: Number(rows[0]?.number) }
  }

  /** The database was away. Others may have taken our rows, so we go on under a new number. */
  async function again() {
    current = undefined
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
