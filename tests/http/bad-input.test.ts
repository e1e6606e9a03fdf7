// Sends the catalogue of bad input in bad-input/ to the whole program: every case is refused or accepted as the table says,
// no answer is a 5xx, and every refusal is JSON with a code in the dialect of its surface.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { accounts } from './bad-input/accounts.ts'
import { calendars } from './bad-input/calendars.ts'
import { contacts } from './bad-input/contacts.ts'
import { events } from './bad-input/events.ts'
import { type BadInputFixture, type Case, openBadInputFixture, type Table } from './bad-input/fixture.ts'
import { links } from './bad-input/links.ts'
import { rawRequest } from './bad-input/raw.ts'
import { transport } from './bad-input/transport.ts'
import type { Answer } from './threats/fixture.ts'

const GROUPS = 98
const tables = { accounts, calendars, events, contacts, links, transport } satisfies Record<string, Table>
const covered = new Map<number, number>()

/** Groups of the catalogue that are tried beside what else is tested of the same rule. */
const elsewhere: Record<string, number[]> = {
  'http/auth/bad-input.test.ts': [1, 2, 3, 4, 5, 6, 7, 9, 10, 13, 14, 15, 16, 18],
  'http/auth/links.test.ts': [11, 19],
  'http/functions/captcha.test.ts': [12, 86],
  'http/functions/confirm.test.ts': [68, 69],
  'http/functions/follow.test.ts': [72, 73],
  'http/functions/preview-email.test.ts': [55, 57, 58, 59],
  'http/functions/support.test.ts': [83, 84, 85],
  'http/threats/follow.test.ts': [70],
  'http/threats/site.test.ts': [35],
  'process/bounce.test.ts': [90],
  'http/webhooks/twilio.test.ts': [87, 88, 89],
  'policies/calendar-contacts.test.ts': [60, 61, 62, 63],
  'policies/calendar-members.test.ts': [36, 39],
  'policies/calendars.test.ts': [20, 25, 26, 27, 28, 29, 30, 31, 56],
  'policies/columns.test.ts': [32, 41, 48, 66],
  'policies/events.test.ts': [42, 43, 47, 49, 50, 52],
  'policies/matrix.ts': [37, 38, 64],
  'policies/profiles.test.ts': [21, 22, 23, 24],
  'http/rest/refusing.test.ts': [54],
}

let fixture: BadInputFixture
before(async () => {
  fixture = await openBadInputFixture()
})
after(() => fixture.close())

for (const [name, table] of Object.entries(tables))
  test(`bad input: ${name}`, async () => {
    const cases = table(fixture)
    assert.ok(cases.length > 0)
    // Collects all failures, so that one does not hide the next.
    const wrong: string[] = []
    for (const one of cases)
      await check(one).catch((error: Error) => wrong.push(`${one.group}: ${one.input} (${one.path}): ${error.message}`))
    assert.deepEqual(wrong, [])
  })

async function check(one: Case): Promise<void> {
  const { group, input, path, request, as = fixture.people.guest, status, code, says, holds } = one
  const label = `${group}: ${input} → ${path.slice(0, 80)}`
  await fixture.rows('delete from private.rate_limits')
  const answer = await as.request(path, request)
  const wanted = [status].flat()
  assert.ok(wanted.includes(answer.status), `${label}: ${answer.status} ${answer.text.slice(0, 200)}`)
  assert.ok(answer.status < 500, label)
  if (answer.status >= 400 && request?.method !== 'HEAD') assertDialect(path, answer, label)
  if (code && request?.method !== 'HEAD')
    assert.equal(path.startsWith('/auth/v1') ? answer.body.error_code : answer.body?.code, code, label)
  if (says) assert.match(answer.body.message ?? answer.body.error ?? answer.body.msg, says, label)
  await holds?.(answer)
  covered.set(group, (covered.get(group) ?? 0) + 1)
}

/** Every refusal but a page has a code. */
function assertDialect(path: string, { headers, body, text }: Answer, label: string): void {
  const surface = /^\/(auth|rest|functions|webhooks|opt-out\/one-click)\b/.exec(path)?.[1]
  if (!surface) return
  assert.match(headers.get('content-type') ?? '', /^application\/json/, label)
  const keys = Object.keys(body ?? {})
  const wanted =
    surface === 'auth'
      ? ['error_code', 'msg']
      : surface === 'rest'
        ? ['code', 'message', 'details', 'hint']
        : ['error', 'code']
  for (const key of wanted) assert.ok(keys.includes(key), `${label}: no ${key} in ${text.slice(0, 200)}`)
  assert.ok(text.length < 2_000, `${label}: a short answer`)
  assert.doesNotMatch(text, /\n\s+at |node_modules|\.ts:\d+/, label)
}

