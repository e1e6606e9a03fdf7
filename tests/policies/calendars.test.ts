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

const create =
  'insert into public.calendars (name, description, owner_id, state, city, allow_guest_users) values ($1, $2, $3, $4, $5, $6) returning *'

test('creating a calendar request by request leaves one calendar, one admin, one preference and the log of triggers', async () => {
  const self = id('stranger')
  const [calendar] = await queryAs('stranger', create, ['  Elm Street ', ' ', self, 'Texas', 'El Paso', true])
  assert.equal(calendar?.name, 'Elm Street')
  assert.equal(calendar?.description, null)
  assert.equal(calendar?.time_zone, 'America/Denver')
  assert.equal(calendar?.sendgrid_template_id, 'townbell-day-of')
  assert.equal(calendar?.notify_at, '08:00:00')

  await queryAs(
    'stranger',
    "insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'admin')",
    [calendar?.id, self],
  )
  await queryAs(
    'stranger',
    'insert into public.notification_preferences (user_id, calendar_id, email_notifications, push_notifications) values ($1, $2, true, true)',
    [self, calendar?.id],
  )
  await queryAs(
    'stranger',
    "insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata) values ($1, $2, 'calendar', $2, 'create', '{}')",
    [self, calendar?.id],
  )

  const of = (table: string) =>
    queryAs('service', `select * from public.${table} where calendar_id = $1 order by 1`, [calendar?.id])
  const members = await of('calendar_members')
  assert.deepEqual(
    members.map(({ user_id, role }) => ({ user_id, role })),
    [{ user_id: self, role: 'admin' }],
  )
  const preferences = await of('notification_preferences')
  assert.deepEqual(
    preferences.map((row) => [row.user_id, row.email_notifications, row.push_notifications]),
    [[self, true, true]],
  )
  const logs = await of('audit_logs')
  assert.deepEqual(
    logs.map((row) => [row.actor_user_id, row.entity_type, row.action]),
    [
      [self, 'calendar', 'create'],
      [self, 'membership', 'create'],
    ],
  )
})

test('a new calendar belongs to its creator, who cannot name another owner', async () => {
  const [made] = await queryAs(
    'member',
    "insert into public.calendars (name, state, city) values ('Mine', 'Ohio', 'Akron') returning owner_id",
  )
  assert.equal(made?.owner_id, id('member'))
  await refused(queryAs('member', create, ['Theirs', null, id('owner'), 'Ohio', 'Akron', true]), '42501')
})

test('a person with an unconfirmed address cannot create a calendar', async () => {
  const asked = queryAs('unconfirmed', create, ['New', null, id('unconfirmed'), 'Ohio', 'Akron', true])
  await refused(asked, 'TB007', 'Please confirm your email address before creating calendars.')
})

test('on trial the second calendar is refused, also when the first is only joined', async () => {
  const limit = 'Trial users can only create 1 calendar. Please upgrade your plan to create more calendars.'
  await refused(
    queryAs('trialOwner', create, ['Second', null, id('trialOwner'), 'Ohio', 'Akron', true]),
    'TB001',
    limit,
  )
  const neighbour = { userId: id('neighbour') }
  await refused(queryAs(neighbour, create, ['Second', null, id('neighbour'), 'Ohio', 'Akron', true]), 'TB001', limit)
})

test('on trial two calendars in one insert are refused together', async () => {
  const two =
    "insert into public.calendars (name, state, city) values ('One', 'Ohio', 'Akron'), ('Two', 'Ohio', 'Akron')"
  await refused(queryAs('stranger', two), 'TB001')
  assert.deepEqual(await queryAs('service', 'select from public.calendars where owner_id = $1', [id('stranger')]), [])
  await queryAs('owner', two)
  assert.equal((await queryAs('owner', 'select from public.calendars where owner_id = $1', [id('owner')])).length, 3)
})

test('a person without a profile counts as on trial', async () => {
  await queryAs('service', 'delete from public.profiles where user_id = $1', [id('owner')])
  await refused(queryAs('owner', create, ['Second', null, id('owner'), 'Ohio', 'Akron', true]), 'TB001')
})

test('a state or city that is not in the list is refused with a message', async () => {
  const places = [
    ['Atlantis', 'Akron'],
    ['Ohio', 'Austin'],
    ['Ohio', ''],
    ['ohio', 'Akron'],
  ]
  for (const [state, city] of places) {
    await refused(
      queryAs('member', create, ['New', null, id('member'), state, city, true]),
      'TB009',
      'Please select a state and one of its cities.',
    )
    await refused(queryAs('owner', 'update public.calendars set state = $1, city = $2', [state, city]), 'TB009')
  }
  await refused(queryAs('member', create, ['New', null, id('member'), null, null, true]), '23502')
})

