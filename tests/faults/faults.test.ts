// The small version of run.ts: fewer mails and kills.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { inTransaction } from '#database/scope.ts'
import { startSmtp } from '#testing/smtp.ts'
import { signedIn } from '#tests/policies/people.ts'
import { killing } from './kills.ts'
import { stopping } from './stops.ts'
import { openWaitingList } from './waiting-list.ts'
import { openWorkerFixture } from './worker-fixture.ts'

test('kill -9 loses nothing, and duplicates at most one mail per connection and kill', async () => {
  const report = await killing({ mails: 400, kills: 3, signal: 'SIGKILL' })
  console.log(JSON.stringify(report))
  assert.ok(report.kills > 0)
  for (const [kind, { lost, mostCopies }] of Object.entries(report.kinds)) {
    assert.equal(lost, 0, kind)
    if (kind !== 'posts') assert.ok(mostCopies <= 2, kind)
  }
  assert.ok(report.mailings.mostOfOneKill <= report.connections)
  assert.ok(report.kinds.promotions.mostOfOneKill <= 4)
  assert.ok(report.kinds.posts.mostOfOneKill <= 1)
  assert.ok(report.slowestResumeMs <= 60_000)
  assert.deepEqual(Object.keys(report.states), ['sent'])
})

test('SIGTERM loses and duplicates nothing', async () => {
  const report = await killing({ mails: 400, kills: 3, signal: 'SIGTERM' })
  console.log(JSON.stringify(report))
  assert.ok(report.kills > 0)
  for (const [kind, { lost, secondCopies }] of Object.entries(report.kinds))
    assert.deepEqual([lost, secondCopies], [0, 0], kind)
  assert.deepEqual(Object.keys(report.states), ['sent'])
})

test('kill -9 while an event waits its ten minutes sends it once', async (t) => {
  const workers = await openWorkerFixture()
  t.after(() => workers.close())
  await workers.addMailing(20, { isNew: true })
  const first = workers.startWorker()
  await workers.plan()
  assert.deepEqual(await workers.states(), {}, 'nothing is planned yet')
  first.kill('SIGKILL')
  await first.ended
  // The ten minutes end while nobody works.
  await workers.database.pool.query('update private.waiting_events set due_at = now()')
  for (let round = 0; round < 2; round++) {
    const next = workers.startWorker()
    await workers.plan()
    await workers.until(async () => (await workers.states()).sent === 20, 60_000)
    next.kill('SIGKILL')
    await next.ended
  }
  assert.deepEqual(workers.counts(), { expected: 20, accepted: 20, lost: 0, duplicates: 0, mostCopies: 1 })
})

test('kill -9 in the middle of an alert sends it to everybody once', async (t) => {
  const people = 20
  const beforeTheKill = 7
  let begun = 0
  let isOpen = false
  // Lets so many mails begin; the others wait until the next worker is there, so that none is on its way at the kill.
  const smtp = await startSmtp({
    keepRaw: false,
    server: {
      onMailFrom(_address, _session, callback) {
        if (isOpen || ++begun <= beforeTheKill) callback()
      },
    },
  })
  const workers = await openWorkerFixture({ smtp })
  t.after(() => workers.close())
  const { pool } = workers.database
  const { id, owner } = await workers.addMailing(people, { isNew: true })
  const first = workers.startWorker()
  const send = `select public.send_new_alert($1, $2, 'Boil water', 'Until further notice.', now() + interval '1 day')`
  const key = randomUUID()
  const sendAlert = () => inTransaction(pool, (client) => client.query(send, [key, id]), signedIn(owner))
  await sendAlert()
  await workers.until(async () => (await workers.states()).sent === beforeTheKill, 60_000)
  first.kill('SIGKILL')
  await first.ended
  assert.equal(workers.smtp.taken.length, beforeTheKill)

  // Somebody who saw no answer sends it again.
  await sendAlert()
  isOpen = true
  for (let round = 0; round < 2; round++) {
    const next = workers.startWorker()
    await workers.plan()
    await workers.until(async () => (await workers.states()).sent === people, 60_000)
    next.kill('SIGKILL')
    await next.ended
  }
  assert.deepEqual(workers.counts(), { expected: people, accepted: people, lost: 0, duplicates: 0, mostCopies: 1 })
})

test('kill -9 between a promotion and its mail: who moved up is mailed once, and no place is given twice', async (t) => {
  const places = 10
  const beforeTheKill = 3
  let begun = 0
  let isOpen = false
  // As above: none is on its way at the kill.
  const smtp = await startSmtp({
    keepRaw: false,
    server: {
      onMailFrom(_address, _session, callback) {
        if (isOpen || ++begun <= beforeTheKill) callback()
      },
    },
  })
  const workers = await openWorkerFixture({ smtp })
  t.after(() => workers.close())
  const { pool } = workers.database
  const { event, waiting, giveUp } = await openWaitingList(workers.database, places)
  const left = async () =>
    (await pool.query("select from graphile_worker.jobs where key like 'rsvps/promoted:%'")).rowCount

  const first = workers.startWorker()
  await giveUp(places)
  await workers.until(async () => (await left()) === places - beforeTheKill, 60_000)
  first.kill('SIGKILL')
  await first.ended
  assert.equal(smtp.taken.length, beforeTheKill)

  isOpen = true
  // Half a minute later.
  await pool.query("update private.workers set beat_at = beat_at - interval '30 seconds'")
  const next = workers.startWorker()
  await workers.until(async () => (await left()) === 0, 60_000)
  next.kill('SIGKILL')
  await next.ended
  assert.deepEqual(smtp.taken.map(({ to }) => to[0]).sort(), waiting.sort())
  const { rows } = await pool.query(
    `select taken, (select count(*)::int from public.rsvp_answers where event_id = $1 and answer = 'going' and waiting_since is null) as held
     from public.event_rsvps where event_id = $1`,
    [event],
  )
  assert.deepEqual(rows, [{ taken: places, held: places }])
})

test('a worker that is frozen past its lease and resumed sends nothing twice', async () => {
  const report = await stopping({ mails: 300, rounds: 1, workers: 3, stopMs: 35_000 })
  console.log(JSON.stringify(report))
  assert.ok(report.stops > 0)
  assert.deepEqual([report.lost, report.duplicates], [0, 0])
  assert.deepEqual(report.states, { sent: 300 })
})
