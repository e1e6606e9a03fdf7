// Deleted calendars and events are hidden at once, stored for 30 days, and restored unchanged.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id, type Person } from './people.ts'
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

const town = id('town')
const deleteTown = 'delete from public.calendars where id = $1'
const restoreTown = 'select public.restore_calendar($1)'

/** Returns all that a person can read about the calendar `town`, from every table and function about calendars. */
async function seenBy(person: Person): Promise<Record<string, unknown[]>> {
  const questions: Record<string, string> = {
    calendars: 'select id, name, disabled from public.calendars where id = $1',
    events: 'select id, title from public.events where calendar_id = $1 order by id',
    series: 'select id, rrule from public.event_series where calendar_id = $1',
    members: 'select calendar_id from public.calendar_members where calendar_id = $1',
    count: 'select 1 from public.public_member_count($1) as members where members > 0',
    search: 'select id from public.search_calendars() where id = $1',
    invite:
      person === 'guest'
        ? 'select from public.calendars where id = $1 and false'
        : 'select public.invite_code(c) as code from public.calendars c where c.id = $1',
    ...(person === 'guest' ? {} : forMembers),
  }
  const seen: Record<string, unknown[]> = {}
  for (const [name, question] of Object.entries(questions)) seen[name] = await queryAs(person, question, [town])
  return seen
}

const forMembers = {
  mine: 'select id, user_role, event_count, email_count, member_count from public.get_my_calendars() where id = $1',
  contacts: 'select id from public.calendar_contacts where calendar_id = $1',
  contactCount: 'select 1 from public.get_calendar_contact_count($1) as contacts where contacts > 0',
  trial: 'select 1 from public.is_calendar_on_trial($1) as trial where trial is not null',
  preferences: 'select email_notifications from public.notification_preferences where calendar_id = $1',
  mailings: 'select id, state from public.mailings where calendar_id = $1',
  told: 'select event_id from public.mailing_events where mailing_id in (select id from public.mailings where calendar_id = $1)',
  notices: 'select id from public.change_notices where calendar_id = $1 order by id',
  deliveries: 'select id, state from public.deliveries where calendar_id = $1',
  ledger: 'select id from public.calendar_mailings($1)',
  results:
    'select d.id from public.mailings m cross join lateral public.find_deliveries(m.id) d where m.calendar_id = $1',
  activity: 'select week from public.calendar_activity($1)',
  outcomes: 'select contact_id from public.contact_outcomes($1)',
  deletedEvents: 'select id from public.deleted_events where calendar_id = $1',
  history: "select id from public.audit_logs where calendar_id = $1 and entity_type = 'event' order by id",
  role: `select 1 where public.user_role(jsonb_populate_record(null::public.calendars, jsonb_build_object('id', $1::text))) is not null`,
}

const onlookers: Person[] = ['guest', ...signedInPeople]

test('a deleted calendar is hidden from everybody, and is restored unchanged', async () => {
  const before: Record<string, Record<string, unknown[]>> = {}
  for (const person of onlookers) before[person] = await seenBy(person)
  for (const [name, rows] of Object.entries(before.owner!)) assert.ok(rows.length > 0, `the owner sees ${name}`)
  assert.ok(before.guest!.calendars!.length > 0 && before.guest!.events!.length > 0)

  await queryAs('owner', deleteTown, [town])
  for (const person of onlookers) {
    for (const [name, rows] of Object.entries(await seenBy(person)))
      assert.deepEqual(rows, [], `${person} sees ${name}`)
  }
  assert.equal(
    (await queryAs('service', 'select from public.calendar_members where calendar_id = $1', [town])).length,
    5,
  )

  await queryAs('owner', restoreTown, [town])
  for (const person of onlookers) assert.deepEqual(await seenBy(person), before[person], person)
})

