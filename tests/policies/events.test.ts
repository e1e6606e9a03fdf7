import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { dayInZone } from '#domain/dates.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id, type Person } from './people.ts'
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

const hostileLinks = [
  ...['javascript:alert(1)', 'JaVaScRiPt://a.org/%0aalert(1)', 'data:text/html,<script>alert(1)</script>'],
  ...['https://me:secret@a.org/', 'https://a.org\\@b.org', 'https://a.org/\u0007', 'https://a.org/\u202egro.b'],
  ...['file:///etc/passwd', '//a.org', '', `https://a.org/${'x'.repeat(2048)}`],
]

const plain = {
  calendar_id: id('town'),
  title: 'Fair',
  category: 'Event',
  start_time: '2100-06-01T18:00:00Z',
  end_time: '2100-06-01T19:00:00Z',
}

function add(person: Person, fields: Record<string, unknown>) {
  const row = { ...plain, ...fields }
  const places = Object.keys(row).map((_, index) => `$${index + 1}`)
  const columns = Object.keys(row).join(', ')
  return queryAs(
    person,
    `insert into public.events (${columns}) values (${places}) returning *, event_date::text as day`,
    Object.values(row),
  )
}

test('an event is stored trimmed, with its real creator, and is never sent by text', async () => {
  const [event] = await add('admin', {
    title: ' Fair ',
    description: ' ',
    location: '',
    include_sms: true,
    created_by: id('owner'),
  })
  assert.equal(event?.title, 'Fair')
  assert.equal(event?.description, null)
  assert.equal(event?.location, null)
  assert.equal(event?.include_sms, false)
  assert.equal(event?.created_by, id('admin'))
  assert.equal(event?.include_in_mailer, true)
  assert.equal(event?.is_public, true)
})

test('the day of an event is its start date in the calendar’s time zone', async () => {
  // 02:30 UTC on the 2nd is the evening of the 1st in Ohio; a day that a client computed in UTC is corrected.
  for (const event_date of ['2100-06-01', '2100-06-02', undefined]) {
    const late = { start_time: '2100-06-02T02:30:00Z', end_time: '2100-06-02T03:00:00Z' }
    const [event] = await add('admin', event_date ? { ...late, event_date } : late)
    assert.equal(event?.day, '2100-06-01')
    assert.equal((event!.event_date_for_reporting as Date).toISOString(), '2100-06-01T00:00:00.000Z')
  }
  await refused(add('admin', { event_date: '2100-06-04' }), '22023')
})

test('an event cannot be added on a past day in the calendar’s time zone, but can today', async () => {
  const zone = 'America/New_York'
  const now = new Date()
  const yesterday = new Date(now.getTime() - 24 * 60 * 60 * 1000)
  const at = (time: Date) => ({
    start_time: time.toISOString(),
    end_time: new Date(time.getTime() + 1000).toISOString(),
  })
  await refused(add('admin', at(yesterday)), 'TB005', 'Past event not allowed')
  const [event] = await add('admin', at(now))
  assert.equal(event?.day, dayInZone(now, zone))
  // The service may add past events: imports and the demo.
  assert.equal((await add('service', at(yesterday))).length, 1)
})

