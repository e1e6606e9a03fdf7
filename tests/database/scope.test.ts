import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { outageOf } from '#database/errors.ts'
import { createPool } from '#database/pool.ts'
import { runScoped, type Statement } from '#database/scope.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'

let db: TestDatabase
before(async () => {
  db = await testDatabase({ max: 1 })
})
after(() => db.close())

const guest = { role: 'anon' as const, claims: '{"sub":"somebody"}' }

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
  const scope = { role: 'service_role', claims: '{}', session: null }
  await assert.rejects(runScoped(db.pool, { ...scope, readOnly: true }, addUser('reader@example.org')), {
    code: '25006',
  })
  await runScoped(db.pool, scope, addUser('writer@example.org'))
  assert.deepEqual(await users(), ['writer@example.org'])
})

test('a scope may have a shorter statement timeout than its pool, for itself alone', async () => {
  const sleep = { text: 'select pg_sleep(5)', values: [] }
  await assert.rejects(runScoped(db.pool, { ...guest, timeoutMs: 20 }, sleep), { code: '57014' })
  const timeout = { text: "select current_setting('statement_timeout')", values: [] }
  assert.deepEqual(await runScoped(db.pool, { ...guest, timeoutMs: 3000 }, timeout), [['3s']])
  assert.deepEqual(await runScoped(db.pool, guest, timeout), [['2min']])
})

test('callers wait for a lock less long than others wait for a connection; the service waits longer', async () => {
  const service = { role: 'service_role', claims: '{}', session: null }
  const timeout = { text: "select current_setting('lock_timeout')", values: [] }
  assert.deepEqual(await runScoped(db.pool, guest, timeout), [['1s']])
  assert.deepEqual(await runScoped(db.pool, { ...guest, timeoutMs: 800 }, timeout), [['400ms']])
  assert.deepEqual(await runScoped(db.pool, service, timeout), [['5s']])
})

test('a failed statement leaves the connection usable, whether it failed in parsing or in running', async () => {
  const divide = (by: number) => runScoped(db.pool, guest, { text: 'select 1 / $1::int', values: [by] })
  await assert.rejects(divide(0), { code: '22012' })
  assert.deepEqual(await divide(1), [['1']])
  await assert.rejects(runScoped(db.pool, guest, { text: 'selec', values: [] }), { code: '42601' })
  assert.deepEqual(await divide(1), [['1']])
  assert.equal(await owns(), true)
})

test('when the scope cannot be set, the statement does not run', async () => {
  const scope = { role: 'service_role', claims: '{}', session: null }
  const { rows } = await db.pool.query(
    `insert into auth.sessions (user_id) select id from auth.users limit 1 returning id, user_id as "userId"`,
  )
  const [session] = rows
  // Prepared before, so that only the scope can fail.
  await runScoped(db.pool, { ...scope, session }, addUser('first@example.org'))
  const broken = [
    [{ session: { id: randomUUID(), userId: randomUUID() } }, 'session_not_found'],
    [{ session: { ...session, userId: randomUUID() } }, 'session_not_found'],
    [{ session: { ...session, id: 'no uuid' } }, '22P02'],
    [{ settings: { TimeZone: 'Nowhere/Land' } }, '22023'],
    [{ claims: 'a\0b' }, '22021'],
    [{ role: 'nobody' }, '22023'],
  ] as const
  for (const [change, code] of broken) {
    await assert.rejects(runScoped(db.pool, { ...scope, ...change }, addUser('never@example.org')), { code })
    await assert.rejects(
      runScoped(db.pool, { ...scope, ...change }, addUser('never@example.org'), () => {}),
      { code },
    )
  }
  assert.ok(!(await users()).includes('never@example.org'))
  assert.equal(await owns(), true)
})

test('a scope for somebody who is signed in does not compile without a session', async () => {
  const statement = { text: 'select current_user', values: [] }
  // @ts-expect-error: the session is missing.
  await runScoped(db.pool, { role: 'authenticated', claims: '{}' }, statement)
  const { session: _, ...forgotten } = { role: 'authenticated', claims: '{}', session: null }
  // @ts-expect-error: it was dropped on the way.
  await runScoped(db.pool, { ...forgotten, readOnly: true }, statement)
})

test('values arrive unchanged, whatever they contain', async () => {
  const texts = ["'; drop table auth.users; --", "\\'", '\\', "E'", '$1', '$$', '"', 'é 🎉 \u2028', ' ', '', '\r\n\t']
  const text = 'select $1::text, $2::int, $3::boolean, $4::text[]::text, $5::bytea::text, $6::text'
  for (const value of texts) {
    const values = [value, 7, true, [value, null], Buffer.from(value), null]
    const [row] = await runScoped(db.pool, guest, { text, values })
    const { rows } = await db.pool.query({ text, values, rowMode: 'array' })
    assert.deepEqual(row, [value, '7', 't', rows[0]?.[3], rows[0]?.[4], null])
    const claims = JSON.stringify({ value })
    const said = { text: "select current_setting('request.jwt.claims')", values: [] }
    assert.deepEqual(await runScoped(db.pool, { ...guest, claims }, said), [[claims]])
  }
})

test('a prepared plan is used only for the role it was made for', async () => {
  const statement = { text: 'select current_user::text, $1::int + 41', values: [1] }
  for (const role of ['anon', 'authenticated', 'anon', 'service_role'])
    assert.deepEqual(await runScoped(db.pool, { ...guest, role, session: null }, statement), [[role, '42']])
})

