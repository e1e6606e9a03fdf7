import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id } from './people.ts'
import { type QueryAs, queryRunner, refused } from './query-as.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
let queryAs: QueryAs
before(async () => {
  database = await testDatabase()
  queryAs = queryRunner(database.pool)
  await seedDatabase(database.pool)
})
after(() => database.close())

const renew = 'select public.renew_feed_link($1) as secret'
const hashes = async (person: string) => {
  const rows = await queryAs(
    'service',
    'select encode(secret_hash, $2) as hash from public.feed_links where user_id = $1',
    [id(person), 'hex'],
  )
  return rows.map(({ hash }) => hash)
}

test('a member gets a new secret each time, and only its hash is stored', async () => {
  const secrets: string[] = []
  for (let i = 0; i < 2; i += 1) {
    const [row] = await queryAs('member', renew, [id('town')])
    const secret = String(row?.secret)
    assert.match(secret, /^[\w-]{32}$/)
    assert.deepEqual(await hashes('member'), [createHash('sha256').update(secret).digest('hex')])
    secrets.push(secret)
  }
  assert.notEqual(secrets[0], secrets[1])
})

test('no one has a private feed of a calendar they do not belong to', async () => {
  const before = await hashes('otherAdmin')
  for (const person of ['stranger', 'otherAdmin', 'trialOwner'] as const) {
    await refused(queryAs(person, renew, [id('town')]), '42501')
    await refused(queryAs(person, renew, [null]), '42501')
  }
  await refused(queryAs('guest', renew, [id('town')]), '42501')
  assert.deepEqual(await hashes('otherAdmin'), before)
})

test('a private feed is deleted when its member leaves', async () => {
  assert.equal((await hashes('neighbour')).length, 1)
  await queryAs('owner', 'delete from public.calendar_members where calendar_id = $1 and user_id = $2', [
    id('town'),
    id('neighbour'),
  ])
  assert.deepEqual(await hashes('neighbour'), [])
})
