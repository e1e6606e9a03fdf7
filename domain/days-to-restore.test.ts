import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysLeft } from './days-to-restore.ts'

test('what was just deleted has 30 days left, and the last day is one', () => {
  const deleted = '2025-07-04T12:00:00Z'
  const after: [string, number][] = [
    ['2025-07-04T12:00:00Z', 30],
    ['2025-07-04T12:00:01Z', 30],
    ['2025-07-05T12:00:00Z', 29],
    ['2025-08-03T11:59:59Z', 1],
    ['2025-08-03T12:00:00Z', 1],
    // A clock that is behind the server's.
    ['2025-07-04T11:59:00Z', 30],
  ]
  for (const [now, left] of after) assert.equal(daysLeft(deleted, new Date(now)), left, now)
})
