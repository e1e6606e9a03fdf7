import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matching, placesOf } from './matching-events.ts'

const events = [
  { title: 'Soccer U10', location: '5 Park Rd', location_name: 'Elm Park' },
  { title: 'Soccer U12', location: null, location_name: 'Elm Park' },
  { title: 'Choir', location: '1 Main St', location_name: null },
  { title: 'Walk', location: null, location_name: null },
]

test('a venue is named once, and found by its name or else its address', () => {
  assert.deepEqual(placesOf(events), ['1 Main St', 'Elm Park'])
  const at = (place: string, words = '') => matching(events, { place, words }).map(({ title }) => title)
  assert.deepEqual(at('Elm Park'), ['Soccer U10', 'Soccer U12'])
  assert.deepEqual(at('1 Main St'), ['Choir'])
  assert.equal(at('').length, 4)
  assert.deepEqual(at('Elm Park', ' u12  soccer'), ['Soccer U12'])
  assert.deepEqual(at('Elm Park', 'choir'), [])
})
