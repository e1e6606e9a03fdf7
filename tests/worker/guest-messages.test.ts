// What an organizer writes to the guests of an event: who gets it, when, once, and what keeps it from leaving.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { eventWrite } from '#database/event-write.ts'
import { inTransaction } from '#database/scope.ts'
import { minutes } from '#domain/durations.ts'
import { EVENT_MESSAGES_ON_TRIAL, EVENT_MESSAGES_WITH_PLAN } from '#domain/limits.ts'
import { addEvent, fixedClock, makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { caught, deliveriesOf, openSendingFixture, type SendingFixture } from '#testing/sending-fixture.ts'
import { signedIn } from '#tests/policies/people.ts'

let database: TestDatabase
let fixture: SendingFixture
let calendar: TestCalendar
let event: string
const clock = fixedClock('2035-07-04T15:00:00Z')

before(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await emptyTables(database.pool)
  clock.set('2035-07-04T15:00:00Z')
  fixture = await openSendingFixture(database.pool, clock)
  calendar = await makeCalendar(database.pool)
  await database.pool.query("update public.profiles set display_name = 'Maria Lopez' where user_id = $1", [
    calendar.owner,
  ])
  await database.pool.query("update public.calendars set admin_email = 'maria@example.org' where id = $1", [
    calendar.id,
  ])
  event = await addEvent(database.pool, calendar, { day: '2035-07-10', mailer: false, location: '1 Main St' })
  await database.pool.query('insert into public.event_rsvps (event_id, calendar_id, capacity) values ($1, $2, 2)', [
    event,
    calendar.id,
  ])
  await database.pool.query(
    `insert into public.rsvp_answers (event_id, calendar_id, email, name, answer, party, language, confirmed_at, waiting_since) values
       ($1, $2, 'ann@example.org', 'Ann', 'going', 2, 'en', now(), null),
       ($1, $2, 'rosa@example.org', 'Rosa', 'going', 1, 'es', now(), now()),
       ($1, $2, 'max@example.org', 'Max', 'maybe', 1, 'en', now(), null),
       ($1, $2, 'noa@example.org', 'Noa', 'no', 1, 'en', now(), null),
       ($1, $2, 'typed@example.org', 'Typed', 'going', 1, 'en', null, null),
       ($1, $2, null, 'Phoned', 'going', 1, 'en', now(), null)`,
    [event, calendar.id],
  )
  const { rows } = await database.pool.query(
    `insert into public.event_slots (event_id, calendar_id, kind, title, wanted) values ($1, $2, 'help', 'Grill', 3) returning id`,
    [event, calendar.id],
  )
  await database.pool.query(
    `with person as (
       insert into public.slot_signups (event_id, calendar_id, email, name, confirmed_at)
       select $1, $2, email, 'Helper', now() from unnest(array['ann@example.org', 'hal@example.org']) as email returning id
     ) insert into public.slot_amounts (signup_id, slot_id) select id, $3 from person`,
    [event, calendar.id, rows[0].id],
  )
})
afterEach(() => fixture.close())
after(() => database.close())

function act(text: string, values: unknown[], who = calendar.owner) {
  const scope = { ...signedIn(who), settings: eventWrite({ now: clock.now() }) }
  return inTransaction(database.pool, async (client) => (await client.query(text, values)).rows, scope)
}

type Written = { key?: string; of?: string; audience?: string[]; message?: string; isNow?: boolean; by?: string }

async function write(more: Written = {}): Promise<string> {
  const { key = randomUUID(), of = event, audience = ['going', 'helping'], isNow = false, by } = more
  const { message = 'Bring chairs.\n\nThe gate is closed.' } = more
  await act('select public.message_guests($1, $2, $3, $4, $5)', [key, of, audience, message, isNow], by)
  return key
}

async function pass(ms: number) {
  clock.set(new Date(clock.now().getTime() + ms))
  await fixture.minute()
}

const recipients = async () => (await caught(database.pool)).map(({ recipient }) => recipient).sort()

async function person(role: string | null): Promise<string> {
  const { rows } = await database.pool.query(
    `insert into auth.users (email, encrypted_password, email_confirmed_at) values ($1, 'hash', now()) returning id`,
    [`${randomUUID()}@example.org`],
  )
  if (role)
    await database.pool.query('insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, $3)', [
      calendar.id,
      rows[0].id,
      role,
    ])
  return rows[0].id
}

