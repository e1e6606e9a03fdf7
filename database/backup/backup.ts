// Writes all of Townbell's data at one moment into an archive, while servers and workers keep running.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { MIGRATION_LOCK, readJournal, refuseUnreleased } from '#database/migrate.ts'
import { type Migration, readUpgradePath } from '#database/schema-files.ts'
import { type BackupSecrets, type BackupTable, FORMAT, MANIFEST, type Manifest, partName, SECRETS } from './manifest.ts'
import { listForeign, listTables, quote, schemas, type Table } from './tables.ts'
import { type ArchiveWriter, type Sink, writeArchive } from './write-archive.ts'

export type BackupOptions = {
  /** A separate connection, which the caller ends. */
  client: pg.Client
  secrets: BackupSecrets
  sink: Sink
  townbell: string
  now: Date
}

/** `foreign` lists tables that are not Townbell's and not in the backup. */
export type Backup = { manifest: Manifest; seal: string; foreign: string[] }

export async function backUp({ client, secrets, sink, townbell, now }: BackupOptions): Promise<Backup> {
  await client.query(sessionSettings)
  // Wait for a running migration, and block the next: a table rewritten meanwhile would look empty.
  await client.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
  await client.query('begin isolation level repeatable read, read only')
  const known = readUpgradePath()
  const migrations = await appliedMigrations(client, known)
  const foreign = await listForeign(client, known)
  const tables = (await listTables(client)).filter(({ schema, name }) => !foreign.includes(`${schema}.${name}`))
  await client.query(
    `lock table ${tables.map(({ schema, name }) => quote(schema, name)).join(', ')} in access share mode`,
  )

  const archive = writeArchive(sink, now)
  await archive.add(SECRETS, JSON.stringify(secrets, null, 2))
  const written: BackupTable[] = []
  for (const table of tables) written.push(await addTable(client, archive, table))
  const manifest: Manifest = {
    format: FORMAT,
    madeAt: now.toISOString(),
    townbell,
    postgres: (await client.query('show server_version')).rows[0].server_version,
    migrations,
    tables: written,
    sequences: (await client.query(sequencesQuery, [schemas])).rows,
    waitingJobs: (await client.query(waitingJobsQuery)).rows[0].jobs,
  }
  await archive.add(MANIFEST, JSON.stringify(manifest, null, 2))
  const seal = await archive.finish()
  await client.query('commit')
  return { manifest, seal, foreign }
}

const compress = promisify(gzip) as (bytes: Buffer, options: { level: number }) => Promise<Buffer>

/** Bytes of a table in memory at a time. */
const PART_BYTES = 4 * 1024 * 1024
const NEWLINE = 0x0a

async function addTable(client: pg.Client, archive: ArchiveWriter, table: Table): Promise<BackupTable> {
  const hash = createHash('sha256')
  let [rows, bytes, part] = [0, 0, 0]
  const columns = table.columns.map((column) => quote(column)).join(', ')
  const stream = client.query(copyTo(`copy ${quote(table.schema, table.name)} (${columns}) to stdout`))
  for await (const text of inParts(stream)) {
    hash.update(text)
    // Every row ends with a newline; those inside values are escaped.
    for (let at = text.indexOf(NEWLINE); at >= 0; at = text.indexOf(NEWLINE, at + 1)) rows += 1
    bytes += text.length
    part += 1
    await archive.add(partName(table, part), await compress(text, { level: 4 }))
  }
  return { ...table, rows, bytes, sha256: hash.digest('hex') }
}

async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [held, size]: [Buffer[], number] = [[], 0]
  for await (const chunk of chunks) {
    held.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(held)
    ;[held, size] = [[], 0]
  }
  if (size > 0) yield Buffer.concat(held)
}

/** Throws if this version does not know all of them: a restore starts with them. */
async function appliedMigrations(client: pg.Client, known: Migration[]): Promise<Manifest['migrations']> {
  const rows = await readJournal(client)
  if (rows.length === 0) throw new Error('There is no Townbell in this database, so there is nothing to back up.')
  refuseUnreleased(rows, 'database')
  const unknown = rows.filter((row) => !known.some((migration) => migration.name === row.name))
  if (unknown.length > 0)
    throw new Error(
      `The database is newer than this Townbell (it has ${unknown[0]?.name}). Back it up with the version that migrated it.`,
    )
  return rows
}

/** Makes the output of COPY independent of settings; a policy that would hide rows becomes an error. */
const sessionSettings = `
  set statement_timeout = 0;
  set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set row_security = off;
  set synchronize_seqscans = off;
  set timezone = 'UTC';
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set client_encoding = 'UTF8'`

const sequencesQuery = `
  select schemaname as schema, sequencename as name, coalesce(last_value, start_value)::text as value,
    last_value is not null as used
  from pg_catalog.pg_sequences where schemaname = any ($1) order by 1, 2`

const waitingJobsQuery = `
  select coalesce(json_object_agg(task_identifier, count), '{}') as jobs
  from (select task_identifier, count(*)::int from graphile_worker.jobs group by 1 order by 1) as waiting`
