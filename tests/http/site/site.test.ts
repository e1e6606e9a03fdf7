// The site through the real server, as a browser, a crawler and an attacker see it.
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { addDays, dayInZone, instantAt } from '#domain/dates.ts'
import { days } from '#domain/durations.ts'
import { startApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let calendar: { id: string; time_zone: string; identifier: string }
const ZONE = 'America/Chicago'
const NASTY = '</script><script>alert(1)</script><img src=x onerror=alert(2)>'

before(async () => {
  app = await startApp()
  const owner = randomUUID()
  await app.pool.query(
    "insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ($1, $2, 'x', now())",
    [owner, 'maria@townbell.example'],
  )
  await app.pool.query('update public.profiles set trial = false where user_id = $1', [owner])
  calendar = await addCalendar(owner, { name: 'Barton Hills', description: NASTY })
  await addCalendar(owner, { name: 'Members only', allow_guest_users: false })
  await addCalendar(owner, { name: 'Switched off', disabled: true })
  await addEvent('Porch concert')
})
after(() => app.close())

async function addCalendar(
  owner: string,
  given: { name: string; description?: string; allow_guest_users?: boolean; disabled?: boolean },
) {
  const { name, description = null, allow_guest_users = true, disabled = false } = given
  const { rows } = await app.pool.query(
    `insert into public.calendars (name, description, state, city, owner_id, allow_guest_users, disabled)
     values ($1, $2, 'Texas', 'Austin', $3, $4, $5) returning id, time_zone, identifier`,
    [name, description, owner, allow_guest_users, disabled],
  )
  return rows[0]
}

async function addEvent(title: string, day = dayInZone(new Date(), ZONE)) {
  await app.pool.query(
    `insert into public.events (calendar_id, title, category, start_time, end_time, event_date)
     values ($1, $2, 'Event', $3, $4, $5)`,
    [calendar.id, title, instantAt(day, '09:00', ZONE), instantAt(day, '10:00', ZONE), day],
  )
}

const get = (path: string, init?: RequestInit) => fetch(app.url + path, { redirect: 'manual', ...init })
const calendarPath = () => `/calendar/${calendar.id}`

test('a public calendar is server-rendered, at both of its URLs', async () => {
  for (const path of [calendarPath(), `/public/calendars/${calendar.id}`]) {
    const response = await get(path)
    const html = await response.text()
    assert.equal(response.status, 200)
    assert.match(html, /<h1[^>]*>Barton Hills<\/h1>/)
    assert.match(html, />1 member</)
    assert.ok(html.includes(`Calendar #${calendar.identifier}`))
    assert.match(html, /Porch concert/)
    assert.match(html, /<title>Barton Hills, Austin, Texas \| Townbell<\/title>/)
    assert.ok(html.includes(`<link rel="canonical" href="${app.url}${calendarPath()}"/>`))
    const oembed = `${app.url}/oembed?url=${encodeURIComponent(app.url + calendarPath())}`
    assert.ok(html.includes(`href="${oembed}"/>`) && html.includes(`type="application/json+oembed"`))
  }
})

test('events are in JSON-LD for search engines', async () => {
  const html = await (await get(calendarPath())).text()
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) =>
    JSON.parse(json ?? ''),
  )
  assert.deepEqual(
    blocks.map((block) => block['@context']),
    ['https://schema.org'],
  )
  const events = blocks.flatMap((block) => block['@graph'] ?? [block])
  assert.ok(events.some((event) => event['@type'] === 'Event' && event.name === 'Porch concert'))
})

test('texts of a calendar are escaped', async () => {
  const html = await (await get(calendarPath())).text()
  assert.ok(html.includes('&lt;img src=x onerror=alert(2)&gt;'), 'the description is there')
  assert.doesNotMatch(html, /<img src=x/)
  assert.doesNotMatch(html, /<script>alert/)
})

test('the content security policy lists every inline script and style of the page, and no other', async () => {
  const response = await get('/')
  const html = await response.text()
  const policy = response.headers.get('content-security-policy') ?? ''
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const scripts = [...html.matchAll(/<script(?![^>]*ld\+json)[^>]*>([\s\S]+?)<\/script>/g)].map(([, source]) =>
    hash(source ?? ''),
  )
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]+?)<\/style>/g)].map(([, source]) => hash(source ?? ''))
  assert.ok(scripts.length > 1 && styles.length === 1)
  const named = (directive: string) => new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ')
  assert.deepEqual(named('script-src')?.toSorted(), ["'self'", ...new Set(scripts)].toSorted())
  assert.deepEqual(named('style-src')?.toSorted(), ["'self'", ...styles].toSorted())
  assert.doesNotMatch(html, /nonce=/)
  assert.doesNotMatch(html, / style="/, 'the policy would drop it')
})

