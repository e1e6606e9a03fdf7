import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { type Ask, asking, refused, signedInPeople } from './ask.ts'
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

const add =
  'insert into public.calendar_contacts (calendar_id, contact_type, contact_value, created_by) values ($1, $2, $3, $4) returning *'
const countOf = async (calendar: string) =>
  (await ask('service', 'select from public.calendar_contacts where calendar_id = $1', [id(calendar)])).length

test('a contact is kept trimmed and compared in one spelling', async () => {
  const [email] = await ask('admin', add, [id('town'), 'email', '  Bob@Example.ORG ', id('admin')])
  assert.equal(email?.contact_value, 'Bob@Example.ORG')
  assert.equal(email?.normalised, 'bob@example.org')
  assert.equal(email?.source, 'manager')
  for (const again of ['bob@example.org', 'BOB@EXAMPLE.ORG', ' bob@example.org\t']) {
    await refused(ask('owner', add, [id('town'), 'email', again, id('owner')]), '23505')
  }
  const [phone] = await ask('admin', add, [id('town'), 'phone', '(512) 555-0123', id('admin')])
  assert.equal(phone?.normalised, '+15125550123')
  for (const again of ['+15125550123', '15125550123', '512.555.0123']) {
    await refused(ask('owner', add, [id('town'), 'phone', again, id('owner')]), '23505')
  }
  assert.equal(await countOf('town'), 3)
})

test('whoever adds a contact is written down, whatever they claim', async () => {
  const [contact] = await ask('admin', add, [id('town'), 'email', 'bob@example.org', id('owner')])
  assert.equal(contact?.created_by, id('admin'))
})

test('what is no address is refused', async () => {
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
      ask('admin', add, [id('town'), type, value, id('admin')]),
      (error: { code: string }) => ['23514', '23502'].includes(error.code),
      `${type} ${value}`,
    )
  }
  assert.equal(await countOf('town'), 1)
})

test('an opt-out beats the manager and the import, and strangers do not hear of it', async () => {
  const said = 'This person has unsubscribed from this calendar. Only they can subscribe again.'
  await refused(ask('admin', add, [id('town'), 'email', ' Gone@town.example', id('admin')]), 'TB008', said)
  await refused(ask('service', add, [id('town'), 'email', 'gone@town.example', null]), 'TB008')
  for (const person of ['stranger', 'member', 'otherAdmin', 'guest'] as const) {
    await refused(ask(person, add, [id('town'), 'email', 'gone@town.example', null]), '42501')
  }
  // It is of that calendar only.
  assert.equal((await ask('otherAdmin', add, [id('harbour'), 'email', 'gone@town.example', null])).length, 1)
})

async function fill(calendar: string, upTo: number): Promise<void> {
  await ask(
    'service',
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) select $1, 'email', 'n' || n || '@example.org' from generate_series($2 + 1, $3::int) n",
    [id(calendar), await countOf(calendar), upTo],
  )
}

test('on trial the eleventh contact is refused, and a duplicate is still told as one', async () => {
  await fill('garden', 10)
  const limit =
    'Trial users can only add up to 10 contacts per calendar. Please upgrade your plan to add more contacts.'
  await refused(ask('trialOwner', add, [id('garden'), 'email', 'eleventh@example.org', null]), 'TB002', limit)
  await refused(ask('service', add, [id('garden'), 'phone', '+15125550123', null]), 'TB002', limit)
  await refused(ask('trialOwner', add, [id('garden'), 'email', 'N5@example.org', null]), '23505')
  await refused(ask('stranger', add, [id('garden'), 'email', 'eleventh@example.org', null]), '42501')
  assert.equal(await countOf('garden'), 10)
})

test('the limit is the flag of the owner, not of whoever adds', async () => {
  await fill('town', 10)
  await ask('service', 'update public.profiles set trial = true where user_id = $1', [id('admin')])
  assert.equal((await ask('admin', add, [id('town'), 'email', 'eleventh@example.org', null])).length, 1)
  await ask('service', 'update public.profiles set trial = false where user_id = $1', [id('admin')])
  await ask('service', 'delete from public.profiles where user_id = $1', [id('owner')])
  await refused(ask('admin', add, [id('town'), 'email', 'twelfth@example.org', null]), 'TB002')
})

test('twelve contacts in one insert leave none on trial', async () => {
  const many =
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) select $1, 'email', 'n' || n || '@example.org' from generate_series(1, 12) n"
  const before = await countOf('garden')
  await refused(ask('trialOwner', many, [id('garden')]), 'TB002')
  assert.equal(await countOf('garden'), before)
})

test('members learn how many contacts there are, others learn nothing', async () => {
  const count = 'select public.get_calendar_contact_count($1)::int as count'
  for (const person of signedInPeople) {
    const isMember = ['unconfirmed', 'member', 'admin', 'owner'].includes(person)
    assert.deepEqual(await ask(person, count, [id('town')]), [{ count: isMember ? 1 : 0 }], person)
  }
  await refused(ask('guest', count, [id('town')]), '42501')
})
