import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id } from '#tests/policies/people.ts'
import { seedDatabase } from '#tests/policies/seed.ts'
import { times, untilLocked } from './together.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase({ max: 50 })
  await seedDatabase(database.pool)
  await database.pool.query(
    "update public.events set start_time = now() + interval '5 days', end_time = now() + interval '6 days' where id = $1",
    [EVENT],
  )
})
after(() => database.close())

const EVENT = id('event of owner in town')
const GRILL = id('slot of the race')
const SALADS = id('other slot of the race')

const place = "select private.place_slots($1, $2, 'Ben', now())"
const holding = async (slot: string): Promise<string[]> =>
  (
    await database.pool.query(
      `select a.signup_id from public.slot_amounts a join public.slot_signups p on p.id = a.signup_id
       where a.slot_id = $1 and p.confirmed_at is not null`,
      [slot],
    )
  ).rows.map((row) => row.signup_id)
const taken = async (slot: string) =>
  (await database.pool.query('select taken from public.event_slots where id = $1', [slot])).rows[0].taken

/** Each on its own connection. Returns the codes of those who were refused. */
async function take(ids: string[], amounts: object): Promise<unknown[]> {
  const settled = await Promise.allSettled(
    ids.map((one) => untilLocked(() => database.pool.query(place, [one, JSON.stringify(amounts)]))),
  )
  return settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
}

test('of 200 who want one of 3 places at once 3 get them, and what they give back or swap is taken once', async () => {
  await database.pool.query(
    `insert into public.event_slots (id, event_id, calendar_id, kind, title, wanted)
     values ($1, $3, $4, 'help', 'Grill at noon', 3), ($2, $3, $4, 'bring', 'Cakes', 100)`,
    [GRILL, SALADS, EVENT, id('town')],
  )
  const ids = times(200).map((number) => id(`sign-up of neighbor ${number}`))
  await database.pool.query(
    `insert into public.slot_signups (id, event_id, calendar_id, email, name)
     select one, $1, $2, 'neighbor' || at || '@example.org', 'Ben' from unnest($3::uuid[]) with ordinality as u (one, at)`,
    [EVENT, id('town'), ids],
  )
  const refused = await take(ids, { [GRILL]: 1 })
  assert.deepEqual([refused.length, ...new Set(refused)], [197, 'TB071'])
  const first = await holding(GRILL)
  assert.equal(first.length, 3)
  assert.equal(await taken(GRILL), 3)

  // The three swap while everybody else tries to get their places.
  const others = ids.filter((one) => !first.includes(one))
  const [, lost] = await Promise.all([take(first, { [SALADS]: 1 }), take(others, { [GRILL]: 1 })])
  const second = await holding(GRILL)
  assert.ok(second.length <= 3)
  assert.equal(second.length + lost.length, others.length)
  assert.equal(await taken(GRILL), second.length)
  assert.equal(await taken(SALADS), 3)
})
