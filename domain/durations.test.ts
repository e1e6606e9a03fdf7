import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, hours, inSeconds, minutes, seconds } from './durations.ts'

test('each duration is made of the smaller one', () => {
  assert.deepEqual([seconds(1), minutes(1), hours(1), days(1)], [1000, 60_000, 3_600_000, 86_400_000])
})

test('waiting in whole seconds never ends too early', () => {
  assert.deepEqual([0, 1, 1000, 1001].map(inSeconds), [0, 1, 1, 2])
})
