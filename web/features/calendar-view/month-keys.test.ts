import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayForKey } from './month-keys.ts'

const from = (key: string, day = '2025-07-16', shift = false) => dayForKey(key, shift, day)

test('arrows move by a day or a week', () => {
  assert.equal(from('ArrowLeft'), '2025-07-15')
  assert.equal(from('ArrowRight'), '2025-07-17')
  assert.equal(from('ArrowUp'), '2025-07-09')
  assert.equal(from('ArrowDown'), '2025-07-23')
})

test('an arrow leaves the month at its edge', () => {
  assert.equal(from('ArrowRight', '2025-07-31'), '2025-08-01')
  assert.equal(from('ArrowUp', '2025-01-03'), '2024-12-27')
})

test('Home and End go to the edges of the week', () => {
  assert.equal(from('Home'), '2025-07-13')
  assert.equal(from('End'), '2025-07-19')
  assert.equal(dayForKey('Home', false, '2025-07-16', 1), '2025-07-14')
  assert.equal(dayForKey('End', false, '2025-07-20', 1), '2025-07-20')
})

test('PageUp and PageDown keep the day of the month if the month has it', () => {
  assert.equal(from('PageUp'), '2025-06-16')
  assert.equal(from('PageDown'), '2025-08-16')
  assert.equal(from('PageUp', '2025-07-31'), '2025-06-30')
  assert.equal(from('PageDown', '2024-01-30'), '2024-02-29')
})

test('Shift with PageUp and PageDown moves by a year', () => {
  assert.equal(from('PageUp', '2025-07-16', true), '2024-07-16')
  assert.equal(from('PageDown', '2024-02-29', true), '2025-02-28')
})

test('other keys are ignored', () => {
  assert.equal(from('a'), null)
  assert.equal(from('Enter'), null)
  assert.equal(from('Tab'), null)
})
