// Scores the pages of an https site by Mozilla's Observatory: each is an A+, with these extra points. The scorer is tested with bad
// headers first, so that a good score means something.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppFixture, openAppFixture, type Person } from '../threats/fixture.ts'
import { scoreOf } from './observatory.ts'

const SITE = 'https://town.example'
let fixture: AppFixture
let owner: Person
let calendar: string
let invite: string
before(async () => {
  fixture = await openAppFixture({ SITE_URL: SITE, MAIL_CARRIER: 'catcher' })
  owner = await fixture.person('owner')
  calendar = (await fixture.calendar(owner)).id
  const [row] = await fixture.rows('select code from private.calendar_invites where calendar_id = $1', [calendar])
  invite = row.code
})
after(() => fixture.close())

async function scored(path: string) {
  const { status, headers, text: html } = await fixture.guest.request(path)
  const asked = { origin: 'https://observatory.example', 'access-control-request-method': 'GET' }
  const preflight = await fixture.guest.request(path, { method: 'OPTIONS', headers: asked })
  return { status, headers, html, ...scoreOf({ headers, html }, preflight.headers) }
}

const routes = (): [path: string, status: number][] => [
  ['/', 200],
  ['/signin?mode=signup', 200],
  ['/reset-password', 200],
  ['/dashboard', 200],
  [`/calendars/${calendar}`, 200],
  [`/calendar/${calendar}`, 200],
  ['/locate-calendar?q=elm', 200],
  [`/invite/${invite}`, 200],
  ['/confirm-contact?token=abc', 200],
  [`/opt-out?email=ann@example.org&calendar=${calendar}`, 200],
  ['/contact', 200],
  ['/nothing-here', 404],
]

test('each of twelve routes scores A+', async (t) => {
  assert.equal(routes().length, 12)
  for (const [path, status] of routes()) {
    const { score, grade, rules, ...page } = await scored(path)
    const extra = Object.entries(rules).filter(([, points]) => points !== 0)
    t.diagnostic(
      `${path.split('?')[0]}: ${score} ${grade} (${extra.map(([rule, points]) => `${rule} ${points}`).join('; ')})`,
    )
    assert.equal(page.status, status, path)
    assert.deepEqual([grade, score], ['A+', 130], `${path}: ${JSON.stringify(rules)}`)
  }
})

test('the page behind a link in a mail scores A+; JSON and feeds lose no points', async () => {
  const others: [path: string, status: number][] = [
    ['/auth/v1/verify?token=abc&type=signup', 200],
    ['/health', 200],
    ['/rest/v1/calendars?select=id', 200],
    ['/rest/v1/nothing', 404],
    ['/functions/v1/nothing', 404],
    ['/webhooks/nothing', 404],
    [`/calendar/${calendar}.ics`, 200],
  ]
  for (const [path, wanted] of others) {
    const { status, grade, rules } = await scored(path)
    assert.deepEqual([status, grade], [wanted, 'A+'], `${path}: ${JSON.stringify(rules)}`)
  }
})

test('only the mail preview frame may be framed, and only by us', async () => {
  const { headers } = await fixture.guest.request('/preview-frame.html')
  assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN')
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'self'.*sandbox/)
})

test('a page with a token in its URL is not cached and sends no referrer', async () => {
  for (const path of [
    `/invite/${invite}`,
    '/confirm-contact?token=abc',
    '/opt-out?undo=abc',
    `/opt-out?email=ann@example.org&calendar=${calendar}&t=abc`,
    '/auth/v1/verify?token=abc&type=recovery',
  ]) {
    const { headers } = await fixture.guest.request(path)
    assert.match(headers.get('cache-control') ?? '', /no-store/, path)
    assert.equal(headers.get('referrer-policy'), 'no-referrer', path)
  }
})

test('headers switch off unused browser features and isolate our pages', async () => {
  const { headers } = await fixture.guest.request('/')
  assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
  assert.match(headers.get('permissions-policy') ?? '', /camera=\(\), .*geolocation=\(\)/)
  assert.equal(headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains')
  assert.match(
    headers.get('content-security-policy') ?? '',
    /frame-ancestors 'none'.*base-uri 'none'.*upgrade-insecure-requests/,
  )
})

test('the scorer deducts points where the Observatory does', () => {
  const good = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
  }
  const score = (more: Record<string, string>, html = '', preflight = {}) => {
    const headers = new Headers()
    for (const [name, value] of Object.entries({ ...good, ...more })) if (value !== '') headers.append(name, value)
    return scoreOf({ headers, html }, new Headers(preflight)).score
  }
  const policy = (value: string) => ({ 'content-security-policy': `${value}; frame-ancestors 'none'` })
  const cases: [string, number, number][] = [
    ['everything', score({}), 130],
    ['no policy', score({ 'content-security-policy': '', 'x-frame-options': 'DENY' }), 75],
    ['a directive twice', score(policy("default-src 'none'; img-src a; img-src b")), 55],
    ['inline scripts', score(policy("default-src 'none'; script-src 'unsafe-inline'")), 80],
    ['a hash overrules inline', score(policy("default-src 'none'; script-src 'unsafe-inline' 'sha256-a'")), 130],
    ['scripts from anywhere', score(policy("script-src https:; object-src 'none'")), 80],
    ['nothing said of scripts', score(policy("img-src 'self'")), 80],
    ['inline styles', score(policy("default-src 'none'; style-src 'unsafe-inline'")), 120],
    ['eval', score(policy("default-src 'none'; script-src 'self' 'unsafe-eval'")), 110],
    ['pictures over http', score(policy("default-src 'none'; img-src http://a.example")), 110],
    ['a default', score(policy("default-src 'self'")), 125],
    ['no transport security', score({ 'strict-transport-security': '' }), 80],
    ['a month of it', score({ 'strict-transport-security': 'max-age=2592000' }), 120],
    ['sniffing', score({ 'x-content-type-options': '' }), 125],
    ['the whole referrer', score({ 'referrer-policy': 'unsafe-url' }), 120],
    ['frames', score({ 'content-security-policy': "default-src 'none'" }), 80],
    ['frames by header', score({ 'content-security-policy': "default-src 'none'", 'x-frame-options': 'DENY' }), 125],
    ['a session without flags', score({ 'set-cookie': 'session=1' }), 70],
    ['a strict session', score({ 'set-cookie': 'session=1; Secure; HttpOnly; SameSite=Lax' }), 135],
    ['a foreign script', score({}, '<script src="https://cdn.example/x.js"></script>'), 125],
    [
      'everybody with credentials',
      score({}, '', {
        'access-control-allow-origin': 'https://observatory.example',
        'access-control-allow-credentials': 'true',
      }),
      50,
    ],
  ]
  for (const [what, got, wanted] of cases) assert.equal(got, wanted, what)
})
