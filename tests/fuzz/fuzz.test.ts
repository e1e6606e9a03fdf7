// The small version of run.ts: fewer requests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzzing } from './fuzz.ts'

test('hundreds of random requests cause no server error, and neither show nor change private rows', async () => {
  const { wrong, changed, faults, ...report } = await fuzzing({ seed: 20_261_115, requests: 960 })
  console.log(JSON.stringify(report))
  assert.deepEqual(wrong, [])
  assert.deepEqual(changed, [])
  assert.deepEqual(faults, [])
  assert.ok(report.shown > 2, 'some of the questions are good ones')
  assert.ok(report.canaries.columns > 80 && report.canaries.bare.length < report.canaries.columns / 2)
})
