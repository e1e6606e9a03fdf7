import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id } from './people.ts'
import { type QueryAs, queryRunner, refused, signedInPeople } from './query-as.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
let queryAs: QueryAs
before(async () => {
  database = await testDatabase()
  queryAs = queryRunner(database.pool)
})
beforeEach(() => seedDatabase(database.pool))
after(() => database.close())

const add =
  'insert into public.calendar_contacts (calendar_id, contact_type, contact_value, created_by) values ($1, $2, $3, $4) returning *'
const countOf = async (calendar: string) =>
  (await queryAs('service', 'select from public.calendar_contacts where calendar_id = $1', [id(calendar)])).length

test('a contact is stored trimmed and compared in a normalized form', async () => {
  const [email] = await queryAs('admin', add, [id('town'), 'email', '  Bob@Example.ORG ', id('admin')])
  assert.equal(email?.contact_value, 'Bob@Example.ORG')
  assert.equal(email?.normalised, 'bob@example.org')
  assert.equal(email?.source, 'manager')
  for (const again of ['bob@example.org', 'BOB@EXAMPLE.ORG', ' bob@example.org\t']) {
    await refused(queryAs('owner', add, [id('town'), 'email', again, id('owner')]), '23505')
  }
  const [phone] = await queryAs('admin', add, [id('town'), 'phone', '(512) 555-0123', id('admin')])
  assert.equal(phone?.normalised, '+15125550123')
  for (const again of ['+15125550123', '15125550123', '512.555.0123']) {
    await refused(queryAs('owner', add, [id('town'), 'phone', again, id('owner')]), '23505')
  }
  assert.equal(await countOf('town'), 3)
})

test('the person who adds a contact is recorded, whatever the client sends', async () => {
  const [contact] = await queryAs('admin', add, [id('town'), 'email', 'bob@example.org', id('owner')])
  assert.equal(contact?.created_by, id('admin'))
})

test('an invalid email address or phone number is refused', async () => {
  const bad = [
    ['email', 'a@b'],
    ['email', ''],
    ['email', null],
    ['email', 'a@x.org,b@x.org'],
    ['email', 'Name <a@x.org>'],
    ['email', 'a@x.org\r\nBcc: b@x.org'],
    ['email', `a@${'x'.repeat(260)}.org`],
    ['email', '+15125550123'],
    ['phone', '0123'],
    ['phone', '+1234567890123456'],
    ['phone', '٠١٢٣٤٥٦٧٨٩'],
    ['phone', 'ann@example.org'],
    ['fax', '+15125550123'],
    [null, 'ann@example.org'],
  ]
  for (const [type, value] of bad) {
    await assert.rejects(
      queryAs('admin', add, [id('town'), type, value, id('admin')]),
      (error: { code: string }) => ['23514', '23502'].includes(error.code),
      `${type} ${value}`,
    )
  }
  assert.equal(await countOf('town'), 1)
})

test('an admin or an import cannot add somebody who opted out, and strangers do not learn of the opt-out', async () => {
  const said = 'This person has unsubscribed from this calendar. Only they can subscribe again.'
  await refused(queryAs('admin', add, [id('town'), 'email', ' Gone@town.example', id('admin')]), 'TB008', said)
  await refused(queryAs('service', add, [id('town'), 'email', 'gone@town.example', null]), 'TB008')
  for (const person of ['stranger', 'member', 'otherAdmin', 'guest'] as const) {
    await refused(queryAs(person, add, [id('town'), 'email', 'gone@town.example', null]), '42501')
  }
  // The opt-out is for that calendar only.
  assert.equal((await queryAs('otherAdmin', add, [id('harbour'), 'email', 'gone@town.example', null])).length, 1)
})

async function fill(calendar: string, upTo: number): Promise<void> {
  await queryAs(
    'service',
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) select $1, 'email', 'n' || n || '@example.org' from generate_series($2 + 1, $3::int) n",
    [id(calendar), await countOf(calendar), upTo],
  )
}

test('on trial the eleventh contact is refused, and a duplicate is still reported as a duplicate', async () => {
  await fill('garden', 10)
  const limit =
    'Trial users can only add up to 10 contacts per calendar. Please upgrade your plan to add more contacts.'
  await refused(queryAs('trialOwner', add, [id('garden'), 'email', 'eleventh@example.org', null]), 'TB002', limit)
  await refused(queryAs('service', add, [id('garden'), 'phone', '+15125550123', null]), 'TB002', limit)
  await refused(queryAs('trialOwner', add, [id('garden'), 'email', 'N5@example.org', null]), '23505')
  await refused(queryAs('stranger', add, [id('garden'), 'email', 'eleventh@example.org', null]), '42501')
  assert.equal(await countOf('garden'), 10)
})

