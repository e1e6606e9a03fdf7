import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endAfter, lengthOf } from './event-times.ts'

const day = '2026-11-20'
const times = (startTime: string, endTime: string, endDay = day) => ({ day, startTime, endDay, endTime })

test('the end keeps the length when the start moves', () => {
  const moved = (from: [string, string, string?], time: string) => {
    const length = lengthOf(times(...from))
    assert.ok(length)
    const { endDay, endTime } = endAfter({ day, time }, length)
    return `${endDay} ${endTime}`
  }
  assert.equal(moved(['09:00', '17:00'], '10:30'), '2026-11-20 18:30')
  assert.equal(moved(['18:30', '20:00'], '09:00'), '2026-11-20 10:30')
  assert.equal(moved(['22:00', '02:00', '2026-11-21'], '20:00'), '2026-11-21 00:00')
  assert.equal(moved(['09:00', '12:00', '2026-11-22'], '10:00'), '2026-11-22 13:00')
})

test('an event that would newly run past midnight gets an hour, at most until midnight', () => {
  const length = lengthOf(times('09:00', '17:00'))
  assert.ok(length)
  assert.deepEqual(endAfter({ day, time: '18:30' }, length), { endDay: day, endTime: '19:30' })
  assert.deepEqual(endAfter({ day, time: '23:30' }, length), { endDay: day, endTime: '23:59' })
})

test('times that are incomplete or the wrong way round have no length', () => {
  assert.equal(lengthOf(times('', '17:00')), null)
  assert.equal(lengthOf(times('17:00', '09:00')), null)
  assert.equal(lengthOf(times('09:00', '17:00', '')), null)
})
