import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { securityHeaders } from '#server/http/security-headers.ts'
import { contentPolicy, nameInline } from './headers.ts'

const settings = {
  siteUrl: 'https://town.example',
  captcha: { kind: 'altcha' },
  mapsEnabled: false,
  mapTiles: null,
} as const
const nothing = { scripts: [], styles: [] }
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('scripts and styles with the nonce are allowed by their hash, and the nonce is removed', () => {
  const page =
    '<style id="s" nonce="m4rk">p{}</style><script nonce="m4rk">one()</script><script type="module" nonce="m4rk" async="">two()</script>'
  const { html, inline } = nameInline(page, 'm4rk')
  assert.deepEqual(inline, { scripts: [sha256('one()'), sha256('two()')], styles: [sha256('p{}')] })
  assert.equal(html, '<style id="s">p{}</style><script>one()</script><script type="module" async="">two()</script>')
})

test('a script without the nonce is not allowed', () => {
  const { inline } = nameInline('<script>evil()</script><script nonce="guess">evil()</script>', 'm4rk')
  assert.deepEqual(inline, { scripts: [], styles: [] })
})

test('an external script gets no hash', () => {
  assert.deepEqual(nameInline('<script nonce="m4rk" src="/assets/a.js"></script>', 'm4rk').inline.scripts, [])
})

test('the policy allows nothing by default', () => {
  const policy = contentPolicy(settings, { scripts: ["'sha256-abc'"], styles: ["'sha256-def'"] })
  assert.match(policy, /^default-src 'none'; script-src 'self' 'sha256-abc'; style-src 'self' 'sha256-def'; /)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.doesNotMatch(policy, /google/)
  assert.doesNotMatch(policy, /unsafe/)
})

test('providers are allowed only when they are configured', () => {
  const policy = contentPolicy(
    { ...settings, captcha: { kind: 'recaptcha', siteKey: 'k' }, mapsEnabled: true },
    nothing,
  )
  assert.match(policy, /script-src[^;]* https:\/\/www\.google\.com\/recaptcha\//)
  assert.match(policy, /frame-src 'self' https:\/\/www\.google\.com\/recaptcha\//)
  assert.match(policy, /connect-src[^;]* https:\/\/maps\.googleapis\.com/)
  assert.doesNotMatch(policy, /script-src[^;]*unsafe/)
  const mapTiles = { url: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: 'us' }
  assert.match(contentPolicy({ ...settings, mapTiles }, nothing), /img-src 'self' data: https:\/\/tiles\.example\.org;/)
})

test('only a site on https sends strict-transport-security', () => {
  assert.ok('strict-transport-security' in securityHeaders(settings))
  assert.ok(!('strict-transport-security' in securityHeaders({ siteUrl: 'http://localhost:3000' })))
  assert.doesNotMatch(contentPolicy({ ...settings, siteUrl: 'http://localhost:3000' }, nothing), /upgrade-insecure/)
})
