import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type pg from 'pg'
import { addEvent, fixedClock, makeCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { testLog } from '#testing/log.ts'
import { planDayOf } from '#worker/jobs/plan-day-of.ts'
import { dispatch } from '#worker/sending/dispatch.ts'
import { createLedger, type Mailing } from '#worker/sending/ledger.ts'

let database: TestDatabase
const clock = fixedClock('2025-07-04T13:00:00Z')
before(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  clock.set('2025-07-04T13:00:00Z')
  await emptyTables(database.pool)
})
after(() => database.close())

test('a mail whose permission was committed, but arrived too late, is planned again', async () => {
  const { pool } = database
  const mailing = await plannedMailing(pool, ['ann@example.org'])
  const deaf = deafOnce(pool)
  const ledger = createLedger({ pool: deaf.pool, clock, holder: () => 1 })
  const [row] = await ledger.claim(mailing, 1)
  assert.ok(row)
  const begin = await beginOf(pool, mailing)

  deaf.next()
  await assert.rejects(ledger.begin(row, begin), /Query read timeout/)
  assert.deepEqual(deaf.verdicts, ['go'])
  await ledger.flushed()
  const { rows: states } = await pool.query('select state, attempts, copies, lease_token from public.deliveries')
  assert.deepEqual(states, [{ state: 'planned', attempts: 0, copies: 0, lease_token: null }])

  const [again] = await ledger.claim(mailing, 1)
  assert.ok(again)
  assert.equal(await ledger.begin(again, begin), 'go')
})

test('a message that may have left waits until no worker has died for twenty seconds; the others continue at once', async () => {
  const { pool } = database
  const mailing = await plannedMailing(pool, ['ann@example.org', 'bob@example.org', 'cleo@example.org'])
  // Holds no lock: a worker that is dead already, for whoever looks.
  const ledger = createLedger({ pool, clock, holder: () => 1 })
  const dieWith = async ({ leaving }: { leaving: number }) => {
    const rows = await ledger.claim(mailing, 2)
    for (const row of rows.slice(0, leaving)) assert.equal(await ledger.begin(row, await beginOf(pool, mailing)), 'go')
    await pool.query(`update public.deliveries set lease_until = now() where state = 'committing'`)
    assert.equal(await ledger.recover(), rows.length)
    return rows.map(({ address }) => address)
  }
  const due = async () => {
    const rows = await ledger.claim(mailing, 10)
    for (const row of rows) ledger.settle(row, { state: 'planned', refused: true, unused: true })
    await ledger.flushed()
    return rows.map(({ address }) => address).sort()
  }

  const [left, unsent] = await dieWith({ leaving: 1 })
  const others = ['ann@example.org', 'bob@example.org', 'cleo@example.org'].filter((address) => address !== left)
  assert.ok(unsent && others.includes(unsent))
  assert.deepEqual(await due(), others)

  clock.set('2025-07-04T13:00:15Z')
  await dieWith({ leaving: 0 })
  clock.set('2025-07-04T13:00:21Z')
  assert.deepEqual(await due(), others)
  clock.set('2025-07-04T13:00:35Z')
  assert.equal((await due()).length, 3)
  const { rows } = await pool.query('select copies from public.deliveries where address = $1', [left])
  assert.deepEqual(rows, [{ copies: 1 }])
})

test('a lease is renewed without waiting for rows that are being written', async () => {
  const { pool } = database
  const mailing = await plannedMailing(pool, ['ann@example.org', 'bob@example.org'])
  const ledger = createLedger({ pool, clock, holder: () => 1 })
  const rows = await ledger.claim(mailing, 2)
  await pool.query('update public.deliveries set lease_until = now()')
  const writing = await pool.connect()
  try {
    await writing.query('begin')
    await writing.query('select from public.deliveries where id = $1 for update', [rows[0]?.id])
    await ledger.renew(rows)
  } finally {
    await writing.query('rollback')
    writing.release()
  }
  const { rows: renewed } = await pool.query('select id from public.deliveries where lease_until > now()')
  assert.deepEqual(renewed, [{ id: rows[1]?.id }])
})

