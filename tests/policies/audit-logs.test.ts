import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id } from './people.ts'
import { type QueryAs, queryRunner } from './query-as.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
let queryAs: QueryAs
before(async () => {
  database = await testDatabase()
  queryAs = queryRunner(database.pool)
})
beforeEach(async () => {
  await seedDatabase(database.pool)
  await database.pool.query('truncate public.audit_logs')
})
after(() => database.close())

/** Returns the log entries since the test began, in short form. */
async function logged(): Promise<string[]> {
  const rows = await queryAs('service', 'select * from public.audit_logs order by id')
  const names = new Map([...['owner', 'admin', 'member'].map((name) => [id(name), name] as const), [null, 'nobody']])
  return rows.map((row) => `${names.get(row.actor_user_id as string | null)} ${row.action} ${row.entity_type}`)
}

test('every change of a calendar, member, contact and event is logged with who made it', async () => {
  await queryAs('owner', "update public.calendars set name = 'New', city = 'Akron'")
  await queryAs('owner', "update public.calendar_members set role = 'admin' where user_id = $1", [id('member')])
  await queryAs(
    'admin',
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'new@example.org')",
    [id('town')],
  )
  await queryAs('admin', "delete from public.calendar_contacts where contact_value = 'new@example.org'")
  await queryAs('member', "update public.events set title = 'New' where id = $1", [id('event of member in town')])
  await queryAs('member', 'delete from public.events where id = $1', [id('event of member in town')])
  await queryAs('service', 'delete from public.calendar_members where user_id = $1', [id('neighbour')])
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

test('an update logs which columns changed, without derived ones', async () => {
  await queryAs('owner', "update public.calendars set name = 'New', description = null, city = 'Akron'")
  await queryAs('owner', 'update public.calendars set name = name')
  const rows = await queryAs('service', 'select metadata from public.audit_logs')
  assert.deepEqual(rows, [{ metadata: { calendar_id: id('town'), calendar_name: 'New', changed: ['city', 'name'] } }])
})

test('the history stores no address, phone number or text of a person', async () => {
  await queryAs(
    'owner',
    "update public.calendars set admin_email = 'secret@example.org', external_calendar_url = 'https://secret.example'",
  )
  await queryAs(
    'owner',
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'secret@example.org'), ($1, 'phone', '+15125550123')",
    [id('town')],
  )
  await queryAs('owner', 'delete from public.calendar_contacts')
  await queryAs('owner', "update public.events set description = 'secret', location = 'secret'")
  const rows = await queryAs('service', 'select metadata::text as kept from public.audit_logs')
  assert.ok(rows.length > 8)
  for (const { kept } of rows) assert.doesNotMatch(String(kept), /secret|@|\+1512/)
})

test('entries that a client writes into the history are accepted and dropped', async () => {
  const write =
    "insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata) values ($1, $2, 'calendar', $2, 'delete', '{\"forged\":true}')"
  await queryAs('owner', write, [id('owner'), id('town')])
  assert.deepEqual(await logged(), [])
})
