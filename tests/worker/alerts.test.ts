// Alerts in one step: sent once however often it is asked, followed by replies to the first mail, ended by the all clear, texted at
// night only in an emergency of a public body, and sent again only to those who got nothing.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { eventWrite } from '#database/event-write.ts'
import { inTransaction } from '#database/scope.ts'
import { addContacts, fixedClock, makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { caught, deliveriesOf, openSendingFixture, type SendingFixture } from '#testing/sending-fixture.ts'
import { signedIn } from '#tests/policies/people.ts'

let database: TestDatabase
let fixture: SendingFixture
let calendar: TestCalendar
/** 10:00 in Austin. */
const morning = '2035-07-04T15:00:00Z'
/** 23:30 in Austin. */
const night = '2035-07-05T04:30:00Z'
const clock = fixedClock(morning)
const people = ['ann@example.org', 'bob@example.org']
const phone = '+15125550111'

before(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await emptyTables(database.pool)
  clock.set(morning)
  fixture = await openSendingFixture(database.pool, clock)
  calendar = await makeCalendar(database.pool, { emails: people, phones: [phone] })
})
afterEach(() => fixture.close())
after(() => database.close())

function act(text: string, values: unknown[], who = calendar.owner) {
  const scope = { ...signedIn(who), settings: eventWrite({ now: clock.now() }) }
  return inTransaction(database.pool, async (client) => (await client.query(text, values)).rows, scope)
}

interface Alert {
  key?: string
  title?: string
  message?: string
  until?: string
  emergency?: boolean
  people?: number | null
}

async function sendAlert(alert: Alert = {}, who?: string): Promise<{ event: string; mailing: string }> {
  const {
    key = randomUUID(),
    title = 'Boil water',
    message = 'Boil it for a minute.',
    until,
    emergency = false,
  } = alert
  const end = until ?? new Date(clock.now().getTime() + 20 * 3_600_000).toISOString()
  const text =
    'select event_id as event, mailing_id as mailing from public.send_new_alert($1, $2, $3, $4, $5, null, $6, $7)'
  const [sent] = await act(text, [key, calendar.id, title, message, end, emergency, alert.people ?? null], who)
  return sent
}

function followUp(event: string, kind: string, message: string, more: { key?: string; until?: string } = {}) {
  const { key = randomUUID(), until = null } = more
  return act('select public.follow_up_alert($1, $2, $3, $4, $5) as mailing', [key, event, kind, message, until])
}

async function arrived(kind: 'email' | 'sms' = 'email') {
  const messages = await caught(database.pool, kind)
  await database.pool.query('delete from private.caught_messages where kind = $1', [kind])
  return messages
}