test('an unchanged page answers 304, and a changed calendar is shown at once', async () => {
  const first = await get(calendarPath())
  const etag = first.headers.get('etag') ?? ''
  await first.text()
  const again = await get(calendarPath(), { headers: { 'if-none-match': etag } })
  assert.equal(again.status, 304)
  assert.equal(await again.text(), '')
  for (const title of ['Clean-up day', 'Book swap']) {
    await addEvent(title)
    const [changed, anew] = [
      await get(calendarPath(), { headers: { 'if-none-match': etag } }),
      await get(calendarPath()),
    ]
    assert.deepEqual([changed.status, anew.status], [200, 200])
    for (const answer of [changed, anew]) assert.match(await answer.text(), new RegExp(title))
  }
})

test('each month has its own page', async () => {
  const day = addDays(dayInZone(new Date(), ZONE), 400)
  await addEvent('Next year’s fair', day)
  assert.match(await (await get(`${calendarPath()}?month=${day.slice(0, 7)}`)).text(), /Next year’s fair/)
  assert.doesNotMatch(await (await get(calendarPath())).text(), /Next year’s fair/)
  for (const month of ['2025-13', '0000-00', '9999-12', "';drop", '%00']) {
    const response = await get(`${calendarPath()}?month=${month}`)
    assert.equal(response.status, 200, month)
    assert.match(await response.text(), /Porch concert/, month)
  }
})

test('an unknown, invalid or disabled calendar answers 404', async () => {
  const { rows } = await app.pool.query('select id from public.calendars where disabled')
  for (const id of [randomUUID(), 'x', '%00', `${calendar.id}%27`, rows[0].id]) {
    const response = await get(`/calendar/${id}`)
    assert.equal(response.status, 404, id)
    assert.match(await response.text(), /Calendar Not Found/, id)
  }
})

test('the page is the same in every encoding', async () => {
  const bodies = await Promise.all(
    ['br', 'gzip', 'identity'].map(async (encoding) => {
      const response = await get('/about', { headers: { 'accept-encoding': encoding } })
      assert.equal(response.headers.get('content-encoding'), encoding === 'identity' ? null : encoding)
      assert.equal(response.headers.get('vary'), 'accept-language, cookie, accept-encoding')
      return response.text()
    }),
  )
  assert.equal(new Set(bodies).size, 1)
  assert.match(bodies[0] ?? '', /Meet Townbell/)
})

test('a page is in the language of the link, the cookie or the browser', async () => {
  const asked = async (path: string, headers: Record<string, string>) => {
    const response = await get(path, { headers })
    const html = await response.text()
    return { response, language: /<html lang="(\w+)"/.exec(html)?.[1], html }
  }
  const spanish = await asked(calendarPath(), { 'accept-language': 'fr, es-MX;q=0.9, en;q=0.8' })
  const english = await asked(calendarPath(), { 'accept-language': 'en-US, es;q=0.9' })
  assert.deepEqual([spanish.language, english.language], ['es', 'en'])
  assert.match(spanish.html, /1 miembro</)
  assert.notEqual(spanish.response.headers.get('etag'), english.response.headers.get('etag'))
  assert.equal(spanish.response.headers.get('content-language'), 'es')
  assert.ok(spanish.html.includes(`<link rel="canonical" href="${app.url}${calendarPath()}?lang=es"/>`))
  for (const { html } of [spanish, english]) {
    for (const [name, address] of [
      ['en', ''],
      ['es', '?lang=es'],
      ['x-default', ''],
    ]) {
      assert.ok(
        html.includes(`<link rel="alternate" hrefLang="${name}" href="${app.url}${calendarPath()}${address}"/>`),
      )
    }
  }

  assert.equal((await asked('/', { 'accept-language': 'es', cookie: 'language=en' })).language, 'en')
  // The cached page is used only for the same language.
  for (let i = 0; i < 2; i += 1) {
    const chosen = await asked('/?lang=es', { cookie: 'language=en' })
    assert.equal(chosen.language, 'es')
    assert.match(
      chosen.response.headers.get('set-cookie') ?? '',
      /^language=es; Path=\/; Max-Age=31536000; SameSite=Lax/,
    )
    assert.equal((await asked('/', { cookie: 'language=es' })).response.headers.get('set-cookie'), null)
  }
  const unknown = await asked('/?lang=xx', { 'accept-language': 'es' })
  assert.deepEqual([unknown.language, unknown.response.headers.get('set-cookie')], ['es', null])
})