test('the trial limit depends on the owner, not on the person who adds a contact', async () => {
  await fill('town', 10)
  await queryAs('service', 'update public.profiles set trial = true where user_id = $1', [id('admin')])
  assert.equal((await queryAs('admin', add, [id('town'), 'email', 'eleventh@example.org', null])).length, 1)
  await queryAs('service', 'update public.profiles set trial = false where user_id = $1', [id('admin')])
  await queryAs('service', 'delete from public.profiles where user_id = $1', [id('owner')])
  await refused(queryAs('admin', add, [id('town'), 'email', 'twelfth@example.org', null]), 'TB002')
})

test('admins can ask whether the limit holds, and the owner decides; others learn nothing', async () => {
  const ask = 'select public.is_calendar_on_trial($1) as trial'
  for (const trial of [true, false]) {
    await queryAs('service', 'update public.profiles set trial = $2 where user_id = $1', [id('owner'), trial])
    await queryAs('service', 'update public.profiles set trial = $2 where user_id = $1', [id('admin'), !trial])
    for (const person of signedInPeople) {
      const mayAsk = person === 'admin' || person === 'owner'
      assert.deepEqual(await queryAs(person, ask, [id('town')]), [{ trial: mayAsk ? trial : null }], person)
    }
  }
  await refused(queryAs('guest', ask, [id('town')]), '42501')
})

test('on trial twelve contacts in one insert are refused together', async () => {
  const many =
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) select $1, 'email', 'n' || n || '@example.org' from generate_series(1, 12) n"
  const before = await countOf('garden')
  await refused(queryAs('trialOwner', many, [id('garden')]), 'TB002')
  assert.equal(await countOf('garden'), before)
})

test('members can count the contacts, others cannot', async () => {
  const count = 'select public.get_calendar_contact_count($1)::int as count'
  for (const person of signedInPeople) {
    const isMember = ['unconfirmed', 'member', 'admin', 'owner'].includes(person)
    assert.deepEqual(await queryAs(person, count, [id('town')]), [{ count: isMember ? 1 : 0 }], person)
  }
  await refused(queryAs('guest', count, [id('town')]), '42501')
})

test('admins see which of their contacts unsubscribed or cannot be reached, and no one else does', async () => {
  const add =
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', $2) returning id"
  for (const address of ['out@town.example', 'bounced@town.example']) await queryAs('admin', add, [id('town'), address])
  await queryAs('service', "insert into public.opt_outs (calendar_id, email) values ($1, 'out@town.example')", [
    id('town'),
  ])
  await queryAs('service', "select private.suppress('email', 'bounced@town.example', 'bounce', null, now())")
  const states =
    'select contact_value, public.unreachable(k) as state from public.calendar_contacts k where calendar_id = $1 order by created_at, contact_value'
  assert.deepEqual(await queryAs('admin', states, [id('town')]), [
    { contact_value: 'ann@town.example', state: null },
    { contact_value: 'out@town.example', state: 'unsubscribed' },
    { contact_value: 'bounced@town.example', state: 'suppressed' },
  ])
  const [contact] = await queryAs(
    'service',
    "select to_jsonb(k) as row from public.calendar_contacts k where contact_value = 'out@town.example'",
  )
  const forged = 'select public.unreachable(jsonb_populate_record(null::public.calendar_contacts, $1)) as state'
  for (const person of ['member', 'stranger', 'otherAdmin', 'trialOwner'] as const)
    assert.deepEqual(await queryAs(person, forged, [contact?.row]), [{ state: null }], person)
  await refused(queryAs('guest', forged, [contact?.row]), '42501')
  // Who unsubscribed is not counted among those who get mail.
  const counted =
    'select public.email_count(c)::int as one, (select email_count::int from public.get_my_calendars() m where m.id = c.id) as dashboard from public.calendars c where id = $1'
  for (const person of ['member', 'admin'] as const)
    assert.deepEqual(await queryAs(person, counted, [id('town')]), [{ one: 2, dashboard: 2 }], person)
  assert.deepEqual(await queryAs('otherAdmin', counted, [id('town')]), [])
})
