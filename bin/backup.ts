// `townbell backup <file>` writes the whole installation into one file, whether Townbell is running or not.
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Backup } from '#database/backup/backup.ts'
import { readConfig } from '#runtime/config.ts'
import { noteBackup } from '#runtime/last-backup.ts'
import { newFile, standardOutput, writeBackup } from './backup-file.ts'
import { UsageError } from './command.ts'
import { reachDatabase } from './reach-database.ts'

export async function backup([to]: string[]): Promise<void> {
  if (!to) throw new UsageError('Name a file or a folder, or - for standard output: townbell backup <file>')
  if (to === '-' && process.stdout.isTTY)
    throw new UsageError('A backup is binary: redirect standard output to a file or a program.')
  const config = readConfig()
  const now = new Date()
  const file = to === '-' ? undefined : place(to, now)
  const { url, close } = await reachDatabase(config)
  try {
    const target = file === undefined ? standardOutput() : await newFile(file)
    const made = await writeBackup(target, config, url, now)
    // Standard output is the backup itself.
    for (const line of summary(made, file ?? 'standard output', target.size())) console.error(line)
    note(config.dataFolder, now)
  } finally {
    await close()
  }
}

function place(to: string, now: Date): string {
  const isFolder = existsSync(to) && statSync(to).isDirectory()
  const name = `townbell-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.tar`
  const file = isFolder ? join(to, name) : to
  if (existsSync(file)) throw new UsageError(`${file} already exists. Choose another name, or a folder.`)
  return resolve(file)
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
