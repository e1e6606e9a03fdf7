import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
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

test('addresses, phones, tokens and passwords are redacted under their usual names', () => {
  const { lines, log } = capture()
  const secret = {
    email: 'ann@example.org',
    phone: '+15125550123',
    token: 'tok-canary',
    password: 'pw-canary',
    to: 'bob@example.org',
  }
  class Person {
    email = secret.email
    name = 'Ann'
  }
  const bare = Object.assign(Object.create(null), secret)
  log.warn({ ...secret, user: secret, person: new Person(), bare, at: new Date(0), list: [1] }, 'something')
  assert.doesNotMatch(lines.join(''), /ann@|bob@|5550123|canary/)
  const { user, person, at, list } = JSON.parse(lines[0] ?? '')
  assert.deepEqual(
    [user.email, person, at],
    ['[redacted]', { email: '[redacted]', name: 'Ann' }, '1970-01-01T00:00:00.000Z'],
  )
  assert.deepEqual(list, [1])
})

test('an error keeps its kind, its code and where it arose, but no address it quotes', () => {
  const { lines, log } = capture()
  const database = Object.assign(new Error('Key (email)=(ann@example.org) already exists.'), {
    code: '23505',
    detail: 'ann@example.org',
  })
  log.error({ err: database }, 'failed')
  log.error({ err: new Error('550 no such user ann@example.org, call +1 512 555 0123') }, 'failed')
  assert.doesNotMatch(lines.join(''), /ann@|555 0123/)
  assert.equal(JSON.parse(lines[0] ?? '').err.code, '23505')
  assert.ok(JSON.parse(lines[0] ?? '').err.stack.length > 0)
})

/** Logs 10 MB at once, says on standard error that it goes on, and when told to logs one line more and ends. */
const talker = `
  import { createLog } from ${JSON.stringify(fileURLToPath(new URL('./log.ts', import.meta.url)))}
  const log = createLog('info')
  for (let n = 0; n < 10_000; n++) log.info({ n, long: 'x'.repeat(1_000) }, 'a line')
  log.fatal('the worst')
  setImmediate(() => process.stderr.write('goes on'))
  process.stdin.once('data', () => { log.info('the last'); process.stdin.destroy() })`

function talk() {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', talker], { stdio: 'pipe' })
  return { child, goesOn: once(child.stderr, 'data').then(([said]) => String(said)) }
}

test('a log whose reader is slow blocks nothing, and reports how much was dropped', async () => {
  const { child, goesOn } = talk()
  assert.equal(await goesOn, 'goes on')
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    said += chunk
    // What waited has been read, so there is room again.
    if (said.length > 4_000_000) child.stdin.write('end')
  })
  await once(child, 'close')
  const lines = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const { dropped } = lines.find((line) => line.msg.startsWith('lines are missing'))
  assert.ok(dropped > 1_000)
  assert.equal(lines.filter((line) => line.msg === 'a line' || line.msg === 'the worst').length, 10_001 - dropped)
  assert.equal(lines.at(-1).msg, 'the last')
})

test('a log whose reader has gone does not end the process', async () => {
  const { child, goesOn } = talk()
  child.stdout.destroy()
  assert.equal(await goesOn, 'goes on')
  child.stdin.write('end')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})