test('no one can change a deleted calendar, and its invite does not work', async () => {
  const [invite] = await queryAs(
    'owner',
    'select public.invite_code(c) as code from public.calendars c where c.id = $1',
    [town],
  )
  await queryAs('owner', deleteTown, [town])
  const start = "current_date + interval '9 days 18 hours'"
  await refused(
    queryAs(
      'admin',
      `insert into public.events (calendar_id, title, start_time, end_time, category) values ($1, 'New', ${start}, ${start} + interval '1 hour', 'Event')`,
      [town],
    ),
    '42501',
  )
  await refused(
    queryAs(
      'admin',
      "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'new@example.org')",
      [town],
    ),
    '42501',
  )
  const changed = await queryAs('owner', "update public.calendars set name = 'Mine' where id = $1 returning 1", [town])
  assert.deepEqual(changed, [])
  await refused(queryAs('owner', 'select public.renew_invite($1)', [town]), '42501')
  const offer = 'select private.offer_calendar($1, $2, $3)'
  await refused(queryAs('service', offer, [town, id('owner'), id('admin')]), '42501')
  await refused(queryAs('owner', 'select public.pause_sending($1)', [town]), '42501')
  assert.deepEqual(await queryAs('guest', 'select from public.get_invite($1)', [invite?.code]), [])
  await refused(queryAs('stranger', 'select public.join_calendar($1)', [invite?.code]), 'TB011')
})

test('only the owner sees and restores a deleted calendar, within 30 days', async () => {
  const listed =
    "select id, name, gone_at - deleted_at = interval '30 days' as month from public.get_deleted_calendars()"
  await queryAs('owner', deleteTown, [town])
  assert.deepEqual(await queryAs('owner', listed), [{ id: town, name: 'town', month: true }])
  const gone = 'This calendar can no longer be restored.'
  for (const person of signedInPeople.filter((one) => one !== 'owner')) {
    assert.deepEqual(await queryAs(person, listed), [], person)
    await refused(queryAs(person, restoreTown, [town]), 'P0002', gone)
  }
  await refused(queryAs('guest', restoreTown, [town]), '42501')

  await queryAs('service', "update public.calendars set deleted_at = now() - interval '30 days' where id = $1", [town])
  assert.deepEqual(await queryAs('owner', listed), [])
  await refused(queryAs('owner', restoreTown, [town]), 'P0002', gone)
})

test('a calendar that an operator disabled is restored disabled', async () => {
  await queryAs('service', 'update public.calendars set disabled = true where id = $1', [town])
  await queryAs('owner', deleteTown, [town])
  await queryAs('owner', restoreTown, [town])
  assert.deepEqual(await queryAs('owner', 'select disabled, deleted_at from public.calendars where id = $1', [town]), [
    { disabled: true, deleted_at: null },
  ])
  await queryAs('owner', deleteTown, [town])
  await refused(queryAs('service', 'update public.calendars set disabled = false where id = $1', [town]), '23514')
})

test('a deleted calendar does not count on trial, and cannot be restored over the limit', async () => {
  const garden = id('garden')
  await queryAs('trialOwner', deleteTown, [garden])
  const create = "insert into public.calendars (name, state, city) values ('Second', 'Ohio', 'Akron') returning id"
  const [second] = await queryAs('trialOwner', create)
  await refused(queryAs('trialOwner', restoreTown, [garden]), 'TB001')
  await queryAs('trialOwner', deleteTown, [second?.id])
  await queryAs('trialOwner', restoreTown, [garden])
  await refused(queryAs('trialOwner', restoreTown, [second?.id]), 'TB001')
})

test('creating and restoring a calendar at once on trial leaves one calendar', async () => {
  for (let round = 0; round < 10; round++) {
    await seedDatabase(database.pool)
    await queryAs('trialOwner', deleteTown, [id('garden')])
    const tries = await Promise.allSettled([
      queryAs('trialOwner', restoreTown, [id('garden')]),
      queryAs('trialOwner', "insert into public.calendars (name, state, city) values ('Second', 'Ohio', 'Akron')"),
    ])
    assert.deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  }
})

test('an opt-out from a deleted calendar holds after it is restored', async () => {
  await queryAs('owner', deleteTown, [town])
  await queryAs(
    'service',
    "insert into public.opt_outs (calendar_id, email, source) values ($1, 'ann@town.example', 'link')",
    [town],
  )
  await queryAs('owner', restoreTown, [town])
  const out = await queryAs('service', "select private.is_opted_out($1, 'email', 'ann@town.example') as out", [town])
  assert.deepEqual(out, [{ out: true }])
})

test('deleting an account deletes its deleted calendars', async () => {
  await queryAs('owner', deleteTown, [town])
  await queryAs('service', 'delete from auth.users where id = $1', [id('owner')])
  assert.deepEqual(await queryAs('service', 'select from public.calendars where id = $1', [town]), [])
})

