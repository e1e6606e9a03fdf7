import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Mounted in memory, so it needs the right to mount; undefined without it. */
export function smallDisk(megabytes: number): { folder: string; remove(): void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'townbell-disk-'))
  chmodSync(folder, 0o755)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmdirSync(folder)
    return undefined
  }
  return {
    folder,
    remove() {
      execFileSync('umount', [folder])
      rmdirSync(folder)
    },
  }
}
