// The pictures beside links: found by a page's tags as a messenger does, read back pixel by pixel, and gone when their event is.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createDraw } from '#server/feeds/preview/draw.ts'
import { rateLimits } from '#server/http/rate-limits.ts'
import { nastyTexts } from '#testing/nasty-texts.ts'
import { readPng } from '#testing/pictures.ts'
import { type AppFixture, eventOn, newNetwork, openAppFixture, type Person } from '../threats/fixture.ts'

let fixture: AppFixture
let owner: Person
let calendar: string
before(async () => {
  fixture = await openAppFixture()
  owner = await fixture.person('owner')
  calendar = (await fixture.calendar(owner, { name: 'Barton Hills' })).id
  await fixture.contact(owner, calendar)
})
after(() => fixture.close())

async function addEvent(title: string, more: object = {}): Promise<string> {
  const added = await owner.request('/rest/v1/events?select=id', {
    json: eventOn(calendar, { title, ...more }),
    headers: { prefer: 'return=representation' },
  })
  assert.equal(added.status, 201, added.text)
  return added.body[0].id
}

const change = async (table: string, id: string, columns: object) => {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'PATCH', body: JSON.stringify(columns), headers }
  assert.equal((await owner.request(`/rest/v1/${table}?id=eq.${id}`, init)).status, 204)
}

const eventPage = (id: string) => `/calendar/${calendar}/events/${id}`

async function metaOf(path: string): Promise<Record<string, string>> {
  const { text } = await fixture.guest.request(path)
  const tags = text.matchAll(/<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"/g)
  return Object.fromEntries([...tags].map(([, name, content]) => [name, content]))
}

const previewOf = async (page: string) => ((await metaOf(page))['og:image'] ?? '').replace(fixture.url, '')

async function get(path: string, headers: Record<string, string> = {}) {
  const network = { 'x-forwarded-for': newNetwork() }
  return fetch(fixture.url + path, { redirect: 'manual', headers: { ...network, ...headers } })
}

const pictureAt = async (path: string) => {
  const response = await get(path)
  assert.equal(response.status, 200, path)
  return readPng(Buffer.from(await response.arrayBuffer()))
}

test('the page of an event names its picture, which is a PNG of 1200 × 630 that caches may keep', async () => {
  const id = await addEvent('Porch concert', { location_name: 'Zilker Porch' })
  const tags = await metaOf(eventPage(id))
  assert.match(tags['og:image'] ?? '', new RegExp(`^${fixture.url}/previews/${calendar}/${id}/[0-9a-f]{16}-en\\.png$`))
  assert.match(tags['og:image:alt'] ?? '', /^Porch concert, \w+day, .*, Zilker Porch, Barton Hills$/)
  assert.deepEqual(
    [tags['og:image:width'], tags['og:image:height'], tags['twitter:card']],
    ['1200', '630', 'summary_large_image'],
  )

  const path = await previewOf(eventPage(id))
  const response = await get(path)
  const header = (name: string) => response.headers.get(name)
  assert.deepEqual(
    [response.status, header('content-type'), header('cache-control'), header('cross-origin-resource-policy')],
    [200, 'image/png', 'public, max-age=86400, s-maxage=0, immutable', 'cross-origin'],
  )
  assert.match(header('content-security-policy') ?? '', /sandbox/)
  assert.equal(header('set-cookie'), null)
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.equal(bytes.toString('latin1', 0, 8), '\x89PNG\r\n\x1a\n')
  assert.ok(bytes.length < 150_000, 'messengers leave out large ones')
  const { width, height, colourAt } = readPng(bytes)
  assert.deepEqual([width, height], [1200, 630])
  assert.deepEqual([colourAt(600, 5), colourAt(600, 150)], ['f5b81c', 'fbf7ee'], 'the band and the paper')
  assert.deepEqual([colourAt(80, 225), colourAt(1015, 66)], ['f5b81c', 'e5eef9'], 'the tile and the category')

  const again = await get(path, { 'if-none-match': header('etag') ?? '' })
  assert.deepEqual([again.status, (await again.arrayBuffer()).byteLength], [304, 0])
  assert.equal(again.headers.get('cache-control'), header('cache-control'))
})

test('a calendar has a picture too, and the Spanish page one in Spanish', async () => {
  const path = await previewOf(`/calendar/${calendar}`)
  assert.match(path, new RegExp(`^/previews/${calendar}/[0-9a-f]{16}-en\\.png$`))
  const { width, height } = await pictureAt(path)
  assert.deepEqual([width, height], [1200, 630])
  const spanish = await previewOf(`/calendar/${calendar}?lang=es`)
  assert.equal(spanish, path.replace('-en.png', '-es.png'))
  await pictureAt(spanish)
})

test('a cancelled event has a red stripe, at another address; the old one leads there', async () => {
  const id = await addEvent('Rained out')
  const before = await previewOf(eventPage(id))
  assert.notEqual((await pictureAt(before)).colourAt(20, 571), 'ac2219')
  await change('events', id, { status: 'cancelled' })
  const now = await previewOf(eventPage(id))
  assert.notEqual(now, before)
  const { colourAt } = await pictureAt(now)
  assert.deepEqual([colourAt(20, 520), colourAt(20, 571), colourAt(600, 5)], ['ac2219', 'ac2219', 'ac2219'])
  const stripe = Array.from({ length: 400 }, (_, i) => colourAt(140 + i, 575))
  assert.ok(stripe.includes('ffffff'), 'with the word on it')
  const old = await get(before)
  assert.deepEqual([old.status, old.headers.get('location')], [302, now])
  const madeUp = await get(now.replace(/[0-9a-f]{16}-/, `${'0'.repeat(16)}-`))
  assert.deepEqual([madeUp.status, madeUp.headers.get('location')], [302, now])
})

test('a changed title has another address; a change that is not drawn keeps it', async () => {
  const id = await addEvent('Bake sale')
  const before = await previewOf(eventPage(id))
  await change('events', id, { description: 'Bring a cake.' })
  assert.equal(await previewOf(eventPage(id)), before)
  await change('events', id, { title: 'Bake and plant sale' })
  assert.notEqual(await previewOf(eventPage(id)), before)
})

test('titles in any script, of emoji or of markup are drawn', async () => {
  const titles = [
    'ערב שירה '.repeat(22).trim(),
    'حفل 🎃',
    '漢字の祭り',
    '🎃',
    '</text><image href="x"/>&lt;',
    'W'.repeat(200),
  ]
  for (const title of titles) {
    const { colourAt } = await pictureAt(await previewOf(eventPage(await addEvent(title))))
    const inked = Array.from({ length: 800 }, (_, i) => [colourAt(334 + i, 215), colourAt(334 + i, 240)]).flat()
    assert.ok(inked.includes('20242c'), `${title} left nothing`)
    assert.equal(colourAt(1190, 240), 'fbf7ee', `${title} leaves the paper`)
  }
})

test('whatever was written is drawn, in any place of the picture', async () => {
  const draw = createDraw()
  const common = { otherwise: 'Event', time: '', tile: null, category: null, off: null, address: 'town.example' }
  const drawn = await Promise.all(
    nastyTexts.slice(0, 20).map((text) => draw({ ...common, heading: text, title: text, place: text })),
  )
  for (const png of drawn.map((bytes) => Buffer.from(bytes)))
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630])
})

