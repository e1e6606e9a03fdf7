// Change notices: sent once to those who were notified, with several edits in one, and not when withdrawn. Also alerts.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import ICAL from 'ical.js'
import { eventWrite } from '#database/event-write.ts'
import { inTransaction } from '#database/scope.ts'
import { days } from '#domain/durations.ts'
import { addContacts, addEvent, fixedClock, makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { caught, deliveriesOf, openSendingFixture, type SendingFixture } from '#testing/sending-fixture.ts'
import { signedIn } from '#tests/policies/people.ts'

let database: TestDatabase
let fixture: SendingFixture
let calendar: TestCalendar
/** 8:00 in Austin. */
const due = '2035-07-04T13:00:00Z'
const day = '2035-07-04'
const clock = fixedClock(due)
const people = ['ann@example.org', 'bob@example.org']

before(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await emptyTables(database.pool)
  clock.set(due)
  fixture = await openSendingFixture(database.pool, clock)
  calendar = await makeCalendar(database.pool, { emails: people })
})
afterEach(() => fixture.close())
after(() => database.close())

/** Runs SQL as the owner, with the settings that save-event makes. */
function act(text: string, values: unknown[], notify = true) {
  const settings = eventWrite({ notify, now: clock.now() })
  const scope = { ...signedIn(calendar.owner), settings }
  return inTransaction(database.pool, async (client) => (await client.query(text, values)).rows, scope)
}

const change = (id: string, sets: string, notify?: boolean) =>
  act(`update public.events set ${sets} where id = $1`, [id], notify)
const later = "start_time = start_time + interval '1 hour', end_time = end_time + interval '1 hour'"

async function told(title = 'Porch concert'): Promise<string> {
  const id = await addEvent(database.pool, calendar, { title, day, location: '1 Main St' })
  await fixture.minute()
  return id
}

async function newMails() {
  const mails = await caught(database.pool)
  await database.pool.query('truncate private.caught_messages')
  return mails
}

function minutes(count: number): void {
  clock.set(new Date(clock.now().getTime() + count * 60_000))
}

test('a cancellation is sent after ten minutes to those who were notified, and to nobody else', async () => {
  const id = await told()
  assert.equal((await newMails()).length, 2)
  await addContacts(database.pool, calendar.id, 'email', ['late@example.org'])
  await change(id, "status = 'cancelled', status_reason = 'Thunderstorm'")
  minutes(9)
  await fixture.minute()
  assert.deepEqual(await newMails(), [])
  minutes(1)
  await fixture.minute()
  const mails = await newMails()
  assert.deepEqual(mails.map(({ recipient }) => recipient).sort(), people)
  for (const { subject, text } of mails) {
    assert.equal(subject, 'CANCELLED: Porch concert, Wed, Jul 4 (Barton Hills)')
    assert.match(text, /It was planned for Wednesday, July 4, 2035, 6:00 PM – 7:00 PM CDT\.\nReason: Thunderstorm/)
    assert.match(text, /Unsubscribe: https/)
  }
  for (let count = 0; count < 3; count++) await fixture.minute()
  assert.deepEqual(await newMails(), [])
})

test('edits within ten minutes become one notice, from the announced version to the current one', async () => {
  const first = await told()
  const second = await told('Creek clean-up')
  await newMails()
  await change(first, later)
  minutes(5)
  await change(first, "location = '9 Elm St', title = 'Porch concerto'")
  await change(second, "status = 'postponed'")
  minutes(5)
  await fixture.minute()
  const [mail, ...others] = await newMails()
  assert.equal(others.length, 1)
  assert.equal(mail?.subject, 'CHANGED: 2 events in Barton Hills')
  assert.match(
    mail?.text ?? '',
    /CHANGED: Porch concerto\nWhen: .* 7:00 PM – 8:00 PM CDT \(it was .* 6:00 PM – 7:00 PM CDT\)\nWhere: 9 Elm St \(it was 1 Main St\)/,
  )
  assert.match(mail?.text ?? '', /POSTPONED: Creek clean-up/)
  // The next change is the next notice.
  await change(first, "status = 'cancelled'")
  minutes(10)
  await fixture.minute()
  assert.deepEqual(
    (await newMails()).map(({ subject }) => subject),
    Array(2).fill('CANCELLED: Porch concerto, Wed, Jul 4 (Barton Hills)'),
  )
})