test('both languages share common files, and each page loads its own', async () => {
  const files = async (language: string) => {
    const html = await (await get(`/?lang=${language}`)).text()
    return new Set([...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? ''))
  }
  const [english, spanish] = [await files('en'), await files('es')]
  assert.ok(english.intersection(spanish).size > 0 && english.difference(spanish).size > 0)
  for (const path of english.union(spanish)) assert.equal((await get(path, { method: 'HEAD' })).status, 200, path)
})

test('files with a hash in their name are cached forever, others for an hour, and are served precompressed', async () => {
  const html = await (await get('/')).text()
  const [asset] = /\/assets\/[\w.-]+\.js/.exec(html) ?? []
  const file = await get(asset ?? '', { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } })
  assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.equal(file.headers.get('content-encoding'), 'br')
  assert.equal(file.headers.get('content-type'), 'text/javascript; charset=utf-8')
  await file.text()
  assert.equal((await get('/favicon.svg')).headers.get('cache-control'), 'public, max-age=3600')
})

test('no file outside the build folder is served', async () => {
  for (const path of [
    '/../package.json',
    '/..%2fpackage.json',
    '/assets/..%2f..%2fserver/index.js',
    '/.vite/manifest.json',
    '/assets/nothing.js',
    '/%2e%2e/%2e%2e/etc/passwd',
  ]) {
    const response = await get(path)
    assert.equal(response.status, 404, path)
    assert.doesNotMatch(await response.text(), /"dependencies"|root:x/, path)
  }
})

test('malformed URLs and other methods are refused', async () => {
  assert.equal((await get('/%E0%A4%A')).status, 400)
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const response = await get('/about', { method })
    assert.equal(response.status, 405, method)
    assert.equal(response.headers.get('allow'), 'GET, HEAD')
  }
  const head = await get('/about', { method: 'HEAD' })
  assert.equal(head.status, 200)
  assert.equal(await head.text(), '')
})

test('a trailing slash redirects to the page without it, never to another host', async () => {
  assert.equal((await get('/about/')).headers.get('location'), '/about')
  assert.equal((await get('//evil.example/')).headers.get('location'), '/evil.example')
  assert.equal((await get('/locate-calendar/?q=a')).headers.get('location'), '/locate-calendar?q=a')
})

test('an unknown plan redirects to the prices', async () => {
  for (const plan of ['', '?plan=', '?plan=free', '?plan=gold', '?plan=__proto__']) {
    const response = await get(`/purchase${plan}`)
    assert.equal(response.status, 302, plan)
    assert.equal(response.headers.get('location'), '/pricing', plan)
  }
  assert.equal((await get('/purchase?plan=pro')).status, 200)
})

test('the search finds calendars by state, city and name, and says when there are none', async () => {
  for (const query of [
    '',
    '?q=texas',
    '?q=tx',
    '?q=Austin,+TX',
    '?q=austin',
    '?q=barton+hills',
    '?q=bartno',
    '?q=austn',
  ]) {
    const html = await (await get(`/locate-calendar${query}`)).text()
    assert.match(html, /Barton Hills/, query)
    assert.doesNotMatch(html, /Members only|Switched off/, query)
  }
  for (const query of ['members+only', 'membesr', 'switchd'])
    assert.doesNotMatch(await (await get(`/locate-calendar?q=${query}`)).text(), /Members only|Switched off/, query)
  const nothing = await (await get('/locate?q=zzzz')).text()
  assert.match(nothing, /No calendars found matching your search/)
  assert.match(nothing, /href="\/signin\?mode=signup"[^>]*>Start one</)
  assert.equal((await get('/locate?q=%00%27--&page=99999999999')).status, 200)
})

