import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createSendgridSender, sendgridEvent } from '#testing/sendgrid-webhook.ts'
import { newAddress, openFunctionsFixture, subscribe } from '../functions/fixture.ts'
import { openWebhookFixture, type WebhookFixture } from './fixture.ts'

let fixture: WebhookFixture
before(async () => {
  fixture = await openWebhookFixture()
})
after(() => fixture.close())

const newMessageId = () => randomBytes(16).toString('base64url')

/** Returns every permutation. */
function orders<T>(things: T[]): T[][] {
  if (things.length <= 1) return [things]
  return things.flatMap((thing, at) => orders(things.toSpliced(at, 1)).map((rest) => [thing, ...rest]))
}

test('a delivered event finds its delivery by our id, or by SendGrid’s id and the address', async () => {
  const email = newAddress()
  const messageId = newMessageId()
  const [byId, byMessage, other] = [
    await fixture.delivery(email),
    await fixture.delivery(email, { providerId: messageId }),
    await fixture.delivery(newAddress(), { providerId: messageId }),
  ]
  const status = await fixture.events([
    sendgridEvent({ event: 'delivered', email, delivery_id: byId.id, response: '250 OK' }, newMessageId()),
    sendgridEvent({ event: 'delivered', email: email.toUpperCase() }, messageId),
  ])
  assert.equal(status, 204)
  assert.deepEqual(
    [await fixture.stateOf(byId.id), await fixture.stateOf(byMessage.id), await fixture.stateOf(other.id)],
    ['delivered', 'delivered', 'sent'],
  )
})

test('events end in the same state in any order and when repeated', async () => {
  const sets: [string[], string, string | null][] = [
    [['processed', 'delivered', 'open'], 'delivered', null],
    [['processed', 'deferred', 'delivered', 'bounce'], 'bounced', 'bounce'],
    [['processed', 'delivered', 'spamreport'], 'delivered', 'complaint'],
    [['processed', 'deferred', 'bounce'], 'bounced', 'bounce'],
    [['delivered', 'bounce', 'spamreport'], 'bounced', 'complaint'],
  ]
  let tried = 0
  for (const [names, state, reason] of sets) {
    for (const order of orders(names)) {
      tried++
      const email = newAddress()
      const { id } = await fixture.delivery(email, { state: 'committing' })
      for (const event of [...order, ...order]) {
        assert.equal(
          await fixture.events([sendgridEvent({ event, email, delivery_id: id, reason: '550 5.1.1' }, 'x')]),
          204,
        )
      }
      assert.deepEqual([await fixture.stateOf(id), await fixture.suppressed(email)], [state, reason], order.join())
    }
  }
  assert.equal(tried, 6 + 24 + 6 + 6 + 6)
})

test('two concurrent calls with the same batch end in the same state', async () => {
  const people = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const email = newAddress()
      return { email, ...(await fixture.delivery(email)) }
    }),
  )
  const events = ['bounce', 'delivered', 'processed'].flatMap((event) =>
    people.map(({ email, id }) => sendgridEvent({ event, email, delivery_id: id }, 'x')),
  )
  const statuses = await Promise.all([fixture.events(events), fixture.events(events.toReversed())])
  assert.deepEqual(statuses, [204, 204])
  for (const { id, email } of people) {
    assert.deepEqual([await fixture.stateOf(id), await fixture.suppressed(email)], ['bounced', 'bounce'])
  }
})

test('a block suppresses nothing, a drop counts by its reason, and an unsubscribe is an opt-out', async () => {
  const cases: [object, string, string | null][] = [
    [{ event: 'bounce', type: 'blocked', reason: '550 5.7.1 blocked' }, 'failed', null],
    [{ event: 'bounce', type: 'bounce', reason: '550 5.1.1 no such user' }, 'bounced', 'bounce'],
    [{ event: 'dropped', reason: 'Bounced Address' }, 'bounced', 'bounce'],
    [{ event: 'dropped', reason: 'Spam Reporting Address' }, 'failed', 'complaint'],
    [{ event: 'dropped', reason: 'Recipient List over Package Quota' }, 'failed', null],
    [{ event: 'deferred', reason: '450 try later' }, 'sent', null],
    [{ event: 'something new' }, 'sent', null],
  ]
  for (const [more, state, reason] of cases) {
    const email = newAddress()
    const { id } = await fixture.delivery(email)
    await fixture.events([sendgridEvent({ ...(more as { event: string }), email, delivery_id: id }, 'x')])
    assert.deepEqual(
      [await fixture.stateOf(id), await fixture.suppressed(email)],
      [state, reason],
      JSON.stringify(more),
    )
  }
  const email = newAddress()
  const { id, calendarId } = await fixture.delivery(email)
  await fixture.events([sendgridEvent({ event: 'unsubscribe', email, delivery_id: id }, 'x')])
  const { rows } = await fixture.pool.query('select email from public.opt_outs where calendar_id = $1', [calendarId])
  assert.deepEqual(rows, [{ email }])
})