test('the last edit delays the notice by two minutes, but never beyond half an hour', async () => {
  const id = await told()
  await change(id, later)
  const dueAt = async () => {
    const { rows } = await database.pool.query("select due_at from public.mailings where state = 'waiting'")
    return (rows[0].due_at.getTime() - Date.parse(due)) / 60_000
  }
  assert.equal(await dueAt(), 10)
  minutes(9)
  await change(id, later)
  assert.equal(await dueAt(), 11)
  clock.set(new Date(Date.parse(due) + 29 * 60_000))
  await change(id, later)
  assert.equal(await dueAt(), 30)
})

test('a silent, unimportant, unannounced or reverted change notifies nobody', async () => {
  const id = await told()
  const untold = await addEvent(database.pool, calendar, { title: 'Tomorrow', day: '2035-07-05' })
  await newMails()
  await change(id, later, false)
  await change(id, "title = 'New title', description = 'More'")
  await change(untold, "status = 'cancelled'")
  const { rows: none } = await database.pool.query('select from public.change_notices')
  assert.equal(none.length, 0)
  await change(id, "location = '9 Elm St'")
  await change(id, "location = '1 Main St'")
  minutes(10)
  await fixture.minute()
  assert.deepEqual(await newMails(), [])
  const { rows } = await database.pool.query("select from public.mailings where kind = 'change'")
  assert.equal(rows.length, 0)
})

test('a withdrawn notice is not sent and the event is restored; a sent one cannot be withdrawn', async () => {
  const id = await told()
  await newMails()
  const notice = async () => (await database.pool.query('select id from public.change_notices')).rows[0].id as string
  await change(id, "status = 'cancelled', location = null")
  await act('select public.withdraw_notice($1, true)', [await notice()])
  const { rows } = await database.pool.query('select status, location from public.events where id = $1', [id])
  assert.deepEqual(rows, [{ status: 'scheduled', location: '1 Main St' }])
  await change(id, "status = 'cancelled'")
  await act('select public.withdraw_notice($1)', [await notice()])
  minutes(20)
  await fixture.minute()
  assert.deepEqual(await newMails(), [])
  await change(id, "status = 'scheduled'")
  const last = await notice()
  minutes(10)
  await fixture.minute()
  assert.equal((await newMails()).length, 2)
  await assert.rejects(act('select public.withdraw_notice($1, true)', [last]), { code: 'TB023' })
})

test('a notice is sent immediately when an admin asks for it', async () => {
  const id = await told()
  await newMails()
  await change(id, later)
  const { rows } = await database.pool.query("select id from public.mailings where state = 'waiting'")
  await act('select public.send_notice_now($1)', [rows[0].id])
  await fixture.runQueue()
  assert.equal((await newMails()).length, 2)
})

test('a deleted event is announced as cancelled, unless it is restored first', async () => {
  const first = await told()
  const second = await told('Creek clean-up')
  await newMails()
  await act('delete from public.events where id = any ($1)', [[first, second]])
  await act('select public.restore_event($1)', [second])
  minutes(10)
  await fixture.minute()
  assert.deepEqual(
    (await newMails()).map(({ subject }) => subject),
    Array(2).fill('CANCELLED: Porch concert, Wed, Jul 4 (Barton Hills)'),
  )
})

