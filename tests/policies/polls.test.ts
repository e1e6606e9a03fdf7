import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { ANSWERS_STORED_DAYS } from '#domain/limits.ts'
import { POLL_TIMES_MAX, POLLS_OPEN_MAX } from '#domain/polls.ts'
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

const POLL = id('poll in town')
const answer = 'select public.answer_poll($1, $2)'
const propose = 'select public.propose_dates($1, $2, $3, $4) as id'
const close = 'select public.close_poll($1, $2)'
const make = 'select public.make_poll_event($1, $2) as id'

const asOwner = async (text: string, values: unknown[] = []) =>
  (await database.pool.query<Record<string, unknown>>(text, values)).rows

const inDays = (days: number, hours = 0) => new Date(Date.now() + days * 86_400_000 + hours * 3_600_000)
/** The arguments of a poll with times in so many days, an hour each. */
const times = (...days: number[]) => [
  id('town'),
  'Potluck',
  days.map((day) => inDays(day)),
  days.map((day) => inDays(day, 1)),
]
const counts = async () => (await asOwner('select answered, yes, maybe from public.polls where id = $1', [POLL]))[0]
const history = () =>
  asOwner(`select 1 from public.audit_logs where calendar_id = $1 and metadata -> 'changed' ? 'polls'`, [id('town')])

test('only admins propose dates, which are sorted, each once, and counted from zero, and the history says so', async () => {
  for (const person of ['guest', 'stranger', 'member', 'otherAdmin'] as const)
    await refused(queryAs(person, propose, times(3, 1)), '42501')
  assert.equal((await history()).length, 0)
  const [id, title, starts, ends] = times(3, 1)
  const twice = [id, title, [starts, starts].flat(), [ends, ends].flat()]
  const [made] = await queryAs('admin', propose, twice)
  const [poll] = await queryAs(
    'guest',
    'select starts[1] as first, starts[2] as second, closes_at, answered, yes from public.polls where id = $1',
    [made?.id],
  )
  assert.ok((poll?.first as Date) < (poll?.second as Date))
  assert.deepEqual([poll?.answered, poll?.yes], [0, [0, 0]])
  assert.equal(Number(poll?.closes_at) - Number(poll?.second), 3_600_000)
  assert.equal((await history()).length, 1)
})

test('past times, ends before starts, no times and too many are refused, as are too many polls', async () => {
  const wrong: [unknown[], string][] = [
    [times(-1, 3), 'TB095'],
    [times(), '23502'],
    [times(...Array.from({ length: POLL_TIMES_MAX + 1 }, (_, day) => day + 1)), '23514'],
    [[id('town'), '', [inDays(1)], [inDays(2)]], '23514'],
    [[id('town'), 'Potluck', [inDays(2)], [inDays(1)]], '22023'],
    [[id('town'), 'Potluck', [inDays(1)], [inDays(40)]], '22023'],
    [[id('town'), 'Potluck', [inDays(1), inDays(2)], [inDays(3)]], '22023'],
    [[id('town'), 'Potluck', [inDays(1), null], [inDays(3), inDays(4)]], '22023'],
    [[id('town'), 'Potluck', ['2199-12-31 23:00Z'], ['2200-01-01 01:00Z']], '22023'],
    [[null, 'Potluck', [inDays(1)], [inDays(2)]], '42501'],
  ]
  for (const [values, code] of wrong) await refused(queryAs('admin', propose, values), code)
  for (let open = 1; open < POLLS_OPEN_MAX; open++) await queryAs('admin', propose, times(2))
  await refused(queryAs('admin', propose, times(2)), 'TB094')
  await queryAs('admin', close, [POLL, null])
  await queryAs('admin', propose, times(2))
  await asOwner("update public.polls set closed_at = now() where title = 'Potluck'")
  await asOwner(
    `insert into public.polls (calendar_id, title, starts, ends, closes_at, closed_at, yes, maybe)
     select calendar_id, title, starts, ends, closes_at, now(), yes, maybe from public.polls, generate_series(1, 89) where id = $1`,
    [POLL],
  )
  await refused(queryAs('admin', propose, times(2)), 'TB094')
})

