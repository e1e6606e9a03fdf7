// What people chose is respected when mailings are planned and sent: categories, channel, time, language and pause.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPreferencesToken } from '#messages/preferences-link.ts'
import { addContacts, addEvent, makeCalendar } from '#testing/calendars.ts'
import { caught, deliveriesOf, linkSecret, openSendingFixture } from '#testing/sending-fixture.ts'
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
  fixture,
  minutes,
  news,
  openForTests,
} from './choosing.ts'

openForTests()

test('a contact who chose some categories is notified of those only', async () => {
  await choose(ann, { categories: ['Alert', 'Notice'] })
  await add('Porch concert')
  await add('No water', day, 'Notice')
  assert.deepEqual(await news(), [
    [ann, 'Today: No water (Barton Hills)'],
    [bob, 'Today in Barton Hills: 2 events'],
  ])
  await add('Late film')
  assert.deepEqual(await news(), [[bob, 'Today: Late film (Barton Hills)']])
  assert.equal((await deliveriesOf(database.pool, calendar.id)).length, 3, 'nothing says to admins what she chose')
})

test('a choice for one calendar overrides the choice for all calendars', async () => {
  const other = await makeCalendar(database.pool, { name: 'Zilker', emails: [ann] })
  await choose(ann, { is_on: false })
  await choose(ann, { of: other, categories: ['Event'] })
  await add('Here')
  await add('There', day, 'Event', other)
  await add('Small print', day, 'FYI', other)
  assert.deepEqual(await news(), [
    [ann, 'Today: There (Zilker)'],
    [bob, 'Today: Here (Barton Hills)'],
  ])
})

test('each recipient is notified in their own language, of a change too', async () => {
  await choose(ann, { language: 'es' })
  const id = await add('Porch concert')
  assert.deepEqual(await news(), [
    [ann, 'Hoy: Porch concert (Barton Hills)'],
    [bob, 'Today: Porch concert (Barton Hills)'],
  ])
  await change(id, `location = '1 Main St'`)
  minutes(11)
  assert.deepEqual(await news(), [
    [ann, 'CAMBIO: Porch concert, mié 4 jul (Barton Hills)'],
    [bob, 'CHANGED: Porch concert, Wed, Jul 4 (Barton Hills)'],
  ])
})

test("weekly mails and digests are in the recipient's language", async () => {
  await choose(ann, { language: 'es', timing: 'weekly' })
  await choose(bob, { language: 'es', timing: 'digest' })
  await add('Porch concert', '2035-07-10')
  clock.set('2035-07-08T23:00:00Z')
  assert.deepEqual(await news(), [[ann, 'Esta semana: Porch concert (Barton Hills)']])
  clock.set('2035-07-10T13:00:00Z')
  await fixture.minute()
  const [digest, ...others] = await caught(database.pool)
  assert.equal(others.length, 0)
  assert.deepEqual([digest?.recipient, digest?.subject], [bob, 'Hoy: Porch concert (Barton Hills)'])
  assert.match(digest?.text ?? '', /porque eligió un solo correo al día para los calendarios que sigue: Barton Hills\./)
  assert.equal(digest?.headers['Content-Language'], 'es')
})

test('a pause lasts until its day, and events during it are not sent afterwards', async () => {
  await choose(ann, { paused_until: '2035-07-05' })
  await add('Today')
  await add('Tomorrow', '2035-07-05')
  assert.deepEqual(await news(), [[bob, 'Today: Today (Barton Hills)']])
  clock.set('2035-07-05T13:00:00Z')
  assert.deepEqual(
    (await news()).map(([to]) => to),
    [ann, bob],
  )
})

test('an event that nobody wants waits until somebody does', async () => {
  await choose(ann, { categories: ['Event'] })
  await choose(bob, { is_on: false })
  await add('Small print', day, 'FYI')
  assert.deepEqual(await news(), [])
  await addContacts(database.pool, calendar.id, 'email', ['cleo@example.org'])
  assert.deepEqual(await news(), [['cleo@example.org', 'Today: Small print (Barton Hills)']])
})

