// Tests column grants against mass assignment and unwanted selects. Each refused column is shown to exist.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id, type Person } from './people.ts'
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

/** PostgreSQL refuses generated columns before it checks grants. */
function refusalOf(table: string, column: string): string {
  return ['calendars.identifier', 'calendar_contacts.normalised'].includes(`${table}.${column}`) ? '428C9' : '42501'
}

/** The person with the most rights on the row, the column, and a value to set. */
const unwritable: [Person, string, string, unknown][] = [
  ['trialOwner', 'profiles', 'trial', false],
  ['trialOwner', 'profiles', 'created_at', '2000-01-01'],
  ['owner', 'calendars', 'id', id('elsewhere')],
  ['owner', 'calendars', 'owner_id', id('member')],
  ['owner', 'calendars', 'identifier', 1],
  ['owner', 'calendars', 'disabled', true],
  ['owner', 'calendars', 'version', 1000],
  ['owner', 'calendars', 'created_at', '2000-01-01'],
  ['owner', 'calendars', 'deleted_at', '2000-01-01'],
  ['owner', 'calendars', 'disabled_before', true],
  ['owner', 'calendar_members', 'user_id', id('newcomer')],
  ['owner', 'calendar_members', 'calendar_id', id('harbour')],
  ['owner', 'calendar_members', 'created_at', '2000-01-01'],
  ['owner', 'calendar_contacts', 'confirmed_at', '2000-01-01'],
  ['owner', 'calendar_contacts', 'source', 'follow'],
  ['owner', 'calendar_contacts', 'language', 'es'],
  ['owner', 'calendar_contacts', 'calendar_id', id('harbour')],
  ['owner', 'events', 'calendar_id', id('harbour')],
  ['owner', 'events', 'created_by', id('member')],
  ['owner', 'events', 'is_public', false],
  ['owner', 'events', 'created_at', '2000-01-01'],
  ['owner', 'events', 'end_date', '2000-01-01'],
  ['owner', 'events', 'sequence', 9],
  ['owner', 'events', 'uid', 'another'],
  ['owner', 'event_series', 'calendar_id', id('harbour')],
  ['owner', 'event_series', 'uid', 'another'],
  ['owner', 'event_series', 'created_by', id('member')],
  ['owner', 'change_notices', 'before', '{}'],
  ['owner', 'mailings', 'state', 'cancelled'],
  ['owner', 'deliveries', 'state', 'delivered'],
]

for (const [person, table, column, value] of unwritable) {
  test(`${person} cannot set ${table}.${column} by update`, async () => {
    const before = await database.pool.query(`select ${column}::text as value from public.${table} order by 1`)
    assert.ok(before.rows.length > 0)
    await refused(queryAs(person, `update public.${table} set ${column} = $1`, [value]), refusalOf(table, column))
    const after = await database.pool.query(`select ${column}::text as value from public.${table} order by 1`)
    assert.deepEqual(after.rows, before.rows)
  })
}

const uninsertable: [string, string, unknown][] = [
  ['profiles', 'trial', false],
  ['calendars', 'id', id('chosen')],
  ['calendars', 'identifier', 1],
  ['calendars', 'disabled', false],
  ['calendars', 'time_zone', 'Pacific/Honolulu'],
  ['calendars', 'version', 1000],
  ['calendars', 'sendgrid_template_id', 'd-123'],
  ['calendar_contacts', 'source', 'follow'],
  ['calendar_contacts', 'confirmed_at', '2000-01-01'],
  ['calendar_contacts', 'consented_at', '2000-01-01'],
  ['calendar_contacts', 'normalised', 'other@example.org'],
  ['events', 'id', id('chosen')],
  ['events', 'is_public', true],
  ['audit_logs', 'created_at', '2000-01-01'],
]

const insertable: Record<string, [string, unknown[]]> = {
  profiles: ['user_id, email, display_name', [id('owner'), 'owner@example.org', 'Owner']],
  calendars: ['name, state, city', ['New', 'Ohio', 'Dayton']],
  calendar_contacts: ['calendar_id, contact_type, contact_value', [id('town'), 'email', 'new@example.org']],
  events: [
    'calendar_id, title, start_time, end_time, category',
    [id('town'), 'New', '2100-06-01T18:00Z', '2100-06-01T19:00Z', 'Event'],
  ],
  audit_logs: [
    'actor_user_id, calendar_id, entity_type, entity_id, action',
    [id('owner'), id('town'), 'event', id('x'), 'create'],
  ],
}

