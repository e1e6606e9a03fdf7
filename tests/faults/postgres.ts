// A PostgreSQL with durable writes, as in production, that tests can stop, freeze and start again.
import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type Embedded, startEmbedded } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { createPool } from '#database/pool.ts'
import { databaseFolder } from '#testing/database-folder.ts'
import { keepPostgresLog } from '#testing/log.ts'

export type Postgres = {
  url: string
  folder: string
  /** SIGQUIT ends it at once, as a crash does; SIGKILL leaves its children behind. */
  end(signal?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  /** Every process of it stands still, as on a machine that hangs: connections stay, and nothing answers. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

export async function openPostgres({ folder = databaseFolder(), settings = {} } = {}): Promise<Postgres> {
  const options = { folder, password: 'test', settings: { shared_buffers: '128MB', ...settings } }
  let running: Embedded = await startEmbedded(options)
  const { url, port } = running
  // A run that fails half-way leaves nothing running.
  process.once('exit', () => running.process.kill('SIGQUIT'))
  const pool = createPool({ url, max: 3 })
  await migrate(pool)
  await pool.end()
  return {
    url,
    folder,
    async end(signal = 'SIGQUIT') {
      if (running.process.exitCode !== null || running.process.signalCode !== null) return
      const ended = once(running.process, 'exit')
      running.process.kill(signal)
      await ended
    },
    async start() {
      running = await startEmbedded({ ...options, port })
    },
    freeze: () => signalAll(running.process, 'SIGSTOP'),
    thaw: () => signalAll(running.process, 'SIGCONT'),
    async close() {
      signalAll(running.process, 'SIGCONT')
      await running.stop()
      keepPostgresLog(folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Backends are in their own process groups, so each gets the signal. */
function signalAll({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  for (const each of [pid, ...children.split('\n').filter(Boolean).map(Number)]) {
    try {
      process.kill(each as number, signal)
    } catch {
      // It ended meanwhile.
    }
  }
}
