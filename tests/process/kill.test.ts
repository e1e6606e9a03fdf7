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
} from '#tests/world/townbell.ts'
import { buildWeb } from '../../bin/build-web.ts'

const folder = dataFolder()
before(() => buildWeb())
after(() => removeFolder(folder))

/** Signs people up until the program dies; keeps the addresses it acknowledged. */
async function signUpUntilDead(town: Started, acknowledged: string[]): Promise<void> {
  const { publishableKey } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))
  for (let n = 0; ; n++) {
    const email = `person-${n}@example.org`
    try {
      const answer = await fetch(`${town.url}/auth/v1/signup`, {
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

async function stored(town: Started, emails: string[]): Promise<string[]> {
  const { publishableKey } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))
  const found: string[] = []
  for (const email of emails) {
    const answer = await fetch(`${town.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'Ring.the.bell.1' }),
    })
    if (answer.ok) found.push(email)
    await answer.arrayBuffer()
  }
  return found
}

test('after kill -9 of the whole tree the next start recovers by itself and no acknowledged write is lost', async () => {
  const town = await startTownbell(folder, { env: { CAPTCHA: 'none' } })
  const acknowledged: string[] = []
  const writing = signUpUntilDead(town, acknowledged)
  while (acknowledged.length < 3) await new Promise((resolve) => setTimeout(resolve, 20))
  const postmaster = postmasterOf(folder)
  process.kill(postmaster, 'SIGKILL')
  town.process.kill('SIGKILL')
  await writing

  const again = await startTownbell(folder, { env: { CAPTCHA: 'none' } })
  const sample = acknowledged.slice(-5)
  assert.deepEqual(await stored(again, sample), sample)
  again.process.kill('SIGTERM')
  await untilExit(again.process, again.said)
})

test('after kill -9 of the program alone its PostgreSQL is taken over by the next start', async () => {
  const town = await startTownbell(folder, { env: { CAPTCHA: 'none' } })
  const orphan = postmasterOf(folder)
  town.process.kill('SIGKILL')
  await untilExit(town.process, town.said)
  assert.ok(isAlive(orphan), 'the orphan is there')

  const again = await startTownbell(folder, { env: { CAPTCHA: 'none' } })
  assert.ok(!isAlive(orphan))
  assert.equal((await fetch(`${again.url}/ready`)).status, 200)
  again.process.kill('SIGTERM')
  await untilExit(again.process, again.said)
})