test('email and texts are chosen separately', async () => {
  const phone = '+15125550123'
  await addContacts(database.pool, calendar.id, 'phone', [phone])
  await choose(ann, { is_on: false })
  await add('Porch concert')
  assert.deepEqual(await news(), [[bob, 'Today: Porch concert (Barton Hills)']])
  const { rows } = await database.pool.query("select address from public.deliveries where channel = 'sms'")
  assert.deepEqual(rows, [{ address: phone }])
})

test('a text has the preferences link if that costs no further segment', async () => {
  const phone = '+15125550123'
  await addContacts(database.pool, calendar.id, 'phone', [phone])
  await addEvent(database.pool, calendar, { title: 'Short', day })
  await fixture.minute()
  const [short] = await caught(database.pool, 'sms')
  assert.doesNotMatch(short?.text ?? '', /preferences/)
  await database.pool.query('truncate private.caught_messages')
  // Long enough for two segments, with room for the link.
  for (const count of [6, 7])
    await addEvent(database.pool, calendar, { title: `Title of ${'many '.repeat(count)}words`, day })
  await fixture.minute()
  const [long] = await caught(database.pool, 'sms')
  assert.match(long?.text ?? '', / Choose: https:\/\/town\.example\/preferences\?p=\S+ Reply STOP to end$/)
  const { rows } = await database.pool.query(
    "select segments from public.deliveries where channel = 'sms' order by created_at, segments",
  )
  assert.deepEqual(
    rows.map(({ segments }) => segments),
    [1, 2],
  )
})

test('a change notice goes to people who were notified of the event, and not to those who have paused since', async () => {
  await choose(ann, { categories: ['Notice'] })
  await addContacts(database.pool, calendar.id, 'email', ['cleo@example.org'])
  const concert = await add('Porch concert')
  const water = await add('No water', day, 'Notice')
  assert.equal((await news()).length, 3)
  await change(concert, "status = 'cancelled'")
  await change(water, "status = 'cancelled'")
  await choose('cleo@example.org', { paused_until: '2035-08-01' })
  minutes(10)
  assert.deepEqual(await news(), [
    [ann, 'CANCELLED: No water, Wed, Jul 4 (Barton Hills)'],
    [bob, 'CANCELLED: 2 events in Barton Hills'],
  ])
})

test('every mail links to the preferences page of its recipient and of nobody else', async () => {
  const id = await add('Porch concert')
  await fixture.minute()
  await change(id, "status = 'cancelled'")
  minutes(10)
  await fixture.minute()
  const mails = await caught(database.pool)
  assert.equal(mails.length, 4)
  const tokens = mails.map(({ recipient, text, html }) => {
    const [, token] = /Choose what you get: https:\/\/town\.example\/preferences\?p=(\S+)/.exec(text) ?? []
    assert.ok(token && html.includes(token))
    assert.equal(readPreferencesToken(token, linkSecret, clock.now()), recipient)
    return token
  })
  assert.equal(new Set(tokens).size, 2)
})

test('the evening before: notified once; events added that evening go out then, later ones on the day', async () => {
  await choose(ann, { timing: 'evening' })
  await add('Porch concert', '2035-07-05')
  clock.set('2035-07-04T22:59:00Z')
  assert.deepEqual(await news(), [])
  clock.set('2035-07-04T23:00:00Z')
  assert.deepEqual(await news(), [[ann, 'Tomorrow: Porch concert (Barton Hills)']])
  minutes(120)
  await add('Late idea', '2035-07-05')
  assert.deepEqual(await news(), [[ann, 'Tomorrow: Late idea (Barton Hills)']])
  assert.deepEqual(await news(), [])
  clock.set('2035-07-05T12:00:00Z')
  await add('In the morning', '2035-07-05')
  clock.set('2035-07-05T13:00:00Z')
  assert.deepEqual(await news(), [
    [ann, 'Today: In the morning (Barton Hills)'],
    [bob, 'Today in Barton Hills: 3 events'],
  ])
  assert.deepEqual(await news(), [])
})

