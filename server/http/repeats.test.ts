import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import { after, test } from 'node:test'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { answerPage, makePage } from './page.ts'
import { createRepeats } from './repeats.ts'
import type { Answered } from './request-log.ts'

const servers: Server[] = []
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

const id = 'a-calendar'
const publicly = { 'cache-control': 'public, max-age=0', 'content-type': 'text/html', 'x-frame-options': 'DENY' }

/** A site whose one page says how often it was made, and which of its answers came by the router. */
async function site({ headers = publicly }: { headers?: Record<string, string> } = {}) {
  const world = { version: '1', isAway: false, time: 0, routed: [] as string[], told: [] as Answered[] }
  const { learn, repeat } = createRepeats({
    now: () => world.time,
    tell: (answered) => world.told.push(answered),
    async stateOf() {
      if (world.isAway) throw new Error('away')
      return { version: world.version, timeZone: 'UTC' }
    },
  })
  const app = new Hono().use(learn)
  app.all('*', (c) => {
    world.routed.push(c.req.path)
    const page = makePage(`version ${world.version}`, 200, headers)
    page.ground = { calendar: { id, version: world.version }, expires: 1000 }
    return answerPage(page, c.req.raw)
  })
  const otherwise = getRequestListener(app.fetch)
  const server = createServer((incoming, outgoing) => repeat(incoming, outgoing, () => otherwise(incoming, outgoing)))
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  /** Not by fetch, which adds headers of its own. */
  async function ask(path: string, asked: Record<string, string> = {}, method = 'GET') {
    const answer = await new Promise<IncomingMessage>((resolve) =>
      get({ port, path, headers: asked, method, agent: false }, resolve),
    )
    const { date: _, 'x-request-id': requestId, ...sent } = answer.headers
    const body = Buffer.concat(await answer.toArray())
    return { status: answer.statusCode, sent, body, requestId, by: world.routed.splice(0).length ? 'router' : 'repeat' }
  }
  return { world, ask }
}

test('what was answered once is repeated as it was, with an id of its own, and told', async () => {
  const { world, ask } = await site()
  const ways: Record<string, string>[] = [{}, { 'accept-encoding': 'br' }, { 'if-none-match': '*' }]
  for (const headers of ways) {
    const [first, second, third] = [await ask('/a?b', headers), await ask('/a?b', headers), await ask('/a?b', headers)]
    assert.deepEqual([first.by, second.by, third.by], ['router', 'repeat', 'repeat'])
    assert.deepEqual([second.status, second.sent, second.body], [first.status, first.sent, first.body])
    assert.match(second.requestId as string, /^[\w-]{36}$/)
    assert.notEqual(second.requestId, third.requestId)
  }
  assert.deepEqual(
    world.told.map(({ method, path, status }) => `${method} ${path} ${status}`),
    ['GET /a 200', 'GET /a 200', 'GET /a 200', 'GET /a 200', 'GET /a 304', 'GET /a 304'],
  )
})

test('whoever asks otherwise is answered by the router', async () => {
  const { ask } = await site()
  assert.equal((await ask('/a')).by, 'router')
  assert.equal((await ask('/a')).by, 'repeat')
  const others: [path: string, headers: Record<string, string>, method?: string][] = [
    ['/b', {}],
    ['/a', { authorization: 'Bearer x' }],
    ['/a', { authorization: 'Bearer x' }],
    ['/a', { cookie: 'language=es' }],
    ['/a', { 'accept-language': 'es' }],
    ['/a', { 'accept-encoding': 'gzip' }],
    ['/a', { 'if-modified-since': new Date(0).toUTCString() }],
    ['/a', {}, 'HEAD'],
    ['/a', {}, 'HEAD'],
    ['/a', { 'content-length': '0' }],
    ['/a', { 'content-length': '0' }],
    ['/long', { cookie: 'x'.repeat(1000) }],
    ['/long', { cookie: 'x'.repeat(1000) }],
  ]
  for (const other of others) assert.equal((await ask(...other)).by, 'router', JSON.stringify(other))
})

test('a change of the calendar is seen by the very next reader', async () => {
  const { world, ask } = await site()
  await ask('/a')
  assert.equal(`${(await ask('/a')).body}`, 'version 1')
  world.version = '2'
  const next = await ask('/a')
  assert.deepEqual([`${next.body}`, next.by], ['version 2', 'router'])
  assert.equal((await ask('/a')).by, 'repeat')
})

test('nothing is repeated when it has expired, nor while the database is away', async () => {
  const { world, ask } = await site()
  await ask('/a')
  assert.equal((await ask('/a')).by, 'repeat')
  world.isAway = true
  assert.equal((await ask('/a')).by, 'router')
  world.isAway = false
  assert.equal((await ask('/a')).by, 'repeat')
  world.time = 1000
  assert.equal((await ask('/a')).by, 'router')
})

test('what is not public is never repeated', async () => {
  for (const caching of ['private, max-age=0', 'no-store', '']) {
    const { ask } = await site({ headers: { ...publicly, 'cache-control': caching } })
    await ask('/feed/secret.ics')
    assert.equal((await ask('/feed/secret.ics')).by, 'router', caching)
  }
})