test('bad input: requests that only a raw socket can send', async () => {
  const { port } = new URL(fixture.url)
  const { publishableKey: key } = fixture.config
  const raw = (group: number, bytes: string, statuses: number[], answers = 1) =>
    rawRequest(Number(port), bytes).then((got) => {
      assert.ok(
        statuses.includes(got.status),
        `${group}: ${JSON.stringify(bytes.slice(0, 60))} ${got.text.slice(0, 200)}`,
      )
      assert.ok(got.answers <= answers, `${group}: ${got.answers} answers to ${JSON.stringify(bytes.slice(0, 80))}`)
      covered.set(group, (covered.get(group) ?? 0) + 1)
      return got.text
    })
  const head = `Host: localhost:${port}\r\napikey: ${key}\r\n`
  const smuggled = `GET /health HTTP/1.1\r\nHost: x\r\n\r\n`
  // In parallel, because each waits for an answer that must not come.
  await Promise.all([
    raw(
      94,
      `POST /auth/v1/signup HTTP/1.1\r\n${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
      [400],
    ),
    raw(94, `POST /auth/v1/signup HTTP/1.1\r\n${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcde`, [400]),
    raw(94, `POST /auth/v1/signup HTTP/1.1\r\n${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, [400]),
    raw(94, `GET / HTTP/1.1\r\n${head}X: a\nY: b\r\n\r\n`, [200, 400]),
    raw(94, `GET http://evil.example/robots.txt HTTP/1.1\r\n${head}\r\n`, [200, 400, 404]),
    raw(94, `GET /../../../../etc/passwd HTTP/1.1\r\n${head}\r\n`, [400, 404]),
    raw(94, `GET /assets/../../server/index.js HTTP/1.1\r\n${head}\r\n`, [400, 404]),
    raw(94, `GET /${'a'.repeat(64 * 1024)} HTTP/1.1\r\n${head}\r\n`, [414, 431]),
    raw(95, `TRACE / HTTP/1.1\r\n${head}X-Secret: 1\r\n\r\n`, [405, 501]),
    raw(95, `BREW / HTTP/1.1\r\n${head}\r\n`, [400]),
    raw(95, `GET / HTTP/1.0\r\n\r\n`, [200, 400]),
    raw(95, `GET / HTTP/1.1\r\n\r\n`, [400]),
    raw(95, `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`, [200, 400]),
    raw(95, `GET /sitemap.xml HTTP/1.1\r\nHost: evil.example\r\n\r\n`, [200, 400]).then((text) =>
      assert.ok(!text.includes('evil.example')),
    ),
    ...['', 'a b', '[', 'x:y:z', '%00', 'evil.example:99999', '@', 'a/../b', '<script>'].map((host) =>
      raw(95, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`, [200, 400]),
    ),
    raw(
      96,
      `POST /functions/v1/opt-out HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
      [100],
      2,
    ),
    raw(
      96,
      `POST /functions/v1/opt-out HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 999999999\r\n\r\n{`,
      [413],
    ),
    raw(96, `GET / HTTP/1.1\r\n${head}X: ${'a'.repeat(64 * 1024)}\r\n\r\n`, [431]),
  ])
})

test('bad input: a client that disconnects in the middle of a body is not logged as a database failure', async () => {
  const { port } = new URL(fixture.url)
  const paths = ['/auth/v1/signup', '/auth/v1/verify', '/functions/v1/opt-out', '/rest/v1/rpc/locate_calendars']
  for (const path of paths) {
    for (const body of ['Content-Length: 9\r\n\r\n{', 'Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n']) {
      const head = `Host: localhost:${port}\r\napikey: ${fixture.config.publishableKey}\r\nContent-Type: application/json\r\n`
      const before = fixture.logged.length
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(`POST ${path} HTTP/1.1\r\n${head}${body}`))
      const written = () => fixture.logged.slice(before).filter((line) => line.includes(path))
      while (written().length === 0) await setTimeout(10)
      assert.match(written()[0]!, /"status":400/)
    }
  }
  assert.deepEqual(
    fixture.logged.filter((line) => /gives no answer|unexpected error/.test(line)),
    [],
  )
})

test('every group of the catalogue is covered', (t) => {
  for (const file of Object.keys(elsewhere)) assert.ok(existsSync(`${import.meta.dirname}/../${file}`), file)
  const beside = Object.values(elsewhere).flat()
  const missing = Array.from({ length: GROUPS }, (_, i) => i + 1).filter(
    (group) => !covered.has(group) && !beside.includes(group),
  )
  const cases = [...covered.values()].reduce((sum, count) => sum + count, 0)
  t.diagnostic(`${covered.size} of ${GROUPS} groups covered with ${cases} cases`)
  assert.deepEqual(missing, [])
})
