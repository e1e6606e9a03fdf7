import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownTimeWords, placeWords, timeWords, whenWords } from './event-words.ts'

const zone = 'America/Chicago'
const at = (start_time: string, end_time: string, all_day = false) => ({ start_time, end_time, all_day })
const evening = at('2025-07-04T23:00:00Z', '2025-07-05T00:30:00Z')
const night = at('2025-07-05T03:00:00Z', '2025-07-05T07:00:00Z')
const untilMidnight = at('2025-07-05T01:00:00Z', '2025-07-05T05:00:00Z')
const holiday = at('2025-07-04T05:00:00Z', '2025-07-05T05:00:00Z', true)
const fair = at('2025-07-04T05:00:00Z', '2025-07-07T05:00:00Z', true)

test('the day is said only where there are two', () => {
  assert.equal(timeWords(evening, zone), '6:00 PM – 7:30 PM')
  assert.equal(timeWords(night, zone), 'Jul 4, 10:00 PM – Jul 5, 2:00 AM')
  assert.equal(timeWords(untilMidnight, zone), '8:00 PM – 12:00 AM')
  assert.equal(timeWords(holiday, zone), 'All day')
  assert.equal(timeWords(fair, zone), 'All day, Jul 4 – Jul 6')
})

test('with its day, an event can be told to somebody who looks at nothing else', () => {
  assert.equal(whenWords(evening, zone), 'Friday, July 4, 2025, 6:00 PM – 7:30 PM CDT')
  assert.equal(whenWords(night, zone), 'Friday, July 4, 2025, 10:00 PM – Saturday, July 5, 2025, 2:00 AM CDT')
  assert.equal(whenWords(holiday, zone), 'Friday, July 4, 2025, all day')
  assert.equal(whenWords(fair, zone), 'Friday, July 4, 2025 – Sunday, July 6, 2025, all day')
})

test('somebody elsewhere sees their own time too, when it is another', () => {
  assert.equal(ownTimeWords(evening, zone, 'America/New_York'), '7:00 PM – 8:30 PM EDT')
  assert.equal(ownTimeWords(evening, zone, 'Europe/Berlin'), 'Jul 5, 1:00 AM – 2:30 AM GMT+2')
  assert.equal(ownTimeWords(evening, zone, zone), null)
  // Another name, the same clock.
  assert.equal(ownTimeWords(evening, zone, 'America/Winnipeg'), null)
  assert.equal(ownTimeWords(fair, zone, 'Europe/Berlin'), null)
})

test('a place is one line, whatever of it there is', () => {
  assert.equal(placeWords({ location_name: 'Hall', location: '1 Main St' }), 'Hall, 1 Main St')
  assert.equal(placeWords({ location_name: null, location: null }), '')
})

test('the same in Spanish', () => {
  assert.equal(timeWords(evening, zone, 'es'), '6:00 p.m. – 7:30 p.m.')
  assert.equal(timeWords(fair, zone, 'es'), 'Todo el día, 4 jul – 6 jul')
  assert.equal(whenWords(evening, zone, 'es'), 'viernes, 4 de julio de 2025, 6:00 p.m. – 7:30 p.m. CDT')
  assert.equal(whenWords(holiday, zone, 'es'), 'viernes, 4 de julio de 2025, todo el día')
})