test('a listed calendar is found by its number, and has a short address; another is not there', async () => {
  const { id, identifier } = calendar
  for (const q of [`${identifier}`, `#${identifier}`]) {
    assert.match(await (await get(`/locate-calendar?q=${encodeURIComponent(q)}`)).text(), new RegExp(`/calendar/${id}`))
  }
  const short = await get(`/c/${identifier}`, { redirect: 'manual' })
  assert.deepEqual([short.status, short.headers.get('location')], [302, `/calendar/${id}`])
  const { rows } = await app.pool.query('select id from public.events where calendar_id = $1 limit 1', [id])
  const event = rows[0].id as string
  for (const [code, leads] of [
    [event.slice(0, 8), `/calendar/${id}/events/${event}`],
    [event.slice(0, 8).toUpperCase(), `/calendar/${id}/events/${event}`],
    ['00000000', `/calendar/${id}`],
    ["1'--", `/calendar/${id}`],
  ] as const) {
    const answer = await get(`/c/${identifier}/${code}`, { redirect: 'manual' })
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, leads], code)
  }
  await app.pool.query('update public.calendars set allow_guest_users = false where id = $1', [id])
  try {
    const [unlisted, missing] = await Promise.all([
      get(`/c/${identifier}/${event.slice(0, 8)}`),
      get(`/c/999999999/${event.slice(0, 8)}`),
    ])
    assert.deepEqual([unlisted.status, missing.status], [404, 404])
    const withoutNumber = async (answer: Response) => (await answer.text()).replaceAll(/c\/\d+/g, '')
    assert.equal(await withoutNumber(unlisted), await withoutNumber(missing))
    assert.doesNotMatch(await (await get(`/locate-calendar?q=${identifier}`)).text(), new RegExp(`/calendar/${id}`))
    assert.equal((await get(`/calendar/${id}`)).status, 200)
  } finally {
    await app.pool.query('update public.calendars set allow_guest_users = true where id = $1', [id])
  }
})

test('the sitemap and robots.txt list the pages', async () => {
  const sitemap = await (await get('/sitemap.xml')).text()
  assert.ok(sitemap.includes(`<loc>${app.url}${calendarPath()}</loc>`))
  assert.equal(sitemap.match(/\/calendar\/[^/]+<\/loc>/g)?.length, 1)
  const robots = await (await get('/robots.txt')).text()
  assert.ok(robots.includes(`Sitemap: ${app.url}/sitemap.xml`))
  assert.match(robots, /^Disallow: \/invite\/$/m)
})

test('a password manager is led to where the password is changed', async () => {
  const answer = await fetch(`${app.url}/.well-known/change-password`, { redirect: 'manual' })
  assert.deepEqual([answer.status, answer.headers.get('location')], [302, '/account'])
})

test('security.txt says where to report a vulnerability, and until when that is sure', async () => {
  const answer = await get('/.well-known/security.txt')
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/plain; charset=utf-8'])
  const text = await answer.text()
  assert.match(text, /^Contact: mailto:\S+@\S+$/m)
  assert.ok(text.includes(`Canonical: ${app.url}/.well-known/security.txt`))
  const [, expires = ''] = /^Expires: (\S+)$/m.exec(text) ?? []
  const ahead = Date.parse(expires) - Date.now()
  assert.ok(ahead > days(30) && ahead < days(365), expires)
})

test('pages with a token in their URL are not cached and send no referrer', async () => {
  for (const path of [
    '/confirm-contact?token=x',
    `/opt-out?calendar=${calendar.id}`,
    '/invite/x',
    '/preferences?p=x',
  ]) {
    const response = await get(path)
    assert.equal(response.headers.get('cache-control'), 'no-store', path)
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer', path)
    assert.match(await response.text(), /<meta name="robots" content="noindex"\/>/, path)
  }
})

test('the preview frame allows only inline styles, and only our pages may frame it', async () => {
  const policy = (await get('/preview-frame.html')).headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /sandbox allow-same-origin$/)
  assert.doesNotMatch(policy, /script-src/)
})

test('the home page brings the month of its example, and today’s mail of it in either language', async () => {
  const html = await (await get('/')).text()
  assert.match(html, /aria-current="date"[^>]*>/)
  assert.ok(html.split('Porch concert').length > 2, 'the concert is in the month and in the day')
  for (const [lang, words] of [
    ['en', 'Porch concert'],
    ['es', 'Concierto en el porche'],
  ]) {
    assert.ok(
      (await (await get('/', { headers: { 'accept-language': lang! } })).text()).includes(`/example-mail?lang=${lang}`),
    )
    const mail = await get(`/example-mail?lang=${lang}`)
    assert.equal(mail.status, 200)
    assert.ok((await mail.text()).includes(words!))
    assert.match(mail.headers.get('content-security-policy') ?? '', /^default-src 'none';.* frame-ancestors 'self'$/)
    assert.equal(mail.headers.get('x-frame-options'), 'SAMEORIGIN')
  }
})

test('an unknown page answers 404 with a page', async () => {
  const response = await get('/no-such-page')
  assert.equal(response.status, 404)
  const html = await response.text()
  for (const link of ['/', '/dashboard', '/pricing', '/contact', '/about', '/community'])
    assert.ok(html.includes(`href="${link}"`), link)
})

