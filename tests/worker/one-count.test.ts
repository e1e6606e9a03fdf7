// One count: in every state of an alert, all that screens read of it (the list of mailings, its detail, the event's popover and the composer) says
// the same, of people and of messages.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { eventWrite } from '#database/event-write.ts'
import { inTransaction } from '#database/scope.ts'
import { seconds } from '#domain/durations.ts'
import { progressWords } from '#domain/mailing-progress.ts'
import { addEvent, fixedClock, makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { openSendingFixture, type SendingFixture } from '#testing/sending-fixture.ts'
import { signedIn } from '#tests/policies/people.ts'

let database: TestDatabase
let fixture: SendingFixture
let calendar: TestCalendar
const clock = fixedClock('2035-07-04T15:00:00Z')

before(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await emptyTables(database.pool)
  clock.set('2035-07-04T15:00:00Z')
  fixture = await openSendingFixture(database.pool, clock)
  calendar = await makeCalendar(database.pool, {
    emails: ['ann@example.org', 'bob@example.org'],
    phones: ['+15125550111'],
  })
  // The phone is Ann's: three messages, two people.
  await database.pool.query(
    `insert into private.phone_companions (contact_id, email)
     select id, 'ann@example.org' from public.calendar_contacts where contact_type = 'phone'`,
  )
})
afterEach(() => fixture.close())
after(() => database.close())

function act(text: string, values: unknown[]) {
  const scope = { ...signedIn(calendar.owner), settings: eventWrite({ now: clock.now() }) }
  return inTransaction(database.pool, async (client) => (await client.query(text, values)).rows, scope)
}

/** Reads a mailing as the list, its detail and the event's popover do. */
async function shown(mailing: string) {
  const [listed] = await act(
    `select state, total::int, planned::int, sent::int, bounced::int, failed::int, uncertain::int,
       (select public.sent_people(m)::int from public.mailings m where m.id = l.id) as sent_people
     from public.calendar_mailings($1, p_mailing_id => $2) l`,
    [calendar.id, mailing],
  )
  const detail = await act('select result, sum(deliveries)::int as count from public.count_deliveries($1) group by 1', [
    mailing,
  ])
  const of = (result: string) => detail.find((row) => row.result === result)?.count ?? 0
  assert.equal(of('delivered'), listed.sent, 'list and detail: sent')
  assert.equal(of('waiting'), listed.planned, 'list and detail: waiting')
  assert.equal(of('failed'), listed.bounced + listed.failed + listed.uncertain, 'list and detail: failed')
  const [event] = await act(
    `select public.sent_count(e)::int as sent, public.told_count(e)::int as told
     from public.events e join public.mailing_events about on about.event_id = e.id where about.mailing_id = $1`,
    [mailing],
  )
  return { words: progressWords(listed), event }
}

async function hold(kind: string, event: string | null, people: number): Promise<string> {
  const [{ id }] = await act(
    `select public.hold_alert($1, $2, $3, $4, 'Boil water', 'Boil it.', null, $5, false, $6) as id`,
    [randomUUID(), calendar.id, kind, event, kind === 'alert' ? '2035-07-05T12:00:00Z' : null, people],
  )
  return id
}

async function heldOf(id: string) {
  const { rows } = await database.pool.query('select * from public.held_alerts where id = $1', [id])
  return rows[0]
}

test('from the press to the all clear, every screen counts the same people and messages', async () => {
  const [audience] = await act('select people::int, emails::int, texts::int from public.get_alert_audience($1)', [
    calendar.id,
  ])
  assert.deepEqual(audience, { people: 2, emails: 2, texts: 1 })

  const id = await hold('alert', null, audience.people)
  assert.equal((await heldOf(id)).people, 2, 'held: as many as the button said')
  assert.deepEqual(await act('select id from public.calendar_mailings($1)', [calendar.id]), [], 'held: no mailing')

  const [{ mailing }] = await act('select public.send_held_alert($1) as mailing', [id])
  assert.deepEqual(await shown(mailing), { words: 'Going out: 0 of 0', event: { sent: 0, told: 0 } }, 'waiting')

  await fixture.runQueue()
  assert.deepEqual(await shown(mailing), { words: 'Sent to 2 people', event: { sent: 2, told: 2 } }, 'finished')

  await database.pool.query(
    `update public.deliveries set state = 'planned', sent_at = null where mailing_id = $1 and address = 'bob@example.org'`,
    [mailing],
  )
  await database.pool.query("update public.mailings set state = 'sending', finished_at = null where id = $1", [mailing])
  assert.deepEqual(await shown(mailing), { words: 'Going out: 2 of 3', event: { sent: 1, told: 1 } }, 'on its way')

  await database.pool.query(
    `update public.deliveries set state = 'failed' where mailing_id = $1 and address = 'bob@example.org'`,
    [mailing],
  )
  await database.pool.query("update public.mailings set state = 'finished', finished_at = $2 where id = $1", [
    mailing,
    clock.now(),
  ])
  assert.deepEqual(await shown(mailing), { words: 'Sent to 1 person', event: { sent: 1, told: 1 } }, 'one refused')

  const event = (await heldOf(id)).event_id
  // An answer is no notification.
  await database.pool.query('insert into public.event_rsvps (event_id, calendar_id) values ($1, $2)', [
    event,
    calendar.id,
  ])
  await database.pool.query(
    `insert into public.rsvp_answers (event_id, calendar_id, email, name, answer, confirmed_at)
     values ($1, $2, 'carl@example.org', 'Carl', 'going', now())`,
    [event, calendar.id],
  )
  assert.deepEqual(await shown(mailing), { words: 'Sent to 1 person', event: { sent: 1, told: 2 } }, 'answered')

  const over = await hold('all_clear', event, audience.people)
  clock.set(new Date(clock.now().getTime() + seconds(10)).toISOString())
  await fixture.minute()
  const { mailing_id } = await heldOf(over)
  // It goes to those who got the alert, and its button says their number.
  assert.deepEqual(await shown(mailing_id), { words: 'Sent to 1 person', event: { sent: 1, told: 2 } }, 'all clear')
  const [{ kind }] = await act('select kind from public.mailing_events where mailing_id = $1', [mailing_id])
  assert.equal(kind, 'all_clear')
})

