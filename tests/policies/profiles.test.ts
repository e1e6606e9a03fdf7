import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id } from './people.ts'
import { type QueryAs, queryRunner, refused } from './query-as.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
let queryAs: QueryAs
before(async () => {
  database = await testDatabase()
  queryAs = queryRunner(database.pool)
})
beforeEach(() => seedDatabase(database.pool))
after(() => database.close())

const merge = `insert into public.profiles (user_id, email, display_name) values ($1, $2, $3)
  on conflict (user_id) do update set user_id = excluded.user_id, email = excluded.email, display_name = excluded.display_name returning *`
const profileOf = async (name: string) =>
  (await queryAs('service', 'select email, display_name, trial from public.profiles where user_id = $1', [id(name)]))[0]

test('signing up creates a trial profile, named as requested or by the address', async () => {
  const sign = 'insert into auth.users (id, email, encrypted_password, user_metadata) values ($1, $2, $3, $4)'
  const named = ['Ann Smith', '  Ann  ', '', '   ', '\u200b', 'two\nlines', 'x'.repeat(150)]
  for (const [index, display_name] of named.entries()) {
    await queryAs('service', sign, [
      id(`new ${index}`),
      `ann${index}@example.org`,
      'hash',
      { display_name, trial: false, role: 'admin' },
    ])
  }
  await queryAs('service', sign, [id('new none'), 'zoe@example.org', 'hash', {}])
  const names = []
  for (const index of named.keys()) names.push((await profileOf(`new ${index}`))?.display_name)
  assert.deepEqual(names, ['Ann Smith', 'Ann', 'ann2', 'ann3', 'ann4', 'ann5', 'x'.repeat(100)])
  assert.deepEqual(await profileOf('new none'), { email: 'zoe@example.org', display_name: 'zoe', trial: true })
  assert.equal((await profileOf('new 0'))?.trial, true)
})

test('the upsert on sign-in changes the name and nothing else', async () => {
  const [merged] = await queryAs('trialOwner', merge, [id('trialOwner'), 'boss@example.org', 'New name'])
  assert.equal(merged?.display_name, 'New name')
  assert.deepEqual(await profileOf('trialOwner'), {
    email: 'trialowner@example.org',
    display_name: 'New name',
    trial: true,
  })
  await refused(queryAs('trialOwner', merge, [id('owner'), 'boss@example.org', 'New name']), '42501')
  assert.equal((await profileOf('owner'))?.display_name, 'owner')
})

test('the upsert recreates a missing profile, on trial', async () => {
  await queryAs('service', 'delete from public.profiles where user_id = $1', [id('owner')])
  await queryAs('owner', merge, [id('owner'), 'boss@example.org', 'Back'])
  assert.deepEqual(await profileOf('owner'), { email: 'owner@example.org', display_name: 'Back', trial: true })
})

test('the profile is updated and deleted with its account', async () => {
  await queryAs(
    'service',
    'update auth.users set email = \'moved@example.org\', user_metadata = \'{"display_name":"Moved"}\' where id = $1',
    [id('owner')],
  )
  assert.deepEqual(await profileOf('owner'), { email: 'moved@example.org', display_name: 'Moved', trial: false })
  await queryAs('service', 'delete from auth.users where id = $1', [id('owner')])
  assert.equal(await profileOf('owner'), undefined)
})
