// A Townbell in processes of its own, whose PostgreSQL is ours to break: `apart` with server and worker over DATABASE_URL, or
// `whole` as `npm start` runs it, where the program itself must bring its database back.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { runningUrl } from '#database/embedded-running.ts'
import { createPool } from '#database/pool.ts'
import {
  dataFolder,
  isAlive,
  postmasterOf,
  removeFolder,
  type Started,
  startTownbell,
  untilExit,
} from '#testing/townbell.ts'
import { buildWeb } from '../../bin/build-web.ts'
import { openPair } from './pair.ts'
import { type Pooler, startPooler } from './pooler.ts'
import { openPostgres, type Postgres } from './postgres.ts'
import { openVisitors, type Visitors } from './visitors.ts'
import { openWorkerFixture, type WorkerFixture } from './worker-fixture.ts'

export type ProgramFixture = {
  url: string
  apikey: string
  pool: pg.Pool
  workers: WorkerFixture
  visitors: Visitors
  pooler: Pooler | undefined
  /** Ours to end and start; of a `whole` program it comes back by itself. */
  postgres: Postgres | undefined
  /** Ends PostgreSQL and, where that is our part, starts it again after a while. */
  restart(signal: NodeJS.Signals, downMs?: number): Promise<void>
  processes: Started[]
  /** Megabytes that the server holds. */
  memory(): number
  exits(): number
  close(): Promise<void>
}

export type ProgramOptions = {
  whole?: boolean
  /** Of a whole program, instead of a new one. */
  folder?: string | undefined
  env?: Record<string, string>
  answerDelayMs?: number
  worker?: boolean
  /** A second server and a second worker, after the first ones in `processes`; of those apart. */
  twice?: boolean
  /** Over two PostgreSQLs: instead of a restart the standby is promoted. */
  pair?: boolean
  /** Over this one, which is migrated. */
  database?: { url: string; close(): Promise<void> }
  /** Servers connect through a PgBouncer in transaction mode. */
  pooled?: boolean
}

const secrets = {
  JWT_SECRET: 'a secret for tokens of forty characters.',
  PUBLISHABLE_KEY: 'sb_publishable_for_the_tests_of_faults',
}

export async function openProgramFixture(options: ProgramOptions = {}): Promise<ProgramFixture> {
  await buildWeb()
  return options.whole ? openWhole(options) : openApart(options)
}

/** Opens the program for one run, and adds its output to the error when the run fails. */
export async function withProgram<T>(
  options: ProgramOptions,
  run: (program: ProgramFixture) => Promise<T>,
): Promise<T> {
  const program = await openProgramFixture(options)
  try {
    return await run(program)
  } catch (error) {
    const said = program.processes.map(({ said }) => said().slice(-3_000)).join('\n--\n')
    throw new Error(`${(error as Error).message}\n${said}`, { cause: error })
  } finally {
    await program.close()
  }
}

async function openApart({
  env = {},
  answerDelayMs = 0,
  worker = true,
  twice = false,
  pair = false,
  pooled = false,
  database: given,
}: ProgramOptions): Promise<ProgramFixture> {
  const own = given ? undefined : pair ? await openPair() : await openPostgres()
  const database = own ?? (given as { url: string; close(): Promise<void> })
  const pool = createPool({ url: database.url, max: 4 })
  const workers = await openWorkerFixture({
    answerDelayMs,
    database: { url: database.url, pool, close: async () => {} },
  })
  const folder = dataFolder()
  const pooler = pooled ? await startPooler(database.url) : undefined
  const pooledUrl: Record<string, string> = pooler ? { DATABASE_POOLED_URL: pooler.url } : {}
  const all = { ...settings(workers), DATABASE_URL: database.url, ...pooledUrl, ...env }
  const server = () => startTownbell(folder, { words: ['server'], env: all })
  const newWorker = () => startTownbell(folder, { words: ['worker'], env: all, ready: /is running/ })
  const processes = [await server()]
  if (worker) processes.push(await newWorker())
  if (twice) processes.push(await server(), await newWorker())
  return finish(workers, processes, {
    pool,
    pooler,
    postgres: own && !('promote' in own) ? own : undefined,
    async restart(signal, downMs = 0) {
      if (!own) throw new Error('whoever gave the database restarts it')
      if ('promote' in own) return own.promote(signal)
      await own.end(signal)
      await sleep(downMs)
      await own.start()
    },
    async closeRest() {
      await pooler?.stop()
      await database.close()
      removeFolder(folder)
    },
  })
}

async function openWhole({ env = {}, answerDelayMs = 0, folder: given }: ProgramOptions): Promise<ProgramFixture> {
  const folder = given ?? dataFolder()
  // The worker fixture needs the database and the program needs its mail server, so the pool is set afterwards.
  let pool: pg.Pool | undefined
  const database = {
    url: '',
    get pool() {
      return pool as pg.Pool
    },
    close: async () => {},
  }
  const workers = await openWorkerFixture({ answerDelayMs, database })
  // One process, whose memory is looked at.
  const one = { ...settings(workers), ...env }
  const processes = [await startTownbell(folder, { env: one })]
  const { postgresPassword } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))
  pool = createPool({ url: await runningUrl(folder, postgresPassword), max: 4 })
  return finish(workers, processes, {
    pool,
    pooler: undefined,
    postgres: undefined,
    async restart(signal) {
      process.kill(postmasterOf(folder), signal)
    },
    closeRest: async () => (given ? undefined : removeFolder(folder)),
  })
}

function settings(workers: WorkerFixture): Record<string, string> {
  return { ...workers.env, ...secrets, CAPTCHA: 'none', TRUSTED_PROXIES: '127.0.0.1', TIME_LIMIT_FACTOR: '10' }
}

type Rest = Pick<ProgramFixture, 'pool' | 'pooler' | 'postgres' | 'restart'> & { closeRest(): Promise<void> }

async function finish(
  workers: WorkerFixture,
  processes: Started[],
  { closeRest, ...rest }: Rest,
): Promise<ProgramFixture> {
  const [{ url, process: server }] = processes as [Started]
  const apikey = secrets.PUBLISHABLE_KEY
  return {
    ...rest,
    url,
    apikey,
    workers,
    processes,
    visitors: await openVisitors(rest.pool, url, apikey),
    memory: () => residentMb(server.pid as number),
    exits: () => processes.filter(({ process: { pid } }) => !isAlive(pid as number)).length,
    async close() {
      for (const { process: child } of processes) child.kill('SIGTERM')
      await Promise.all(processes.map(({ process: child, said }) => untilExit(child, said)))
      await rest.pool.end()
      await workers.close()
      await closeRest()
    },
  }
}

function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
