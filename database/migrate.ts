// Numbered migrations, forward only, one noun each. A lock lets many servers start at once; each file runs in its own
// transaction and is never edited once applied: its checksum is kept, and a changed file stops the start.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { seconds } from '#domain/durations.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
/** Taken alone by who migrates or restores, shared by who backs up. */
export const MIGRATION_LOCK = 7_262_001

/** Five minutes, about. */
const LOCK_ATTEMPTS = 230

export type Migration = { name: string; sql: string; checksum: string }

export async function migrate(pool: pg.Pool, migrations = readMigrations()): Promise<string[]> {
  const client = await pool.connect()
  try {
    // Somebody else's long migration is worth waiting for, and ours may take longer than a request may.
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(journal)
    await migrateQueue(pool)
    const applied = new Map(
      (await client.query('select name, checksum from townbell.migrations')).rows.map((row) => [
        row.name,
        row.checksum,
      ]),
    )
    const done: string[] = []
    for (const migration of migrations) {
      const before = applied.get(migration.name)
      if (before === undefined) {
        await apply(client, migration)
        done.push(migration.name)
      } else if (before !== migration.checksum) {
        throw new Error(
          `The migration ${migration.name} was edited after it was applied. Write a new migration instead.`,
        )
      }
    }
    return done
  } finally {
    // The connection carries the lock and its own timeouts: it ends here.
    client.release(true)
  }
}

/** The queue's own schema, in transactions of its own. */
export async function migrateQueue(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool })
}

/** Applies them all inside a transaction of the caller, to a database that has none of them. */
export async function migrateWithin(client: pg.ClientBase, migrations: Migration[]): Promise<void> {
  await client.query(journal)
  for (const migration of migrations) await run(client, migration)
}

export function readMigrations(folder = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/** Names of migrations that this program has and the database has not. */
export async function pendingMigrations(pool: pg.Pool, migrations = readMigrations()): Promise<string[]> {
  const { rows } = await pool.query('select name from townbell.migrations')
  const applied = new Set(rows.map((row) => row.name))
  return migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => name)
}

/**
 * A change of a table waits for everybody who reads it, and whoever comes after waits behind the change. So it waits for a
 * moment, lets the others pass, and tries again: servers of the version before go on answering.
 */
async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    // Well before the second after which PostgreSQL looks for a deadlock, and ends the visitor who waits for us instead.
    await client.query(`begin; set local lock_timeout = '300ms'`)
    try {
      await run(client, migration)
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

async function run(client: pg.ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql)
    await client.query('insert into townbell.migrations (name, checksum) values ($1, $2)', [name, checksum])
  } catch (error) {
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

const journal = `
  create schema if not exists townbell;
  create table if not exists townbell.migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`