const bad: Record<string, unknown[]> = {
  name: [
    '',
    '   ',
    'x'.repeat(101),
    '😀'.repeat(101),
    '\u200b\u2060',
    '\u3164',
    'two\nlines',
    'tab\there',
    '\u202egnihton',
    null,
  ],
  description: ['x'.repeat(501), 'bell\u0007'],
  admin_email: [
    'a@b',
    'a@b.org,c@d.org',
    'a@b.org\r\nBcc: c@d.org',
    'a@b.org?bcc=c@d.org',
    'Name <a@b.org>',
    'mailto:a@b.org',
    `${'x'.repeat(65)}@b.org`,
  ],
  external_calendar_url: [
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    '//evil.org',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://',
    'ftp://a.org',
    'https://me:pw@a.org',
    'https://a.org@evil.org/',
    'https:\\\\evil.org',
    `https://a.org/${'x'.repeat(2048)}`,
    'https://a.org/ b',
    'https://a b.org',
    'a.org',
  ],
  sendgrid_template_id: ['../x', 'a b', 'x'.repeat(101)],
  allow_guest_users: [null, 'maybe'],
}

for (const [column, values] of Object.entries(bad)) {
  test(`a ${column} that cannot be used is refused`, async () => {
    const before = await queryAs('owner', 'select * from public.calendars')
    for (const value of values) {
      await assert.rejects(
        queryAs('owner', `update public.calendars set ${column} = $1`, [value]),
        (error: { code: string }) => ['23514', '23502', '22P02'].includes(error.code),
        JSON.stringify(value),
      )
    }
    assert.deepEqual(await queryAs('owner', 'select * from public.calendars'), before)
  })
}

const good: Record<string, [unknown, unknown][]> = {
  name: [
    ['😀'.repeat(100), '😀'.repeat(100)],
    [' Elm\u00a0', 'Elm'],
    ['</script><script>', '</script><script>'],
  ],
  description: [
    ['  ', null],
    ['Two\nlines', 'Two\nlines'],
    ['x'.repeat(500), 'x'.repeat(500)],
  ],
  admin_email: [
    ['', null],
    [' Ann@Example.ORG ', 'ann@example.org'],
  ],
  external_calendar_url: [
    ['https://a.org/x?y=1#z', 'https://a.org/x?y=1#z'],
    ['http://a.org', 'http://a.org'],
    ['', null],
  ],
  sendgrid_template_id: [
    ['d-0123abc', 'd-0123abc'],
    [' ', null],
  ],
}

for (const [column, pairs] of Object.entries(good)) {
  test(`a ${column} is kept trimmed, and blank as null`, async () => {
    for (const [sent, kept] of pairs) {
      const [row] = await queryAs('owner', `update public.calendars set ${column} = $1 returning ${column} as kept`, [
        sent,
      ])
      assert.equal(row?.kept, kept)
    }
  })
}

test('every change of a calendar or its events increases its version, other changes do not', async () => {
  const version = async () => Number((await queryAs('owner', 'select version from public.calendars'))[0]?.version)
  let last = await version()
  const rises = async (text: string, values: unknown[] = []) => {
    await queryAs('owner', text, values)
    assert.ok((await version()) > last, text)
    last = await version()
  }
  await rises("update public.calendars set name = 'New'")
  await rises("update public.events set title = 'New'")
  await rises('delete from public.events where id = $1', [id('event of member in town')])
  await rises(
    "insert into public.events (calendar_id, title, start_time, end_time, category) values ($1, 'New', '2100-06-01T18:00Z', '2100-06-01T19:00Z', 'Event')",
    [id('town')],
  )
  await queryAs(
    'owner',
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'new@example.org')",
    [id('town')],
  )
  assert.equal(await version(), last)
})

test('disabling a calendar hides it and its events from guests, enabling shows them again', async () => {
  const seen = () =>
    queryAs(
      'guest',
      'select c.id, e.id as event from public.calendars c join public.events e on e.calendar_id = c.id where c.id = $1',
      [id('town')],
    )
  const there = (await seen()).length
  assert.ok(there > 0)
  await queryAs('service', 'update public.calendars set disabled = true where id = $1', [id('town')])
  assert.deepEqual(await seen(), [])
  assert.deepEqual(await queryAs('guest', 'select id from public.events where calendar_id = $1', [id('town')]), [])
  await queryAs('service', 'update public.calendars set disabled = false where id = $1', [id('town')])
  assert.equal((await seen()).length, there)
})

