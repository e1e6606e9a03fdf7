// From an event to the mail, with a test clock: what is due is planned once and sent once, in its current version.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { inTransaction } from '#database/scope.ts'
import { addDays, dayInZone, instantAt } from '#domain/dates.ts'
import { minutes } from '#domain/durations.ts'
import { readRsvpToken } from '#messages/rsvp-link.ts'
import { addContacts, addEvent, fixedClock, makeCalendar, morningZone } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { caught, deliveriesOf, linkSecret, openSendingFixture, type SendingFixture } from '#testing/sending-fixture.ts'
import { signedIn } from '#tests/policies/people.ts'
import { plan } from '#worker/jobs/plan-day-of.ts'
import { dispatch } from '#worker/sending/dispatch.ts'

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
  await emptyTables(database.pool)
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

/** What admins see of the calendar's mailings, oldest day first. */
async function mailingsOf(calendar: { id: string; owner: string }) {
  return inTransaction(database.pool, async (client) => {
    await client.query(`select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`, [
      JSON.stringify({ sub: calendar.owner, role: 'authenticated' }),
    ])
    const { rows } = await client.query(
      'select day::text, state, total::int, sent::int, expired::int, titles from public.calendar_mailings($1) order by day, titles',
      [calendar.id],
    )
    return rows
  })
}

test('what is over is not sent, and Mailings shows whom it would have reached; what has begun is on now', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people, phones: ['+15125550142'] })
  const add = (title: string, from: string, to: string) =>
    addEvent(database.pool, calendar, { title, day: '2025-07-04', from, to })
  await add('Breakfast', '09:00', '10:00')
  await add('Bake sale', '14:00', '17:00')
  // 15:00: the worker was off in the morning.
  clock.set('2025-07-04T20:00:00Z')
  await fixture.minute()
  const mails = await caught(database.pool)
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    Array(3).fill('On now: Bake sale (Barton Hills)'),
  )
  for (const { text, html } of mails) assert.doesNotMatch(text + html, /Breakfast/)
  const [text] = await caught(database.pool, 'sms')
  assert.match(text?.text ?? '', /^Barton Hills on now: Bake sale, 2:00 PM\./)
  const day = { day: '2025-07-04', state: 'finished', total: 4 }
  assert.deepEqual(await mailingsOf(calendar), [
    { ...day, sent: 4, expired: 0, titles: ['Bake sale'] },
    { ...day, sent: 0, expired: 4, titles: ['Breakfast'] },
  ])
  await fixture.minute()
  assert.equal((await mailingsOf(calendar)).length, 2, 'once')
})

test('what ends while its mail waits is left out of it', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  await addEvent(database.pool, calendar, { title: 'Breakfast', day: '2025-07-04', from: '09:00', to: '10:00' })
  await addEvent(database.pool, calendar, { title: 'Porch concert', day: '2025-07-04' })
  clock.set(due)
  await plan(database.pool, clock.now())
  clock.set('2025-07-04T15:00:00Z')
  await fixture.minute()
  assert.deepEqual(
    (await caught(database.pool)).map(({ subject }) => subject),
    Array(3).fill('Today: Porch concert (Barton Hills)'),
  )
})

test('days that went by without a planner leave a trace, for admins and in the log', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  for (const day of ['2025-07-01', '2025-07-02', '2025-07-03', '2025-07-04'])
    await addEvent(database.pool, calendar, { title: day, day })
  await addEvent(database.pool, calendar, { title: 'Added when it was over', day: '2025-07-02' })
  await database.pool.query(
    `update public.events set created_at = case title when 'Added when it was over' then $1 else '2025-06-01' end::timestamptz`,
    [early],
  )
  // Off from the evening of July 1 on.
  await database.pool.query(`update private.sending set planned_at = '2025-07-01T23:00:00Z'`)
  clock.set(due)
  await fixture.minute()
  assert.equal((await caught(database.pool)).length, 3)
  const [finished, missed] = [
    { state: 'finished', total: 3 },
    { sent: 0, expired: 3 },
  ]
  assert.deepEqual(await mailingsOf(calendar), [
    { day: '2025-07-02', ...finished, ...missed, titles: ['2025-07-02'] },
    { day: '2025-07-03', ...finished, ...missed, titles: ['2025-07-03'] },
    { day: '2025-07-04', ...finished, sent: 3, expired: 0, titles: ['2025-07-04'] },
  ])
  const isTrace = (line: string) => line.includes('days went by')
  assert.equal(fixture.lines.filter(isTrace).length, 1)
  await fixture.minute()
  assert.equal(fixture.lines.filter(isTrace).length, 1)
})

