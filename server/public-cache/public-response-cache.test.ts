import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import { after, test } from 'node:test'
import { makePage } from './page.ts'
import { createPublicCache, type Made } from './public-response-cache.ts'

const servers: Server[] = []
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

const calendarId = 'a-calendar'
const headers = { 'cache-control': 'public, max-age=0', 'content-type': 'text/html', 'x-frame-options': 'DENY' }

/** A cache over a calendar whose version, clock and database the test controls. */
function open({ maxBytes }: { maxBytes?: number } = {}) {
  const world = { version: '1', isAway: false, time: 0, made: 0 }
  const cache = createPublicCache({
    now: () => world.time,
    ...(maxBytes ? { maxBytes } : {}),
    async calendarVersion() {
      if (world.isAway) throw new Error('away')
      return { version: world.version, timeZone: 'UTC' }
    },
  })
  const make = async (): Promise<Made> => {
    world.made++
    const page = makePage(`version ${world.version}`, 200, headers)
    return { page, scope: { calendar: { id: calendarId, version: world.version }, expires: 1000 } }
  }
  return { world, cache, make }
}

/** A site that answers 404 itself, so that only what the cache serves has a page. */
async function listen({ cache }: Pick<ReturnType<typeof open>, 'cache'>) {
  const server = createServer(async (incoming, outgoing) => {
    if (!(await cache.serve(incoming, outgoing))) outgoing.writeHead(404).end()
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  /** Sends no headers of its own, as fetch would. */
  return async (path: string, sent: Record<string, string> = {}, method = 'GET') => {
    const answer = await new Promise<IncomingMessage>((resolve) =>
      get({ port, path, headers: sent, method, agent: false }, resolve),
    )
    const body = Buffer.concat(await answer.toArray())
    return { status: answer.statusCode, headers: answer.headers, body }
  }
}

const text = (made: { bytes: Uint8Array }) => Buffer.from(made.bytes).toString()
const isStatic = (size: number, expires = 1000) => ({
  page: makePage('x'.repeat(size), 200, {}),
  scope: { calendar: null, expires },
})

test('a page is rendered once, and served plain, compressed or as a 304', async () => {
  const { world, cache, make } = open()
  const ask = await listen({ cache })
  assert.equal((await ask('/a?b')).status, 404)
  for (let i = 0; i < 3; i++) await cache.findOrMake('/a?b', make)
  assert.equal(world.made, 1)
  const whole = await ask('/a?b')
  assert.deepEqual([whole.status, `${whole.body}`, whole.headers['x-frame-options']], [200, 'version 1', 'DENY'])
  const encoded = await ask('/a?b', { 'accept-encoding': 'br' })
  assert.deepEqual([encoded.status, encoded.headers['content-encoding']], [200, 'br'])
  const unchanged = await ask('/a?b', { 'if-none-match': whole.headers.etag ?? '' })
  assert.deepEqual([unchanged.status, unchanged.headers['x-frame-options']], [304, undefined])
  const head = await ask('/a?b', {}, 'HEAD')
  assert.deepEqual([head.status, head.headers['content-length'], head.body.length], [200, '9', 0])
})

test('pages are served in the language of the cookie or the browser', async () => {
  const { cache, make } = open()
  const ask = await listen({ cache })
  await cache.findOrMake('es /about', make)
  assert.equal((await ask('/about')).status, 404)
  assert.equal((await ask('/about', { 'accept-language': 'es' })).status, 200)
  assert.equal((await ask('/about', { cookie: 'language=es' })).status, 200)
  assert.equal((await ask('/about', { cookie: 'language=en', 'accept-language': 'es' })).status, 404)
})

test('other methods, other addresses and signed-in callers are left to the handler', async () => {
  const { cache, make } = open()
  const ask = await listen({ cache })
  await cache.findOrMake('/a', make)
  await cache.findOrMake('members a-calendar', make)
  assert.equal((await ask('/a')).status, 200)
  assert.equal((await ask('/b')).status, 404)
  assert.equal((await ask('/members%20a-calendar')).status, 404)
  assert.equal((await ask('/a', {}, 'POST')).status, 404)
  assert.equal((await ask('/a', { authorization: 'Bearer x' })).status, 404)
})

test('the next request sees a change of the calendar', async () => {
  const { world, cache, make } = open()
  const ask = await listen({ cache })
  assert.equal(text(await cache.findOrMake('/a', make)), 'version 1')
  world.version = '2'
  assert.equal((await ask('/a')).status, 404)
  assert.equal(text(await cache.findOrMake('/a', make)), 'version 2')
  assert.equal(`${(await ask('/a')).body}`, 'version 2')
})

test('an expired page is not served, nor any page while the database is down', async () => {
  const { world, cache, make } = open()
  const ask = await listen({ cache })
  await cache.findOrMake('/a', make)
  world.isAway = true
  assert.equal((await ask('/a')).status, 404)
  world.isAway = false
  assert.equal((await ask('/a')).status, 200)
  world.time = 1000
  assert.equal((await ask('/a')).status, 404)
})

test('for a private calendar, the version that the caller has read is used', async () => {
  const { world, cache, make } = open()
  await cache.findOrMake('members', make, '1')
  world.isAway = true
  assert.equal(text(await cache.findOrMake('members', make, '1')), 'version 1')
  assert.equal(world.made, 1)
  world.version = '2'
  assert.equal(text(await cache.findOrMake('members', make, '2')), 'version 2')
})

test('concurrent requests wait for one rendering; a failure is not cached', async () => {
  const { world, cache, make } = open()
  const pages = await Promise.all([1, 2, 3].map(() => cache.findOrMake('/a', make)))
  assert.deepEqual([world.made, new Set(pages).size], [1, 1])
  await assert.rejects(
    cache.findOrMake('/b', () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(text(await cache.findOrMake('/b', make)), 'version 1')
})

test('a page without a scope is not cached', async () => {
  const { world, cache, make } = open()
  const unscoped = async () => ({ page: (await make()).page })
  await cache.findOrMake('/a', unscoped)
  await cache.findOrMake('/a', unscoped)
  assert.equal(world.made, 2)
})

test('the least recently used page is evicted when the cache is full, and a page larger than the cache is not cached', async () => {
  const { cache } = open({ maxBytes: 320 })
  const made: string[] = []
  const find = (key: string, size = 100) =>
    cache.findOrMake(key, async () => {
      made.push(key)
      return isStatic(size)
    })
  for (const key of ['/a', '/b', '/a', '/c', '/a', '/c', '/b']) await find(key)
  assert.deepEqual(made.splice(0), ['/a', '/b', '/c', '/b'])
  for (const key of ['/large', '/large', '/b']) await find(key, 1000)
  assert.deepEqual(made, ['/large', '/large'])
})
