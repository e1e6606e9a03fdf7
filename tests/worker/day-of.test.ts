// From an event to the mail, with a test clock: what is due is planned once and sent once, in its current version.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { dayInZone, instantAt } from '#domain/dates.ts'
import { AHEAD_AT } from '#domain/limits.ts'
import { addContacts, addEvent, fixedClock, makeCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { caught, deliveriesOf, openSendingFixture, type SendingFixture } from '#testing/sending-fixture.ts'
import { plan } from '#worker/jobs/plan-day-of.ts'

let database: TestDatabase
let fixture: SendingFixture
/** 7:50 in Austin. */
const early = '2025-07-04T12:50:00Z'
const due = '2025-07-04T13:00:00Z'
const clock = fixedClock(early)

before(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await database.pool.query(
    'truncate auth.users, private.caught_messages, public.suppressions cascade; delete from graphile_worker._private_jobs',
  )
  clock.set(early)
  fixture = await openSendingFixture(database.pool, clock)
})
afterEach(() => fixture.close())
after(() => database.close())

const people = ['ann@example.org', 'bob@example.org', 'cem@example.org']

test("today's events go out in one mail at the calendar's notification time", async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  await addEvent(database.pool, calendar, { title: 'Porch concert', day: '2025-07-04' })
  await addEvent(database.pool, calendar, { title: 'Creek clean-up', day: '2025-07-04', from: '09:00', to: '11:00' })
  await addEvent(database.pool, calendar, { title: 'Tomorrow', day: '2025-07-05' })
  await addEvent(database.pool, calendar, { title: 'Not in the mailer', day: '2025-07-04', mailer: false })
  await addEvent(database.pool, calendar, { title: 'Not in the mailer', day: '2025-07-05', mailer: false })
  await addEvent(database.pool, calendar, { title: 'Next month', day: '2025-08-05' })
  await fixture.minute()
  assert.deepEqual(await caught(database.pool), [])

  clock.set(due)
  await fixture.minute()
  const mails = await caught(database.pool)
  assert.deepEqual(mails.map(({ recipient }) => recipient).sort(), people)
  for (const mail of mails) {
    assert.equal(mail.subject, 'Today in Barton Hills: 2 events')
    assert.ok(mail.text.indexOf('Creek clean-up') < mail.text.indexOf('Porch concert'))
    assert.match(mail.text, /Also this week\nSat 5, 6:00 PM: Tomorrow\n/)
    assert.ok(!mail.text.includes('Next month') && !mail.text.includes('Not in the mailer'))
    assert.equal(mail.text.split('Tomorrow').length, 2, 'only there')
    assert.match(mail.html, /6:00 PM – 7:00 PM CDT/)
  }
  const { rows } = await database.pool.query('select state from public.mailings')
  assert.deepEqual(rows, [{ state: 'finished' }])
})

test('a second run, or two planners at the same time, send nothing twice', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  await addEvent(database.pool, calendar, { day: '2025-07-04' })
  clock.set(due)
  const planned = await Promise.all(Array.from({ length: 4 }, () => plan(database.pool, clock.now())))
  assert.equal(
    planned.reduce((sum, { mailings }) => sum + mailings, 0),
    1,
  )
  for (let i = 0; i < 3; i++) await fixture.minute()
  assert.equal((await caught(database.pool)).length, 3)
})

test('an event added later that day goes out then, on its own', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  await addEvent(database.pool, calendar, { title: 'First', day: '2025-07-04' })
  clock.set(due)
  await fixture.minute()
  clock.set('2025-07-04T17:30:00Z')
  const late = await addEvent(database.pool, calendar, { title: 'Second', day: '2025-07-04', mailer: false })
  await fixture.minute()
  assert.equal((await caught(database.pool)).length, 3)
  await database.pool.query('update public.events set include_in_mailer = true where id = $1', [late])
  await fixture.minute()
  const mails = (await caught(database.pool)).slice(3)
  assert.equal(mails.length, 3)
  for (const mail of mails) {
    assert.match(mail.text, /Second/)
    assert.ok(!mail.text.includes('First'))
  }
  const { rows } = await database.pool.query('select sequence from public.mailings order by 1')
  assert.deepEqual(rows, [{ sequence: 1 }, { sequence: 2 }])
})

test('adding or changing an event that is already due queues the planner once per calendar', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people, notifyAt: '00:00' })
  const today = dayInZone(new Date(), calendar.zone)
  await addEvent(database.pool, calendar, { day: today })
  await addEvent(database.pool, calendar, { day: today, title: 'Another' })
  assert.deepEqual(await planners(), [{ key: `plan-day-of:${calendar.id}`, runs: false }])
  await database.pool.query('delete from graphile_worker._private_jobs')
  await database.pool.query(`update public.events set title = 'Changed' where calendar_id = $1`, [calendar.id])
  assert.deepEqual(await planners(), [{ key: `plan-day-of:${calendar.id}`, runs: false }])
})

