import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newRule } from './rule.ts'
import { daysFrom, occurrenceTimes } from './series.ts'

const weekly = { startsOn: '2025-07-01', rule: newRule('WEEKLY'), rdates: [], exdates: [] }

test('days besides the rule are added in their place, days in spite of it are left out', () => {
  const days = (more: object, max = 4, to?: string) => daysFrom({ ...weekly, ...more }, '2025-07-01', max, to)
  assert.deepEqual(days({}), ['2025-07-01', '2025-07-08', '2025-07-15', '2025-07-22'])
  assert.deepEqual(days({ rdates: ['2025-07-10', '2025-07-08'] }), [
    '2025-07-01',
    '2025-07-08',
    '2025-07-10',
    '2025-07-15',
  ])
  assert.deepEqual(days({ exdates: ['2025-07-08'], rdates: ['2025-07-08'] }, 2), ['2025-07-01', '2025-07-15'])
  assert.deepEqual(days({ rdates: ['2025-12-24'] }, 9, '2025-07-20'), ['2025-07-01', '2025-07-08', '2025-07-15'])
  const twice = newRule('WEEKLY', { count: 2 })
  assert.deepEqual(days({ rule: twice, rdates: ['2025-12-24', '2025-06-01'] }), [
    '2025-07-01',
    '2025-07-08',
    '2025-12-24',
  ])
})

test('nine o’clock is nine o’clock on either side of a clock change', () => {
  const zone = 'America/New_York'
  const times = { startsAt: '09:00', endsAt: '10:00', endDays: 0 }
  assert.equal(occurrenceTimes('2025-03-08', times, zone).start.toISOString(), '2025-03-08T14:00:00.000Z')
  assert.equal(occurrenceTimes('2025-03-09', times, zone).start.toISOString(), '2025-03-09T13:00:00.000Z')
})

test('half past two moves with the gap of spring, and means the first of autumn’s two', () => {
  const zone = 'America/Chicago'
  const at = (day: string, startsAt: string, endsAt: string) => {
    const { start, end } = occurrenceTimes(day, { startsAt, endsAt, endDays: 0 }, zone)
    return [start.toISOString().slice(11, 16), end.toISOString().slice(11, 16)]
  }
  assert.deepEqual(at('2025-03-09', '02:30', '03:45'), ['08:30', '08:45'])
  // The end would come before the start: it lasts as long as ever.
  assert.deepEqual(at('2025-03-09', '02:30', '03:15'), ['08:30', '09:15'])
  assert.deepEqual(at('2025-11-02', '01:30', '01:45'), ['06:30', '06:45'])
})

test('what runs through the night of a change ends by the clock', () => {
  const night = { startsAt: '22:00', endsAt: '06:00', endDays: 1 }
  const hours = (day: string) => {
    const { start, end } = occurrenceTimes(day, night, 'America/Denver')
    return (end.getTime() - start.getTime()) / 3_600_000
  }
  assert.deepEqual(['2025-03-08', '2025-07-04', '2025-11-01'].map(hours), [7, 8, 9])
})
