// Runs PostgreSQL, installed by npm or a newer one of the machine, as a child process in the data folder.
// The caller holds the folder's lock, so a server found running here is an orphan of a killed Townbell.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { chooseHome, describe, type PostgresHome } from './embedded-home.ts'
import { versionOf } from './machine-postgres.ts'

/** `postgres`: which one it is, for people. */
export type Embedded = { url: string; port: number; postgres: string; process: ChildProcess; stop(): Promise<void> }
export type EmbeddedOptions = {
  folder: string
  password: string
  /** The port of the last start, for a restart that pools must find. */
  port?: number
  /** Extra settings, as `-c name=value`. */
  settings?: Record<string, string>
  /** The number of attempts to start. */
  attempts?: number
  /** Aborts the start. */
  signal?: AbortSignal
  onExit?: (how: string) => void
}

const USER = 'townbell'

export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { folder, password, settings = {}, attempts = 20, signal, onExit } = options
  const home = await chooseHome(folder)
  await endOrphan(home.cluster)
  if (!existsSync(join(home.cluster, 'PG_VERSION'))) await initialise(home, password)
  refuseOtherVersion(home)
  const logFile = join(folder, 'postgres.log')
  const logged = existsSync(logFile) ? readFileSync(logFile, 'utf8').length : 0
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await portForServer())
    const child = launch(home, port, folder, settings)
    const url = `postgres://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
    const failure = await untilReady(child, url, signal)
    if (!failure) {
      const own = await database(url).catch((error) => stop(child).then(() => Promise.reject(error)))
      if (onExit) notifyExit(child, onExit)
      return { url: own, port, postgres: nameOf(home), process: child, stop: () => stop(child) }
    }
    // A taken port, or backends of a killed server that have not yet noticed: both pass within seconds.
    const isFull = isDiskFull(home.cluster, readFileSync(logFile, 'utf8').slice(logged))
    if (attempt >= attempts || isFull) {
      const reason = isFull ? `the disk is full. Make room at ${home.cluster} and start again` : failure
      throw new Error(`The embedded PostgreSQL did not start: ${reason}. Its log: ${logFile}`)
    }
    await sleep(500)
  }
}

/** The room PostgreSQL needs to start: one file of its journal. */
const SMALLEST_ROOM = 16 * 1024 * 1024

/** Checks PostgreSQL's log and the disk: on a full disk the log may be missing. */
export function isDiskFull(place: string, said: string): boolean {
  if (/No space left on device/i.test(said)) return true
  const { bavail, bsize } = statfsSync(place)
  return bavail * bsize < SMALLEST_ROOM
}

/** Notifies of the exit of a child, even one that has already exited. */
function notifyExit(child: ChildProcess, onExit: (how: string) => void): void {
  const notify = () => onExit(String(child.signalCode ?? child.exitCode))
  if (hasEnded(child)) setImmediate(notify)
  else child.once('exit', notify)
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function launch(home: PostgresHome, port: number, folder: string, settings: Record<string, string>): ChildProcess {
  const log = openSync(join(folder, 'postgres.log'), 'a')
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // Socket paths may be at most 107 bytes; a data folder may be deeper. TCP on loopback measured the same.
    unix_socket_directories: '',
    shared_buffers: `${Math.min(2048, Math.round(totalmem() / 4 / 1024 / 1024))}MB`,
    max_connections: '200',
    // Two lines every five minutes in a file that nobody rotates.
    log_checkpoints: 'off',
    ...logWithoutRows,
    ...settings,
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Detached, so that Ctrl-C in a terminal does not reach it: we stop PostgreSQL last.
  const child = spawn(home.binaries.postgres, ['-D', home.cluster, ...flags], {
    ...home.owner,
    cwd: home.cluster,
    detached: true,
    stdio: ['ignore', log, log],
    env: { LC_ALL: 'C' },
  })
  // The child has its own; ours would keep the file, and its disk, in use.
  closeSync(log)
  return child
}

/**
 * PostgreSQL logs errors with their row and statement, which contain addresses. The client gets the error and our own log has its
 * code; PostgreSQL only logs what ends a process or the server.
 */
const logWithoutRows = { log_min_messages: 'log', log_min_error_statement: 'panic', log_error_verbosity: 'terse' }

async function initialise(home: PostgresHome, password: string): Promise<void> {
  const folder = dirname(home.cluster)
  mkdirSync(folder, { recursive: true })
  removeUnfinished(home.cluster)
  // A name of its own: the initdb of a start that was killed may still write into the one before.
  const making = mkdtempSync(`${home.cluster}.making-`)
  const passwordFile = join(making, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  const cluster = join(making, 'cluster')
  mkdirSync(cluster)
  if (home.owner.uid !== undefined) {
    for (const path of [making, passwordFile, cluster]) chownSync(path, home.owner.uid, home.owner.gid ?? 0)
  }
  chmodSync(cluster, 0o700)
  const flags = ['-D', cluster, '-U', USER, '--pwfile', passwordFile, '--auth=scram-sha-256', '--encoding=UTF8']
  const locale = ['--locale-provider=builtin', '--locale=C', '--builtin-locale=C.UTF-8']
  const child = spawn(home.binaries.initdb, [...flags, ...locale], {
    ...home.owner,
    cwd: making,
    env: { LC_ALL: 'C' },
    stdio: 'pipe',
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'exit')
  if (code !== 0 && isDiskFull(making, output))
    throw new Error(
      `The embedded PostgreSQL cannot be set up: the disk is full. Make room at ${making} and start again.`,
    )
  if (code !== 0) throw new Error(`initdb failed: ${output.trim().split('\n').slice(-3).join(' ')}`)
  // Renamed only when whole: a start killed half-way leaves nothing that looks like a database.
  renameSync(cluster, home.cluster)
  rmSync(making, { recursive: true, force: true })
}

function removeUnfinished(cluster: string): void {
  for (const name of readdirSync(dirname(cluster)).filter((one) => one.startsWith(`${basename(cluster)}.making`)))
    try {
      rmSync(join(dirname(cluster), name), { recursive: true })
    } catch {
      // Something still writes there; the next start removes it.
    }
}

function nameOf({ binaries: { postgres } }: PostgresHome): string {
  const { major, minor } = versionOf(postgres) ?? {}
  return describe({ folder: dirname(postgres), version: `${major}.${minor}` })
}

/** Throws if another major version created the cluster: only that version can open it. */
function refuseOtherVersion({ binaries, cluster }: PostgresHome): void {
  const made = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const ours = versionOf(binaries.postgres)?.major
  if (made !== String(ours))
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${made}, and this Townbell brings ${ours}. Install PostgreSQL ${made} on this machine, which Townbell then uses; or back it up with the version of Townbell that made it, move the folder aside, and restore the backup with this one.`,
    )
}