test('an event that asks who comes has an answer of one press in the mail, by a link of each recipient; a closed one has none', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  const asking = await addEvent(database.pool, calendar, { title: 'Porch concert', day: '2025-07-04' })
  const closed = await addEvent(database.pool, calendar, { title: 'Creek clean-up', day: '2025-07-04', from: '09:00' })
  await addEvent(database.pool, calendar, { title: 'Open house', day: '2025-07-04' })
  await database.pool.query(
    `insert into public.event_rsvps (event_id, calendar_id, capacity, taken, closes_hours)
     values ($1, $3, 10, 3, 0), ($2, $3, 5, 5, 2)`,
    [asking, closed, calendar.id],
  )
  clock.set(due)
  await fixture.minute()
  const mails = await caught(database.pool)
  const links = mails.map(({ recipient, html, text }) => {
    const found = [...text.matchAll(/^(Going|Maybe|No): (\S+)&a=(\w+)$/gm)]
    assert.deepEqual(
      found.map(([, label, , answer]) => [label, answer]),
      [
        ['Going', 'going'],
        ['Maybe', 'maybe'],
        ['No', 'no'],
      ],
    )
    const [url] = new Set(found.map(([, , one]) => one))
    const token = new URL(url ?? '').searchParams.get('t') ?? ''
    assert.deepEqual(readRsvpToken(token, linkSecret), { eventId: asking, email: recipient })
    for (const answer of ['going', 'maybe', 'no']) assert.ok(html.includes(`href="${url}&amp;a=${answer}"`))
    assert.match(text, /Creek clean-up[\s\S]*?\nFull\n/)
    return url
  })
  assert.equal(new Set(links).size, 3)
})

/** Adds confirmed answers of the day before; `today` was given on the day itself. */
async function answered(event: string, calendar: string, answers: Record<string, string>) {
  await database.pool.query('insert into public.event_rsvps (event_id, calendar_id) values ($1, $2)', [event, calendar])
  for (const [email, said] of Object.entries(answers))
    await database.pool.query(
      `insert into public.rsvp_answers (event_id, calendar_id, email, name, answer, confirmed_at, waiting_since)
       select $1, $2, $3, 'Guest', case when $4 in ('waiting', 'today', 'unconfirmed') then 'going' else $4 end,
         case $4 when 'unconfirmed' then null when 'today' then $5::timestamptz else $5::timestamptz - interval '1 day' end,
         case when $4 = 'waiting' then $5::timestamptz end`,
      [event, calendar, email, said, early],
    )
}

test('who declined is not reminded, and who comes is, once, also without following the calendar', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  const event = await addEvent(database.pool, calendar, { title: 'Porch concert', day: '2025-07-04' })
  await addEvent(database.pool, calendar, { title: 'Creek clean-up', day: '2025-07-04' })
  await answered(event, calendar.id, {
    'ann@example.org': 'no',
    'bob@example.org': 'going',
    'gail@example.org': 'going',
    'may@example.org': 'maybe',
    'no@example.org': 'no',
    'wait@example.org': 'waiting',
    'typed@example.org': 'unconfirmed',
    'late@example.org': 'today',
    'left@example.org': 'going',
  })
  await database.pool.query("insert into public.opt_outs (calendar_id, email) values ($1, 'left@example.org')", [
    calendar.id,
  ])
  await fixture.minute()
  assert.deepEqual(await caught(database.pool), [], 'not before the notification time')
  clock.set(due)
  for (let turn = 0; turn < 3; turn++) await fixture.minute()
  const mails = await caught(database.pool)
  const about = (email: string) => mails.filter(({ recipient }) => recipient === email)
  assert.deepEqual(
    mails.map(({ recipient }) => recipient).sort(),
    [...people, 'gail@example.org', 'may@example.org'].sort(),
  )
  assert.deepEqual(
    people.map((email) => about(email)[0]?.text.includes('Porch concert')),
    [false, true, true],
  )
  assert.equal(about('gail@example.org')[0]?.subject, 'Today: Porch concert (Barton Hills)')
  assert.match(about('gail@example.org')[0]?.text ?? '', /\/rsvp\?t=/)
})

