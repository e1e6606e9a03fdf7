import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id, scopeOf } from '#tests/policies/people.ts'
import { seedDatabase } from '#tests/policies/seed.ts'
import { times, together } from './together.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase({ max: 50 })
})
after(() => database.close())

async function contactsOf(calendar: string): Promise<number> {
  const { rows } = await database.pool.query(
    'select count(*)::int as count from public.calendar_contacts where calendar_id = $1',
    [id(calendar)],
  )
  return rows[0].count
}

const addContact = (contact: string) => ({
  text: "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', $2)",
  values: [id('garden'), contact],
})

test('50 contacts added at once to a list of 9 leave exactly 10, twenty times', async () => {
  await seedDatabase(database.pool)
  for (const round of times(20)) {
    await database.pool.query('delete from public.calendar_contacts where calendar_id = $1', [id('garden')])
    for (const n of times(9)) await database.pool.query(addContact(`first${n}@example.org`))
    const owner = scopeOf('trialOwner')
    const tally = await together(
      database.pool,
      times(50).map((n) => ({ scope: owner, statement: addContact(`late${n}@example.org`) })),
    )
    assert.deepEqual(tally, { done: 1, refused: { TB002: 49 } }, `round ${round}`)
    assert.equal(await contactsOf('garden'), 10)
  }
})

test('a follower and an admin who race for the last place never make eleven contacts, twenty times', async () => {
  await seedDatabase(database.pool)
  for (const round of times(20)) {
    await database.pool.query('delete from public.calendar_contacts where calendar_id = $1', [id('garden')])
    for (const n of times(9)) await database.pool.query(addContact(`first${n}@example.org`))
    const tally = await together(
      database.pool,
      times(20).map((n) => ({
        scope: scopeOf(n % 2 ? 'service' : 'trialOwner'),
        statement: addContact(`late${n}@example.org`),
      })),
    )
    assert.deepEqual(tally, { done: 1, refused: { TB002: 19 } }, `round ${round}`)
    assert.equal(await contactsOf('garden'), 10)
  }
})

async function createFifty(round: number): Promise<void> {
  await database.pool.query('delete from public.calendars where owner_id = $1', [id('stranger')])
  // Otherwise the limit of calendars a day would be reached first.
  await database.pool.query('delete from private.rate_limits where key = $1', [`calendars:${id('stranger')}`])
  const text = "insert into public.calendars (name, state, city) values ($1, 'Ohio', 'Akron')"
  const tally = await together(
    database.pool,
    times(50).map((n) => ({ scope: scopeOf('stranger'), statement: { text, values: [`Calendar ${n}`] } })),
  )
  assert.deepEqual(tally, { done: 1, refused: { TB001: 49 } }, `round ${round}`)
  const { rows } = await database.pool.query(
    'select (select count(*)::int from public.calendars where owner_id = $1) as calendars, (select count(*)::int from public.calendar_members where user_id = $1) as seats',
    [id('stranger')],
  )
  assert.deepEqual(rows, [{ calendars: 1, seats: 1 }])
}

test('50 calendars created at once by a person on trial leave one with one admin, twenty times', async () => {
  await seedDatabase(database.pool)
  for (const round of times(20)) await createFifty(round)
})

test('50 calendars created at once by a person without a profile leave one, ten times', async () => {
  await seedDatabase(database.pool)
  await database.pool.query('delete from public.profiles where user_id = $1', [id('stranger')])
  for (const round of times(10)) await createFifty(round)
})
