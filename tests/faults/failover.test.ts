// The small version of `node tests/faults/run.ts failover`: the standby is promoted twice under load and during a mailing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withProgram } from './program-fixture.ts'
import { restarting } from './restarts.ts'

test('a promoted standby is found by itself: no acknowledged write is lost, and no mail is sent twice', async () => {
  const report = await withProgram({ pair: true, answerDelayMs: 20 }, (program) =>
    restarting(program, { restarts: 2, perSecond: 20, mails: 150 }),
  )
  console.log(JSON.stringify(report))
  assert.deepEqual(report.wrong, [])
  assert.ok(report.acknowledged > 20)
  assert.deepEqual([report.lost, report.doubled], [0, 0])
  assert.deepEqual([report.mailsLost, report.mailsDoubled], [0, 0])
  assert.deepEqual(report.states, { sent: 150 })
  assert.equal(report.exits, 0)
})