test('a contact who switches to or from the evening is notified once of each event', async () => {
  await choose(ann, { timing: 'evening' })
  await add('Porch concert', '2035-07-05')
  clock.set('2035-07-04T23:00:00Z')
  assert.equal((await news()).length, 1)
  // She turns to the day, he to the evening: too late for tomorrow's.
  await database.pool.query('delete from private.contact_preferences')
  await choose(bob, { timing: 'evening' })
  minutes(1)
  assert.deepEqual(await news(), [])
  clock.set('2035-07-05T13:00:00Z')
  assert.deepEqual(await news(), [[bob, 'Today: Porch concert (Barton Hills)']])
})

test('an evening text waits for quiet hours to end, and then says today', async () => {
  const [near, far] = ['+15125550123', '+16715550123']
  await addContacts(database.pool, calendar.id, 'phone', [near, far])
  for (const phone of [near, far]) await choose(phone, { timing: 'evening' })
  await add('Porch concert', '2035-07-05')
  clock.set('2035-07-04T23:00:00Z')
  // In Guam it is nine in the morning.
  assert.deepEqual(
    (await news('sms')).map(([to, text]) => [to, /tomorrow: Porch concert/.test(text)]),
    [
      [near, true],
      [far, true],
    ],
  )
  clock.set('2035-07-05T03:00:00Z')
  await add('Ten at night', '2035-07-05')
  assert.deepEqual(
    (await news('sms')).map(([to]) => to),
    [far],
  )
  clock.set('2035-07-05T13:00:00Z')
  assert.deepEqual(
    (await news('sms')).map(([to, text]) => [to, /Barton Hills today: Ten at night/.test(text)]),
    [[near, true]],
  )
})

test('weekly: on Sunday evening for the coming days; events added later are sent on their day', async () => {
  await choose(ann, { timing: 'weekly', categories: ['Event'] })
  await add('Monday music', '2035-07-09')
  await add('Sunday brunch', '2035-07-15')
  await add('Small print', '2035-07-10', 'FYI')
  await add('Too far', '2035-07-16')
  await add('That evening', '2035-07-08')
  clock.set('2035-07-08T22:59:00Z')
  assert.deepEqual(await news(), [
    [ann, 'Today: That evening (Barton Hills)'],
    [bob, 'Today: That evening (Barton Hills)'],
  ])
  clock.set('2035-07-08T23:00:00Z')
  await fixture.minute()
  const [mail, ...others] = await caught(database.pool)
  assert.deepEqual([mail?.recipient, mail?.subject, others.length], [ann, 'This week in Barton Hills: 2 events', 0])
  assert.match(
    mail?.text ?? '',
    /Monday, July 9, 2035\n+Monday music \(Event\)[\s\S]*Sunday, July 15, 2035\n+Sunday brunch/,
  )
  assert.match(mail?.text ?? '', /Choose what you get: https/)
  await database.pool.query('truncate private.caught_messages')
  await add('Late idea', '2035-07-09')
  assert.deepEqual(await news(), [])
  clock.set('2035-07-09T13:00:00Z')
  assert.deepEqual(await news(), [
    [ann, 'Today: Late idea (Barton Hills)'],
    [bob, 'Today in Barton Hills: 2 events'],
  ])
  clock.set('2035-07-15T13:00:00Z')
  assert.deepEqual(await news(), [[bob, 'Today: Sunday brunch (Barton Hills)']])
})

test('a weekly mail that could not be sent is replaced by daily ones', async () => {
  await choose(ann, { timing: 'weekly' })
  await add('Monday music', '2035-07-09')
  await database.pool.query(`insert into private.holds (kind, reason) values ('operator', 'test')`)
  clock.set('2035-07-08T23:00:00Z')
  assert.deepEqual(await news(), [])
  clock.set('2035-07-09T12:00:00Z')
  assert.deepEqual(await news(), [])
  await database.pool.query('delete from private.holds')
  clock.set('2035-07-09T13:00:00Z')
  assert.deepEqual(
    (await news()).map(([to]) => to),
    [ann, bob],
  )
})

