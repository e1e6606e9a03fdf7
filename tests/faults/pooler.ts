// Two servers behind a PgBouncer in transaction mode, with fewer connections to PostgreSQL than one of them has by itself. Visitors read
// and write through both; a change made at one is heard by a stream of the other, which listens directly.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#database/embedded.ts'
import { missingSettings } from '#database/pool.ts'
import { findPgbouncer, stockEnvironment } from '#testing/stock-postgres.ts'
import { paceOf, type SendRate, startLoad, tally } from './load.ts'
import type { ProgramFixture } from './program-fixture.ts'
import { wrongOf } from './restarts.ts'

export type PoolerOptions = { seconds: number; perSecond: number; mails: number }

export type PoolerReport = {
  answers: Record<string, Record<string, number>>
  wrong: string[]
  pace: SendRate
  acknowledged: number
  lost: number
  doubled: number
  mails: { lost: number; doubled: number }
  /** Whether a change reached a stream. */
  heard: boolean
  /** Connections that PgBouncer had to PostgreSQL, at most, and those of servers to PgBouncer. */
  connections: { toPostgres: number; ofServers: number }
}

/** Connections to PostgreSQL that all servers share. */
const SHARED = 4

export type Pooler = { url: string; stop(): Promise<void> }

/** Starts PgBouncer before a PostgreSQL, and gives its user the settings of deploy/pgbouncer.ini. */
export async function startPooler(databaseUrl: string, { withSettings = true } = {}): Promise<Pooler> {
  const program = findPgbouncer()
  if (!program) throw new Error('pgbouncer is missing: apt-get install pgbouncer')
  const { username, password, hostname, port, pathname } = new URL(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  if (withSettings) for (const command of await missingSettings(client)) await client.query(command)
  await client.end()
  const folder = mkdtempSync(join(tmpdir(), 'townbell-pooler-'))
  chmodSync(folder, 0o755)
  const own = await freePort()
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o644 })
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
admin_users = ${username}
pool_mode = transaction
default_pool_size = ${SHARED}
max_client_conn = 1000
query_wait_timeout = 10
`,
  )
  // It does not run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program, [...user, join(folder, 'pgbouncer.ini')], {
    env: stockEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  process.once('exit', () => child.kill())
  const url = `postgres://${username}:${password}@127.0.0.1:${own}${pathname}`
  for (let tries = 0; ; tries++) {
    const probe = new pg.Client({ connectionString: url })
    try {
      await probe.connect()
      await probe.query('select')
      await probe.end()
      break
    } catch (error) {
      if (tries === 50) throw new Error(`pgbouncer does not answer: ${(error as Error).message}\n${said}`)
      await sleep(100)
    }
  }
  return {
    url,
    async stop() {
      if (child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGKILL')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function pooling(
  program: ProgramFixture,
  pooler: Pooler,
  { seconds, perSecond, mails }: PoolerOptions,
): Promise<PoolerReport> {
  const { visitors, pool, workers, processes } = program
  const loads = [processes[0], processes[2]].map((server) =>
    startLoad((server as { url: string }).url, perSecond / 2, visitors.next),
  )
  await workers.addMailing(mails)
  const admin = new pg.Client({ connectionString: pooler.url.replace(/\/[^/]*$/, '/pgbouncer') })
  await admin.connect()
  const connections = { toPostgres: 0, ofServers: 0 }
  for (let second = 0; second < seconds; second++) {
    await sleep(1000)
    const [servers, clients] = [await admin.query('show servers'), await admin.query('show clients')]
    connections.toPostgres = Math.max(connections.toPostgres, servers.rows.length)
    connections.ofServers = Math.max(connections.ofServers, clients.rows.length - 1)
  }
  await admin.end()
  for (const load of loads) await load.stop()
  await workers.until(() => workers.reached() >= mails, 120_000)
  const heard = await hearsChange(program)
  const answers = loads.flatMap((load) => load.answers)
  const counts = workers.counts()
  return {
    answers: tally(answers),
    wrong: wrongOf(answers, []),
    pace: paceOf(answers),
    ...(await visitors.writes(pool, answers)),
    mails: { lost: counts.lost, doubled: counts.duplicates },
    heard,
    connections,
  }
}

/** Whether a stream of the second server says that a calendar has changed. */
async function hearsChange({ pool, processes, apikey }: ProgramFixture): Promise<boolean> {
  const { rows } = await pool.query('select id from public.calendars where not disabled limit 1')
  const { url } = processes[2] as { url: string }
  const stream = await fetch(`${url}/functions/v1/calendar-stream?calendar_id=${rows[0].id}`, { headers: { apikey } })
  let said = ''
  for await (const text of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    said += text
    if (/event: events/.test(said)) return true
    if (/event: open/.test(said))
      await pool.query(`update public.calendars set description = 'Heard.', version = version + 1 where id = $1`, [
        rows[0].id,
      ])
  }
  return false
}