test('the Message-ID is stored with the outcome of the first copy, and before a second copy leaves', async () => {
  const { pool } = database
  const mailing = await plannedMailing(pool, ['ann@example.org'])
  const ledger = createLedger({ pool, clock, holder: () => 1 })
  const begin = await beginOf(pool, mailing)
  const named = async () => (await pool.query('select message_id, state from public.deliveries')).rows[0]
  const tryOnce = async () => {
    const [row] = await ledger.claim(mailing, 1)
    assert.ok(row)
    assert.equal(await ledger.begin(row, begin), 'go')
    return row
  }

  await tryOnce()
  assert.deepEqual(await named(), { message_id: null, state: 'committing' })
  await pool.query('update public.deliveries set lease_until = now()')
  assert.equal(await ledger.recover(), 1)
  clock.set('2025-07-04T13:00:21Z')

  const row = await tryOnce()
  assert.deepEqual(await named(), { message_id: begin.messageId, state: 'committing' })
  await pool.query('update public.deliveries set message_id = null')
  ledger.settle(row, { state: 'sent' })
  await ledger.flushed()
  assert.deepEqual(await named(), { message_id: begin.messageId, state: 'sent' })
})

test('an outcome is not lost when somebody else writes its row at the same moment', async () => {
  const { pool } = database
  const mailing = await plannedMailing(pool, ['ann@example.org', 'bob@example.org', 'cleo@example.org'])
  const ledger = createLedger({ pool, clock, holder: () => 1 })
  const begin = await beginOf(pool, mailing)
  const [ann, bob, cleo] = await ledger.claim(mailing, 3)
  assert.ok(ann && bob && cleo)
  for (const row of [ann, bob]) assert.equal(await ledger.begin(row, begin), 'go')
  const other = await pool.connect()
  await other.query('begin')
  await other.query(`update public.deliveries set lease_until = lease_until + interval '1 second' where id = $1`, [
    bob.id,
  ])
  const going = ledger.begin(cleo, begin)
  for (const row of [ann, bob]) ledger.settle(row, { state: 'sent' })
  const isWaiting = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))'
  const { rows } = await other.query('select pg_backend_pid() as pid')
  while ((await pool.query(isWaiting, [rows[0].pid])).rowCount === 0);
  await other.query('commit')
  other.release()
  assert.equal(await going, 'go')
  await ledger.flushed()
  const { rows: states } = await pool.query('select state from public.deliveries order by state')
  assert.deepEqual(
    states.map(({ state }) => state),
    ['committing', 'sent', 'sent'],
  )
})

test('a request at the very moment the last batch ends is answered', async () => {
  const { pool } = database
  const mailing = await plannedMailing(pool, ['ann@example.org', 'bob@example.org'])
  const ledger = createLedger({ pool, clock, holder: () => 1 })
  const begin = await beginOf(pool, mailing)
  const [ann, bob] = await ledger.claim(mailing, 2)
  assert.ok(ann && bob)
  // A few turns after an answer the call that brought it ends; none of them may be too early to wait for it, and too late to go with it.
  for (let turns = 0; turns < 10; turns++) {
    await ledger.begin(ann, begin)
    for (let turn = 0; turn < turns; turn++) await undefined
    await ledger.begin(bob, begin)
  }
})

test('every worker queues jobs in the same order, so that none deadlocks', async () => {
  const { pool } = database
  for (let i = 0; i < 8; i += 1) await plannedMailing(pool, ['ann@example.org'])
  await pool.query('delete from graphile_worker._private_jobs')
  const ledger = createLedger({ pool, clock, holder: () => 1 })
  assert.equal(await dispatch({ ledger, pool, clock, log: testLog('error', []) }), 8)
  const { rows } = await pool.query('select key from graphile_worker._private_jobs order by id')
  const keys = rows.map(({ key }) => key)
  assert.deepEqual(keys, keys.toSorted())
})

test('no index changes when a mail is about to leave', async () => {
  const { rows } = await database.pool.query(`
    select i.relname as index, array_agg(a.attname::text order by a.attnum) as columns
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_am am on am.oid = i.relam and am.amname <> 'brin'
    join pg_attribute a on a.attrelid = x.indrelid and (
      a.attnum = any (x.indkey)
      or exists (select from pg_depend d where d.objid = i.oid and d.refobjid = x.indrelid and d.refobjsubid = a.attnum)
    )
    where x.indrelid = 'public.deliveries'::regclass
    group by 1`)
  const columns = rows.flatMap((row) => row.columns)
  for (const used of ['lease_token', 'is_waiting', 'message_id']) assert.ok(columns.includes(used), used)
  // What the step writes, but for the name of a second copy.
  for (const written of ['state', 'copies', 'segments', 'updated_at']) assert.ok(!columns.includes(written), written)
})