for (const [table, column, value] of uninsertable) {
  test(`the owner cannot set ${table}.${column} by insert`, async () => {
    const [columns, values] = insertable[table]!
    const places = [...values, value].map((_, index) => `$${index + 1}`)
    await refused(
      queryAs('owner', `insert into public.${table} (${columns}, ${column}) values (${places})`, [...values, value]),
      refusalOf(table, column),
    )
  })
}

test('inserts that were refused because of one column are accepted without it', async () => {
  for (const [table, [columns, values]] of Object.entries(insertable)) {
    const conflict =
      table === 'profiles' ? 'on conflict (user_id) do update set display_name = excluded.display_name' : ''
    await queryAs(
      'owner',
      `insert into public.${table} (${columns}) values (${values.map((_, i) => `$${i + 1}`)}) ${conflict}`,
      values,
    )
  }
  await seedDatabase(database.pool)
})

const unreadable: [Person, string, string[]][] = [
  ['guest', 'calendars', ['owner_id', 'sendgrid_template_id', 'notify_at', 'external_calendar_url', 'created_at']],
  ['guest', 'events', ['created_by', 'include_in_mailer', 'include_sms']],
  ['guest', 'event_series', ['created_by', 'include_in_mailer']],
  ['guest', 'calendar_members', ['user_id', 'role', 'created_at']],
  ['owner', 'change_notices', ['told_in']],
  ['owner', 'feed_links', ['secret_hash']],
  ['owner', 'deliveries', ['address', 'lease_token', 'lease_until', 'message_id', 'provider_id']],
]

for (const [person, table, columns] of unreadable) {
  test(`${person} cannot read ${columns.join(', ')} of ${table}, nor everything at once`, async () => {
    for (const column of columns) {
      await refused(queryAs(person, `select ${column} from public.${table}`), '42501')
      await refused(queryAs(person, `select 1 from public.${table} where ${column} is null`), '42501')
      await refused(queryAs(person, `select 1 from public.${table} order by ${column}`), '42501')
      assert.ok((await queryAs('service', `select ${column} from public.${table}`)).length > 0)
    }
    await refused(queryAs(person, `select * from public.${table}`), '42501')
  })
}

test('a guest can count the members of a public calendar but not see them', async () => {
  const count = 'select count(*)::int as count from public.calendar_members where calendar_id = $1'
  assert.deepEqual(await queryAs('guest', count, [id('town')]), [{ count: 5 }])
  assert.deepEqual(await queryAs('guest', count, [id('mill')]), [{ count: 0 }])
  assert.deepEqual(await queryAs('service', count, [id('mill')]), [{ count: 2 }])
  const asked = 'select public.public_member_count($1)::int as count'
  assert.deepEqual(await queryAs('guest', asked, [id('town')]), [{ count: 5 }])
  assert.deepEqual(await queryAs('guest', asked, [id('mill')]), [{ count: 0 }])
})

test('only admins can read the invite code, though every calendar has one', async () => {
  const codes = 'select c.id, public.invite_code(c) as code from public.calendars c where c.id = $1'
  for (const person of ['admin', 'owner'] as const) {
    const [row] = await queryAs(person, codes, [id('town')])
    assert.match(String(row?.code), /^[\w-]{24}$/, person)
  }
  for (const person of ['unconfirmed', 'member'] as const) {
    assert.deepEqual(await queryAs(person, codes, [id('town')]), [{ id: id('town'), code: null }], person)
  }
  await refused(queryAs('guest', codes, [id('town')]), '42501')
  // A row made up by the caller reaches the function, and reveals nothing.
  const forged = `select public.invite_code(jsonb_populate_record(null::public.calendars, jsonb_build_object('id', $1::text))) as code`
  for (const person of ['stranger', 'trialOwner', 'otherAdmin'] as const) {
    assert.deepEqual(await queryAs(person, codes, [id('town')]), [], person)
    assert.deepEqual(await queryAs(person, forged, [id('town')]), [{ code: null }], person)
  }
  const stored = await queryAs('service', 'select count(*)::int as count from private.calendar_invites')
  assert.deepEqual(stored, [{ count: 4 }])
})
