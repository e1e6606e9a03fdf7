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
  await asOwner(
    "update public.events set start_time = now() + interval '5 days', end_time = now() + interval '5 days 1 hour' where id = $1",
    [EVENT],
  )
})
after(() => database.close())

const EVENT = id('event of owner in town')
const GRILL = id('slot in town')
const SALADS = id('other slot in town')
const set = 'select public.set_slots($1, $2, $3)'
const take = 'select public.take_slots($1, $2)'
const record = 'select public.record_slot($1, $2, $3)'
const list = (...lines: object[]) => JSON.stringify(lines)

const asOwner = async (text: string, values: unknown[] = []) =>
  (await database.pool.query<Record<string, unknown>>(text, values)).rows

const taken = async (slot = GRILL) =>
  (await asOwner('select taken from public.event_slots where id = $1', [slot]))[0]?.taken

/** Inserts a sign-up that waits for its link, and returns its id. */
async function unconfirmed(email: string, event = EVENT): Promise<string> {
  const [row] = await asOwner(
    "insert into public.slot_signups (event_id, calendar_id, email, name) values ($1, $2, $3, 'Ben') returning id",
    [event, id('town'), email],
  )
  return row?.id as string
}

const place = (signup: string, amounts: object) =>
  asOwner("select private.place_slots($1, $2, 'Ben', now())", [signup, JSON.stringify(amounts)])

test('admins, and the member who added an event, write its lists; nobody else does', async () => {
  const lines = list({ kind: 'bring', title: 'Cakes', wanted: 4 })
  for (const person of ['guest', 'stranger', 'member', 'otherAdmin'] as const)
    await refused(queryAs(person, set, [EVENT, lines, []]), '42501')
  await queryAs('admin', set, [EVENT, lines, []])
  await queryAs('member', set, [id('event of member in town'), lines, []])
  const wrong: [object, string][] = [
    [{ kind: 'bring', title: '', wanted: 1 }, '23514'],
    [{ kind: 'bring', title: 'two\nlines', wanted: 1 }, '23514'],
    [{ kind: 'bring', title: 'Cakes', wanted: 0 }, '23514'],
    [{ kind: 'other', title: 'Cakes', wanted: 1 }, '23514'],
    [{ id: id('slot in harbour'), kind: 'bring', title: 'Cakes', wanted: 1 }, 'TB073'],
  ]
  for (const [line, code] of wrong) await refused(queryAs('admin', set, [EVENT, list(line), []]), code)
  await refused(queryAs('admin', set, [EVENT, '{}', []]), '22023')
  const many = Array.from({ length: 51 }, () => ({ kind: 'help', title: 'Clean', wanted: 1 }))
  await refused(queryAs('admin', set, [EVENT, list(...many), []]), 'TB074')
})

test('a line that somebody has is neither removed nor made smaller than what is promised', async () => {
  await refused(queryAs('admin', set, [EVENT, '[]', [GRILL]]), 'TB072')
  await queryAs('member', take, [EVENT, { [GRILL]: 2 }])
  await refused(
    queryAs('admin', set, [EVENT, list({ id: GRILL, kind: 'help', title: 'Grill', wanted: 2 }), []]),
    'TB072',
  )
  await queryAs('admin', set, [EVENT, list({ id: GRILL, kind: 'help', title: 'Grill at noon', wanted: 4 }), [SALADS]])
  const rows = await asOwner('select title, wanted, taken from public.event_slots where event_id = $1', [EVENT])
  assert.deepEqual(rows, [{ title: 'Grill at noon', wanted: 4, taken: 3 }])
})