const wholeEvent = "select to_jsonb(e) - 'updated_at' as event from public.events e where id = $1"
const restoreEvent = 'select public.restore_event($1)'

test('a deleted event is restored with its id and every column, by admins or by the member who created and deleted it', async () => {
  const stories: [Person, string, Person][] = [
    ['admin', 'owner', 'owner'],
    ['owner', 'member', 'admin'],
    ['member', 'member', 'member'],
  ]
  for (const [deleter, creator, restorer] of stories) {
    const event = id(`event of ${creator} in town`)
    await queryAs(
      'service',
      "update public.events set latitude = 30.25, longitude = -97.75, description = 'Bring cake' where id = $1",
      [event],
    )
    const [before] = await queryAs('service', wholeEvent, [event])
    await queryAs(deleter, 'delete from public.events where id = $1', [event])
    assert.deepEqual(await queryAs('service', wholeEvent, [event]), [])
    await queryAs(restorer, restoreEvent, [event])
    assert.deepEqual(await queryAs('service', wholeEvent, [event]), [before])
    await refused(queryAs(restorer, restoreEvent, [event]), 'P0002', 'This event can no longer be restored.')
  }
})

test('no one else can restore an event, and no one can after 30 days', async () => {
  const event = id('event of member in town')
  await queryAs('admin', 'delete from public.events where id = $1', [event])
  // The member created it, and an admin deleted it.
  for (const person of ['stranger', 'unconfirmed', 'member', 'trialOwner', 'otherAdmin'] as const)
    await refused(queryAs(person, restoreEvent, [event]), 'P0002')
  await refused(queryAs('guest', restoreEvent, [event]), '42501')
  assert.equal((await queryAs('admin', 'select from public.deleted_events where id = $1', [event])).length, 1)
  await queryAs('service', "update public.deleted_events set deleted_at = now() - interval '30 days' where id = $1", [
    event,
  ])
  await refused(queryAs('admin', restoreEvent, [event]), 'P0002')
})

test('a removed member cannot restore events', async () => {
  const event = id('event of member in town')
  await queryAs('member', 'delete from public.events where id = $1', [event])
  await queryAs('owner', 'delete from public.calendar_members where user_id = $1', [id('member')])
  await refused(queryAs('member', restoreEvent, [event]), 'P0002')
  await queryAs('owner', restoreEvent, [event])
})

test('an event can be restored after columns changed, its creator left, or its day passed', async () => {
  const event = id('event of member in town')
  await queryAs('owner', 'delete from public.events where id = $1', [event])
  await queryAs(
    'service',
    `update public.deleted_events set event = event - 'category' - 'include_sms'
       || '{"was_dropped": 1, "category": "FYI", "start_time": "2020-02-02T18:00:00Z", "end_time": "2020-02-02T19:00:00Z"}' where id = $1`,
    [event],
  )
  await queryAs('service', 'delete from auth.users where id = $1', [id('member')])
  await queryAs('owner', restoreEvent, [event])
  assert.deepEqual(
    await queryAs(
      'owner',
      'select category, include_sms, event_date::text, created_by from public.events where id = $1',
      [event],
    ),
    [{ category: 'FYI', include_sms: false, event_date: '2020-02-02', created_by: null }],
  )
  await refused(queryAs('owner', "update public.events set title = 'Rewritten' where id = $1", [event]), 'TB005')
})

const series = `
  with series as (
    insert into public.event_series (calendar_id, title, category, starts_on, starts_at, ends_at, rrule, filled_until)
    values ($1, 'Choir', 'Event', '2100-01-05', '19:00', '20:30', 'FREQ=WEEKLY', '2100-02-01') returning id
  )
  insert into public.events (calendar_id, title, category, start_time, end_time, series_id, series_day)
  select $1, 'Choir', 'Event', day + interval '24 hours', day + interval '25 hours', series.id, day::date
  from series, generate_series(timestamp '2100-01-05', '2100-01-26', '7 days') as day returning series_id, id`
const choir = "select to_jsonb(e) - 'updated_at' as event from public.events e where series_id = $1 order by series_day"
const wholeSeries = "select to_jsonb(s) - 'updated_at' - 'sequence' as series from public.event_series s where id = $1"

