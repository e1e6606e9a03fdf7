import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byDays, monthSize, paperStyleOf } from './paper.ts'

const event = (title: string, event_date: string, end_date = event_date) => ({ title, event_date, end_date })

test('an event of several days stands on each of them, and days without events are left out', () => {
  const events = [event('Fair', '2026-10-31', '2026-11-02'), event('Choir', '2026-11-02'), event('Late', '2026-12-01')]
  const days = byDays(events, '2026-11-01', '2026-11-30').map(({ day, events }) => [
    day,
    events.map(({ title }) => title),
  ])
  assert.deepEqual(days, [
    ['2026-11-01', ['Fair']],
    ['2026-11-02', ['Fair', 'Choir']],
  ])
})

test('a full month is written smaller', () => {
  assert.equal(monthSize([]), 'normal')
  assert.equal(monthSize([1, 4, 0]), 'normal')
  assert.equal(monthSize([5]), 'small')
  assert.equal(monthSize([2, 12]), 'tiny')
})

test('an unknown sheet is the month', () => {
  assert.equal(paperStyleOf('flyer'), 'flyer')
  assert.equal(paperStyleOf(null), 'month')
  assert.equal(paperStyleOf('__proto__'), 'month')
})
