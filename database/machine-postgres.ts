// Finds a PostgreSQL of the machine for a data folder: of its major version, and a newer minor one than npm brings. The packages of a distribution
// follow every security release, and npm's some months later; both run the same folder.
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NEWEST_MAJOR } from './postgres-versions.ts'

export type Binaries = { postgres: string; initdb: string }

/** Where Debian, Red Hat, Homebrew (ARM, Intel) and Postgres.app put a major version. */
const foldersOf = (major: number) => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  `/opt/homebrew/opt/postgresql@${major}/bin`,
  `/usr/local/opt/postgresql@${major}/bin`,
  `/Applications/Postgres.app/Contents/Versions/${major}/bin`,
]

/** The schema needs it; some distributions pack it apart. */
const TRIGRAMS = ['../lib/pg_trgm.so', '../lib/pg_trgm.dylib', '../lib/postgresql/pg_trgm.dylib']

/** Returns the programs for a cluster, which need not exist yet; undefined if there are none. Tests name other folders. */
export function binariesFor(
  cluster: string,
  packaged: Binaries | undefined,
  folders: (major: number) => string[] = foldersOf,
): Binaries | undefined {
  const ours = packaged ? versionOf(packaged.postgres) : undefined
  const major = majorOfCluster(cluster) ?? ours?.major ?? NEWEST_MAJOR
  let best = ours?.major === major && packaged ? { binaries: packaged, minor: ours.minor } : undefined
  for (const folder of folders(major)) {
    const binaries = { postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb') }
    if (!Object.values(binaries).every(isExecutable)) continue
    if (!TRIGRAMS.some((path) => existsSync(join(folder, path)))) continue
    const found = versionOf(binaries.postgres)
    if (found?.major === major && (!best || found.minor > best.minor)) best = { binaries, minor: found.minor }
  }
  return best?.binaries ?? packaged
}

function majorOfCluster(cluster: string): number | undefined {
  const file = join(cluster, 'PG_VERSION')
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined
}

/** Undefined for what does not run, and for a beta. */
export function versionOf(postgres: string): { major: number; minor: number } | undefined {
  try {
    const said = execFileSync(postgres, ['--version'], { encoding: 'utf8', timeout: 10_000, stdio: 'pipe' })
    const [, major, minor] = /\) (\d+)\.(\d+)/.exec(said) ?? []
    return minor === undefined ? undefined : { major: Number(major), minor: Number(minor) }
  } catch {
    return undefined
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
