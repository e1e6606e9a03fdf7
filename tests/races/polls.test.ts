import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ANSWERS_MAX } from '#domain/limits.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id } from '#tests/policies/people.ts'
import { queryRunner } from '#tests/policies/query-as.ts'
import { seedDatabase } from '#tests/policies/seed.ts'
import { times, untilLocked } from './together.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase({ max: 50 })
  await seedDatabase(database.pool)
})
after(() => database.close())

const POLL = id('poll in town')

const codesOf = (settled: PromiseSettledResult<unknown>[]) =>
  settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))

test('of 50 who answer at once when three places are left, 3 get them, and everybody is counted', async () => {
  await database.pool.query(
    `insert into public.poll_answers (poll_id, calendar_id, email, name, choices, confirmed_at)
     select $1, $2, 'full' || n || '@example.org', 'Ann', '{no,no}', now() from generate_series(1, $3::integer) as n`,
    [POLL, id('town'), ANSWERS_MAX - 4],
  )
  const place = `select private.place_poll_answer($1, $2, 'Ben', '{yes,maybe}', now(), true)`
  const settled = await Promise.allSettled(
    times(50).map((n) => untilLocked(() => database.pool.query(place, [POLL, `neighbor${n}@example.org`]))),
  )
  const refused = codesOf(settled)
  assert.deepEqual([refused.length, ...new Set(refused)], [47, 'TB093'])
  const { rows } = await database.pool.query('select answered, yes, maybe from public.polls where id = $1', [POLL])
  assert.deepEqual(rows, [{ answered: ANSWERS_MAX, yes: [4, 0], maybe: [0, 4] }])
})

test('two admins who make an event at once, while people answer and leave, make one', async () => {
  await database.pool.query(`delete from public.poll_answers where poll_id = $1`, [POLL])
  const queryAs = queryRunner(database.pool)
  const make = () => untilLocked(() => queryAs('admin', 'select public.make_poll_event($1, 1)', [POLL]))
  const place = `select private.place_poll_answer($1, $2, 'Ben', '{yes,maybe}', now(), true)`
  const settled = await Promise.allSettled([
    ...times(20).map((n) => untilLocked(() => database.pool.query(place, [POLL, `guest${n}@example.org`]))),
    make(),
    make(),
    ...times(10).map((n) =>
      untilLocked(() =>
        database.pool.query('delete from public.poll_answers where email = $1', [`guest${n}@example.org`]),
      ),
    ),
  ])
  const codes = codesOf(settled)
  assert.equal(codes.filter((code) => code === 'TB096').length, 1)
  assert.deepEqual(
    codes.filter((code) => !['TB096', 'TB092'].includes(code as string)),
    [],
    'no deadlocks',
  )
  const { rows } = await database.pool.query(
    `select p.answered = (select count(*)::int from public.poll_answers a where a.poll_id = p.id) as is_right,
       (select count(*)::int from public.events e where e.calendar_id = p.calendar_id and e.title = p.title) as events
     from public.polls p where p.id = $1`,
    [POLL],
  )
  assert.deepEqual(rows, [{ is_right: true, events: 1 }])
})
