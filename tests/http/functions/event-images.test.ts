// Event images over HTTP: who may add one, who may see it, and when it is deleted.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { addDays, dayInZone } from '#domain/dates.ts'
import { EVENT_IMAGE_BYTES_MAX } from '#domain/limits.ts'
import { imageProblemTexts, imageRefusals } from '#domain/texts/event-images.ts'
import { chunk, jpeg, png, segment } from '#testing/pictures.ts'
import { sweep } from '#worker/jobs/sweep.ts'
import { type FunctionsFixture, openFunctionsFixture } from './fixture.ts'

type Headers = Record<string, string>

let fixture: FunctionsFixture
let calendar: string
let owner: Headers
let member: Headers
let stranger: Headers
const day = addDays(dayInZone(new Date(), 'America/New_York'), 5)

before(async () => {
  fixture = await openFunctionsFixture()
})
beforeEach(async () => {
  calendar = await fixture.calendar()
  owner = await fixture.signedIn(
    (await one('select owner_id as id from public.calendars where id = $1', [calendar])).id,
  )
  const [seated, other] = [await person(), await person()]
  await fixture.pool.query(
    `insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'member')`,
    [calendar, seated],
  )
  await recipient(calendar)
  member = await fixture.signedIn(seated)
  stranger = await fixture.signedIn(other)
})
after(() => fixture.close())

async function one(sql: string, values: unknown[] = []) {
  return (await fixture.pool.query(sql, values)).rows[0]
}

async function person(): Promise<string> {
  const { id } = await one(
    `insert into auth.users (email, encrypted_password, email_confirmed_at) values ($1, 'x', now()) returning id`,
    [`${randomUUID()}@example.org`],
  )
  return id
}

/** Events need a contact. */
function recipient(id: string) {
  const insert = `insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'a@example.org')`
  return fixture.pool.query(insert, [id])
}

const picture = jpeg({ width: 640, height: 480, before: [segment(0xe1, 'Exif\0\0N 44.4759, W 73.2121')] })
const cleaned = jpeg({ width: 640, height: 480 })

async function add(file: Buffer = picture, headers = owner, id = calendar) {
  const sent = { ...headers, 'content-type': 'image/svg+xml' }
  const address = `/functions/v1/add-event-image?calendar_id=${id}`
  const answer = await fixture.request(address, { method: 'POST', body: new Uint8Array(file), headers: sent })
  return { status: answer.status, body: await answer.json() }
}

async function addEvent(image: string | null, more: object = {}): Promise<string> {
  const times = { start_time: `${day}T16:00:00Z`, end_time: `${day}T17:00:00Z` }
  const row = {
    calendar_id: calendar,
    title: 'Fair',
    category: 'Event',
    image,
    image_alt: image && 'A tent',
    ...times,
    ...more,
  }
  const { id } = await one(
    `insert into public.events (calendar_id, title, category, image, image_alt, start_time, end_time)
     select calendar_id, title, category, image, image_alt, start_time, end_time
     from jsonb_populate_record(null::public.events, $1) returning id`,
    [JSON.stringify(row)],
  )
  return id
}

function look(image: string, headers: Headers = {}, id = calendar) {
  return fixture.request(`/event-images/${id}/${image}`, { headers })
}
const statusOf = async (image: string, headers?: Headers) => (await look(image, headers)).status
const versionOf = async () =>
  Number((await one('select version from public.calendars where id = $1', [calendar])).version)
const publish = (isPublic: boolean) =>
  fixture.pool.query('update public.calendars set disabled = $2 where id = $1', [calendar, !isPublic])
const stored = async () =>
  (await one('select count(*)::int from private.event_images where calendar_id = $1', [calendar])).count

