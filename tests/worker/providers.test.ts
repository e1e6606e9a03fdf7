// Mailings through SendGrid and texts through Twilio, against stand-ins that speak their protocols and fail as they do.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { hours, minutes } from '#domain/durations.ts'
import { carrierConnections } from '#messages/email/carrier-connections.ts'
import { createSendgrid } from '#messages/email/sendgrid.ts'
import { createTwilio } from '#messages/sms/twilio.ts'
import { createTemplateService } from '#messages/template-service/service.ts'
import { addEvent, fixedClock, makeCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { type SendgridApi, startSendgridApi } from '#testing/sendgrid-api.ts'
import { deliveriesOf, openSendingFixture, type SendingFixture } from '#testing/sending-fixture.ts'
import { startTwilioApi, type TwilioApi } from '#testing/twilio-api.ts'

let database: TestDatabase
let sendgrid: SendgridApi
let twilio: TwilioApi
let fixture: SendingFixture
const due = '2025-07-04T13:00:00Z'
const clock = fixedClock(due)

before(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await emptyTables(database.pool)
  clock.set(due)
  sendgrid = await startSendgridApi()
  twilio = await startTwilioApi()
  const api = { apiKey: sendgrid.key, apiUrl: sendgrid.url }
  fixture = await openSendingFixture(database.pool, clock, {
    connections: carrierConnections(createSendgrid(api), 3),
    texts: createTwilio({
      ...twilio,
      apiUrl: twilio.url,
      from: '+15125550100',
      statusUrl: 'https://town.example/webhooks/twilio/status',
    }),
    templates: createTemplateService({ sendgrid: api }),
    carrierFillsTemplates: true,
  })
})
afterEach(async () => {
  await fixture.close()
  await sendgrid.close()
  await twilio.close()
})
after(() => database.close())

const people = ['ann@example.org', 'bob@example.org', 'cem@example.org']
const phones = ['+15125550111', '+15125550112', '+15125550113']

/** Moves the clock on, past any wait that a carrier asked for. */
async function letTimePass(until: number) {
  const start = clock.now().getTime()
  for (let passed = minutes(1); passed <= until; passed += minutes(10)) {
    Object.assign(fixture.sending.restUntil, { email: 0, sms: 0 })
    clock.set(new Date(start + passed))
    await fixture.minute()
  }
}

test('a template of SendGrid is filled in by SendGrid, a built-in one by us', async () => {
  sendgrid.templates.set('d-town', { subject: 'x', html: '<p>{{title}}</p>', text: '' })
  for (const template of ['d-town', 'townbell-day-of']) {
    const calendar = await makeCalendar(database.pool, { emails: ['ann@example.org'] })
    await database.pool.query('update public.calendars set sendgrid_template_id = $2 where id = $1', [
      calendar.id,
      template,
    ])
    await addEvent(database.pool, calendar, { title: 'Porch <concert>', day: '2025-07-04' })
    sendgrid.mails.length = 0
    await fixture.minute()
    const [mail, ...others] = sendgrid.mails
    assert.equal(others.length, 0)
    const [personal] = mail?.personalizations ?? []
    assert.deepEqual(personal?.to, [{ email: 'ann@example.org' }])
    const { rows } = await database.pool.query(
      'select id, provider_id, message_id, state from public.deliveries where calendar_id = $1',
      [calendar.id],
    )
    assert.equal(personal?.custom_args?.delivery_id, rows[0].id)
    assert.equal(personal?.headers['Message-ID'], rows[0].message_id)
    assert.equal(personal?.headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click')
    assert.equal(rows[0].state, 'sent')
    assert.match(rows[0].provider_id, /^sg-/)
    if (template === 'd-town') {
      assert.equal(mail?.template_id, 'd-town')
      assert.equal(personal?.dynamic_template_data?.title, 'Porch <concert>')
      assert.match(String(personal?.dynamic_template_data?.unsubscribe_url), /opt-out\?t=[\w-]{80}/)
      assert.equal(mail?.content, undefined)
    } else {
      assert.equal(mail?.template_id, undefined)
      assert.match(mail?.content?.[1]?.value ?? '', /Porch &lt;concert&gt;/)
      assert.match(mail?.content?.[0]?.value ?? '', /opt-out\?t=[\w-]{80}/)
    }
  }
})

test('SendGrid answers 429, 500 or nothing: all mails arrive, and only those without an answer can arrive twice', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  await addEvent(database.pool, calendar, { day: '2025-07-04' })
  sendgrid.answers.push(429)
  await fixture.minute()
  assert.equal(sendgrid.mails.length, 0)
  assert.deepEqual(
    new Set((await deliveriesOf(database.pool, calendar.id)).map(({ attempts }) => attempts)),
    new Set([0]),
  )
  sendgrid.answers.push(500, 'hang')
  await letTimePass(hours(1))
  const copies = new Map<string, number>()
  for (const { personalizations } of sendgrid.mails) {
    const to = personalizations[0]?.to[0]?.email ?? ''
    copies.set(to, (copies.get(to) ?? 0) + 1)
  }
  assert.deepEqual([...copies.keys()].sort(), people)
  assert.equal(sendgrid.mails.length, 4)
  assert.deepEqual(
    new Set((await deliveriesOf(database.pool, calendar.id)).map(({ state }) => state)),
    new Set(['sent']),
  )
})

test('SendGrid rejects one address permanently, or our key for all mails', async () => {
  const calendar = await makeCalendar(database.pool, { emails: people })
  await addEvent(database.pool, calendar, { day: '2025-07-04' })
  sendgrid.answers.push(400, 401)
  await fixture.minute()
  const states = (await deliveriesOf(database.pool, calendar.id)).map(({ state }) => state)
  assert.deepEqual(states.sort(), ['failed', 'planned', 'planned'])
  assert.ok(fixture.lines.some((line) => line.includes('refuses us')))
  await letTimePass(minutes(5))
  assert.equal(sendgrid.mails.length, 2)
})

