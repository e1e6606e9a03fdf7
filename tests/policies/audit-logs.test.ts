import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { type Ask, asking } from './ask.ts'
import { id } from './people.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
let ask: Ask
before(async () => {
  database = await testDatabase()
  ask = asking(database.pool)
})
beforeEach(async () => {
  await seedDatabase(database.pool)
  await database.pool.query('truncate public.audit_logs')
})
after(() => database.close())

/** What was written down since the test began, as short words. */
async function logged(): Promise<string[]> {
  const rows = await ask('service', 'select * from public.audit_logs order by id')
  const names = new Map([...['owner', 'admin', 'member'].map((name) => [id(name), name] as const), [null, 'nobody']])
  return rows.map((row) => `${names.get(row.actor_user_id as string | null)} ${row.action} ${row.entity_type}`)
}

test('every change of a calendar, member, contact and event is written down with who did it', async () => {
  await ask('owner', "update public.calendars set name = 'New', city = 'Akron'")
  await ask('owner', "update public.calendar_members set role = 'admin' where user_id = $1", [id('member')])
  await ask(
    'admin',
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'new@example.org')",
    [id('town')],
  )
  await ask('admin', "delete from public.calendar_contacts where contact_value = 'new@example.org'")
  await ask('member', "update public.events set title = 'New' where id = $1", [id('event of member in town')])
  await ask('member', 'delete from public.events where id = $1', [id('event of member in town')])
  await ask('service', 'delete from public.calendar_members where user_id = $1', [id('neighbour')])
  assert.deepEqual(await logged(), [
    'owner update calendar',
    'owner update membership',
    'admin create contact',
    'admin delete contact',
    'member update event',
    'member delete event',
    'nobody delete membership',
  ])
})

test('an update says which columns changed, and no column that only follows', async () => {
  await ask('owner', "update public.calendars set name = 'New', description = null, city = 'Akron'")
  await ask('owner', 'update public.calendars set name = name')
  const rows = await ask('service', 'select metadata from public.audit_logs')
  assert.deepEqual(rows, [{ metadata: { calendar_id: id('town'), calendar_name: 'New', changed: ['city', 'name'] } }])
})

test('no address, number or text of a person is kept in the history', async () => {
  await ask(
    'owner',
    "update public.calendars set admin_email = 'secret@example.org', external_calendar_url = 'https://secret.example'",
  )
  await ask(
    'owner',
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'secret@example.org'), ($1, 'phone', '+15125550123')",
    [id('town')],
  )
  await ask('owner', 'delete from public.calendar_contacts')
  await ask('owner', "update public.events set description = 'secret', location = 'secret'")
  const rows = await ask('service', 'select metadata::text as kept from public.audit_logs')
  assert.ok(rows.length > 8)
  for (const { kept } of rows) assert.doesNotMatch(String(kept), /secret|@|\+1512/)
})

test('whatever a client writes into the history of its own calendar is taken and dropped', async () => {
  const write =
    "insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata) values ($1, $2, 'calendar', $2, 'delete', '{\"forged\":true}')"
  await ask('owner', write, [id('owner'), id('town')])
  assert.deepEqual(await logged(), [])
})
