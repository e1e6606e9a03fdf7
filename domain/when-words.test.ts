import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantAt } from './dates.ts'
import { whenWords } from './when-words.ts'

const zone = 'America/Chicago'
const at = (day: string, time: string) => instantAt(day, time, zone)
const [friday, saturday] = ['2025-07-04', '2025-07-05']

test('an event is told by its day and times, and by its last day when that is another', () => {
  const days = { event_date: friday, end_date: friday, all_day: false }
  assert.equal(
    whenWords({ ...days, start: at(friday, '09:00'), end: at(friday, '17:00') }, zone),
    'Friday, July 4, 2025, 9:00 AM – 5:00 PM',
  )
  assert.equal(
    whenWords({ ...days, end_date: saturday, start: at(friday, '21:00'), end: at(saturday, '02:00') }, zone),
    'Friday, July 4, 2025, 9:00 PM – Saturday, July 5, 2025, 2:00 AM',
  )
})

test('whole days have no times', () => {
  const whole = { all_day: true, event_date: friday, start: at(friday, '00:00'), end: at('2025-07-06', '00:00') }
  assert.equal(whenWords({ ...whole, end_date: friday }, zone), 'Friday, July 4, 2025')
  assert.equal(whenWords({ ...whole, end_date: saturday }, zone), 'Friday, July 4, 2025 – Saturday, July 5, 2025')
})
