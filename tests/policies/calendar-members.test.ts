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
beforeEach(() => seedDatabase(database.pool))
after(() => database.close())

const leave = 'delete from public.calendar_members where calendar_id = $1 and user_id = $2 returning *'
const setRole = 'update public.calendar_members set role = $3 where calendar_id = $1 and user_id = $2 returning role'
const members = async (calendar: string) =>
  (
    await queryAs('service', 'select user_id, role from public.calendar_members where calendar_id = $1', [id(calendar)])
  ).map(({ user_id, role }) => `${user_id} ${role}`)

test('leaving with two requests removes the preference, then the membership, and is logged as self-removal', async () => {
  await queryAs('member', 'delete from public.notification_preferences where calendar_id = $1 and user_id = $2', [
    id('town'),
    id('member'),
  ])
  assert.equal((await queryAs('member', leave, [id('town'), id('member')])).length, 1)
  await queryAs(
    'member',
    "insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata) values ($1, $2, 'membership', $1, 'delete', '{\"forged\":1}')",
    [id('member'), id('town')],
  )

  assert.ok(!(await members('town')).includes(`${id('member')} member`))
  const logs = await queryAs(
    'service',
    "select actor_user_id, metadata from public.audit_logs where entity_type = 'membership' and action = 'delete'",
  )
  assert.deepEqual(logs, [
    {
      actor_user_id: id('member'),
      metadata: { calendar_id: id('town'), calendar_name: 'town', role: 'member', self_removal: true },
    },
  ])
})

test('a member removed by the owner is not logged as self-removal, and their preferences are deleted', async () => {
  assert.equal((await queryAs('owner', leave, [id('town'), id('member')])).length, 1)
  const [log] = await queryAs(
    'service',
    "select actor_user_id, entity_id, metadata from public.audit_logs where entity_type = 'membership' and action = 'delete'",
  )
  assert.equal(log?.actor_user_id, id('owner'))
  assert.equal(log?.entity_id, id('member'))
  assert.ok(!Object.hasOwn(log?.metadata as object, 'self_removal'))
  assert.deepEqual(
    await queryAs('service', 'select from public.notification_preferences where calendar_id = $1 and user_id = $2', [
      id('town'),
      id('member'),
    ]),
    [],
  )
})

test('the owner can neither leave nor be demoted, and the calendar can still be deleted', async () => {
  await refused(
    queryAs('owner', leave, [id('town'), id('owner')]),
    'TB004',
    'The owner cannot leave the calendar. Transfer ownership first.',
  )
  await refused(queryAs('owner', setRole, [id('town'), id('owner'), 'member']), 'TB004')
  assert.ok((await members('town')).includes(`${id('owner')} admin`))
  await queryAs('owner', 'delete from public.calendars where id = $1', [id('town')])
  assert.deepEqual(await queryAs('owner', 'select from public.calendars where id = $1', [id('town')]), [])
})

test('the last admin cannot leave, and can once another is promoted', async () => {
  // An owner is always an admin unless an operator demoted them; the rule still holds then.
  await queryAs('service', setRole, [id('town'), id('owner'), 'member'])
  await refused(
    queryAs('admin', leave, [id('town'), id('admin')]),
    'TB003',
    'You are the last admin. Transfer ownership or promote another admin before leaving.',
  )
  await refused(queryAs('owner', setRole, [id('town'), id('admin'), 'member']), 'TB003')
  assert.deepEqual(await queryAs('owner', setRole, [id('town'), id('member'), 'admin']), [{ role: 'admin' }])
  assert.equal((await queryAs('admin', leave, [id('town'), id('admin')])).length, 1)
})

test('the owner promotes and demotes members, only to roles that exist', async () => {
  assert.deepEqual(await queryAs('owner', setRole, [id('town'), id('member'), 'admin']), [{ role: 'admin' }])
  assert.deepEqual(await queryAs('owner', setRole, [id('town'), id('admin'), 'member']), [{ role: 'member' }])
  for (const role of ['owner', 'ADMIN', 'viewer', '']) {
    await refused(queryAs('owner', setRole, [id('town'), id('member'), role]), '23514')
  }
  await refused(queryAs('owner', setRole, [id('town'), id('member'), null]), '23502')
})

