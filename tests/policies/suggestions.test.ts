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
})
after(() => database.close())

const SUGGESTION = id('suggestion in town')
const EVENT = id('event of owner in town')
const accept = 'select public.accept_suggestion($1, $2)'
const decline = 'select public.decline_suggestion($1, $2)'
const trust = 'select public.trust_submitter($1, $2)'

const asOwner = async (text: string, values: unknown[] = []) =>
  (await database.pool.query<Record<string, unknown>>(text, values)).rows

const stored = async () =>
  (
    await asOwner('select state, event_id, reason, decided_by from public.event_suggestions where id = $1', [
      SUGGESTION,
    ])
  )[0]

const mails = async () =>
  (await asOwner("select key from graphile_worker.jobs where key like 'suggestions/%'")).map(
    ({ key }) => (key as string).split(/[/:]/)[1],
  )

test('only admins decide about the suggestions of their calendar, once, and each decision is mailed and logged', async () => {
  for (const person of ['guest', 'stranger', 'member', 'unconfirmed', 'otherAdmin'] as const) {
    await refused(queryAs(person, accept, [SUGGESTION, EVENT]), '42501')
    await refused(queryAs(person, decline, [SUGGESTION, null]), '42501')
    await refused(queryAs(person, trust, [SUGGESTION, true]), '42501')
  }
  assert.equal((await stored())?.state, 'pending')
  await queryAs('admin', decline, [SUGGESTION, ' Too far away. '])
  assert.deepEqual(await stored(), {
    state: 'declined',
    event_id: null,
    reason: 'Too far away.',
    decided_by: id('admin'),
  })
  assert.deepEqual(await mails(), ['declined'])
  await refused(queryAs('owner', accept, [SUGGESTION, EVENT]), 'TB075')
  await refused(queryAs('owner', decline, [SUGGESTION, null]), 'TB075')
  const logged = await asOwner(
    "select metadata -> 'changed' as changed from public.audit_logs where actor_user_id = $1 order by id desc limit 1",
    [id('admin')],
  )
  assert.deepEqual(logged, [{ changed: ['suggestion_declined'] }])
})

test('a suggestion becomes an event of its own calendar only', async () => {
  await refused(queryAs('admin', accept, [SUGGESTION, id('event of otherAdmin in harbour')]), 'TB075')
  await queryAs('admin', accept, [SUGGESTION, EVENT])
  assert.deepEqual(await stored(), { state: 'accepted', event_id: EVENT, reason: null, decided_by: id('admin') })
  assert.deepEqual(await mails(), ['accepted'])
})

test('what nobody has confirmed is seen, counted, decided and trusted by nobody', async () => {
  const count = 'select public.suggestion_count(c) as count from public.calendars c where c.id = $1'
  const counted = async (person: 'member' | 'admin') => Number((await queryAs(person, count, [id('town')]))[0]?.count)
  assert.deepEqual([await counted('admin'), await counted('member')], [1, 0])
  await asOwner("update public.event_suggestions set state = 'unconfirmed', confirmed_at = null where id = $1", [
    SUGGESTION,
  ])
  assert.equal(await counted('admin'), 0)
  assert.deepEqual(await queryAs('admin', 'select 1 from public.event_suggestions where id = $1', [SUGGESTION]), [])
  await refused(queryAs('admin', accept, [SUGGESTION, EVENT]), '42501')
  await refused(queryAs('admin', trust, [SUGGESTION, true]), '42501')
})

test('admins trust an address, and no longer; the history says so once', async () => {
  const trusted = () => asOwner('select created_by from public.trusted_submitters where calendar_id = $1', [id('town')])
  const changes = async () =>
    (await asOwner("select 1 from public.audit_logs where metadata -> 'changed' ? 'trusted_submitters'")).length
  await queryAs('admin', trust, [SUGGESTION, false])
  assert.deepEqual(await trusted(), [])
  await queryAs('admin', trust, [SUGGESTION, true])
  await queryAs('admin', trust, [SUGGESTION, true])
  assert.deepEqual(await trusted(), [{ created_by: id('admin') }])
  assert.equal(await changes(), 2)
})

test('only the owner lets visitors suggest events; visitors see whether they can', async () => {
  const set = 'update public.calendars set takes_suggestions = true where id = $1 returning 1'
  for (const person of ['stranger', 'member', 'admin', 'otherAdmin'] as const)
    assert.deepEqual(await queryAs(person, set, [id('town')]), [])
  await refused(queryAs('guest', set, [id('town')]), '42501')
  assert.equal((await queryAs('owner', set, [id('town')])).length, 1)
  assert.deepEqual(
    await queryAs('guest', 'select takes_suggestions from public.calendars where id = $1', [id('town')]),
    [{ takes_suggestions: true }],
  )
})

test('what an address suggested goes with its account, if the address is confirmed', async () => {
  const left = async () => (await asOwner('select 1 from public.event_suggestions where id = $1', [SUGGESTION])).length
  const rename =
    'update public.event_suggestions set email = (select email from auth.users where id = $2) where id = $1'
  await asOwner(rename, [SUGGESTION, id('unconfirmed')])
  await asOwner('delete from auth.users where id = $1', [id('unconfirmed')])
  assert.equal(await left(), 1)
  await asOwner(rename, [SUGGESTION, id('member')])
  await asOwner('delete from auth.users where id = $1', [id('member')])
  assert.equal(await left(), 0)
})
