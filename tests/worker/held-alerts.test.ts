// Alerts that a person sends at the screen: held for ten seconds by the server, sent without the screen, and taken back without a trace.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { eventWrite } from '#database/event-write.ts'
import { inTransaction } from '#database/scope.ts'
import { seconds } from '#domain/durations.ts'
import { fixedClock, makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { caught, openSendingFixture, type SendingFixture } from '#testing/sending-fixture.ts'
import { signedIn } from '#tests/policies/people.ts'

let database: TestDatabase
let fixture: SendingFixture
let calendar: TestCalendar
/** 10:00 in Austin. */
const morning = '2035-07-04T15:00:00Z'
const clock = fixedClock(morning)
const people = ['ann@example.org', 'bob@example.org']

before(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await emptyTables(database.pool)
  clock.set(morning)
  fixture = await openSendingFixture(database.pool, clock)
  calendar = await makeCalendar(database.pool, { emails: people })
})
afterEach(() => fixture.close())
after(() => database.close())

function act(text: string, values: unknown[], who = calendar.owner) {
  const scope = { ...signedIn(who), settings: eventWrite({ now: clock.now() }) }
  return inTransaction(database.pool, async (client) => (await client.query(text, values)).rows, scope)
}

interface Held {
  key?: string
  kind?: string
  event?: string | null
  headline?: string
  until?: string
}

async function hold(held: Held = {}, who?: string): Promise<string> {
  const { key = randomUUID(), kind = 'alert', event = null, headline = 'Boil water' } = held
  const until = held.until ?? (kind === 'alert' ? '2035-07-05T12:00:00Z' : null)
  const text = 'select public.hold_alert($1, $2, $3, $4, $5, $6, null, $7, false, 2) as id'
  const [row] = await act(text, [key, calendar.id, kind, event, headline, 'Boil it for a minute.', until], who)
  return row.id
}

const sendNow = (id: string, who?: string) => act('select public.send_held_alert($1) as mailing', [id], who)
const withdraw = (id: string, who?: string) => act('select public.withdraw_alert($1)', [id], who)

/** Lets time pass, and a worker that was stopped meanwhile begin its minute. */
async function pass(ms: number): Promise<void> {
  clock.set(new Date(clock.now().getTime() + ms).toISOString())
  await fixture.minute()
}

async function subjects(): Promise<string[]> {
  return (await caught(database.pool)).map(({ subject }) => subject)
}

async function stateOf(id: string) {
  const { rows } = await database.pool.query('select state, problem from public.held_alerts where id = $1', [id])
  return rows[0]
}

/** Whatever an alert leaves behind. */
async function traces(): Promise<number> {
  const { rows } = await database.pool.query(`
    select id::text from public.events union all select id::text from public.mailings union all select id::text from public.alert_updates
    union all select id::text from public.audit_logs where action in ('send', 'create') and entity_type = 'event'`)
  return rows.length
}

async function addMember(role: string, email = `${role}@example.org`): Promise<string> {
  const { rows } = await database.pool.query(
    "insert into auth.users (email, encrypted_password) values ($1, 'hash') returning id",
    [email],
  )
  await database.pool.query('insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, $3)', [
    calendar.id,
    rows[0].id,
    role,
  ])
  return rows[0].id
}

test('an alert exists and leaves when its ten seconds are over, and not before', async () => {
  const id = await hold()
  await pass(seconds(9))
  assert.deepEqual([await subjects(), await traces()], [[], 0])
  await pass(seconds(1))
  assert.deepEqual(await subjects(), Array(2).fill('ALERT: Boil water (Barton Hills)'))
  const { rows } = await database.pool.query(
    `select h.state, e.title, e.created_by, m.kind from public.held_alerts h
     join public.events e on e.id = h.event_id join public.mailings m on m.id = h.mailing_id where h.id = $1`,
    [id],
  )
  assert.deepEqual(rows, [{ state: 'sent', title: 'Boil water', created_by: calendar.owner, kind: 'alert' }])
  await pass(seconds(60))
  assert.equal((await subjects()).length, 2)
})

test('its own job sends it on time, also where the clock of the worker is slow', async () => {
  await hold()
  await database.pool.query(
    "update graphile_worker._private_jobs set run_at = now() where key like 'send-held-alerts:%'",
  )
  await fixture.runQueue()
  assert.equal((await subjects()).length, 2)
})