test('people who opted out meanwhile get no notice; texts wait for the morning and fit into two segments', async () => {
  await addContacts(database.pool, calendar.id, 'phone', ['+15125550123'])
  const id = await addEvent(database.pool, calendar, { title: 'Late film', day, from: '22:30', to: '23:30' })
  await fixture.minute()
  await database.pool.query('truncate private.caught_messages')
  await database.pool.query('insert into public.opt_outs (calendar_id, email) values ($1, $2)', [
    calendar.id,
    people[0],
  ])
  // Half past eight in the evening: the text would leave after nine.
  clock.set('2035-07-05T01:55:00Z')
  await change(
    id,
    "location_name = 'School', start_time = start_time + interval '1 day', end_time = end_time + interval '1 day', status = 'moved'",
  )
  minutes(10)
  await fixture.minute()
  assert.deepEqual(
    (await newMails()).map(({ recipient, subject }) => [recipient, subject]),
    [[people[1], 'MOVED: Late film, Thu, Jul 5 (Barton Hills)']],
  )
  clock.set('2035-07-05T13:00:00Z')
  await fixture.minute()
  const texts = await caught(database.pool, 'sms')
  assert.equal(texts.filter(({ text }) => text.startsWith('Barton Hills: MOVED: Late film. When: ')).length, 1)
  assert.match(texts[0]?.text ?? '', /Reply STOP to end$/)
})

test('an event moved to another day is sent again on that day', async () => {
  const id = await told()
  await newMails()
  await change(
    id,
    "status = 'moved', start_time = start_time + interval '2 days', end_time = end_time + interval '2 days'",
    false,
  )
  clock.set('2035-07-06T13:00:00Z')
  await fixture.minute()
  assert.deepEqual(
    (await newMails()).map(({ subject }) => subject),
    Array(2).fill('Today: Porch concert (Barton Hills)'),
  )
})

test('what was put off by a clock that was ahead waits ten minutes, not until then', async () => {
  const id = await told()
  await newMails()
  await change(id, "status = 'cancelled'")
  const added = await addEvent(database.pool, calendar, { title: 'Added', day: '2035-07-04', to: '23:00' })
  await database.pool.query(`update public.mailings set due_at = due_at + interval '1 day' where state = 'waiting'`)
  await database.pool.query(`insert into private.waiting_events (event_id, due_at) values ($1, $2)`, [
    added,
    new Date(clock.now().getTime() + days(1)),
  ])
  await fixture.minute()
  assert.deepEqual(await newMails(), [])
  minutes(10)
  await fixture.minute()
  assert.deepEqual([...new Set((await newMails()).map(({ subject }) => subject))].sort(), [
    'CANCELLED: Porch concert, Wed, Jul 4 (Barton Hills)',
    'Today: Added (Barton Hills)',
  ])
})

test('an event is moved only for people who know its old time', async () => {
  const later = "status = 'moved', start_time = start_time + interval '1 day', end_time = end_time + interval '1 day'"
  const [known, unknown] = [await told(), await addEvent(database.pool, calendar, { day: '2035-08-01' })]
  const found = async (id: string) => {
    const { rows } = await database.pool.query(
      'select event_date::text, status, previous_start_time is not null as was_moved from public.events where id = $1',
      [id],
    )
    return rows[0]
  }
  await change(known, later)
  await change(unknown, later)
  assert.deepEqual(await found(known), { event_date: '2035-07-05', status: 'moved', was_moved: true })
  assert.deepEqual(await found(unknown), { event_date: '2035-08-02', status: 'scheduled', was_moved: false })
  await answered(unknown, { 'ann@example.org': 'going' })
  await change(unknown, later)
  assert.deepEqual(await found(unknown), { event_date: '2035-08-03', status: 'moved', was_moved: true })
})

test('a cancelled or postponed event is not in the mail of its day', async () => {
  const cancelled = await addEvent(database.pool, calendar, { title: 'Cancelled', day: '2035-07-05' })
  const postponed = await addEvent(database.pool, calendar, { title: 'Postponed', day: '2035-07-05' })
  await addEvent(database.pool, calendar, { title: 'On', day: '2035-07-05' })
  await change(cancelled, "status = 'cancelled'")
  await change(postponed, "status = 'postponed'")
  clock.set('2035-07-05T13:00:00Z')
  await fixture.minute()
  assert.deepEqual(
    (await newMails()).map(({ subject }) => subject),
    Array(2).fill('Today: On (Barton Hills)'),
  )
})

