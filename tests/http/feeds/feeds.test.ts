// Fetches feeds as programs do: repeatedly, conditionally, and without permission.
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type FunctionsFixture, newNetwork, openFunctionsFixture, SITE } from '../functions/fixture.ts'

let fixture: FunctionsFixture
let calendar: string
before(async () => {
  fixture = await openFunctionsFixture()
  calendar = await fixture.calendar()
  await addEvent({ title: 'Porch concert' })
  await addEvent({ title: 'Water is off', category: 'Alert' })
})
after(() => fixture.close())

/** Sends no API key: feed readers have none. */
const get = (path: string, headers: Record<string, string> = {}, more: { method?: string; network?: string } = {}) =>
  fixture.request(path, { headers: { apikey: '', ...headers }, ...more })
const ics = (id = calendar) => `/calendar/${id}.ics`

interface NewEvent {
  title: string
  description?: string
  category?: string
  of?: string
  inDays?: number
}

async function addEvent({ title, category = 'Event', of = calendar, inDays = 1, description = '' }: NewEvent) {
  const { rows } = await fixture.pool.query(
    `insert into public.events (calendar_id, title, description, category, start_time, end_time)
     values ($1, $2, $3, $4, now() + $5 * interval '1 day', now() + $5 * interval '1 day' + interval '1 hour') returning id, uid`,
    [of, title, description, category, inDays],
  )
  return rows[0] as { id: string; uid: string }
}

test('a feed needs no key, has its content type, and must be revalidated by caches', async () => {
  const response = await get(ics())
  assert.equal(response.status, 200)
  const header = (name: string) => response.headers.get(name)
  assert.equal(header('content-type'), 'text/calendar; charset=utf-8')
  assert.equal(header('cache-control'), 'public, max-age=0, must-revalidate')
  assert.equal(header('x-frame-options'), 'DENY')
  assert.equal(header('access-control-allow-origin'), '*', 'any site may show what everybody may read')
  assert.equal(header('set-cookie'), null)
  const text = (await response.text()).replaceAll('\r\n ', '')
  assert.match(text, /^BEGIN:VCALENDAR\r\nVERSION:2.0\r\n/)
  assert.doesNotMatch(text.split('BEGIN:VEVENT')[0] ?? '', /\r\nUID:/, 'programs would take it for that of every event')
  for (const line of [
    'NAME:Elm Street',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    `SOURCE;VALUE=URI:${SITE}${ics()}`,
    'SUMMARY:Porch concert',
  ])
    assert.ok(text.includes(`\r\n${line}\r\n`), line)
})

test('an unchanged feed answers 304 by ETag or date; HEAD returns everything but the body', async () => {
  const other = await fixture.calendar()
  await addEvent({ title: 'Walk', of: other })
  // Last-Modified is sent once its second is over.
  let first = await get(ics(other))
  while (!first.headers.has('last-modified')) {
    await sleep(50)
    first = await get(ics(other))
  }
  const [etag, changed] = [first.headers.get('etag') ?? '', first.headers.get('last-modified') ?? '']
  const asked: Record<string, string>[] = [{ 'if-none-match': etag }, { 'if-modified-since': changed }]
  for (const headers of [...asked, { 'if-none-match': `"x", ${etag.slice(2)}` }]) {
    const again = await get(ics(other), headers)
    assert.equal(again.status, 304, JSON.stringify(headers))
    assert.equal(again.headers.get('etag'), etag)
    assert.equal(await again.text(), '')
  }
  const head = await get(ics(other), {}, { method: 'HEAD' })
  assert.equal(head.status, 200)
  assert.equal(head.headers.get('content-length'), String(Buffer.byteLength(await first.text())))
  assert.equal(await head.text(), '')

  await addEvent({ title: 'Another walk', of: other })
  for (const headers of asked) {
    const again = await get(ics(other), headers)
    assert.equal(again.status, 200, JSON.stringify(headers))
    assert.match(await again.text(), /SUMMARY:Another walk/)
  }
})

test('the feed is the same in every encoding', async () => {
  const bytes = async (encoding: string) =>
    Buffer.from(await (await get(ics(), { 'accept-encoding': encoding })).arrayBuffer())
  const plain = await bytes('identity')
  assert.deepEqual(gunzipSync(await bytes('gzip')), plain)
  assert.deepEqual(brotliDecompressSync(await bytes('br, gzip')), plain)
})