test('everybody sees the numbers; admins see who answered, members themselves, and others nobody', async () => {
  const see = 'select name, choices from public.poll_answers order by name'
  await queryAs('member', answer, [POLL, ['yes', 'no']])
  assert.deepEqual(await counts(), { answered: 2, yes: [2, 0], maybe: [0, 1] })
  const numbers = 'select answered, yes, maybe from public.polls where id = $1'
  for (const person of ['guest', 'member', 'admin'] as const)
    assert.deepEqual(await queryAs(person, numbers, [POLL]), [{ answered: 2, yes: [2, 0], maybe: [0, 1] }], person)
  for (const person of ['stranger', 'otherAdmin'] as const)
    assert.deepEqual(await queryAs(person, numbers, [POLL]), [], person)
  const ann = { name: 'Ann', choices: ['yes', 'maybe'] }
  const member = { name: 'member', choices: ['yes', 'no'] }
  assert.deepEqual(await queryAs('admin', see), [ann, member])
  assert.deepEqual(await queryAs('member', see), [member])
  await refused(queryAs('guest', see), '42501')
  await asOwner("update public.poll_answers set confirmed_at = null where name = 'Ann'")
  assert.deepEqual(await queryAs('admin', see), [member])
})

test('members answer for themselves as often as they like, with a choice for each time; guests and strangers do not', async () => {
  for (const person of ['guest', 'stranger', 'otherAdmin'] as const)
    await refused(queryAs(person, answer, [POLL, ['yes', 'yes']]), '42501')
  await refused(queryAs('unconfirmed', answer, [POLL, ['yes', 'yes']]), 'TB007')
  await refused(queryAs('member', answer, [id('poll in harbour'), ['yes', 'yes']]), '42501')
  await refused(queryAs('member', answer, [id('nothing'), ['yes', 'yes']]), '42501')
  for (const choices of [['yes'], ['yes', 'yes', 'no'], [], null])
    await refused(queryAs('member', answer, [POLL, choices]), '22023')
  for (const choices of [
    ['yes', 'perhaps'],
    ['yes', null],
  ])
    await refused(queryAs('member', answer, [POLL, choices]), '23514')
  await queryAs('member', answer, [POLL, ['no', 'no']])
  await queryAs('member', answer, [POLL, ['no', 'yes']])
  assert.deepEqual(await counts(), { answered: 2, yes: [1, 1], maybe: [0, 1] })
  // A member who has left sees their answer and no longer changes it.
  await asOwner('delete from public.calendar_members where user_id = $1', [id('member')])
  await refused(queryAs('member', answer, [POLL, ['yes', 'yes']]), '42501')
  assert.deepEqual(await queryAs('member', 'select choices from public.poll_answers'), [{ choices: ['no', 'yes'] }])
  assert.deepEqual(await queryAs('member', 'select id from public.polls'), [])
})

test('a member answers sixty times an hour, and not once more', async () => {
  await queryAs('member', answer, [POLL, ['no', 'no']])
  await asOwner("update private.rate_limits set taken = 59 where key like 'answers:%'")
  await queryAs('member', answer, [POLL, ['no', 'no']])
  await refused(queryAs('member', answer, [POLL, ['no', 'no']]), 'TB013')
})

test('a poll closes when an admin closes it or its last time is over, and then takes no answers', async () => {
  for (const person of ['guest', 'stranger', 'member', 'otherAdmin'] as const) {
    await refused(queryAs(person, close, [POLL, null]), '42501')
    await refused(queryAs(person, 'select public.delete_poll($1)', [POLL]), '42501')
  }
  await queryAs('member', answer, [POLL, ['no', 'no']])
  await asOwner("update public.polls set closes_at = now() - interval '1 second' where id = $1", [POLL])
  await refused(queryAs('member', answer, [POLL, ['yes', 'no']]), 'TB092')
  await asOwner("update public.polls set closes_at = now() + interval '1 day' where id = $1", [POLL])
  await queryAs('admin', close, [POLL, null])
  await refused(queryAs('member', answer, [POLL, ['yes', 'no']]), 'TB092')
  assert.equal((await history()).length, 1)
  await queryAs('admin', 'select public.delete_poll($1)', [POLL])
  assert.deepEqual(await asOwner('select 1 from public.poll_answers where poll_id = $1', [POLL]), [])
  assert.equal((await history()).length, 2)
})

