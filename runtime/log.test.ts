import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from './log.ts'

function capture() {
  const lines: string[] = []
  return { lines, log: createLog('info', { write: (line) => void lines.push(line) }) }
}

test('a line is JSON with a time, a level and a message', () => {
  const { lines, log } = capture()
  log.info({ requestId: 'r1', status: 200 }, 'request')
  const line = JSON.parse(lines[0] ?? '')
  assert.equal(line.msg, 'request')
  assert.equal(line.requestId, 'r1')
  assert.match(line.time, /^\d{4}-\d\d-\d\dT/)
})

test('addresses, phones, tokens and passwords are cut out where they are usually put', () => {
  const { lines, log } = capture()
  const secret = {
    email: 'ann@example.org',
    phone: '+15125550123',
    token: 'tok-canary',
    password: 'pw-canary',
    to: 'bob@example.org',
  }
  log.warn({ ...secret, user: secret }, 'something')
  assert.doesNotMatch(lines.join(''), /ann@|bob@|5550123|canary/)
  assert.match(lines.join(''), /\[cut\]/)
})

test('an error keeps its kind, its code and where it arose, but no address it quotes', () => {
  const { lines, log } = capture()
  const database = Object.assign(new Error('Key (email)=(ann@example.org) already exists.'), {
    code: '23505',
    detail: 'ann@example.org',
  })
  log.error({ err: database }, 'failed')
  log.error({ err: new Error('550 no such user ann@example.org, call +1 512 555 0123') }, 'failed')
  assert.doesNotMatch(lines.join(''), /ann@|555/)
  assert.equal(JSON.parse(lines[0] ?? '').err.code, '23505')
  assert.ok(JSON.parse(lines[0] ?? '').err.stack.length > 0)
})