test('a statement that cannot be prepared for one caller can be for the next', async () => {
  const nobody = { role: 'nobody we know', claims: '{}', session: null }
  const statement = { text: 'select $1::int + 41', values: [1] }
  await assert.rejects(runScoped(db.pool, nobody, statement), { code: '22023' })
  await db.pool.query('create role "nobody we know"; grant "nobody we know" to current_user')
  assert.deepEqual(await runScoped(db.pool, nobody, statement), [['42']])
  await db.pool.query('drop role "nobody we know"')
})

test('a statement that is cancelled leaves the connection usable', async () => {
  const sleep = runScoped(db.pool, guest, { text: 'select pg_sleep(60)', values: [] })
  const [error] = await Promise.all([sleep.catch((error) => error), whileAsleep('pg_cancel_backend')])
  assert.equal(error.code, '57014')
  assert.equal(await owns(), true)
})

test('a lost connection is reported, and the next statement gets a new one', async () => {
  const sleep = (seconds: number) => runScoped(db.pool, guest, { text: 'select pg_sleep($1)', values: [seconds] })
  await sleep(0)
  const [error] = await Promise.all([sleep(60).catch((error) => error), whileAsleep('pg_terminate_backend')])
  assert.equal(outageOf(error), 'away')
  assert.equal((await sleep(0)).length, 1)
})

test('a check that throws rolls the statement back', async () => {
  const scope = { role: 'service_role', claims: '{}', session: null }
  const refuse = () => {
    throw new Error('no')
  }
  await assert.rejects(runScoped(db.pool, scope, addUser('undone@example.org'), refuse), { message: 'no' })
  await runScoped(db.pool, scope, addUser('checked@example.org'), () => {})
  const emails = await users()
  assert.deepEqual([emails.includes('undone@example.org'), emails.includes('checked@example.org')], [false, true])
})

test('more shapes of statements than stay prepared on a connection all work, again and again', async () => {
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 320; n++) {
      const rows = await runScoped(db.pool, guest, { text: `select ${n} + $1::int`, values: [1] })
      assert.deepEqual(rows, [[String(n + 1)]])
    }
    // A statement that could not be prepared takes no slot.
    for (let n = 0; n < 5; n++)
      await assert.rejects(runScoped(db.pool, guest, { text: `select ${n} +`, values: [] }), { code: '42601' })
  }
  const { rows } = await db.pool.query('select count(*)::int as prepared from pg_prepared_statements')
  assert.ok(rows[0].prepared <= 301, `${rows[0].prepared} statements are prepared`)
})

test('where a pooler gives each transaction another connection, statements run the same and leave nothing behind', async () => {
  const pool = createPool({ url: db.url, max: 1, perTransaction: true })
  const said = { text: "select current_user, current_setting('request.jwt.claims'), $1::text", values: ["'; --"] }
  const values = ["a'\\", 7, true, ['b"', null], Buffer.from('c'), null]
  const text = 'select $1::text, $2::int, $3::boolean, $4::text[]::text, $5::bytea::text, $6::text'
  const service = { role: 'service_role', claims: '{}', session: null }
  try {
    assert.deepEqual(await runScoped(pool, guest, said), [['anon', guest.claims, "'; --"]])
    assert.deepEqual(
      await runScoped(pool, guest, { text, values }),
      await runScoped(db.pool, guest, { text, values }),
      'as with one of our own',
    )
    await assert.rejects(runScoped(pool, { ...service, readOnly: true }, addUser('pooled@example.org')), {
      code: '25006',
    })
    await assert.rejects(runScoped(pool, { ...service, role: 'nobody' }, addUser('pooled@example.org')), {
      code: '22023',
    })
    const refuse = () => assert.fail('no')
    await assert.rejects(runScoped(pool, service, addUser('pooled@example.org'), refuse), { message: 'no' })
    assert.ok(!(await users()).includes('pooled@example.org'))
    await runScoped(pool, service, addUser('pooled@example.org'))
    assert.ok((await users()).includes('pooled@example.org'))
    const { rows } = await pool.query(`
      select current_user = session_user and now() = statement_timestamp() as owns,
        (select count(*)::int from pg_prepared_statements where name <> '') as prepared`)
    assert.deepEqual(rows, [{ owns: true, prepared: 0 }])
  } finally {
    await pool.end()
  }
})

function addUser(email: string): Statement {
  return { text: "insert into auth.users (email, encrypted_password) values ($1, 'x') returning id", values: [email] }
}

async function users(): Promise<string[]> {
  const { rows } = await db.pool.query<{ email: string }>('select email from auth.users')
  return rows.map(({ email }) => email)
}

/** Checks that the pool's only connection has the owner's role again and no open transaction. */
async function owns(): Promise<boolean> {
  const { rows } = await db.pool.query('select current_user = session_user and now() = statement_timestamp() as owns')
  return rows[0].owns
}

async function whileAsleep(what: 'pg_cancel_backend' | 'pg_terminate_backend'): Promise<void> {
  const other = new pg.Client(db.url)
  await other.connect()
  const end = `select ${what}(pid) from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
  while ((await other.query(end)).rowCount === 0);
  await other.end()
}