test("a confirmed phone gets one text with the day's events, and its segments are counted", async () => {
  const calendar = await makeCalendar(database.pool, { name: 'Barton Hills', phones })
  await database.pool.query(
    `update public.calendar_contacts set confirmed_at = null where contact_value = '+15125550113'`,
  )
  await addEvent(database.pool, calendar, { title: 'Porch concert', day: '2025-07-04' })
  await addEvent(database.pool, calendar, { title: 'Creek clean-up', day: '2025-07-04', from: '09:00', to: '10:00' })
  await fixture.minute()
  assert.deepEqual(twilio.messages.map(({ to }) => to).sort(), phones.slice(0, 2))
  const [text] = twilio.messages
  const found = await database.pool.query('select identifier from public.calendars where id = $1', [calendar.id])
  assert.equal(
    text?.body,
    `Barton Hills today: Creek clean-up, 9:00 AM; Porch concert, 6:00 PM. https://town.example/c/${found.rows[0].identifier} Reply STOP to end`,
  )
  assert.equal(text?.from, '+15125550100')
  const { rows } = await database.pool.query(
    'select id, state, segments, provider_id from public.deliveries where address = $1',
    [text?.to],
  )
  assert.deepEqual([rows[0].state, rows[0].segments, rows[0].provider_id], ['sent', 1, text?.sid])
  assert.equal(text?.callback, `https://town.example/webhooks/twilio/status?delivery=${rows[0].id}`)
})

test('many events, long titles and other alphabets still fit into two segments', async () => {
  const calendar = await makeCalendar(database.pool, { name: 'N'.repeat(100), phones: phones.slice(0, 1) })
  for (let i = 0; i < 12; i++)
    await addEvent(database.pool, calendar, { title: `${'長い'.repeat(90)}${i}`, day: '2025-07-04' })
  await fixture.minute()
  const { rows } = await database.pool.query('select segments from public.deliveries')
  assert.ok(rows[0].segments <= 2, `${rows[0].segments} parts`)
  assert.match(twilio.messages[0]?.body ?? '', /Reply STOP to end$/)
})

test('Twilio answers 429 or 500, or accepts a text and loses the answer: nobody gets it twice', async () => {
  const calendar = await makeCalendar(database.pool, { phones })
  await addEvent(database.pool, calendar, { day: '2025-07-04' })
  // The stand-in stamps messages with the real time, so the deliveries must be younger than they look.
  twilio.answers.push(429)
  await fixture.minute()
  assert.equal(twilio.messages.length, 0)
  twilio.answers.push('hang', 500)
  await letTimePass(hours(1))
  assert.deepEqual(twilio.messages.map(({ to }) => to).sort(), phones)
  assert.deepEqual(
    new Set((await deliveriesOf(database.pool, calendar.id)).map(({ state }) => state)),
    new Set(['sent']),
  )
})

test('a number that replied STOP is suppressed; one that receives no texts bounces; neither is tried again', async () => {
  const calendar = await makeCalendar(database.pool, { phones })
  await addEvent(database.pool, calendar, { day: '2025-07-04' })
  // Confirming after a report would prove that the number works; these confirmed before it.
  await database.pool.query('update public.calendar_contacts set confirmed_at = $1', ['2025-01-01'])
  twilio.answers.push(21610, 21614)
  await fixture.minute()
  await letTimePass(hours(2))
  assert.equal(twilio.messages.length, 1)
  const states = (await deliveriesOf(database.pool, calendar.id)).map(({ state }) => state).sort()
  assert.deepEqual(states, ['bounced', 'bounced', 'sent'])
  const { rows } = await database.pool.query('select reason from public.suppressions order by reason')
  assert.deepEqual(rows, [{ reason: 'bounce' }, { reason: 'stop' }])
})

test("texts wait for the morning in the phone's time zone, and none is sent after nine in the evening", async () => {
  // Eight in Austin is six in Los Angeles and three in Honolulu.
  const far = ['+15125550111', '+12135550112', '+18085550113']
  const calendar = await makeCalendar(database.pool, { phones: far })
  await addEvent(database.pool, calendar, { day: '2025-07-04' })
  const sentAt = async (at: string) => {
    clock.set(at)
    await fixture.minute()
    return twilio.messages.map(({ to }) => to)
  }
  assert.deepEqual(await sentAt('2025-07-04T13:00:00Z'), far.slice(0, 1))
  assert.deepEqual(await sentAt('2025-07-04T14:59:00Z'), far.slice(0, 1))
  assert.deepEqual(await sentAt('2025-07-04T15:00:00Z'), far.slice(0, 2))
  assert.deepEqual(await sentAt('2025-07-04T17:59:00Z'), far.slice(0, 2))
  assert.deepEqual(await sentAt('2025-07-04T18:00:00Z'), far)
  // 21:30 in Austin: too late there, early enough in Honolulu.
  clock.set('2025-07-05T02:30:00Z')
  await addEvent(database.pool, calendar, { title: 'Late', day: '2025-07-04', from: '23:00', to: '23:30' })
  await fixture.minute()
  assert.deepEqual(
    twilio.messages
      .slice(3)
      .map(({ to }) => to)
      .sort(),
    ['+12135550112', '+18085550113'],
  )
  clock.set('2025-07-05T13:30:00Z')
  await fixture.minute()
  assert.equal(twilio.messages.length, 5)
  const { rows } = await database.pool.query(`select address, state from public.deliveries where state <> 'sent'`)
  assert.deepEqual(rows, [{ address: '+15125550111', state: 'expired' }])
})
