import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { type Ask, asking, refused } from './ask.ts'
import { id } from './people.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
let ask: Ask
before(async () => {
  database = await testDatabase()
  ask = asking(database.pool)
  await seedDatabase(database.pool)
})
after(() => database.close())

const renew = 'select public.renew_feed_link($1) as secret'
const hashes = async (person: string) => {
  const rows = await ask(
    'service',
    'select encode(secret_hash, $2) as hash from public.feed_links where user_id = $1',
    [id(person), 'hex'],
  )
  return rows.map(({ hash }) => hash)
}

test('a member gets a new secret each time, of which only the hash is kept', async () => {
  const secrets: string[] = []
  for (let i = 0; i < 2; i += 1) {
    const [row] = await ask('member', renew, [id('town')])
    const secret = String(row?.secret)
    assert.match(secret, /^[\w-]{32}$/)
    assert.deepEqual(await hashes('member'), [createHash('sha256').update(secret).digest('hex')])
    secrets.push(secret)
  }
  assert.notEqual(secrets[0], secrets[1])
})

test('nobody has a private feed of a calendar they do not belong to', async () => {
  const before = await hashes('otherAdmin')
  for (const person of ['stranger', 'otherAdmin', 'trialOwner'] as const) {
    await refused(ask(person, renew, [id('town')]), '42501')
    await refused(ask(person, renew, [null]), '42501')
  }
  await refused(ask('guest', renew, [id('town')]), '42501')
  assert.deepEqual(await hashes('otherAdmin'), before)
})

test('whoever leaves takes their feed along', async () => {
  assert.equal((await hashes('neighbour')).length, 1)
  await ask('owner', 'delete from public.calendar_members where calendar_id = $1 and user_id = $2', [
    id('town'),
    id('neighbour'),
  ])
  assert.deepEqual(await hashes('neighbour'), [])
})
