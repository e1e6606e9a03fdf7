import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type Cluster, startCluster } from '#testing/cluster.ts'
import {
  dataFolder,
  isAlive,
  removeFolder,
  spawnTownbell,
  startTownbell,
  untilExit,
  untilReady,
} from '#testing/townbell.ts'
import { buildWeb } from '../../bin/build-web.ts'

const folder = dataFolder()
let cluster: Cluster
before(async () => {
  await buildWeb()
  cluster = await startCluster()
})
after(async () => {
  await cluster.stop()
  removeFolder(folder)
})

const shared = () => ({ DATABASE_URL: cluster.url })

test('server and worker refuse to start without DATABASE_URL', async () => {
  for (const part of ['server', 'worker']) {
    const alone = spawnTownbell(folder, { words: [part] })
    const { code, said } = await untilExit(alone.process, alone.said)
    assert.equal(code, 78)
    assert.match(said, /^DATABASE_URL is missing/)
  }
})

test('migrations started at the same time apply everything once', async () => {
  const runs = Array.from({ length: 4 }, () => spawnTownbell(folder, { words: ['migrate'], env: shared() }))
  const ends = await Promise.all(runs.map((run) => untilExit(run.process, run.said)))
  assert.deepEqual(
    ends.map(({ code }) => code),
    [0, 0, 0, 0],
    ends.map(({ said }) => said).join('\n'),
  )
  assert.equal(ends.filter(({ said }) => said.startsWith('Applied 0.1.0')).length, 1)
  assert.equal(ends.filter(({ said }) => said === 'The database is up to date.\n').length, 3)
})

test('two servers and two workers share one database, and a server without any worker is not ready', async () => {
  const first = await startTownbell(folder, { words: ['server'], env: shared() })
  const ready = await fetch(`${first.url}/ready`)
  assert.equal(ready.status, 503)
  assert.equal((await ready.json()).checks.worker, false)

  const second = await startTownbell(folder, { words: ['server'], env: shared() })
  const workers = [
    spawnTownbell(folder, { words: ['worker'], env: shared() }),
    spawnTownbell(folder, { words: ['worker'], env: shared() }),
  ]
  await beats(2)
  for (const { url } of [first, second]) await untilReady(url)

  // One is killed: its heartbeat ends, the other's continues.
  workers[0]?.process.kill('SIGKILL')
  await makeSilent()
  await beats(1)
  await untilReady(first.url)

  for (const part of [first, second, workers[1]]) {
    part?.process.kill('SIGTERM')
    assert.equal((await untilExit(part!.process, part!.said)).code, 0)
  }
  assert.equal(isAlive(first.process.pid ?? 0), false)
})

test('a worker whose database accepts no writes any more ends, so that it is started again', async () => {
  const worker = spawnTownbell(folder, { words: ['worker'], env: shared() })
  await beats(1)
  await query('alter system set default_transaction_read_only = on')
  await query('select pg_reload_conf()')
  const { code, said } = await untilExit(worker.process, worker.said)
  assert.equal(code, 75, said)
  assert.match(said, /the database accepts no writes any more/)
  await query('alter system reset default_transaction_read_only')
  await query('select pg_reload_conf()')
})

/** Waits until this many workers have a fresh heartbeat. */
async function beats(count: number): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const { rows } = await query('select count(*)::int as living from private.workers')
    if (rows[0].living === count) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`there were never ${count} workers`)
}

/** Simulates thirty silent seconds: moves both heartbeats back; only the living worker renews its own. */
async function makeSilent(): Promise<void> {
  await query("update private.workers set beat_at = now() - interval '31 seconds'")
}

async function query(sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(cluster.url)
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}
