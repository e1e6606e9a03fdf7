// Guards against sending twice after a restore: a database restored from an old backup does not know what was sent since. So the send
// position is also stored in a file outside the database, and sending is put on hold when the database is behind the file, or when it
// is another database than before (a restored dump, a copy for testing). `townbell admin go` resumes sending. What holds it stands in
// private.holds, one row for each kind of reason.
import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { holdSending, readHolds, readState, type SendState } from '#database/holds.ts'

export type SendPosition = {
  /** Raises the position, in the database and in the file, before the messages of a batch leave. Throws when the database went back in time. */
  advance(): Promise<void>
  /** Puts sending on hold if necessary and returns the reason; null when sending may continue. */
  check(): Promise<string | null>
}

/** `isOwnDatabase`: the database is in the same folder, so if it has sent and the file is missing, the folder was restored. */
export function createSendPosition(pool: pg.Pool, folder: string, isOwnDatabase: boolean): SendPosition {
  const file = join(folder, 'sending-mark')
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return {
    advance() {
      // All that wait share the next step: on a disk busy with the database's log a rename takes milliseconds, in which mails could
      // leave. They cannot share the one that runs, which may have raised the position before their messages were claimed.
      next ??= running.then(() => {
        next = undefined
        const step = raise()
        running = step.catch(() => {})
        return step
      })
      return next
    },
    async check() {
      const { rows } = await pool.query<SendState>(readState)
      const state = rows[0] as SendState
      const reason = state.restored ?? problem(state, read())
      if (reason === null)
        await pool.query(
          'update private.sending set database_identity = $1 where database_identity is distinct from $1',
          [state.identity],
        )
      else if (state.restored === null) await holdSending(pool, 'restore', reason)
      // A worker lifts that of the clock itself.
      const holds = (await readHolds(pool)).filter(({ kind }) => kind !== 'clock')
      return holds.map((hold) => hold.reason).join(' ') || null
    },
  }

  function problem({ position, identity, known_identity: known }: SendState, stored: bigint | null): string | null {
    if (known !== null && known !== identity)
      return 'This database was restored from a dump or copied from another: what it says is still to be sent may have been sent.'
    if (stored !== null && stored > BigInt(position)) return olderThan(position, stored)
    if (stored === null && isOwnDatabase && BigInt(position) > 0n)
      return 'The data folder has lost its record of what was sent, so it may hold a restored backup.'
    return null
  }

  function read(): bigint | null {
    try {
      const text = readFileSync(file, 'utf8').trim()
      return /^\d+$/.test(text) ? BigInt(text) : null
    } catch {
      return null
    }
  }

  async function raise(): Promise<void> {
    const { rows } = await pool.query<{ position: string }>(raisePosition, [POSITION_LOCK])
    const position = BigInt(rows[0]?.position ?? 0)
    const stored = read()
    if (stored !== null && stored >= position) return compare(position, stored)
    await mkdir(folder, { recursive: true })
    // A temporary name per process: another worker may be writing at the same time.
    const temporary = `${file}.${process.pid}.new`
    await writeFile(temporary, `${position}\n`)
    await rename(temporary, file)
  }

  /** Another worker with this folder may have got further meanwhile; but no further than the database knows, and to no position of ours. */
  async function compare(position: bigint, stored: bigint): Promise<void> {
    const { rows } = await pool.query('select last_value::text as last from private.send_position')
    if (stored !== position && stored <= BigInt(rows[0].last)) return
    const reason = olderThan(position, stored)
    await holdSending(pool, 'restore', reason)
    throw new Error(`Sending is on hold. ${reason} An operator ends it: townbell admin go`)
  }
}

function olderThan(position: bigint | string, stored: bigint): string {
  return `This database is older than what was sent from it (position ${position}, sent up to ${stored}).`
}

const POSITION_LOCK = 7_262_005

/**
 * `nextval` alone is logged 32 numbers ahead, so that a database which recovery took back would seem to know of batches that it has forgotten;
 * `setval` is logged as it is. The lock keeps another worker from raising it between the two.
 */
const raisePosition = `
  select setval('private.send_position', nextval('private.send_position'))::text as position
  from (select pg_advisory_xact_lock($1) offset 0) as alone`
