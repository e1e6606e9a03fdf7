import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  dataFolder,
  isAlive,
  postmasterOf,
  removeFolder,
  spawnTownbell,
  startTownbell,
  untilExit,
} from '#testing/townbell.ts'
import { buildWeb } from '../../bin/build-web.ts'

const folder = dataFolder('a folder with spaces')
before(() => buildWeb())
after(() => removeFolder(folder))

test('the first start prints its address and where mail goes, serves pages, and stops cleanly on SIGTERM', async () => {
  const program = await startTownbell(folder)
  assert.match(
    program.said(),
    /^Townbell is at http:\/\/localhost:\d+ and its mail goes to http:\/\/localhost:\d+\/dev\/mailbox\n$/,
  )
  assert.equal((await fetch(`${program.url}/health`)).status, 200)
  const ready = await fetch(`${program.url}/ready`)
  assert.deepEqual(
    [ready.status, await ready.json()],
    [200, { status: 'ready', checks: { database: true, migrations: true, worker: true } }],
  )
  const page = await (await fetch(program.url)).text()
  assert.ok(page.includes('<title>'), 'the home page arrives rendered')

  const postmaster = postmasterOf(folder)
  assert.ok(isAlive(postmaster))
  program.process.kill('SIGTERM')
  assert.equal((await untilExit(program.process, program.said)).code, 0)
  assert.ok(!isAlive(postmaster))
})

test('secrets are generated once and readable by their owner only; a second SIGTERM changes nothing', async () => {
  const file = join(folder, 'secrets.json')
  const before = readFileSync(file, 'utf8')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.match(JSON.parse(before).publishableKey, /^sb_publishable_/)
  const program = await startTownbell(folder)
  const page = await (await fetch(program.url)).text()
  assert.ok(page.includes(JSON.parse(before).publishableKey), 'the publishable key is part of the page')
  for (const name of ['jwtSecret', 'linkSecret', 'postgresPassword'])
    assert.ok(!page.includes(JSON.parse(before)[name]))
  const postmaster = postmasterOf(folder)
  // Sent twice: systemd signals npm and the program, and npm forwards its signal.
  program.process.kill('SIGINT')
  program.process.kill('SIGTERM')
  assert.equal((await untilExit(program.process, program.said)).code, 0)
  assert.ok(!isAlive(postmaster))
  assert.equal(readFileSync(file, 'utf8'), before)
})

test('a second start on the same data folder fails and does not disturb the first', async () => {
  const first = await startTownbell(folder)
  const second = spawnTownbell(folder)
  const { code, said } = await untilExit(second.process, second.said)
  assert.equal(code, 1)
  assert.match(
    said,
    /^Townbell is already running on the data folder .*a folder with spaces \(process \d+\)\. Stop it first, or set TOWNBELL_DATA to another folder\.\n$/,
  )
  assert.equal((await fetch(`${first.url}/ready`)).status, 200)
  first.process.kill('SIGTERM')
  await untilExit(first.process, first.said)
})

test('a port in use is named with a fix, and no process is left running', async () => {
  const squatter = createServer().listen(0, '127.0.0.1')
  await once(squatter, 'listening')
  const { port } = squatter.address() as { port: number }
  const program = spawnTownbell(folder, { env: { PORT: String(port) } })
  const { code, said } = await untilExit(program.process, program.said)
  squatter.close()
  assert.equal(code, 1)
  assert.match(
    said,
    new RegExp(
      `^Port ${port} is taken by another program\\. Stop it, or choose another port: PORT=${port + 1} npm start\n$`,
    ),
  )
  assert.ok(!existsSync(join(folder, 'postgres', 'postmaster.pid')))
})

for (const [name, value, sentence] of [
  ['PORT', 'http', /^PORT is wrong: it must be a port number\.\n$/],
  ['SITE_URL', 'townbell', /^SITE_URL is wrong/],
  ['DATABASE_URL', 'mysql://x', /^DATABASE_URL is wrong: it must be a postgres:\/\/ address\.\n$/],
  ['JWT_SECRET', 'short', /^JWT_SECRET is wrong: it must be at least 32 characters\.\n$/],
  ['PUBLISHABLE_KEY', 'x', /^PUBLISHABLE_KEY is wrong/],
  ['SMTP_URL', 'mail.example', /^SMTP_URL is wrong: it must be an smtp:\/\/ or smtps:\/\/ address\.\n$/],
  ['SMTP_URL', 'smtp://mail.example', /^MAIL_FROM is missing/],
  ['NODE_ENV', 'production', /^SITE_URL is missing/],
  [
    'SITE_URL',
    'https://town.example',
    /^SMTP_URL is missing: people at https:\/\/town\.example need their mail\. Set /,
  ],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL is wrong/],
] as const) {
  test(`a wrong setting stops the start with a sentence naming it: ${name}=${value}`, async () => {
    const program = spawnTownbell(folder, { env: { [name]: value } })
    const { code, said } = await untilExit(program.process, program.said)
    assert.equal(code, 1)
    assert.match(said, sentence)
  })
}

test('a Node that is too old is told which one is needed', async (t) => {
  const old = '/usr/bin/node'
  const version = existsSync(old) ? execFileSync(old, ['--version'], { encoding: 'utf8' }).trim().slice(1) : undefined
  if (!version || Number.parseInt(version, 10) >= 26) return t.skip('this machine has no older Node')
  const bin = fileURLToPath(new URL('../../bin/townbell.js', import.meta.url))
  const program = spawn(old, [bin, 'doctor'], { env: {}, stdio: ['ignore', 'pipe', 'pipe'] })
  let words = ''
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk) => {
      words += chunk
    })
  const { code, said } = await untilExit(program, () => words)
  assert.equal(code, 1)
  assert.match(
    said,
    new RegExp(`^Townbell needs Node 26, and this is Node ${RegExp.escape(version)}\\. Use "npm start" .*\\n$`),
  )
})

test('an unknown command lists the commands', async () => {
  const program = spawnTownbell(folder, { words: ['ring'] })
  const { code, said } = await untilExit(program.process, program.said)
  assert.equal(code, 2)
  assert.match(said, /There is no command "ring".*townbell start/s)
})
