// The data folder holds secrets, the embedded database and its log. One process at a time may run a database in it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type FolderLock = { release(): void }

/**
 * Node has no flock. SQLite's file lock is one: the kernel lets go of it when the process ends, however it ends, so no
 * stale lock can outlive a kill -9 and no reused process id can be mistaken for us.
 */
export function lockDataFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const lock = new DatabaseSync(join(folder, 'lock'))
  const holder = join(folder, 'lock-holder')
  try {
    lock.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive')
  } catch {
    lock.close()
    throw new Error(
      `Townbell is already running on the data folder ${folder}${describe(holder)}. Stop it first, or set TOWNBELL_DATA to another folder.`,
    )
  }
  writeFileSync(holder, String(process.pid))
  return { release: () => lock.close() }
}

function describe(holder: string): string {
  try {
    return ` (process ${readFileSync(holder, 'utf8')})`
  } catch {
    return ''
  }
}
