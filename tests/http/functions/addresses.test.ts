import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FakeGeocoder, startGeocoder } from '#testing/geocoder.ts'
import { type FunctionsFixture, openFunctionsFixture } from './fixture.ts'

let geocoder: FakeGeocoder
let photon: FunctionsFixture
let nominatim: FunctionsFixture
before(async () => {
  geocoder = await startGeocoder()
  photon = await openFunctionsFixture({ PHOTON_URL: geocoder.url, MAPS_KEY: 'a maps key' })
  nominatim = await openFunctionsFixture({ NOMINATIM_URL: geocoder.url })
})
after(async () => {
  await photon.close()
  await nominatim.close()
  await geocoder.close()
})

/** Returns the header of a signed-in person: the owner of a calendar, or a person without one. */
async function signedIn(fixture: FunctionsFixture, who: 'owner' | 'stranger'): Promise<Record<string, string>> {
  const calendar = await fixture.calendar()
  const { rows } = await fixture.pool.query('select owner_id from public.calendars where id = $1', [calendar])
  if (who === 'stranger')
    await fixture.pool.query('delete from public.calendar_members where calendar_id = $1', [calendar])
  return fixture.signedIn(rows[0].owner_id)
}

const capitol = { latitude: 30.2747, longitude: -97.7404 }

test('an admin gets addresses from Photon or Nominatim, with their positions', async () => {
  const query = 'Congress & 11th #2'
  const fromPhoton = await photon.call('find-address', { query }, { headers: await signedIn(photon, 'owner') })
  assert.deepEqual(
    [fromPhoton.status, fromPhoton.body],
    [
      200,
      {
        addresses: [
          { address: 'Texas Capitol, 1100 Congress Avenue, Austin, Texas 78701', ...capitol },
          { address: 'Elm Street, Austin, Texas', latitude: 30.2, longitude: -97.7 },
        ],
      },
    ],
  )
  assert.equal(geocoder.asked.at(-1)?.searchParams.get('q'), query)
  const fromNominatim = await nominatim.call('find-address', { query }, { headers: await signedIn(nominatim, 'owner') })
  assert.deepEqual(fromNominatim.body.addresses, [
    { address: 'Texas Capitol, 1100, Congress Avenue, Austin, Texas, 78701, United States', ...capitol },
  ])
})

test('guests and people who are not admins get neither addresses nor the maps key', async () => {
  const asked = geocoder.asked.length
  const headers = await signedIn(photon, 'stranger')
  for (const name of ['find-address', 'maps-key']) {
    assert.equal((await photon.call(name, { query: 'Congress' })).status, 401)
    assert.equal((await photon.call(name, { query: 'Congress' }, { headers })).status, 403)
  }
  assert.equal(geocoder.asked.length, asked)
  const admin = await signedIn(photon, 'owner')
  assert.deepEqual((await photon.call('maps-key', {}, { headers: admin })).body, { apiKey: 'a maps key' })
})

test('an invalid query is refused, and a missing geocoder is reported', async () => {
  const headers = await signedIn(photon, 'owner')
  for (const query of [
    undefined,
    null,
    '',
    'ab',
    '   ',
    'x'.repeat(201),
    'a\r\nb: c',
    'Elm\u0000',
    5,
    ['Elm Street'],
  ]) {
    assert.equal((await photon.call('find-address', { query }, { headers })).status, 400, JSON.stringify(query))
  }
  const mapsKey = await nominatim.call('maps-key', {}, { headers: await signedIn(nominatim, 'owner') })
  assert.deepEqual([mapsKey.status, mapsKey.body.code], [404, 'not_found'])
})

test('a failing geocoder is reported', async () => {
  const headers = await signedIn(photon, 'owner')
  for (const mood of ['down', 'nonsense'] as const) {
    geocoder.mood = mood
    const { status, body } = await photon.call('find-address', { query: 'Congress' }, { headers })
    assert.deepEqual([status, body.code], [503, 'unavailable'])
  }
  geocoder.mood = 'well'
})