test('there is no picture of what guests cannot see: disabled, deleted, of another calendar, or made up', async () => {
  const id = await addEvent('Secret supper')
  const path = await previewOf(eventPage(id))
  const ofCalendar = await previewOf(`/calendar/${calendar}`)
  await pictureAt(path)
  const status = async (address: string) => (await get(address)).status
  const name = path.split('/').at(-1)
  const other = (await fixture.calendar(owner, { name: 'Zilker' })).id
  for (const address of [
    `/previews/${other}/${id}/${name}`,
    `/previews/${calendar}/${randomUUID()}/${name}`,
    `/previews/${randomUUID()}/${name}`,
    `/previews/${calendar}/${id}/picture.png`,
    `/previews/${calendar}/x/${name}`,
    `/previews/x/${name}`,
    path.replace('-en.', '-fr.'),
  ])
    assert.equal(await status(address), 404, address)

  const disable = (disabled: boolean) =>
    fixture.rows('update public.calendars set disabled = $2 where id = $1', [calendar, disabled])
  await disable(true)
  assert.deepEqual([await status(path), await status(ofCalendar)], [404, 404], 'though it was drawn before')
  assert.equal((await owner.request(path)).status, 404, 'nor for its owner: the address would be shared')
  await disable(false)
  await change('calendars', calendar, { allow_guest_users: false })
  const unlisted = await previewOf(eventPage(id))
  assert.notEqual(unlisted, path, 'which no longer shows the number')
  assert.equal(await status(unlisted), 200, 'for who was given its address')
  await change('calendars', calendar, { allow_guest_users: true })
  assert.equal(await status(path), 200)
  assert.equal((await owner.request(`/rest/v1/events?id=eq.${id}`, { method: 'DELETE' })).status, 204)
  assert.equal(await status(path), 404)
})

test('drawings are rate limited by network; what is drawn already is not', async () => {
  const network = newNetwork()
  const [first, second] = [await addEvent('First'), await addEvent('Second')]
  const from = { 'x-forwarded-for': network }
  const drawn = await previewOf(eventPage(first))
  const own = `key like 'preview-picture:%'`
  await fixture.rows(`delete from private.rate_limits where ${own}`)
  assert.equal((await get(drawn, from)).status, 200)
  assert.deepEqual(await fixture.rows(`select taken from private.rate_limits where ${own}`), [{ taken: 1 }])
  await fixture.rows(`update private.rate_limits set taken = $1 where ${own}`, [rateLimits['preview-picture'].max])
  const refused = await get(await previewOf(eventPage(second)), from)
  assert.deepEqual([refused.status, Number(refused.headers.get('retry-after')) > 0], [429, true])
  assert.equal((await get(drawn, from)).status, 200)
})
