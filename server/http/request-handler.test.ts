import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { hours } from '#domain/durations.ts'
import { createAllowance, createFairSemaphore } from '#runtime/fair-semaphore.ts'
import type { Log } from '#runtime/log.ts'
import type { FinishedRequest } from './request-context.ts'
import { createRequestHandler, type Handler } from './request-handler.ts'

const servers: Server[] = []
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** Turns of a network that may start so many requests, and one more each hour. */
const starts = (burst: number) =>
  createFairSemaphore({
    places: 8,
    perKey: 1,
    allowance: createAllowance({ share: 1, burstMs: hours(burst - 1) }),
    costMs: hours(1),
    waiting: 0,
  })

async function open({ turn = starts(2) } = {}) {
  const seen = { finished: [] as FinishedRequest[], faults: [] as unknown[] }
  const named = (name: string): Handler => ({
    async handle(incoming, outgoing, context) {
      if (incoming.url === '/broken') throw new Error('broken')
      if (incoming.url === '/big') return void (await once(outgoing.end(Buffer.alloc(1_000_000)), 'close'))
      context.errorCode = `${name} code`
      outgoing.writeHead(202).end(name)
    },
    fetch: (_request, context) => new Response(`${name} ${context.network}`),
  })
  const handler = createRequestHandler({
    table: [
      { path: '/rest/v1', turn, before: () => false, handler: named('data') },
      {
        path: '/auth/v1',
        turn,
        before: ({ method }, outgoing) => method === 'OPTIONS' && Boolean(outgoing.writeHead(204).end()),
        handler: named('web'),
      },
      { path: '/webhooks', turn: starts(4), before: () => false, handler: named('web') },
      { path: '/', turn, before: () => false, handler: named('web') },
    ],
    networkOf: (peer, forwarded) => `${forwarded ?? peer}`,
    finished: (request) => seen.finished.push(request),
    log: { error: (fault: unknown) => seen.faults.push(fault) } as unknown as Log,
  })
  const server = createServer(handler.handle)
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  /** Sends the target as it is, where fetch would mend it. */
  const ask = async (target: string, method = 'GET', headers = '') => {
    const socket = connect(port, '127.0.0.1')
    socket.end(`${method} ${target} HTTP/1.1\r\nHost: town.example\r\n${headers}Connection: close\r\n\r\n`)
    return text(socket).catch(() => '')
  }
  return { handler, seen, ask }
}

test('a request is routed to the first row whose path is a prefix, in any spelling', async () => {
  const { ask } = await open()
  const rows: [target: string, handler: string][] = [
    ['/rest/v1', 'data'],
    ['/rest/v1/', 'data'],
    ['/rest/v1/events?select=id', 'data'],
    ['/rest/v1?apikey=x', 'data'],
    ['http://town.example/rest/v1/events', 'data'],
    ['/auth/../rest/v1/events', 'data'],
    ['/rest/v12', 'web'],
    ['/rest/v1/../../auth/v1/logout', 'web'],
    ['/rest/v1/%2e%2e/%2E%2E/auth/v1/logout', 'web'],
    ['/rest/v1/..\\..\\auth/v1/logout', 'web'],
    ['//rest/v1/events', 'web'],
    ['/', 'web'],
    ['*', 'web'],
  ]
  for (const [target, handler] of rows) assert.match(await ask(target), new RegExp(`\\b${handler}\\b`), target)
})

test('every request gets an id and a log entry, whichever handler answered it', async () => {
  const { seen, ask } = await open()
  for (const [target, method] of [
    ['/rest/v1/events?a=b'],
    ['/auth/v1/user', 'OPTIONS'],
    ['/about'],
    ['/broken'],
  ] as const) {
    const answer = await ask(target, method)
    const { id } = seen.finished.at(-1) as FinishedRequest
    if (target !== '/broken') assert.match(answer, new RegExp(`x-request-id: ${id}\r\n`))
  }
  assert.deepEqual(
    seen.finished.map(({ method, path, status, errorCode }) => [method, path, status, errorCode]),
    [
      ['GET', '/rest/v1/events', 202, 'data code'],
      ['OPTIONS', '/auth/v1/user', 204, undefined],
      ['GET', '/about', 202, 'web code'],
      ['GET', '/broken', 200, undefined],
    ],
  )
  assert.equal(new Set(seen.finished.map(({ id }) => id)).size, 4)
  assert.equal(seen.faults.length, 1, 'what nobody expected is logged')
})

test('a page’s own reads use the same routes, and are logged under its id', async () => {
  const { handler, seen } = await open()
  const read = async (path: string) => {
    const response = await handler.fetch(new Request(`http://town.example${path}`), { id: 'x', network: 'ours' })
    return response.text()
  }
  assert.equal(await read('/rest/v1/events?select=id'), 'data ours')
  assert.equal(await read('/functions/v1/x'), 'web ours')
  assert.deepEqual(
    seen.finished.map(({ id, path, status }) => [id, path, status]),
    [
      ['x', '/rest/v1/events', 200],
      ['x', '/functions/v1/x', 200],
    ],
  )
})

test('a network that sends too many requests is refused in the words of the surface, and the machine itself is not', async () => {
  const { seen, ask } = await open()
  const from = 'X-Forwarded-For: 203.0.113.9\r\n'
  for (const target of ['/about', '/rest/v1/events']) assert.match(await ask(target, 'GET', from), /^HTTP\/1.1 202/)
  const page = await ask('/about', 'GET', from)
  assert.match(page, /^HTTP\/1.1 429/)
  assert.match(page, /\r\nretry-after: \d+\r\n/)
  assert.match(page, /\{"error":"Too many attempts\. [^"]+","code":"over_request_rate_limit"\}/)
  assert.match(await ask('/rest/v1/events', 'GET', from), /"message":"Too many attempts\./)
  assert.equal(seen.finished.at(-1)?.errorCode, 'over_request_rate_limit')
  for (let n = 0; n < 5; n++) assert.match(await ask('/about'), /^HTTP\/1.1 202/)
})

test('bytes count like requests, so that nobody makes us send gigabytes', async () => {
  const allowance = createAllowance({ share: 1, burstMs: 150 })
  const turn = createFairSemaphore({ places: 8, perKey: 1, allowance, costMs: 1, waiting: 0 })
  const { ask } = await open({ turn })
  const from = (network: string) => `X-Forwarded-For: ${network}\r\n`
  assert.match(await ask('/big', 'GET', from('198.51.100.1')), /^HTTP\/1.1 200/)
  assert.ok((await ask('/big', 'GET', from('198.51.100.1'))).length > 1_000_000, 'within the burst')
  assert.match(await ask('/', 'GET', from('198.51.100.1')), /^HTTP\/1.1 429/)
  assert.match(await ask('/', 'GET', from('198.51.100.2')), /^HTTP\/1.1 202/)
})

test('providers have an allowance of their own, which is larger and leaves the other one as it is', async () => {
  const { ask } = await open()
  const from = 'X-Forwarded-For: 203.0.113.10\r\n'
  const status = async (target: string) => (await ask(target, 'POST', from)).slice(9, 12)
  for (let n = 0; n < 4; n++) assert.equal(await status('/webhooks/twilio/status?delivery=1'), '202')
  assert.equal(await status('/webhooks/twilio/status'), '429')
  for (const path of ['/about', '/webhooksandmore']) assert.equal(await status(path), '202')
  assert.equal(await status('/about'), '429')
})
