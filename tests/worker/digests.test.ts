// Digests: one mail a day for several calendars.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MailConnection } from '#messages/email/connection.ts'
import { makeCalendar } from '#testing/calendars.ts'
import { caught, openSendingFixture } from '#testing/sending-fixture.ts'
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
  due,
  fixture,
  minutes,
  news,
  openForTests,
} from './choosing.ts'

openForTests()

test('a digest has the events of all calendars, at the first notification time, once; later events come from their calendar', async () => {
  const other = await makeCalendar(database.pool, { name: 'Zilker', emails: [ann], notifyAt: '10:00' })
  const apart = await makeCalendar(database.pool, { name: 'Apart', emails: [ann] })
  await choose(ann, { timing: 'digest' })
  await choose(ann, { of: apart, categories: ['Event'] })
  await add('Here')
  await add('There', day, 'Event', other)
  await add('By itself', day, 'Event', apart)
  await add('Not yet', '2035-07-05', 'Event', other)
  clock.set('2035-07-04T12:59:00Z')
  assert.deepEqual(await news(), [])
  clock.set(due)
  await fixture.minute()
  const mails = await caught(database.pool)
  assert.deepEqual(mails.map(({ recipient, subject }) => [recipient, subject]).sort(), [
    [ann, 'Today: 2 events'],
    [ann, 'Today: By itself (Apart)'],
    [bob, 'Today: Here (Barton Hills)'],
  ])
  const digest = mails.find(({ subject }) => subject === 'Today: 2 events')
  assert.match(digest?.text ?? '', /Barton Hills\n[\s\S]*Here \(Event\)[\s\S]*Zilker\n[\s\S]*There \(Event\)/)
  assert.match(digest?.text ?? '', /the calendars you follow: Barton Hills, Zilker\./)
  assert.match(digest?.headers['List-Unsubscribe'] ?? '', /^<https:\/\/town\.example\/opt-out\/one-click\?p=/)
  await database.pool.query('truncate private.caught_messages')
  await add('Late idea', day, 'Event', other)
  clock.set('2035-07-04T15:00:00Z')
  assert.deepEqual(await news(), [[ann, 'Today: Late idea (Zilker)']])
  // The next day is a digest again, and a change tells her what she knows.
  clock.set('2035-07-05T15:00:00Z')
  assert.deepEqual(await news(), [[ann, 'Today: Not yet (Zilker)']])
})

test('a digest leaves out a calendar that was unsubscribed, paused or changed, and its recipients get change notices', async () => {
  const out = await makeCalendar(database.pool, { name: 'Out', emails: [ann] })
  const paused = await makeCalendar(database.pool, { name: 'Paused', emails: [ann] })
  await choose(ann, { timing: 'digest' })
  const here = await add('Here')
  await add('Left', day, 'Event', out)
  await add('Waits', day, 'Event', paused)
  await database.pool.query('insert into public.opt_outs (calendar_id, email) values ($1, $2)', [out.id, ann])
  const pause = (reason: string | null) =>
    database.pool.query(
      `update public.calendars set sending_paused_at = case when $2::text is not null then now() end, sending_paused_by = case when $2 is not null then 'admin' end, sending_paused_reason = $2 where id = $1`,
      [paused.id, reason],
    )
  await pause('test')
  assert.deepEqual(await news(), [
    [ann, 'Today: Here (Barton Hills)'],
    [bob, 'Today: Here (Barton Hills)'],
  ])
  await pause(null)
  assert.deepEqual(await news(), [[ann, 'Today: Waits (Paused)']])
  minutes(1)
  await change(here, "status = 'cancelled'")
  minutes(10)
  assert.deepEqual(
    (await news()).map(([to]) => to),
    [ann, bob],
  )
})

test('several workers at the same time send one digest per recipient', async () => {
  const readers = Array.from({ length: 30 }, (_, index) => `reader${index}@example.org`)
  const calendars = await Promise.all(
    ['One', 'Two', 'Three'].map((name) => makeCalendar(database.pool, { name, emails: readers })),
  )
  for (const reader of readers) await choose(reader, { timing: 'digest' })
  for (const one of calendars) await add('Something', day, 'Event', one)
  const others = await Promise.all([1, 2, 3].map(() => openSendingFixture(database.pool, clock)))
  await Promise.all([fixture, ...others].map((one) => one.minute()))
  await Promise.all([fixture, ...others].map((one) => one.minute()))
  for (const other of others) await other.close()
  assert.deepEqual(await news(), readers.map((reader) => [reader, 'Today: 3 events']).sort())
  const { rows } = await database.pool.query('select state, copies, count(*)::int from public.deliveries group by 1, 2')
  assert.deepEqual(rows, [{ state: 'sent', copies: 1, count: 90 }])
})

test('a recipient who unsubscribes from a calendar while a digest is being sent gets it without that calendar', async () => {
  const other = await makeCalendar(database.pool, { name: 'Zilker', emails: [ann] })
  await choose(ann, { timing: 'digest' })
  await add('Here', day, 'Event', calendar)
  await add('There', day, 'Event', other)
  const sent: string[] = []
  let tries = 0
  const connection: MailConnection = {
    async send(mail, maySend) {
      // Written, and about to leave.
      if (++tries === 1)
        await database.pool.query('insert into public.opt_outs (calendar_id, email) values ($1, $2)', [other.id, ann])
      if (!(await maySend())) return { kind: 'stopped' }
      sent.push(mail.text())
      return { kind: 'sent' }
    },
    release() {},
  }
  await database.pool.query("delete from public.calendar_contacts where contact_value = 'bob@example.org'")
  const racing = await openSendingFixture(database.pool, clock, {
    connections: { open: async () => connection, async close() {} },
  })
  await racing.minute()
  await racing.minute()
  await racing.close()
  assert.equal(tries, 2)
  assert.equal(sent.length, 1)
  assert.match(sent[0] ?? '', /Here \(Event\)/)
  assert.doesNotMatch(sent[0] ?? '', /There|Zilker/)
  const { rows } = await database.pool.query('select state, copies from public.deliveries order by state')
  // The second: Zilker's mailing of the day, which says so too.
  assert.deepEqual(rows, [
    { state: 'opted_out', copies: 0 },
    { state: 'opted_out', copies: 0 },
    { state: 'sent', copies: 1 },
  ])
})
