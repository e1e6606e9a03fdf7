// A PostgreSQL of one's own, as Debian brings it: the user of docs/operations.md, who is no superuser, installs, serves through
// PgBouncer, backs up and restores, and rows have the same rules.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { createPool, missingSettings } from '#database/pool.ts'
import type { Finding } from '#server/operator/doctor/finding.ts'
import type { Cluster } from '#testing/cluster.ts'
import { prepareCluster } from '#testing/database.ts'
import { findPgbouncer, findStockPostgres, startStockPostgres } from '#testing/stock-postgres.ts'
import { dataFolder, removeFolder, spawnTownbell, startTownbell, untilExit } from '#testing/townbell.ts'
import { type Pooler, startPooler } from '#tests/faults/pooler.ts'

const skip = !findStockPostgres() || !findPgbouncer()
const folder = dataFolder()
const archive = join(folder, 'town.tar')
let cluster: Cluster
let url: string
let pooler: Pooler

before(async () => {
  if (skip) return
  cluster = await prepareCluster(startStockPostgres)
  const documented = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const [, commands = ''] = /```sql\n(create role townbell[^`]*)```/.exec(documented) ?? []
  // Each by itself, because a database cannot be created in a transaction.
  for (const command of commands.split(';').filter((each) => each.trim())) await asSuperuser(command)
  await asSuperuser('create database elsewhere owner townbell')
  url = cluster.url.replace('postgres@', 'townbell:secret@').replace(/postgres$/, 'townbell')
})
after(async () => {
  await pooler?.stop()
  await cluster?.stop()
  removeFolder(folder)
})

async function asSuperuser(command: string): Promise<pg.QueryResult> {
  const client = new pg.Client(cluster.url)
  await client.connect()
  return client.query(command).finally(() => client.end())
}

async function townbell(words: string[], env: Record<string, string> = {}) {
  const run = spawnTownbell(folder, { words, env: { DATABASE_URL: url, ...env } })
  return untilExit(run.process, run.said)
}

async function doctor(env: Record<string, string> = {}) {
  const { said } = await townbell(['doctor', '--json'], { DATABASE_POOLED_URL: pooler.url, ...env })
  return (
    (JSON.parse(said) as Finding[])
      .filter(({ area, verdict }) => area === 'database' && verdict !== 'ok')
      // Debian's may lack one here.
      .filter(({ says }) => !/minor release/.test(says))
  )
}

async function counts(at: string): Promise<unknown> {
  const pool = createPool({ url: at, max: 1 })
  const { rows } = await pool.query(`
    select (select count(*) from auth.users) as people, (select count(*) from public.events) as events,
      (select count(*) from public.calendar_contacts) as contacts`)
  await pool.end()
  return rows[0]
}

test('its user, who is no superuser, installs beside another Townbell', { skip }, async () => {
  // PostgreSQL 15 takes no notice of it; since 16 only who made a role may use it.
  await asSuperuser('grant anon, authenticated, service_role to townbell')
  const { code, said } = await townbell(['migrate'])
  assert.equal(code, 0, said)
  const { rows } = await asSuperuser(
    "select rolsuper, rolbypassrls, rolcreatedb, rolreplication from pg_roles where rolname = 'townbell'",
  )
  assert.deepEqual(rows, [{ rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolreplication: false }])
})

test('no connection compiles its plans, of which PostgreSQL could', { skip }, async () => {
  assert.equal((await asSuperuser('show jit')).rows[0].jit, 'on')
  const pool = createPool({ url, max: 1 })
  assert.deepEqual((await pool.query('show jit')).rows, [{ jit: 'off' }])
  await pool.end()
})

test('servers work through PgBouncer, and the doctor names what its user lacks', { skip }, async () => {
  pooler = await startPooler(url)
  assert.deepEqual(await doctor(), [])
  const pool = createPool({ url: pooler.url, max: 1, perTransaction: true })
  assert.deepEqual(await missingSettings(pool), [])
  assert.deepEqual((await pool.query('show jit')).rows, [{ jit: 'off' }])
  await pool.end()

  const program = await startTownbell(folder, {
    words: ['demo'],
    env: { DATABASE_URL: url, DATABASE_POOLED_URL: pooler.url, CAPTCHA: 'none' },
  })
  try {
    // biome-ignore lint/suspicious/noExplicitAny: answers of several endpoints
    const ask = async (path: string, body?: unknown, token?: string): Promise<{ status: number; body: any }> => {
      const response = await fetch(program.url + path, {
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
        headers: { apikey, 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      })
      return { status: response.status, body: await response.json() }
    }
    const { publishableKey: apikey } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))
    while ((await ask('/ready')).status !== 200);
    const { body: session } = await ask('/auth/v1/token?grant_type=password', {
      email: 'maria@townbell.example',
      password: /with the password (\S+)/.exec(program.said())?.[1],
    })
    const contacts = '/rest/v1/calendar_contacts?select=calendar_id'
    const [own, guest] = [await ask(contacts, undefined, session.access_token), await ask(contacts)]
    assert.equal(own.status, 200)
    assert.ok(own.body.length > 0)
    assert.ok(guest.status === 401 || guest.body.length === 0, JSON.stringify(guest))
    assert.equal((await fetch(`${program.url}/`)).status, 200)
  } finally {
    program.process.kill('SIGTERM')
    await untilExit(program.process, program.said)
  }
})

test('its user backs up, and restores into another database', { skip }, async () => {
  const backup = await townbell(['backup', archive])
  assert.equal(backup.code, 0, backup.said)
  const elsewhere = url.replace(/townbell$/, 'elsewhere')
  for (const more of [[], ['--replace']]) {
    const restored = await townbell(['restore', ...more, archive], { DATABASE_URL: elsewhere })
    assert.equal(restored.code, 0, restored.said)
    assert.deepEqual(await counts(elsewhere), await counts(url))
  }
})

test('rows have the rules of the matrix there', { skip }, async () => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--test', '--test-reporter=tap', new URL('../policies/sql.test.ts', import.meta.url).pathname],
    { env: { ...env, TOWNBELL_TEST_CLUSTER: cluster.url }, maxBuffer: 1 << 26 },
  )
  assert.match(stdout, /# fail 0/)
})

test('the doctor warns of a superuser, a user without limits, one in another time zone, and a pooler that is away', {
  skip,
}, async () => {
  const superuser = url.replace('townbell:secret@', 'postgres@')
  assert.match((await doctor({ DATABASE_URL: superuser }))[0]?.says ?? '', /is a superuser/)
  for (const [zone, expected] of [
    ['America/Chicago', /^bad .* not in UTC.* set timezone = 'UTC'; .*set jit = 'off'; .*restart the pooler/],
    ['UTC', /^warning .*lacks settings.* set jit = 'off'; .*set lock_timeout = '5s';/],
  ] as const) {
    await pooler.stop()
    await asSuperuser('alter role townbell reset all')
    await asSuperuser(`alter role townbell set timezone = '${zone}'`)
    pooler = await startPooler(url, { withSettings: false })
    const [found] = await doctor()
    assert.match(`${found?.verdict} ${found?.says} ${found?.todo}`, expected)
  }
  await pooler.stop()
  assert.match((await doctor())[0]?.says ?? '', /The pooler cannot be reached/)
})