test('a change during planning queues another planner', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people, notifyAt: '00:00' })
  const today = dayInZone(new Date(), calendar.zone)
  await addEvent(database.pool, calendar, { day: today })
  await database.pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody'`)
  await addEvent(database.pool, calendar, { day: today, title: 'Another' })
  assert.deepEqual(await planners(), [
    { key: null, runs: true },
    { key: `plan-day-of:${calendar.id}`, runs: false },
  ])
})

test('no planner is queued for events that the scheduled one will find', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people, notifyAt: '24:00' })
  const today = dayInZone(new Date(), calendar.zone)
  const event = await addEvent(database.pool, calendar, { day: today })
  await database.pool.query(`update public.events set title = 'Changed' where id = $1`, [event])
  await addEvent(database.pool, calendar, { day: '2199-01-01' })
  await database.pool.query(`update public.calendars set notify_at = '00:00' where id = $1`, [calendar.id])
  await addEvent(database.pool, calendar, { day: today, mailer: false })
  assert.deepEqual(await planners(), [])
})

test("an event is due from the calendar's notification time on its day, and from the evening before", async () => {
  const evening = instantAt('2025-07-04', AHEAD_AT, 'America/Chicago').getTime()
  for (const [day, at, isDue] of [
    ['2025-07-04', '2025-07-04T12:59:59Z', false],
    ['2025-07-04', '2025-07-04T13:00:00Z', true],
    ['2025-07-04', '2025-07-05T04:59:59Z', true],
    ['2025-07-04', '2025-07-05T05:00:00Z', false],
    ['2025-07-05', new Date(evening - 1), false],
    ['2025-07-05', new Date(evening), true],
    ['2025-07-06', new Date(evening), false],
  ] as const) {
    const { rows } = await database.pool.query(`select private.is_due($1, 'America/Chicago', '08:00', $2)`, [day, at])
    assert.equal(rows[0].is_due, isDue, `${day} at ${at}`)
  }
})

async function planners(): Promise<{ key: string | null; runs: boolean }[]> {
  const { rows } = await database.pool.query(
    'select key, locked_at is not null as runs from graphile_worker.jobs order by id',
  )
  return rows
}

test('an event that changed or was deleted between planning and sending is sent as it is now', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  const changed = await addEvent(database.pool, calendar, { title: 'Old title', day: '2025-07-04' })
  const deleted = await addEvent(database.pool, calendar, { title: 'Cancelled', day: '2025-07-04' })
  clock.set(due)
  assert.deepEqual(await plan(database.pool, clock.now()), { mailings: 1, deliveries: 3 })
  await database.pool.query(`update public.events set title = 'New title' where id = $1`, [changed])
  await database.pool.query('delete from public.events where id = $1', [deleted])
  await fixture.minute()
  const mails = await caught(database.pool)
  assert.equal(mails.length, 3)
  for (const mail of mails) assert.equal(mail.subject, 'Today: New title (Barton Hills)')
})

test('a mailing without events is cancelled', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  const event = await addEvent(database.pool, calendar, { day: '2025-07-04' })
  clock.set(due)
  await plan(database.pool, clock.now())
  await database.pool.query('delete from public.events where id = $1', [event])
  await fixture.minute()
  assert.deepEqual(await caught(database.pool), [])
  assert.deepEqual(
    (await deliveriesOf(database.pool, calendar.id)).map(({ state }) => state),
    ['cancelled', 'cancelled', 'cancelled'],
  )
})

test('contacts who opted out, bounced or switched email off get nothing, and the deliveries show why', async () => {
  const calendar = await makeCalendar(database.pool, { emails: [...people, 'dan@example.org', 'eve@example.org'] })
  await addEvent(database.pool, calendar, { day: '2025-07-04' })
  await database.pool.query('insert into public.opt_outs (calendar_id, email) values ($1, $2)', [
    calendar.id,
    'ann@example.org',
  ])
  await database.pool.query(
    `insert into public.suppressions (channel, address, reason) values ('email', 'bob@example.org', 'bounce')`,
  )
  const { rows } = await database.pool.query(
    `insert into auth.users (email, encrypted_password, email_confirmed_at) values ('cem@example.org', 'hash', now()) returning id`,
  )
  await database.pool.query('insert into public.calendar_members (calendar_id, user_id) values ($1, $2)', [
    calendar.id,
    rows[0].id,
  ])
  await database.pool.query(
    'update public.notification_preferences set email_notifications = false where user_id = $1',
    [rows[0].id],
  )
  clock.set(due)
  await plan(database.pool, clock.now())
  // After planning, before sending.
  await database.pool.query('insert into public.opt_outs (calendar_id, email) values ($1, $2)', [
    calendar.id,
    'dan@example.org',
  ])
  await fixture.minute()
  assert.deepEqual(
    (await caught(database.pool)).map(({ recipient }) => recipient),
    ['eve@example.org'],
  )
  const states = await deliveriesOf(database.pool, calendar.id)
  assert.deepEqual(
    states.map(({ address, state }) => [address, state]),
    [
      ['ann@example.org', 'opted_out'],
      ['bob@example.org', 'opted_out'],
      ['cem@example.org', 'opted_out'],
      ['dan@example.org', 'opted_out'],
      ['eve@example.org', 'sent'],
    ],
  )
})