test('an admin makes one event of a poll, by the rules of every event', async () => {
  for (const person of ['guest', 'stranger', 'member', 'otherAdmin'] as const)
    await refused(queryAs(person, make, [POLL, 1]), '42501')
  await refused(queryAs('admin', make, [POLL, 3]), '23502')
  await refused(queryAs('admin', make, [POLL, 0]), '23502')
  const [made] = await queryAs('admin', make, [POLL, 2])
  const [event] = await queryAs('guest', 'select title, start_time, end_time from public.events where id = $1', [
    made?.id,
  ])
  const [poll] = await asOwner(
    'select starts[2] as starts, ends[2] as ends, event_id, closed_at from public.polls where id = $1',
    [POLL],
  )
  assert.deepEqual(event, { title: 'Spring cleanup', start_time: poll?.starts, end_time: poll?.ends })
  assert.equal(poll?.event_id, made?.id)
  assert.notEqual(poll?.closed_at, null)
  await refused(queryAs('admin', make, [POLL, 1]), 'TB096')
  await refused(queryAs('admin', close, [POLL, null]), 'TB096')
  const events = "select 1 from public.events where title = 'Spring cleanup' and calendar_id = $1"
  assert.equal((await asOwner(events, [id('town')])).length, 1)
  // An event that was deleted leaves room for another one.
  await queryAs('admin', 'delete from public.events where id = $1', [made?.id])
  await queryAs('admin', make, [POLL, 1])
  assert.equal((await asOwner(events, [id('town')])).length, 1)
})

test('a poll is no way around the past, nor to an event of another calendar', async () => {
  await asOwner(
    "update public.polls set starts[1] = starts[1] - interval '30 days', ends[1] = ends[1] - interval '30 days' where id = $1",
    [POLL],
  )
  await refused(queryAs('admin', make, [POLL, 1]), 'TB005')
  await refused(queryAs('admin', close, [POLL, id('event of trialOwner in harbour')]), 'TB096')
})

test('answers go with their account and their calendar, and the poll counts anew', async () => {
  await queryAs('member', answer, [POLL, ['yes', 'yes']])
  await asOwner('delete from auth.users where id = $1', [id('member')])
  assert.deepEqual(await counts(), { answered: 1, yes: [1, 0], maybe: [0, 1] })
  await asOwner('delete from public.calendars where id = $1', [id('town')])
  assert.deepEqual(await asOwner('select 1 from public.poll_answers where calendar_id = $1', [id('town')]), [])
})

test('what was not confirmed is forgotten after a week, and a poll 90 days after its last time', async () => {
  const forget = () => asOwner('select private.forget_answers($1)', [ANSWERS_STORED_DAYS])
  const left = async () => (await asOwner('select 1 from public.poll_answers where poll_id = $1', [POLL])).length
  const add = `insert into public.poll_answers (poll_id, calendar_id, email, name, choices, created_at)
    values ($1, $2, $3, 'Ben', '{yes,yes}', now() - $4::interval)`
  await asOwner(add, [POLL, id('town'), 'old@town.example', '8 days'])
  await asOwner(add, [POLL, id('town'), 'new@town.example', '6 days'])
  assert.equal(await left(), 3)
  await forget()
  assert.equal(await left(), 2)
  await asOwner("update public.polls set closes_at = now() - interval '89 days' where id = $1", [POLL])
  await forget()
  assert.equal(await left(), 2)
  await asOwner("update public.polls set closes_at = now() - interval '91 days' where id = $1", [POLL])
  await forget()
  assert.equal(await left(), 0)
})

test('pages of the calendar are made anew when a poll or its numbers change, and not for what nobody has confirmed', async () => {
  const version = async () =>
    Number((await asOwner('select version from public.calendars where id = $1', [id('town')]))[0]?.version)
  const place = `select private.place_poll_answer($1, 'ben@town.example', 'Ben', '{yes,yes}', now(), $2)`
  const start = await version()
  await asOwner(place, [POLL, false])
  assert.equal(await version(), start)
  await asOwner(place, [POLL, true])
  const confirmed = await version()
  assert.ok(confirmed > start)
  // Whoever types the address again changes nothing of what was confirmed.
  await asOwner(`select private.place_poll_answer($1, 'ben@town.example', 'Mallory', '{no,no}', now(), false)`, [POLL])
  assert.deepEqual(await counts(), { answered: 2, yes: [2, 1], maybe: [0, 1] })
  assert.equal(await version(), confirmed)
})