test('all unknown addresses share one page in each language, whose links stay on this site', async () => {
  const spanish = { headers: { 'accept-language': 'es' } }
  const pages = await Promise.all(
    ['/nowhere', '/calendar/1/2/3/4/5?x=1'].map(async (path) => (await get(path, spanish)).text()),
  )
  assert.equal(pages[0], pages[1])
  assert.match(pages[0] as string, /<html lang="es"/)
  assert.match(pages[0] as string, /<a href="\?lang=en"/)
  assert.notEqual(await (await get('/nowhere')).text(), pages[0])
  for (const path of ['//evil.example', '/%2f/evil.example', '//evil.example/x?a=1', '/\\evil.example']) {
    const { status, headers } = await get(path)
    if (status !== 404) assert.match(headers.get('location') ?? '', /^\/[^/]/, path)
    assert.ok([308, 404].includes(status), path)
  }
  assert.equal((await get('//evil.example')).headers.get('location'), '/evil.example')
})

test('none of these requests logged an error', () => {
  assert.deepEqual(
    app.logged.filter((line) => JSON.parse(line).level >= 50),
    [],
  )
})

test('a site without trials shows no price and no link to prices, and its pages of prices still answer', async () => {
  const free = await startApp({ TRIAL: 'off', CAPTCHA: 'none' })
  try {
    for (const language of ['en', 'es'])
      for (const path of ['/', '/about', '/terms', '/contact', '/pricing', '/purchase?plan=pro', '/no-such-page']) {
        const headers = { cookie: `language=${language}`, 'accept-language': language }
        const words = (await (await fetch(free.url + path, { headers })).text()).replace(/<script.*?<\/script>/gs, '')
        assert.match(words, /<h1/, path)
        assert.doesNotMatch(words, /\$\s?\d|href="\/pricing"/, `${language} ${path}`)
      }
    assert.doesNotMatch(await (await fetch(`${free.url}/sitemap.xml`)).text(), /pricing/)
  } finally {
    await free.close()
  }
})

test('every address of a calendar that has moved leads to where it lives, with its ids; others do not', async () => {
  const { rows } = await app.pool.query(
    `select c.id, c.identifier from public.calendars c where c.name = 'Switched off'`,
  )
  const { id, identifier } = rows[0]
  const { rows: events } = await app.pool.query(
    `insert into public.events (calendar_id, title, category, start_time, end_time)
     values ($1, 'Picnic', 'Event', now() + interval '1 day', now() + interval '25 hours') returning id`,
    [id],
  )
  const event = events[0].id
  const ways = [
    [`/calendar/${id}`, `/calendar/${id}`],
    [`/calendar/${id}?view=week`, `/calendar/${id}?view=week`],
    [`/public/calendars/${id}`, `/public/calendars/${id}`],
    [`/calendar/${id}/events/${event}`, `/calendar/${id}/events/${event}`],
    [`/calendar/${id}.ics`, `/calendar/${id}.ics`],
    [`/calendar/${id}.rss?category=FYI`, `/calendar/${id}.rss?category=FYI`],
    [`/embed/${id}`, `/embed/${id}`],
    [`/calendar/${id}/events/${event}.ics`, `/calendar/${id}/events/${event}.ics`],
    [`/c/${identifier}`, `/calendar/${id}`],
    [`/c/${identifier}/${event.slice(0, 8)}`, `/calendar/${id}/events/${event}`],
    [`/c/${identifier}/00000000`, `/calendar/${id}`],
  ] as const
  for (const [path] of ways) assert.equal((await get(path)).status, 404, path)
  await app.pool.query(
    `insert into private.moved_calendars (calendar_id, identifier, url) values ($1, $2, 'https://new.example')`,
    [id, identifier],
  )
  for (const [path, to] of ways) {
    const { status, headers } = await get(path)
    assert.deepEqual([status, headers.get('location')], [308, `https://new.example${to}`], path)
  }
  assert.equal((await get(calendarPath())).status, 200)
  for (const path of [`/calendar/${randomUUID()}`, `/c/1`, `/nowhere/${id}`])
    assert.equal((await get(path)).status, 404, path)
  assert.equal((await get(`/calendar/${id}`, { method: 'POST' })).status >= 400, true, 'a form is not sent on')
  await app.pool.query('delete from public.calendars where id = $1', [id])
  assert.equal((await get(`/calendar/${id}`)).status, 308, 'also when it is deleted here')
  await app.pool.query('delete from private.moved_calendars')
})
