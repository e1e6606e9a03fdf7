import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id } from './people.ts'
import { type QueryAs, queryRunner, refused } from './query-as.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
let queryAs: QueryAs
before(async () => {
  database = await testDatabase()
  queryAs = queryRunner(database.pool)
  await seedDatabase(database.pool)
})
after(() => database.close())

const hook = id('webhook of town')
const delivery = id('webhook delivery of town')
const add = 'select * from public.add_webhook($1, $2, $3)'
const url = 'https://hooks.example.org/a?b=c'
const kinds = ['event.created']
const change = 'select public.change_webhook($1, $2, $3, $4)'

const calls: [string, unknown[]][] = [
  [add, [id('town'), url, kinds]],
  [change, [hook, url, kinds, true]],
  ['select public.rotate_webhook_secret($1)', [hook]],
  ['select public.test_webhook($1)', [hook]],
  ['select public.redeliver_webhook($1)', [delivery]],
  ['select public.remove_webhook($1)', [hook]],
]

test('only admins of the calendar manage its webhooks and see their log, and nobody reads a secret', async () => {
  const outsiders = ['guest', 'stranger', 'unconfirmed', 'member', 'trialOwner', 'otherAdmin'] as const
  for (const person of outsiders) {
    for (const [text, values] of calls) {
      await refused(queryAs(person, text, values), '42501')
      await refused(queryAs(person, text, [null, ...values.slice(1)]), '42501')
    }
  }
  for (const person of [...outsiders, 'admin', 'owner'] as const) {
    await refused(queryAs(person, 'select secret from public.webhooks'), '42501')
    await refused(queryAs(person, 'select old_secret from public.webhooks'), '42501')
  }
  const [made] = await queryAs('admin', add, [id('town'), url, kinds])
  assert.match(String(made?.secret), /^whsec_[A-Za-z0-9+/]{43}=$/)
  const seen = () => queryAs('admin', 'select url from public.webhooks order by url')
  assert.deepEqual(await seen(), [{ url }, { url: 'https://hooks.example.org/town' }])
  for (const [text, values] of calls.slice(1)) await queryAs('admin', text, values)
  assert.deepEqual(await queryAs('admin', 'select from public.webhook_deliveries where webhook_id = $1', [hook]), [])
})

test('somebody who is no longer an admin sees and changes nothing', async () => {
  const [made] = await queryAs('admin', add, [id('town'), url, kinds])
  await queryAs('owner', "update public.calendar_members set role = 'member' where user_id = $1 and calendar_id = $2", [
    id('admin'),
    id('town'),
  ])
  assert.deepEqual(await queryAs('admin', 'select id from public.webhooks'), [])
  await refused(queryAs('admin', 'select public.test_webhook($1)', [made?.id]), '42501')
})

test('a webhook is turned off with the admin who added it, and whoever turns it on again answers for it', async () => {
  const ends: [string, string][] = [
    ["update public.calendar_members set role = 'member' where user_id = $1 and calendar_id = $2", 'demoted'],
    ['delete from public.calendar_members where user_id = $1 and calendar_id = $2', 'removed'],
  ]
  const state = async (hookId: unknown) =>
    (await queryAs('owner', 'select disabled_reason, created_by from public.webhooks where id = $1', [hookId]))[0]
  for (const [end, how] of ends) {
    await database.pool.query(
      `insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'admin')
       on conflict (calendar_id, user_id) do update set role = 'admin'`,
      [id('town'), id('admin')],
    )
    const [made] = await queryAs('admin', add, [id('town'), url, kinds])
    const [owners] = await queryAs('owner', add, [id('town'), url, kinds])
    assert.equal((await state(made?.id))?.disabled_reason, null, how)
    await queryAs('owner', end, [id('admin'), id('town')])
    assert.equal((await state(made?.id))?.disabled_reason, 'left', how)
    assert.equal((await state(owners?.id))?.disabled_reason, null, 'others go on')
    const { rowCount } = await database.pool.query(
      "select from graphile_worker._private_jobs where key = 'sending/webhook-off:' || $1",
      [made?.id],
    )
    assert.equal(rowCount, 1, 'the owner is mailed')
    assert.equal((await state(made?.id))?.created_by, id('admin'))
    await queryAs('owner', change, [made?.id, url, kinds, true])
    assert.deepEqual(await state(made?.id), { disabled_reason: null, created_by: id('owner') })
    for (const one of [made, owners]) await queryAs('owner', 'select public.remove_webhook($1)', [one?.id])
  }
})

test('addresses, kinds, their number and tests by hand have limits', async () => {
  for (const bad of [
    null,
    '',
    'hooks.example.org',
    'http://hooks.example.org/',
    'ftp://hooks.example.org/',
    'https://ann:secret@hooks.example.org/',
    'https://hooks.example.org@10.0.0.1/',
    'https://[::1]/',
    'https://hooks.example.org/a b',
    `https://hooks.example.org/${'a'.repeat(500)}`,
  ])
    await refused(queryAs('otherAdmin', add, [id('harbour'), bad, kinds]), 'TB084')
  for (const bad of [null, [], ['event.read'], [null], Array(7).fill('event.created')])
    await refused(queryAs('otherAdmin', add, [id('harbour'), url, bad]), 'TB085')
  for (let count = 1; count < 5; count++) await queryAs('otherAdmin', add, [id('harbour'), url, kinds])
  await refused(queryAs('otherAdmin', add, [id('harbour'), url, kinds]), 'TB086')
  const other = id('webhook of harbour')
  for (let count = 0; count < 60; count++) await queryAs('otherAdmin', 'select public.test_webhook($1)', [other])
  await refused(queryAs('otherAdmin', 'select public.test_webhook($1)', [other]), 'TB013')
  await queryAs('otherAdmin', change, [other, url, kinds, false])
  await refused(queryAs('otherAdmin', 'select public.test_webhook($1)', [other]), 'TB087')
})