test('an alert that is taken back leaves nothing behind', async () => {
  const id = await hold()
  await withdraw(id)
  await pass(seconds(60))
  assert.deepEqual([await subjects(), await traces()], [[], 0])
  await assert.rejects(sendNow(id), { code: 'TB023' })
  assert.equal(await hold({ key: id }), id, 'a late repetition of the request')
  await pass(seconds(60))
  assert.deepEqual(await subjects(), [])
})

test('Send now sends at once, and once', async () => {
  const id = await hold()
  const [{ mailing }] = await sendNow(id)
  assert.ok(mailing)
  await fixture.runQueue()
  assert.equal((await subjects()).length, 2)
  await assert.rejects(withdraw(id), { code: 'TB023' })
  await pass(seconds(60))
  assert.equal((await subjects()).length, 2)
})

test('an all clear that is taken back does not end the alert; one that is not does', async () => {
  const first = await hold()
  await pass(seconds(10))
  const { rows } = await database.pool.query('select event_id from public.held_alerts where id = $1', [first])
  const event = rows[0].event_id as string
  const endOf = async () =>
    (await database.pool.query('select end_time from public.events where id = $1', [event])).rows[0].end_time
  const end = await endOf()
  await withdraw(await hold({ kind: 'all_clear', event }))
  await pass(seconds(60))
  assert.deepEqual(await endOf(), end)
  assert.equal((await subjects()).length, 2)
  await hold({ kind: 'all_clear', event })
  await pass(seconds(10))
  assert.notDeepEqual(await endOf(), end)
  assert.deepEqual((await subjects()).slice(2), Array(2).fill('ALL CLEAR: Boil water (Barton Hills)'))
})

test('an alert that is on the calendar already waits, too, and stays when it is taken back', async () => {
  const [{ id: event }] = await act(
    `insert into public.events (calendar_id, title, start_time, end_time, category, include_in_mailer)
     values ($1, 'Storm', $2, '2035-07-05T12:00:00Z', 'Alert', false) returning id`,
    [calendar.id, morning],
  )
  await withdraw(await hold({ event }))
  await pass(seconds(60))
  assert.deepEqual(await subjects(), [])
  await hold({ event })
  await pass(seconds(10))
  assert.deepEqual(await subjects(), Array(2).fill('ALERT: Storm (Barton Hills)'))
})

test('what sending would refuse is refused at the press, and holds nothing', async () => {
  await assert.rejects(hold({ until: morning }), { code: 'TB022' })
  await assert.rejects(hold({ headline: ' ' }), { code: '23514' })
  await assert.rejects(hold({ kind: 'update' }), { code: '42501' })
  await assert.rejects(hold({ kind: 'test' }), { code: '23514' })
  const { rows } = await database.pool.query('select from public.held_alerts')
  assert.equal(rows.length, 0)
  assert.equal(await traces(), 0)
})

test('a member, a stranger and the admin of another calendar can neither hold, send, take back nor see one', async () => {
  const id = await hold()
  const elsewhere = await makeCalendar(database.pool, { emails: [] })
  for (const who of [await addMember('member'), elsewhere.owner]) {
    await assert.rejects(hold({}, who), { code: '42501' })
    await assert.rejects(sendNow(id, who), { code: '42501' })
    await assert.rejects(withdraw(id, who), { code: '42501' })
    assert.deepEqual(await act('select id from public.held_alerts', [], who), [])
  }
  assert.deepEqual(await act('select id from public.held_alerts', []), [{ id }])
  // Another admin of the calendar may.
  await withdraw(id, await addMember('admin'))
})

test('whoever is no admin any more can neither send nor take back, and their own alert is not sent', async () => {
  const admin = await addMember('admin')
  const own = await hold({}, admin)
  await database.pool.query("update public.calendar_members set role = 'member' where user_id = $1", [admin])
  await assert.rejects(sendNow(own, admin), { code: '42501' })
  await assert.rejects(withdraw(own, admin), { code: '42501' })
  await pass(seconds(10))
  assert.deepEqual([await subjects(), await traces()], [[], 0])
  const { state, problem } = await stateOf(own)
  assert.equal(state, 'refused')
  assert.match(problem, /Only admins/)
})

test('an alert that is refused when its time comes holds up no other', async () => {
  const late = await hold({ until: '2035-07-04T15:00:05Z' })
  const other = await hold({ headline: 'Storm' })
  await pass(seconds(10))
  assert.equal((await stateOf(late)).state, 'refused')
  assert.equal((await stateOf(other)).state, 'sent')
  assert.deepEqual((await subjects()).sort(), [
    ...Array(2).fill('ALERT: Storm (Barton Hills)'),
    // To whoever wrote it.
    'NOT SENT: Boil water (Barton Hills)',
  ])
})
