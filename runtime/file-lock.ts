// Node has no flock, but SQLite locks files. The kernel releases such a lock whenever the process ends, so that no stale lock survives
// kill -9 and no reused process id is mistaken for ours.
import { DatabaseSync } from 'node:sqlite'

export type FileLock = { release(): void }

/**
 * Returns undefined if another process still holds the lock after `waitMs`. Waiting blocks this thread. The journal is in memory, so that a
 * full disk can be locked too; other errors than "busy" are not about a lock, and thrown.
 */
export function lockFile(path: string, waitMs = 0): FileLock | undefined {
  const lock = new DatabaseSync(path)
  try {
    lock.exec(
      `pragma busy_timeout = ${waitMs}; pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive`,
    )
    return { release: () => lock.close() }
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw error
  }
}

const SQLITE_BUSY = 5
