import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id, scopeOf } from '#tests/policies/people.ts'
import { queryRunner } from '#tests/policies/query-as.ts'
import { seedDatabase } from '#tests/policies/seed.ts'
import { times, together } from './together.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase({ max: 12 })
  await seedDatabase(database.pool)
})
after(() => database.close())

/** Town and harbour each are the home of one event and host the other's. */
const HOMES = { admin: id('event of owner in town'), otherAdmin: id('event of otherAdmin in harbour') } as const
type Admin = keyof typeof HOMES

const rows = async (text: string, values: unknown[] = []) =>
  (await database.pool.query<Record<string, unknown>>(text, values)).rows

test('edits of both calendars at once never wait for each other, and both end with the same event', async () => {
  const copies = {} as Record<Admin, unknown>
  for (const [home, calendar, other] of [
    [HOMES.admin, 'harbour', 'otherAdmin'],
    [HOMES.otherAdmin, 'town', 'admin'],
  ] as const) {
    await rows('insert into private.cohost_offers (event_id, calendar_id) values ($1, $2)', [home, id(calendar)])
    const accept = 'select public.answer_cohost_offer($1, $2, true) as id'
    const [made] = await queryRunner(database.pool)(other, accept, [home, id(calendar)])
    copies[other] = made?.id
  }
  const edit = (who: Admin, event: unknown, column: string, value: string) => ({
    scope: scopeOf(who),
    statement: { text: `update public.events set ${column} = $2 where id = $1`, values: [event, value] },
  })
  const calls = times(12).flatMap((round) =>
    (['admin', 'otherAdmin'] as const).flatMap((who) => [
      edit(who, HOMES[who], 'title', `Title ${round} of ${who}`),
      edit(who, copies[who], 'title', `Title ${round} of ${who}, too`),
      edit(who, copies[who], 'location', `Place ${round} of ${who}`),
      edit(who, HOMES[who], 'description', `Text ${round} of ${who}`),
    ]),
  )
  assert.deepEqual(await together(database.pool, calls), { done: calls.length, refused: {} })

  // What the worker does where one was locked by the other.
  await rows(
    "select private.follow_home((payload ->> 'event')::uuid) from graphile_worker._private_jobs where payload -> 'event' is not null",
  )
  const shared = await rows(
    `select cohost_id, count(distinct (title, description, location, start_time, end_time, status)) as different, count(*) as events
     from public.events where cohost_id is not null group by 1`,
  )
  assert.deepEqual(
    shared.map(({ different, events }) => [Number(different), Number(events)]),
    [
      [1, 2],
      [1, 2],
    ],
  )
})