test('of an event that is sent, postponed, deleted and restored, every screen counts the same people', async () => {
  clock.set('2035-07-04T13:00:00Z')
  const event = await addEvent(database.pool, calendar, { title: 'Picnic', day: '2035-07-04' })
  const mailings = async () =>
    (await database.pool.query('select id, kind, state from public.mailings order by created_at, id')).rows
  const notifying = (text: string, values: unknown[]) =>
    inTransaction(database.pool, async (client) => (await client.query(text, values)).rows, {
      ...signedIn(calendar.owner),
      settings: eventWrite({ now: clock.now(), notify: true }),
    })
  const counts = async () =>
    (
      await act('select public.sent_count(e)::int as sent, public.told_count(e)::int as told from public.events e', [])
    )[0]
  const later = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * 60_000).toISOString())
  const noticed = async (words: string) => {
    const waiting = (await mailings()).find(({ state }) => state === 'waiting')
    assert.ok(waiting, 'a notice waits')
    assert.deepEqual(
      await act('select public.waiting_people(m)::int as people from public.mailings m where m.id = $1', [waiting.id]),
      [{ people: 2 }],
      'as many as were notified',
    )
    later(11)
    await fixture.minute()
    await fixture.minute()
    const { words: shownWords } = await shown(waiting.id)
    assert.equal(shownWords, words)
  }

  await fixture.minute()
  const [day] = await mailings()
  assert.deepEqual(await shown(day.id), { words: 'Sent to 2 people', event: { sent: 2, told: 2 } }, 'sent')

  await notifying("update public.events set status = 'postponed' where id = $1", [event])
  await noticed('Sent to 2 people')
  assert.deepEqual(await counts(), { sent: 2, told: 2 }, 'postponed: people, not messages')

  later(1)
  await notifying('delete from public.events where id = $1', [event])
  assert.equal(await counts(), undefined, 'deleted: no screen has it')
  await noticed('Sent to 2 people')
  assert.equal((await shown(day.id)).words, 'Sent to 2 people', 'deleted: the mail of the day left all the same')

  later(1)
  await act('select public.restore_event($1)', [event])
  await fixture.minute()
  assert.deepEqual(await counts(), { sent: 2, told: 2 }, 'restored: as it was')
  for (const { id, state } of await mailings())
    if (state === 'finished') assert.equal((await shown(id)).words, 'Sent to 2 people')
})

test('how many a waiting notice would reach counts people, for those who may take it back', async () => {
  const [{ id: event }] = await act(
    `insert into public.events (calendar_id, title, start_time, end_time, category, include_in_mailer)
     values ($1, 'Storm', $2, '2035-07-05T12:00:00Z', 'Alert', false) returning id`,
    [calendar.id, clock.now()],
  )
  await act('select public.send_alert($1, false, 2)', [event])
  await fixture.runQueue()
  const scope = { ...signedIn(calendar.owner), settings: eventWrite({ now: clock.now(), notify: true }) }
  await inTransaction(
    database.pool,
    (client) => client.query("update public.events set end_time = '2035-07-05T13:00:00Z' where id = $1", [event]),
    scope,
  )
  const waiting = `select public.waiting_people(m)::int as people, public.sent_people(m)::int as sent
    from public.mailings m where m.kind = 'change' and m.state = 'waiting'`
  assert.deepEqual(await act(waiting, []), [{ people: 2, sent: 0 }])
})
