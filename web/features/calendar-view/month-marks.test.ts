import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countOf, type MarkedEvent, marksOf } from './month-marks.ts'

const on = (event_date: string, end_date = event_date, more: Partial<MarkedEvent> = {}): MarkedEvent => ({
  event_date,
  end_date,
  category: 'Event',
  status: 'scheduled',
  ...more,
})

test('an event of one day is a dot, and a cancelled one an empty dot', () => {
  const days = marksOf([on('2025-07-04'), on('2025-07-04', '2025-07-04', { status: 'cancelled', category: 'Alert' })])
  assert.deepEqual(days['2025-07-04']?.dots, [
    { category: 'Event', isOff: false },
    { category: 'Alert', isOff: true },
  ])
})

test('an event over several days is a bar in one row, from its first to its last day', () => {
  const days = marksOf([on('2025-07-03', '2025-07-05'), on('2025-07-05', '2025-07-06'), on('2025-07-06', '2025-07-07')])
  const lanes = (day: string) => days[day]?.bars.map((bar) => bar && [bar.isFirst, bar.isLast])
  assert.deepEqual(lanes('2025-07-04'), [[false, false]])
  assert.deepEqual(lanes('2025-07-05'), [
    [false, true],
    [true, false],
  ])
  // The first lane is free again.
  assert.deepEqual(lanes('2025-07-06'), [
    [true, false],
    [false, true],
  ])
})

test('a third event over the same days is a dot on each of them', () => {
  const days = marksOf([on('2025-07-03', '2025-07-04'), on('2025-07-03', '2025-07-04'), on('2025-07-03', '2025-07-04')])
  assert.equal(days['2025-07-04']?.dots.length, 1)
  assert.equal(countOf(days['2025-07-04']!), 3)
})
