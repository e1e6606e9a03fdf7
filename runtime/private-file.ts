// Writes files that only their owner may read, for secrets. Files written by root get the owner of the folder, who runs Townbell.
import { chownSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Leaves an existing file alone: another process may have been first, and then its secrets are ours too. */
export function makePrivateFile(file: string, content: string): void {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600, flush: true })
    chownToFolderOwner(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new Error(`Cannot write ${file}: ${(error as Error).message}`)
  }
}

/** Replaces the file in one step, so that no reader finds half of it. */
export function replacePrivateFile(file: string, content: string): void {
  const making = `${file}.new`
  rmSync(making, { force: true })
  makePrivateFile(making, content)
  renameSync(making, file)
}

function chownToFolderOwner(file: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(file))
  chownSync(file, uid, gid)
}
