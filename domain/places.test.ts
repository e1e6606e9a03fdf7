import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTimeZone } from './dates.ts'
import { citiesOf, stateNames, zoneOf } from './places.ts'

test('there are exactly fifty states, in alphabetical order', () => {
  assert.equal(stateNames.length, 50)
  assert.deepEqual([...stateNames], [...new Set(stateNames)].sort())
})

for (const state of stateNames) {
  test(`${state} has ten to fifteen cities, in order, each in a time zone that exists`, () => {
    const cities = citiesOf(state)
    assert.ok(cities.length >= 10 && cities.length <= 15, String(cities.length))
    assert.deepEqual([...cities], [...new Set(cities)].sort())
    for (const city of cities) {
      assert.match(city, /^[A-Z][A-Za-z.' -]+[a-z]$/)
      const zone = zoneOf(state, city) ?? ''
      assert.match(zone, /^(?:America|Pacific)\//)
      assert.ok(isTimeZone(zone), zone)
    }
  })
}

const zones: [string, string, string][] = [
  ['Texas', 'Austin', 'America/Chicago'],
  ['Texas', 'El Paso', 'America/Denver'],
  ['Florida', 'Miami', 'America/New_York'],
  ['Florida', 'Pensacola', 'America/Chicago'],
  ['Idaho', 'Boise', 'America/Boise'],
  ['Idaho', "Coeur d'Alene", 'America/Los_Angeles'],
  ['Indiana', 'Indianapolis', 'America/Indiana/Indianapolis'],
  ['Indiana', 'Gary', 'America/Chicago'],
  ['Kentucky', 'Louisville', 'America/Kentucky/Louisville'],
  ['Kentucky', 'Paducah', 'America/Chicago'],
  ['Michigan', 'Detroit', 'America/Detroit'],
  ['Michigan', 'Iron Mountain', 'America/Menominee'],
  ['North Dakota', 'Dickinson', 'America/Denver'],
  ['Oregon', 'Ontario', 'America/Boise'],
  ['South Dakota', 'Rapid City', 'America/Denver'],
  ['Tennessee', 'Knoxville', 'America/New_York'],
  ['Tennessee', 'Nashville', 'America/Chicago'],
  ['Arizona', 'Phoenix', 'America/Phoenix'],
  ['Hawaii', 'Honolulu', 'Pacific/Honolulu'],
  ['Alaska', 'Anchorage', 'America/Anchorage'],
]

for (const [state, city, zone] of zones) {
  test(`${city}, ${state} is in ${zone}`, () => {
    assert.ok(citiesOf(state).includes(city))
    assert.equal(zoneOf(state, city), zone)
  })
}

test('a city not in the list gets the zone of most of its state', () => {
  assert.equal(zoneOf('Texas', 'Marfa'), 'America/Chicago')
  assert.equal(zoneOf('Texas'), 'America/Chicago')
  assert.equal(zoneOf('Texas', 'constructor'), 'America/Chicago')
  assert.equal(zoneOf('Idaho', 'toString'), 'America/Boise')
})

test('an unknown state has no cities and no zone', () => {
  for (const name of ['', 'TX', 'texas', 'Ontario', 'constructor', '__proto__']) {
    assert.ok(!stateNames.includes(name))
    assert.deepEqual(citiesOf(name), [])
    assert.equal(zoneOf(name, 'Austin'), null)
  }
})

test('a city belongs to its own state only', () => {
  assert.ok(citiesOf('Ohio').includes('Toledo'))
  assert.ok(!citiesOf('Texas').includes('Toledo'))
})