test('an invalid event is refused', async () => {
  const bad: Record<string, unknown>[] = [
    { title: '' },
    { title: '   ' },
    { title: 'x'.repeat(201) },
    { title: 'two\nlines' },
    { title: null },
    { description: 'x'.repeat(5001) },
    { location: 'x'.repeat(501) },
    { location_name: 'x'.repeat(201) },
    { category: 'Party' },
    { category: 'event' },
    { category: null },
    { end_time: plain.start_time },
    { end_time: '2100-06-01T17:00:00Z' },
    { end_time: '2100-07-02T19:00:01Z' },
    { status: 'gone' },
    { status: null },
    { series_day: '2100-06-01' },
    { uid: '' },
    { start_time: null },
    { start_time: '0001-01-01T00:00:00Z', end_time: '0001-01-01T01:00:00Z' },
    { start_time: '9999-01-01T00:00:00Z', end_time: '9999-01-01T01:00:00Z' },
    { start_time: 'infinity', end_time: 'infinity' },
    { latitude: 91, longitude: 0 },
    { latitude: 'NaN', longitude: 0 },
    { latitude: 0, longitude: 181 },
    { latitude: 40 },
    { longitude: 40 },
    { location: 'two\nlines' },
    { title: 'bell\u0007' },
    ...hostileLinks.map((link_url) => ({ link_url })),
  ]
  for (const fields of bad) {
    await assert.rejects(
      add('admin', fields),
      (error: { code: string }) =>
        ['23514', '23502'].includes(error.code) || assert.fail(JSON.stringify([fields, error])),
    )
  }
  for (const fields of [
    { latitude: '1e309', longitude: 0 },
    { start_time: '2100-02-30T10:00Z' },
    { event_date: 'infinity' },
    { start_time: '-infinity', end_time: 'infinity' },
  ]) {
    await assert.rejects(add('admin', fields), (error: { code: string }) => /^2[23]/.test(error.code))
  }
  assert.equal((await add('admin', { latitude: -90, longitude: 180 })).length, 1)
})

test('an event cannot be added without an email recipient; a phone is not enough', async () => {
  await queryAs('owner', 'delete from public.calendar_contacts')
  await queryAs('service', 'update public.notification_preferences set email_notifications = (user_id = $1)', [
    id('admin'),
  ])
  const said = 'Please add email recipients to your contact list before creating events.'
  await refused(add('admin', {}), 'TB006', said)
  await queryAs(
    'owner',
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'phone', '+15125550123')",
    [id('town')],
  )
  await refused(add('admin', {}), 'TB006', said)
})

test('a stranger learns only that they may not add an event, nothing about recipients or dates', async () => {
  await queryAs('owner', 'delete from public.calendar_contacts')
  for (const person of ['guest', 'stranger', 'member', 'otherAdmin'] as const) {
    await refused(add(person, {}), '42501')
    await refused(add(person, { start_time: '2001-01-01T10:00Z', end_time: '2001-01-01T11:00Z' }), '42501')
  }
})

const edit = (person: Person, sets: string, event = 'event of owner in town') =>
  queryAs(person, `update public.events set ${sets} where id = $1 returning *`, [id(event)])

test('an edit can change the hours but not the day', async () => {
  const hours =
    "start_time = start_time - interval '1 hour', include_sms = true, event_date = event_date, event_date_for_reporting = now()"
  const [event] = await edit('admin', hours)
  assert.equal(event?.include_sms, false)
  const midnight = `${(event!.event_date_for_reporting as Date).toISOString().slice(0, 10)}T00:00:00.000Z`
  assert.equal((event!.event_date_for_reporting as Date).toISOString(), midnight)
  const tomorrow = "start_time = start_time + interval '1 day', end_time = end_time + interval '1 day'"
  await refused(edit('admin', tomorrow), 'TB010')
  await refused(edit('admin', 'end_time = start_time'), '23514')
})

test('the reason of a status is trimmed, short, and gone when the event is on again', async () => {
  const [out] = await edit('admin', "status = 'cancelled', status_reason = '  Rain '")
  assert.deepEqual([out!.status_reason, out!.sequence], ['Rain', 1])
  for (const bad of ["repeat('x', 201)", "E'a\\nb'"]) await refused(edit('admin', `status_reason = ${bad}`), '23514')
  const [on] = await edit('admin', "status = 'scheduled', status_reason = 'Rain'")
  assert.equal(on!.status_reason, null)
})

