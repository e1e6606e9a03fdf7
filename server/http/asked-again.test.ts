import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { HALFWAY } from '#domain/halfway.ts'
import { createAskedAgain } from './asked-again.ts'
import type { Identity } from './identity.ts'
import type { Answered } from './request-log.ts'

const person = { role: 'authenticated', sub: 'ann', sessionId: 's', claims: '{"sub":"ann"}' }
const tokens: Record<string, typeof person> = { known: person, halfway: { ...person, role: HALFWAY } }
const plain = { apikey: 'key', authorization: 'Bearer known' }

/** One request, and what became of it: who it was asked as, what was sent, or that it went the usual way. */
async function ask(headers: Record<string, string> = plain, { method = 'GET', url = '/rest/v1/kept?a=eq.1' } = {}) {
  const seen = { as: [] as Identity[], sent: [] as unknown[], told: [] as Answered[], otherwise: 0 }
  const askedAgain = createAskedAgain({
    publishableKey: 'key',
    siteUrl: 'https://town.test',
    mountedAt: '/rest/v1/',
    remembered: (token) => tokens[token],
    again: ({ path }) =>
      path?.includes('unkept')
        ? undefined
        : async (identity) => {
            seen.as.push(identity)
            return path?.includes('missed') ? undefined : { status: 200, headers: { 'x-own': '1' }, body: '["é"]' }
          },
    tell: (answered) => seen.told.push(answered),
  })
  const outgoing = {
    writeHead: (status: number, sent: string[]) => seen.sent.push(status, Object.fromEntries(pairs(sent))),
    end: (body: string) => seen.sent.push(body),
  }
  askedAgain({ method, url, headers } as unknown as IncomingMessage, outgoing as unknown as ServerResponse, () => {
    seen.otherwise++
  })
  await new Promise(setImmediate)
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

const usual: [what: string, headers: Record<string, string>, request?: { method?: string; url?: string }][] = [
  ['another key', { ...plain, apikey: 'other' }],
  ['no key', { authorization: 'Bearer known' }],
  ['a token that was not seen, or has expired', { ...plain, authorization: 'Bearer unknown' }],
  ['a sign-in that is half done', { ...plain, authorization: 'Bearer halfway' }],
  ['another scheme', { ...plain, authorization: 'Basic known' }],
  ['the key as a token', { ...plain, authorization: 'Bearer key' }],
  ['a body', { ...plain, 'content-length': '2' }],
  ['a body in pieces', { ...plain, 'transfer-encoding': 'chunked' }],
  ['a write', plain, { method: 'POST' }],
  ['another surface', plain, { url: '/auth/v1/user' }],
  ['an address that was not kept', plain, { url: '/rest/v1/unkept' }],
  ['a table that is no longer as it was', plain, { url: '/rest/v1/missed' }],
]
for (const [what, headers, request] of usual)
  test(`${what} goes the usual way, once`, async () => {
    const { sent, told, otherwise } = await ask(headers, request)
    assert.deepEqual([sent, told, otherwise], [[], [], 1])
  })
