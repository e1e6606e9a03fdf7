// `townbell backup <file>` writes the whole installation into one file, whether Townbell is running or not.
import { existsSync, rmSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { type Backup, backUp } from '#database/backup/backup.ts'
import type { Sink } from '#database/backup/write-archive.ts'
import { hasCluster, runningUrl } from '#database/embedded-running.ts'
import { primaryOf } from '#database/hosts.ts'
import { type Config, ConfigError, readConfig } from '#runtime/config.ts'
import { isDataFolderLocked } from '#runtime/data-folder.ts'
import { noteBackup } from '#runtime/last-backup.ts'
import { createLog } from '#runtime/log.ts'
import packageJson from '../package.json' with { type: 'json' }
import { UsageError } from './command.ts'
import { openContext } from './context.ts'

export async function backup([to]: string[]): Promise<void> {
  if (!to) throw new UsageError('Name a file or a folder, or - for standard output: townbell backup <file>')
  if (to === '-' && process.stdout.isTTY)
    throw new UsageError('A backup is binary: redirect standard output to a file or a program.')
  const config = readConfig()
  const now = new Date()
  const file = to === '-' ? undefined : place(to, now)
  const { url, close } = await reach(config)
  try {
    const target = file === undefined ? standardOutput() : await newFile(file)
    const made = await writeTo(target, config, url, now)
    // Standard output is the backup itself.
    for (const line of summary(made, file ?? 'standard output', target.size())) console.error(line)
    note(config.dataFolder, now)
  } finally {
    await close()
  }
}

type Target = { sink: Sink; size(): number; done(): Promise<void>; giveUp(): Promise<void> }

async function writeTo(target: Target, config: Config, url: string, now: Date): Promise<Backup> {
  const { jwtSecret, linkSecret, publishableKey, vapid } = config
  const secrets = { jwtSecret, linkSecret, publishableKey, vapid }
  const client = new pg.Client({ connectionString: url, application_name: 'townbell backup', keepAlive: true })
  client.on('error', () => {})
  try {
    await client.connect()
    const made = await backUp({ client, secrets, sink: target.sink, townbell: packageJson.version, now })
    await target.done()
    return made
  } catch (error) {
    await target.giveUp()
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Finds the database: that of DATABASE_URL, that of a running Townbell, or the embedded one, started for the backup. */
async function reach(config: Config): Promise<{ url: string; close(): Promise<void> }> {
  if (config.databaseUrl) return { url: await primaryOf(config.databaseUrl), close: async () => {} }
  if (isDataFolderLocked(config.dataFolder))
    return { url: await runningUrl(config.dataFolder, config.postgresPassword), close: async () => {} }
  if (!(await hasCluster(config.dataFolder)))
    throw new ConfigError(`There is no database in ${config.dataFolder}. Set TOWNBELL_DATA or DATABASE_URL.`)
  const context = await openContext(config, createLog(config.logLevel, process.stderr))
  return { url: context.databaseUrl, close: () => context.shutdown.run() }
}

function place(to: string, now: Date): string {
  const isFolder = existsSync(to) && statSync(to).isDirectory()
  const name = `townbell-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.tar`
  const file = isFolder ? join(to, name) : to
  if (existsSync(file)) throw new UsageError(`${file} already exists. Choose another name, or a folder.`)
  return resolve(file)
}

/** Writes under another name until the file is whole and on the disk. */
async function newFile(file: string): Promise<Target> {
  const part = `${file}.part`
  const handle = await open(part, 'wx', 0o600)
  const remove = () => rmSync(part, { force: true })
  process.once('exit', remove)
  let written = 0
  return {
    size: () => written,
    async sink(bytes) {
      await handle.writeFile(bytes)
      written += bytes.length
    },
    async done() {
      await handle.sync()
      await handle.close()
      await rename(part, file)
      process.off('exit', remove)
      const folder = await open(dirname(file))
      await folder.sync().finally(() => folder.close())
    },
    async giveUp() {
      await handle.close()
      remove()
    },
  }
}

function standardOutput(): Target {
  let written = 0
  // The reader may stop reading; the write that fails reports it.
  process.stdout.on('error', () => {})
  return {
    size: () => written,
    sink: (bytes) =>
      new Promise((resolve, reject) => {
        written += bytes.length
        process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()))
      }),
    done: async () => {},
    giveUp: async () => {},
  }
}

function summary({ manifest, seal, foreign }: Backup, where: string, bytes: number): string[] {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `Backed up ${manifest.tables.length} tables and ${rows} rows to ${where} (${bytes} bytes, seal ${seal.slice(0, 16)}).`,
    ...foreign.map((what) => `Skipped, because it doesn't belong to Townbell: ${what}.`),
    "It contains personal data and this installation's secrets. Keep it where only you can read it.",
  ]
}

/** Only warns: the backup is whole even where the data folder cannot be written. */
function note(folder: string, at: Date): void {
  try {
    noteBackup(folder, at)
  } catch (error) {
    console.error(`Could not record the time of the backup in ${folder}: ${(error as Error).message}`)
  }
}
