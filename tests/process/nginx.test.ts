// The example for nginx, run by nginx itself: what it logs, how it refuses a flood, that streams don't lock a school out, and that nothing out of date comes from a cache in it.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { days } from '#domain/durations.ts'
import { startApp } from '#testing/app.ts'
import { addEvent, makeCalendar } from '#testing/calendars.ts'
import { findNginx, type Nginx, startNginx } from '#testing/nginx.ts'

const hasNginx = findNginx() !== undefined
const STREAM = '/functions/v1/calendar-stream'
let app: Server
let nginx: Nginx | undefined
let url: string

before(async () => {
  if (!hasNginx) return
  app = createServer((request, response) => {
    if (request.url === STREAM) response.write(': open\n\n')
    else response.end('ok')
  }).listen(0, '127.0.0.1')
  await once(app, 'listening')
  nginx = await startNginx((app.address() as AddressInfo).port)
  url = nginx.url
})
after(async () => {
  await nginx?.stop()
  app?.close()
})

test('open streams of a network leave its pages alone, and have a limit of their own', {
  skip: !hasNginx,
}, async () => {
  const leaving = new AbortController()
  const open = () => fetch(url + STREAM, { signal: leaving.signal })
  const statuses = (await Promise.all(Array.from({ length: 250 }, open))).map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([200]))
  assert.equal((await open()).status, 429)
  assert.equal((await fetch(url)).status, 200)
  leaving.abort()
})

test('nginx logs no invite code, feed address, token, mail address or phone number', {
  skip: !hasNginx,
}, async () => {
  const { log, errors } = nginx as Nginx
  const secret = 'Zx9'.repeat(16)
  const paths = [
    `/feed/${secret}.ics`,
    `/FEED/${secret.slice(0, 20)}.ics`,
    '//invite/Zx9abc',
    '/INVITE/Zx9abc',
    '/invite%2FZx9abc',
    `/confirm-contact?token=${secret}`,
    `/preferences?p=${secret}`,
    `/opt-out?t=${secret}`,
    `/opt-out?email=Zx9%40example.org&t=${secret}`,
    `/auth/v1/verify?token=${secret}`,
    `/made-up/${secret}`,
    '/made-up/Zx9@example.org',
    '/made-up/Zx9%40example.org',
    '/made-up/Zx9+15125550123',
  ]
  for (const path of paths) await (await fetch(url + path)).text()
  await (await fetch(`${url}/calendar/elm-street`)).text()
  while (!readFileSync(log, 'utf8').includes('elm-street'));
  // While nobody answers, nginx has something to complain about.
  app.closeAllConnections()
  await new Promise((resolve) => app.close(resolve))
  for (const path of paths) assert.equal((await fetch(url + path)).status, 502, path)
  const logged = readFileSync(log, 'utf8')
  assert.match(logged, /"GET \/calendar\/elm-street" 200/)
  assert.match(logged, /"GET \/feed\/\.\.\." 200/)
  assert.match(logged, /"GET \/invite\/\.\.\." 200/)
  assert.doesNotMatch(logged, /zx9/i)
  if (existsSync(errors)) assert.doesNotMatch(readFileSync(errors, 'utf8'), /zx9/i)
})

test('nginx refuses a flood with 429 and logs nothing of its queries', { skip: !hasNginx }, async () => {
  const { log, errors } = nginx as Nginx
  const statuses = new Set<number>()
  for (let sent = 0; !statuses.has(429) && sent < 5_000; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/opt-out?t=Zx9`)))
    for (const answer of answers) {
      statuses.add(answer.status)
      await answer.text()
    }
  }
  assert.ok(statuses.has(429))
  assert.doesNotMatch(readFileSync(log, 'utf8') + readFileSync(errors, 'utf8'), /zx9/i)
})

test('a cache in nginx shows changes at once, nothing of a disabled calendar, and stores only scripts', {
  skip: !hasNginx,
}, async () => {
  const town = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })
  const front = await startNginx(town.config.port, caching)
  try {
    const calendar = await makeCalendar(town.pool)
    const day = new Date(Date.now() + days(7)).toISOString().slice(0, 10)
    const event = await addEvent(town.pool, calendar, { title: 'Porch concert', day })
    const page = `/calendar/${calendar.id}?month=${day.slice(0, 7)}`
    const paths = [
      page,
      ...['.ics', '.json', '.rss'].map((kind) => `/calendar/${calendar.id}${kind}`),
      `/embed/${calendar.id}`,
    ]
    const read = async (path: string) => {
      const answer = await fetch(front.url + path)
      return { status: answer.status, text: await answer.text() }
    }
    for (const title of ['Porch concert', 'Moved indoors', 'Moved again']) {
      await town.pool.query('update public.events set title = $2 where id = $1', [event, title])
      for (const path of [...paths, ...paths]) assert.match((await read(path)).text, new RegExp(title), path)
    }
    const [asset = ''] = (await read(page)).text.match(/\/assets\/[\w./-]+\.js/) ?? []
    await read(asset)
    const [, picture = ''] = (await read(page)).text.match(/"og:image" content="https?:\/\/[^/]+([^"]+)"/) ?? []
    for (let i = 0; i < 2; i++) assert.equal((await read(picture)).status, 200, picture)
    assert.match(picture, new RegExp(calendar.id))
    paths.push(picture)
    await town.pool.query('update public.calendars set disabled = true where id = $1', [calendar.id])
    for (const path of paths) {
      const { status, text } = await read(path)
      assert.equal(status, 404, path)
      assert.doesNotMatch(text, /Moved/, path)
    }
    assert.deepEqual(front.stored(), [`http://townbell${asset}`])
  } finally {
    await front.stop()
    await town.close()
  }
})

/** Adds what an operator would: a cache that does as the headers say. */
function caching(site: string, folder: string): string {
  const zone = `proxy_cache_path ${folder} keys_zone=all:1m;`
  return `${zone}\n${site.replace('proxy_pass', 'proxy_cache all; proxy_cache_revalidate on; proxy_pass')}`
}