test('a report overrides a worker that still waits, and an opt-out stays an opt-out', async () => {
  const email = newAddress()
  const { id } = await fixture.delivery(email, { state: 'committing' })
  await fixture.events([sendgridEvent({ event: 'delivered', email, delivery_id: id }, 'x')])
  const { rows } = await fixture.pool.query(
    'select lease_token, lease_until, sent_at from public.deliveries where id = $1',
    [id],
  )
  assert.deepEqual([rows[0].lease_token, rows[0].lease_until], [null, null])
  assert.ok(rows[0].sent_at instanceof Date)
  const out = await fixture.delivery(email, { state: 'opted_out' })
  await fixture.events([sendgridEvent({ event: 'delivered', email, delivery_id: out.id }, 'x')])
  assert.equal(await fixture.stateOf(out.id), 'opted_out')
})

test('a bounce older than the contact’s confirmation suppresses nothing', async () => {
  const email = newAddress()
  await subscribe(fixture, await fixture.calendar(), email)
  const { id } = await fixture.delivery(email)
  const before = Math.floor(Date.now() / 1000) - 3600
  await fixture.events([sendgridEvent({ event: 'bounce', email, delivery_id: id, timestamp: before }, 'x')])
  assert.deepEqual([await fixture.stateOf(id), await fixture.suppressed(email)], ['bounced', null])
  await fixture.events([sendgridEvent({ event: 'bounce', email, delivery_id: id, timestamp: before + 7200 }, 'x')])
  assert.equal(await fixture.suppressed(email), 'bounce')
})

test('too many bounces, or three complaints, pause the calendar until its owner resumes it', async () => {
  const paused = async (id: string) =>
    (await fixture.pool.query('select sending_paused_reason as why from public.calendars where id = $1', [id])).rows[0]
      .why
  const crowd = async (calendarId: string) => {
    const { id } = await fixture.delivery(newAddress(), { calendarId })
    const { rows } = await fixture.pool.query(sendToMany, [id, 250])
    return rows as { id: string; address: string }[]
  }
  const report = (event: string, rows: { id: string; address: string }[]) =>
    fixture.events(
      rows.map(({ id, address: email }) => sendgridEvent({ event, email, delivery_id: id }, newMessageId())),
    )

  const [bouncing, complaining, bystander] = [
    await fixture.calendar(),
    await fixture.calendar(),
    await fixture.calendar(),
  ]
  const dead = await crowd(bouncing)
  await report('bounce', dead.slice(0, 9))
  assert.equal(await paused(bouncing), null)
  await report('bounce', dead.slice(0, 9))
  assert.equal(await paused(bouncing), null, 'the same reports again are no more bounces')
  await report('bounce', dead.slice(9, 12))
  assert.match(await paused(bouncing), /do not exist/)

  const annoyed = await crowd(complaining)
  // The same contact follows another calendar, which they did not complain about.
  const [person] = annoyed
  await crowd(bystander)
  await fixture.delivery(person?.address ?? '', { calendarId: bystander })
  await report('spamreport', annoyed.slice(0, 2))
  await report('spamreport', annoyed.slice(0, 2))
  assert.equal(await paused(complaining), null, 'two people, however often, are not enough')
  await report('spamreport', annoyed.slice(2, 3))
  assert.match(await paused(complaining), /as spam/)
  await fixture.pool.query('select private.review_sending($1)', [bystander])
  assert.equal(await paused(bystander), null)

  await fixture.pool.query(resume, [complaining])
  await report('spamreport', annoyed.slice(3, 4))
  assert.equal(await paused(complaining), null, 'what was before is not held against it again')
})