test('who is coming is reminded of an event that is not in the mailer, unless it is off', async () => {
  const calendar = await makeCalendar(database.pool)
  const on = await addEvent(database.pool, calendar, { title: 'On', day: '2025-07-04', mailer: false })
  const off = await addEvent(database.pool, calendar, { title: 'Off', day: '2025-07-04', mailer: false })
  await answered(on, calendar.id, { 'gail@example.org': 'going' })
  await answered(off, calendar.id, { 'gail@example.org': 'going' })
  await database.pool.query("update public.events set status = 'cancelled' where id = $1", [off])
  clock.set(due)
  await fixture.minute()
  const subjects = (await caught(database.pool)).map(({ subject }) => subject)
  assert.deepEqual(subjects, ['Today: On (Barton Hills)'])
})

test('a full event says so in the mail, and offers the waiting list', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people.slice(0, 1) })
  const event = await addEvent(database.pool, calendar, { day: '2025-07-04' })
  await database.pool.query(
    'insert into public.event_rsvps (event_id, calendar_id, capacity, taken) values ($1, $2, 5, 5)',
    [event, calendar.id],
  )
  clock.set(due)
  await fixture.minute()
  const [mail] = await caught(database.pool)
  assert.match(mail?.text ?? '', /Full. You can join the waiting list:\nWaiting list: http/)
  assert.match(mail?.html ?? '', /Full. You can join the waiting list:/)
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

test('many calendars due together are planned in portions, and each sends one mail before any sends to all', async () => {
  const [stranger] = await dueTogether(23)
  // It may have to wait for a review.
  await database.pool.query('update public.calendar_contacts set confirmed_at = null where calendar_id = $1', [
    stranger,
  ])
  assert.deepEqual(await plan(database.pool, clock.now(), null, 10), { mailings: 23, deliveries: 22 })
  const { rows: jobs } = await database.pool.query(
    'select priority, count(*)::int from graphile_worker._private_jobs group by 1 order by 1',
  )
  assert.deepEqual(jobs, [
    { priority: 1, count: 22 },
    { priority: 2, count: 1 },
  ])
  assert.equal(await dispatch(fixture.sending), 0, 'only the first mails may leave yet')
  await fixture.minute()
  const sent = (await caught(database.pool)).map(({ headers }) => headers['List-Id'])
  assert.equal(sent.length, 23 * 2)
  assert.equal(new Set(sent.slice(0, 22)).size, 22, 'the first mail of each')
  const { rows: mailings } = await database.pool.query('select distinct state, is_fully_planned from public.mailings')
  assert.deepEqual(mailings, [{ state: 'finished', is_fully_planned: true }])
})

test('a mailing of which only the first mail was planned is planned whole after a crash, and is not finished before', async () => {
  await dueTogether(20)
  await plan(database.pool, clock.now())
  await database.pool.query('delete from graphile_worker._private_jobs where priority = 2')
  await fixture.runQueue()
  const stateOf = async () =>
    (await database.pool.query('select distinct state, is_fully_planned from public.mailings')).rows
  assert.equal((await caught(database.pool)).length, 20)
  assert.deepEqual(await stateOf(), [{ state: 'sending', is_fully_planned: false }])
  await fixture.minute()
  assert.equal((await caught(database.pool)).length, 40)
  assert.deepEqual(await stateOf(), [{ state: 'finished', is_fully_planned: true }])
})

test('first mails that find the mail server away leave when it is back, before the others are planned', async () => {
  await dueTogether(20)
  await plan(database.pool, clock.now())
  await database.pool.query('delete from graphile_worker._private_jobs where priority = 2')
  fixture.sending.restUntil.email = Number.POSITIVE_INFINITY
  await fixture.runQueue()
  assert.equal((await caught(database.pool)).length, 0)
  fixture.sending.restUntil.email = 0
  assert.equal(await dispatch(fixture.sending), 20)
  const { rows: jobs } = await database.pool.query('select distinct priority from graphile_worker._private_jobs')
  assert.deepEqual(jobs, [{ priority: 1 }])
  await fixture.runQueue()
  assert.equal((await caught(database.pool)).length, 20)
  assert.equal(await dispatch(fixture.sending), 0)
})

