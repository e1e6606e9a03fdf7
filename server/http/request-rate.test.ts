import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequestRate } from './request-rate.ts'

function open() {
  const clock = { ms: 0 }
  const waitOf = createRequestRate({ perSecond: 10, burst: 3, waitMs: 250, now: () => clock.ms })
  return { clock, waitOf }
}

test('after its burst a network gets its requests one by one, and is refused where the wait would be too long', () => {
  const { waitOf } = open()
  const waits = Array.from({ length: 7 }, () => waitOf('a'))
  assert.deepEqual(waits, [0, 0, 0, 100, 200, null, null])
})

test('a refused request uses up nothing, and time brings everything back', () => {
  const { clock, waitOf } = open()
  for (let n = 0; n < 100; n++) waitOf('a')
  clock.ms += 100
  assert.equal(waitOf('a'), 200)
  clock.ms += 10_000
  assert.deepEqual(
    Array.from({ length: 4 }, () => waitOf('a')),
    [0, 0, 0, 100],
  )
})

test('other networks notice nothing', () => {
  const { waitOf } = open()
  for (let n = 0; n < 100; n++) waitOf('a')
  assert.equal(waitOf('b'), 0)
})