const sendToMany = `
  insert into public.deliveries (mailing_id, calendar_id, channel, address, state, sent_at)
  select d.mailing_id, d.calendar_id, 'email', 'm' || n || '.' || d.calendar_id || '@example.org', 'sent', now()
  from public.deliveries d, generate_series(1, $2) as n where d.id = $1
  returning id, address`

/** Resumes sending as its owner does. */
const resume = `
  select private.lift_review(owner_id) from public.calendars where id = $1`

test('unknown messages and unreadable events are skipped, and the rest of the batch counts', async () => {
  const email = newAddress()
  const { id } = await fixture.delivery(email)
  const status = await fixture.events([
    null,
    5,
    {},
    { event: 'delivered' },
    sendgridEvent({ event: 'delivered', email: 'not an address', delivery_id: id }, 'x'),
    sendgridEvent({ event: 'delivered', email, delivery_id: '5b0e0c5e-8f55-4a0b-8f9e-1f2b6c3d4e5f' }, 'x'),
    sendgridEvent({ event: 'delivered', email, delivery_id: 'no uuid' }, 'unknown'),
    sendgridEvent({ event: 'delivered', email, timestamp: 1e300, delivery_id: id }, 'x'),
    sendgridEvent({ event: 'bounce', email, delivery_id: id, reason: `x\u0000${'y'.repeat(5000)}` }, 'x'),
  ])
  assert.equal(status, 204)
  assert.equal(await fixture.stateOf(id), 'bounced')
})

test('a request without a valid, recent SendGrid signature changes nothing', async () => {
  const email = newAddress()
  const { id } = await fixture.delivery(email)
  const events = [sendgridEvent({ event: 'bounce', email, delivery_id: id }, 'x')]
  const good = fixture.sendgrid.post(events)
  const stranger = createSendgridSender().post(events)
  const now = Math.floor(Date.now() / 1000)
  const header = (name: string, value: string) => ({ ...good, headers: { ...good.headers, [name]: value } })
  const attempts = [
    stranger,
    { ...good, body: good.body.replace('bounce', 'bounce ') },
    { ...good, body: `${good.body} ` },
    header('x-twilio-email-event-webhook-timestamp', String(now + 1)),
    header('x-twilio-email-event-webhook-timestamp', ''),
    header('x-twilio-email-event-webhook-signature', ''),
    header('x-twilio-email-event-webhook-signature', 'AAAA'),
    header('x-twilio-email-event-webhook-signature', '☃'.codePointAt(0)?.toString() ?? ''),
    { method: 'POST', body: good.body, headers: { 'content-type': 'application/json' } },
    fixture.sendgrid.post(events, now - 26 * 3600),
    fixture.sendgrid.post(events, now + 3600),
  ]
  for (const attempt of attempts) {
    const response = await fixture.request('/webhooks/sendgrid/events', attempt)
    assert.equal(response.status, 403)
    assert.equal((await response.json()).code, 'invalid_signature')
  }
  assert.deepEqual([await fixture.stateOf(id), await fixture.suppressed(email)], ['sent', null])
  assert.equal((await fixture.request('/webhooks/sendgrid/events', good)).status, 204)
  assert.deepEqual([await fixture.stateOf(id), await fixture.suppressed(email)], ['bounced', 'bounce'])
})

test('signed nonsense answers 400, other methods 404, and without a key there is no webhook', async () => {
  assert.equal(await fixture.events({ event: 'delivered' }), 400)
  assert.equal(await fixture.events('x'), 400)
  assert.equal((await fixture.request('/webhooks/sendgrid/events')).status, 404)
  assert.equal((await fixture.request('/webhooks/other', { method: 'POST' })).status, 404)
  const bare = await openFunctionsFixture()
  try {
    assert.equal((await bare.request('/webhooks/sendgrid/events', fixture.sendgrid.post([]))).status, 404)
    assert.equal((await bare.request('/webhooks/twilio/inbound', { method: 'POST', body: 'Body=STOP' })).status, 404)
  } finally {
    await bare.close()
  }
})
