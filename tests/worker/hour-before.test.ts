// Who chose "one hour before" is notified then and only then; what has no such hour comes with the mail of the day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addContacts, addEvent, makeCalendar } from '#testing/calendars.ts'
import { testLog } from '#testing/log.ts'
import { openSendingFixture } from '#testing/sending-fixture.ts'
import {
  add,
  ann,
  bob,
  calendar,
  change,
  choose,
  clock,
  database,
  day,
  minutes,
  news,
  openForTests,
} from './choosing.ts'

openForTests()

/** Austin, in summer. */
const at = (time: string, on = day) => clock.set(`${on}T${time}:00-05:00`)
const event = (title: string, from: string, on = day) =>
  addEvent(database.pool, calendar, { title, day: on, from, to: '23:30' })
const subjects = async () => (await news()).map(([to, subject]) => `${to.split('@')[0]} ${subject}`)

test('one mail an hour before, and none in the morning', async () => {
  await choose(ann, { timing: 'hour' })
  await event('Porch concert', '18:00')
  assert.deepEqual(await subjects(), ['bob Today: Porch concert (Barton Hills)'])
  at('16:59')
  assert.deepEqual(await subjects(), [])
  at('17:00')
  assert.deepEqual(await subjects(), ['ann In an hour: Porch concert (Barton Hills)'])
  for (const time of ['17:01', '18:00', '19:00', '23:59']) {
    at(time)
    assert.deepEqual(await subjects(), [], time)
  }
})

test('an event nobody else wants is planned for its hour only', async () => {
  for (const person of [ann, bob]) await choose(person, { timing: 'hour' })
  await event('Sunrise yoga', '07:00')
  await event('Lunch', '12:30')
  at('06:00')
  assert.equal((await subjects()).length, 2)
  at('08:00')
  assert.deepEqual(await subjects(), [])
  at('11:30')
  assert.deepEqual(await subjects(), ['ann In an hour: Lunch (Barton Hills)', 'bob In an hour: Lunch (Barton Hills)'])
})

test('an event just after midnight is announced before it, and names its own day', async () => {
  await choose(ann, { timing: 'hour' })
  await event('Meteor shower', '00:30', '2035-07-05')
  at('23:29')
  assert.deepEqual(await subjects(), [])
  at('23:30')
  assert.deepEqual(await subjects(), ['ann In an hour: Meteor shower (Barton Hills)'])
  at('08:00', '2035-07-05')
  assert.deepEqual(await subjects(), ['bob On now: Meteor shower (Barton Hills)'])
})

test('whole days come in the morning', async () => {
  await choose(ann, { timing: 'hour' })
  const id = await event('Garden show', '00:00')
  await database.pool.query('update public.events set all_day = true where id = $1', [id])
  await database.pool.query('delete from private.waiting_events')
  assert.deepEqual(await subjects(), ['ann Today: Garden show (Barton Hills)', 'bob Today: Garden show (Barton Hills)'])
})

test('what is added too late for its hour goes once its ten minutes are over, and says today', async () => {
  await choose(ann, { timing: 'hour' })
  at('17:30')
  const id = await event('Lost dog walk', '18:00')
  // As the database does on the day; its clock is years behind this one.
  await database.pool.query('insert into private.waiting_events (event_id, due_at) values ($1, $2)', [
    id,
    `${day}T17:40:00-05:00`,
  ])
  assert.deepEqual(await subjects(), [])
  at('17:40')
  assert.deepEqual(await subjects(), [
    'ann Today: Lost dog walk (Barton Hills)',
    'bob Today: Lost dog walk (Barton Hills)',
  ])
  minutes(1)
  assert.deepEqual(await subjects(), [])
})

test('an hour in which no worker ran is made up for while the event lasts', async () => {
  await choose(ann, { timing: 'hour' })
  await event('Porch concert', '18:00')
  await subjects()
  at('18:40')
  assert.deepEqual(await subjects(), ['ann On now: Porch concert (Barton Hills)'])
})

test('two planners at once, and one that runs twice, send one mail', async () => {
  await choose(ann, { timing: 'hour' })
  await event('Porch concert', '18:00')
  await subjects()
  at('17:00')
  const other = await openSendingFixture(database.pool, clock)
  try {
    const [first] = await Promise.all([news(), other.minute()])
    const second = await news()
    const late = [...first, ...second].map(([to]) => to)
    assert.deepEqual(late, [ann])
  } finally {
    await other.close()
  }
})