test('an alert is sent immediately, once, to everybody, and not again with the day’s mail', async () => {
  clock.set('2035-07-04T10:00:00Z')
  const id = await addEvent(database.pool, calendar, { title: 'Boil water', day, description: 'Until Friday.' })
  await assert.rejects(act('select public.send_alert($1)', [id]), { code: 'TB022' })
  await change(id, "category = 'Alert'")
  await act('select public.send_alert($1)', [id])
  await fixture.runQueue()
  const mails = await newMails()
  assert.deepEqual(mails.map(({ recipient }) => recipient).sort(), people)
  assert.equal(mails[0]?.subject, 'ALERT: Boil water (Barton Hills)')
  assert.match(mails[0]?.text ?? '', /Until Friday\./)
  await assert.rejects(act('select public.send_alert($1)', [id]), {
    code: 'TB022',
    message: 'Everybody has been notified of this alert.',
  })
  clock.set(due)
  await fixture.minute()
  assert.deepEqual(await newMails(), [])
  // Those who were notified are notified of the cancellation.
  await change(id, "status = 'cancelled'")
  minutes(10)
  await fixture.minute()
  assert.equal((await newMails()).length, 2)
})

test('only an admin can send alerts or change notices', async () => {
  const id = await told()
  await change(id, "status = 'cancelled', category = 'Alert'")
  const { rows } = await database.pool.query('select n.id, n.mailing_id from public.change_notices n')
  const [{ id: notice, mailing_id: mailing }] = rows
  const { rows: users } = await database.pool.query(
    "insert into auth.users (email, encrypted_password) values ('member@example.org', 'hash') returning id",
  )
  await database.pool.query('insert into public.calendar_members (calendar_id, user_id) values ($1, $2)', [
    calendar.id,
    users[0].id,
  ])
  const asked: [string, string, string][] = [
    ['select public.withdraw_notice($1, true)', notice, '42501'],
    ['select public.send_notice_now($1)', mailing, 'TB023'],
    ['select public.send_alert($1)', id, '42501'],
  ]
  for (const [text, value, code] of asked) {
    const asking = inTransaction(database.pool, (client) => client.query(text, [value]), signedIn(users[0].id))
    await assert.rejects(asking, { code })
  }
  const { rows: left } = await database.pool.query("select from public.mailings where state = 'waiting'")
  assert.equal(left.length, 1)
  assert.equal((await deliveriesOf(database.pool, calendar.id)).length, 2)
})

test('a rain-out is one message per person, and what is still on is said once, unless it is taken back', async () => {
  const [concert, fair] = [await told(), await told('Fair')]
  await newMails()
  await act("update public.events set status = 'cancelled', status_reason = 'Storm' where id = any ($1)", [
    [concert, fair],
  ])
  minutes(10)
  await fixture.minute()
  const cancelled = await newMails()
  assert.deepEqual(cancelled.map(({ recipient }) => recipient).sort(), people)
  for (const { subject, text } of cancelled) {
    assert.equal(subject, 'CANCELLED: 2 events in Barton Hills')
    assert.match(text, /Fair[\s\S]*Porch concert/)
  }

  const soup = await told('Soup')
  await newMails()
  const confirm = (ids: string[], note: string | null) =>
    act('select public.confirm_events($1, $2, $3)', [calendar.id, ids, note])
  await confirm([soup, concert], 'Under the roof')
  await confirm([soup], 'Under the roof')
  minutes(10)
  await fixture.minute()
  const mails = await newMails()
  assert.deepEqual(mails.map(({ recipient }) => recipient).sort(), people, 'once, however often it is pressed')
  for (const { subject, text } of mails) {
    assert.equal(subject, 'STILL ON: Soup, Wed, Jul 4 (Barton Hills)')
    assert.match(text, /Under the roof\nIt takes place as planned\./)
  }
  await confirm([soup], null)
  const [notice] = await act(
    'select id from public.change_notices where event_id = $1 order by created_at desc limit 1',
    [soup],
  )
  await act('select public.withdraw_notice($1)', [notice.id])
  minutes(10)
  await fixture.minute()
  assert.deepEqual(await newMails(), [])
})

