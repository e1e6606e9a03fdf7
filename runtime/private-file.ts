import { chownSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** In one step, so that no reader finds half of it; for its owner only, who is the owner of the folder also when root writes. */
export function replacePrivateFile(file: string, content: string): void {
  const making = `${file}.new`
  rmSync(making, { force: true })
  writeFileSync(making, content, { flag: 'wx', mode: 0o600, flush: true })
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(dirname(file))
    chownSync(making, uid, gid)
  }
  renameSync(making, file)
}
