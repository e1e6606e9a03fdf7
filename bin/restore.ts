// `townbell restore <file>` puts a backup into an empty database, the embedded one or that of DATABASE_URL. The file is checked to its
// last byte before anything is changed, and sending is on hold afterwards.
import { createWriteStream, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import type { Manifest } from '#database/backup/manifest.ts'
import { type Verified, verify } from '#database/backup/read-archive.ts'
import { restore as restoreInto } from '#database/backup/restore.ts'
import { holdSending } from '#database/holds.ts'
import { createPool } from '#database/pool.ts'
import { type Config, peekConfig, readConfig } from '#runtime/config.ts'
import { noteDrill } from '#runtime/last-backup.ts'
import { replaceSecrets } from '#runtime/secrets.ts'
import { replaceVapidKeys } from '#runtime/vapid.ts'
import { UsageError } from './command.ts'
import { openContext } from './context.ts'

export async function restore(words: string[]): Promise<void> {
  const { from, replace, check } = read(words)
  // A check leaves nothing behind but its time in a data folder that is there, nor does a file that is refused: no data folder, and no new secrets.
  const { config: peeked, hasFolder } = peekConfig()
  const file = await openBackup(from, check || !hasFolder ? tmpdir() : peeked.dataFolder)
  try {
    const backup = await verify(file)
    for (const line of describe(backup)) console.log(line)
    if (check) {
      if (hasFolder) noteDrill(peeked.dataFolder, new Date())
      return
    }
    const config = readConfig()
    const context = await openContext(config)
    try {
      await load(file, backup, context.databaseUrl, replace)
    } finally {
      await context.shutdown.run()
    }
    replaceSecrets(config.dataFolder, backup.secrets)
    replaceVapidKeys(config.dataFolder, backup.secrets.vapid)
    for (const line of [...differences(config, readConfig(), backup), ...nextSteps(backup.manifest)]) console.log(line)
  } finally {
    await file.close()
  }
}

function read(words: string[]): { from: string; replace: boolean; check: boolean } {
  try {
    const options = { replace: { type: 'boolean' }, check: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
    const [from, ...more] = positionals
    if (from === undefined || more.length > 0) throw new Error()
    return { from, replace: values.replace ?? false, check: values.check ?? false }
  } catch {
    throw new UsageError('Usage: townbell restore [--replace | --check] <file, or - for standard input>')
  }
}

/** Writes standard input to a file first: it must be checked to its end before its beginning is used. */
async function openBackup(from: string, folder: string): Promise<FileHandle> {
  if (from !== '-') {
    try {
      return await open(from)
    } catch (error) {
      throw new UsageError(`Cannot read ${from}: ${(error as NodeJS.ErrnoException).code}.`)
    }
  }
  const copy = join(folder, `restore-${process.pid}.tar`)
  try {
    await pipeline(process.stdin, createWriteStream(copy, { flags: 'wx', mode: 0o600 }))
    return await open(copy)
  } finally {
    // Open files outlive their names, so nothing is left behind, however this ends.
    rmSync(copy, { force: true })
  }
}

async function load(file: FileHandle, { manifest }: Verified, url: string, replace: boolean): Promise<void> {
  const pool = createPool({ url, max: 3, name: 'townbell restore', statementTimeoutMs: 0 })
  try {
    await refuseBesideOthers(pool)
    const reason = `Restored from a backup of ${manifest.madeAt}: messages sent since then would be sent again.`
    await restoreInto({
      pool,
      file,
      manifest,
      replace,
      beforeCommit: (client) => holdSending(client, 'restore', reason),
    })
  } finally {
    await pool.end()
  }
}

/** Servers and workers hold a connection; on a replaced database they would continue with the old secrets. */
async function refuseBesideOthers(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(othersQuery)
  if (rows.length === 0) return
  throw new Error(`Townbell is running on this database (${rows.map(({ name }) => name).join(', ')}). Stop it first.`)
}

const othersQuery = `
  select distinct application_name as name from pg_catalog.pg_stat_activity
  where datname = current_database() and application_name like 'townbell %' and application_name <> 'townbell restore'
  order by 1`

function describe({ manifest, seal }: Verified): string[] {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `A whole backup of ${manifest.madeAt}, by Townbell ${manifest.townbell} on PostgreSQL ${manifest.postgres}: ` +
      `${manifest.tables.length} tables, ${rows} rows (seal ${seal.slice(0, 16)}).`,
  ]
}

/** The environment wins over the data folder, so the restored keys may not be the ones in use. */
function differences(before: Config, now: Config, { secrets }: Verified): string[] {
  const used = [
    ['JWT_SECRET', now.jwtSecret === secrets.jwtSecret, 'everyone is signed out'],
    ['LINK_SECRET', now.linkSecret === secrets.linkSecret, 'links in mails sent so far stop working'],
    ['PUBLISHABLE_KEY', now.publishableKey === secrets.publishableKey, 'programs that use the old key are refused'],
    ['VAPID_PUBLIC_KEY', now.vapid.publicKey === secrets.vapid.publicKey, 'subscribed browsers get no notifications'],
  ] as const
  const lines = used.flatMap(([name, isSame, harm]) =>
    isSame ? [] : [`Warning: ${name} in the environment differs from the backup's, so ${harm}.`],
  )
  if (before.jwtSecret !== now.jwtSecret) lines.unshift(`The secrets in ${now.dataFolder} are now the backup's.`)
  return lines
}

function nextSteps({ waitingJobs }: Manifest): string[] {
  // These are planned again from the tables; the others are single mails that somebody requested.
  const planned = new Set(['plan-day-of', 'plan-notices', 'extend-series', 'send-mailing', 'sweep'])
  const letters = Object.entries(waitingJobs).filter(([name]) => !planned.has(name))
  return [
    ...letters.map(
      ([name, count]) => `Not restored: ${count} waiting ${name}. People who need it can request it again.`,
    ),
    'Restored. Sending is on hold: check townbell admin mailings, then run townbell admin go.',
  ]
}
