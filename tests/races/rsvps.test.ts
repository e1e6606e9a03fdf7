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
  await database.pool.query('update public.event_rsvps set capacity = 10 where event_id = $1', [EVENT])
})
after(() => database.close())

const EVENT = id('event of owner in town')

/** As the server does, each on its own connection. Counts those who were refused. */
async function say(ids: string[], answer: string): Promise<number> {
  const text = "select private.place_answer($1, $2, 1, 'Ben', null, now())"
  const settled = await Promise.allSettled(
    ids.map((one) => untilLocked(() => database.pool.query(text, [one, answer]))),
  )
  return settled.filter(({ status }) => status === 'rejected').length
}

const held = "answer = 'going' and confirmed_at is not null and waiting_since is null"

async function standing() {
  const { rows } = await database.pool.query(
    `select count(*) filter (where ${held})::int as held, count(*) filter (where waiting_since is not null)::int as waiting,
       count(*) filter (where promoted_at is not null)::int as promoted,
       (select taken from public.event_rsvps where event_id = $1) as taken,
       (select count(*)::int from graphile_worker.jobs where key like 'rsvps/promoted:%') as mails
     from public.rsvp_answers where event_id = $1 and email like 'neighbor%'`,
    [EVENT],
  )
  return rows[0]
}

test('of 200 who come at once 10 get the 10 places and 190 wait; as many move up as go, each mailed once', async () => {
  const ids = times(200).map((number) => id(`answer of neighbor ${number}`))
  await database.pool.query(
    `insert into public.rsvp_answers (id, event_id, calendar_id, email, name, answer)
     select one, $1, $2, 'neighbor' || at || '@example.org', 'Ben', 'going' from unnest($3::uuid[]) with ordinality as u (one, at)`,
    [EVENT, id('town'), ids],
  )
  assert.equal(await say(ids, 'going'), 0)
  assert.deepEqual(await standing(), { held: 10, waiting: 190, promoted: 0, taken: 10, mails: 0 })

  const { rows } = await database.pool.query(`select id from public.rsvp_answers where event_id = $1 and ${held}`, [
    EVENT,
  ])
  const leaving = rows.map(({ id: one }) => one)
  assert.equal(await say(leaving, 'no'), 0)
  assert.deepEqual(await standing(), { held: 10, waiting: 180, promoted: 10, taken: 10, mails: 10 })
})