test('an alert leaves at once, as mail and text with its message, and not again with the mail of the day', async () => {
  const { event } = await sendAlert()
  await fixture.runQueue()
  const mails = await arrived()
  assert.deepEqual(mails.map(({ recipient }) => recipient).sort(), people)
  assert.equal(mails[0]?.subject, 'ALERT: Boil water (Barton Hills)')
  assert.match(mails[0]?.html ?? '', /background:#ac2219/)
  const [text, ...others] = await arrived('sms')
  assert.equal(others.length, 0)
  assert.match(text?.text ?? '', /^Barton Hills: ALERT: Boil water\. Boil it for a minute\. /)
  assert.match(text?.text ?? '', / Reply STOP to end$/)
  const { rows } = await database.pool.query(
    'select category, include_in_mailer, created_by from public.events where id = $1',
    [event],
  )
  assert.deepEqual(rows, [{ category: 'Alert', include_in_mailer: false, created_by: calendar.owner }])
  clock.set('2035-07-05T13:00:00Z')
  await fixture.minute()
  assert.deepEqual([...(await arrived()), ...(await arrived('sms'))], [])
})

test('the same alert asked for twice, also at the same time, is one alert', async () => {
  const key = randomUUID()
  const [first, second] = await Promise.all([sendAlert({ key }), sendAlert({ key })])
  assert.deepEqual(first, second)
  assert.deepEqual(await sendAlert({ key, title: 'Changed since' }), first)
  await fixture.runQueue()
  assert.equal((await arrived()).length, 2)
  const { rows } = await database.pool.query("select from public.mailings where kind = 'alert'")
  assert.equal(rows.length, 1)
})

test('a refused alert leaves no trace', async () => {
  const refused: [Alert, string][] = [
    [{ until: '2035-07-04T15:00:00Z' }, 'TB022'],
    [{ title: 'Boil water\r\nBcc: everybody@example.org' }, '23514'],
    [{ title: ' ' }, '23514'],
    [{ until: '2035-09-04T15:00:00Z' }, '23514'],
    [{ emergency: true }, '42501'],
  ]
  for (const [alert, code] of refused) await assert.rejects(sendAlert(alert), { code })
  const { rows } = await database.pool.query('select from public.events union all select from public.mailings')
  assert.equal(rows.length, 0)
})

test('only admins send alerts and follow-ups, send again, and count whom they reach', async () => {
  const { event, mailing } = await sendAlert()
  const { rows } = await database.pool.query(
    "insert into auth.users (email, encrypted_password) values ('member@example.org', 'hash'), ('x@example.org', 'hash') returning id",
  )
  const [member, stranger] = rows.map(({ id }) => id as string)
  await database.pool.query('insert into public.calendar_members (calendar_id, user_id) values ($1, $2)', [
    calendar.id,
    member,
  ])
  // A member may edit what they created, but not send it.
  await database.pool.query('update public.events set created_by = $2 where id = $1', [event, member])
  for (const who of [member, stranger]) {
    await assert.rejects(sendAlert({}, who), { code: '42501' })
    const asked: [string, unknown[]][] = [
      ['select public.send_alert($1)', [event]],
      ["select public.follow_up_alert(gen_random_uuid(), $1, 'all_clear', 'Over')", [event]],
      ['select public.resend_mailing($1)', [mailing]],
    ]
    for (const [text, values] of asked) await assert.rejects(act(text, values, who), { code: '42501' })
    assert.deepEqual(await act('select * from public.get_alert_audience($1)', [calendar.id], who), [])
  }
  const [reached] = await act('select emails, texts, people from public.get_alert_audience($1)', [calendar.id])
  assert.deepEqual(reached, { emails: '2', texts: '1', people: '3' })
})

test('the audience is exactly whom the alert reaches', async () => {
  await addContacts(database.pool, calendar.id, 'email', [
    'gone@example.org',
    'quiet@example.org',
    'paused@example.org',
  ])
  await database.pool.query(
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'phone', '+15125550112')",
    [calendar.id],
  )
  await database.pool.query("insert into public.opt_outs (calendar_id, email) values ($1, 'gone@example.org')", [
    calendar.id,
  ])
  await database.pool.query(
    `insert into private.contact_preferences (channel, address, calendar_id, categories, paused_until)
     values ('email', 'quiet@example.org', $1, '{Event}', null), ('email', 'paused@example.org', $1, null, '2035-08-01')`,
    [calendar.id],
  )
  const [reached] = await act('select emails, texts, unconfirmed, unsubscribed from public.get_alert_audience($1)', [
    calendar.id,
  ])
  assert.deepEqual(reached, { emails: '2', texts: '1', unconfirmed: '1', unsubscribed: '1' })
  await sendAlert()
  await fixture.runQueue()
  assert.deepEqual((await arrived()).map(({ recipient }) => recipient).sort(), people)
  assert.equal((await arrived('sms')).length, 1)
})

