import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { absenceOf } from '#database/errors.ts'
import { runScoped, type Statement } from '#database/scope.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'

let db: TestDatabase
before(async () => {
  db = await testDatabase({ max: 1 })
})
after(() => db.close())

const guest = { role: 'anon', claims: '{"sub":"somebody"}' }

test('a statement runs as the role and with the claims of its caller', async () => {
  const text = "select current_user, current_setting('request.jwt.claims')"
  assert.deepEqual(await runScoped(db.pool, guest, { text, values: [] }), [['anon', '{"sub":"somebody"}']])
})

test('the role and the claims end with the statement, on the same connection', async () => {
  await runScoped(db.pool, guest, { text: 'select 1', values: [] })
  const { rows } = await db.pool.query(
    "select current_user <> 'anon' as owner, current_setting('request.jwt.claims', true) as claims",
  )
  assert.equal(rows[0].owner, true)
  assert.ok(!rows[0].claims)
})

test('a read-only scope cannot write', async () => {
  const write = { text: 'create temporary table note (a int)', values: [] }
  await assert.rejects(runScoped(db.pool, { ...guest, readOnly: true }, write), { code: '25006' })
  await runScoped(db.pool, guest, write)
})

test('a scope may have less patience than its pool, for itself alone', async () => {
  const sleep = { text: 'select pg_sleep(5)', values: [] }
  await assert.rejects(runScoped(db.pool, { ...guest, timeoutMs: 20 }, sleep), { code: '57014' })
  const patience = { text: "select current_setting('statement_timeout')", values: [] }
  assert.deepEqual(await runScoped(db.pool, { ...guest, timeoutMs: 3000 }, patience), [['3s']])
  assert.deepEqual(await runScoped(db.pool, guest, patience), [['15s']])
})

test('a failed statement leaves the connection usable, whether it failed in parsing or in running', async () => {
  const divide = (by: number) => runScoped(db.pool, guest, { text: 'select 1 / $1::int', values: [by] })
  await assert.rejects(divide(0), { code: '22012' })
  assert.deepEqual(await divide(1), [['1']])
  await assert.rejects(runScoped(db.pool, guest, { text: 'selec', values: [] }), { code: '42601' })
  assert.deepEqual(await divide(1), [['1']])
})

test('what a failed caller could not prepare is not taken for prepared, whoever asks on the connection next', async () => {
  const nobody = { role: 'nobody we know', claims: '{}' }
  const statement = { text: 'select $1::int + 41', values: [1] }
  // Plans are kept by role, so the same words fail for nobody and work for a guest named like them.
  await assert.rejects(runScoped(db.pool, nobody, statement), { code: '22023' })
  await db.pool.query('select $1::int', [1])
  await assert.rejects(runScoped(db.pool, nobody, statement), { code: '22023' })
  await db.pool.query('create role "nobody we know"; grant "nobody we know" to current_user')
  assert.deepEqual(await runScoped(db.pool, nobody, statement), [['42']])
  await db.pool.query('drop role "nobody we know"')
})

test('a statement that made room for one that failed can be prepared again', async () => {
  const ask = (role: string, n: number) =>
    runScoped(db.pool, { role, claims: '{}' }, { text: `select ${n}`, values: [] })
  for (let n = 0; n < 300; n++) await ask('anon', n)
  for (let n = 0; n < 5; n++) await assert.rejects(ask('nobody', n), { code: '22023' })
  for (let n = 0; n < 300; n++) assert.deepEqual(await ask('anon', n), [[String(n)]])
})

test('quick reads that wait share a connection, and each is answered as its caller', async () => {
  const read = {
    text: "select 12 / (current_setting('request.jwt.claims')::jsonb ->> 'by')::int",
    values: [],
    quick: true,
  }
  const divide = (by: number, more = {}) =>
    runScoped(db.pool, { role: 'anon', claims: JSON.stringify({ by }), readOnly: true, ...more }, read)
  let acquired = 0
  const count = () => acquired++
  db.pool.on('acquire', count)
  const answers = await Promise.allSettled([
    ...[1, 2, 0, 3, 4].map((by) => divide(by)),
    divide(6, { session: '00000000-0000-4000-8000-000000000000' }),
    // Prepared for another role, and with fewer values: their turn comes with a packet of their own.
    divide(6, { role: 'authenticated' }),
    divide(6, { timeoutMs: 3000 }),
    divide(12),
  ])
  db.pool.off('acquire', count)
  const told = answers.map((one) => (one.status === 'fulfilled' ? one.value[0]?.[0] : one.reason.code))
  assert.deepEqual(told, ['12', '6', '22012', '4', '3', 'session_not_found', '2', '2', '1'])
  assert.ok(acquired <= 4, `${acquired} connections for nine reads`)
})

test('whoever shares a connection that is lost hears of it, and the next have another', async () => {
  const read = { text: "select pg_sleep((current_setting('request.jwt.claims'))::float)", values: [], quick: true }
  const sleep = (seconds: number) => runScoped(db.pool, { role: 'anon', claims: String(seconds), readOnly: true }, read)
  await sleep(0)
  const { rows } = await db.pool.query('select pg_backend_pid() as id')
  const shared = Promise.allSettled([sleep(5), sleep(0), sleep(0)])
  const other = new pg.Client(db.url)
  await other.connect()
  const end =
    "select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and query like '%pg_sleep%' and state = 'active'"
  while ((await other.query(end, [rows[0].id])).rowCount === 0) await new Promise(setImmediate)
  await other.end()
  for (const one of await shared) assert.equal(absenceOf(one.status === 'rejected' && one.reason), 'away')
  assert.equal((await sleep(0)).length, 1)
})

test('what was not quick lets nobody wait behind it the next time', async () => {
  const read: Statement = { text: 'select pg_sleep(0.06)', values: [], quick: true }
  await runScoped(db.pool, { ...guest, readOnly: true }, read)
  assert.equal(read.quick, false)
})

test('a check that throws undoes what the statement did', async () => {
  const scope = { role: 'service_role', claims: '{}' }
  const insert = {
    text: "insert into auth.users (email, encrypted_password) values ($1, 'x') returning id",
    values: ['undone@example.org'],
  }
  const refuse = () => {
    throw new Error('no')
  }
  await assert.rejects(runScoped(db.pool, scope, insert, refuse), { message: 'no' })
  await runScoped(db.pool, scope, { ...insert, values: ['kept@example.org'] }, () => {})
  const { rows } = await db.pool.query('select email from auth.users')
  assert.deepEqual(rows, [{ email: 'kept@example.org' }])
})

test('more shapes of statements than a connection keeps prepared all work, again and again', async () => {
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 320; n++) {
      const rows = await runScoped(db.pool, guest, { text: `select ${n} + $1::int`, values: [1] })
      assert.deepEqual(rows, [[String(n + 1)]])
    }
  }
  const { rows } = await db.pool.query('select count(*)::int as kept from pg_prepared_statements')
  assert.ok(rows[0].kept <= 301, `${rows[0].kept} statements are kept`)
})
