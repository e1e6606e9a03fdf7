import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { hours, minutes } from '#domain/durations.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { testLog } from '#testing/log.ts'
import { createDatabaseClock } from '#worker/database-clock.ts'
import { startHeartbeat } from '#worker/heartbeat.ts'
import { startWorker } from '#worker/main.ts'
import { queueSchedule, schedule } from '#worker/schedule.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database.close())

test('a worker that cannot read its queue yet waits, and then runs its jobs', async () => {
  const { pool } = database
  const locking = await pool.connect()
  await locking.query('begin; lock table graphile_worker._private_jobs in access exclusive mode')
  const lines: string[] = []
  const greeted = Promise.withResolvers<void>()
  const tasks = {
    ...Object.fromEntries(schedule.map(({ task }) => [task, async () => {}])),
    greet: async () => greeted.resolve(),
  }
  const starting = startWorker({
    pool,
    clock: createDatabaseClock(),
    tasks,
    atOnce: 2,
    log: testLog('warn', lines),
    onReadOnly() {},
  })
  const hasWaited = () => lines.some((line) => line.includes('the queue cannot start yet'))
  const waits = (async () => {
    while (!hasWaited()) await sleep(20)
  })()
  try {
    await Promise.race([waits, starting])
    assert.ok(hasWaited())
  } finally {
    await locking.query('rollback')
    locking.release()
  }

  const worker = await starting
  await pool.query("select graphile_worker.add_job('greet')")
  await greeted.promise
  await worker.stop()
})

/** A worker on a machine whose clock is ahead by so much; it resolves once each job of the schedule has run. */
async function runSchedule(aheadMs: number) {
  const lines: string[] = []
  const ahead = () => Date.now() + aheadMs
  const clock = createDatabaseClock({ clock: { now: () => new Date(ahead()) }, machine: ahead })
  const waited = schedule.map(({ task }) => ({ task, ...Promise.withResolvers<Date>() }))
  const tasks = Object.fromEntries(waited.map(({ task, resolve }) => [task, async () => resolve(clock.now())]))
  const worker = await startWorker({
    pool: database.pool,
    clock,
    tasks,
    atOnce: 2,
    log: testLog('warn', lines),
    onReadOnly() {},
  })
  const ran = await Promise.all(waited.map(({ promise }) => promise))
  const { rows } = await database.pool.query('select is_well from private.worker_state()')
  await worker.stop()
  return { ran, lines, isWell: rows[0].is_well as boolean }
}

/** What a clock that was a day ahead leaves behind. */
const wrongState = `
  update private.sending set scheduled_at = now() + interval '1 day', planned_at = now() + interval '1 day';
  update private.workers set beat_at = now() + interval '1 day';
  select graphile_worker.add_job(task, job_key => task, run_at => now() + interval '1 day')
  from unnest(array['plan-day-of', 'plan-notices', 'sweep']) as task`

test('a clock that was ahead stops nothing: the schedule runs at once, by the clock of the database', async () => {
  await database.pool.query(wrongState)
  const { lines, isWell } = await runSchedule(0)
  assert.deepEqual(lines, [])
  assert.ok(isWell)
})

test('a worker whose clock is wrong works by that of the database, and says so everywhere', async () => {
  for (const aheadMs of [minutes(10), -minutes(10)]) {
    await database.pool.query(wrongState)
    const { ran, lines, isWell } = await runSchedule(aheadMs)
    for (const at of ran) assert.ok(Math.abs(at.getTime() - Date.now()) < minutes(2), at.toISOString())
    assert.equal(lines.filter((line) => line.includes('are apart')).length, 1)
    assert.equal(isWell, false)
  }
})

test('of two workers one queues what is due, once', async () => {
  const { pool } = database
  await pool.query(`update private.sending set scheduled_at = null; delete from graphile_worker._private_jobs`)
  await Promise.all([queueSchedule(pool), queueSchedule(pool), queueSchedule(pool)])
  const jobs = async () => (await pool.query('select count(*)::int, max(revision) from graphile_worker.jobs')).rows
  assert.deepEqual(await jobs(), [{ count: schedule.length, max: 0 }])
  await pool.query(`update private.sending set scheduled_at = date_trunc('minute', now())`)
  await queueSchedule(pool)
  assert.equal((await jobs())[0].count, schedule.length)
  await pool.query('delete from graphile_worker._private_jobs')
})

test('sending holds while the clock has jumped ahead, and goes on by itself', async () => {
  const { pool } = database
  const held = async () =>
    (await pool.query('select array(select reason from private.holds) as reasons, scheduled_at from private.sending'))
      .rows[0]
  const lines: string[] = []
  let passed = 0
  const clock = createDatabaseClock({ monotonic: () => performance.now() + passed })
  const beat = async (workerId: string) =>
    startHeartbeat({ pool, clock, workerId, log: testLog('warn', lines), onReadOnly() {} }).stop()

  await pool.query(`update private.sending set scheduled_at = null; delete from private.holds`)
  await clock.read(pool)
  // Two hours less have passed than the database says.
  passed = -hours(2)
  await pool.query(`insert into private.workers (id) values ('awake')`)
  await beat('asleep')
  assert.deepEqual((await held()).reasons, [], 'another worker is up to date: this machine slept')

  await pool.query('delete from private.workers')
  passed -= hours(26)
  await beat('one')
  assert.match((await held()).reasons.join(), /^The database's clock jumped ahead by 26\.0 hours/)
  await pool.query('update private.sending set scheduled_at = null')
  await beat('one')
  assert.deepEqual(await held().then((row) => [row.reasons.length, row.scheduled_at]), [1, null], 'nothing is queued')

  for (const at of [`now() + interval '1 day'`, `now() - interval '16 minutes'`]) {
    await pool.query(
      `update private.sending set scheduled_at = null; update private.holds set held_at = ${at} where kind = 'clock'; insert into private.holds values ('clock', ${at}, 'the clock') on conflict do nothing`,
    )
    await beat('one')
    const { reasons, scheduled_at } = await held()
    assert.deepEqual(reasons, [])
    assert.notEqual(scheduled_at, null)
  }
  assert.equal(lines.filter((line) => line.includes('sending is on hold')).length, 1)
  await pool.query(
    `insert into private.holds (kind, held_at, reason) values ('operator', now() - interval '1 day', 'moving')`,
  )
  await beat('one')
  assert.deepEqual((await held()).reasons, ['moving'], 'an operator lifts what an operator holds')
  passed -= hours(26)
  await beat('one')
  assert.equal((await held()).reasons.length, 2, 'and it hides no other reason')
  await pool.query('delete from private.holds')
})
