// What is deleted is gone for everybody at once, kept for 30 days, and comes back as it was.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { type Ask, asking, refused, signedInPeople } from './ask.ts'
import { id, type Person } from './people.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
let ask: Ask
before(async () => {
  database = await testDatabase()
  ask = asking(database.pool)
})
beforeEach(() => seedDatabase(database.pool))
after(() => database.close())

const town = id('town')
const deleteTown = 'delete from public.calendars where id = $1'
const restoreTown = 'select public.restore_calendar($1)'

/** Everything a person can learn of the town's calendar, by every table and function that speaks of calendars. */
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
  for (const [name, question] of Object.entries(questions)) seen[name] = await ask(person, question, [town])
  return seen
}

const forMembers = {
  mine: 'select id, user_role, event_count, email_count, member_count from public.get_my_calendars() where id = $1',
  contacts: 'select id from public.calendar_contacts where calendar_id = $1',
  contactCount: 'select 1 from public.get_calendar_contact_count($1) as contacts where contacts > 0',
  preferences: 'select email_notifications from public.notification_preferences where calendar_id = $1',
  mailings: 'select id, state from public.mailings where calendar_id = $1',
  told: 'select event_id from public.mailing_events where mailing_id in (select id from public.mailings where calendar_id = $1)',
  notices: 'select id from public.change_notices where calendar_id = $1 order by id',
  deliveries: 'select id, state from public.deliveries where calendar_id = $1',
  ledger: 'select id from public.calendar_mailings($1)',
  outcomes: 'select contact_id from public.contact_outcomes($1)',
  deletedEvents: 'select id from public.deleted_events where calendar_id = $1',
  history: "select id from public.audit_logs where calendar_id = $1 and entity_type = 'event' order by id",
  role: `select 1 where public.user_role(jsonb_populate_record(null::public.calendars, jsonb_build_object('id', $1::text))) is not null`,
}

const onlookers: Person[] = ['guest', ...signedInPeople]

test('a deleted calendar is gone for everybody, and comes back as it was', async () => {
  const before: Record<string, Record<string, unknown[]>> = {}
  for (const person of onlookers) before[person] = await seenBy(person)
  for (const [name, rows] of Object.entries(before.owner!)) assert.ok(rows.length > 0, `the owner sees ${name}`)
  assert.ok(before.guest!.calendars!.length > 0 && before.guest!.events!.length > 0)

  await ask('owner', deleteTown, [town])
  for (const person of onlookers) {
    for (const [name, rows] of Object.entries(await seenBy(person)))
      assert.deepEqual(rows, [], `${person} sees ${name}`)
  }
  assert.equal((await ask('service', 'select from public.calendar_members where calendar_id = $1', [town])).length, 5)

  await ask('owner', restoreTown, [town])
  for (const person of onlookers) assert.deepEqual(await seenBy(person), before[person], person)
})

test('nobody can do anything in a deleted calendar, and the invite leads nowhere', async () => {
  const [invite] = await ask('owner', 'select public.invite_code(c) as code from public.calendars c where c.id = $1', [
    town,
  ])
  await ask('owner', deleteTown, [town])
  const start = "current_date + interval '9 days 18 hours'"
  await refused(
    ask(
      'admin',
      `insert into public.events (calendar_id, title, start_time, end_time, category) values ($1, 'New', ${start}, ${start} + interval '1 hour', 'Event')`,
      [town],
    ),
    '42501',
  )
  await refused(
    ask(
      'admin',
      "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'new@example.org')",
      [town],
    ),
    '42501',
  )
  const changed = await ask('owner', "update public.calendars set name = 'Mine' where id = $1 returning 1", [town])
  assert.deepEqual(changed, [])
  await refused(ask('owner', 'select public.renew_invite($1)', [town]), '42501')
  await refused(ask('owner', 'select public.transfer_ownership($1, $2)', [town, id('admin')]), '42501')
  await refused(ask('owner', 'select public.pause_sending($1)', [town]), '42501')
  assert.deepEqual(await ask('guest', 'select from public.get_invite($1)', [invite?.code]), [])
  await refused(ask('stranger', 'select public.join_calendar($1)', [invite?.code]), 'TB011')
})

test('only the owner sees what they deleted and restores it, within 30 days', async () => {
  const listed =
    "select id, name, gone_at - deleted_at = interval '30 days' as month from public.get_deleted_calendars()"
  await ask('owner', deleteTown, [town])
  assert.deepEqual(await ask('owner', listed), [{ id: town, name: 'town', month: true }])
  const gone = 'This calendar can no longer be restored.'
  for (const person of signedInPeople.filter((one) => one !== 'owner')) {
    assert.deepEqual(await ask(person, listed), [], person)
    await refused(ask(person, restoreTown, [town]), 'P0002', gone)
  }
  await refused(ask('guest', restoreTown, [town]), '42501')

  await ask('service', "update public.calendars set deleted_at = now() - interval '30 days' where id = $1", [town])
  assert.deepEqual(await ask('owner', listed), [])
  await refused(ask('owner', restoreTown, [town]), 'P0002', gone)
})

