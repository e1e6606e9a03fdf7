import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapLink, meetingLink } from './event-place.ts'

const austin = { city: 'Austin', state: 'Texas' }
const nowhere = { location: null, location_name: null, latitude: null, longitude: null }

test('a place is shown on a map: by its position, its address, or its name in the city', () => {
  const address = { ...nowhere, location: '1 Main St & 2nd', location_name: 'Hall' }
  const asked = (link: string | null) => new URL(link ?? '').searchParams.get('query')
  assert.equal(asked(mapLink(address, austin)), '1 Main St & 2nd')
  assert.equal(asked(mapLink({ ...nowhere, location_name: 'The green' }, austin)), 'The green, Austin, Texas')
  const placed = new URL(mapLink({ ...address, latitude: 30.25, longitude: -97.75 }, austin) ?? '')
  assert.deepEqual([placed.searchParams.get('mlat'), placed.searchParams.get('mlon')], ['30.25', '-97.75'])
  assert.equal(mapLink(nowhere, austin), null)
})

test('a meeting on the web has a link and no map; nothing but https is one', () => {
  const online = { ...nowhere, location: 'https://meet.example/a?b=1', location_name: 'Board room' }
  assert.equal(meetingLink(online), 'https://meet.example/a?b=1')
  assert.equal(mapLink(online, austin), null)
  for (const location of ['javascript:alert(1)', 'http://meet.example/', 'https://a b', 'https://']) {
    assert.equal(meetingLink({ ...nowhere, location }), null, location)
  }
})
