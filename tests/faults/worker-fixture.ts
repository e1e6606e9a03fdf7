// Opens workers in their own processes, a mail server and a large mailing, and can kill, stop and continue the workers.
// The mail server records who got what and when; only that counts.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { dayInZone } from '#domain/dates.ts'
import { addEvent, makeCalendar, morningZone, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { logCollector } from '#testing/log.ts'
import { linkSecret } from '#testing/sending-fixture.ts'
import { startSmtp, type TestSmtpServer } from '#testing/smtp.ts'

const BIN = fileURLToPath(new URL('../../bin/townbell.js', import.meta.url))

export type Counts = { expected: number; accepted: number; lost: number; duplicates: number; mostCopies: number }

export type WorkerFixture = {
  database: TestDatabase
  smtp: TestSmtpServer
  /** Settings by which a Townbell sends there. */
  env: Record<string, string>
  /** Adds a mailing of so many; workers that run begin at once, unless its event was added this moment. */
  addMailing(count: number, options?: { isNew?: boolean }): Promise<TestCalendar>
  /** Has the workers plan what is due, and waits until they did. */
  plan(): Promise<void>
  startWorker(): Worker
  /** How many different recipients have their mail. */
  reached(): number
  until(what: () => boolean | Promise<boolean>, timeoutMs: number): Promise<void>
  counts(): Counts
  states(): Promise<Record<string, number>>
  close(): Promise<void>
}

export type Worker = {
  process: ChildProcess
  kill(signal: NodeJS.Signals): void
  ended: Promise<unknown>
  said(): string
}

export type WorkerFixtureOptions = {
  connections?: number
  answerDelayMs?: number
  database?: TestDatabase
  /** Another mail server than the plain one, and more settings. */
  smtp?: TestSmtpServer
  settings?: Record<string, string>
}

export async function openWorkerFixture(options: WorkerFixtureOptions = {}): Promise<WorkerFixture> {
  const { connections = 4, answerDelayMs = 0, database = await testDatabase() } = options
  const plain = {
    keepRaw: false,
    server: { maxClients: 1000 },
    // Around the given delay, so that kills fall before, on and after the answer.
    ...(answerDelayMs > 0 ? { onEnd: () => sleep(Math.random() * 2 * answerDelayMs).then(() => undefined) } : {}),
  }
  const smtp = options.smtp ?? (await startSmtp(plain))
  const folder = mkdtempSync(join(tmpdir(), 'townbell-faults-'))
  const workers = new Set<Worker>()
  const expected = new Set<string>()
  const env = {
    LINK_SECRET: linkSecret,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'bell@town.example',
    MAIL_CONNECTIONS: String(connections),
    LOG_LEVEL: 'warn',
    ...options.settings,
  }

  const fixture: WorkerFixture = {
    database,
    smtp,
    env,
    async addMailing(count, { isNew = false } = {}) {
      const { pool } = database
      const calendar = await makeCalendar(pool, { notifyAt: '00:00' })
      const zone = morningZone()
      await pool.query('update public.calendars set time_zone = $2 where id = $1', [calendar.id, zone])
      const tag = expected.size
      await pool.query(
        `insert into public.calendar_contacts (calendar_id, contact_type, contact_value)
         select $1, 'email', 'p' || $2::int + n || '@example.org' from generate_series(1, $3::int) as n`,
        [calendar.id, tag, count],
      )
      for (let n = 1; n <= count; n++) expected.add(`p${tag + n}@example.org`)
      const here = { ...calendar, zone }
      const day = dayInZone(Date.now(), zone)
      const description = 'Bring a chair, and somebody to share it with. '.repeat(20)
      await addEvent(pool, here, { day, description, isNew })
      await pool.query(addPlanner)
      return here
    },
    async plan() {
      const { rows } = await database.pool.query(addPlanner)
      await fixture.until(async () => {
        const waiting = await database.pool.query('select from graphile_worker.jobs where id = $1', [rows[0].id])
        return waiting.rowCount === 0
      }, 60_000)
    },
    startWorker() {
      const child = spawn(process.execPath, [BIN, 'worker'], {
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: database.url,
          TOWNBELL_DATA: folder,
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      const collect = logCollector('worker')
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          said += chunk
          collect(chunk)
        })
      const ended = once(child, 'exit')
      const worker: Worker = { process: child, ended, kill: (signal) => void child.kill(signal), said: () => said }
      workers.add(worker)
      void ended.then(() => workers.delete(worker))
      return worker
    },
    reached: () => new Set(smtp.taken.map(({ to }) => to[0])).size,
    async until(what, timeoutMs) {
      const end = Date.now() + timeoutMs
      while (!(await what())) {
        if (Date.now() > end) {
          const { rows } = await database.pool.query(
            'select state, attempts, copies, last_error, next_attempt_at, count(*)::int from public.deliveries group by 1, 2, 3, 4, 5 order by 6 limit 20',
          )
          const heard = [...workers].map(({ said }) => said()).join('\n')
          throw new Error(`waited ${timeoutMs} ms in vain\n${JSON.stringify(rows, null, 1)}\n${heard}`)
        }
        await sleep(5)
      }
    },
    counts() {
      const copies = new Map<string, number>()
      for (const { to } of smtp.taken) copies.set(to[0] ?? '', (copies.get(to[0] ?? '') ?? 0) + 1)
      const lost = [...expected].filter((address) => !copies.has(address)).length
      return {
        expected: expected.size,
        accepted: smtp.taken.length,
        lost,
        duplicates: smtp.taken.length - copies.size,
        mostCopies: Math.max(0, ...copies.values()),
      }
    },
    async states() {
      const { rows } = await database.pool.query(
        'select state, count(*)::int from public.deliveries group by 1 order by 1',
      )
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
    },
    async close() {
      for (const worker of workers) worker.kill('SIGKILL')
      await Promise.all([...workers].map(({ ended }) => ended))
      await smtp.stop()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return fixture
}

const addPlanner = `select id from graphile_worker.add_job('plan-day-of')`