test('a calendar that an operator had disabled comes back disabled', async () => {
  await ask('service', 'update public.calendars set disabled = true where id = $1', [town])
  await ask('owner', deleteTown, [town])
  await ask('owner', restoreTown, [town])
  assert.deepEqual(await ask('owner', 'select disabled, deleted_at from public.calendars where id = $1', [town]), [
    { disabled: true, deleted_at: null },
  ])
  await ask('owner', deleteTown, [town])
  await refused(ask('service', 'update public.calendars set disabled = false where id = $1', [town]), '23514')
})

test('a deleted calendar takes no place on trial, and does not come back where there is none', async () => {
  const garden = id('garden')
  await ask('trialOwner', deleteTown, [garden])
  const create = "insert into public.calendars (name, state, city) values ('Second', 'Ohio', 'Akron') returning id"
  const [second] = await ask('trialOwner', create)
  await refused(ask('trialOwner', restoreTown, [garden]), 'TB001')
  await ask('trialOwner', deleteTown, [second?.id])
  await ask('trialOwner', restoreTown, [garden])
  await refused(ask('trialOwner', restoreTown, [second?.id]), 'TB001')
})

test('of two who take the last place on trial at once, by creating and by restoring, one gets it', async () => {
  for (let round = 0; round < 10; round++) {
    await seedDatabase(database.pool)
    await ask('trialOwner', deleteTown, [id('garden')])
    const tries = await Promise.allSettled([
      ask('trialOwner', restoreTown, [id('garden')]),
      ask('trialOwner', "insert into public.calendars (name, state, city) values ('Second', 'Ohio', 'Akron')"),
    ])
    assert.deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  }
})

test('who opts out of a deleted calendar has opted out when it comes back', async () => {
  await ask('owner', deleteTown, [town])
  await ask(
    'service',
    "insert into public.opt_outs (calendar_id, email, source) values ($1, 'ann@town.example', 'link')",
    [town],
  )
  await ask('owner', restoreTown, [town])
  const out = await ask('service', "select private.is_opted_out($1, 'email', 'ann@town.example') as out", [town])
  assert.deepEqual(out, [{ out: true }])
})

test('an account that goes takes its deleted calendars along', async () => {
  await ask('owner', deleteTown, [town])
  await ask('service', 'delete from auth.users where id = $1', [id('owner')])
  assert.deepEqual(await ask('service', 'select from public.calendars where id = $1', [town]), [])
})

const wholeEvent = "select to_jsonb(e) - 'updated_at' as event from public.events e where id = $1"
const restoreEvent = 'select public.restore_event($1)'

test('a deleted event comes back under its id with every column, for admins and for whoever created and deleted it', async () => {
  const stories: [Person, string, Person][] = [
    ['admin', 'owner', 'owner'],
    ['owner', 'member', 'admin'],
    ['member', 'member', 'member'],
  ]
  for (const [deleter, creator, restorer] of stories) {
    const event = id(`event of ${creator} in town`)
    await ask(
      'service',
      "update public.events set latitude = 30.25, longitude = -97.75, description = 'Bring cake' where id = $1",
      [event],
    )
    const [before] = await ask('service', wholeEvent, [event])
    await ask(deleter, 'delete from public.events where id = $1', [event])
    assert.deepEqual(await ask('service', wholeEvent, [event]), [])
    await ask(restorer, restoreEvent, [event])
    assert.deepEqual(await ask('service', wholeEvent, [event]), [before])
    await refused(ask(restorer, restoreEvent, [event]), 'P0002', 'This event can no longer be restored.')
  }
})

test('nobody else restores an event, and nobody after 30 days', async () => {
  const event = id('event of member in town')
  await ask('admin', 'delete from public.events where id = $1', [event])
  // The member created it, and somebody else decided that it goes.
  for (const person of ['stranger', 'unconfirmed', 'member', 'trialOwner', 'otherAdmin'] as const)
    await refused(ask(person, restoreEvent, [event]), 'P0002')
  await refused(ask('guest', restoreEvent, [event]), '42501')
  assert.equal((await ask('admin', 'select from public.deleted_events where id = $1', [event])).length, 1)
  await ask('service', "update public.deleted_events set deleted_at = now() - interval '30 days' where id = $1", [
    event,
  ])
  await refused(ask('admin', restoreEvent, [event]), 'P0002')
})

test('a member who was removed restores nothing any more', async () => {
  const event = id('event of member in town')
  await ask('member', 'delete from public.events where id = $1', [event])
  await ask('owner', 'delete from public.calendar_members where user_id = $1', [id('member')])
  await refused(ask('member', restoreEvent, [event]), 'P0002')
  await ask('owner', restoreEvent, [event])
})