test('a message leaves after ten minutes, once, to those who answered so with an address, and says who writes about what', async () => {
  const [count] = await act('select * from public.count_event_guests($1, $2)', [event, ['going', 'helping']])
  assert.deepEqual(count, { people: '2', unsubscribed: '0', without_address: '1' })
  const id = await write()
  await pass(minutes(9))
  assert.deepEqual(await recipients(), [])
  const waiting = 'select public.waiting_people(m)::int as people from public.mailings m where m.id = $1'
  assert.deepEqual(await act(waiting, [id]), [{ people: 2 }])
  await pass(minutes(1))
  assert.deepEqual(await recipients(), ['ann@example.org', 'hal@example.org'])
  const [mail] = await caught(database.pool)
  assert.equal(mail?.subject, 'About Porch concert, Tue, Jul 10 (Barton Hills)')
  assert.equal(mail?.headers['Reply-To'], 'maria@example.org')
  assert.ok(mail?.headers['List-Unsubscribe-Post'])
  for (const part of [mail?.html ?? '', mail?.text ?? ''])
    for (const said of [
      'A message from Maria Lopez',
      'Bring chairs.',
      'The gate is closed.',
      '1 Main St',
      'answered or signed up',
    ])
      assert.ok(part.includes(said), said)
  await pass(minutes(60))
  assert.equal((await recipients()).length, 2)

  const [listed] = await act('select kind, titles, total::int, sent::int, state from public.calendar_mailings($1)', [
    calendar.id,
  ])
  assert.deepEqual(listed, { kind: 'message', titles: ['Porch concert'], total: 2, sent: 2, state: 'finished' })
  const named = await act('select name, address from public.find_deliveries($1, $2)', [id, 'ann'])
  assert.deepEqual(named, [{ name: 'Ann', address: null }])
  // A message announces nothing: nobody counts as notified of the event by it.
  assert.deepEqual(await act('select public.sent_count(e)::int as sent from public.events e where id = $1', [event]), [
    { sent: 0 },
  ])
  const { rows: logged } = await database.pool.query(
    "select actor_user_id, entity_id, metadata ->> 'kind' as kind from public.audit_logs where action = 'send'",
  )
  assert.deepEqual(logged, [{ actor_user_id: calendar.owner, entity_id: event, kind: 'message' }])
})

test('each kind of guest is reached in their own language, and nobody who opted out', async () => {
  await write({ audience: ['maybe', 'waiting'], isNow: true })
  await fixture.runQueue()
  const mails = await caught(database.pool)
  assert.deepEqual(
    mails.map(({ recipient, subject }) => [recipient, subject]),
    [
      ['max@example.org', 'About Porch concert, Tue, Jul 10 (Barton Hills)'],
      ['rosa@example.org', 'Sobre Porch concert, mar 10 jul (Barton Hills)'],
    ],
  )
  await database.pool.query('select private.suppress($1, $2, $3, $4, $5)', [
    'email',
    'max@example.org',
    'bounce',
    '550',
    clock.now(),
  ])
  await database.pool.query('insert into public.opt_outs (calendar_id, email) values ($1, $2)', [
    calendar.id,
    'ann@example.org',
  ])
  const [count] = await act('select * from public.count_event_guests($1, $2)', [event, ['going', 'maybe']])
  assert.deepEqual(count, { people: '0', unsubscribed: '2', without_address: '1' })
  await write({ audience: ['going', 'maybe'], isNow: true })
  await fixture.runQueue()
  assert.equal((await caught(database.pool)).length, 2)
  const stopped = (await deliveriesOf(database.pool, calendar.id)).filter(({ state }) => state === 'opted_out')
  assert.deepEqual(stopped.map(({ address }) => address).sort(), ['ann@example.org', 'max@example.org'])
})

test('one who opts out between the plan and the mail gets nothing', async () => {
  const id = await write({ audience: ['maybe'], isNow: true })
  await act('select public.pause_sending($1)', [calendar.id])
  await fixture.runQueue()
  await pass(minutes(1))
  assert.deepEqual(await recipients(), [], 'a pause holds it')
  await database.pool.query('insert into public.opt_outs (calendar_id, email) values ($1, $2)', [
    calendar.id,
    'max@example.org',
  ])
  await act('select public.pause_sending($1, false)', [calendar.id])
  await pass(minutes(1))
  assert.deepEqual(await recipients(), [])
  const [row] = await deliveriesOf(database.pool, calendar.id)
  assert.equal(row?.state, 'opted_out')
  const [{ state }] = await act('select state from public.mailings where id = $1', [id])
  assert.equal(state, 'finished')
})

