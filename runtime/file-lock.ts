// Node has no flock. SQLite's file lock is one: the kernel lets go of it when the process ends, however it ends, so no
// stale lock can outlive a kill -9 and no reused process id can be mistaken for us.
import { DatabaseSync } from 'node:sqlite'

export type FileLock = { release(): void }

/** Returns undefined if another process still holds the lock after `waitMs`. Waiting blocks this thread. */
export function lockFile(path: string, waitMs = 0): FileLock | undefined {
  const lock = new DatabaseSync(path)
  try {
    lock.exec(`pragma busy_timeout = ${waitMs}; pragma locking_mode = exclusive; begin exclusive`)
    return { release: () => lock.close() }
  } catch {
    lock.close()
    return undefined
  }
}
