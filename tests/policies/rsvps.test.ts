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
beforeEach(async () => {
  await seedDatabase(database.pool)
  await database.pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  await asOwner(
    "update public.events set start_time = now() + interval '5 days', end_time = now() + interval '5 days 1 hour' where id = $1",
    [EVENT],
  )
})
after(() => database.close())

const EVENT = id('event of owner in town')
const set = 'select public.set_rsvp($1, true, $2, $3, $4, $5)'
const answer = 'select public.answer_rsvp($1, $2, $3) as state'
const record = 'select public.record_rsvp($1, $2, $3, $4) as state'

/** As the server does: it queues mails, too. */
const asOwner = async (text: string, values: unknown[] = []) =>
  (await database.pool.query<Record<string, unknown>>(text, values)).rows

const asks = (capacity: number | null = null, closesHours = 0) =>
  queryAs('admin', set, [EVENT, capacity, closesHours, 'What do you bring?', false])

/** Inserts an answer that waits for its link, and returns its id. */
async function unconfirmed(email: string, party = 1): Promise<string> {
  const [row] = await asOwner(
    `insert into public.rsvp_answers (event_id, calendar_id, email, name, answer, party)
     values ($1, $2, $3, 'Ben', 'going', $4) returning id`,
    [EVENT, id('town'), email, party],
  )
  return row?.id as string
}

const place = async (answerId: string, said: string, party = 1) =>
  (await asOwner("select private.place_answer($1, $2, $3, 'Ben', null, now()) as state", [answerId, said, party]))[0]
    ?.state

const taken = async () => (await asOwner('select taken from public.event_rsvps where event_id = $1', [EVENT]))[0]?.taken

const promotions = async () =>
  (await asOwner("select key from graphile_worker.jobs where key like 'rsvps/promoted:%' order by key")).map(
    ({ key }) => (key as string).split(':').at(-1),
  )

test('admins, and the member who added an event, decide whether it asks; nobody else does', async () => {
  for (const person of ['guest', 'stranger', 'member', 'otherAdmin'] as const)
    await refused(queryAs(person, set, [EVENT, 10, 0, null, false]), '42501')
  await asks(10)
  await queryAs('member', set, [id('event of member in town'), 3, 0, null, false])
  await refused(queryAs('admin', set, [EVENT, 0, 0, null, false]), '23514')
  await refused(queryAs('admin', set, [EVENT, 1, 1000, null, false]), '23514')
  await refused(queryAs('admin', set, [EVENT, 1, 0, 'two\nlines', false]), '23514')
})

test('a member changes an answer sixty times an hour, and not once more', async () => {
  await asks()
  await queryAs('member', answer, [EVENT, 'going', 1])
  await asOwner(`update private.rate_limits set taken = 59 where key like 'answers:%'`)
  await queryAs('member', answer, [EVENT, 'maybe', 1])
  await refused(queryAs('member', answer, [EVENT, 'no', 1]), 'TB013')
})

test('visitors see what is asked, and how many come only if the organizer wants it', async () => {
  const read = 'select capacity, question, is_full, shown_count from public.event_rsvps where event_id = $1'
  await asks(10)
  assert.equal(await queryAs('member', answer, [EVENT, 'going', 3]).then(([row]) => row?.state), 'going')
  for (const person of ['guest', 'member'] as const)
    assert.deepEqual(await queryAs(person, read, [EVENT]), [
      { capacity: 10, question: 'What do you bring?', is_full: false, shown_count: null },
    ])
  await queryAs('admin', set, [EVENT, 3, 0, null, true])
  const [shown] = await queryAs('guest', 'select is_full, shown_count from public.event_rsvps where event_id = $1', [
    EVENT,
  ])
  assert.deepEqual(shown, { is_full: true, shown_count: 3 })
  for (const person of ['guest', 'member', 'admin'] as const)
    await refused(queryAs(person, 'select taken from public.event_rsvps'), '42501')
  await queryAs('admin', 'select public.set_rsvp($1, false)', [EVENT])
  assert.deepEqual(await queryAs('guest', 'select 1 from public.event_rsvps where event_id = $1', [EVENT]), [])
})

test('an answer counts once its link was used, and until then nobody sees it', async () => {
  await asks(10)
  const ben = await unconfirmed('ben@example.org', 4)
  assert.equal(await taken(), 0)
  const see = "select name, party from public.rsvp_answers where email = 'ben@example.org'"
  assert.deepEqual(await queryAs('admin', see), [])
  await place(ben, 'going', 4)
  assert.equal(await taken(), 4)
  assert.deepEqual(await queryAs('admin', see), [{ name: 'Ben', party: 4 }])
  for (const person of ['stranger', 'member', 'otherAdmin'] as const) assert.deepEqual(await queryAs(person, see), [])
  await refused(queryAs('guest', see), '42501')
})

test('members answer for themselves and see no answer but their own', async () => {
  await asks()
  assert.deepEqual(await queryAs('member', answer, [EVENT, 'going', 2]), [{ state: 'going' }])
  assert.deepEqual(await queryAs('member', 'select answer, party, name from public.rsvp_answers'), [
    { answer: 'going', party: 2, name: 'member' },
  ])
  await queryAs('member', answer, [EVENT, 'no', 1])
  assert.equal(await taken(), 0)
  await refused(queryAs('unconfirmed', answer, [EVENT, 'going', 1]), 'TB007')
  for (const person of ['stranger', 'otherAdmin'] as const)
    await refused(queryAs(person, answer, [EVENT, 'going', 1]), '42501')
  await refused(queryAs('guest', answer, [EVENT, 'going', 1]), '42501')
  await refused(queryAs('member', answer, [EVENT, 'perhaps', 1]), '23514')
  await refused(queryAs('member', answer, [EVENT, 'going', 21]), '23514')
  await refused(queryAs('member', answer, [id('event of admin in town'), 'going', 1]), 'TB050')
})

