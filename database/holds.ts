// What holds sending stands in private.holds, one row for each kind of reason. Workers ask before they send (worker/sending/send-position.ts),
// and operators hold and release.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

export type HoldKind = 'operator' | 'restore' | 'clock'
export type Hold = { kind: HoldKind; held_at: Date; reason: string }

/** What holds sending now. Each kind has one row, so that none hides behind another. */
export async function readHolds(database: pg.Pool | pg.ClientBase): Promise<Hold[]> {
  const { rows } = await database.query<Hold>('select kind, held_at, reason from private.holds order by held_at, kind')
  return rows
}

export async function holdSending(database: pg.Pool | pg.ClientBase, kind: HoldKind, reason: string): Promise<void> {
  await database.query(
    `insert into private.holds (kind, reason) values ($1, $2)
     on conflict (kind) do update set reason = excluded.reason, held_at = excluded.held_at`,
    [kind, reason],
  )
}

/** Lifts these holds on an operator's word, and accepts this database as the current one unless a restore still holds it. */
export async function releaseSending(
  database: pg.Pool | pg.ClientBase,
  folder: string,
  kinds: HoldKind[],
): Promise<void> {
  const left = (await readHolds(database)).filter(({ kind }) => !kinds.includes(kind))
  if (!left.some(({ kind }) => kind === 'restore')) await acceptDatabase(database, folder)
  await database.query('delete from private.holds where kind = any ($1)', [kinds])
}

/** The position is set past the file's, so that the next start agrees. */
async function acceptDatabase(database: pg.Pool | pg.ClientBase, folder: string): Promise<void> {
  let stored = '0'
  try {
    stored = readFileSync(join(folder, 'sending-mark'), 'utf8').trim()
  } catch {
    // Without a file the position stays as it is.
  }
  if (!/^\d+$/.test(stored)) stored = '0'
  await database.query(
    `select setval('private.send_position', greatest($1::bigint, (select last_value from private.send_position)) + 1)`,
    [stored],
  )
  const { rows } = await database.query<SendState>(readState)
  await database.query('update private.sending set database_identity = $1', [rows[0]?.identity])
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'sending-mark'), `${rows[0]?.position}\n`)
}

export type SendState = { position: string; identity: string; known_identity: string | null; restored: string | null }

export const readState = `
  select s.database_identity as known_identity,
    (select h.reason from private.holds h where h.kind = 'restore') as restored,
    (select case when p.is_called then p.last_value else 0 end from private.send_position p)::text as position,
    (select c.system_identifier from pg_catalog.pg_control_system() c)::text || '/' ||
      (select d.oid from pg_catalog.pg_database d where d.datname = current_database())::text as identity
  from private.sending s`