test('a message can be taken back or sent at once while it waits, and a repeated request sends nothing twice', async () => {
  const key = await write()
  await act('select public.withdraw_message($1)', [key])
  await write({ key })
  await pass(minutes(30))
  assert.deepEqual(await recipients(), [])
  await assert.rejects(act('select public.withdraw_message($1)', [key]), { code: 'TB023' })
  const { rows } = await database.pool.query("select from public.audit_logs where action = 'send'")
  assert.equal(rows.length, 0, 'history says nothing of what was not sent')

  const next = await write()
  await act('select public.send_notice_now($1)', [next])
  await fixture.runQueue()
  assert.equal((await recipients()).length, 2)
  await write({ key: next })
  await pass(minutes(30))
  assert.equal((await recipients()).length, 2)
  await assert.rejects(act('select public.withdraw_message($1)', [next]), { code: 'TB023' })
})

test('only admins write, take back, count and move people up', async () => {
  const id = await write()
  const other = await makeCalendar(database.pool)
  for (const who of [await person('member'), await person(null), other.owner]) {
    await assert.rejects(write({ by: who }), { code: '42501' })
    await assert.rejects(act('select public.withdraw_message($1)', [id], who), { code: '42501' })
    await assert.rejects(act('select public.send_notice_now($1)', [id], who), { code: 'TB023' })
    assert.deepEqual(await act('select people::int from public.count_event_guests($1, $2)', [event, ['going']], who), [
      { people: 0 },
    ])
    assert.deepEqual(await act('select message from public.event_messages', [], who), [])
    await assert.rejects(
      act('select public.move_up_rsvp(id) from (select $1::uuid as id) as a', [await waitingAnswer()], who),
      { code: '42501' },
    )
  }
  const admin = await person('admin')
  await write({ by: admin })
  await act('select public.withdraw_message($1)', [id], admin)
  await assert.rejects(act(`insert into public.event_messages values ($1)`, [id]), { code: '42501' })
  await assert.rejects(write({ of: randomUUID() }), { code: '42501' })
})

test('a message says something, to somebody, and an owner sends so many a day', async () => {
  await assert.rejects(write({ message: ' ' }), { code: '23514' })
  await assert.rejects(write({ message: 'a'.repeat(2001) }), { code: '23514' })
  await assert.rejects(write({ audience: [] }), { code: 'TB053' })
  await assert.rejects(write({ audience: ['no'] }), { code: '23514' })
  for (let sent = 0; sent < EVENT_MESSAGES_WITH_PLAN; sent++) await write()
  await assert.rejects(write(), /TB013/)
  await database.pool.query('update public.profiles set trial = true where user_id = $1', [calendar.owner])
  await database.pool.query("delete from private.rate_limits where key like 'event-messages:%'")
  for (let sent = 0; sent < EVENT_MESSAGES_ON_TRIAL; sent++) await write()
  await assert.rejects(write(), /TB013/)
})

test('a deleted event takes its message along', async () => {
  const id = await write({ isNow: true })
  await database.pool.query('delete from public.events where id = $1', [event])
  await pass(minutes(1))
  assert.deepEqual(await recipients(), [])
  assert.deepEqual(await act('select message from public.event_messages where mailing_id = $1', [id]), [])
})

async function waitingAnswer(): Promise<string> {
  const { rows } = await database.pool.query("select id from public.rsvp_answers where name = 'Rosa'")
  return rows[0].id
}

test('somebody who waits is moved up by hand, is mailed, and there are never more people than places', async () => {
  const id = await waitingAnswer()
  const [{ places }] = await act('select public.move_up_rsvp($1) as places', [id])
  // Ann with one more, who phoned, and Rosa.
  assert.equal(places, 4)
  await fixture.runQueue()
  assert.deepEqual(
    (await caught(database.pool)).map(({ recipient }) => recipient),
    ['rosa@example.org'],
  )
  const { rows } = await database.pool.query('select capacity, taken, is_full from public.event_rsvps')
  assert.deepEqual(rows, [{ capacity: 4, taken: 4, is_full: true }])
  await assert.rejects(act('select public.move_up_rsvp($1)', [id]), { code: 'P0002' })
})