test('a feed can be filtered by category', async () => {
  const alerts = await (await get(`${ics()}?category=Alert`)).text()
  assert.match(alerts, /Water is off/)
  assert.doesNotMatch(alerts, /Porch concert/)
  const both = await (await get(`${ics()}?category=Alert,Event&category=FYI&utm_source=x`)).text()
  assert.match(both, /Porch concert/)
  for (const query of ['?category=Party', '?category=alert', '?category=Event,%0d%0aX']) {
    const response = await get(ics() + query)
    assert.equal(response.status, 400, query)
    assert.equal((await response.json()).error, 'A category is one of Event, Alert, Notice, FYI.')
  }
})

test('a moved event has the same UID and a higher SEQUENCE; a deleted event is gone', async () => {
  const { id, uid } = await addEvent({ title: 'Bake sale' })
  const event = async () => {
    const text = (await (await get(ics())).text()).replaceAll('\r\n ', '')
    return text.split('BEGIN:VEVENT').find((part) => part.includes(`UID:${uid}`))
  }
  assert.doesNotMatch((await event()) ?? '', /SEQUENCE/)
  await fixture.pool.query("update public.events set end_time = end_time + interval '1 hour' where id = $1", [id])
  assert.match((await event()) ?? '', /\r\nSEQUENCE:1\r\n/)
  await fixture.pool.query('delete from public.events where id = $1', [id])
  assert.equal(await event(), undefined)
})

test('a full event says so in every feed and embed, and no longer once a place is free', async () => {
  const full = await fixture.calendar()
  const { id } = await addEvent({ title: 'Pottery', of: full })
  await fixture.pool.query(
    'insert into public.event_rsvps (event_id, calendar_id, capacity, taken) values ($1, $2, 5, 5)',
    [id, full],
  )
  const paths = [...['ics', 'rss', 'json'].map((format) => `/calendar/${full}.${format}`), `/embed/${full}`]
  const read = async (path: string) => (await get(path)).text()
  for (const path of paths) assert.match(await read(path), /FULL – Pottery/, path)
  assert.match(await read(ics(full)), /\r\nX-TOWNBELL-STATUS:FULL\r\n/)
  assert.equal(JSON.parse(await read(`/calendar/${full}.json`)).items[0]._townbell.status, 'full')
  await fixture.pool.query('update public.event_rsvps set taken = 4 where event_id = $1', [id])
  for (const path of paths) {
    const text = await read(path)
    assert.match(text, /Pottery/, path)
    assert.doesNotMatch(text, /FULL/, path)
  }
  await fixture.pool.query('update public.event_rsvps set taken = 5, is_open = false where event_id = $1', [id])
  for (const path of paths) assert.doesNotMatch(await read(path), /FULL/, `${path}, which no longer asks`)
})

test('a full date of a series is an exception in the feed', async () => {
  const other = await fixture.calendar()
  const { rows } = await fixture.pool.query(
    `with series as (
       insert into public.event_series (calendar_id, title, category, starts_on, starts_at, ends_at, rrule)
       values ($1, 'Yoga', 'Event', current_date + 3, '10:00', '11:00', 'FREQ=DAILY;COUNT=1') returning *
     )
     insert into public.events (calendar_id, title, category, series_id, series_day, start_time, end_time)
     select s.calendar_id, s.title, s.category, s.id, s.starts_on, (s.starts_on + s.starts_at) at time zone c.time_zone,
       (s.starts_on + s.ends_at) at time zone c.time_zone
     from series s join public.calendars c on c.id = s.calendar_id
     returning id`,
    [other],
  )
  const read = async () => (await get(ics(other))).text()
  assert.doesNotMatch(await read(), /RECURRENCE-ID/)
  await fixture.pool.query(
    'insert into public.event_rsvps (event_id, calendar_id, capacity, taken) values ($1, $2, 5, 5)',
    [rows[0].id, other],
  )
  assert.match(await read(), /RECURRENCE-ID[\s\S]*FULL – Yoga/)
})

test('no text of an event can hold a control character', async () => {
  const { id } = await addEvent({ title: 'Marked' })
  for (const column of ['title', 'description', 'location', 'location_name', 'uid', 'image_alt'])
    for (const character of ['\x1d', '\x1f']) {
      const marked = fixture.pool.query(`update public.events set ${column} = $2 where id = $1`, [id, `a${character}b`])
      await assert.rejects(marked, { code: '23514', constraint: `events_${column}_check` })
    }
})