test('a deleted series is restored as a whole', async () => {
  const [made] = await queryAs('service', series, [town])
  const id = made?.series_id
  const [before, rule] = [await queryAs('service', choir, [id]), await queryAs('service', wholeSeries, [id])]
  assert.equal(before.length, 4)
  await queryAs('admin', 'delete from public.event_series where id = $1', [id])
  assert.deepEqual(await queryAs('service', choir, [id]), [])
  const listed = "select kind from public.deleted_events where event ->> 'title' = 'Choir' and series_id is null"
  assert.deepEqual(await queryAs('admin', listed), [{ kind: 'series' }])
  const [occurrence] = await queryAs('admin', 'select id from public.deleted_events where series_id = $1', [id])
  await refused(queryAs('admin', restoreEvent, [occurrence?.id]), 'P0002')

  await database.pool.query('truncate public.audit_logs')
  await queryAs('owner', restoreEvent, [id])
  assert.deepEqual(await queryAs('service', choir, [id]), before)
  assert.deepEqual(await queryAs('service', wholeSeries, [id]), rule)
  assert.deepEqual(await queryAs('owner', "select from public.deleted_events where event ->> 'title' = 'Choir'"), [])
  assert.deepEqual(await queryAs('owner', 'select entity_type, action from public.audit_logs'), [
    { entity_type: 'series', action: 'restore' },
  ])
})

test('one occurrence is restored into its series, or alone when the series is gone', async () => {
  const [first, second] = await queryAs('service', series, [town])
  const of = first?.series_id
  await queryAs('admin', 'delete from public.events where id = any ($1)', [[first?.id, second?.id]])
  await queryAs('admin', restoreEvent, [first?.id])
  assert.deepEqual(await queryAs('admin', 'select exdates::text from public.event_series where id = $1', [of]), [
    { exdates: '{2100-01-12}' },
  ])
  await queryAs('admin', 'delete from public.event_series where id = $1', [of])
  await queryAs('admin', restoreEvent, [second?.id])
  assert.deepEqual(
    await queryAs('admin', 'select series_id, series_day from public.events where id = $1', [second?.id]),
    [{ series_id: null, series_day: null }],
  )
})

test('an event is not restored to a series date that another event has taken', async () => {
  const [made] = await queryAs('service', series, [town])
  await queryAs('admin', 'delete from public.events where id = $1', [made?.id])
  await queryAs(
    'service',
    "insert into public.events (calendar_id, title, category, start_time, end_time, series_id, series_day) values ($1, 'Choir', 'Event', '2100-01-06T00:00Z', '2100-01-06T01:00Z', $2, '2100-01-05')",
    [town, made?.series_id],
  )
  await refused(queryAs('admin', restoreEvent, [made?.id]), '23505', 'There is another event in its place by now.')
})

test('rows that a series rewrites do not count as deleted', async () => {
  const [made] = await queryAs('service', series, [town])
  await queryAs(
    'admin',
    'with work as materialized (select set_config(\'townbell.write\', \'{"as": "series"}\', true)) delete from public.events using work where series_id = $1',
    [made?.series_id],
  )
  assert.deepEqual(await queryAs('service', "select from public.deleted_events where event ->> 'title' = 'Choir'"), [])
})

test('only what a person deletes can be restored: not what the service deletes or what is deleted with its calendar', async () => {
  const kept = () => queryAs('service', "select from public.deleted_events where event ? 'title'")
  await queryAs('service', 'delete from public.events where id = $1', [id('event of member in town')])
  await queryAs('service', 'delete from public.calendars where id = $1', [town])
  assert.deepEqual(await kept(), [])
  await queryAs('otherAdmin', 'delete from public.events where calendar_id = $1', [id('harbour')])
  assert.equal((await kept()).length, 1)
})

test('the history says deleted and restored', async () => {
  await database.pool.query('truncate public.audit_logs')
  await queryAs('admin', 'delete from public.events where id = $1', [id('event of member in town')])
  await queryAs('owner', restoreEvent, [id('event of member in town')])
  await queryAs('owner', deleteTown, [town])
  await queryAs('owner', restoreTown, [town])
  const rows = await queryAs('owner', 'select actor_user_id, action, entity_type from public.audit_logs order by id')
  assert.deepEqual(
    rows.map(({ actor_user_id, action, entity_type }) => [actor_user_id, action, entity_type]),
    [
      [id('admin'), 'delete', 'event'],
      [id('owner'), 'restore', 'event'],
      [id('owner'), 'delete', 'calendar'],
      [id('owner'), 'restore', 'calendar'],
    ],
  )
})