test('servers hear that mailings begin, go on and end, of many mailings in a few messages', async (t) => {
  const ids = await dueTogether(20)
  await plan(database.pool, clock.now())
  const heard = new Set<string>()
  const query = t.mock.method(fixture.sending.pool, 'query')
  const announce = t.mock.method(fixture.sending.progress, 'announce')
  const client = await database.pool.connect()
  try {
    client.on('notification', ({ payload = '' }) => heard.add(payload))
    await client.query('listen calendar_changes')
    await fixture.runQueue()
    await fixture.sending.progress.stop()
    await client.query('select')
  } finally {
    client.release(true)
  }
  assert.deepEqual([...heard].sort(), ids.map((id) => `${id} mailings`).sort())
  const messages = query.mock.calls.filter(({ arguments: [text] }) => /pg_notify/.test(String(text)))
  assert.ok(messages.length < 10, String(messages.length))
  // The first mail: it begins and goes on. The others: it begins, goes on and ends.
  assert.equal(announce.mock.callCount(), 20 * 5)
})

/** Makes calendars with two recipients who have confirmed. */
async function dueTogether(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const calendar = await makeCalendar(database.pool, { emails: ['ann@example.org', 'bob@example.org'] })
    await addEvent(database.pool, calendar, { day: '2025-07-04' })
    ids.push(calendar.id)
  }
  await database.pool.query('update public.calendar_contacts set confirmed_at = now()')
  clock.set(due)
  return ids
}

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

test('an event of today that is added, or put into the mailer, waits ten minutes; a far one does not', async () => {
  const calendar = await lateCalendar()
  const today = dayInZone(new Date(), calendar.zone)
  const far = await addEvent(database.pool, calendar, { day: addDays(today, 9), isNew: true })
  const event = await addEvent(database.pool, calendar, { day: today, isNew: true })
  assert.deepEqual(await waiting(), [event])
  await database.pool.query(`update public.events set title = 'Changed'`)
  assert.deepEqual(await waiting(), [event])
  for (const [before, after] of [
    ['include_in_mailer = false', 'include_in_mailer = true'],
    [`status = 'cancelled'`, `status = 'scheduled'`],
    [`category = 'FYI'`, `category = 'Alert'`],
  ] as const) {
    await database.pool.query(`update public.events set ${before} where id = $1`, [event])
    await database.pool.query('delete from private.waiting_events')
    await database.pool.query(`update public.events set title = 'Again'`)
    assert.deepEqual(await waiting(), [], 'another change makes nothing wait')
    await database.pool.query(`update public.events set ${after} where id = $1`, [event])
    assert.deepEqual(await waiting(), [event], after)
  }
  await database.pool.query(
    `update public.events set start_time = $2, end_time = $2::timestamptz + interval '1 hour', status = 'moved' where id = $1`,
    [far, instantAt(today, '18:00', calendar.zone)],
  )
  assert.deepEqual(await waiting(), [event, far].sort())
  await database.pool.query('delete from private.waiting_events')
  await database.pool.query(`update public.calendars set notify_at = '00:01' where id = $1`, [calendar.id])
  assert.deepEqual(await waiting(), [event, far].sort(), 'another hour makes them due')
  assert.deepEqual(await jobs(), [], 'nothing is planned at once')
})

test('nothing leaves before the ten minutes are over, then everything once', async () => {
  const { event } = await lateEvent()
  clock.set(new Date(Date.now() + minutes(9)))
  await fixture.minute()
  assert.equal(await traces(), 0)
  clock.set(new Date(Date.now() + minutes(11)))
  for (let i = 0; i < 2; i++) await fixture.minute()
  assert.equal((await caught(database.pool)).length, people.length)
  assert.deepEqual(await waiting(), [])
  await assert.rejects(as(event.owner, 'select public.withdraw_event($1)', [event.id]), { code: 'TB023' })
})