test('a disabled or deleted calendar is gone at once in every format, and returns when restored', async () => {
  const gone = await fixture.calendar()
  const event = await addEvent({ title: 'Secret', of: gone })
  const paths = [
    ...['ics', 'rss', 'json'].map((format) => `/calendar/${gone}.${format}`),
    `/calendar/${gone}/events/${event.id}.ics`,
  ]
  const statuses = () => Promise.all(paths.map(async (path) => (await get(path)).status))
  assert.deepEqual(await statuses(), [200, 200, 200, 200])
  await fixture.pool.query('update public.calendars set disabled = true where id = $1', [gone])
  assert.deepEqual(await statuses(), [404, 404, 404, 404])
  await fixture.pool.query('update public.calendars set disabled = false where id = $1', [gone])
  assert.deepEqual(await statuses(), [200, 200, 200, 200])
  await fixture.pool.query('delete from public.calendars where id = $1', [gone])
  assert.deepEqual(await statuses(), [404, 404, 404, 404])
})

test('invalid feed URLs answer 404, never 500', async () => {
  for (const path of [
    '/calendar/x.ics',
    `/calendar/${randomUUID()}.ics`,
    `/calendar/${calendar}'.rss`,
    '/calendar/%00.json',
    `/calendar/${calendar}/events/x.ics`,
    `/calendar/${calendar}/events/${randomUUID()}.ics`,
    `/calendar/x/events/${randomUUID()}.ics`,
    '/feed/x.ics',
    `/feed/${'A'.repeat(32)}`,
    '/feed/%00.ics',
  ])
    assert.equal((await get(path)).status, 404, path)
  for (const month of ['2025-13', '0000-01', '9999-01', 'x', '2025-07-01'])
    assert.equal((await get(`/calendar/${calendar}.json?month=${month}`)).status, 400, month)
})

test('one event can be downloaded as a file, from its own calendar only', async () => {
  const { id, uid } = await addEvent({ title: 'Just one' })
  const response = await get(`/calendar/${calendar}/events/${id}.ics`)
  assert.equal(response.headers.get('content-disposition'), `attachment; filename="event-${id}.ics"`)
  const text = await response.text()
  assert.equal(text.match(/BEGIN:VEVENT/g)?.length, 1)
  assert.ok(text.includes(`UID:${uid}`))
  assert.doesNotMatch(text, /X-WR-CALNAME|METHOD/, 'it is imported, not subscribed to')
  assert.equal((await get(`/calendar/${await fixture.calendar()}/events/${id}.ics`)).status, 404)
})

test('JSON Feed and RSS list upcoming events, soonest first, with text escaped', async () => {
  const loud = await fixture.calendar({ name: 'A & B <script>alert(1)</script>' })
  const evil = ']]></title><script>alert(1)</script>&amp;"\''
  await addEvent({ title: 'Was', of: loud, inDays: -2 })
  await addEvent({ title: 'Later', of: loud, inDays: 20 })
  await addEvent({ title: evil, of: loud, inDays: 2, description: `${evil}\n<img src=x onerror=alert(2)>` })

  const json = await get(`/calendar/${loud}.json`)
  assert.equal(json.headers.get('access-control-allow-origin'), '*')
  assert.equal(json.headers.get('content-type'), 'application/feed+json; charset=utf-8')
  const feed = await json.json()
  assert.equal(feed.version, 'https://jsonfeed.org/version/1.1')
  assert.deepEqual(
    feed.items.map(({ title }: { title: string }) => title),
    [evil, 'Later'],
  )
  assert.equal(feed.items[0]._townbell.title, evil)

  const rss = await get(`/calendar/${loud}.rss`)
  assert.equal(rss.headers.get('access-control-allow-origin'), '*')
  const xml = await rss.text()
  assert.equal(xml.match(/<item>/g)?.length, 2)
  assert.doesNotMatch(xml, /<script|<img|]]>/)
  assert.match(xml, /&#38;#60;img src=x onerror=alert\(2\)&#38;#62;/, 'HTML inside XML: made text twice')

  const { rows } = await fixture.pool.query(
    `select to_char(event_date, 'YYYY-MM') as month from public.events where calendar_id = $1 and title = 'Was'`,
    [loud],
  )
  const { items } = await (await get(`/calendar/${loud}.json?month=${rows[0].month}`)).json()
  assert.ok(
    items.some(({ title }: { title: string }) => title === 'Was'),
    'a month has its past, too',
  )
})

