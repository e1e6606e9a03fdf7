// A week of one calendar, from the first follower to a machine that was off for a day: after each step every number that a screen shows is
// counted again, from the ledger and from what left.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { eventWrite } from '#database/event-write.ts'
import { inTransaction } from '#database/scope.ts'
import { minutes } from '#domain/durations.ts'
import { type HistoryEntry, historySentence } from '#domain/history.ts'
import { mailingProgress, progressWords } from '#domain/mailing-progress.ts'
import { addContacts, addEvent, fixedClock, makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { caught, openSendingFixture, type SendingFixture } from '#testing/sending-fixture.ts'
import { signedIn } from '#tests/policies/people.ts'

let database: TestDatabase
let fixture: SendingFixture
let calendar: TestCalendar
/** Monday, an hour before the mails of the day, in Austin. */
const clock = fixedClock('2035-07-02T12:00:00Z')

before(async () => {
  database = await testDatabase()
  fixture = await openSendingFixture(database.pool, clock)
  calendar = await makeCalendar(database.pool)
})
after(async () => {
  await fixture.close()
  await database.close()
})

function act(text: string, values: unknown[] = [], notify = false) {
  const scope = { ...signedIn(calendar.owner), settings: eventWrite({ now: clock.now(), notify }) }
  return inTransaction(database.pool, async (client) => (await client.query(text, values)).rows, scope)
}

async function at(time: string): Promise<void> {
  clock.set(time)
  await fixture.minute()
}

const left = async () => (await caught(database.pool)).length + (await caught(database.pool, 'sms')).length

/** What each screen says of each mailing, against its deliveries; of each event, against who got a message about it. */
async function isTrue(step: string): Promise<void> {
  const { rows: ledger } = await database.pool.query(
    `select m.id, m.state, m.kind, count(d.id)::int as all,
       count(d.id) filter (where d.state in ('sent', 'delivered'))::int as sent,
       count(d.id) filter (where d.state in ('planned', 'claimed', 'committing'))::int as waiting,
       count(d.id) filter (where d.state in ('opted_out', 'expired', 'cancelled'))::int as skipped,
       count(distinct coalesce(p.email, d.address)) filter (where d.state in ('sent', 'delivered'))::int as people
     from public.mailings m
     left join public.deliveries d on d.mailing_id = m.id
     left join private.phone_companions p on p.contact_id = d.contact_id and d.channel = 'sms'
     group by m.id`,
  )
  for (const row of ledger) {
    const about = `${step}: ${row.kind}`
    const [shown] = await act(
      `select l.state, l.total::int, l.planned::int, l.sent::int, l.bounced::int, l.failed::int, l.uncertain::int,
         (select public.sent_people(m)::int from public.mailings m where m.id = l.id) as sent_people,
         (l.opted_out + l.expired + l.cancelled)::int as skipped, (l.emails + l.texts + l.pushes)::int as messages
       from public.calendar_mailings($1, p_mailing_id => $2) l`,
      [calendar.id, row.id],
    )
    const detail = await act(
      'select result, sum(deliveries)::int as count from public.count_deliveries($1) group by 1',
      [row.id],
    )
    const of = (result: string) => detail.find((one) => one.result === result)?.count ?? 0
    assert.deepEqual(
      [shown.sent, shown.planned, shown.skipped, shown.total, shown.messages, of('delivered'), of('waiting')],
      [row.sent, row.waiting, row.skipped, row.all, row.all, row.sent, row.waiting],
      about,
    )
    const people = row.people === 1 ? '1 person' : row.people === 0 ? 'no one' : `${row.people} people`
    const { isGoingOut, sent, total } = mailingProgress(shown)
    assert.equal(progressWords(shown), isGoingOut ? `Going out: ${sent} of ${total}` : `Sent to ${people}`, about)
  }
  const events = await act('select e.id, e.title, public.sent_count(e)::int as sent from public.events e')
  for (const { id, title, sent } of events) {
    const { rows } = await database.pool.query(
      `select count(distinct coalesce(p.email, d.address))::int as people
       from public.mailing_events about
       join public.deliveries d on d.mailing_id = about.mailing_id and (d.event_ids is null or about.event_id = any (d.event_ids))
       left join private.phone_companions p on p.contact_id = d.contact_id and d.channel = 'sms'
       where about.event_id = $1 and d.state in ('sent', 'delivered')`,
      [id],
    )
    assert.equal(sent, rows[0].people, `${step}: sent, as the event says: ${title}`)
  }
  // Whatever left is in the ledger or a letter to one person, and the other way round.
  const { rows: letters } = await database.pool.query(
    'select count(*)::int as count from private.letter_copies where sent_at is not null',
  )
  const sent = ledger.reduce((sum, row) => sum + row.sent, 0)
  assert.equal(await left(), sent + letters[0].count, `${step}: what left`)
}

async function answers(event: string, name: string, state: 'going' | 'waiting'): Promise<void> {
  await database.pool.query(
    `insert into public.rsvp_answers (event_id, calendar_id, email, name, answer, confirmed_at, waiting_since)
     values ($1, $2, $3, $4, 'going', $5::timestamptz, case when $6 then $5::timestamptz end)`,
    [event, calendar.id, `${name.toLowerCase()}@example.org`, name, clock.now(), state === 'waiting'],
  )
}

test('in a week of one calendar no number on a screen is untrue', async () => {
  await addContacts(database.pool, calendar.id, 'email', ['ann@example.org', 'bob@example.org', 'cem@example.org'])
  await addContacts(database.pool, calendar.id, 'phone', ['+15125550111'])
  await database.pool.query(
    `insert into private.phone_companions (contact_id, email)
     select id, 'ann@example.org' from public.calendar_contacts where contact_type = 'phone'`,
  )
  const soup = await addEvent(database.pool, calendar, { title: 'Soup', day: '2035-07-02' })
  await isTrue('before anything is due')
  await at('2035-07-02T13:00:00Z')
  assert.equal(await left(), 4, 'three mails and a text')
  await isTrue('the mail of the day')

  const concert = await addEvent(database.pool, calendar, { title: 'Concert', day: '2035-07-05' })
  await database.pool.query('insert into public.event_rsvps (event_id, calendar_id, capacity) values ($1, $2, 1)', [
    concert,
    calendar.id,
  ])
  await answers(concert, 'Dora', 'going')
  await answers(concert, 'Emil', 'waiting')
  await isTrue('answered: nobody was notified by that')
  await act("select public.move_up_rsvp(id) from public.rsvp_answers where name = 'Emil'")
  await fixture.runQueue()
  await isTrue('moved up')
  await act('select public.message_guests($1, $2, $3, $4)', [randomUUID(), concert, ['going'], 'Bring chairs.'])
  await isTrue('a message waits')
  await at('2035-07-02T13:10:00Z')
  await isTrue('a message to the guests')

  clock.set('2035-07-03T15:00:00Z')
  const [{ id: held }] = await act(
    `select public.hold_alert($1, $2, 'alert', null, 'Boil water', 'Boil it.', null, '2035-07-04T12:00:00Z', false, 3) as id`,
    [randomUUID(), calendar.id],
  )
  await isTrue('an alert in its ten seconds')
  await at('2035-07-03T15:00:10Z')
  await isTrue('an alert')
  await database.pool.query('insert into public.opt_outs (calendar_id, email) values ($1, $2)', [
    calendar.id,
    'bob@example.org',
  ])
  await isTrue('an opt-out takes back nothing that was sent')
  const { rows: alerts } = await database.pool.query('select event_id from public.held_alerts where id = $1', [held])
  await act(`select public.hold_alert($1, $2, 'all_clear', $3, null, 'It is over.', null, null, false, 3)`, [
    randomUUID(),
    calendar.id,
    alerts[0].event_id,
  ])
  await at('2035-07-03T15:01:00Z')
  await isTrue('the all clear')

  await at('2035-07-05T13:00:00Z')
  await isTrue('the day of the concert')
  await act(
    "update public.events set start_time = start_time + interval '1 hour', end_time = end_time + interval '1 hour' where id = $1",
    [concert],
    true,
  )
  await isTrue('a move that waits')
  const waiting = "select public.waiting_people(m)::int as people from public.mailings m where m.state = 'waiting'"
  const [{ people }] = await act(waiting)
  const before = await left()
  clock.set(new Date(clock.now().getTime() + minutes(10)))
  await fixture.minute()
  assert.equal((await left()) - before, people + 1, 'as many people as the bar said; one of them gets a text, too')
  await isTrue('a move')
  await act("update public.events set status = 'cancelled' where id = $1", [concert], true)
  clock.set(new Date(clock.now().getTime() + minutes(10)))
  await fixture.minute()
  await isTrue('a cancellation')

  await addEvent(database.pool, calendar, { title: 'Missed', day: '2035-07-06' })
  await at('2035-07-07T14:00:00Z')
  await isTrue('a day on which the machine was off')
  const missed = await act(
    'select titles, sent::int, expired::int from public.calendar_mailings($1) where titles = $2',
    [calendar.id, ['Missed']],
  )
  assert.deepEqual(
    missed,
    [{ titles: ['Missed'], sent: 0, expired: 3 }],
    'it leaves a trace for all but Bob, who opted out, and nobody was sent it late',
  )

  const { rows: logged } = await database.pool.query<HistoryEntry>(
    `select l.id, l.created_at, 'Maria' as actor, l.entity_type, l.action, e.title as subject, false as is_self, l.metadata as details
     from public.audit_logs l left join public.events e on e.id = l.entity_id where l.action = 'send' order by l.id`,
  )
  assert.deepEqual(logged.map(historySentence), [
    'Maria sent a message to the guests of “Concert”.',
    'Maria sent the alert “Boil water”.',
    'Maria sent the all clear of “Boil water”.',
  ])
  const [first] = await act('select public.sent_count(e)::int as sent from public.events e where id = $1', [soup])
  assert.equal(first.sent, 3, 'as on Monday')
})
