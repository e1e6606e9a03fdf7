// Feeds and frames of town pages: all calendars in one, current at once, and nothing of a calendar that has left.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import ICAL from 'ical.js'
import { createCalendarVersions } from '#server/public-cache/calendar-version.ts'
import { type FunctionsFixture, openFunctionsFixture, SITE } from '../functions/fixture.ts'

let fixture: FunctionsFixture
let page: string
let oak: string
let elm: string
before(async () => {
  fixture = await openFunctionsFixture()
  oak = await fixture.calendar({ name: 'Oak' })
  elm = await fixture.calendar({ name: 'Elm' })
  await fixture.pool.query("update public.calendars set time_zone = 'America/Denver' where id = $1", [elm])
  const owner = randomUUID()
  await fixture.pool.query("insert into auth.users (id, email, encrypted_password) values ($1, $2, 'x')", [
    owner,
    `${owner}@example.org`,
  ])
  const { rows } = await fixture.pool.query(
    "insert into public.collections (owner_id, name, slug) values ($1, 'South & side', 'south-side') returning id",
    [owner],
  )
  page = rows[0].id
  for (const [position, calendar] of [oak, elm].entries())
    await fixture.pool.query(
      'insert into public.collection_calendars (collection_id, calendar_id, position) values ($1, $2, $3)',
      [page, calendar, position],
    )
  await addEvent(oak, 'Porch concert', 3)
  await addEvent(elm, 'Tree walk', 2)
  await addEvent(elm, 'Water is off', 4, 'Notice')
})
after(() => fixture.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  fixture.request(path, { headers: { apikey: '', ...headers } })
const text = async (path: string) => (await get(path)).text()

async function addEvent(calendar: string, title: string, inDays: number, category = 'Event'): Promise<string> {
  const { rows } = await fixture.pool.query(
    `insert into public.events (calendar_id, title, category, start_time, end_time)
     values ($1, $2, $3, date_trunc('day', now()) + $4 * interval '1 day' + interval '18 hours',
       date_trunc('day', now()) + $4 * interval '1 day' + interval '19 hours') returning id`,
    [calendar, title, category, inDays],
  )
  return rows[0].id
}

const summaries = async (path = `/town/${page}.ics`) =>
  new ICAL.Component(ICAL.parse(await text(path)))
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event).summary)

test('the calendar file has the events of all calendars, each in its own time zone and with its own page', async () => {
  assert.deepEqual(await summaries(), ['Tree walk', 'Porch concert', 'Water is off'])
  assert.deepEqual(await summaries(`/town/${page}.ics?category=Notice`), ['Water is off'])
  const calendar = new ICAL.Component(ICAL.parse(await text(`/town/${page}.ics`)))
  assert.equal(calendar.getFirstPropertyValue('name'), 'South & side')
  assert.equal(calendar.getFirstPropertyValue('url'), `${SITE}/town/south-side`)
  const [walk, concert] = calendar.getAllSubcomponents('vevent')
  assert.equal(walk?.getFirstProperty('dtstart')?.getParameter('tzid'), 'America/Denver')
  assert.equal(concert?.getFirstProperty('dtstart')?.getParameter('tzid'), 'America/Chicago')
  assert.ok(String(walk?.getFirstPropertyValue('url')).startsWith(`${SITE}/calendar/${elm}/events/`))
  const uids = calendar.getAllSubcomponents('vevent').map((event) => event.getFirstPropertyValue('uid'))
  assert.equal(new Set(uids).size, uids.length)
})

test('RSS and JSON name the calendar of each event; the frame shows them, too', async () => {
  const feed = JSON.parse(await text(`/town/${page}.json`))
  assert.equal(feed.home_page_url, `${SITE}/town/south-side`)
  assert.deepEqual(
    feed.items.map(({ title, _townbell }: { title: string; _townbell: { calendar_name: string } }) => [
      title,
      _townbell.calendar_name,
    ]),
    [
      ['Tree walk', 'Elm'],
      ['Porch concert', 'Oak'],
      ['Water is off', 'Elm'],
    ],
  )
  const rss = await text(`/town/${page}.rss`)
  assert.match(rss, /<title>South &(amp|#38); side<\/title>/)
  assert.match(rss, /Oak/)
  const frame = await get(`/embed/${page}`)
  assert.equal(frame.status, 200)
  const html = await frame.text()
  for (const words of ['Porch concert', 'Tree walk', '<p class="muted">Elm</p>', `/town/${page}.ics`])
    assert.ok(html.includes(words), words)
  assert.equal((await get(`/embed/${page}?view=month`)).status, 200)
})

test('a feed is unchanged until a calendar of the page changes, and then it is current at once', async () => {
  const path = `/town/${page}.ics`
  const etag = (await get(path)).headers.get('etag') ?? ''
  assert.equal((await get(path, { 'if-none-match': etag })).status, 304)
  for (const calendar of [oak, elm]) {
    const id = await addEvent(calendar, `New in ${calendar}`, 5)
    assert.ok((await summaries()).includes(`New in ${calendar}`))
    await fixture.pool.query('delete from public.events where id = $1', [id])
    assert.ok(!(await summaries()).includes(`New in ${calendar}`))
  }
})

test('a calendar that is not listed, disabled or has declined is gone from every form at once', async () => {
  const changes = [
    ['update public.calendars set allow_guest_users = $2 where id = $1', false, true],
    ['update public.calendars set disabled = $2 where id = $1', true, false],
    ['update public.collection_calendars set declined_at = $2 where calendar_id = $1', new Date(), null],
  ] as const
  const paths = [`/town/${page}.ics`, `/town/${page}.rss`, `/town/${page}.json`, `/embed/${page}`]
  for (const [change, off, on] of changes) {
    for (const path of paths) assert.match(await text(path), /Tree walk/)
    await fixture.pool.query(change, [elm, off])
    for (const path of paths) {
      const left = await text(path)
      assert.match(left, /Porch concert/)
      assert.doesNotMatch(left, /Tree walk|Elm/, `${path}: ${change}`)
    }
    await fixture.pool.query(change, [elm, on])
  }
})

test('what does not exist is not found, and a page is no calendar', async () => {
  for (const path of [`/town/${randomUUID()}.ics`, '/town/south-side.ics', '/town/x.json', `/embed/${randomUUID()}`])
    assert.equal((await get(path)).status, 404, path)
  const rest = await fixture.request(`/rest/v1/collections?id=eq.${page}`)
  assert.ok([401, 403].includes(rest.status), 'guests cannot list town pages')
  const one = await fixture.request('/rest/v1/rpc/get_collection', { json: { p_key: 'south-side' } })
  const { id, calendars } = await one.json()
  assert.deepEqual([id, calendars.length], [page, 2])
})

test('the version of a page is its own and that of each calendar it shows', async () => {
  const read = createCalendarVersions(fixture.pool)
  const first = await read(page)
  assert.equal(first?.isCollection, true)
  assert.equal(first?.timeZone, 'America/Chicago')
  assert.equal((await read(oak))?.isCollection, undefined)
  await fixture.pool.query("update public.collections set name = 'North side' where id = $1", [page])
  const second = await read(page)
  assert.notEqual(second?.version, first?.version)
  await fixture.pool.query('delete from public.collections where id = $1', [page])
  assert.equal(await read(page), null)
  assert.equal((await get(`/town/${page}.ics`)).status, 404)
})
