import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
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
  untilReady,
} from '#testing/townbell.ts'
import { buildWeb } from '../../bin/build-web.ts'

const BIN = fileURLToPath(new URL('../../bin/townbell.js', import.meta.url))
const folder = dataFolder('a folder with spaces')
/** No command that is refused gets as far as a database. */
const townbell = (...words: string[]) =>
  spawnSync(process.execPath, [BIN, ...words], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, TOWNBELL_DATA: folder, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
  })
before(() => buildWeb())
after(() => removeFolder(folder))

test('the first start prints its address and where mail goes, serves pages, and stops cleanly on SIGTERM', async () => {
  const program = await startTownbell(folder, { env: { SERVER_PROCESSES: '' } })
  assert.match(
    program.said(),
    /^Townbell runs PostgreSQL 18\.\d+ (?:from npm|of this machine \(.*\))\nTo run this site from the browser, .*\/operator, .*\n(?:[2-9A-HJ-NP-Z]{5}-){3}[2-9A-HJ-NP-Z]{5}\nTownbell is at http:\/\/localhost:\d+ and its mail goes to http:\/\/localhost:\d+\/dev\/mailbox\?key=[\w-]{22}\n$/,
  )
  assert.equal((await fetch(`${program.url}/health`)).status, 200)
  await untilReady(program.url)
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
  await untilReady(first.url)
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
    assert.equal(code, 78)
    assert.match(said, sentence)
  })
}

test('the demo has a password of its own, and nothing that others can reach starts on its database', async () => {
  const home = dataFolder('demo')
  const signIn = async (url: string, password: string) => {
    const { publishableKey } = JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8'))
    const headers = { apikey: publishableKey, 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'maria@townbell.example', password })
    return (await fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body })).status
  }
  const env = { CAPTCHA: 'none' }
  const ready = /Sign in at (http:\/\/localhost:\d+)/
  const passwordIn = (said: string) => /with the password (\S+)/.exec(said)?.[1] ?? ''
  const passwords: string[] = []
  for (const start of ['The demo town is ready.', 'The demo town was already there.']) {
    const program = await startTownbell(home, { words: ['demo'], env, ready })
    assert.ok(program.said().includes(start))
    passwords.push(passwordIn(program.said()))
    assert.equal(await signIn(program.url, passwords.at(-1) ?? ''), 200)
    assert.equal(await signIn(program.url, passwords.length > 1 ? (passwords[0] ?? '') : 'Ring.the.bell.1'), 400)
    program.process.kill('SIGTERM')
    await untilExit(program.process, program.said)
  }
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'bell@town.example' }
  for (const [words, more, says] of [
    [['start'], { HOST: '0.0.0.0' }, /^This is the database of the demo town\. .*rm -r '.*demo'\n$/],
    [['start'], { NODE_ENV: 'production', SITE_URL: 'https://town.example', CAPTCHA: '', ...mail }, /demo town/],
    [['demo'], { HOST: '0.0.0.0' }, /^The demo town is for looking around on this machine\./],
    [['demo'], mail, /^The demo town is for/],
  ] as const) {
    const refused = spawnTownbell(home, { words: [...words], env: { ...env, ...more } })
    const { code, said } = await untilExit(refused.process, refused.said)
    assert.equal(code, 78, said)
    assert.match(said, says)
  }
  removeFolder(home)
})

test('with an older Node, the one that npm installed runs it, with its words, signals and exit code', async (t) => {
  const old = '/usr/bin/node'
  const version = existsSync(old) ? execFileSync(old, ['--version'], { encoding: 'utf8' }).trim().slice(1) : undefined
  if (!version || Number.parseInt(version, 10) >= 26) return t.skip('this machine has no older Node')
  const run = (...words: string[]) => spawnSync(old, [BIN, ...words], { encoding: 'utf8' })
  assert.match(run('--version').stdout, /^townbell \d+\.\d+\.\d+, Node 26\./)
  assert.equal(run('ring').status, 64)
  const program = await startTownbell(folder, { node: old })
  const postmaster = postmasterOf(folder)
  program.process.kill('SIGTERM')
  assert.equal((await untilExit(program.process, program.said)).code, 0)
  assert.ok(!isAlive(postmaster))
})

test('an unknown command lists the commands', async () => {
  const { status, stderr } = townbell('ring')
  assert.equal(status, 64)
  assert.match(stderr, /There is no command "townbell ring".*townbell start/s)
})

test('a command takes no settings from the folder it is given in, and need not be able to enter it', () => {
  const place = dataFolder('place')
  chmodSync(place, 0o700)
  writeFileSync(join(place, '.graphile-workerrc.cjs'), 'throw new Error("a stranger\'s settings")')
  const env = { TOWNBELL_DATA: folder, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const run = (words: string[], uid = process.getuid?.()) =>
    spawnSync(process.execPath, words, { encoding: 'utf8', cwd: place, env, uid }).stderr
  assert.match(run([BIN, 'migrate', '--check']), /^DATABASE_URL: the database cannot be reached/)
  const nobody = 65534
  if (process.getuid?.() === 0 && run([BIN, '--version'], nobody) === '')
    assert.match(
      run([BIN, 'migrate', '--check'], nobody),
      /^This user may not enter .*place: files are looked for in \//,
    )
  removeFolder(place)
})

test('a command that is asked for help or gets a surplus word never acts', () => {
  for (const [words, status, says] of [
    [['admin', 'go', '--help'], 0, /^Usage: townbell admin go \[.+\] \[--yes\]\n/],
    [['admin', 'hold', '-h'], 0, /^Usage: townbell admin hold/],
    [
      ['admin', 'go', 'all', 'now'],
      64,
      /^"now" is not understood, so nothing was done\. Usage: townbell admin go \[.+\] \[--yes\]\n/,
    ],
    [['start', '--fast'], 64, /^"--fast" is not understood, so nothing was done\. Usage: townbell start\n/],
  ] as const) {
    const ended = townbell(...words)
    assert.equal(ended.status, status, words.join(' '))
    assert.match(ended.stdout + ended.stderr, says)
  }
  assert.ok(statSync(BIN).mode & 0o100, 'it is executable')
})