test('everybody sees the numbers, and only admins see names, once they are confirmed', async () => {
  const numbers = 'select title, wanted, taken from public.event_slots where id = $1'
  for (const person of ['guest', 'member', 'admin'] as const)
    assert.deepEqual(await queryAs(person, numbers, [GRILL]), [{ title: 'Grill', wanted: 3, taken: 1 }])
  const ben = await unconfirmed('ben@example.org')
  await asOwner('insert into public.slot_amounts (signup_id, slot_id) values ($1, $2)', [ben, GRILL])
  assert.equal(await taken(), 1)
  const see = `select s.name, a.amount from public.slot_signups s join public.slot_amounts a on a.signup_id = s.id
    where s.email = 'ben@example.org'`
  assert.deepEqual(await queryAs('admin', see), [])
  await place(ben, { [GRILL]: 2 })
  assert.deepEqual(await queryAs('admin', see), [{ name: 'Ben', amount: 2 }])
  for (const person of ['stranger', 'member', 'otherAdmin'] as const) assert.deepEqual(await queryAs(person, see), [])
  await refused(queryAs('guest', see), '42501')
})

test('members sign up, swap and give back for themselves, and see nobody but themselves', async () => {
  await queryAs('member', take, [EVENT, { [GRILL]: 2 }])
  assert.deepEqual([await taken(GRILL), await taken(SALADS)], [3, 0])
  await queryAs('member', take, [EVENT, { [GRILL]: 1, [SALADS]: 4 }])
  assert.deepEqual([await taken(GRILL), await taken(SALADS)], [2, 4])
  assert.deepEqual(await queryAs('member', 'select name from public.slot_signups'), [{ name: 'member' }])
  await refused(queryAs('member', take, [EVENT, { [GRILL]: 3 }]), 'TB071')
  assert.deepEqual([await taken(GRILL), await taken(SALADS)], [2, 4])
  await queryAs('member', take, [EVENT, {}])
  assert.deepEqual([await taken(GRILL), await taken(SALADS)], [1, 0])
  assert.deepEqual(await queryAs('member', 'select name from public.slot_signups'), [])

  await refused(queryAs('unconfirmed', take, [EVENT, { [GRILL]: 1 }]), 'TB007')
  for (const person of ['guest', 'stranger', 'otherAdmin'] as const)
    await refused(queryAs(person, take, [EVENT, { [GRILL]: 1 }]), '42501')
  await refused(queryAs('member', take, [EVENT, { [SALADS]: 21 }]), 'TB071')
  await refused(queryAs('member', take, [EVENT, { [SALADS]: -1 }]), '23514')
  await refused(queryAs('member', take, [EVENT, { [SALADS]: 'x' }]), '22P02')
  await refused(queryAs('member', take, [EVENT, { [id('slot in harbour')]: 1 }]), 'TB073')
  await refused(queryAs('member', take, [EVENT, '[]']), '22023')
})

test('a member changes a sign-up sixty times an hour, and not once more', async () => {
  await queryAs('member', take, [EVENT, { [SALADS]: 1 }])
  await asOwner("update private.rate_limits set taken = 59 where key like 'answers:%'")
  await queryAs('member', take, [EVENT, { [SALADS]: 2 }])
  await refused(queryAs('member', take, [EVENT, {}]), 'TB013')
})

test('only admins write names down and remove them', async () => {
  await queryAs('admin', record, [GRILL, 'Rosa who phoned', 2])
  assert.equal(await taken(), 3)
  await refused(queryAs('admin', record, [GRILL, 'One too many', 1]), 'TB071')
  const [rosa] = await queryAs('admin', "select id from public.slot_signups where name like 'Rosa%'")
  for (const person of ['guest', 'stranger', 'member', 'otherAdmin'] as const) {
    await refused(queryAs(person, record, [GRILL, 'X', 1]), '42501')
    await refused(queryAs(person, 'select public.remove_slot_signup($1)', [rosa?.id]), '42501')
  }
  await queryAs('admin', 'select public.remove_slot_signup($1)', [rosa?.id])
  assert.equal(await taken(), 1)
  const history = await asOwner(
    `select metadata -> 'changed' as changed from public.audit_logs
     where entity_id = $1 and metadata -> 'changed' ? 'slot_signups'`,
    [EVENT],
  )
  assert.equal(history.length, 2)
})

