// Brings a database to the schema of this version: the baseline into an empty one, or the migrations it lacks, all in one transaction,
// so that it stays as it was or is wholly new. A lock lets many servers start at once. A migration is never edited once applied: its
// checksum is in the journal, and a changed file stops the start. A database of an unreleased version is refused before it changes.
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { seconds } from '#domain/durations.ts'
import { BASELINE, type Migration, readBaseline, readMigrations } from './schema-files.ts'

type Queryable = pg.Pool | pg.ClientBase
export type JournalRow = { name: string; checksum: string }

/** Exclusive for a migration or a restore, shared for a backup. */
export const MIGRATION_LOCK = 7_262_001

/** Takes about five minutes. */
const LOCK_ATTEMPTS = 230

/** Returns the names of what was applied. */
export async function migrate(pool: pg.Pool, migrations = readMigrations()): Promise<string[]> {
  const client = await pool.connect()
  try {
    // Wait for another process's migration, however long; ours may also take longer than a request.
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const found = await readJournal(client)
    refuseUnreleased(found, 'database')
    await client.query(journal)
    await migrateQueue(pool)
    // The baseline has what every migration of this version does, so that they count as applied.
    if (found.length === 0) await apply(client, [readBaseline()], readMigrations())
    const lacking = missing(migrations, await readJournal(client))
    if (lacking.length > 0) await apply(client, lacking)
    return [...(found.length === 0 ? [BASELINE] : []), ...lacking.map(({ name }) => name)]
  } finally {
    // Close the connection, because it has the lock and its own timeouts.
    client.release(true)
  }
}

/** Returns what the journal lacks. Throws if a file that was applied has changed since. */
function missing(migrations: Migration[], journal: JournalRow[]): Migration[] {
  const applied = new Map(journal.map(({ name, checksum }) => [name, checksum]))
  const edited = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
  if (edited)
    throw new Error(`The migration ${edited.name} was edited after it was applied. Write a new migration instead.`)
  return migrations.filter(({ name }) => !applied.has(name))
}

/** Migrates the queue's own schema, in transactions of its own. */
export async function migrateQueue(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool })
}

/** Applies all of them inside the caller's transaction, to a database that has none of them. */
export async function migrateWithin(client: pg.ClientBase, migrations: Migration[]): Promise<void> {
  await client.query(journal)
  for (const migration of migrations) await run(client, migration)
}

/** Returns the names of what this version has and the database has not; all for a database without a Townbell. */
export async function pendingMigrations(pool: Queryable, migrations = readMigrations()): Promise<string[]> {
  const applied = new Set((await readJournal(pool)).map(({ name }) => name))
  return [BASELINE, ...migrations.map(({ name }) => name)].filter((name) => !applied.has(name))
}

/** Returns what was applied; nothing for a database without a Townbell. */
export async function readJournal(client: Queryable): Promise<JournalRow[]> {
  const { rows } = await client.query(`select to_regclass('townbell.migrations') is not null as is_there`)
  if (!rows[0].is_there) return []
  return (await client.query<JournalRow>('select name, checksum from townbell.migrations order by name')).rows
}

/** Throws if it was made before the first release: no migration leads from there to here. */
export function refuseUnreleased(rows: JournalRow[], what: 'database' | 'backup'): void {
  if (rows.length === 0 || rows.some(({ name }) => name === BASELINE)) return
  throw new Error(
    `This ${what} was made by an unreleased version of Townbell, which still opens it and exports its calendars and contacts; this version cannot, and changed nothing in it.`,
  )
}

/**
 * A change of a table waits for its readers, and new readers queue behind the change. It therefore waits only briefly, lets them
 * pass and retries, so that servers of the previous version keep working.
 */
async function apply(client: pg.PoolClient, migrations: Migration[], contained: Migration[] = []): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    // Below the second after which PostgreSQL checks for deadlocks and might cancel the reader instead of us.
    await client.query(`begin; set local lock_timeout = '300ms'`)
    try {
      for (const migration of migrations) await run(client, migration)
      await record(client, contained)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      const isBlocked = ((error as Error).cause as { code?: string } | undefined)?.code === '55P03'
      if (!isBlocked || attempt === LOCK_ATTEMPTS) throw error
      await sleep(seconds(1))
    }
  }
}

async function run(client: pg.ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql)
    await record(client, [migration])
  } catch (error) {
    throw new Error(`The migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function record(client: pg.ClientBase, rows: JournalRow[]): Promise<void> {
  for (const { name, checksum } of rows)
    await client.query('insert into townbell.migrations (name, checksum) values ($1, $2)', [name, checksum])
}

const journal = `
  create schema if not exists townbell;
  create table if not exists townbell.migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`
