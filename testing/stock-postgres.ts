// The oldest PostgreSQL of Debian that Townbell takes, with its own settings and LLVM: what a PostgreSQL of one's own is like, where
// the embedded one is newer and lacks much.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { freePort } from '#database/embedded.ts'
import { chooseHome } from '#database/embedded-home.ts'
import type { Cluster } from './cluster.ts'
import { databaseFolder } from './database-folder.ts'

export const stockVersions = [15, 16, 17]

/** Where scripts/postgres.ts unpacks Debian's packages. */
export const unpackedPostgres = fileURLToPath(new URL('../node_modules/.cache/postgres', import.meta.url))

/** Unpacked programs find their libraries there. */
export function stockEnvironment(): NodeJS.ProcessEnv {
  const libraries = join(unpackedPostgres, 'usr/lib')
  const folders = existsSync(libraries)
    ? [libraries, ...readdirSync(libraries).map((name) => join(libraries, name))]
    : []
  return { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', LD_LIBRARY_PATH: folders.join(':') }
}

/** Returns the folder of its programs. */
export function findStockPostgres(): string | undefined {
  const folders = ['', unpackedPostgres].flatMap((root) =>
    stockVersions.map((version) => `${root}/usr/lib/postgresql/${version}/bin`),
  )
  return folders.find((folder) => existsSync(join(folder, 'postgres')))
}

export function findPgbouncer(): string | undefined {
  const folders = ['/usr/sbin', '/usr/bin', '/opt/homebrew/bin', `${unpackedPostgres}/usr/sbin`]
  return folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path))
}

/** Returns the address of its superuser. */
export async function startStockPostgres(): Promise<Cluster> {
  const programs = findStockPostgres() ?? ''
  const folder = databaseFolder()
  const cluster = join(folder, 'cluster')
  // It refuses to run as root.
  const { owner } = await chooseHome(folder)
  mkdirSync(cluster, { mode: 0o700 })
  if (owner.uid !== undefined) chownSync(cluster, owner.uid, owner.gid ?? 0)
  const options = { ...owner, cwd: cluster, env: stockEnvironment(), stdio: 'ignore' as const }
  execFileSync(join(programs, 'initdb'), ['-D', cluster, '-U', 'postgres', '--auth=trust', '--encoding=UTF8'], options)
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'fsync=off']
  const words = ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])]
  const server = spawn(join(programs, 'postgres'), words, options)
  server.unref()
  process.once('exit', () => server.kill('SIGQUIT'))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  while (!(await answers(url))) {
    if (server.exitCode !== null) throw new Error(`postgres ended with code ${server.exitCode}`)
    await sleep(50)
  }
  return {
    url,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  const isReady = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end().catch(() => {})
  return isReady
}
