import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { after, test } from 'node:test'
import { AppError } from '#domain/errors.ts'
import type { Log } from '#runtime/log.ts'
import type { RequestContext } from '#server/http/request-context.ts'
import { makePage } from '#server/public-cache/page.ts'
import type { Identity, Rest } from '#server/rest/rest.ts'
import { createDataApi } from './data-api.ts'

const servers: Server[] = []
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

const ann = { role: 'authenticated', claims: '{"sub":"ann"}', userId: 'ann', session: { id: 's', userId: 'ann' } }
const guest = { role: 'anon' as const, claims: '{"role":"anon"}' }

async function open() {
  const seen = { callers: [] as Identity[], contexts: [] as RequestContext[], bodies: [] as string[] }
  const api = createDataApi({
    headers: { 'x-frame-options': 'DENY' },
    openApi: async () => makePage('{}', 200, {}),
    log: { error() {} } as unknown as Log,
    async identify({ headers }) {
      if (headers.get('apikey') !== 'key') throw new AppError('no_api_key', 401, 'No API key found in request')
      return headers.get('authorization') ? ann : guest
    },
    rest: {
      async answer(request: Parameters<Rest['answer']>[0], identity: Identity) {
        seen.callers.push(identity)
        const chunks = []
        for await (const chunk of request.body ?? []) chunks.push(chunk)
        seen.bodies.push(Buffer.concat(chunks).toString())
        if (request.url.endsWith('/broken')) throw new Error('broken')
        if (request.url.endsWith('/nothing')) return { status: 204, headers: {}, body: null }
        return { status: 200, headers: { 'x-own': '1' }, body: request.method === 'HEAD' ? null : '["é"]' }
      },
    } as unknown as Rest,
  })
  const server = createServer((incoming, outgoing) => {
    const context = { id: 'an id', network: '192.0.2.1' }
    seen.contexts.push(context)
    return api.handle(incoming, outgoing, context)
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}/rest/v1${path}`, {
      ...init,
      headers: { apikey: 'key', ...(init.headers as Record<string, string>) },
    })
  return { api, seen, ask }
}

test('a signed-in request has its user and network, and its response may not be cached', async () => {
  const { seen, ask } = await open()
  const answer = await ask('/events?a=eq.1', { headers: { authorization: 'Bearer token' } })
  assert.deepEqual(seen.callers, [{ ...ann, network: '192.0.2.1', isOwn: false }])
  assert.deepEqual([answer.status, await answer.text()], [200, '["é"]'])
  const header = (name: string) => answer.headers.get(name)
  assert.deepEqual([header('x-own'), header('content-length'), header('cache-control')], ['1', '6', 'no-store'])
  assert.equal(header('x-frame-options'), 'DENY')
})

test('a guest’s response may be cached', async () => {
  const { seen, ask } = await open()
  const answer = await ask('/events')
  assert.equal(seen.callers[0]?.role, 'anon')
  assert.equal(answer.headers.get('cache-control'), null)
})

test('a body arrives complete, with or without content-length', async () => {
  const { seen, ask } = await open()
  await ask('/events', { method: 'POST', body: '{"a":"é"}' })
  const chunked = new Blob(['{"b":', '"ü"}']).stream()
  await ask('/events', { method: 'POST', body: chunked, duplex: 'half' } as RequestInit)
  assert.deepEqual(seen.bodies, ['{"a":"é"}', '{"b":"ü"}'])
})

test('a response without a body has no content-length', async () => {
  const { ask } = await open()
  const [nothing, head] = [await ask('/nothing', { method: 'DELETE' }), await ask('/events', { method: 'HEAD' })]
  assert.deepEqual([nothing.status, nothing.headers.get('content-length')], [204, null])
  assert.deepEqual([head.status, await head.text()], [200, ''])
})

test('an error is written in the data API’s format, and its code is counted', async () => {
  const { seen, ask } = await open()
  const answer = await ask('/events', { headers: { apikey: 'other' } })
  assert.equal(answer.status, 401)
  assert.deepEqual(Object.keys(await answer.json()), ['code', 'message', 'details', 'hint'])
  assert.deepEqual([answer.headers.get('cache-control'), answer.headers.get('x-frame-options')], ['no-store', 'DENY'])
  assert.equal(seen.contexts[0]?.errorCode, 'no_api_key')
  assert.equal((await ask('/broken')).status, 500)
})

test('a page reads through the same handler, in this process', async () => {
  const { api, seen } = await open()
  const request = new Request('http://town.example/rest/v1/events', { headers: { apikey: 'key' } })
  const answer = await api.fetch(request, { id: 'an id', network: '198.51.100.7' })
  assert.deepEqual(await answer.json(), ['é'])
  assert.deepEqual(seen.callers, [{ ...guest, network: '198.51.100.7', isOwn: true }])
})