/** Creates our own database; tools expect `postgres` to stay empty. */
async function database(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rowCount } = await client.query("select from pg_database where datname = 'townbell'")
    if (rowCount === 0) await client.query('create database townbell')
  } finally {
    await client.end()
  }
  return url.replace(/\/postgres$/, '/townbell')
}

/** Returns undefined once PostgreSQL accepts connections, or why it does not. Recovery after a crash may take a while. */
async function untilReady(child: ChildProcess, url: string, signal?: AbortSignal): Promise<string | undefined> {
  let failed: string | undefined
  child.once('error', (error) => {
    failed = error.message
  })
  for (let waited = 0; waited < 120_000; waited += 25) {
    if (failed) return failed
    if (hasEnded(child)) return `it exited with ${child.exitCode ?? child.signalCode}`
    if (signal?.aborted) {
      await stop(child)
      return 'the start was aborted'
    }
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return undefined
    } catch {
      await client.end().catch(() => {})
      await sleep(25)
    }
  }
  child.kill('SIGQUIT')
  return 'it was not ready after two minutes'
}

/** Does a fast shutdown: ends sessions; all commits are on disk. */
async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const gone = once(child, 'exit')
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), 6_000)
  await gone
  clearTimeout(timer)
}

/** Stops a postmaster whose parent was killed, so that the new one is our child and has our settings. */
async function endOrphan(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  // PostgreSQL removes a stale file itself; we only end a running postmaster of this folder.
  for (let waited = 0; isPostmasterOf(pid, cluster); waited += 50) {
    if (waited % 5_000 === 0) process.kill(pid, waited < 10_000 ? 'SIGINT' : 'SIGQUIT')
    if (waited > 30_000)
      throw new Error(`A PostgreSQL left over from an earlier run (process ${pid}) does not stop. End it by hand.`)
    await sleep(50)
  }
}

function isPostmasterOf(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return false
  try {
    // /proc, where it exists, distinguishes a postmaster from another process that reused its id.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster)
  } catch {
    return !existsSync('/proc/self/cmdline')
  }
}

/**
 * Chooses below the ports of outgoing connections: while PostgreSQL restarts, such a connection could take its port, even one of
 * ours that tries to reach it and connects to itself.
 */
async function portForServer(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    try {
      return await freePort(port)
    } catch {
      // The port is in use; try another.
    }
  }
}

/** Returns a free port, or the wanted one; throws if that is in use. */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer().listen(wanted, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
