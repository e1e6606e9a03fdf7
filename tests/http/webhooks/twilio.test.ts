import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours } from '#domain/durations.ts'
import { inboundFields, newSid, statusFields, TWILIO, twilioPost } from '#testing/twilio-webhook.ts'
import { newAddress, SITE, subscribe } from '../functions/fixture.ts'
import { INBOUND_URL, openWebhookFixture, STATUS_URL, type WebhookFixture } from './fixture.ts'

let fixture: WebhookFixture
before(async () => {
  fixture = await openWebhookFixture()
})
after(() => fixture.close())

let numbers = 100
const newNumber = () => `+1512555${String(++numbers).padStart(4, '0')}`
const text = (from: string, body: string, sid = newSid()) => fixture.twilio(INBOUND_URL, inboundFields(from, body, sid))
const status = (sid: string, to: string, word: string, errorCode?: string, url = STATUS_URL) =>
  fixture.twilio(url, statusFields(sid, to, word, errorCode))

async function phoneContact(calendarId: string) {
  const contacts = await fixture.contacts(calendarId)
  return contacts.find(({ contact_type }) => contact_type === 'phone')
}

test('a follower’s number is confirmed only after it replies YES', async () => {
  const calendar = await fixture.calendar({ name: 'Elm Street & Friends' })
  const phone = newNumber()
  await subscribe(fixture, calendar, newAddress(), { phone, consent: true })
  const early = await text(phone, 'YES')
  assert.match(early.text, /Event notices from community calendars/)
  assert.equal((await phoneContact(calendar)).confirmed_at, null)

  const [question, ...others] = await fixture.texts(phone)
  assert.equal(others.length, 0)
  assert.match(
    question ?? '',
    /^Townbell: Reply YES to get texts about events from Elm Street & Friends\. .*rates may apply.*HELP.*STOP/,
  )
  const stranger = await text(newNumber(), 'YES')
  assert.equal(stranger.status, 200)
  assert.equal((await phoneContact(calendar)).confirmed_at, null)

  const answer = await text(phone, ' Yes! ')
  assert.equal(answer.status, 200)
  assert.equal(
    answer.text,
    '<?xml version="1.0" encoding="UTF-8"?><Response><Message>Townbell: You&#39;ll get texts about events from Elm Street &#38; Friends. Reply HELP for help, STOP to cancel.</Message></Response>',
  )
  assert.ok((await phoneContact(calendar)).confirmed_at instanceof Date)
})

test('one YES confirms the number for several calendars; an expired request is not confirmed', async () => {
  const [first, second, late] = [await fixture.calendar(), await fixture.calendar(), await fixture.calendar()]
  const phone = newNumber()
  await subscribe(fixture, first, newAddress(), { phone, consent: true })
  await subscribe(fixture, second, newAddress(), { phone, consent: true })
  assert.equal((await fixture.texts(phone)).length, 2)
  await text(phone, 'yes')
  assert.ok((await phoneContact(first)).confirmed_at && (await phoneContact(second)).confirmed_at)
  await subscribe(fixture, late, newAddress(), { phone, consent: true })
  assert.equal((await fixture.texts(phone)).length, 1)
  fixture.later(hours(73))
  await text(phone, 'yes')
  assert.equal((await phoneContact(late)).confirmed_at, null)
  fixture.later(-hours(73))
})

