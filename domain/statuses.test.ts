import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ShownStatus, shownStatus, takesPlace } from './statuses.ts'

const NOW = Date.parse('2026-11-18T18:00:00Z')
const [before, after] = ['2026-11-18T18:00:00Z', '2026-11-18T18:00:01Z']

// category, status, end, full; shown
const cases: [Parameters<typeof shownStatus>[0]['category'], ShownStatus, string, boolean, ShownStatus][] = [
  ['Event', 'scheduled', after, false, 'scheduled'],
  ['Event', 'scheduled', before, false, 'scheduled'],
  ['Event', 'scheduled', after, true, 'full'],
  ['Event', 'moved', after, true, 'moved'],
  ['Event', 'cancelled', after, true, 'cancelled'],
  ['Alert', 'scheduled', after, false, 'scheduled'],
  ['Alert', 'scheduled', before, false, 'over'],
  ['Alert', 'moved', before, false, 'over'],
  ['Alert', 'cancelled', before, false, 'cancelled'],
  ['Alert', 'over', before, false, 'over'],
]

for (const [category, status, end_time, isFull, shown] of cases) {
  test(`${category}, ${status}, ${end_time === before ? 'ended' : 'not ended'}${isFull ? ', full' : ''}: ${shown}`, () => {
    assert.equal(shownStatus({ category, status, end_time }, isFull, NOW), shown)
  })
}

test('an alert that is over holds no more', () => {
  assert.deepEqual(['scheduled', 'full', 'moved', 'over', 'cancelled', 'postponed'].filter(takesPlace), [
    'scheduled',
    'full',
    'moved',
  ])
})
