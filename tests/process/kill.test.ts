import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  dataFolder,
  isAlive,
  postmasterOf,
  removeFolder,
  type Started,
  startTownbell,
  untilExit,
  untilReady,
} from '#testing/townbell.ts'
import { buildWeb } from '../../bin/build-web.ts'

const folder = dataFolder()
before(() => buildWeb())
after(() => removeFolder(folder))

/** Signs people up until the program dies, and collects the addresses it acknowledged. */
async function signUpUntilDead(program: Started, acknowledged: string[]): Promise<void> {
  const { publishableKey } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))
  for (let n = 0; ; n++) {
    const email = `person-${n}@example.org`
    try {
      const answer = await fetch(`${program.url}/auth/v1/signup`, {
        method: 'POST',
        headers: { apikey: publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'Ring.the.bell.1', data: { display_name: email } }),
      })
      if (answer.ok) acknowledged.push(email)
      await answer.arrayBuffer()
    } catch {
      return
    }
  }
}

async function stored(program: Started, emails: string[]): Promise<string[]> {
  const { publishableKey } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))
  const found: string[] = []
  for (const email of emails) {
    const answer = await fetch(`${program.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'Ring.the.bell.1' }),
    })
    if (answer.ok) found.push(email)
    await answer.arrayBuffer()
  }
  return found
}

test('after kill -9 of all processes the next start recovers and no acknowledged write is lost', async () => {
  const program = await startTownbell(folder, { env: { CAPTCHA: 'none' } })
  const acknowledged: string[] = []
  const writing = signUpUntilDead(program, acknowledged)
  while (acknowledged.length < 3) await new Promise((resolve) => setTimeout(resolve, 20))
  const postmaster = postmasterOf(folder)
  process.kill(postmaster, 'SIGKILL')
  program.process.kill('SIGKILL')
  await writing

  const again = await startTownbell(folder, { env: { CAPTCHA: 'none' } })
  const sample = acknowledged.slice(-5)
  assert.deepEqual(await stored(again, sample), sample)
  again.process.kill('SIGTERM')
  await untilExit(again.process, again.said)
})

test('after kill -9 of the program alone the next start takes over its PostgreSQL', async () => {
  const program = await startTownbell(folder, { env: { CAPTCHA: 'none' } })
  const orphan = postmasterOf(folder)
  program.process.kill('SIGKILL')
  await untilExit(program.process, program.said)
  assert.ok(isAlive(orphan), 'the orphan is there')

  const again = await startTownbell(folder, { env: { CAPTCHA: 'none' } })
  assert.ok(!isAlive(orphan))
  await untilReady(again.url)
  again.process.kill('SIGTERM')
  await untilExit(again.process, again.said)
})

test('an uncaught error is logged without personal data, is not shown to visitors, and shuts the program down cleanly', async () => {
  // Loaded into the program with --import, because no code of ours throws like this.
  const trap = `process.once('SIGUSR2', () => setImmediate(() => { throw new Error(['ann', 'example.org'].join('@') + ' broke it') }))`
  const env = { CAPTCHA: 'none', NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(trap)}` }
  const program = await startTownbell(folder, { env })
  const postmaster = postmasterOf(folder)
  await untilReady(program.url)
  const underWay = Array.from({ length: 5 }, () => fetch(program.url).then((page) => page.text(), String))
  program.process.kill('SIGUSR2')
  const { code, said } = await untilExit(program.process, program.said)
  assert.equal(code, 1)
  assert.ok(!isAlive(postmaster), 'PostgreSQL was stopped with it')
  const fatal = said.split('\n').filter((line) => line.includes('"level":60'))
  assert.equal(fatal.length, 1)
  assert.match(fatal.join(), /"message":"\[address\] broke it".*uncaught exception; stopping/)
  assert.doesNotMatch(said, /ann@example/)
  for (const answer of await Promise.all(underWay)) assert.doesNotMatch(answer, /broke it|\n\s+at .*:\d+/)
})