test('a worker that dies with the reminder in hand loses nothing and doubles nothing', async () => {
  await choose(ann, { timing: 'hour' })
  await event('Porch concert', '18:00')
  await subjects()
  at('17:00')
  const { planDayOf } = await import('#worker/jobs/plan-day-of.ts')
  await planDayOf({ pool: database.pool, clock, log: testLog('error') })(null, undefined as never)
  await database.pool.query(
    `update public.deliveries set state = 'claimed', attempts = 1, lease_token = gen_random_uuid(),
       lease_until = clock_timestamp() - interval '1 second' where address = $1`,
    [ann],
  )
  assert.deepEqual(await subjects(), ['ann In an hour: Porch concert (Barton Hills)'])
  assert.deepEqual(await subjects(), [])
})

test('cancelled before its hour it is not sent; moved, it is sent before its new hour', async () => {
  await choose(ann, { timing: 'hour' })
  const cancelled = await event('Picnic', '18:00')
  const moved = await event('Parade', '18:00')
  await database.pool.query('delete from public.calendar_contacts where normalised = $1', [bob])
  await change(cancelled, `status = 'cancelled'`)
  await change(moved, `start_time = start_time + interval '2 hours'`)
  at('17:00')
  assert.deepEqual(await subjects(), [])
  at('19:00')
  assert.deepEqual(await subjects(), ['ann In an hour: Parade (Barton Hills)'])
})

test('moved to within the hour it waits ten minutes', async () => {
  await choose(ann, { timing: 'hour' })
  const id = await event('Parade', '20:00')
  await subjects()
  at('16:00')
  await change(id, `start_time = start_time - interval '3 hours 30 minutes'`)
  await database.pool.query('delete from public.change_notices')
  assert.deepEqual(await subjects(), [])
  at('16:10')
  assert.deepEqual(await subjects(), ['ann Today: Parade (Barton Hills)'])
})

test('a change of mind in either direction notifies once of each event', async () => {
  await event('Porch concert', '18:00')
  assert.equal((await subjects()).length, 2)
  await choose(ann, { timing: 'hour' })
  at('17:00')
  assert.deepEqual(await subjects(), [], 'she knows it from the morning')
})

test('each date of a series has its own hour', async () => {
  await choose(ann, { timing: 'hour' })
  await event('Choir', '18:00')
  await event('Choir', '19:00', '2035-07-05')
  at('17:00')
  assert.equal((await subjects()).filter((line) => line.startsWith('ann')).length, 1)
  at('17:00', '2035-07-05')
  assert.deepEqual(await subjects(), ['bob Today: Choir (Barton Hills)'])
  at('18:00', '2035-07-05')
  assert.deepEqual(await subjects(), ['ann In an hour: Choir (Barton Hills)'])
})

test('texts come by the hour in the daytime, and with the morning instead of at night', async () => {
  const phone = '+15125550123'
  await addContacts(database.pool, calendar.id, 'phone', [phone])
  await choose(phone, { timing: 'hour' })
  await event('Story time', '10:00')
  await event('Night hike', '22:30')
  at('08:00')
  assert.deepEqual(
    (await news('sms')).map(([, text]) => /today: Night hike, 10:30/.test(text)),
    [true],
  )
  at('09:00')
  assert.deepEqual(
    (await news('sms')).map(([, text]) => /in an hour: Story time, 10:00/.test(text)),
    [true],
  )
  at('21:30')
  assert.deepEqual(await news('sms'), [])
})

test('when clocks change, an hour before is an hour before', async () => {
  // At 2 AM on March 11, 2035 it becomes 3 AM; on November 4 the hour from 1 to 2 AM comes twice.
  for (const [start, due] of [
    ['2035-03-11T08:30:00Z', '2035-03-11T07:30:00Z'],
    ['2035-11-04T07:30:00Z', '2035-11-04T06:30:00Z'],
  ] as const) {
    const here = await makeCalendar(database.pool, {
      emails: [`early@${start.slice(0, 4)}${start.slice(5, 7)}.example`],
    })
    await choose(`early@${start.slice(0, 4)}${start.slice(5, 7)}.example`, { timing: 'hour', of: here })
    const id = await add('Night watch', start.slice(0, 10), 'Event', here)
    await database.pool.query(
      `update public.events set start_time = $2, end_time = $2::timestamptz + interval '2 hours' where id = $1`,
      [id, start],
    )
    await database.pool.query('delete from private.waiting_events')
    clock.set(new Date(Date.parse(due) - 60_000))
    assert.deepEqual(await subjects(), [], start)
    clock.set(due)
    assert.deepEqual(await subjects(), ['early In an hour: Night watch (Barton Hills)'], start)
  }
})
