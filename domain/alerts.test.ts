import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alertEnd, isConfirmed, needsConfirming } from './alerts.ts'

const zone = 'America/Chicago'
/** 7:12 in the morning. */
const now = new Date('2026-11-17T13:12:00Z')
const end = (span: 'hour' | 'today' | 'tomorrow' | 'time', at = now, day = '2026-11-18', time = '06:30') =>
  alertEnd({ span, day, time }, at, zone)?.toISOString() ?? null

test('an alert ends in an hour, tonight, tomorrow night, or at a time on the calendar’s clock', () => {
  assert.equal(end('hour'), '2026-11-17T14:12:00.000Z')
  assert.equal(end('today'), '2026-11-18T05:59:00.000Z')
  assert.equal(end('tomorrow'), '2026-11-19T05:59:00.000Z')
  assert.equal(end('time'), '2026-11-18T12:30:00.000Z')
})

test('an alert never ends before it begins', () => {
  assert.equal(end('time', now, '2026-11-17', '07:12'), null)
  assert.equal(end('time', now, '2026-11-31', '08:00'), null)
  assert.equal(end('time', now, '2026-11-18', ''), null)
  // Three minutes before midnight, today is an hour.
  assert.equal(end('today', new Date('2026-11-18T05:57:00Z')), '2026-11-18T06:57:00.000Z')
})

test('the autumn change does not move midnight', () => {
  assert.equal(end('today', new Date('2026-11-01T06:30:00Z')), '2026-11-02T05:59:00.000Z')
})

test('more than 500 people are confirmed with their number, or with the name of the calendar', () => {
  assert.deepEqual([500, 501].map(needsConfirming), [false, true])
  for (const typed of ['1204', ' 1,204 ', '1 204', 'barton hills ']) assert.ok(isConfirmed(typed, 1204, 'Barton Hills'))
  for (const typed of ['', '120', '12040', 'Barton', 'yes']) assert.ok(!isConfirmed(typed, 1204, 'Barton Hills'))
})
