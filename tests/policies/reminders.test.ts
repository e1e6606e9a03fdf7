import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id } from './people.ts'
import { type QueryAs, queryRunner, refused, signedInPeople } from './query-as.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
let queryAs: QueryAs
before(async () => {
  database = await testDatabase()
  queryAs = queryRunner(database.pool)
})
beforeEach(async () => {
  await seedDatabase(database.pool)
  await database.pool.query('truncate private.contact_preferences')
})
after(() => database.close())

const set = 'select public.set_my_reminder($1, $2) as timing'
const mine = 'select timing from public.get_my_reminders() where calendar_id = $1'
const stored =
  'select address, calendar_id, timing, language, categories from private.contact_preferences order by address'

test('members choose for themselves and for their own calendars only', async () => {
  for (const person of signedInPeople) {
    const isMember = person === 'member' || person === 'admin' || person === 'owner'
    if (isMember) assert.deepEqual(await queryAs(person, set, [id('town'), 'hour']), [{ timing: 'hour' }], person)
    else await refused(queryAs(person, set, [id('town'), 'hour']), '42501')
    assert.deepEqual(await queryAs(person, mine, [id('town')]), isMember ? [{ timing: 'hour' }] : [], person)
  }
  await refused(queryAs('guest', set, [id('town'), 'hour']), '42501')
  assert.equal((await database.pool.query(stored)).rows.length, 3)
})

test('only what members are offered is taken, and nulls are refused in our words', async () => {
  for (const bad of ['weekly', 'digest', 'never', '', null])
    await refused(queryAs('member', set, [id('town'), bad]), '22023', 'Choose when you want messages.')
  await refused(queryAs('member', set, [null, 'hour']), '42501')
  assert.deepEqual((await database.pool.query(stored)).rows, [])
})

test('the rest of what was chosen for all calendars stays', async () => {
  const { rows } = await database.pool.query('select email from auth.users where id = $1', [id('member')])
  const address = rows[0].email
  await database.pool.query(
    `insert into private.contact_preferences (channel, address, categories, timing, language)
     values ('email', $1, '{Alert}', 'weekly', 'es')`,
    [address],
  )
  assert.deepEqual(await queryAs('member', mine, [id('town')]), [{ timing: 'weekly' }])
  await queryAs('member', set, [id('town'), 'evening'])
  const own = (await database.pool.query(stored)).rows.find(({ calendar_id }) => calendar_id !== null)
  assert.deepEqual(own, { address, calendar_id: id('town'), timing: 'evening', language: 'es', categories: ['Alert'] })
  await queryAs('member', set, [id('town'), 'hour'])
  assert.deepEqual(await queryAs('member', mine, [id('town')]), [{ timing: 'hour' }])
})
