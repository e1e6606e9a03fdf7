// The small version of run.ts: fewer mails and kills.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { inTransaction } from '#database/scope.ts'
import { startSmtp } from '#testing/smtp.ts'
import { signedIn } from '#tests/policies/people.ts'
import { killing } from './kills.ts'
import { stopping } from './stops.ts'
import { openWorkerFixture } from './worker-fixture.ts'

test('kill -9 during a mailing loses no mail, and duplicates at most one per connection and kill', async () => {
  const report = await killing({ mails: 400, kills: 3, signal: 'SIGKILL' })
  console.log(JSON.stringify(report))
  assert.ok(report.kills > 0)
  assert.equal(report.lost, 0)
  assert.ok(report.duplicates <= report.kills * report.connections)
  assert.ok(report.mostDuplicatesOfOneKill <= report.connections)
  assert.ok(report.mostCopies <= 2)
  assert.ok(report.slowestResumeMs <= 60_000)
  assert.deepEqual(report.states, { sent: 400 })
})

test('SIGTERM during a mailing loses and duplicates no mail', async () => {
  const report = await killing({ mails: 400, kills: 3, signal: 'SIGTERM' })
  console.log(JSON.stringify(report))
  assert.ok(report.kills > 0)
  assert.deepEqual([report.lost, report.duplicates], [0, 0])
  assert.deepEqual(report.states, { sent: 400 })
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

test('a worker that is frozen past its lease and resumed sends nothing twice', async () => {
  const report = await stopping({ mails: 300, rounds: 1, workers: 3, stopMs: 35_000 })
  console.log(JSON.stringify(report))
  assert.ok(report.stops > 0)
  assert.deepEqual([report.lost, report.duplicates], [0, 0])
  assert.deepEqual(report.states, { sent: 300 })
})
