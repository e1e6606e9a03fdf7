// The small version of `run.ts restarts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restarting } from './restarts.ts'

test('the PostgreSQL of npm start is killed again and again: nothing acknowledged is lost, others are told to come back', async () => {
  const report = await restarting({ restarts: 2, perSecond: 60, mails: 150, whole: true })
  console.log(JSON.stringify(report))
  assert.deepEqual(report.wrong, [])
  assert.ok(report.acknowledged > 20)
  assert.ok(
    Object.values(report.answers).every((counts) => (counts[503] ?? 0) > 0),
    'it was away, for everybody',
  )
  assert.deepEqual([report.lost, report.doubled, report.exits], [0, 0, 0])
  assert.deepEqual([report.mailsLost, report.mailsDoubled], [0, 0])
  assert.deepEqual(report.states, { sent: 150 })
})
