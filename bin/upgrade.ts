// Brings the database to this version. Of one with data it says first what will happen, and writes a backup.
import { join } from 'node:path'
import type pg from 'pg'
import { migrate, pendingMigrations, readJournal, refuseUnreleased } from '#database/migrate.ts'
import { createPool } from '#database/pool.ts'
import { seconds } from '#domain/durations.ts'
import { readConfig } from '#runtime/config.ts'
import packageJson from '../package.json' with { type: 'json' }
import { newFile, writeBackup } from './backup-file.ts'
import { UsageError } from './command.ts'
import { type AppContext, openContext } from './context.ts'
import { reachDatabase } from './reach-database.ts'

/** `townbell migrate [--check]`. With --check it only says what would happen, also while the version before runs. */
export async function migrateAlone(words: string[]): Promise<void> {
  if (words.some((word) => word !== '--check')) throw new UsageError('Usage: townbell migrate [--check]')
  const config = readConfig()
  if (words.length > 0) {
    const { url, close } = await reachDatabase(config)
    const pool = openPool(url)
    try {
      const lacking = await lackingMigrations(pool)
      console.log(lacking.length === 0 ? 'The database is up to date.' : announcement(lacking, backupFile(config)))
    } finally {
      await pool.end()
      await close()
    }
    return
  }
  const context = await openContext(config)
  const done = await migrateDatabase(context)
  console.log(done.length === 0 ? 'The database is up to date.' : `Applied ${done.join(', ')}.`)
  await context.shutdown.run()
}

/** Returns the names of what was applied. A failure leaves the database as the version before left it. */
export async function migrateDatabase(context: AppContext): Promise<string[]> {
  const pool = openPool(context.databaseUrl)
  const lock = await pool.connect()
  try {
    // Otherwise a second start would back up what the first has changed already.
    await lock.query('select pg_advisory_lock($1)', [UPGRADE_LOCK])
    const lacking = await lackingMigrations(pool)
    if (lacking.length > 0) await prepareUpgrade(context, lacking)
    const ran = await migrate(pool)
    if (lacking.length > 0) console.log(`The database is at ${packageJson.version}.`)
    await pool.query('select private.set_trials($1)', [context.config.trial])
    return ran
  } finally {
    // Close the connection, because it has the lock.
    lock.release(true)
    await pool.end()
  }
}

const UPGRADE_LOCK = 7_262_003

const openPool = (url: string) =>
  createPool({ url, max: 4, name: 'townbell migrate', statementTimeoutMs: 0, connectTimeoutMs: seconds(30) })

/** Returns nothing for an empty database, which has no data to lose. */
async function lackingMigrations(pool: pg.Pool): Promise<string[]> {
  const journal = await readJournal(pool)
  refuseUnreleased(journal, 'database')
  return journal.length > 0 ? pendingMigrations(pool) : []
}

async function prepareUpgrade({ config, databaseUrl }: AppContext, lacking: string[]): Promise<void> {
  const file = backupFile(config)
  console.log(announcement(lacking, file))
  if (file === undefined) return
  try {
    await writeBackup(await newFile(file), config, databaseUrl, new Date())
  } catch (error) {
    throw new Error(
      `The backup before the upgrade failed, so nothing was changed: ${(error as Error).message} If you have a backup, set UPGRADE_BACKUP=off.`,
    )
  }
}

/** One name, so that tries in a row leave one file. */
function backupFile({ dataFolder, upgradeBackup }: AppContext['config']): string | undefined {
  return upgradeBackup ? join(dataFolder, `before-${packageJson.version}.tar`) : undefined
}

function announcement(lacking: string[], file: string | undefined): string {
  const before = file ? `A backup is written first, to ${file}.` : 'No backup is written first, as UPGRADE_BACKUP says.'
  return `The database is older than Townbell ${packageJson.version} and will be changed: ${lacking.join(', ')}. ${before} If anything fails, it stays as it is, and the version before still runs on it.`
}
