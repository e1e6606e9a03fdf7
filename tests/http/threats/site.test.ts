// Attacks on pages: what an owner can inject into the public page, and what an error reveals.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppFixture, asJson, eventOn, openAppFixture, type Person } from './fixture.ts'

let fixture: AppFixture
let owner: Person

before(async () => {
  fixture = await openAppFixture({ MAPS_KEY: 'the-maps-key' })
  owner = await fixture.person('owner')
})
after(() => fixture.close())

const set = (id: string, body: object) =>
  owner.request(`/rest/v1/calendars?id=eq.${id}`, { method: 'PATCH', body: JSON.stringify(body), headers: asJson })

test('T29: the links on a public page lead where they seem to lead', async () => {
  const { id } = await fixture.calendar(owner)
  // Valid in an address, and a second recipient in an unescaped mailto link.
  const address = 'desk?bcc=victim%40evil.example&subject=x@example.org'
  assert.equal((await set(id, { admin_email: address, external_calendar_url: 'https://example.org/x' })).status, 204)
  const { text } = await fixture.guest.request(`/calendar/${id}`)
  for (const [place, html] of Object.entries({ page: text, mail: await previewed(id) })) {
    const links = [...html.matchAll(/href="(mailto:[^"]*)"/g)].map((match) => unescaped(match[1] ?? ''))
    const toAdmin = links.filter((link) => decodeURIComponent(link).includes('desk'))
    assert.equal(toAdmin.length, 1, `the link is there: ${place}`)
    const mailto = new URL(toAdmin[0] as string)
    assert.equal(mailto.search, '', `and adds nobody: ${place}`)
    assert.equal(decodeURIComponent(mailto.pathname), address)
  }
  for (const [tag] of text.matchAll(/<a [^>]*href="https?:[^>]*>/g))
    if (!tag.includes(fixture.url)) assert.match(tag, /rel="[^"]*noopener/)
})

async function previewed(id: string): Promise<string> {
  const event_data = { title: 'x', start_time: '18:00', end_time: '19:00', category: 'Event' }
  const { body } = await owner.request('/functions/v1/preview-email', { json: { calendar_id: id, event_data } })
  return body.html
}
const unescaped = (html: string) => html.replace(/&#x3D;/g, '=').replaceAll('&amp;', '&')

test('T37: no calendar or event name becomes markup or script, in the page, its data or its JSON-LD', async () => {
  const evil = '</script><script>alert(1)</script><!--<script>'
  const attribute = '"><img src=x onerror=alert(1)>'
  const { id } = await fixture.calendar(owner, { name: evil, description: attribute, admin_email: 'a@example.org' })
  await fixture.contact(owner, id)
  const event = eventOn(id, {
    title: evil,
    description: `${attribute}\u2028${evil}`,
    location: attribute,
    location_name: evil,
  })
  const posted = await owner.request('/rest/v1/events', { json: event })
  assert.equal(posted.status, 201, posted.text)
  const month = event.event_date.slice(0, 7)
  for (const path of [
    `/calendar/${id}?month=${month}`,
    `/public/calendars/${id}?month=${month}`,
    '/locate-calendar?q=script',
    `/locate-calendar?q=${encodeURIComponent(evil)}`,
    `/opt-out?calendar=${id}&email=${encodeURIComponent(attribute)}`,
    `/confirm-contact?token=${encodeURIComponent(evil)}`,
    `/signin?mode=${encodeURIComponent(evil)}`,
    `/${encodeURIComponent(evil)}`,
  ]) {
    const { text, headers, status } = await fixture.guest.request(path)
    assert.ok(status < 500, path)
    assert.doesNotMatch(text, /<script>alert|<img src=x|<!--<script/i, path)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /script-src 'self'/, path)
    assert.doesNotMatch(policy.match(/script-src[^;]*/)?.[0] ?? '', /unsafe|\*|data:/)
    assert.match(policy, /object-src 'none'|default-src 'none'/)
    assert.match(policy, /base-uri 'none'/)
    assert.match(policy, /frame-ancestors 'none'/)
  }
  const { text } = await fixture.guest.request(`/calendar/${id}?month=${month}`)
  const blocks = [...text.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)]
  assert.ok(blocks.length > 0, 'there is JSON-LD')
  const data = blocks.map((match) => match[1] as string)
  assert.ok(data.every((json) => !/[<\u2028\u2029]/.test(json)))
  const parsed = JSON.stringify(data.map((json) => JSON.parse(json)))
  assert.ok(parsed.includes(JSON.stringify(evil).slice(1, -1)), 'it says the name, and means it')

  const invite = (await owner.request(`/rest/v1/calendars?id=eq.${id}&select=invite_code`)).body[0].invite_code
  const page = await fixture.guest.request(`/invite/${invite}`)
  assert.equal(page.status, 200)
  assert.doesNotMatch(page.text, /<script>alert|<img src=x/)
  assert.equal(page.headers.get('cache-control'), 'no-store')
})

