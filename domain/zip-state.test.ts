import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stateNames } from './places.ts'
import { stateOfZip } from './zip-state.ts'

test('a ZIP code says its state', () => {
  const known = { '78704': 'Texas', ' 02139 ': 'Massachusetts', '10001-1234': 'New York', '00501': 'New York' }
  const more = { '97201': 'Oregon', '60614': 'Illinois', '99501': 'Alaska', '96813': 'Hawaii', '83001': 'Wyoming' }
  for (const [zip, state] of Object.entries({ ...known, ...more })) assert.equal(stateOfZip(zip), state)
  for (const none of ['', '7870', '787045', 'elm', '00601', '20500', '34002']) assert.equal(stateOfZip(none), null)
})

test('every state has a ZIP code, under the name that calendars use', () => {
  const found = new Set(Array.from({ length: 1000 }, (_, n) => stateOfZip(`${String(n).padStart(3, '0')}00`)))
  assert.deepEqual([...found].filter((state) => state !== null).sort(), [...stateNames].sort())
})