test('updates and the all clear are replies to the first mail, and the all clear ends the alert', async () => {
  const { event } = await sendAlert()
  await fixture.runQueue()
  const first = new Map((await arrived()).map(({ recipient, message_id }) => [recipient, message_id]))
  await arrived('sms')

  clock.set('2035-07-04T16:00:00Z')
  await addContacts(database.pool, calendar.id, 'email', ['late@example.org'])
  await followUp(event, 'update', 'Bottled water at the school.')
  await fixture.runQueue()
  const updates = await arrived()
  assert.equal(updates.length, 3)
  const second = new Map(updates.map(({ recipient, message_id }) => [recipient, message_id]))
  for (const { recipient, subject, headers, text } of updates) {
    assert.equal(subject, 'ALERT UPDATE: Boil water (Barton Hills)')
    assert.match(text, /Bottled water at the school\./)
    assert.equal(headers['In-Reply-To'], first.get(recipient))
    assert.equal(headers.References, first.get(recipient))
  }
  assert.match((await arrived('sms'))[0]?.text ?? '', /ALERT UPDATE: Boil water\. Bottled water at the school\./)

  clock.set('2035-07-04T17:00:00Z')
  await addContacts(database.pool, calendar.id, 'email', ['later@example.org'])
  const key = randomUUID()
  const [sent] = await followUp(event, 'all_clear', 'The water is safe.', { key })
  assert.deepEqual(await followUp(event, 'all_clear', 'The water is safe.', { key }), [sent])
  await fixture.runQueue()
  const clears = await arrived()
  // Not to people who never heard of it.
  assert.deepEqual(clears.map(({ recipient }) => recipient).sort(), [...people, 'late@example.org'])
  for (const { recipient, subject, headers, html } of clears) {
    assert.equal(subject, 'ALL CLEAR: Boil water (Barton Hills)')
    const ids = [first.get(recipient), second.get(recipient)].filter((id) => id !== undefined)
    assert.equal(headers['In-Reply-To'], second.get(recipient))
    assert.equal(headers.References, ids.join(' '))
    assert.match(html, /background:#2f6350/)
  }
  assert.match((await arrived('sms'))[0]?.text ?? '', /ALL CLEAR: Boil water\. The water is safe\. /)

  const { rows } = await database.pool.query('select end_time from public.events where id = $1', [event])
  assert.equal(rows[0].end_time.toISOString(), '2035-07-04T17:00:00.000Z')
  for (const kind of ['update', 'all_clear'])
    await assert.rejects(followUp(event, kind, 'Again'), {
      code: 'TB022',
      message: 'The all clear of this alert was sent.',
    })
  const said = await act('select action, details from public.get_history($1) where action = $2 order by id', [
    calendar.id,
    'send',
  ])
  assert.deepEqual(
    said.map(({ details }) => details),
    ['alert', 'update', 'all_clear'].map((kind) => ({ kind, emergency: false })),
  )
})

test('a text of the night waits for the morning, and the all clear in between stops it', async () => {
  clock.set(night)
  const { event } = await sendAlert()
  await fixture.minute()
  assert.equal((await arrived()).length, 2)
  assert.equal((await arrived('sms')).length, 0)
  clock.set('2035-07-05T05:30:00Z')
  await followUp(event, 'all_clear', 'The water is safe.')
  await fixture.minute()
  assert.equal((await arrived()).length, 2)
  clock.set('2035-07-05T13:00:00Z')
  await fixture.minute()
  await fixture.minute()
  assert.deepEqual(await arrived('sms'), [])
  const texts = (await deliveriesOf(database.pool, calendar.id)).filter(({ channel }) => channel === 'sms')
  assert.deepEqual(
    texts.map(({ state }) => state),
    ['expired'],
  )
})

test('only a public body can text at night, by a choice that the history has', async () => {
  clock.set(night)
  await assert.rejects(sendAlert({ emergency: true }), { code: '42501' })
  await database.pool.query('select private.mark_public_body($1, true)', [calendar.owner])
  await sendAlert({ title: 'Not urgent' })
  await fixture.minute()
  assert.deepEqual(await arrived('sms'), [])
  const { event } = await sendAlert({ emergency: true })
  await fixture.minute()
  const texts = await arrived('sms')
  assert.deepEqual(
    texts.map(({ text }) => /ALERT: Boil water\./.test(text)),
    [true],
  )
  const [line] = await act(
    "select details from public.get_history($1) where action = 'send' order by id desc limit 1",
    [calendar.id],
  )
  assert.deepEqual(line.details, { kind: 'alert', emergency: true })
  // A STOP beats every emergency.
  await database.pool.query("select private.suppress('sms', $1, 'stop', 'STOP', $2)", [phone, clock.now()])
  const text = 'select public.follow_up_alert(gen_random_uuid(), $1, $2, $3, null, true)'
  await act(text, [event, 'update', 'Still on'])
  await fixture.minute()
  assert.deepEqual(await arrived('sms'), [])
  await database.pool.query('select private.mark_public_body($1, false)', [calendar.owner])
  await assert.rejects(act(text, [event, 'update', 'Still on']), { code: '42501' })
})

test('more than 500 people are confirmed with about their number', async () => {
  const many = Array.from({ length: 600 }, (_, at) => `n${at}@example.org`)
  await addContacts(database.pool, calendar.id, 'email', many)
  for (const count of [null, 0, 500]) await assert.rejects(sendAlert({ people: count }), { code: 'TB043' })
  await sendAlert({ people: 600 })
})

test('an owner whom no operator knows sends at most 30 alerts a day', async () => {
  await database.pool.query('update private.senders set approved_at = null')
  await database.pool.query(
    `insert into public.mailings (calendar_id, day, kind, sequence, created_at)
     select $1, '2035-07-04', 'alert', n, $2::timestamptz - interval '23 hours' from generate_series(1, 29) n`,
    [calendar.id, morning],
  )
  const { event } = await sendAlert()
  await assert.rejects(sendAlert(), { code: 'TB042' })
  await assert.rejects(followUp(event, 'update', 'News'), { code: 'TB042' })
  clock.set('2035-07-04T16:30:00Z')
  await sendAlert()
})

test('sending again reaches those who failed, and nobody twice', async () => {
  const { mailing } = await sendAlert()
  await fixture.runQueue()
  assert.equal((await arrived()).length, 2)
  await arrived('sms')
  await database.pool.query(
    `update public.deliveries set state = 'failed', last_error = '550 too busy', copies = 0 where address = $1`,
    [people[0]],
  )
  await database.pool.query(`update public.deliveries set state = 'uncertain' where channel = 'sms'`)
  const again = () => act('select public.resend_mailing($1) as count', [mailing])
  const counts = await Promise.all([again(), again()])
  assert.deepEqual(
    counts
      .flat()
      .map(({ count }) => count)
      .sort(),
    [0, 1],
  )
  await fixture.runQueue()
  assert.deepEqual(
    (await arrived()).map(({ recipient }) => recipient),
    [people[0]],
  )
  assert.deepEqual(await arrived('sms'), [])
  assert.deepEqual(await again(), [{ count: 0 }])
  clock.set('2035-07-05T18:00:00Z')
  await database.pool.query(`update public.deliveries set state = 'failed', resent_at = null where channel = 'email'`)
  assert.deepEqual(await again(), [{ count: 0 }])
})

test('text that runs from right to left, emoji and line breaks arrive as they were written', async () => {
  const message = 'اغلوا الماء قبل الشرب 🚱\nشكرا'
  await sendAlert({ title: 'تنبيه: الماء 🚱', message })
  await fixture.runQueue()
  const [mail] = await arrived()
  assert.equal(mail?.subject, 'ALERT: تنبيه: الماء 🚱 (Barton Hills)')
  for (const line of message.split('\n')) assert.ok(mail?.text.includes(line) && mail.html.includes(line))
  const [text] = await arrived('sms')
  assert.match(text?.text ?? '', /اغلوا الماء قبل الشرب 🚱 شكرا\./)
})