test('an event marked as moved can change its day, and stores its original day', async () => {
  const [moved] = await edit(
    'admin',
    "status = 'moved', start_time = start_time + interval '3 days', end_time = end_time + interval '3 days'",
  )
  const [before] = await queryAs('service', 'select * from public.events where id = $1', [id('event of admin in town')])
  assert.equal((moved!.start_time as Date).getTime() - (before!.start_time as Date).getTime(), 3 * 24 * 60 * 60 * 1000)
  assert.deepEqual(moved!.previous_start_time, before!.start_time)
  assert.equal(moved!.sequence, 1)
  const [again] = await edit('admin', "status = 'scheduled', title = 'On'")
  assert.deepEqual([again!.previous_start_time, again!.sequence], [null, 2])
  const [retitled] = await edit('admin', "title = 'Only a word'")
  assert.equal(retitled!.sequence, 2)
})

test('all-day events run from midnight to midnight in the calendar’s time zone, over one or more days', async () => {
  const [fair] = await queryAs(
    'admin',
    `insert into public.events (calendar_id, title, category, all_day, start_time, end_time)
     values ($1, 'Fair', 'Event', true, '2100-06-01T18:00Z', '2100-06-03T19:00Z')
     returning *, event_date::text as first, end_date::text as last`,
    [id('town')],
  )
  assert.deepEqual([fair?.first, fair?.last], ['2100-06-01', '2100-06-03'])
  assert.equal((fair!.start_time as Date).toISOString(), '2100-06-01T04:00:00.000Z')
  assert.equal((fair!.end_time as Date).toISOString(), '2100-06-04T04:00:00.000Z')
  // 22:00 to 02:00 in Ohio; and one that ends at midnight does not touch the next day.
  for (const [end, last] of [
    ['2100-06-02T06:00:00Z', '2100-06-02'],
    ['2100-06-02T04:00:00Z', '2100-06-01'],
  ]) {
    const [event] = await add('admin', { start_time: '2100-06-02T02:00:00Z', end_time: end })
    const [row] = await queryAs('service', 'select end_date::text as last from public.events where id = $1', [
      event?.id,
    ])
    assert.equal(row?.last, last)
  }
})

test('the owner chooses the zone; nine o’clock stays nine o’clock, and another city brings its own', async () => {
  const nine = { start_time: '2100-06-01T13:00:00Z', end_time: '2100-06-01T14:00:00Z' }
  const [event] = await add('admin', nine)
  const set = (person: Person, sets: string) =>
    queryAs(person, `update public.calendars set ${sets} where id = $1 returning time_zone`, [id('town')])
  const start = async () => {
    const [row] = await queryAs('service', 'select start_time from public.events where id = $1', [event?.id])
    return (row!.start_time as Date).toISOString()
  }
  assert.deepEqual(await set('admin', "time_zone = 'America/Denver'"), [])
  assert.deepEqual(await set('owner', "time_zone = 'America/Denver'"), [{ time_zone: 'America/Denver' }])
  assert.equal(await start(), '2100-06-01T15:00:00.000Z')
  for (const zone of ['EST', 'localtime', 'posix/America/Denver', 'America/Springfield', ''])
    await refused(set('owner', `time_zone = '${zone}'`), '22023')
  assert.deepEqual(await set('owner', "state = 'Hawaii', city = 'Honolulu'"), [{ time_zone: 'Pacific/Honolulu' }])
  assert.deepEqual(await set('owner', "state = 'Ohio', city = 'Akron', time_zone = 'UTC'"), [{ time_zone: 'UTC' }])
  assert.equal(await start(), '2100-06-01T09:00:00.000Z')
})

test('a past event cannot be edited but can be deleted', async () => {
  await queryAs(
    'service',
    "update public.events set start_time = start_time - interval '30 days', end_time = end_time - interval '30 days'",
  )
  await refused(edit('admin', "title = 'New'"), 'TB005', 'Past event cannot be edited')
  await refused(edit('member', "title = 'New'", 'event of member in town'), 'TB005')
  assert.equal(
    (await queryAs('member', 'delete from public.events where id = $1 returning 1', [id('event of member in town')]))
      .length,
    1,
  )
})