const codeOf = async (calendar: string) =>
  (await queryAs('service', 'select code from private.calendar_invites where calendar_id = $1', [id(calendar)]))[0]
    ?.code

test('an invite shows a guest its calendar, and lets a signed-in person join once as a member', async () => {
  const code = await codeOf('town')
  assert.deepEqual(
    await queryAs('guest', 'select calendar_id, name, description, member_count::int from public.get_invite($1)', [
      code,
    ]),
    [{ calendar_id: id('town'), name: 'town', description: null, member_count: 5 }],
  )
  await refused(queryAs('guest', 'select public.join_calendar($1)', [code]), '42501')
  assert.deepEqual(await queryAs('stranger', 'select public.join_calendar($1) as joined', [code]), [
    { joined: id('town') },
  ])
  assert.deepEqual(await queryAs('stranger', 'select public.join_calendar($1) as joined', [code]), [
    { joined: id('town') },
  ])
  assert.equal((await members('town')).filter((member) => member === `${id('stranger')} member`).length, 1)
  assert.equal((await queryAs('stranger', 'select * from public.notification_preferences')).length, 1)
})

test('joining does not demote an admin, and a trial person may join a second calendar', async () => {
  await queryAs('admin', 'select public.join_calendar($1)', [await codeOf('town')])
  assert.ok((await members('town')).includes(`${id('admin')} admin`))
  await queryAs('trialOwner', 'select public.join_calendar($1)', [await codeOf('town')])
  assert.ok((await members('town')).includes(`${id('trialOwner')} member`))
})

test('a wrong, renewed or disabled invite does not work', async () => {
  const old = await codeOf('town')
  const [renewed] = await queryAs('owner', 'select public.renew_invite($1) as code', [id('town')])
  assert.match(String(renewed?.code), /^[\w-]{24}$/)
  assert.notEqual(renewed?.code, old)
  for (const code of [old, await codeOf('mill'), 'nonsense', '', null]) {
    assert.deepEqual(await queryAs('guest', 'select * from public.get_invite($1)', [code]), [])
    await refused(queryAs('stranger', 'select public.join_calendar($1)', [code]), 'TB011')
  }
  assert.equal((await queryAs('guest', 'select * from public.get_invite($1)', [renewed?.code])).length, 1)
})

test('a removed member cannot come back with the code they had; leaving and deleting an account renew nothing', async () => {
  const removed = 'delete from public.calendar_members where calendar_id = $1 and user_id = $2 returning 1'
  const code = await codeOf('town')
  assert.equal((await queryAs('owner', removed, [id('town'), id('admin')])).length, 1)
  assert.notEqual(await codeOf('town'), code)
  await refused(queryAs('admin', 'select public.join_calendar($1)', [code]), 'TB011')
  assert.deepEqual(await queryAs('guest', 'select * from public.get_invite($1)', [code]), [])
  assert.ok(!(await members('town')).includes(`${id('admin')} member`))

  const renewed = await codeOf('town')
  assert.equal((await queryAs('member', leave, [id('town'), id('member')])).length, 1)
  await database.pool.query('delete from auth.users where id = $1', [id('neighbour')])
  assert.equal(await codeOf('town'), renewed)
  await queryAs('member', 'select public.join_calendar($1)', [renewed])
  assert.ok((await members('town')).includes(`${id('member')} member`))
})

test('of a removal and a join at once, the removal wins', async () => {
  const code = await codeOf('town')
  const removing = await database.pool.connect()
  try {
    await removing.query('begin')
    await removing.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
      [JSON.stringify({ sub: id('owner'), role: 'authenticated' })],
    )
    await removing.query('delete from public.calendar_members where calendar_id = $1 and user_id = $2', [
      id('town'),
      id('member'),
    ])
    const joining = queryAs('member', 'select public.join_calendar($1)', [code]).then(
      () => 'joined',
      (error) => error.code,
    )
    await untilSomebodyWaits()
    await removing.query('commit')
    assert.equal(await joining, 'TB011')
  } finally {
    removing.release()
  }
  assert.ok(!(await members('town')).includes(`${id('member')} member`))
})

