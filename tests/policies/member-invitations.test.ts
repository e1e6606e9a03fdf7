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

const TOKEN = 'a token that was mailed'
const join = 'select public.join_calendar($1) as joined'
const show = 'select name, role, email from public.get_invite($1)'

async function invite(email: string, role = 'admin', more: { by?: string } = {}): Promise<void> {
  await queryAs(
    'service',
    `insert into public.member_invitations (calendar_id, email, role, token_hash, invited_by, asked_at, expires_at)
     values ($1, $2, $3, sha256(convert_to($4, 'UTF8')), $5, now() - interval '20 days', now() + interval '14 days')`,
    [id('town'), email, role, TOKEN, id(more.by ?? 'owner')],
  )
}

const roleOf = async (person: string) =>
  (
    await queryAs('service', 'select role from public.calendar_members where calendar_id = $1 and user_id = $2', [
      id('town'),
      id(person),
    ])
  )[0]?.role

const openInvitations = async () =>
  (
    await queryAs(
      'service',
      `select email from public.member_invitations where calendar_id = $1 and email <> 'invited@town.example'`,
      [id('town')],
    )
  ).length

test('an invitation that is accepted four times at once, by two accounts, joins its own once', async () => {
  await invite('stranger@example.org')
  const people = ['stranger', 'otherAdmin', 'stranger', 'stranger'] as const
  const tries = await Promise.allSettled(people.map((person) => queryAs(person, join, [TOKEN])))
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.deepEqual([await roleOf('stranger'), await roleOf('otherAdmin')], ['admin', undefined])
})

test('an invitation is for the account with its address, which joins once, with its role', async () => {
  await invite('stranger@example.org')
  assert.deepEqual(await queryAs('guest', show, [TOKEN]), [
    { name: 'town', role: 'admin', email: 'stranger@example.org' },
  ])
  await refused(queryAs('guest', join, [TOKEN]), '42501')
  await refused(queryAs('otherAdmin', join, [TOKEN]), 'TB014')
  assert.equal(await roleOf('otherAdmin'), undefined)
  assert.equal(await openInvitations(), 1)
  assert.deepEqual(await queryAs('stranger', join, [TOKEN]), [{ joined: id('town') }])
  assert.equal(await roleOf('stranger'), 'admin')
  await refused(queryAs('stranger', join, [TOKEN]), 'TB011')
  assert.deepEqual(await queryAs('guest', show, [TOKEN]), [])
})

test('an address that is not confirmed joins nothing by it', async () => {
  await invite('unconfirmed@example.org')
  await refused(queryAs('unconfirmed', join, [TOKEN]), 'TB007')
  assert.equal(await roleOf('unconfirmed'), 'member')
})

test('an expired invitation and one to a disabled calendar lead nowhere', async () => {
  await invite('stranger@example.org')
  await queryAs(
    'service',
    "update public.member_invitations set expires_at = now() where email = 'stranger@example.org'",
  )
  assert.deepEqual(await queryAs('guest', show, [TOKEN]), [])
  await refused(queryAs('stranger', join, [TOKEN]), 'TB011')
  await queryAs(
    'service',
    "update public.member_invitations set expires_at = '2100-01-01' where email = 'stranger@example.org'",
  )
  assert.equal((await queryAs('guest', show, [TOKEN])).length, 1)
  await queryAs('service', 'update public.calendars set disabled = true where id = $1', [id('town')])
  assert.deepEqual(await queryAs('guest', show, [TOKEN]), [])
  await refused(queryAs('stranger', join, [TOKEN]), 'TB011')
})

test('it promotes a member and demotes no admin', async () => {
  await invite('member@example.org')
  await queryAs('member', join, [TOKEN])
  assert.equal(await roleOf('member'), 'admin')
  await invite('admin@example.org', 'member')
  await queryAs('admin', join, [TOKEN])
  assert.equal(await roleOf('admin'), 'admin')
})

test('what an admin offered ends when they are demoted or removed, and what a removed member holds', async () => {
  await invite('stranger@example.org', 'member', { by: 'admin' })
  assert.equal(await openInvitations(), 1)
  await queryAs('owner', "update public.calendar_members set role = 'member' where calendar_id = $1 and user_id = $2", [
    id('town'),
    id('admin'),
  ])
  assert.equal(await openInvitations(), 0)
  await invite('neighbour@example.org', 'admin')
  await queryAs('owner', 'delete from public.calendar_members where calendar_id = $1 and user_id = $2', [
    id('town'),
    id('neighbour'),
  ])
  assert.equal(await openInvitations(), 0)
  await refused(queryAs({ userId: id('neighbour') }, join, [TOKEN]), 'TB011')
})

test('admins withdraw invitations of members, only the owner those of admins', async () => {
  await invite('stranger@example.org', 'admin')
  const withdraw = "delete from public.member_invitations where email = 'stranger@example.org' returning id"
  assert.equal((await queryAs('admin', withdraw)).length, 0)
  assert.equal((await queryAs('member', withdraw)).length, 0)
  assert.equal((await queryAs('owner', withdraw)).length, 1)
})

test('admins see the state of each invitation, others nothing', async () => {
  const states = async (person: 'admin' | 'owner' | 'member') =>
    (await queryAs(person, 'select public.state(i) as state from public.member_invitations i')).map(
      ({ state }) => state,
    )
  assert.deepEqual(await states('admin'), ['sending'])
  await queryAs('service', 'update public.member_invitations set sent_at = now()')
  assert.deepEqual(await states('owner'), ['sent'])
  await queryAs(
    'service',
    "update public.member_invitations set asked_at = expires_at - interval '20 days', expires_at = now()",
  )
  assert.deepEqual(await states('admin'), ['expired'])
  await queryAs('service', "select private.suppress('email', 'invited@town.example', 'complaint', null, now())")
  assert.deepEqual(await states('admin'), ['expired'], 'nobody learns who complained')
  assert.deepEqual(await states('member'), [])
})
