// The data folder holds secrets, the embedded database and its log. One process at a time may run a database in it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FileLock, lockFile } from './file-lock.ts'

/**
 * Only the owner may look into it. Root runs PostgreSQL as another user, who must be able to pass through to the cluster, and still cannot
 * list what is here.
 */
export function makeDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
}

export function lockDataFolder(folder: string): FileLock {
  makeDataFolder(folder)
  const holder = join(folder, 'lock-holder')
  const lock = lockFile(join(folder, 'lock'))
  if (!lock) {
    throw new Error(
      `Townbell is already running on the data folder ${folder}${describe(holder)}. Stop it first, or set TOWNBELL_DATA to another folder.`,
    )
  }
  try {
    writeFileSync(holder, String(process.pid))
  } catch {
    // Only a hint for people. On a full disk the next step says so, better than this one could.
  }
  return lock
}

/** Tells whether a Townbell runs its database in the folder. */
export function isDataFolderLocked(folder: string): boolean {
  const lock = lockFile(join(folder, 'lock'))
  lock?.release()
  return lock === undefined
}

function describe(holder: string): string {
  try {
    const pid = readFileSync(holder, 'utf8')
    return pid && ` (process ${pid})`
  } catch {
    return ''
  }
}