test('once the event has begun or is off, slots can only be given back', async () => {
  await queryAs('member', take, [EVENT, { [SALADS]: 2 }])
  await asOwner("update public.events set status = 'cancelled' where id = $1", [EVENT])
  await refused(queryAs('member', take, [EVENT, { [SALADS]: 3 }]), 'TB070')
  await queryAs('member', take, [EVENT, { [SALADS]: 1 }])
  assert.equal(await taken(SALADS), 1)
})

test('sign-ups go with their account, and what they had is free again', async () => {
  await queryAs('member', take, [EVENT, { [SALADS]: 2 }])
  await asOwner('delete from auth.users where id = $1', [id('member')])
  assert.equal(await taken(SALADS), 0)
})

test('dates that are added to a series need what the last one needs; later dates keep what somebody has', async () => {
  const add = (day: string) =>
    queryAs(
      'service',
      `insert into public.events (calendar_id, series_id, series_day, title, start_time, end_time, category)
       values ($1, $2, $3::date, 'Series', $3::date + interval '18 hours', $3::date + interval '19 hours', 'Event') returning id`,
      [id('town'), id('series of town'), day],
    ).then(([row]) => row?.id as string)
  const linesOf = async (event: string) =>
    (await asOwner('select title, wanted from public.event_slots where event_id = $1 order by title', [event])).map(
      ({ title, wanted }) => `${title} ${wanted}`,
    )
  const [first, second] = [await add('2100-06-01'), await add('2100-06-08')]
  const repeat = 'select public.set_slots($1, $2, $3, true)'
  await queryAs('admin', repeat, [
    first,
    list({ kind: 'help', title: 'Grill', wanted: 2 }, { kind: 'bring', title: 'Salads', wanted: 5 }),
    [],
  ])
  const third = await add('2100-06-15')
  for (const date of [first, second, third]) assert.deepEqual(await linesOf(date), ['Grill 2', 'Salads 5'])
  const [salads] = await asOwner("select id from public.event_slots where event_id = $1 and title = 'Salads'", [second])
  await queryAs('member', take, [second, { [salads?.id as string]: 1 }])
  const own = await asOwner('select id, title from public.event_slots where event_id = $1', [first])
  await queryAs('admin', repeat, [
    first,
    list({ id: own.find(({ title }) => title === 'Grill')?.id, kind: 'help', title: 'Grill', wanted: 3 }),
    own.filter(({ title }) => title === 'Salads').map((line) => line.id),
  ])
  assert.deepEqual(await linesOf(second), ['Grill 3', 'Salads 5'])
  assert.deepEqual(await linesOf(third), ['Grill 3'])
})

test('a copy of an event has its lists without the names, in the same calendar only', async () => {
  const copy = 'select public.duplicate_slots($1, $2)'
  const to = id('event of admin in town')
  await refused(queryAs('member', copy, [EVENT, to]), '42501')
  await refused(queryAs('admin', copy, [id('event of otherAdmin in harbour'), to]), '42501')
  await queryAs('admin', copy, [EVENT, to])
  await queryAs('admin', copy, [EVENT, to])
  const rows = await asOwner('select title, taken from public.event_slots where event_id = $1 order by title', [to])
  assert.deepEqual(rows, [
    { title: 'Grill', taken: 0 },
    { title: 'Salads', taken: 0 },
  ])
})

test('lists survive the deletion of their event, which can be restored, and go with the calendar', async () => {
  await queryAs('admin', 'delete from public.events where id = $1', [EVENT])
  assert.deepEqual(await queryAs('guest', 'select 1 from public.event_slots where event_id = $1', [EVENT]), [])
  await queryAs('admin', 'select public.restore_event($1)', [EVENT])
  assert.equal(await taken(), 1)
  await asOwner('delete from public.calendars where id = $1', [id('town')])
  assert.equal(await taken(), undefined)
})