test('moving a calendar to another zone keeps the clock time and the day of its events', async () => {
  const local = () =>
    queryAs(
      'owner',
      'select e.id, e.event_date::text, (e.start_time at time zone c.time_zone)::text as starts, (e.end_time - e.start_time)::text as lasts from public.events e join public.calendars c on c.id = e.calendar_id order by e.id',
    )
  const before = await local()
  assert.ok(before.length > 0)
  const [moved] = await queryAs(
    'owner',
    "update public.calendars set state = 'Hawaii', city = 'Honolulu' returning time_zone",
  )
  assert.equal(moved?.time_zone, 'Pacific/Honolulu')
  assert.deepEqual(await local(), before)
})

test('only a real zone can be set, by operators', async () => {
  await refused(queryAs('service', "update public.calendars set time_zone = 'Mars/Base'"), '22023')
  await queryAs('service', "update public.calendars set time_zone = 'Europe/Berlin' where id = $1", [id('town')])
})

test('deleting a calendar permanently deletes everything in it except its history', async () => {
  await queryAs('service', 'delete from public.calendars where id = $1', [id('town')])
  for (const table of [
    'calendar_members',
    'notification_preferences',
    'calendar_contacts',
    'events',
    'deleted_events',
    'opt_outs',
    'pending_contact_confirmations',
    'mailings',
    'deliveries',
  ]) {
    const left = await queryAs('service', `select from public.${table} where calendar_id = $1`, [id('town')])
    assert.equal(left.length, 0, table)
  }
  const logs = await queryAs(
    'service',
    "select calendar_id, entity_type, action, actor_user_id, metadata from public.audit_logs where metadata ->> 'calendar_id' = $1 order by id desc",
    [id('town')],
  )
  assert.ok(logs.length > 5)
  assert.ok(logs.every((log) => log.calendar_id === null))
  assert.deepEqual(logs[0], {
    calendar_id: null,
    entity_type: 'calendar',
    action: 'delete',
    actor_user_id: null,
    metadata: { calendar_id: id('town'), calendar_name: 'town' },
  })
})

test('an admin email can be changed but not removed; a calendar that has none yet can be changed', async () => {
  const change = (column: string, value: string | null) =>
    queryAs('stranger', `update public.calendars set ${column} = $2 where id = $1 returning admin_email`, [made, value])
  const [calendar] = await queryAs('stranger', create, ['Elm Street', null, id('stranger'), 'Ohio', 'Columbus', true])
  const made = calendar?.id
  assert.deepEqual(await change('description', 'Who we are'), [{ admin_email: null }])
  assert.deepEqual(await change('admin_email', 'Elm@Town.example'), [{ admin_email: 'elm@town.example' }])
  await refused(change('admin_email', null), '23502')
  await refused(change('admin_email', ' '), '23502')
  assert.deepEqual(await change('admin_email', 'oak@town.example'), [{ admin_email: 'oak@town.example' }])
})

test('deleting an account deletes its calendars but not its events in other calendars', async () => {
  await queryAs('service', 'delete from auth.users where id = $1', [id('admin')])
  const [event] = await queryAs('service', 'select created_by from public.events where id = $1', [
    id('event of admin in town'),
  ])
  assert.deepEqual(event, { created_by: null })
  await queryAs('service', 'delete from auth.users where id = $1', [id('owner')])
  assert.deepEqual(await queryAs('service', 'select from public.calendars where id = $1', [id('town')]), [])
})

test('the owner chooses the hour of the day’s mail, and the dashboard says it; an admin, a member and a stranger do not', async () => {
  const set = "update public.calendars set notify_at = '06:00' where id = $1 returning notify_at"
  const hour = async () =>
    (await queryAs('owner', 'select notify_at from public.get_my_calendars() where id = $1', [id('town')]))[0]
      ?.notify_at
  for (const who of ['admin', 'member', 'stranger'] as const)
    assert.deepEqual(await queryAs(who, set, [id('town')]), [])
  assert.equal(await hour(), '08:00:00')
  assert.equal((await queryAs('owner', set, [id('town')])).length, 1)
  assert.equal(await hour(), '06:00:00')
  await refused(queryAs('owner', set.replace('06:00', '24:00'), [id('town')]), '23514')
})
