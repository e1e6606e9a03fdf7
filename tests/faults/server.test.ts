// The small versions of what run.ts does to a server: one `npm start` lives through all of it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { holdingLock } from './held-lock.ts'
import { sendingTooMuch } from './oversize.ts'
import { openProgramFixture, type ProgramFixture } from './program-fixture.ts'
import { restarting } from './restarts.ts'
import { beingSlow } from './slow-clients.ts'

let program: ProgramFixture
before(async () => {
  program = await openProgramFixture({ whole: true, answerDelayMs: 20 })
})
after(() => program.close())

/** Generous: what is looked for is memory that grows with what strangers send. */
const MEMORY_MB = 250

test('repeated kills of PostgreSQL lose no acknowledged write and send no mail twice; other requests get "retry later"', async () => {
  const report = await restarting(program, { restarts: 2, perSecond: 25, mails: 150 })
  console.log(JSON.stringify(report))
  assert.deepEqual(report.wrong, [])
  assert.ok(report.acknowledged > 20)
  assert.ok(
    Object.values(report.answers).some((counts) => (counts[503] ?? 0) > 0),
    'it was away',
  )
  assert.deepEqual([report.lost, report.doubled], [0, 0])
  assert.deepEqual([report.mailsLost, report.mailsDoubled], [0, 0])
  assert.deepEqual(report.states, { sent: 150 })
})

test('a held lock that blocks every connection delays answers only for a bounded time', async () => {
  const report = await holdingLock(program, { seconds: 8, perSecond: 15 })
  console.log(JSON.stringify(report))
  assert.deepEqual(report.wrong, [])
  assert.ok((report.codes['55P03'] ?? 0) > 0, 'it was felt')
})

test('clients that send and read a byte at a time do not slow down others', async () => {
  const report = await beingSlow(program, { clients: 150, seconds: 1, perSecond: 10 })
  console.log(JSON.stringify(report))
  assert.deepEqual(report.wrong, [])
  assert.ok(!Object.values(report.answers).some((counts) => counts[503]), 'good visitors are served')
  assert.ok(report.memoryMb.highest - report.memoryMb.before < MEMORY_MB)
})

test('oversized requests are refused and do not slow down others', async () => {
  const report = await sendingTooMuch(program, { rounds: 1, megabytes: 8, perSecond: 10 })
  console.log(JSON.stringify(report))
  assert.deepEqual(report.wrong, [])
  const statuses = Object.values(report.refused).flatMap((counts) => Object.keys(counts).map(Number))
  // 0: cut off while still sending.
  assert.deepEqual(
    statuses.filter((status) => ![0, 400, 403, 404, 405, 413, 415, 431].includes(status)),
    [],
  )
  assert.ok(report.memoryMb.highest - report.memoryMb.before < MEMORY_MB)
})

test('no process has exited', () => assert.equal(program.exits(), 0))
