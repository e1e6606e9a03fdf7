// After a restore of an old backup the database has forgotten what went out since, and would send it again. So the position of
// sending is also kept in a file outside it, and sending holds when the database is behind the file, or when it is not the
// database it was (a restored dump, a copy for trying things out). `townbell admin go` lets it continue.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

export type SendPosition = {
  /** Written before the messages of a batch leave. */
  advance(): Promise<void>
  /** Holds if it must, and says why; null when sending may go on. */
  check(): Promise<string | null>
}

/** `isOwnDatabase`: the database lies in the same folder, so a folder without a mark beside a database that has sent is a restored one. */
export function createSendPosition(pool: pg.Pool, folder: string, isOwnDatabase: boolean): SendPosition {
  const file = join(folder, 'sending-mark')
  let wanted = 0n
  let written = 0n
  let writing: Promise<void> | undefined
  return {
    async advance() {
      const { rows } = await pool.query(`select nextval('private.send_position')::text as position`)
      const position = BigInt(rows[0].position)
      if (position > wanted) wanted = position
      // One at a time, the highest for all who wait. Beside the log of the database a rename takes milliseconds, in which mails leave.
      while (written < position) {
        writing ??= write(wanted).finally(() => {
          writing = undefined
        })
        await writing
      }
    },
    async check() {
      const { rows } = await pool.query<State>(readState)
      const state = rows[0] as State
      if (state.held_reason !== null) return state.held_reason
      const reason = problem(state, read())
      if (reason !== null) await holdSending(pool, reason)
      else
        await pool.query(
          'update private.sending set database_identity = $1 where database_identity is distinct from $1',
          [state.identity],
        )
      return reason
    },
  }

  function problem({ position, identity, known_identity: known }: State, marked: bigint | null): string | null {
    if (known !== null && known !== identity)
      return 'This database was restored from a dump or copied from another: what it says is still to be sent may have been sent.'
    if (marked !== null && marked > BigInt(position))
      return `This database is older than what was sent from it (position ${position}, sent up to ${marked}).`
    if (marked === null && isOwnDatabase && BigInt(position) > 0n)
      return 'The data folder has lost its mark of what was sent, so it may hold a restored backup.'
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

  async function write(position: bigint): Promise<void> {
    const marked = read()
    if (marked === null || marked <= position) {
      await mkdir(folder, { recursive: true })
      // A name of our own: another worker may be writing its own just now.
      const mine = `${file}.${process.pid}.new`
      await writeFile(mine, `${position}\n`)
      await rename(mine, file)
    }
    written = position
  }
}

export async function holdSending(database: pg.Pool | pg.ClientBase, reason: string): Promise<void> {
  await database.query('update private.sending set held_at = now(), held_reason = $1 where held_at is null', [reason])
}

/** An operator has looked: from here on this is the database. The position passes the mark, so that the next start agrees. */
export async function letSendingGo(pool: pg.Pool, folder: string): Promise<void> {
  let marked = '0'
  try {
    marked = readFileSync(join(folder, 'sending-mark'), 'utf8').trim()
  } catch {
    // There is none: the position stays as it is.
  }
  if (!/^\d+$/.test(marked)) marked = '0'
  await pool.query(
    `select setval('private.send_position', greatest($1::bigint, (select last_value from private.send_position)) + 1)`,
    [marked],
  )
  const { rows } = await pool.query<State>(readState)
  await pool.query('update private.sending set held_at = null, held_reason = null, database_identity = $1', [
    rows[0]?.identity,
  ])
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'sending-mark'), `${rows[0]?.position}\n`)
}

type State = { position: string; identity: string; known_identity: string | null; held_reason: string | null }

const readState = `
  select s.held_reason, s.database_identity as known_identity,
    (select case when p.is_called then p.last_value else 0 end from private.send_position p)::text as position,
    (select c.system_identifier from pg_catalog.pg_control_system() c)::text || '/' ||
      (select d.oid from pg_catalog.pg_database d where d.datname = current_database())::text as identity
  from private.sending s`
