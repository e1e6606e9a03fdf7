import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventLink, isOnline, linkWords, mapLink } from './event-place.ts'

const austin = { city: 'Austin', state: 'Texas' }
const nowhere = { location: null, location_name: null, link_url: null, latitude: null, longitude: null }

test('a place is shown on a map: by its position, its address, or its name in the city', () => {
  const address = { ...nowhere, location: '1 Main St & 2nd', location_name: 'Hall' }
  const asked = (link: string | null) => new URL(link ?? '').searchParams.get('query')
  assert.equal(asked(mapLink(address, austin)), '1 Main St & 2nd')
  assert.equal(asked(mapLink({ ...nowhere, location_name: 'The green' }, austin)), 'The green, Austin, Texas')
  const placed = new URL(mapLink({ ...address, latitude: 30.25, longitude: -97.75 }, austin) ?? '')
  assert.deepEqual([placed.searchParams.get('mlat'), placed.searchParams.get('mlon')], ['30.25', '-97.75'])
  assert.equal(mapLink(nowhere, austin), null)
})

test('a place on the web is a link and has no map; only https counts', () => {
  const online = { ...nowhere, location: 'https://meet.example/a?b=1', location_name: 'Board room' }
  assert.equal(eventLink(online), 'https://meet.example/a?b=1')
  assert.equal(mapLink(online, austin), null)
  assert.ok(isOnline(online) && !isOnline(nowhere) && !isOnline({ ...nowhere, location: 'Hall' }))
  for (const location of ['javascript:alert(1)', 'http://meet.example/', 'https://a b', 'https://']) {
    assert.equal(eventLink({ ...nowhere, location }), null, location)
  }
})

test('a link is shown without its scheme, and cut when it is long', () => {
  assert.equal(linkWords('https://meet.example/'), 'meet.example')
  assert.equal(linkWords('https://meet.example/a?b=1'), 'meet.example/a?b=1')
  assert.equal(linkWords(`https://meet.example/${'a'.repeat(100)}`).length, 61)
})

test('the link of an event comes first, keeps its place on the map, and is never a script', () => {
  const link_url = 'http://pool.example/swim?a=1'
  const pool = { ...nowhere, location: '1 Main St', link_url }
  assert.equal(eventLink(pool), link_url)
  assert.ok(mapLink(pool, austin) !== null && !isOnline(pool))
  assert.ok(isOnline({ ...nowhere, link_url }))
  assert.equal(eventLink({ ...nowhere, location: 'https://meet.example/a', link_url }), link_url)
  for (const hostile of ['javascript:alert(1)', 'https://me:pw@a.org', 'https://%'])
    assert.equal(eventLink({ ...nowhere, link_url: hostile }), null, hostile)
})
