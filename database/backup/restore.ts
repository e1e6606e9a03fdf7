// Restores a backup: the schema of the time of the backup, the rows, then the migrations since. All in one transaction, so that a
// failure or a kill leaves the database unchanged.
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { MIGRATION_LOCK, migrateQueue, migrateWithin, refuseUnreleased } from '#database/migrate.ts'
import { BASELINE, type Migration, readUpgradePath } from '#database/schema-files.ts'
import type { BackupTable, Manifest } from './manifest.ts'
import { tablesOf } from './read-archive.ts'
import { suspendConstraints } from './suspend-constraints.ts'
import { listForeign, listTables, quote, schemas } from './tables.ts'

export type RestoreOptions = {
  pool: pg.Pool
  file: FileHandle
  manifest: Manifest
  /** Whether an existing Townbell may be replaced. */
  replace: boolean
  /** Leads from an empty database to this version. */
  upgradePath?: Migration[]
  /** Runs last in the same transaction. */
  beforeCommit: (client: pg.PoolClient) => Promise<void>
}

export async function restore(options: RestoreOptions): Promise<void> {
  const { pool, file, manifest, replace, beforeCommit, upgradePath = readUpgradePath() } = options
  const { before, since } = splitMigrations(manifest, upgradePath)
  const client = await pool.connect()
  try {
    await client.query(sessionSettings)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const isThere = await mayRestore(client, upgradePath, replace)
    // The queue migrates its own schema in its own transactions; its jobs are deleted in ours.
    await migrateQueue(pool)
    await client.query('begin')
    if (isThere) await client.query(dropEverything)
    await migrateWithin(client, before)
    await load(client, file, manifest)
    await migrateWithin(client, since)
    await client.query('delete from graphile_worker._private_jobs; delete from graphile_worker._private_job_queues')
    await beforeCommit(client)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    // Close the connection, because it has the lock and perhaps a failed transaction.
    client.release(true)
  }
}

/** Returns the migrations of the backup and those since. */
function splitMigrations(manifest: Manifest, known: Migration[]): { before: Migration[]; since: Migration[] } {
  const journal = manifest.migrations
  refuseUnreleased(journal, 'backup')
  const then = new Map(journal.map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of known) {
    // The baseline grows with every version.
    if (name !== BASELINE && then.has(name) && then.get(name) !== checksum)
      throw new Error(`The migration ${name} is not the one this backup was made with, so it cannot be restored here.`)
  }
  const missing = journal.find(({ name }) => !known.some((migration) => migration.name === name))
  if (missing)
    throw new Error(
      `This backup is newer than this Townbell (it has ${missing.name}). Restore it with version ${manifest.townbell} or later.`,
    )
  return { before: known.filter(({ name }) => then.has(name)), since: known.filter(({ name }) => !then.has(name)) }
}

/** Returns whether an existing Townbell must be removed first. Throws if nothing may be restored. */
async function mayRestore(client: pg.PoolClient, known: Migration[], replace: boolean): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('townbell.migrations') is not null as kept`)
  const foreign = await listForeign(client, known)
  if (foreign.length > 0)
    throw new Error(
      `The database also holds what is not Townbell's (${foreign.slice(0, 3).join(', ')}). Restore into a database of its own.`,
    )
  const isThere = rows[0].kept || (await listTables(client)).length > 0
  if (isThere && !replace)
    throw new Error('The database is not empty: a Townbell is in it. To put the backup in its place, add --replace.')
  return isThere
}

async function load(client: pg.PoolClient, file: FileHandle, manifest: Manifest): Promise<void> {
  const tables = await listTables(client)
  const restoreConstraints = await suspendConstraints(client, schemas)
  // Migrations insert rows that the backup has too.
  await client.query(`truncate ${tables.map(({ schema, name }) => quote(schema, name)).join(', ')}`)
  const loaded = new Set<string>()
  for await (const { table: name, rows } of tablesOf(file)) {
    const wanted = manifest.tables.find((table) => `${table.schema}.${table.name}` === name)
    const here = tables.find((table) => `${table.schema}.${table.name}` === name)
    if (!wanted || !here || wanted.columns.some((column) => !here.columns.includes(column)))
      throw new Error(`The backup's table ${name} does not fit the schema its migrations make. Nothing was changed.`)
    await loadTable(client, wanted, rows)
    loaded.add(name)
  }
  const missing = manifest.tables.find(({ schema, name, rows }) => rows > 0 && !loaded.has(`${schema}.${name}`))
  if (missing) throw new Error(`The backup lacks the rows of ${missing.schema}.${missing.name}. Nothing was changed.`)
  for (const { schema, name, value, used } of manifest.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quote(schema, name), value, used])
  await restoreConstraints()
}

async function loadTable(client: pg.PoolClient, table: BackupTable, rows: AsyncIterable<Buffer>): Promise<void> {
  const hash = createHash('sha256')
  const columns = table.columns.map((column) => quote(column)).join(', ')
  const copy = client.query(copyFrom(`copy ${quote(table.schema, table.name)} (${columns}) from stdin`))
  await pipeline(hashed, copy)
  if (copy.rowCount !== table.rows || hash.digest('hex') !== table.sha256)
    throw new Error(`The rows of ${table.schema}.${table.name} are not those the backup counted. Nothing was changed.`)

  async function* hashed() {
    for await (const text of rows) {
      hash.update(text)
      yield text
    }
  }
}

/** The same settings as when COPY wrote the rows. */
const sessionSettings = `
  set statement_timeout = 0;
  set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set timezone = 'UTC';
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set client_encoding = 'UTF8'`

const dropEverything = `
  drop schema if exists townbell, private, auth, public cascade;
  create schema public`
