// URLs that strangers enter, fetched from real servers: one that counts as public, and an internal one that must not be reached.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { isPublicAddress } from '#worker/feeds/addresses.ts'
import { createFetchText, type FetchOptions } from '#worker/feeds/fetch-text.ts'

const OUTSIDE = '127.0.0.1'
const INSIDE = '127.0.0.2'
let outside: Server
let inside: Server
let port: number
let inner: number
let hits: string[]
let answer: RequestListener

before(async () => {
  inside = createServer((request, response) => {
    hits.push(`inside ${request.url}`)
    response.end('secret')
  })
  inside.listen(0, INSIDE)
  await once(inside, 'listening')
  inner = (inside.address() as AddressInfo).port
  outside = createServer((request, response) => {
    hits.push(`outside ${request.headers.host} ${request.url}`)
    answer(request, response)
  })
  outside.listen(0, OUTSIDE)
  await once(outside, 'listening')
  port = (outside.address() as AddressInfo).port
})
beforeEach(() => {
  hits = []
  answer = (_request, response) => response.end('calendar')
})
after(async () => {
  for (const server of [inside, outside]) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

const none = { etag: null, lastModified: null }
const ask = (url: string, options: FetchOptions = {}) => createFetchText(options)(url, none)
/** The production rules, except that the public server of these tests is on this machine. */
const isAllowed = (address: string) => address === OUTSIDE
const names =
  (...addresses: string[]) =>
  async () =>
    addresses

test('a public calendar is read; the internal server answers when it is allowed', async () => {
  const read = await ask(`http://town.example:${port}/a.ics`, { isAllowed, resolve: names(OUTSIDE) })
  assert.equal(read.kind === 'text' && read.text, 'calendar')
  const secret = await ask(`http://${INSIDE}:${inner}/`, { isAllowed: () => true })
  assert.equal(secret.kind === 'text' && secret.text, 'secret')
  assert.deepEqual(hits, [`outside town.example:${port} /a.ics`, 'inside /'])
})

test('no spelling of an internal address is fetched', async () => {
  const spellings = [
    '127.0.0.2',
    '2130706434',
    '0x7f000002',
    '0177.0.0.2',
    '127.2',
    '[::ffff:127.0.0.2]',
    '[::ffff:7f00:2]',
    '[::1]',
    '0.0.0.0',
    '[::]',
    'localhost',
  ]
  // The port is not what refuses them.
  const any: FetchOptions = { isAllowed: (address) => isPublicAddress(address) }
  for (const host of spellings) {
    const refused = await ask(`http://${host}:${inner}/`, any)
    assert.deepEqual(refused, { kind: 'failed', problem: 'closedAddress' }, host)
  }
  for (const address of [
    INSIDE,
    '10.0.0.1',
    '172.31.255.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.100.100.200',
    '224.0.0.1',
    '255.255.255.255',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '64:ff9b::7f00:2',
    '2002:7f00:2::',
    '::ffff:10.0.0.1',
  ]) {
    const refused = await ask(`http://named.example:${inner}/`, { ...any, resolve: names(address) })
    assert.deepEqual(refused, { kind: 'failed', problem: 'closedAddress' }, address)
    assert.equal(
      (await ask(`http://named.example:${inner}/`, { ...any, resolve: names('93.184.215.14', address) })).kind,
      'failed',
      'one of two',
    )
  }
  for (const address of ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::ffff:93.184.215.14'])
    assert.ok(isPublicAddress(address), address)
  assert.deepEqual(hits, [])
})

test('only http and https are fetched, and only on web ports', async () => {
  for (const url of [
    'file:///etc/passwd',
    `ftp://town.example:${port}/`,
    `gopher://town.example:${port}/`,
    `http://me:pw@town.example:${port}/`,
    'data:text/plain,x',
    'http://',
    'nonsense',
  ])
    assert.deepEqual(
      await ask(url, { isAllowed, resolve: names(OUTSIDE) }),
      { kind: 'failed', problem: 'badAddress' },
      url,
    )
  for (const closed of [22, 25, 5432, 6379])
    assert.deepEqual(await ask(`http://town.example:${closed}/`, { resolve: names('93.184.215.14') }), {
      kind: 'failed',
      problem: 'closedAddress',
    })
  assert.deepEqual(hits, [])
})

test('a redirect is checked like the first URL, and there are at most three', async () => {
  const options: FetchOptions = {
    isAllowed,
    resolve: async (host) => (host === 'inner.example' ? [INSIDE] : [OUTSIDE]),
  }
  for (const location of [
    `http://${INSIDE}:${inner}/`,
    `http://inner.example:${inner}/`,
    `//${INSIDE}:${inner}/`,
    `http://2130706434:${inner}/`,
  ]) {
    answer = (_request, response) => response.writeHead(302, { location }).end()
    assert.deepEqual(
      await ask(`http://town.example:${port}/`, options),
      { kind: 'failed', problem: 'closedAddress' },
      location,
    )
  }
  answer = (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end()
  assert.deepEqual(await ask(`http://town.example:${port}/`, options), { kind: 'failed', problem: 'badAddress' })
  assert.ok(hits.length === 5 && hits.every((hit) => hit.startsWith('outside')))

  answer = ({ url }, response) => {
    if (url === '/3') response.end('at last')
    else response.writeHead(301, { location: `/${Number(url?.slice(1)) + 1}` }).end()
  }
  const found = await ask(`http://town.example:${port}/0`, options)
  assert.equal(found.kind === 'text' && found.text, 'at last')
  answer = ({ url }, response) => response.writeHead(301, { location: `${url}x` }).end()
  assert.deepEqual(await ask(`http://town.example:${port}/`, options), { kind: 'failed', problem: 'redirects' })
})

test('a host name that resolves differently a moment later is fetched from the checked address', async () => {
  let looked = 0
  const resolve = async () => [looked++ === 0 ? OUTSIDE : INSIDE]
  const read = await ask(`http://rebound.example:${port}/`, { isAllowed, resolve })
  assert.equal(read.kind === 'text' && read.text, 'calendar')
  assert.equal(looked, 1)
})

test('a response that is too large, compressed or not, or too slow is abandoned', async () => {
  const options: FetchOptions = { isAllowed, resolve: names(OUTSIDE), bytesMax: 10_000 }
  const large = { kind: 'failed', problem: 'tooLarge' }
  const url = `http://town.example:${port}/`
  answer = (_request, response) => response.writeHead(200, { 'content-length': 10_001 }).end('x'.repeat(10_001))
  assert.deepEqual(await ask(url, options), large)
  answer = (_request, response) => {
    for (let n = 0; n < 20; n += 1) response.write('x'.repeat(1000))
    response.end()
  }
  assert.deepEqual(await ask(url, options), large)
  const bomb = gzipSync(Buffer.alloc(5_000_000))
  assert.ok(bomb.length < 10_000)
  answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  assert.deepEqual(await ask(url, options), large)
  answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('small'))
  const small = await ask(url, options)
  assert.equal(small.kind === 'text' && small.text, 'small')
  answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not packed')
  assert.equal((await ask(url, options)).kind, 'failed')

  const slow = { kind: 'failed', problem: 'tooSlow' }
  answer = () => {}
  assert.deepEqual(await ask(url, { ...options, timeoutMs: 300 }), slow)
  answer = (_request, response) => void response.write('a beginning')
  assert.deepEqual(await ask(url, { ...options, timeoutMs: 300 }), slow)
  assert.deepEqual(await ask(url, { ...options, timeoutMs: 300, resolve: () => new Promise(() => {}) }), slow)
})

test('other responses have their own problem, and an unchanged feed is not sent again', async () => {
  const options: FetchOptions = { isAllowed, resolve: names(OUTSIDE) }
  const url = `http://town.example:${port}/`
  for (const [status, problem] of [
    [401, 'notAllowed'],
    [404, 'notFound'],
    [500, 'unreachable'],
  ] as const) {
    answer = (_request, response) => response.writeHead(status).end()
    assert.deepEqual(await ask(url, options), { kind: 'failed', problem })
  }
  answer = ({ headers }, response) => {
    if (headers['if-none-match'] === '"1"') response.writeHead(304).end()
    else response.writeHead(200, { etag: '"1"' }).end('calendar')
  }
  const first = await ask(url, options)
  assert.deepEqual(first.kind === 'text' && first.validators, { etag: '"1"', lastModified: null })
  assert.deepEqual(await createFetchText(options)(url, { etag: '"1"', lastModified: null }), { kind: 'same' })
})
