import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { personalIn, searchLogs } from './personal.ts'

test('personal data in a log is found in every encoding', () => {
  for (const [text, what] of [
    ['to ann.reader+x@mail.example.org', 'an email address'],
    ['/confirm?email=ann%40example.org', 'an email address'],
    ['from +15125550123.', 'a phone number'],
    ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.x', 'an access token'],
    [`token=${randomBytes(32).toString('base64url')}`, 'a secret of 256 bits'],
    ['$argon2id$v=19$m=19456', 'a password hash'],
    ['postgres://townbell:hunter2@127.0.0.1/x', 'a password in a URL'],
    ['signed in with Ring.the.bell.1', 'a password of a test'],
    ['Canary Name', 'a canary'],
  ] as const)
    assert.match(personalIn(JSON.stringify({ msg: text })) ?? 'nothing', new RegExp(`^${what}`), text)
  assert.match(personalIn('{"password":"x"}') ?? 'nothing', /^a value that is redacted/)
})

test('ordinary log fields are not reported as personal', () => {
  const line = {
    requestId: randomUUID(),
    path: '/rest/v1/events',
    at: 'node_modules/@hono/node-server/dist/index.js:10:5',
    password: '[redacted]',
  }
  assert.equal(personalIn(JSON.stringify({ ...line, time: new Date().toISOString(), ms: 15_125_550_123 })), undefined)
})

const SCRIPT = fileURLToPath(new URL('./logs.ts', import.meta.url))

test('one address, phone, token or password in one of many logs ends the step in failure, and clean ones do not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'townbell-logs-'))
  try {
    writeFileSync(join(folder, 'app-1-1.log'), `{"level":30,"path":"/health","msg":"request"}\n`)
    assert.match(execFileSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' }), /^1 lines of 1 logs; .*: 0$/m)
    const planted = ['ann@example.org', '+15125550123', randomBytes(32).toString('base64url'), 'Ring.the.bell.1']
    for (const [at, secret] of planted.entries())
      writeFileSync(join(folder, `worker-${at}-1.log`), `{"level":40,"msg":"a"}\n{"level":40,"msg":"to ${secret}"}\n`)
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' })
    assert.equal(status, 1)
    for (const secret of planted) assert.ok(stderr.includes(secret), stderr)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a run without logs fails', () => assert.deepEqual(searchLogs('no such folder').lines, 0))
