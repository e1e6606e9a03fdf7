import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { type Ask, asking, refused } from './ask.ts'
import { id } from './people.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
let ask: Ask
before(async () => {
  database = await testDatabase()
  ask = asking(database.pool)
})
beforeEach(() => seedDatabase(database.pool))
after(() => database.close())

const leave = 'delete from public.calendar_members where calendar_id = $1 and user_id = $2 returning *'
const setRole = 'update public.calendar_members set role = $3 where calendar_id = $1 and user_id = $2 returning role'
const members = async (calendar: string) =>
  (
    await ask('service', 'select user_id, role from public.calendar_members where calendar_id = $1', [id(calendar)])
  ).map(({ user_id, role }) => `${user_id} ${role}`)

test('leaving with two requests removes the preference, then the membership, and is logged as self-removal', async () => {
  await ask('member', 'delete from public.notification_preferences where calendar_id = $1 and user_id = $2', [
    id('town'),
    id('member'),
  ])
  assert.equal((await ask('member', leave, [id('town'), id('member')])).length, 1)
  await ask(
    'member',
    "insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata) values ($1, $2, 'membership', $1, 'delete', '{\"forged\":1}')",
    [id('member'), id('town')],
  )

  assert.ok(!(await members('town')).includes(`${id('member')} member`))
  const logs = await ask(
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

test('somebody removed by the owner is logged without self-removal, and their preferences go along', async () => {
  assert.equal((await ask('owner', leave, [id('town'), id('member')])).length, 1)
  const [log] = await ask(
    'service',
    "select actor_user_id, entity_id, metadata from public.audit_logs where entity_type = 'membership' and action = 'delete'",
  )
  assert.equal(log?.actor_user_id, id('owner'))
  assert.equal(log?.entity_id, id('member'))
  assert.ok(!Object.hasOwn(log?.metadata as object, 'self_removal'))
  assert.deepEqual(
    await ask('service', 'select from public.notification_preferences where calendar_id = $1 and user_id = $2', [
      id('town'),
      id('member'),
    ]),
    [],
  )
})

test('the owner can neither leave nor be demoted, and the calendar can still be deleted', async () => {
  await refused(
    ask('owner', leave, [id('town'), id('owner')]),
    'TB004',
    'The owner cannot leave the calendar. Transfer ownership first.',
  )
  await refused(ask('owner', setRole, [id('town'), id('owner'), 'member']), 'TB004')
  assert.ok((await members('town')).includes(`${id('owner')} admin`))
  await ask('owner', 'delete from public.calendars where id = $1', [id('town')])
  assert.deepEqual(await ask('owner', 'select from public.calendars where id = $1', [id('town')]), [])
})

test('the last admin cannot leave, and can once another is promoted', async () => {
  // An owner is always an admin, unless an operator decided otherwise: then the rule still holds.
  await ask('service', setRole, [id('town'), id('owner'), 'member'])
  await refused(
    ask('admin', leave, [id('town'), id('admin')]),
    'TB003',
    'You are the last admin. Transfer ownership or promote another admin before leaving.',
  )
  await refused(ask('owner', setRole, [id('town'), id('admin'), 'member']), 'TB003')
  assert.deepEqual(await ask('owner', setRole, [id('town'), id('member'), 'admin']), [{ role: 'admin' }])
  assert.equal((await ask('admin', leave, [id('town'), id('admin')])).length, 1)
})

test('the owner promotes and demotes, with roles that exist', async () => {
  assert.deepEqual(await ask('owner', setRole, [id('town'), id('member'), 'admin']), [{ role: 'admin' }])
  assert.deepEqual(await ask('owner', setRole, [id('town'), id('admin'), 'member']), [{ role: 'member' }])
  for (const role of ['owner', 'ADMIN', 'viewer', '']) {
    await refused(ask('owner', setRole, [id('town'), id('member'), role]), '23514')
  }
  await refused(ask('owner', setRole, [id('town'), id('member'), null]), '23502')
})

const codeOf = async (calendar: string) =>
  (await ask('service', 'select code from private.calendar_invites where calendar_id = $1', [id(calendar)]))[0]?.code

test('an invite shows a guest where it leads, and lets a signed-in person join once as member', async () => {
  const code = await codeOf('town')
  assert.deepEqual(
    await ask('guest', 'select calendar_id, name, description, member_count::int from public.get_invite($1)', [code]),
    [{ calendar_id: id('town'), name: 'town', description: null, member_count: 5 }],
  )
  await refused(ask('guest', 'select public.join_calendar($1)', [code]), '42501')
  assert.deepEqual(await ask('stranger', 'select public.join_calendar($1) as joined', [code]), [{ joined: id('town') }])
  assert.deepEqual(await ask('stranger', 'select public.join_calendar($1) as joined', [code]), [{ joined: id('town') }])
  assert.equal((await members('town')).filter((member) => member === `${id('stranger')} member`).length, 1)
  assert.equal((await ask('stranger', 'select * from public.notification_preferences')).length, 1)
})

test('joining does not demote an admin, and a trial person may join a second calendar', async () => {
  await ask('admin', 'select public.join_calendar($1)', [await codeOf('town')])
  assert.ok((await members('town')).includes(`${id('admin')} admin`))
  await ask('trialOwner', 'select public.join_calendar($1)', [await codeOf('town')])
  assert.ok((await members('town')).includes(`${id('trialOwner')} member`))
})

test('a wrong, renewed or disabled invite leads nowhere', async () => {
  const old = await codeOf('town')
  const [renewed] = await ask('owner', 'select public.renew_invite($1) as code', [id('town')])
  assert.match(String(renewed?.code), /^[\w-]{24}$/)
  assert.notEqual(renewed?.code, old)
  for (const code of [old, await codeOf('mill'), 'nonsense', '', null]) {
    assert.deepEqual(await ask('guest', 'select * from public.get_invite($1)', [code]), [])
    await refused(ask('stranger', 'select public.join_calendar($1)', [code]), 'TB011')
  }
  assert.equal((await ask('guest', 'select * from public.get_invite($1)', [renewed?.code])).length, 1)
})

test('only the owner renews the invite', async () => {
  const before = await codeOf('town')
  for (const person of ['member', 'admin', 'stranger', 'otherAdmin', 'guest'] as const) {
    await refused(ask(person, 'select public.renew_invite($1)', [id('town')]), '42501')
  }
  assert.equal(await codeOf('town'), before)
})

test('the owner hands the calendar to a member, stays an admin, and may then leave', async () => {
  const transfer = 'select public.transfer_ownership($1, $2)'
  for (const person of ['member', 'admin', 'stranger', 'otherAdmin', 'guest'] as const) {
    await refused(ask(person, transfer, [id('town'), id('member')]), '42501')
  }
  await refused(ask('owner', transfer, [id('town'), id('stranger')]), 'TB012')
  await ask('owner', transfer, [id('town'), id('member')])
  const [calendar] = await ask('service', 'select owner_id from public.calendars where id = $1', [id('town')])
  assert.equal(calendar?.owner_id, id('member'))
  assert.ok((await members('town')).includes(`${id('member')} admin`))
  assert.deepEqual(await ask('owner', "update public.calendars set name = 'Mine' returning 1"), [])
  assert.equal((await ask('owner', leave, [id('town'), id('owner')])).length, 1)
})

test('members know each other by name, strangers learn no name', async () => {
  const names = 'select public.display_name(m) as name from public.calendar_members m where calendar_id = $1 order by 1'
  assert.deepEqual(
    (await ask('member', names, [id('town')])).map(({ name }) => name),
    ['admin', 'member', 'neighbour', 'owner', 'unconfirmed'],
  )
  const forged = `select public.display_name(jsonb_populate_record(null::public.calendar_members, $1)) as name`
  const row = { calendar_id: id('town'), user_id: id('owner') }
  assert.deepEqual(await ask('stranger', forged, [row]), [{ name: null }])
  assert.deepEqual(await ask('member', forged, [row]), [{ name: 'owner' }])
})