test('a creator who leaves the calendar can no longer edit the event, nor as a member of another calendar', async () => {
  const mine = 'event of member in town'
  assert.equal((await edit('member', "title = 'Mine'", mine)).length, 1)
  await queryAs('member', 'delete from public.calendar_members where user_id = $1', [id('member')])
  assert.deepEqual(await edit('member', "title = 'Still mine'", mine), [])
  const [event] = await queryAs('service', 'select title from public.events where id = $1', [id(mine)])
  assert.equal(event?.title, 'Mine')
})

test('a guest reads the month of a public calendar in one request', async () => {
  const month =
    'select id, title, event_date::text from public.events where calendar_id = $1 and start_time >= now() and end_time <= $2 order by start_time'
  const end = new Date(Date.now() + 40 * 24 * 60 * 60 * 1000)
  assert.equal((await queryAs('guest', month, [id('town'), end])).length, 5)
  assert.equal((await queryAs('guest', month, [id('mill'), end])).length, 0)
})

test('a member cannot make an event they created an occurrence of a series; an admin can', async () => {
  const mine = id('event of member in town')
  const series = id('series of town')
  const join = "update public.events set series_id = $2, series_day = '2100-06-01' where id = $1 returning id"
  await refused(queryAs('member', join, [mine, series]), '42501')
  const exdates = 'select exdates from public.event_series where id = $1'
  assert.deepEqual(await queryAs('service', exdates, [series]), [{ exdates: [] }])
  assert.equal(
    (await queryAs('member', "update public.events set title = 'Mine' where id = $1 returning id", [mine])).length,
    1,
  )

  assert.equal((await queryAs('admin', join, [mine, series])).length, 1)
  // Sent along unchanged, as a form does, it is no change.
  const same =
    "update public.events set series_id = $2, series_day = '2100-06-01', title = 'Again' where id = $1 returning id"
  assert.equal((await queryAs('member', same, [mine, series])).length, 1)
  for (const change of ['series_id = null, series_day = null', "series_day = '2100-06-08'"])
    await refused(queryAs('member', `update public.events set ${change} where id = $1`, [mine]), '42501')
})

test('admins send an event to tags that recipients have; nobody else changes that, and guests do not see it', async () => {
  const event = id('event of member in town')
  const set = 'update public.events set mail_tags = $2 where id = $1 returning mail_tags'
  await queryAs('service', "update public.calendar_contacts set tags = '{Elm Street,Parents}' where id = $1", [
    id('contact of town'),
  ])
  await refused(queryAs('admin', set, [event, ['Parents', 'Nobody']]), 'TB015')
  await refused(queryAs('member', set, [event, ['Parents']]), '42501')
  assert.deepEqual(await queryAs('admin', set, [event, ['Parents', 'Elm Street', 'Parents']]), [
    { mail_tags: ['Elm Street', 'Parents'] },
  ])
  await refused(queryAs('member', set, [event, []]), '42501')
  await refused(queryAs('guest', 'select mail_tags from public.events'), '42501')
  await refused(queryAs('guest', 'select mail_tags from public.event_series'), '42501')
  // A tag that lost its last contact does not keep anybody from editing the rest.
  await queryAs('service', "update public.calendar_contacts set tags = '{}'")
  await queryAs('member', 'update public.events set title = $2, mail_tags = $3 where id = $1', [
    event,
    'Renamed',
    ['Elm Street', 'Parents'],
  ])
  const count = 'select emails::int, texts::int from public.count_tagged($1, $2)'
  await queryAs('service', "update public.calendar_contacts set tags = '{Parents}' where id = $1", [
    id('contact of town'),
  ])
  assert.deepEqual(await queryAs('admin', count, [id('town'), ['Parents']]), [{ emails: 1, texts: 0 }])
  assert.deepEqual(await queryAs('stranger', count, [id('town'), ['Parents']]), [{ emails: 0, texts: 0 }])
})