test('only admins write down, check in, remove and count', async () => {
  await asks(10)
  await queryAs('admin', record, [EVENT, 'Rosa who phoned', 'going', 2])
  const [rosa] = await queryAs('admin', "select id from public.rsvp_answers where name like 'Rosa%'")
  const counts = 'select * from public.get_rsvp_counts($1)'
  await queryAs('admin', 'select public.check_in_rsvp($1)', [rosa?.id])
  assert.deepEqual(await queryAs('admin', counts, [EVENT]), [
    { going: '2', waiting: '0', maybe: '1', no: '0', here: '2' },
  ])
  for (const person of ['stranger', 'member', 'otherAdmin'] as const) {
    await refused(queryAs(person, record, [EVENT, 'X', 'going', 1]), '42501')
    await refused(queryAs(person, 'select public.check_in_rsvp($1)', [rosa?.id]), '42501')
    await refused(queryAs(person, 'select public.remove_rsvp($1)', [rosa?.id]), '42501')
    assert.deepEqual(await queryAs(person, counts, [EVENT]), [
      { going: '0', waiting: '0', maybe: '0', no: '0', here: '0' },
    ])
  }
  await queryAs('admin', 'select public.remove_rsvp($1)', [rosa?.id])
  assert.equal(await taken(), 0)
})

test('beyond the places people wait; the first who fits moves up when somebody goes or brings fewer, and is mailed once', async () => {
  await asks(4)
  const [ann, ben, cat, dan] = [
    await unconfirmed('a@example.org'),
    await unconfirmed('b@example.org'),
    await unconfirmed('c@example.org'),
    await unconfirmed('d@example.org'),
  ]
  assert.equal(await place(ann, 'going', 3), 'going')
  assert.equal(await place(ben, 'going', 3), 'waiting')
  assert.equal(await place(cat, 'going', 2), 'waiting')
  assert.equal(await place(dan, 'going', 1), 'going')
  assert.equal(await taken(), 4)
  // Who has places keeps them, and cannot take more than are free.
  await assert.rejects(place(dan, 'going', 2), { code: 'TB051' })
  await assert.rejects(place(await unconfirmed('e@example.org'), 'going', 5), { code: 'TB051' })
  assert.equal(await place(ann, 'going', 2), 'going')
  assert.deepEqual(await promotions(), [])
  assert.equal(await place(dan, 'no'), 'no')
  assert.deepEqual(await promotions(), [cat])
  assert.equal(await taken(), 4)
  await asOwner('delete from public.rsvp_answers where id = $1', [cat])
  assert.equal(await taken(), 2)
  await queryAs('admin', set, [EVENT, 5, 0, null, false])
  assert.deepEqual(await promotions(), [ben, cat].sort())
  assert.equal(await taken(), 5)
})

test('after the deadline, or when the event is off, people can only decline; an admin still writes answers down', async () => {
  await asks(10, 24 * 6)
  const ben = await unconfirmed('ben@example.org')
  await assert.rejects(place(ben, 'going'), { code: 'TB050' })
  assert.equal(await place(ben, 'no'), 'no')
  assert.deepEqual(await queryAs('admin', record, [EVENT, 'Rosa', 'going', 1]), [{ state: 'going' }])
  await asks(10)
  await asOwner("update public.events set status = 'cancelled' where id = $1", [EVENT])
  await assert.rejects(place(ben, 'maybe'), { code: 'TB050' })
})

test('answers go with their account, and their places become free', async () => {
  await asks(2)
  await queryAs('member', answer, [EVENT, 'going', 2])
  const ben = await unconfirmed('ben@example.org')
  assert.equal(await place(ben, 'going', 2), 'waiting')
  await asOwner('delete from auth.users where id = $1', [id('member')])
  assert.deepEqual(await promotions(), [ben])
  assert.equal(await taken(), 2)
})

test('dates that are added to a series ask what the last one asks', async () => {
  const add = (day: string) =>
    queryAs(
      'service',
      `insert into public.events (calendar_id, series_id, series_day, title, start_time, end_time, category)
       values ($1, $2, $3::date, 'Series', $3::date + interval '18 hours', $3::date + interval '19 hours', 'Event') returning id`,
      [id('town'), id('series of town'), day],
    ).then(([row]) => row?.id as string)
  const first = await add('2100-06-01')
  const second = await add('2100-06-08')
  await queryAs('admin', 'select public.set_rsvp($1, true, 7, 24, null, false, true)', [first])
  const third = await add('2100-06-15')
  const rows = await asOwner(
    'select event_id, capacity from public.event_rsvps where event_id = any ($1) order by capacity',
    [[first, second, third]],
  )
  assert.deepEqual(
    rows.map(({ event_id, capacity }) => [event_id, capacity]).sort(),
    [first, second, third].map((one) => [one, 7]).sort(),
  )
})

test('answers survive the deletion of their event, which can be restored, and go with the calendar', async () => {
  await asks(10)
  await queryAs('member', answer, [EVENT, 'going', 2])
  await queryAs('admin', 'delete from public.events where id = $1', [EVENT])
  assert.deepEqual(await queryAs('guest', 'select 1 from public.event_rsvps where event_id = $1', [EVENT]), [])
  await queryAs('admin', 'select public.restore_event($1)', [EVENT])
  assert.equal(await taken(), 2)
  await asOwner('delete from public.calendars where id = $1', [id('town')])
  assert.equal(await taken(), undefined)
})
