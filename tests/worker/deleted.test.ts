// Deleting and restoring while mail is being sent: nothing is sent for what is deleted, nobody is notified twice or forgotten.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { inTransaction } from '#database/scope.ts'
import { addEvent, fixedClock, makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { caught, deliveriesOf, openSendingFixture, type SendingFixture } from '#testing/sending-fixture.ts'
import { signedIn } from '#tests/policies/people.ts'
import { plan } from '#worker/jobs/plan-day-of.ts'

let database: TestDatabase
let fixture: SendingFixture
/** 8:00 in Austin. */
const due = '2025-07-04T13:00:00Z'
const clock = fixedClock(due)
const people = ['ann@example.org', 'bob@example.org', 'cem@example.org']

before(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await emptyTables(database.pool)
  clock.set(due)
  fixture = await openSendingFixture(database.pool, clock)
})
afterEach(() => fixture.close())
after(() => database.close())

function asOwner({ owner }: TestCalendar, text: string, values: unknown[]) {
  return inTransaction(database.pool, (client) => client.query(text, values), signedIn(owner))
}

async function recipients(): Promise<string[]> {
  return (await caught(database.pool)).map(({ recipient }) => recipient).sort()
}

test('an event that was sent, deleted and restored is not sent again', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  const event = await addEvent(database.pool, calendar, { day: '2025-07-04' })
  await fixture.minute()
  assert.deepEqual(await recipients(), people)
  await asOwner(calendar, 'delete from public.events where id = $1', [event])
  await fixture.minute()
  await asOwner(calendar, 'select public.restore_event($1)', [event])
  await fixture.minute()
  assert.deepEqual(await recipients(), people)
})

test('an event deleted before it was sent and restored on its day is sent once', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  const event = await addEvent(database.pool, calendar, { day: '2025-07-04' })
  await asOwner(calendar, 'delete from public.events where id = $1', [event])
  await fixture.minute()
  assert.deepEqual(await recipients(), [])
  await asOwner(calendar, 'select public.restore_event($1)', [event])
  await fixture.minute()
  await fixture.minute()
  assert.deepEqual(await recipients(), people)
})

test('an event deleted during its mailing and restored goes only to those who did not get it', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  const event = await addEvent(database.pool, calendar, { day: '2025-07-04' })
  await plan(database.pool, clock.now())
  await database.pool.query(
    "update public.deliveries set state = 'sent', copies = 1, sent_at = $1 where address = 'ann@example.org'",
    [due],
  )
  await asOwner(calendar, 'delete from public.events where id = $1', [event])
  await fixture.minute()
  const states = (await deliveriesOf(database.pool, calendar.id)).map(({ state }) => state)
  assert.deepEqual(states, ['sent', 'cancelled', 'cancelled'])
  await asOwner(calendar, 'delete from public.calendar_contacts where contact_value = $1', ['cem@example.org'])

  await asOwner(calendar, 'select public.restore_event($1)', [event])
  await fixture.minute()
  assert.deepEqual(await recipients(), ['bob@example.org'])
  const { rows } = await database.pool.query('select state from public.mailings')
  assert.deepEqual(rows, [{ state: 'finished' }])
})

test('a deleted calendar sends nothing; what waited goes out if it is restored the same day', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  await addEvent(database.pool, calendar, { day: '2025-07-04' })
  await plan(database.pool, clock.now())
  await asOwner(calendar, 'delete from public.calendars where id = $1', [calendar.id])
  await fixture.minute()
  assert.deepEqual(await recipients(), [])
  await asOwner(calendar, 'select public.restore_calendar($1)', [calendar.id])
  await fixture.minute()
  assert.deepEqual(await recipients(), people)
})

test("a calendar restored a day later does not send yesterday's events", async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  await addEvent(database.pool, calendar, { title: 'Yesterday', day: '2025-07-04' })
  await addEvent(database.pool, calendar, { title: 'Today', day: '2025-07-05' })
  await plan(database.pool, clock.now())
  await asOwner(calendar, 'delete from public.calendars where id = $1', [calendar.id])
  clock.set('2025-07-05T13:00:00Z')
  await fixture.minute()
  assert.deepEqual(await recipients(), [])
  await asOwner(calendar, 'select public.restore_calendar($1)', [calendar.id])
  await fixture.minute()
  const mails = await caught(database.pool)
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    people.map(() => 'Today: Today (Barton Hills)'),
  )
})
