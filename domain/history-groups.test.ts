import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HistoryEntry } from './history.ts'
import { groupHistory } from './history-groups.ts'

const entry = (id: number, created_at: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id,
  created_at,
  actor: 'Olga',
  entity_type: 'contact',
  action: 'create',
  subject: null,
  is_self: false,
  details: {},
  ...more,
})
const shown = (entries: HistoryEntry[]) =>
  groupHistory(entries, 'America/Chicago').map(({ day, groups }) => [day, groups.map((group) => group.entries.length)])
const many = (count: number, at: string, more: Partial<HistoryEntry> = {}) =>
  Array.from({ length: count }, (_, n) => entry(n, at, more))

test('days are those of the calendar, newest first', () => {
  assert.deepEqual(shown([entry(2, '2026-11-17T06:30:00Z'), entry(1, '2026-11-17T05:30:00Z')]), [
    ['2026-11-17', [1]],
    ['2026-11-16', [1]],
  ])
})

test('four of a kind in a row are one; three, or another person, action or thing between them, are not', () => {
  const at = '2026-11-17T18:00:00Z'
  assert.deepEqual(shown(many(58, at)), [['2026-11-17', [58]]])
  assert.deepEqual(shown(many(3, at)), [['2026-11-17', [1, 1, 1]]])
  assert.deepEqual(shown([...many(4, at), entry(9, at, { actor: 'Ada' }), ...many(4, at)]), [['2026-11-17', [4, 1, 4]]])
  assert.deepEqual(shown([...many(4, at), ...many(4, at, { action: 'delete' })]), [['2026-11-17', [4, 4]]])
  assert.deepEqual(shown(many(4, at, { entity_type: 'calendar', action: 'update' })), [['2026-11-17', [1, 1, 1, 1]]])
  assert.deepEqual(shown([]), [])
})

test('a group ends with its day', () => {
  assert.deepEqual(shown([...many(4, '2026-11-17T18:00:00Z'), ...many(4, '2026-11-16T18:00:00Z')]), [
    ['2026-11-17', [4]],
    ['2026-11-16', [4]],
  ])
})