test('STOP in every spelling suppresses the number for all calendars and withdraws open confirmations', async () => {
  for (const word of [
    'STOP',
    'stop',
    ' Stop. ',
    'StopAll',
    'UNSUBSCRIBE',
    'cancel',
    'END',
    'quit',
    'REVOKE',
    'opt out',
    'Opt-Out!',
    'Please stop texting me',
    'ＳＴＯＰ',
  ]) {
    const phone = newNumber()
    const { text: answer } = await text(phone, word)
    assert.match(answer, /<Message>Townbell: You('|&#39;)re unsubscribed and won('|&#39;)t get any more texts/, word)
    assert.equal(await fixture.suppressed(phone), 'stop', word)
  }
  const calendar = await fixture.calendar()
  const phone = newNumber()
  await subscribe(fixture, calendar, newAddress(), { phone, consent: true })
  await fixture.texts(phone)
  await text(phone, 'STOP')
  assert.match((await text(phone, 'YES')).text, /subscribed again/)
  assert.equal((await phoneContact(calendar)).confirmed_at, null)
})

test('START and UNSTOP lift a STOP; a repeated or replayed text changes nothing', async () => {
  for (const word of ['START', 'unstop', 'Start.']) {
    const phone = newNumber()
    const stop = newSid()
    await text(phone, 'STOP', stop)
    assert.match((await text(phone, word)).text, /You('|&#39;)re subscribed again/)
    assert.equal(await fixture.suppressed(phone), null)
    const replayed = await text(phone, 'STOP', stop)
    assert.equal(replayed.status, 200)
    assert.match(replayed.text, /<Response><\/Response>/)
    assert.equal(await fixture.suppressed(phone), null)
  }
})

test('ten concurrent copies of one STOP count once and get one reply', async () => {
  const phone = newNumber()
  const sid = newSid()
  const answers = await Promise.all(Array.from({ length: 10 }, () => text(phone, 'STOP', sid)))
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal(answers.filter((answer) => answer.text.includes('<Message>')).length, 1)
  assert.equal(await fixture.suppressed(phone), 'stop')
})

test('HELP and unknown texts get a help reply, which is rate limited against auto-responders', async () => {
  for (const body of ['HELP', 'info', 'Where is the bus stop?', '👍', '', 'x'.repeat(1600), '<b>&"\'']) {
    const { status, text: answer } = await text(newNumber(), body)
    assert.equal(status, 200)
    assert.match(
      answer,
      /<Message>Townbell: Event notices from community calendars\. Help: help@town\.example\./,
      body.slice(0, 20),
    )
  }
  const machine = newNumber()
  const answered = []
  for (let i = 0; i < 8; i++) answered.push((await text(machine, `Out of office ${i}`)).text.includes('<Message>'))
  assert.deepEqual(answered, [true, true, true, true, true, false, false, false])
  assert.equal(await fixture.suppressed(machine), null)
})

test('a text that Twilio already answered is processed without a second reply', async () => {
  const phone = newNumber()
  const stop = await fixture.twilio(INBOUND_URL, { ...inboundFields(phone, 'Stop'), OptOutType: 'STOP' })
  assert.match(stop.text, /<Response><\/Response>/)
  assert.equal(await fixture.suppressed(phone), 'stop')
  const start = await fixture.twilio(INBOUND_URL, { ...inboundFields(phone, 'begin'), OptOutType: 'START' })
  assert.match(start.text, /<Response><\/Response>/)
  assert.equal(await fixture.suppressed(phone), null)
})

test('short codes, names and pictures do no harm', async () => {
  for (const from of ['12345', 'BANK', '', '+1; drop table', '+'.repeat(50)]) {
    const { status, text: answer } = await text(from, 'STOP')
    assert.deepEqual([status, answer.includes('<Message>')], [200, false], from)
  }
  for (const sid of ['', '\u0000', 'x'.repeat(1000)]) {
    assert.equal((await text(newNumber(), 'STOP', sid)).status, 200)
    assert.equal((await status(sid, newNumber(), 'failed', '21610')).status, 204)
  }
  const picture = {
    ...inboundFields(newNumber(), ''),
    NumMedia: '1',
    MediaUrl0: 'https://api.twilio.com/x',
    MediaContentType0: 'image/png',
  }
  assert.equal((await fixture.twilio(INBOUND_URL, picture)).status, 200)
})

test('the status reports of a text end in the same state in any order', async () => {
  const orders = [
    ['queued', 'sending', 'sent', 'delivered'],
    ['delivered', 'sent', 'sending', 'queued'],
    ['sent', 'delivered', 'sent', 'delivered', 'something new'],
  ]
  for (const order of orders) {
    const [phone, sid] = [newNumber(), newSid()]
    const { id } = await fixture.delivery(phone, { state: 'committing', providerId: sid })
    for (const word of order) assert.equal((await status(sid, phone, word)).status, 204)
    assert.equal(await fixture.stateOf(id), 'delivered', order.join())
  }
  const [phone, sid] = [newNumber(), newSid()]
  const { id } = await fixture.delivery(phone)
  await status(sid, phone, 'undelivered', '30003', `${STATUS_URL}?delivery=${id}`)
  assert.deepEqual([await fixture.stateOf(id), await fixture.suppressed(phone)], ['failed', null])
})

test('a number that Twilio reports as stopped or unreachable is suppressed', async () => {
  for (const [code, reason] of [
    ['21610', 'stop'],
    ['30005', 'bounce'],
    ['30006', 'bounce'],
    ['30008', null],
  ] as const) {
    const [phone, sid] = [newNumber(), newSid()]
    const { id } = await fixture.delivery(phone, { providerId: sid })
    await status(sid, phone, 'failed', code)
    assert.deepEqual([await fixture.stateOf(id), await fixture.suppressed(phone)], ['failed', reason], code)
  }
  assert.equal((await status(newSid(), newNumber(), 'delivered')).status, 204)
})

test('a request without a valid Twilio signature changes nothing', async () => {
  const phone = newNumber()
  const fields = inboundFields(phone, 'STOP')
  const good = twilioPost(INBOUND_URL, fields)
  const attempts: [string, object][] = [
    ['another token', twilioPost(INBOUND_URL, fields, 'f'.repeat(32))],
    ['no signature', { ...good, headers: { 'content-type': good.headers['content-type'] } }],
    ['an empty signature', { ...good, headers: { ...good.headers, 'x-twilio-signature': '' } }],
    ['http', twilioPost(INBOUND_URL.replace('https', 'http'), fields)],
    ['another path', twilioPost(STATUS_URL, fields)],
    ['another host', twilioPost('https://evil.example/webhooks/twilio/inbound', fields)],
    ['another field', { ...good, body: `${good.body}&Extra=1` }],
    ['another body', { ...good, body: good.body.replace('STOP', 'START') }],
    ['a field left out', { ...good, body: good.body.replace(/&?ApiVersion=[^&]*/, '') }],
    ['the bodySHA256 way', { ...good, body: '{}', headers: { ...good.headers, 'content-type': 'application/json' } }],
  ]
  for (const [what, attempt] of attempts) {
    const response = await fixture.request('/webhooks/twilio/inbound', attempt)
    assert.equal(response.status, 403, what)
  }
  const queried = await fixture.request('/webhooks/twilio/inbound?x=1', good)
  assert.equal(queried.status, 403)
  const foreignHost = await fixture.request('/webhooks/twilio/inbound', {
    ...good,
    headers: { ...good.headers, 'x-forwarded-host': 'evil.example' },
  })
  assert.equal(foreignHost.status, 200)
  assert.equal(await fixture.suppressed(phone), 'stop')
  assert.ok(SITE.startsWith('https:') && TWILIO.authToken)
})