test('a change notice goes to people who were notified in the evening or weekly, and to nobody else', async () => {
  await choose(ann, { timing: 'evening' })
  await choose(bob, { timing: 'weekly' })
  await addContacts(database.pool, calendar.id, 'email', ['cleo@example.org'])
  const monday = await add('Monday music', '2035-07-09')
  const tuesday = await add('Tuesday talk', '2035-07-10')
  clock.set('2035-07-08T23:00:00Z')
  assert.equal((await news()).length, 2)
  minutes(5)
  await change(monday, "status = 'cancelled'")
  await change(tuesday, "status = 'postponed'")
  minutes(10)
  assert.deepEqual(await news(), [
    [ann, 'CANCELLED: Monday music, Mon, Jul 9 (Barton Hills)'],
    [bob, 'CHANGED: 2 events in Barton Hills'],
  ])
  clock.set('2035-07-09T13:00:00Z')
  assert.deepEqual(await news(), [])
})

test('several planners at the same time notify each person once', async () => {
  await choose(ann, { timing: 'evening' })
  await choose(bob, { timing: 'weekly' })
  await add('Monday music', '2035-07-09')
  clock.set('2035-07-08T23:00:00Z')
  const others = await Promise.all([1, 2, 3].map(() => openSendingFixture(database.pool, clock)))
  await Promise.all([fixture, ...others].map((one) => one.minute()))
  for (const other of others) await other.close()
  assert.deepEqual(await news(), [
    [ann, 'Tomorrow: Monday music (Barton Hills)'],
    [bob, 'This week: Monday music (Barton Hills)'],
  ])
})

/** Gives an address tags, as an admin would. */
const tag = (address: string, ...tags: string[]) =>
  database.pool.query('update public.calendar_contacts set tags = $2 where calendar_id = $3 and normalised = $1', [
    address,
    tags,
    calendar.id,
  ])
const sendTo = (event: string, ...tags: string[]) =>
  database.pool.query('update public.events set mail_tags = $2 where id = $1', [event, tags])

test('an event for a tag goes only to contacts who have it; the others get what is for everybody', async () => {
  await tag(ann, 'Block captain', 'Parents')
  await sendTo(await add('School meeting'), 'Parents', 'Teachers')
  await add('Porch concert')
  minutes(11)
  assert.deepEqual(await news(), [
    [ann, 'Today in Barton Hills: 2 events'],
    [bob, 'Today: Porch concert (Barton Hills)'],
  ])
})

test('an event for a tag that nobody has notifies nobody, a member neither; who gets the tag later is notified', async () => {
  await database.pool.query('update auth.users set email_confirmed_at = now() where id = $1', [calendar.owner])
  await database.pool.query(
    'update public.notification_preferences set email_notifications = true, push_notifications = true',
  )
  await sendTo(await add('School meeting'), 'Parents')
  minutes(11)
  assert.deepEqual(await news(), [])
  await tag(bob, 'Parents')
  assert.deepEqual(await news(), [[bob, 'Today: School meeting (Barton Hills)']])
  assert.deepEqual(await news(), [])
})

test('an alert, a digest, the evening before and the week keep to the tags, and a change goes to those who knew', async () => {
  await tag(bob, 'Parents')
  await choose(ann, { timing: 'weekly' })
  const id = await add('School meeting', '2035-07-10')
  await sendTo(id, 'Parents')
  clock.set('2035-07-08T23:00:00Z')
  assert.deepEqual(await news(), [])
  clock.set('2035-07-10T13:00:00Z')
  assert.deepEqual(await news(), [[bob, 'Today: School meeting (Barton Hills)']])
  await change(id, `location = '1 Main St'`)
  minutes(11)
  assert.deepEqual(await news(), [[bob, 'CHANGED: School meeting, Tue, Jul 10 (Barton Hills)']])
})