/** Adds people who answered an event; no recipients of the calendar unless they are named so. */
async function answered(event: string, answers: Record<string, string>) {
  await database.pool.query(
    'insert into public.event_rsvps (event_id, calendar_id) values ($1, $2) on conflict (event_id) do nothing',
    [event, calendar.id],
  )
  for (const [email, answer] of Object.entries(answers))
    await database.pool.query(
      `insert into public.rsvp_answers (event_id, calendar_id, email, name, answer, confirmed_at, reminded_at)
       select $1, $2, $3, 'Guest', coalesce(nullif($4, 'unconfirmed'), 'going'), case when $4 <> 'unconfirmed' then now() end, now()`,
      [event, calendar.id, email, answer],
    )
}

test('a change reaches everyone who answered, one mail for each mailbox, and nobody who unsubscribed', async () => {
  const first = await told()
  const second = await told('Creek clean-up')
  await newMails()
  await answered(first, {
    'ann@example.org': 'going',
    'gail@example.org': 'going',
    'may@example.org': 'maybe',
    'no@example.org': 'no',
    'typed@example.org': 'unconfirmed',
    'left@example.org': 'going',
    'bounced@example.org': 'going',
  })
  await answered(second, { 'gail@example.org': 'going' })
  await database.pool.query("insert into public.opt_outs (calendar_id, email) values ($1, 'left@example.org')", [
    calendar.id,
  ])
  await database.pool.query(
    "insert into public.suppressions (channel, address, reason) values ('email', 'bounced@example.org', 'bounce')",
  )
  await change(first, later)
  await change(second, "status = 'cancelled'")
  minutes(10)
  await fixture.minute()
  const mails = await newMails()
  assert.deepEqual(
    mails.map(({ recipient }) => recipient).sort(),
    [...people, 'gail@example.org', 'may@example.org', 'no@example.org'].sort(),
  )
  const gail = mails.find(({ recipient }) => recipient === 'gail@example.org')
  assert.equal(gail?.subject, 'CHANGED: 2 events in Barton Hills')
  assert.match(gail?.text ?? '', /CANCELLED: Creek clean-up/)
  assert.match(gail?.text ?? '', /\/rsvp\?t=/)
  const may = mails.find(({ recipient }) => recipient === 'may@example.org')
  assert.doesNotMatch(may?.text ?? '', /Creek/)
  for (let count = 0; count < 3; count++) await fixture.minute()
  assert.deepEqual(await newMails(), [])
})

test('those who answered an event that nobody was mailed are notified when it is deleted, unless that is taken back', async () => {
  const id = await addEvent(database.pool, calendar, { title: 'Porch concert', day: '2035-07-20' })
  await answered(id, { 'gail@example.org': 'going' })
  const counts =
    'select public.told_count(e) as told, public.sent_count(e) as sent from public.events e where e.id = $1'
  assert.deepEqual(await act(counts, [id]), [{ told: '1', sent: '0' }], 'an answer is no notification')
  await change(id, later)
  const [waiting] = await act('select id from public.change_notices', [])
  await act('select public.withdraw_notice($1)', [waiting?.id])
  minutes(10)
  await fixture.minute()
  assert.deepEqual(await newMails(), [])
  await act('delete from public.events where id = $1', [id])
  minutes(10)
  await fixture.minute()
  const mails = await newMails()
  assert.deepEqual(
    mails.map(({ recipient, subject }) => [recipient, subject]),
    [['gail@example.org', 'CANCELLED: Porch concert, Fri, Jul 20 (Barton Hills)']],
  )
  assert.doesNotMatch(mails[0]?.text ?? '', /\/rsvp\?t=/)
  for (let turn = 0; turn < 3; turn++) await fixture.minute()
  assert.deepEqual(await newMails(), [])
})