test('a contact removed after planning gets nothing', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  await addEvent(database.pool, calendar, { day: '2025-07-04' })
  clock.set(due)
  await plan(database.pool, clock.now())
  await database.pool.query(`delete from public.calendar_contacts where contact_value = 'bob@example.org'`)
  await fixture.minute()
  assert.deepEqual((await caught(database.pool)).map(({ recipient }) => recipient).sort(), [
    'ann@example.org',
    'cem@example.org',
  ])
  assert.equal(
    (await deliveriesOf(database.pool, calendar.id)).find(({ address }) => address === 'bob@example.org')?.state,
    'cancelled',
  )
})

test('a calendar without recipients waits, and notifies the first one added that day', async () => {
  const calendar = await makeCalendar(database.pool)
  await addEvent(database.pool, calendar, { day: '2025-07-04' })
  clock.set(due)
  await fixture.minute()
  const { rows } = await database.pool.query('select from public.mailings')
  assert.equal(rows.length, 0)
  await addContacts(database.pool, calendar.id, 'email', ['late@example.org'])
  clock.set('2025-07-04T18:00:00Z')
  await fixture.minute()
  assert.equal((await caught(database.pool)).length, 1)
})

test('a paused calendar plans and waits; once resumed it sends; nothing goes out after its day', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  await addEvent(database.pool, calendar, { day: '2025-07-04' })
  await database.pool.query(
    `update public.calendars set sending_paused_at = now(), sending_paused_by = 'admin', sending_paused_reason = 'test' where id = $1`,
    [calendar.id],
  )
  clock.set(due)
  await fixture.minute()
  assert.equal((await deliveriesOf(database.pool, calendar.id)).length, 3)
  assert.deepEqual(await caught(database.pool), [])
  await database.pool.query(
    'update public.calendars set sending_paused_at = null, sending_paused_by = null, sending_paused_reason = null where id = $1',
    [calendar.id],
  )
  await fixture.minute()
  assert.equal((await caught(database.pool)).length, 3)
})

test("a delivery that could not be sent on its day expires at midnight in the calendar's time zone", async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  await addEvent(database.pool, calendar, { day: '2025-07-04' })
  await database.pool.query(
    `update public.calendars set sending_paused_at = now(), sending_paused_by = 'admin', sending_paused_reason = 'test' where id = $1`,
    [calendar.id],
  )
  clock.set(due)
  await fixture.minute()
  await database.pool.query(
    'update public.calendars set sending_paused_at = null, sending_paused_by = null, sending_paused_reason = null where id = $1',
    [calendar.id],
  )
  clock.set('2025-07-05T05:00:00Z')
  await fixture.minute()
  assert.deepEqual(await caught(database.pool), [])
  assert.deepEqual(
    new Set((await deliveriesOf(database.pool, calendar.id)).map(({ state }) => state)),
    new Set(['expired']),
  )
  const { rows } = await database.pool.query('select state from public.mailings')
  assert.deepEqual(rows, [{ state: 'finished' }])
})

test('an event of yesterday that was never sent is not sent today', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  await addEvent(database.pool, calendar, { day: '2025-07-03' })
  clock.set(due)
  await fixture.minute()
  assert.deepEqual(await deliveriesOf(database.pool, calendar.id), [])
})

test('nothing is sent while sending is on hold', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  await addEvent(database.pool, calendar, { day: '2025-07-04' })
  await database.pool.query(`update private.sending set held_at = now(), held_reason = 'test'`)
  clock.set(due)
  await fixture.minute()
  assert.equal((await deliveriesOf(database.pool, calendar.id)).length, 3)
  assert.deepEqual(await caught(database.pool), [])
  await database.pool.query('update private.sending set held_at = null, held_reason = null')
  await fixture.minute()
  assert.equal((await caught(database.pool)).length, 3)
})
