import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id, scopeOf } from '#tests/policies/people.ts'
import { seedDatabase } from '#tests/policies/seed.ts'
import { times, together } from './together.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase({ max: 10 })
  await seedDatabase(database.pool)
})
after(() => database.close())

/** Adds two admins and demotes the owner as an operator would; otherwise the owner always remains as an admin. */
async function twoAdmins(): Promise<void> {
  await database.pool.query(
    `insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'admin'), ($1, $3, 'admin'), ($1, $4, 'member')
     on conflict (calendar_id, user_id) do update set role = excluded.role`,
    [id('town'), id('admin'), id('member'), id('owner')],
  )
}

async function adminsLeft(): Promise<number> {
  const { rows } = await database.pool.query(
    "select count(*)::int as count from public.calendar_members where calendar_id = $1 and role = 'admin'",
    [id('town')],
  )
  return rows[0].count
}

const leave = (person: 'admin' | 'member') => ({
  scope: scopeOf(person),
  statement: {
    text: 'delete from public.calendar_members where calendar_id = $1 and user_id = $2',
    values: [id('town'), id(person)],
  },
})

test('two admins who leave at the same moment leave one behind, fifty times', async () => {
  for (const round of times(50)) {
    await twoAdmins()
    const tally = await together(database.pool, [leave('admin'), leave('member')])
    assert.deepEqual(tally, { done: 1, refused: { TB003: 1 } }, `round ${round}`)
    assert.equal(await adminsLeft(), 1)
  }
})

test('an admin who leaves while the other is demoted leaves one behind, fifty times', async () => {
  const demote = {
    scope: scopeOf('owner'),
    statement: {
      text: "update public.calendar_members set role = 'member' where calendar_id = $1 and user_id = $2",
      values: [id('town'), id('member')],
    },
  }
  for (const round of times(50)) {
    await twoAdmins()
    const tally = await together(database.pool, [leave('admin'), demote])
    assert.deepEqual(tally, { done: 1, refused: { TB003: 1 } }, `round ${round}`)
    assert.equal(await adminsLeft(), 1)
  }
})