test('a personal answer is not cached and has nosniff', async () => {
  const { id } = await fixture.calendar(owner)
  await fixture.contact(owner, id, 'private@example.org')
  const mine = await owner.request(`/rest/v1/calendar_contacts?calendar_id=eq.${id}`)
  assert.match(mine.text, /private@example.org/)
  assert.equal(mine.headers.get('cache-control'), 'no-store')
  const paths = [
    '/rest/v1/calendars?select=id',
    '/auth/v1/settings',
    '/functions/v1/maps-key',
    '/health',
    '/',
    '/robots.txt',
  ]
  for (const path of [...paths, `/calendar/${id}`, '/webhooks/x', '/nowhere'])
    assert.equal((await fixture.guest.request(path)).headers.get('x-content-type-options'), 'nosniff', path)
})

test('a cached page is the same for everybody, whatever host, header or query the first visitor sent', async () => {
  const { id } = await fixture.calendar(owner, { name: 'Poison Ivy Lane' })
  const forged = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    'x-original-url': '/evil',
    'x-cache-page': 'static',
    cookie: 'session=evil',
    'accept-language': 'evil',
  }
  for (const path of ['/', '/about', `/calendar/${id}`, '/sitemap.xml', '/locate-calendar']) {
    const first = await fixture.visitor().request(path, { headers: forged })
    const next = await fixture.visitor().request(path)
    assert.deepEqual([first.status, next.status], [200, 200], path)
    for (const word of ['evil', 'the-maps-key']) assert.ok(!(first.text + next.text).includes(word), path)
  }
  await fixture.visitor().request(`/calendar/${id}?month=2031-01&utm=evil`)
  assert.ok(!(await fixture.visitor().request(`/calendar/${id}?month=2031-01`)).text.includes('evil'))
  // The cached page is evicted when its calendar is deleted.
  assert.match((await fixture.guest.request(`/calendar/${id}`)).text, /Poison Ivy Lane/)
  await fixture.rows('update public.calendars set disabled = true where id = $1', [id])
  const gone = await fixture.guest.request(`/calendar/${id}`)
  assert.equal(gone.status, 404)
  assert.ok(!gone.text.includes('Poison Ivy Lane'), 'a calendar that was switched off is gone at once')
})

test('T38: an error has a message and a code, and reveals nothing internal', async () => {
  const { id } = await fixture.calendar(owner)
  const contact = { calendar_id: id, contact_type: 'email', contact_value: 'twice@example.org' }
  await fixture.contact(owner, id, contact.contact_value)
  const twice = await owner.request('/rest/v1/calendar_contacts', { json: contact })
  assert.deepEqual([twice.status, twice.body.code], [409, '23505'], 'the code that screens know')
  assert.ok(!twice.text.includes('twice@example.org'), 'without the stored value')

  const asks: [string, Parameters<Person['request']>[1]?][] = [
    ['/rest/v1/calendars?name=eq.x&select=nothing'],
    ['/rest/v1/nothing'],
    ['/rest/v1/rpc/nothing'],
    ['/rest/v1/calendars?id=eq.nonsense'],
    ['/rest/v1/calendars?select=name::regclass'],
    ['/rest/v1/calendars', { json: { name: 'x'.repeat(101), state: 'Texas', city: 'Austin' } }],
    ['/rest/v1/calendars', { json: { name: 'x', state: 'Texas', city: 'Atlantis' } }],
    ['/rest/v1/events', { json: eventOn(id, { category: 'x' }) }],
    ['/rest/v1/events', { json: eventOn(id, { start_time: 'x' }) }],
    ['/functions/v1/nothing'],
    ['/functions/v1/send-contact-confirmation', { json: { email: 'x', calendar_id: id } }],
    ['/auth/v1/nothing'],
    ['/auth/v1/token?grant_type=password', { json: { email: 'x', password: 1 } }],
    ['/webhooks/nothing', { json: {} }],
    ['/opt-out/one-click', { method: 'POST' }],
  ]
  for (const [path, init] of asks) {
    const { status, text, body } = await owner.request(path, init)
    assert.ok(status >= 400 && status < 500, `${path} ${status}`)
    assert.ok(text.length < 600, `${path} is short`)
    assert.ok(typeof (body.code ?? body.error_code) !== 'undefined', `${path} has a code: ${text}`)
    assert.doesNotMatch(
      text,
      /\bat \S+ \(|node_modules|\/(work|home|tmp|usr)\/|\.ts:\d|select .* from |insert into|pg_|auth\.users/i,
      path,
    )
  }
})