async function untilSomebodyWaits(): Promise<void> {
  const waiting = 'select from pg_locks where not granted'
  while ((await database.pool.query(waiting)).rows.length === 0);
}

test('only the owner renews the invite', async () => {
  const before = await codeOf('town')
  for (const person of ['member', 'admin', 'stranger', 'otherAdmin', 'guest'] as const) {
    await refused(queryAs(person, 'select public.renew_invite($1)', [id('town')]), '42501')
  }
  assert.equal(await codeOf('town'), before)
})

test('the owner offers the calendar to a member, who accepts; the owner stays an admin, and may then leave', async () => {
  const transfer = 'select private.offer_calendar($1, $3, $2)'
  for (const person of ['owner', 'member', 'admin', 'stranger', 'otherAdmin', 'guest'] as const) {
    await refused(queryAs(person, transfer, [id('town'), id('member'), id('owner')]), '42501')
  }
  await refused(queryAs('service', transfer, [id('town'), id('member'), id('admin')]), '42501')
  await refused(queryAs('service', transfer, [id('town'), id('stranger'), id('owner')]), 'TB012')
  const [accept, decline] = ['select public.accept_transfer($1)', 'select public.decline_transfer($1) as was']
  const offered = `select id from public.calendars c where public.offered_to(c) = $1`
  const ownerNow = async () =>
    (await queryAs('service', 'select owner_id from public.calendars where id = $1', [id('town')]))[0]?.owner_id
  await refused(queryAs('member', accept, [id('town')]), 'TB012')
  await queryAs('service', transfer, [id('town'), id('admin'), id('owner')])
  await queryAs('service', transfer, [id('town'), id('member'), id('owner')])
  await refused(queryAs('admin', accept, [id('town')]), 'TB012')
  assert.equal(await ownerNow(), id('owner'), 'an offer changes nothing')
  assert.deepEqual(await queryAs('member', offered, [id('member')]), [{ id: id('town') }])
  assert.deepEqual(await queryAs('admin', offered, [id('member')]), [])
  assert.deepEqual(await queryAs('admin', decline, [id('town')]), [{ was: false }])
  assert.deepEqual(await queryAs('member', decline, [id('town')]), [{ was: true }])
  await refused(queryAs('member', accept, [id('town')]), 'TB012')

  await queryAs('service', transfer, [id('town'), id('member'), id('owner')])
  await queryAs('member', accept, [id('town')])
  await refused(queryAs('member', accept, [id('town')]), 'TB012')
  const [calendar] = await queryAs('service', 'select owner_id from public.calendars where id = $1', [id('town')])
  assert.equal(calendar?.owner_id, id('member'))
  assert.ok((await members('town')).includes(`${id('member')} admin`))
  assert.deepEqual(await queryAs('owner', "update public.calendars set name = 'Mine' returning 1"), [])
  assert.equal((await queryAs('owner', leave, [id('town'), id('owner')])).length, 1)
})

test('members see the names of other members, strangers see none', async () => {
  const names = 'select public.display_name(m) as name from public.calendar_members m where calendar_id = $1 order by 1'
  assert.deepEqual(
    (await queryAs('member', names, [id('town')])).map(({ name }) => name),
    ['admin', 'member', 'neighbour', 'owner', 'unconfirmed'],
  )
  const forged = `select public.display_name(jsonb_populate_record(null::public.calendar_members, $1)) as name`
  const row = { calendar_id: id('town'), user_id: id('owner') }
  assert.deepEqual(await queryAs('stranger', forged, [row]), [{ name: null }])
  assert.deepEqual(await queryAs('member', forged, [row]), [{ name: 'owner' }])
})