test('who sends it now sends it now', async () => {
  const { event } = await lateEvent()
  clock.set(new Date())
  await as(event.owner, 'select public.send_event_now($1)', [event.id])
  assert.equal((await jobs()).length, 1)
  await fixture.runQueue()
  assert.equal((await caught(database.pool)).length, people.length)
  const { rows } = await as(event.owner, 'select public.send_event_now($1) as sent', [event.id])
  assert.deepEqual(rows, [{ sent: false }])
})

test('who takes it back leaves no trace, and the event stays', async () => {
  const { event } = await lateEvent()
  const listed = await as(event.owner, 'select event_id from public.get_waiting_events($1)', [event.calendar])
  assert.deepEqual(listed.rows, [{ event_id: event.id }])
  await as(event.owner, 'select public.withdraw_event($1)', [event.id])
  clock.set(new Date(Date.now() + minutes(11)))
  await fixture.minute()
  assert.equal(await traces(), 0)
  const { rows } = await database.pool.query('select include_in_mailer from public.events where id = $1', [event.id])
  assert.deepEqual(rows, [{ include_in_mailer: false }])
})

test('only admins, and the member who added it, decide about an event that waits', async () => {
  const { event } = await lateEvent()
  const stranger = await makeCalendar(database.pool)
  const { rows } = await database.pool.query(
    `insert into auth.users (email, encrypted_password) values ('mia@example.org', 'hash') returning id`,
  )
  const member = rows[0].id
  await database.pool.query('insert into public.calendar_members (calendar_id, user_id) values ($1, $2)', [
    event.calendar,
    member,
  ])
  for (const person of [stranger.owner, member]) {
    for (const call of ['send_event_now', 'withdraw_event'])
      await assert.rejects(as(person, `select public.${call}($1)`, [event.id]), { code: '42501' })
    assert.deepEqual((await as(person, 'select * from public.get_waiting_events($1)', [event.calendar])).rows, [])
  }
  await database.pool.query('update public.events set created_by = $2 where id = $1', [event.id, member])
  assert.equal((await as(member, 'select * from public.get_waiting_events($1)', [event.calendar])).rows.length, 1)
  await database.pool.query('delete from public.calendar_members where user_id = $1', [member])
  await assert.rejects(as(member, 'select public.send_event_now($1)', [event.id]), { code: '42501' })
  assert.equal(await traces(), 0)
})

/** An event of today whose hour has passed, added this moment. */
async function lateEvent() {
  const calendar = await lateCalendar()
  const id = await addEvent(database.pool, calendar, { day: dayInZone(new Date(), calendar.zone), isNew: true })
  return { event: { id, calendar: calendar.id, owner: calendar.owner } }
}

/** A calendar whose hour has passed, and whose day does not end during the test. */
async function lateCalendar() {
  const zone = morningZone()
  const calendar = await makeCalendar(database.pool, { emails: people, notifyAt: '00:00' })
  await database.pool.query('update public.calendars set time_zone = $2 where id = $1', [calendar.id, zone])
  return { ...calendar, zone }
}

function as(user: string, sql: string, values: unknown[]) {
  return inTransaction(database.pool, (client) => client.query(sql, values), signedIn(user))
}

async function waiting(): Promise<string[]> {
  const { rows } = await database.pool.query('select event_id from private.waiting_events order by 1')
  return rows.map(({ event_id }) => event_id)
}

async function jobs(): Promise<unknown[]> {
  const { rows } = await database.pool.query('select key from graphile_worker.jobs')
  return rows
}

/** Counts mails, deliveries, mailings and what is queued. */
async function traces(): Promise<number> {
  const { rows } = await database.pool.query(
    `select (select count(*) from private.caught_messages) + (select count(*) from public.deliveries)
       + (select count(*) from public.mailings) + (select count(*) from graphile_worker.jobs) as count`,
  )
  return Number(rows[0].count)
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
  await database.pool.query(`insert into private.holds (kind, reason) values ('operator', 'test')`)
  clock.set(due)
  await fixture.minute()
  assert.equal((await deliveriesOf(database.pool, calendar.id)).length, 3)
  assert.deepEqual(await caught(database.pool), [])
  await database.pool.query('delete from private.holds')
  await fixture.minute()
  assert.equal((await caught(database.pool)).length, 3)
})
