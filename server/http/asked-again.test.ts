import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { MFA_PENDING } from '#domain/mfa-pending.ts'
import { createAskedAgain } from './asked-again.ts'
import type { Identity } from './identity.ts'
import type { Answered } from './request-log.ts'

const person = { role: 'authenticated', sub: 'ann', sessionId: 's', claims: '{"sub":"ann"}' }
const tokens: Record<string, typeof person> = { known: person, pending: { ...person, role: MFA_PENDING } }
const plain = { apikey: 'key', authorization: 'Bearer known' }

/** One request, and what became of it: who it was asked as, what was sent, or that it went the usual way. */
async function ask(
  headers: Record<string, string> = plain,
  { method = 'GET', url = '/rest/v1/kept?a=eq.1', body = '', more = [] as string[] } = {},
) {
  const seen = { as: [] as Identity[], sent: [] as unknown[], told: [] as Answered[], otherwise: 0 }
  const askedAgain = createAskedAgain({
    publishableKey: 'key',
    siteUrl: 'https://town.test',
    mountedAt: '/rest/v1/',
    cached: (token) => tokens[token],
    again: ({ path }) =>
      path?.includes('unkept')
        ? undefined
        : async (identity) => {
            seen.as.push(identity)
            if (path?.includes('broken')) throw new Error('broken')
            return path?.includes('missed') ? undefined : { status: 200, headers: { 'x-own': '1' }, body: '["é"]' }
          },
    async answer(request, identity) {
      seen.as.push(identity)
      const [accepts, text] = [request.headers.get('accept'), Buffer.from(await request.arrayBuffer()).toString()]
      if (accepts === 'broken') throw new Error('broken')
      return accepts === 'nothing'
        ? { status: 201, headers: {}, body: null }
        : { status: 201, headers: {}, body: `${request.method} ${request.url} ${accepts} ${text}` }
    },
    tell: (answered) => seen.told.push(answered),
  })
  const outgoing = {
    writeHead: (status: number, sent: string[]) => seen.sent.push(status, Object.fromEntries(pairs(sent))),
    end: (body: string) => seen.sent.push(body),
    destroy: () => seen.sent.push('destroyed'),
  }
  const rawHeaders = [...Object.entries(headers).flat(), ...more]
  const incoming = Object.assign(Readable.from([Buffer.from(body)]), { method, url, headers, rawHeaders })
  askedAgain(incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse, () => {
    seen.otherwise++
  })
  for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate)
  return seen
}

const pairs = (flat: string[]) => flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1]] as const] : []))

test('a kept read is answered as who asks, with the headers of data, and told', async () => {
  const { as, sent, told, otherwise } = await ask()
  assert.deepEqual(as, [{ role: 'authenticated', claims: '{"sub":"ann"}', userId: 'ann', session: 's' }])
  const [status, headers, body] = sent as [number, Record<string, string>, string]
  assert.deepEqual([status, body, headers['x-own'], headers['content-length']], [200, '["é"]', '1', '6'])
  assert.deepEqual([headers['cache-control'], headers['x-frame-options']], ['no-store', 'DENY'])
  assert.deepEqual([told[0]?.path, told[0]?.id], ['/rest/v1/kept', headers['x-request-id']])
  assert.equal(otherwise, 0)
})

test('a guest is one', async () => {
  const { as, sent } = await ask({ apikey: 'key' })
  assert.equal(as[0]?.role, 'anon')
  assert.ok(!('cache-control' in (sent[1] as object)))
})

test('a write to a table is answered as who asks, from its own body', async () => {
  const { as, sent, told } = await ask(
    { ...plain, 'content-length': '9' },
    { method: 'POST', url: '/rest/v1/events?select=id', body: '{"a":"é"}' },
  )
  assert.equal(as[0]?.userId, 'ann')
  assert.deepEqual([sent[0], sent[2]], [201, 'POST http://localhost/rest/v1/events?select=id null {"a":"é"}'])
  assert.deepEqual([told[0]?.method, told[0]?.status, told[0]?.path], ['POST', 201, '/rest/v1/events'])
})

test('an answer without a body says so', async () => {
  const { sent } = await ask({ ...plain, accept: 'nothing' }, { method: 'POST', url: '/rest/v1/events' })
  assert.equal((sent[1] as Record<string, string>)['content-length'], '0')
})

test('a write that failed in a way that nobody foresaw is not made again', async () => {
  const { sent, otherwise } = await ask({ ...plain, accept: 'broken' }, { method: 'POST', url: '/rest/v1/events' })
  assert.deepEqual([sent, otherwise], [['destroyed'], 0])
})

const usual: [
  what: string,
  headers: Record<string, string>,
  request?: { method?: string; url?: string; more?: string[] },
][] = [
  ['another key', { ...plain, apikey: 'other' }],
  ['no key', { authorization: 'Bearer known' }],
  ['a token that was not seen, or has expired', { ...plain, authorization: 'Bearer unknown' }],
  ['a sign-in that is half done', { ...plain, authorization: 'Bearer pending' }],
  ['another scheme', { ...plain, authorization: 'Basic known' }],
  ['the key as a token', { ...plain, authorization: 'Bearer key' }],
  ['a second token', plain, { more: ['Authorization', 'Bearer other'] }],
  [
    'a second kind of body',
    { ...plain, 'content-type': 'text/csv' },
    { method: 'POST', more: ['Content-Type', 'a/b'] },
  ],
  ['a body', { ...plain, 'content-length': '2' }],
  ['a body in pieces', { ...plain, 'transfer-encoding': 'chunked' }],
  ['a write in pieces', { ...plain, 'transfer-encoding': 'chunked' }, { method: 'POST' }],
  ['a long write', { ...plain, 'content-length': '100000' }, { method: 'POST' }],
  ['a call', plain, { method: 'POST', url: '/rest/v1/rpc/join' }],
  ['a call in disguise', plain, { method: 'POST', url: '/rest/v1/%72pc/join' }],
  ['a path out of the data API', plain, { method: 'POST', url: '/rest/v1/../auth/v1/logout' }],
  ['another method', plain, { method: 'OPTIONS' }],
  ['another surface', plain, { url: '/auth/v1/user' }],
  ['an address that was not kept', plain, { url: '/rest/v1/unkept' }],
  ['a table that is no longer as it was', plain, { url: '/rest/v1/missed' }],
  ['what fails in a way that nobody foresaw', plain, { url: '/rest/v1/broken' }],
]
for (const [what, headers, request] of usual)
  test(`${what} goes the usual way, once`, async () => {
    const { sent, told, otherwise } = await ask(headers, request)
    assert.deepEqual([sent, told, otherwise], [[], [], 1])
  })