test('only the embed page may be framed; it runs no script and does not echo its URL', async () => {
  const loud = await fixture.calendar({ name: '</title><script>alert(1)</script>' })
  const evil = '"><img src=x onerror=alert(1)>'
  // Today, because tomorrow may be in another month.
  const { id } = await addEvent({ title: evil, of: loud, description: evil, inDays: 0 })
  const query = `?view=month&accent=${encodeURIComponent('#fff}</style><script>')}&theme=${encodeURIComponent(evil)}&month=x`
  for (const path of [`/embed/${loud}`, `/embed/${loud}${query}`, `/embed/${loud}?view=month&accent=%23aa0000`]) {
    const response = await get(path)
    assert.equal(response.status, 200, path)
    assert.equal(response.headers.get('x-frame-options'), null)
    assert.equal(response.headers.get('set-cookie'), null)
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.match(
      policy,
      /^default-src 'none'; style-src 'sha256-[^ ]+'; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
    )
    const html = await response.text()
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(html) ?? []
    assert.ok(policy.includes(createHash('sha256').update(style).digest('base64')), 'its one style is named')
    assert.doesNotMatch(html, /<script|<img|onerror=alert\(1\)>/)
    assert.match(html, /&#34;&#62;&#60;img src=x onerror=alert\(1\)&#62;/, 'the title is there, as text')
    for (const [link] of html.matchAll(/<a [^>]*href="https?:[^>]*>/g)) assert.match(link, /rel="noopener"/)
  }
  for (const path of [
    ics(loud),
    `/calendar/${loud}.json`,
    `/calendar/${loud}.rss`,
    `/calendar/${loud}/events/${id}.ics`,
  ]) {
    const { headers } = await get(path)
    assert.equal(headers.get('x-frame-options'), 'DENY', path)
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path)
  }
  await fixture.pool.query('update public.calendars set disabled = true where id = $1', [loud])
  assert.equal((await get(`/embed/${loud}`)).status, 404)
  assert.equal((await get('/embed/x')).status, 404)
})

/** A member whose app fetches the feed. */
async function member(
  of: string,
): Promise<{ id: string; headers: Record<string, string>; renew: () => Promise<string> }> {
  const id = randomUUID()
  await fixture.pool.query(
    "insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ($1, $2, 'x', now())",
    [id, `${id}@example.org`],
  )
  await fixture.pool.query(
    "insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'member')",
    [of, id],
  )
  const headers = await fixture.signedIn(id)
  const renew = async () => {
    const response = await fixture.request('/rest/v1/rpc/renew_feed_link', { json: { p_calendar_id: of }, headers })
    assert.equal(response.status, 200)
    return `/feed/${await response.json()}.ics`
  }
  return { id, headers, renew }
}

test('an address pasted elsewhere becomes a frame, or the link of an event; only of what guests see here', async () => {
  const oembed = (url: string, more = '') => get(`/oembed?url=${encodeURIComponent(url)}${more}`)
  const address = `${SITE}/calendar/${calendar}`
  const answer = await oembed(`${address}?month=2031-07`, '&maxwidth=320&maxheight=90000&format=json')
  const { html, ...frame } = await answer.json()
  assert.deepEqual(
    [answer.status, answer.headers.get('content-type'), answer.headers.get('access-control-allow-origin')],
    [200, 'application/json; charset=utf-8', '*'],
  )
  assert.deepEqual(frame, {
    ...{ version: '1.0', provider_name: 'Townbell', provider_url: SITE, cache_age: 3600 },
    ...{ type: 'rich', title: 'Elm Street', url: address, width: 320, height: 600 },
  })
  assert.match(
    html,
    new RegExp(`^<iframe src="${SITE}/embed/${calendar}" [^<>]*width="320" height="600"[^<>]*></iframe>\n$`),
  )
  const event = await addEvent({ title: 'Porch & <b>concert</b>' })
  const link = await (await oembed(`${address}/events/${event.id}`)).json()
  assert.deepEqual(
    [link.type, link.title, link.author_name, link.url, 'html' in link],
    ['link', 'Porch & <b>concert</b>', 'Elm Street', `${address}/events/${event.id}`, false],
  )
  const named = await fixture.calendar({ name: '"><script>alert(1)</script>' })
  const { html: escaped } = await (await oembed(`${SITE}/calendar/${named}`)).json()
  assert.doesNotMatch(escaped, /<script|"">/)
  const { rows } = await fixture.pool.query(
    `insert into public.collections (name, slug, owner_id) select 'All of town', 'all-of-town', owner_id from public.calendars where id = $1 returning id`,
    [calendar],
  )
  const town = await (await oembed(`${SITE}/town/all-of-town`)).json()
  assert.deepEqual([town.title, town.html.includes(`/embed/${rows[0].id}"`)], ['All of town', true])

  const disabled = await fixture.calendar({ disabled: true })
  const hidden = (await addEvent({ title: 'Members only', of: disabled })).id
  for (const url of [
    ...[`${SITE}/calendar/${disabled}`, `${SITE}/calendar/${disabled}/events/${hidden}`, `${address}/events/${hidden}`],
    ...[
      `${SITE}/calendar/${randomUUID()}`,
      `${SITE}/calendar/x'--`,
      `${SITE}/town/%00`,
      `${SITE}/town/nobodys`,
      `${SITE}/dashboard`,
    ],
    ...[
      `https://evil.example/calendar/${calendar}`,
      `${SITE}.evil.example/calendar/${calendar}`,
      'javascript:alert(1)',
      '',
      `${address}?${'x'.repeat(600)}`,
    ],
  ])
    assert.equal((await oembed(url)).status, 404, url)
  assert.equal((await get('/oembed')).status, 404)
  assert.equal((await oembed(address, '&format=xml')).status, 501)
  assert.equal((await (await oembed(address, '&maxwidth=-5&maxheight=1e9')).json()).width, 600)
})

test('a member reads a private calendar by a secret URL, until they renew or revoke it', async () => {
  const hidden = await fixture.calendar({ disabled: true, name: 'Board' })
  await addEvent({ title: 'Board meeting', of: hidden })
  const { headers, renew } = await member(hidden)
  assert.equal((await get(ics(hidden))).status, 404, 'guests find nothing')
  const first = await renew()
  const response = await get(first)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('cache-control'), 'private, max-age=0, must-revalidate')
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
  const text = await response.text()
  assert.match(text, /SUMMARY:Board meeting/)
  assert.ok(!text.includes(first.slice(6, 38)), 'the secret is not in it')
  await addEvent({ title: 'Second meeting', of: hidden })
  assert.match(await (await get(first)).text(), /Second meeting/)

  const second = await renew()
  assert.equal((await get(first)).status, 404)
  assert.equal((await get(second, { 'if-none-match': response.headers.get('etag') ?? '' })).status, 200)
  const revoked = await fixture.request(`/rest/v1/feed_links?calendar_id=eq.${hidden}`, { method: 'DELETE', headers })
  assert.equal(revoked.status, 204)
  assert.equal((await get(second)).status, 404)
  assert.ok(
    !fixture.lines.some((line) => line.includes(first.slice(6, 38)) || line.includes(second.slice(6, 38))),
    'no secret is logged',
  )
})

test('a former member cannot read the feed, and strangers and guests get no secret URL', async () => {
  const hidden = await fixture.calendar({ disabled: true })
  const { id, renew } = await member(hidden)
  const path = await renew()
  assert.equal((await get(path)).status, 200)
  await fixture.pool.query('delete from public.calendar_members where calendar_id = $1 and user_id = $2', [hidden, id])
  assert.equal((await get(path)).status, 404)
  const stranger = await member(await fixture.calendar())
  for (const headers of [stranger.headers, {}]) {
    const refused = await fixture.request('/rest/v1/rpc/renew_feed_link', { json: { p_calendar_id: hidden }, headers })
    assert.ok([401, 403].includes(refused.status), String(refused.status))
  }
})

test('guessing secret URLs is rate limited; a valid one still works', async () => {
  const hidden = await fixture.calendar({ disabled: true })
  const path = await (await member(hidden)).renew()
  const network = newNetwork()
  const guess = async () => (await get(`/feed/${randomUUID().replaceAll('-', '')}.ics`, {}, { network })).status
  const answers = []
  for (let n = 0; n < 62; n += 1) answers.push(await guess())
  assert.deepEqual(answers.slice(0, 60), Array(60).fill(404))
  assert.deepEqual(answers.slice(60), [429, 429])
  assert.equal((await get(path, {}, { network })).status, 200)
})

test('none of these requests logged an error', () => {
  assert.deepEqual(
    fixture.lines.filter((line) => JSON.parse(line).level >= 50),
    [],
  )
})
