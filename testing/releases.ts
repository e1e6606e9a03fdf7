// What a release left on people's disks, as scripts/freeze.ts kept it: a folder of the demo town, and a backup of it.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants, zstdDecompressSync } from 'node:zlib'
import { dataFolder } from './townbell.ts'

const RELEASES = fileURLToPath(new URL('../tests/releases', import.meta.url))

export const releases = readdirSync(RELEASES)

/** Writes the backup that the release made to a file. */
export function backupOf(release: string, file: string): void {
  writeFileSync(file, unpacked(release, 'backup.tar'), { mode: 0o600 })
}

/** Returns a new data folder, as the release left it. */
export function folderOf(release: string): string {
  const folder = dataFolder()
  execFileSync('tar', ['-C', folder, '-x', '--no-same-owner', '-f', '-'], { input: unpacked(release, 'data.tar') })
  // PostgreSQL refuses to run as root.
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'nobody', join(folder, 'postgres')])
  return folder
}

function unpacked(release: string, name: string): Buffer {
  const packed = readFileSync(join(RELEASES, release, `${name}.zst`))
  return zstdDecompressSync(packed, { params: { [constants.ZSTD_d_windowLogMax]: 27 } })
}