test("the check before a mail leaves uses keys, whatever PostgreSQL's statistics say", async () => {
  const { pool } = database
  for (let i = 0; i < 12; i += 1) await makeCalendar(pool)
  const mailing = await plannedMailing(pool, ['ann@example.org', 'bob@example.org'])
  const begin = await beginOf(pool, mailing)
  const client = await pool.connect()
  try {
    const ledger = createLedger({ pool: client as unknown as pg.Pool, clock, holder: () => 1 })
    const rows = await ledger.claim(mailing, 2)
    // One transaction, or what was read may be handed over between the two looks.
    await client.query('begin')
    const before = await rowsRead(client)
    const verdicts = await Promise.all(rows.map((row) => ledger.begin(row, begin)))
    assert.deepEqual(verdicts, ['go', 'go'])
    const after = await rowsRead(client)
    for (const table of ['calendars', 'mailings']) assert.equal((after[table] ?? 0) - (before[table] ?? 0), 2, table)
    await client.query('commit')
  } finally {
    client.release()
  }
})

test('a mail leaves only for the address whose opt-outs were locked', async () => {
  const { pool } = database
  const mailing = await plannedMailing(pool, ['ann@example.org'])
  const ledger = createLedger({ pool, clock, holder: () => 1 })
  const begin = await beginOf(pool, mailing)
  const [row] = await ledger.claim(mailing, 1)
  assert.ok(row)
  assert.equal(await ledger.begin({ ...row, address: 'bob@example.org' }, begin), 'again')
  assert.equal(await ledger.begin({ ...row, channel: 'sms' }, begin), 'again')
  assert.equal(await ledger.begin(row, begin), 'go')
})

test('half of the simultaneous requests are answered first, so that they leave while the rest are committed', async () => {
  const { pool } = database
  const emails = ['ann@example.org', 'bob@example.org', 'cleo@example.org', 'dan@example.org']
  const mailing = await plannedMailing(pool, emails)
  const calls: [string, number][] = []
  const query = async (asked: pg.QueryConfig<unknown[]>) => {
    if (asked.name === 'advance') calls.push(['asked', JSON.parse(asked.values?.[2] as string).length])
    return pool.query(asked)
  }
  const ledger = createLedger({ pool: { query } as unknown as pg.Pool, clock, holder: () => 1 })
  const begin = await beginOf(pool, mailing)
  const rows = await ledger.claim(mailing, 4)
  await Promise.all(rows.map((row) => ledger.begin(row, begin).then(() => calls.push(['heard', 1]))))
  assert.deepEqual(
    calls.slice(0, 3).map(([what]) => what),
    ['asked', 'heard', 'heard'],
  )
  assert.deepEqual(
    calls.filter(([what]) => what === 'asked').map(([, count]) => count),
    [2, 2],
  )
})

async function rowsRead(client: pg.ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query(
    'select relname, (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables',
  )
  return Object.fromEntries(rows.map(({ relname, read }) => [relname, read]))
}

async function beginOf(pool: pg.Pool, { calendarId }: Mailing) {
  const { rows } = await pool.query('select version from public.calendars where id = $1', [calendarId])
  return { version: rows[0].version as string, messageId: '<one@town.example>' }
}

async function plannedMailing(pool: pg.Pool, emails: string[]): Promise<Mailing> {
  const calendar = await makeCalendar(pool, { emails })
  await addEvent(pool, calendar, { day: '2025-07-04' })
  await planDayOf({ pool, clock, log: testLog('error') })(null, undefined as never)
  const { rows } = await pool.query('select id, calendar_id from public.mailings')
  return { id: rows[0].id, calendarId: rows[0].calendar_id, channel: 'email' }
}

/** Simulates a process that was suspended: PostgreSQL has run the query, but its answer arrives after the timeout. */
function deafOnce(pool: pg.Pool) {
  const verdicts: string[] = []
  let isDeaf = false
  const query = async (...asked: Parameters<typeof pool.query>) => {
    const answer = await pool.query(...asked)
    if (!isDeaf) return answer
    isDeaf = false
    verdicts.push(...(answer as unknown as pg.QueryResult).rows.map(({ verdict }) => verdict))
    throw new Error('Query read timeout')
  }
  return {
    pool: { query } as unknown as pg.Pool,
    verdicts,
    next() {
      isDeaf = true
    },
  }
}
