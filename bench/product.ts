// Runs the product on a filled database as `npm start` does, with its own PostgreSQL in its own data folder; in one process, if nothing else is said.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { freePort } from '#database/embedded.ts'
import { chooseHome } from '#database/embedded-home.ts'
import { runningUrl } from '#database/embedded-running.ts'
import { createPool } from '#database/pool.ts'
import type { Caller } from '#database/scope.ts'
import type { Month } from '#domain/dates.ts'
import { loadOrCreateSecrets } from '#runtime/secrets.ts'
import { createTokens } from '#server/http/tokens.ts'
import { type Size, type SizeName, sizes, userEmail, userId } from './data.ts'
import { filledCluster } from './filled-clusters.ts'

export type Product = {
  size: Size
  month: Month
  port: number
  url: string
  databaseUrl: string
  dataFolder: string
  jwtSecret: string
  /** Connects as the owner of the database. */
  pool: pg.Pool
  costs: { node: number; postgres: number }
  headers: { guest: Record<string, string>; member(user: number): Promise<Record<string, string>> }
  /** Returns a user's role, claims and session as the data API sees them. */
  identity(user: number): Promise<Caller>
  stop(): Promise<void>
}

export type ProductOptions = { env?: Record<string, string> }

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** `SETTING=value node …flags bin/townbell.js start` */
const START: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts.start
const [SETTING = '', FLAGS = ''] = START.split(' node ')

export async function startProduct(
  name: SizeName,
  say: (what: string) => void,
  { env = {} }: ProductOptions = {},
): Promise<Product> {
  const { folder, month } = await filledCluster(name, say)
  const { jwtSecret, publishableKey, postgresPassword } = loadOrCreateSecrets(folder)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = await startProgram(['start'], {
    PORT: String(port),
    TOWNBELL_DATA: folder,
    TRUSTED_PROXIES: '127.0.0.1',
    ...env,
  })
  const databaseUrl = await runningUrl(folder, postgresPassword)
  const pool = createPool({ url: databaseUrl, max: 2, name: 'bench', statementTimeoutMs: 600_000 })
  const tokens = createTokens({ secret: jwtSecret, issuer: `${url}/auth/v1`, clock: { now: () => new Date() } })
  const signedIn = new Map<number, Promise<string>>()

  async function tokenOf(user: number): Promise<string> {
    const session = randomUUID()
    await pool.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, userId(user)])
    const { token } = await tokens.sign({
      sub: userId(user),
      email: userEmail(user),
      session_id: session,
      user_metadata: {},
      app_metadata: {},
      amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }],
    })
    return token
  }
  function token(user: number): Promise<string> {
    const made = signedIn.get(user) ?? tokenOf(user)
    signedIn.set(user, made)
    return made
  }

  return {
    size: sizes[name],
    month,
    port,
    url,
    databaseUrl,
    dataFolder: folder,
    jwtSecret,
    pool,
    costs: { node: child.pid as number, postgres: await postmasterOf(folder) },
    headers: {
      guest: { apikey: publishableKey },
      member: async (user) => ({ apikey: publishableKey, authorization: `Bearer ${await token(user)}` }),
    },
    async identity(user) {
      const { role, claims, sessionId: id, sub } = await tokens.verify(await token(user))
      return { role, claims, session: { id, userId: sub } }
    },
    async stop() {
      await pool.end()
      await stopProgram(child)
    },
  }
}

/** Resolves when it says that it is ready. */
export async function startProgram(words: string[], env: Record<string, string>): Promise<ChildProcess> {
  const { child, ready } = spawnProgram(words, env)
  await ready
  return child
}

export function spawnProgram(words: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [...FLAGS.split(' ').slice(0, -1), ...words], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...Object.fromEntries([SETTING.split('=')]), SERVER_PROCESSES: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => child.kill('SIGTERM')
  process.once('exit', stop)
  child.once('exit', () => process.off('exit', stop))
  let said = ''
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said = `${said}${chunk}`.slice(-10_000)
        if (/(is at http|is running)/.test(said)) resolve()
      })
    }
    child.once('exit', (code) => reject(new Error(`townbell ${words[0]} ended with ${code}: ${said}`)))
  })
  // Callers that do not await this check the process itself.
  ready.catch(() => {})
  return { child, ready }
}

export async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

export async function postmasterOf(folder: string): Promise<number> {
  const { cluster } = await chooseHome(folder)
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
}