test('who only signed up for what an event needs is notified of changes and of its end, once; who also answered, as such', async () => {
  const id = await addEvent(database.pool, calendar, { title: 'Porch concert', day: '2035-07-20' })
  const signUp = (email: string, confirmed: boolean) =>
    database.pool.query(
      `insert into public.slot_signups (event_id, calendar_id, email, name, confirmed_at) values ($1, $2, $3, 'Guest', case when $4 then now() end)`,
      [id, calendar.id, email, confirmed],
    )
  await signUp('grill@example.org', true)
  await signUp('gail@example.org', true)
  await signUp('typed@example.org', false)
  const count = 'select public.told_count(e) as count from public.events e where e.id = $1'
  assert.deepEqual(await act(count, [id]), [{ count: '2' }])
  await answered(id, { 'gail@example.org': 'going' })
  assert.deepEqual(await act(count, [id]), [{ count: '2' }])
  const steps = [
    [() => change(id, later), 'CHANGED: Porch concert, Fri, Jul 20 (Barton Hills)'],
    [
      () => act('delete from public.events where id = $1', [id]),
      'CANCELLED: Porch concert, Fri, Jul 20 (Barton Hills)',
    ],
  ] as const
  for (const [step, subject] of steps) {
    await step()
    minutes(10)
    for (let turn = 0; turn < 2; turn++) await fixture.minute()
    const mails = (await newMails()).sort((a, b) => (a.recipient < b.recipient ? -1 : 1))
    assert.deepEqual(
      mails.map((mail) => [mail.recipient, mail.subject]),
      [
        ['gail@example.org', subject],
        ['grill@example.org', subject],
      ],
    )
    const [gail, grill] = mails.map(({ text }) => text)
    assert.match(grill ?? '', /because you signed up for an event/)
    assert.match(gail ?? '', /because you answered an event/)
    if (subject.startsWith('CHANGED')) assert.match(`${gail} ${grill}`, /\/rsvp\?t=.*\/slots\?t=/s)
    else assert.doesNotMatch(`${gail} ${grill}`, /\?t=/)
  }
})

test('who answered gets each change for their calendar program too: the UID of feeds, a rising SEQUENCE, one mail', async () => {
  const id = await told()
  const [{ sent }] = (await act('select public.sent_count(e) as sent from public.events e where e.id = $1', [id])) as [
    { sent: string },
  ]
  assert.ok(Number(sent) > 0)
  await newMails()
  await answered(id, { 'ann@example.org': 'going', 'gail@example.org': 'maybe' })
  await database.pool.query("update public.rsvp_answers set invited_at = now() where email = 'ann@example.org'")
  const { rows } = await database.pool.query('select uid from public.events where id = $1', [id])
  const steps: [() => Promise<unknown>, string, string][] = [
    [() => change(id, later), 'REQUEST', '1'],
    [() => change(id, "status = 'cancelled'"), 'CANCEL', '2'],
    [() => change(id, "status = 'scheduled'"), 'REQUEST', '3'],
    [() => act('delete from public.events where id = $1', [id]), 'CANCEL', '4'],
  ]
  for (const [step, method, sequence] of steps) {
    fixture.letters.length = 0
    await step()
    minutes(10)
    await fixture.minute()
    const mails = (await newMails()).map(({ recipient }) => recipient).sort()
    assert.deepEqual(mails, ['ann@example.org', 'bob@example.org', 'gail@example.org'], method)
    assert.deepEqual(fixture.letters.map(({ to }) => to).sort(), ['ann@example.org', 'gail@example.org'])
    for (const { to, calendarParts = [] } of fixture.letters) {
      const [part, ...more] = calendarParts
      assert.ok(part && more.length === 0 && part.method === method)
      const parsed = new ICAL.Component(ICAL.parse(part.text))
      const event = parsed.getFirstSubcomponent('vevent')
      const values = ['uid', 'sequence', 'attendee'].map((name) => String(event?.getFirstPropertyValue(name)))
      assert.deepEqual(values, [rows[0].uid, sequence, `mailto:${to}`])
      assert.equal(parsed.getFirstPropertyValue('method'), method)
    }
  }
})