test('an event survives columns that come and go, its creator’s account, and the passing of its day', async () => {
  const event = id('event of member in town')
  await ask('owner', 'delete from public.events where id = $1', [event])
  await ask(
    'service',
    `update public.deleted_events set event = event - 'category' - 'include_sms'
       || '{"was_dropped": 1, "category": "FYI", "start_time": "2020-02-02T18:00:00Z", "end_time": "2020-02-02T19:00:00Z"}' where id = $1`,
    [event],
  )
  await ask('service', 'delete from auth.users where id = $1', [id('member')])
  await ask('owner', restoreEvent, [event])
  assert.deepEqual(
    await ask('owner', 'select category, include_sms, event_date::text, created_by from public.events where id = $1', [
      event,
    ]),
    [{ category: 'FYI', include_sms: false, event_date: '2020-02-02', created_by: null }],
  )
  await refused(ask('owner', "update public.events set title = 'Rewritten' where id = $1", [event]), 'TB005')
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

test('a series that is deleted comes back whole, as one thing', async () => {
  const [made] = await ask('service', series, [town])
  const id = made?.series_id
  const [before, rule] = [await ask('service', choir, [id]), await ask('service', wholeSeries, [id])]
  assert.equal(before.length, 4)
  await ask('admin', 'delete from public.event_series where id = $1', [id])
  assert.deepEqual(await ask('service', choir, [id]), [])
  const listed = "select kind from public.deleted_events where event ->> 'title' = 'Choir' and series_id is null"
  assert.deepEqual(await ask('admin', listed), [{ kind: 'series' }])
  const [occurrence] = await ask('admin', 'select id from public.deleted_events where series_id = $1', [id])
  await refused(ask('admin', restoreEvent, [occurrence?.id]), 'P0002')

  await database.pool.query('truncate public.audit_logs')
  await ask('owner', restoreEvent, [id])
  assert.deepEqual(await ask('service', choir, [id]), before)
  assert.deepEqual(await ask('service', wholeSeries, [id]), rule)
  assert.deepEqual(await ask('owner', "select from public.deleted_events where event ->> 'title' = 'Choir'"), [])
  assert.deepEqual(await ask('owner', 'select entity_type, action from public.audit_logs'), [
    { entity_type: 'series', action: 'restore' },
  ])
})

test('one occurrence comes back into its series, or alone when the series is gone', async () => {
  const [first, second] = await ask('service', series, [town])
  const of = first?.series_id
  await ask('admin', 'delete from public.events where id = any ($1)', [[first?.id, second?.id]])
  await ask('admin', restoreEvent, [first?.id])
  assert.deepEqual(await ask('admin', 'select exdates::text from public.event_series where id = $1', [of]), [
    { exdates: '{2100-01-12}' },
  ])
  await ask('admin', 'delete from public.event_series where id = $1', [of])
  await ask('admin', restoreEvent, [second?.id])
  assert.deepEqual(await ask('admin', 'select series_id, series_day from public.events where id = $1', [second?.id]), [
    { series_id: null, series_day: null },
  ])
})

test('an event is not restored into the place of another', async () => {
  const [made] = await ask('service', series, [town])
  await ask('admin', 'delete from public.events where id = $1', [made?.id])
  await ask(
    'service',
    "insert into public.events (calendar_id, title, category, start_time, end_time, series_id, series_day) values ($1, 'Choir', 'Event', '2100-01-06T00:00Z', '2100-01-06T01:00Z', $2, '2100-01-05')",
    [town, made?.series_id],
  )
  await refused(ask('admin', restoreEvent, [made?.id]), '23505', 'There is another event in its place by now.')
})

test('rows that a series writes anew are no deletions', async () => {
  const [made] = await ask('service', series, [town])
  await ask(
    'admin',
    "with work as materialized (select set_config('townbell.series', 'on', true)) delete from public.events using work where series_id = $1",
    [made?.series_id],
  )
  assert.deepEqual(await ask('service', "select from public.deleted_events where event ->> 'title' = 'Choir'"), [])
})

test('only what a person deletes is kept: not what the service deletes, nor what goes with its calendar', async () => {
  const kept = () => ask('service', "select from public.deleted_events where event ? 'title'")
  await ask('service', 'delete from public.events where id = $1', [id('event of member in town')])
  await ask('service', 'delete from public.calendars where id = $1', [town])
  assert.deepEqual(await kept(), [])
  await ask('otherAdmin', 'delete from public.events where calendar_id = $1', [id('harbour')])
  assert.equal((await kept()).length, 1)
})

test('the history says deleted and restored', async () => {
  await database.pool.query('truncate public.audit_logs')
  await ask('admin', 'delete from public.events where id = $1', [id('event of member in town')])
  await ask('owner', restoreEvent, [id('event of member in town')])
  await ask('owner', deleteTown, [town])
  await ask('owner', restoreTown, [town])
  const rows = await ask('owner', 'select actor_user_id, action, entity_type from public.audit_logs order by id')
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
