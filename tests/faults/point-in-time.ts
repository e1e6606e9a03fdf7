// A PostgreSQL with pgBackRest, by deploy/patroni/pgbackrest.conf, is restored to the moment before a mailing left. Its worker, which kept its data
// folder, must send nothing again until an operator says so.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#database/embedded.ts'
import { chooseHome } from '#database/embedded-home.ts'
import { readHolds } from '#database/holds.ts'
import { migrate } from '#database/migrate.ts'
import { createPool } from '#database/pool.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { openWorkerFixture } from './worker-fixture.ts'

export type PointInTimeReport = {
  /** Mails that left before and after the moment to which the database goes back. */
  mails: { before: number; after: number }
  restoredMs: number
  /** Of the mailing that the restored database does not know to have left. */
  plannedAgain: number
  sentTwice: number
  heldBecause: string[]
}

const BINARIES = '/usr/lib/postgresql/15/bin'

export async function goingBack({ mails }: { mails: number }): Promise<PointInTimeReport> {
  const postgres = await openArchived()
  const database = { url: postgres.url, pool: createPool({ url: postgres.url, max: 2 }), close: async () => {} }
  await migrate(database.pool)
  postgres.backrest('stanza-create')
  postgres.backrest('backup')
  const workers = await openWorkerFixture({ database })
  try {
    await workers.addMailing(mails)
    let worker = workers.startWorker()
    await workers.until(() => workers.reached() >= mails, 120_000)
    worker.kill('SIGTERM')
    await worker.ended
    // Nobody sends it yet.
    await workers.addMailing(mails)
    const { rows } = await database.pool.query<{ now: string }>('select clock_timestamp()::text as now')
    await sleep(1_500)
    worker = workers.startWorker()
    await workers.until(() => workers.reached() >= 2 * mails, 120_000)
    worker.kill('SIGTERM')
    await worker.ended
    await database.pool.end()

    const began = performance.now()
    await postgres.restore(rows[0]?.now ?? '')
    const restoredMs = Math.round(performance.now() - began)
    database.pool = createPool({ url: postgres.url, max: 2 })
    worker = workers.startWorker()
    await workers.until(
      async () => (await readHolds(database.pool)).length > 0 || workers.counts().duplicates > 0,
      60_000,
    )
    // Longer than a worker takes to plan and send.
    await sleep(20_000)
    const holds = await readHolds(database.pool)
    const { planned = 0 } = await workers.states()
    worker.kill('SIGTERM')
    await worker.ended
    return {
      mails: { before: mails, after: mails },
      restoredMs,
      plannedAgain: planned,
      sentTwice: workers.counts().duplicates,
      heldBecause: holds.map(({ kind, reason }) => `${kind}: ${reason}`),
    }
  } finally {
    await database.pool.end().catch(() => {})
    await workers.close()
    await postgres.stop()
  }
}

async function openArchived() {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const { owner } = await chooseHome(folder)
  const make = (name: string) => {
    const made = join(folder, name)
    mkdirSync(made, { mode: 0o700 })
    if (owner.uid !== undefined) chownSync(made, owner.uid, owner.gid ?? 0)
    return made
  }
  const port = await freePort()
  const [cluster, sockets] = [make('cluster'), make('sockets')]
  const config = join(folder, 'pgbackrest.conf')
  const shipped = readFileSync(new URL('../../deploy/patroni/pgbackrest.conf', import.meta.url), 'utf8')
    .replace('/var/lib/pgbackrest', make('repository'))
    .replace('/var/lib/postgresql/15/townbell', cluster)
    .replace('pg1-port=5432', `pg1-port=${port}`)
    .replace('/var/run/postgresql', sockets)
  writeFileSync(
    config,
    `${shipped}pg1-user=postgres\nlock-path=${make('locks')}\nlog-path=${make('logs')}\nspool-path=${make('spool')}\n`,
  )
  const options = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }, stdio: 'pipe' as const }
  const backrest = (...words: string[]) =>
    execFileSync('pgbackrest', [`--config=${config}`, '--stanza=townbell', ...words], options)
  execFileSync(
    join(BINARIES, 'initdb'),
    ['-D', cluster, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '-k'],
    options,
  )
  const archive = `pgbackrest --config=${config} --stanza=townbell archive-push %p`
  let server = start()
  const superuser = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilWritable(superuser)
  const documented = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const [, commands = ''] = /```sql\n(create role townbell[^`]*)```/.exec(documented) ?? []
  for (const command of commands.split(';').filter((each) => each.trim())) await ask(superuser, command)
  return {
    url: `postgres://townbell:secret@127.0.0.1:${port}/townbell`,
    backrest,
    async restore(moment: string) {
      await stop()
      renameSync(cluster, `${cluster}.before`)
      make('cluster')
      backrest('--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
      server = start()
      await untilWritable(superuser)
    },
    stop,
  }

  function start() {
    const settings = [
      'listen_addresses=127.0.0.1',
      `port=${port}`,
      `unix_socket_directories=${sockets}`,
      'archive_mode=on',
      `archive_command=${archive}`,
    ]
    const words = ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])]
    const child = spawn(join(BINARIES, 'postgres'), words, { ...options, stdio: 'ignore' })
    process.once('exit', () => child.kill('SIGQUIT'))
    return child
  }

  async function stop(): Promise<void> {
    if (server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
  }
}

async function untilWritable(url: string): Promise<void> {
  for (const end = Date.now() + 120_000; ; await sleep(100)) {
    const rows = await ask(url, 'select pg_is_in_recovery() as waits').catch(() => [])
    if (rows[0]?.waits === false) return
    if (Date.now() > end) throw new Error('PostgreSQL does not accept writes')
  }
}

async function ask(url: string, text: string) {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
