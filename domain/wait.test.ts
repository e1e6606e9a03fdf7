import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, hours, minutes, seconds } from './durations.ts'
import { waitWords } from './wait.ts'

test('a wait is written in the largest unit that fits, rounded up', () => {
  const expected: [number, string][] = [
    [0, 'in 1 second'],
    [seconds(1), 'in 1 second'],
    [seconds(59), 'in 59 seconds'],
    [seconds(60), 'in 1 minute'],
    [seconds(61), 'in 2 minutes'],
    [minutes(59), 'in 59 minutes'],
    [hours(1), 'in 1 hour'],
    [hours(1) + 1, 'in 2 hours'],
    [hours(23), 'in 23 hours'],
    [days(1), 'in 1 day'],
  ]
  for (const [wait, words] of expected) assert.equal(waitWords(wait), words)
})