test('an admin adds an image to an event, and everybody sees it without its GPS data', async () => {
  const { status, body } = await add()
  assert.equal(status, 200)
  assert.match(body.image, /^[0-9a-f]{32}-640x480\.jpg$/)
  assert.equal(await statusOf(body.image), 404, 'no event shows it yet')
  const before = await versionOf()
  const values = [await addEvent(null), body.image]
  const update = { image: body.image, image_alt: '  A tent  ' }
  const answer = await fixture.request(`/rest/v1/events?id=eq.${values[0]}`, {
    method: 'PATCH',
    body: JSON.stringify(update),
    headers: { ...owner, prefer: 'return=representation' },
  })
  const [patched] = await answer.json()
  assert.equal(patched?.image_alt, 'A tent')
  assert.ok((await versionOf()) > before, 'kept pages and feeds are made anew')

  const seen = await look(body.image)
  assert.equal(seen.status, 200)
  assert.deepEqual(Buffer.from(await seen.arrayBuffer()), cleaned)
  const sent = Object.fromEntries(seen.headers)
  assert.equal(sent['content-type'], 'image/jpeg')
  assert.equal(sent['cache-control'], 'public, max-age=86400, s-maxage=0, immutable')
  assert.equal(sent['x-content-type-options'], 'nosniff')
  assert.equal(sent['content-security-policy'], "default-src 'none'; frame-ancestors 'none'; sandbox")
  assert.equal(sent['cross-origin-resource-policy'], 'cross-origin')
  assert.equal(sent['content-disposition'], 'inline')
  const again = await look(body.image, { 'if-none-match': seen.headers.get('etag') ?? '' })
  assert.deepEqual([again.status, await again.text()], [304, ''])

  const { metadata } = await one(`select metadata from public.audit_logs where entity_id = $1 and action = 'update'`, [
    values[0],
  ])
  assert.deepEqual(metadata.changed, ['image', 'image_alt'])
  const ics = await (await fixture.request(`/calendar/${calendar}.ics`)).text()
  const unfolded = ics.replaceAll('\r\n ', '')
  assert.ok(
    unfolded.includes(
      `IMAGE;VALUE=URI;FMTTYPE=image/jpeg:https://town.example/event-images/${calendar}/${body.image}\r\n`,
    ),
  )
  const feed = await (await fixture.request(`/calendar/${calendar}.json`)).json()
  assert.equal(feed.items[0].image, `https://town.example/event-images/${calendar}/${body.image}`)
  assert.equal(feed.items[0]._townbell.image_alt, 'A tent')
  assert.match(await (await fixture.request(`/calendar/${calendar}.rss`)).text(), /&#60;img src=.*alt=&#34;A tent&#34;/)
})

test('only signed-in members see the images of a private calendar', async () => {
  const { image } = (await add()).body
  const event = await addEvent(image)
  assert.equal(await statusOf(image), 200)
  await publish(false)
  assert.equal(await statusOf(image), 404, 'also what was kept')
  assert.equal(await statusOf(image, stranger), 404)
  const seen = await look(image, member)
  assert.deepEqual([seen.status, seen.headers.get('cache-control')], [200, 'private, no-store'])
  assert.equal(seen.headers.get('cross-origin-resource-policy'), 'same-origin')
  assert.equal(await statusOf(image, { authorization: 'Bearer x' }), 401)
  assert.doesNotMatch(await (await fixture.request(`/calendar/${calendar}.ics`)).text(), /IMAGE/)

  const own = calendar
  calendar = await fixture.calendar()
  assert.equal(await statusOf(image, member), 404, 'another calendar has no such picture')
  calendar = own
  await publish(true)
  assert.equal(await statusOf(image), 200)
  await fixture.pool.query('delete from public.events where id = $1', [event])
  assert.equal(await statusOf(image), 404)
  assert.equal(await statusOf(image, member), 404)
})

test('only admins add images, and only to their own calendars', async () => {
  for (const [who, status] of [
    [{}, 401],
    [stranger, 403],
    [member, 403],
  ] as [Headers, number][]) {
    const refused = await add(picture, who)
    assert.equal(refused.status, status)
    if (status === 403) assert.equal(refused.body.error, imageRefusals.forbidden)
  }
  assert.equal(await stored(), 0)
  assert.equal((await add()).status, 200)
  assert.equal(await stored(), 1)

  const { image } = (await add()).body
  const elsewhere = await fixture.calendar()
  const theirs = await fixture.signedIn(
    (await one('select owner_id as id from public.calendars where id = $1', [elsewhere])).id,
  )
  assert.equal((await add(picture, theirs)).status, 403)
  // The image must belong to the same calendar.
  const row = { calendar_id: elsewhere, title: 'Thief', category: 'Event', image, image_alt: 'x', event_date: day }
  await recipient(elsewhere)
  const times = {
    start_time: `${day}T16:00:00Z`,
    end_time: `${day}T17:00:00Z`,
    event_date_for_reporting: `${day}T00:00:00Z`,
  }
  const insert = (json: object) =>
    fixture.request('/rest/v1/events', { json: { ...row, ...times, ...json }, headers: theirs })
  assert.equal((await (await insert({})).json()).code, '23503')
  assert.equal((await insert({ image: null, image_alt: null })).status, 201, 'the rest of it was good')
  for (const path of ['/rest/v1/event_images', '/rest/v1/rpc/add_event_image', '/rest/v1/rpc/read_event_image'])
    assert.equal((await fixture.request(path, { headers: owner })).status, 404, path)
})

test('a file that is not an image is refused with a clear message', async () => {
  const zeros = Buffer.alloc(EVENT_IMAGE_BYTES_MAX + 1)
  const files: [Buffer, number, string][] = [
    [Buffer.from('<svg/>'), 415, imageProblemTexts.unknown],
    [Buffer.alloc(0), 415, imageProblemTexts.unknown],
    [picture.subarray(0, 100), 422, imageProblemTexts.broken],
    [png({ width: 9999 }), 422, imageProblemTexts.tooWide],
    [png({ data: zeros }), 413, imageProblemTexts.tooLarge],
    [Buffer.alloc(EVENT_IMAGE_BYTES_MAX * 1.5 + 1), 413, 'The body is too large'],
  ]
  for (const [file, status, error] of files) {
    const answer = await add(file)
    assert.deepEqual([answer.status, answer.body.error], [status, error])
  }
  // Only the upload is too large; what is stored is not.
  assert.equal((await add(png({ before: [chunk('tEXt', zeros)] }))).status, 200)
  assert.equal((await add(picture, owner, 'x')).status, 400)
  for (const name of ['x', '..%2f..%2fetc', `${'0'.repeat(32)}-1x1.svg`, `${'0'.repeat(32)}-1x1.png`])
    assert.equal(await statusOf(name), 404, name)
  assert.equal((await look(`${'0'.repeat(32)}-1x1.png`, {}, 'nowhere')).status, 404)
})

test('the images of a calendar have a size limit', async () => {
  // Inserted as compressible zeros, so that 200 MB need no disk space.
  await fixture.pool.query('alter table private.event_images alter column bytes set storage extended')
  await fixture.pool.query(
    `insert into private.event_images (calendar_id, name, bytes)
     select $1, lpad(n::text, 32, '0') || '-1x1.png', decode(repeat('00', 2097152), 'hex') from generate_series(1, 100) as n`,
    [calendar],
  )
  const { status, body } = await add()
  assert.deepEqual([status, body.code], [400, 'TB026'])
})

test('an image is deleted with its last event, once that can no longer be restored', async () => {
  const { image } = (await add()).body
  const [event, copy] = [await addEvent(image), await addEvent(image)]
  await fixture.pool.query(`update private.event_images set added_at = now() - interval '2 days'`)
  const sweeping = sweep(fixture.pool) as () => Promise<void>
  const remove = (id: string) => fixture.request(`/rest/v1/events?id=eq.${id}`, { method: 'DELETE', headers: owner })
  await remove(event)
  await sweeping()
  assert.equal(await statusOf(image), 200, 'the copy has it')
  await remove(copy)
  await sweeping()
  assert.equal(await stored(), 1)
  const restored = await fixture.request('/rest/v1/rpc/restore_event', { json: { p_event_id: event }, headers: owner })
  assert.equal(restored.status, 204)
  assert.equal(await statusOf(image), 200, 'back as it was')
  await remove(event)
  await fixture.pool.query(`update public.deleted_events set deleted_at = now() - interval '31 days'`)
  const unused = (await add(png())).body.image
  await sweeping()
  assert.deepEqual(
    (await fixture.pool.query('select name from private.event_images where calendar_id = $1', [calendar])).rows,
    [{ name: unused }],
  )
})

test('a series has its image on all dates; one date may have another image or none', async () => {
  const [tent, band] = [(await add()).body.image, (await add(png())).body.image]
  const times = { day, start: '18:00', end_day: day, end: '19:00', all_day: false }
  const event = { title: 'Choir', category: 'Event', image: tent, image_alt: 'A tent' }
  const save = (json: object) => fixture.call('save-event', json, { headers: owner })
  const request = { calendar_id: calendar, event, times, rrule: 'FREQ=WEEKLY;COUNT=4' }
  assert.equal((await save({ ...request, event: { ...event, image_alt: ' ' } })).status, 400, 'nothing is said of it')
  assert.equal((await save(request)).status, 200)
  const rows = async () =>
    (
      await fixture.pool.query(
        'select id, image, image_alt from public.events where calendar_id = $1 order by start_time',
        [calendar],
      )
    ).rows
  const [first, second, third] = await rows()
  assert.equal((await save({ event_id: second.id, event: { image: band, image_alt: 'A band' } })).status, 200)
  assert.equal((await save({ event_id: third.id, event: { image: null } })).status, 200)
  assert.equal(
    (await save({ event_id: first.id, scope: 'all', event: { image: tent, image_alt: 'A red tent' } })).status,
    200,
  )
  assert.deepEqual(
    (await rows()).map(({ image_alt }) => image_alt),
    ['A red tent', 'A band', null, 'A red tent'],
  )
  assert.equal((await save({ event_id: first.id, scope: 'all', event: { image: null } })).status, 200)
  assert.deepEqual(
    (await rows()).map(({ image }) => image),
    [null, band, null, null],
  )
})

test('names that every object has, such as "constructor", are not functions', async () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    const { status, body } = await fixture.call(name, { a: 1 })
    assert.deepEqual([name, status, body.code], [name, 404, 'not_found'])
  }
})
