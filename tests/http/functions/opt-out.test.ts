import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { inTransaction } from '#database/scope.ts'
import { days } from '#domain/durations.ts'
import { listHeaders } from '#messages/list-unsubscribe.ts'
import { moveKey, optOutLink } from '#messages/mail-links.ts'
import { signature } from '#messages/signatures.ts'
import { forwardOptOut } from '#worker/jobs/forward-opt-out.ts'
import { type Caught, type FunctionsFixture, follow, newAddress, openFunctionsFixture, subscribe } from './fixture.ts'

let fixture: FunctionsFixture
before(async () => {
  fixture = await openFunctionsFixture()
})
after(() => fixture.close())

const optOut = (json: object, more = {}) => fixture.call('opt-out', json, more)
const link = (calendarId: string, email: string) =>
  new URL(optOutLink({ siteUrl: fixture.config.siteUrl, linkSecret: fixture.config.linkSecret, calendarId, email }))
const signed = (calendarId: string, email: string) => link(calendarId, email).searchParams.get('t') ?? ''

async function outs(calendarId: string) {
  const { rows } = await fixture.pool.query(
    'select email, source from public.opt_outs where calendar_id = $1 order by email',
    [calendarId],
  )
  return rows
}

test('the page unsubscribes, and the second time says that it is already done', async () => {
  const calendar_id = await fixture.calendar()
  const { email } = await subscribe(fixture, calendar_id)
  const first = await optOut({ email: ` ${email.toUpperCase()} `, calendar_id })
  assert.equal(first.status, 200)
  const unsigned = { email: 'stopped', sms: null, phone: null, push: null }
  assert.deepEqual(first.body, {
    status: 'success',
    message: 'You have been successfully unsubscribed from notifications.',
    ...unsigned,
  })
  const second = await optOut({ email, calendarId: calendar_id })
  assert.deepEqual(second.body, {
    status: 'already',
    message: 'You are already unsubscribed from these notifications.',
    ...unsigned,
  })
  assert.deepEqual(await outs(calendar_id), [{ email, source: 'form' }])
})

test('an address that was never on the list gets the same answers, no mail, and no opt-out: an admin can still add it', async () => {
  const calendar_id = await fixture.calendar()
  const email = newAddress()
  assert.equal((await optOut({ email, calendar_id })).body.status, 'success')
  assert.equal((await optOut({ email, calendar_id })).body.status, 'already')
  assert.equal((await fixture.mails(email)).length, 0)
  assert.deepEqual(await outs(calendar_id), [])
  await subscribe(fixture, calendar_id, email)
  assert.equal((await optOut({ email, calendar_id })).body.status, 'success')
  assert.deepEqual(await outs(calendar_id), [{ email, source: 'form' }])
})

test('the admins get a list of whom the page unsubscribed before their first mail; those are not written to', async () => {
  const calendar_id = await fixture.calendar({ name: 'Elm Street' })
  const [admin] = (
    await fixture.pool.query(
      'select u.email from public.calendars c join auth.users u on u.id = c.owner_id where c.id = $1',
      [calendar_id],
    )
  ).rows
  const listed = [newAddress(), newAddress()]
  const insert =
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', $2)"
  for (const email of listed) await fixture.pool.query(insert, [calendar_id, email])
  const { email: reached } = await subscribe(fixture, calendar_id)
  for (const email of [...listed, reached]) assert.equal((await optOut({ email, calendar_id })).body.status, 'success')
  const news = async () => {
    await fixture.pool.query(
      `update graphile_worker._private_jobs set run_at = now() where key = 'follow/stopped:' || $1`,
      [calendar_id],
    )
    return fixture.mails(admin.email)
  }
  assert.deepEqual(await fixture.mails(admin.email), [], 'waits for more')
  const [mail, ...more] = await news()
  assert.deepEqual(more, [])
  assert.equal(mail?.subject, 'Elm Street: 2 people unsubscribed before the first email')
  for (const email of listed) assert.ok(mail?.text.includes(email) && (await fixture.mails(email)).length === 0)
  assert.ok(!mail?.text.includes(reached))
  assert.equal((await fixture.mails(reached)).at(-1)?.subject, 'You were unsubscribed from a calendar')
  assert.deepEqual(await news(), [], 'said once')
})

test('the longest address that the page accepts gets an answer, though it is undeliverable', async () => {
  const calendar_id = await fixture.calendar()
  const email = `${'a'.repeat(64)}@${`${'d'.repeat(60)}.`.repeat(2)}${'e'.repeat(63)}.info`
  assert.equal(email.length, 255)
  assert.equal((await optOut({ email, calendar_id })).body.status, 'success')
  assert.deepEqual((await optOut({ email: `a${email}`, calendar_id })).body.error, 'Invalid email address')
})

test('unsubscribing from a deleted calendar works', async () => {
  const calendar_id = await fixture.calendar()
  await fixture.pool.query('delete from public.calendars where id = $1', [calendar_id])
  assert.equal((await optOut({ email: newAddress(), calendar_id })).body.status, 'success')
})

test('without a signed link a network may unsubscribe ten addresses an hour; with one, any number', async () => {
  const calendar_id = await fixture.calendar()
  const network = '203.0.113.77'
  const statuses = []
  for (let i = 0; i < 12; i++) statuses.push((await optOut({ email: newAddress(), calendar_id }, { network })).status)
  assert.deepEqual(statuses, [...Array(10).fill(200), 429, 429])
  const email = newAddress()
  const { status, body } = await optOut({ email, calendar_id, t: signed(calendar_id, email) }, { network })
  assert.deepEqual([status, body.status], [200, 'success'])
  assert.deepEqual(
    (await outs(calendar_id)).filter(({ source }) => source === 'link'),
    [{ email, source: 'link' }],
  )
})

/** A follower who confirmed by email and replied YES, and what the planner would send her. */
async function followsByBoth() {
  const calendar_id = await fixture.calendar()
  const { email } = await subscribe(fixture, calendar_id)
  const { rows } = await fixture.pool.query(insertPhone, [calendar_id, `+1512555${1000 + ++phones}`, email])
  const t = signed(calendar_id, email)
  const stopped = async () =>
    (
      await fixture.pool.query(
        `select (select array_agg(cause) from private.stops($1, 'email', $2)) as email,
           (select array_agg(cause) from private.stops($1, 'sms', $3)) as sms`,
        [calendar_id, email, rows[0].normalised],
      )
    ).rows[0]
  return { calendar_id, email, t, stopped }
}
let phones = 0
const insertPhone = `
  with phone as (
    insert into public.calendar_contacts (calendar_id, contact_type, contact_value, confirmed_at) values ($1, 'phone', $2, now())
    returning id, normalised
  ), companion as (
    insert into private.phone_companions (contact_id, email) select id, $3 from phone
  )
  select normalised from phone`
const neither = { email: null, sms: null }

test('the link of a mail stops the texts too, says so, and takes both back', async () => {
  const { calendar_id, email, t, stopped } = await followsByBoth()
  const phone = `+1 ··· ${1000 + phones}`
  assert.deepEqual((await fixture.call('get-opt-out', { token: t })).body, { email, calendar_id, phone })
  assert.deepEqual(await stopped(), neither)
  assert.deepEqual((await optOut({ email, calendar_id, t })).body, {
    status: 'success',
    message: 'You have been successfully unsubscribed from notifications.',
    email: 'stopped',
    sms: 'stopped',
    phone,
    push: null,
  })
  assert.deepEqual(await stopped(), { email: ['unsubscribed'], sms: ['switched_off'] })
  assert.equal((await fixture.call('get-opt-out', { token: t })).body.phone, null)
  assert.equal((await fixture.call('undo-opt-out', { token: t })).status, 200)
  assert.deepEqual(await stopped(), neither)
})

test('the link of a mail stops only what was ticked, and says what still comes', async () => {
  const emails = await followsByBoth()
  const { body } = await optOut({ ...emails, channels: ['email'] })
  assert.deepEqual([body.status, body.email, body.sms], ['success', 'stopped', 'continues'])
  assert.deepEqual(await emails.stopped(), { email: ['unsubscribed'], sms: null })
  const texts = await followsByBoth()
  const { body: other } = await optOut({ ...texts, channels: ['sms'] })
  assert.deepEqual([other.status, other.email, other.sms], ['success', 'continues', 'stopped'])
  assert.deepEqual(await texts.stopped(), { email: null, sms: ['switched_off'] })
  assert.equal((await fixture.call('undo-opt-out', { token: texts.t })).status, 200)
  assert.deepEqual(await texts.stopped(), neither)
  for (const channels of [[], ['fax'], 'sms', 7])
    assert.deepEqual((await optOut({ ...texts, channels })).body.error, 'Choose what to stop')
})

test('who stopped texts and follows again by both gets them again; somebody else with the number changes nothing', async () => {
  const both = await followsByBoth()
  await optOut({ ...both })
  const again = { calendar_id: both.calendar_id, phone: `+1512555${1000 + phones}`, consent: true }
  const other = newAddress()
  for (const [email, sms] of [
    [other, ['switched_off']],
    [both.email, null],
  ] as const) {
    await fixture.call('send-contact-confirmation', { ...again, email })
    const [mail] = (await fixture.mails(email)).slice(-1)
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    assert.equal((await fixture.call('confirm-contact-subscription', { token })).status, 200)
    assert.deepEqual((await both.stopped()).sms, sms, email)
  }
  assert.deepEqual(await both.stopped(), neither)
})

test('without the link of a mail nothing is said of a number, and no text stops', async () => {
  const both = await followsByBoth()
  const { calendar_id, email } = both
  const { body } = await optOut({ email, calendar_id })
  assert.deepEqual([body.email, body.sms, body.phone, body.push], ['stopped', null, null, null])
  assert.deepEqual(await both.stopped(), { email: ['unsubscribed'], sms: null })
})

test('without a link the page sends one, in one’s own language, and tells nobody who is known', async () => {
  const { email } = await followsByBoth()
  const phone = `+1512555${1000 + phones}`
  const ask = (address: unknown, more = {}) => fixture.call('send-opt-out-link', { address, ...more })
  const unknown = newAddress()
  const answers = [await ask(` ${email.toUpperCase()}`, { language: 'es' }), await ask(phone), await ask(unknown)]
  for (const { status, body } of answers)
    assert.deepEqual(
      [status, body],
      [200, { status: 'sent', message: 'If we write to this address or number, you get a link within a minute.' }],
    )
  const { rows: jobs } = await fixture.pool.query(
    "select task_identifier as task from graphile_worker.jobs where task_identifier in ('send-letter', 'send-opt-out-text')",
  )
  assert.equal(jobs.length, 3, 'the same work')
  const mail = (await fixture.mails(email)).at(-1)
  assert.equal(mail?.subject, 'Su enlace para dejar de recibir avisos')
  assert.equal((await fixture.mails(unknown)).length, 0)
  const token = new URL(/https:\S+\/preferences\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('p')
  assert.equal((await fixture.call('get-preferences', { token })).body.calendars.length, 1)
  const { rows: caught } = await fixture.pool.query(
    "select recipient, text from private.caught_messages where text like '%/preferences?%' and kind = 'sms'",
  )
  assert.deepEqual(
    caught.map(({ recipient }) => recipient),
    [phone],
  )
  assert.match(caught[0].text, /^Townbell: Reply STOP to end all texts\. Choose: https:/)
})

test('a link is sent three times a day to an address, known or not, and only to what is one', async () => {
  const { email } = await followsByBoth()
  for (const address of [email, newAddress()]) {
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push((await fixture.call('send-opt-out-link', { address })).status)
    assert.deepEqual(statuses, [200, 200, 200, 429])
  }
  for (const address of ['', 'ann', '911', '+19005550123', '+447911123456', 7, null, 'a'.repeat(300)]) {
    const { status, body } = await fixture.call('send-opt-out-link', { address })
    assert.deepEqual([status, body.error], [400, 'Enter an email address or a US or Canadian phone number'])
  }
})

test('the link of a mail undoes its own opt-out for an hour, and only that one', async () => {
  const calendar_id = await fixture.calendar({ name: 'Elm Street' })
  const { email } = await subscribe(fixture, calendar_id)
  const token = signed(calendar_id, email)
  const undo = (json: object = { token }) => fixture.call('undo-opt-out', json)
  assert.equal((await undo()).status, 404, 'nothing to undo')
  await optOut({ email, calendar_id, t: token })
  const undone = await undo()
  assert.deepEqual([undone.status, undone.body.calendar], [200, { id: calendar_id, name: 'Elm Street' }])
  assert.deepEqual(await outs(calendar_id), [])

  await optOut({ email, calendar_id, t: token })
  await fixture.pool.query(
    "update public.opt_outs set created_at = created_at - interval '61 minutes' where email = $1",
    [email],
  )
  assert.equal((await undo()).status, 404, 'too late')
  await fixture.pool.query("update public.opt_outs set created_at = now(), source = 'one_click' where email = $1", [
    email,
  ])
  assert.equal((await undo()).status, 404, 'made elsewhere')
  assert.equal((await undo({ token: signed(calendar_id, newAddress()) })).status, 404)
  for (const bad of [{}, { token: 7 }, { token: '' }, { token: 'x'.repeat(601) }]) {
    for (const name of ['undo-opt-out', 'get-opt-out', 'receive-less']) {
      const { status, body } = await fixture.call(name, { choice: 'weekly', ...bad })
      const says = 'This link is incomplete. Please open it again from the message.'
      assert.deepEqual([status, body.error], [400, says], name)
    }
  }
  assert.equal((await outs(calendar_id)).length, 1)
})

test('a member who got the mail as a member gets it again after the undo', async () => {
  const calendar_id = await fixture.calendar()
  const email = newAddress()
  const { rows } = await fixture.pool.query(insertMember, [calendar_id, email])
  const isOn = async () =>
    (
      await fixture.pool.query(
        'select email_notifications as on from public.notification_preferences where user_id = $1',
        [rows[0].user_id],
      )
    ).rows[0].on
  const t = signed(calendar_id, email)
  await optOut({ email, calendar_id, t })
  assert.equal(await isOn(), false)
  assert.equal((await fixture.call('undo-opt-out', { token: t })).status, 200)
  assert.equal(await isOn(), true)
})

test('people who unsubscribe with the link of a mail may say why, and no one else', async () => {
  const calendar_id = await fixture.calendar()
  const { email } = await subscribe(fixture, calendar_id)
  const t = signed(calendar_id, email)
  const reason = async () =>
    (await fixture.pool.query('select reason from public.opt_outs where email = $1', [email])).rows[0]?.reason
  await optOut({ email, calendar_id, t })
  assert.equal((await optOut({ email, calendar_id, t, reason: 'too_many' })).body.status, 'already')
  assert.equal(await reason(), 'too_many')
  await optOut({ email, calendar_id, reason: 'never_asked' })
  await optOut({ email, calendar_id, t: signed(calendar_id, newAddress()), reason: 'never_asked' })
  for (const bad of ['spam', 7, {}]) assert.equal((await optOut({ email, calendar_id, t, reason: bad })).status, 200)
  assert.equal(await reason(), 'too_many')
})

test('instead of unsubscribing, the link of a mail chooses less for its address and calendar only', async () => {
  const [calendar_id, other] = [await fixture.calendar(), await fixture.calendar()]
  const { email } = await subscribe(fixture, calendar_id)
  await subscribe(fixture, other, email)
  const less = (choice: unknown, token = signed(calendar_id, email)) => fixture.call('receive-less', { token, choice })
  const chosen = async () =>
    (
      await fixture.pool.query(
        `select calendar_id, timing, categories, paused_until - $2::date as days
         from private.contact_preferences where address = $1`,
        [email, fixture.clock.now()],
      )
    ).rows
  assert.deepEqual((await less('weekly')).body, { status: 'saved' })
  assert.deepEqual(await chosen(), [{ calendar_id, timing: 'weekly', categories: null, days: null }])
  await less('alerts')
  await less('pause')
  assert.deepEqual(await chosen(), [{ calendar_id, timing: 'weekly', categories: ['Alert'], days: 30 }])
  assert.deepEqual(await outs(calendar_id), [])

  for (const choice of ['none', 7, null, undefined]) assert.equal((await less(choice)).status, 400)
  const stranger = await less('weekly', signed(calendar_id, newAddress()))
  assert.deepEqual([stranger.status, stranger.body.code], [404, 'not_found'])
  const forged = await less('weekly', `${signed(calendar_id, email)}x`)
  assert.deepEqual([forged.status, forged.body.code], [403, 'invalid_signature'])
})

test('an unsigned opt-out sends one mail, whose link undoes it once', async () => {
  const calendar_id = await fixture.calendar({ name: 'Elm Street' })
  const { email } = await subscribe(fixture, calendar_id)
  await optOut({ email, calendar_id })
  const [mail, ...others] = await fixture.mails(email)
  assert.equal(others.length, 0)
  assert.match(mail?.text ?? '', /unsubscribed this address from the notifications of the calendar “Elm Street”/)
  const token = undoToken(mail)
  for (const method of ['GET', 'HEAD']) {
    assert.equal((await fixture.request(`/opt-out?undo=${token}`, { method })).status, 200)
  }
  assert.equal((await outs(calendar_id)).length, 1)

  const foreign = await fixture.call('undo-opt-out', { token }, { headers: { origin: 'https://evil.example' } })
  assert.equal(foreign.status, 403)
  const undone = await fixture.call('undo-opt-out', { token })
  assert.deepEqual(
    [undone.status, undone.body.status, undone.body.calendar],
    [200, 'undone', { id: calendar_id, name: 'Elm Street' }],
  )
  assert.deepEqual(await outs(calendar_id), [])
  assert.equal((await fixture.call('undo-opt-out', { token })).status, 404)
})

test('every unsigned opt-out sends its mail, again after it was undone; beyond ten a day it is refused, not silent', async () => {
  const email = newAddress()
  const calendars = await Promise.all(Array.from({ length: 10 }, () => fixture.calendar()))
  for (const calendar_id of calendars)
    await fixture.pool.query(
      "insert into public.calendar_contacts (calendar_id, contact_type, contact_value, confirmed_at) values ($1, 'email', $2, now())",
      [calendar_id, email],
    )
  const [first = '', second = '', ...more] = calendars
  await optOut({ email, calendar_id: first })
  await optOut({ email, calendar_id: second })
  const [mail, ...others] = await fixture.mails(email)
  assert.equal(others.length, 1, 'one for each calendar')
  assert.equal((await fixture.call('undo-opt-out', { token: undoToken(mail) })).status, 200)
  await optOut({ email, calendar_id: first })
  assert.equal((await fixture.mails(email)).length, 1)

  for (const calendar_id of more.slice(0, 7)) assert.equal((await optOut({ email, calendar_id })).status, 200)
  const last = more[7] ?? ''
  const refused = await optOut({ email, calendar_id: last })
  assert.deepEqual([refused.status, refused.body.code], [429, 'over_request_rate_limit'])
  assert.deepEqual(await outs(last), [], 'still subscribed')
  assert.equal((await optOut({ email, calendar_id: last, t: signed(last, email) })).body.status, 'success')
})

test('an unsigned opt-out tells nobody whom the calendar never reached, so that adding strangers mails none of them', async () => {
  const calendar_id = await fixture.calendar({ name: 'You won: prize.example' })
  const [stranger, reader] = [newAddress(), newAddress()]
  for (const email of [stranger, reader])
    await fixture.pool.query(
      "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', $2)",
      [calendar_id, email],
    )
  await fixture.pool.query(deliver, [calendar_id, reader])
  for (const email of [stranger, reader])
    assert.equal((await optOut({ email, calendar_id })).body.status, 'success', 'the same answer')
  assert.equal((await optOut({ email: stranger, calendar_id })).body.status, 'already')
  assert.deepEqual(new Set((await outs(calendar_id)).map(({ email }) => email)), new Set([stranger, reader]))
  assert.equal((await fixture.mails(stranger)).length, 0)
  const [mail, ...others] = await fixture.mails(reader)
  assert.deepEqual([mail?.subject, others], ['You were unsubscribed from a calendar', []])
})

test('nothing is mailed for a calendar whose owner is suspended, and its admins add nobody', async () => {
  const calendar_id = await fixture.calendar()
  const { email } = await subscribe(fixture, calendar_id)
  const { rows } = await fixture.pool.query('select owner_id from public.calendars where id = $1', [calendar_id])
  const { owner_id: owner } = rows[0]
  await fixture.pool.query("select private.suspend_owner($1, 'spam')", [owner])
  assert.equal((await optOut({ email, calendar_id })).body.status, 'success')
  assert.equal((await outs(calendar_id)).length, 1)
  assert.equal((await fixture.mails(email)).length, 0)
  const claims = JSON.stringify({ sub: owner, role: 'authenticated' })
  for (const sql of [
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'new@example.org')",
    `select public.import_contacts($1, '["new@example.org"]', 'asked')`,
  ])
    await assert.rejects(
      inTransaction(fixture.pool, (client) => client.query(sql, [calendar_id]), {
        role: 'authenticated',
        claims,
        session: null,
      }),
      { code: 'TB041' },
    )
})

test('a signed opt-out sends no mail and cannot be undone by an undo link', async () => {
  const calendar_id = await fixture.calendar()
  const { email } = await subscribe(fixture, calendar_id)
  await optOut({ email, calendar_id, t: signed(calendar_id, email) })
  assert.equal((await fixture.mails(email)).length, 0)
  const { rows } = await fixture.pool.query('select id from public.opt_outs where calendar_id = $1', [calendar_id])
  const forged = `${rows[0].id}${signature(fixture.config.linkSecret, 'undo-opt-out', rows[0].id)}`
  assert.equal((await fixture.call('undo-opt-out', { token: forged })).status, 404)
  assert.deepEqual(await outs(calendar_id), [{ email, source: 'link' }])
})

test('a forged or expired undo link does nothing', async () => {
  const calendar_id = await fixture.calendar()
  const { email } = await subscribe(fixture, calendar_id)
  await optOut({ email, calendar_id })
  const token = undoToken((await fixture.mails(email))[0])
  const forgeries = [
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    token.slice(0, 36),
    token.slice(36),
    'A'.repeat(79),
  ]
  for (const forged of forgeries) assert.equal((await fixture.call('undo-opt-out', { token: forged })).status, 404)
  assert.equal((await fixture.call('undo-opt-out', { token: '' })).status, 400)
  fixture.later(days(31))
  assert.equal((await fixture.call('undo-opt-out', { token })).status, 404)
  assert.deepEqual(await outs(calendar_id), [{ email, source: 'form' }])
})

test('only the person who opted out can subscribe again, by confirming', async () => {
  const calendar_id = await fixture.calendar()
  const { email } = await subscribe(fixture, calendar_id)
  await optOut({ email, calendar_id, t: signed(calendar_id, email) })
  await assert.rejects(
    fixture.pool.query(
      "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', $2)",
      [calendar_id, email],
    ),
    { code: 'TB008' },
  )
  const token = await follow(fixture, calendar_id, email)
  assert.equal((await outs(calendar_id)).length, 1)
  const { body } = await fixture.call('confirm-contact-subscription', { token })
  assert.equal(body.status, 'confirmed')
  assert.deepEqual(await outs(calendar_id), [])
})

const ONE_CLICK = 'List-Unsubscribe=One-Click'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

function oneClick(calendarId: string, email: string): string {
  const { siteUrl, linkSecret } = fixture.config
  const header = listHeaders({ siteUrl, linkSecret, calendarId, email })['List-Unsubscribe'] ?? ''
  const { pathname, search } = new URL(header.slice(1, -1))
  return pathname + search
}

test('the mail program’s button unsubscribes with one POST, without key, cookie or redirect', async () => {
  const calendar = await fixture.calendar()
  const { email } = await subscribe(fixture, calendar)
  const response = await fixture.request(oneClick(calendar, email), {
    method: 'POST',
    body: ONE_CLICK,
    headers: { ...FORM, apikey: '', cookie: 'session=1', origin: 'https://mail.example' },
  })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('location'), null)
  assert.equal(response.headers.get('set-cookie'), null)
  assert.deepEqual(await outs(calendar), [{ email, source: 'one_click' }])
  assert.equal((await fixture.mails(email)).length, 0)
  const again = await fixture.request(oneClick(calendar, email), { method: 'POST', body: ONE_CLICK, headers: FORM })
  assert.equal(again.status, 200)
})

test('the one-click button may send a multipart form in chunks', async () => {
  const calendar = await fixture.calendar()
  const email = newAddress()
  const boundary = 'b0undary'
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`
  const pieces = new ReadableStream({
    start(controller) {
      for (const piece of body.match(/[\s\S]{1,7}/g) ?? []) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  const init = {
    method: 'POST',
    body: pieces,
    duplex: 'half',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
  assert.equal((await fixture.request(oneClick(calendar, email), init)).status, 200)
  assert.deepEqual(await outs(calendar), [{ email, source: 'one_click' }])
})

test('a confirmation mail has List-Unsubscribe and List-Id headers', async () => {
  const calendar = await fixture.calendar()
  const email = newAddress()
  await fixture.call('send-contact-confirmation', { email, calendar_id: calendar })
  const [mail] = await fixture.mails(email)
  assert.equal(mail?.headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click')
  assert.equal(mail?.headers['List-Id'], `<${calendar}.town.example>`)
  assert.equal(mail?.headers['Auto-Submitted'], 'auto-generated')
  const { pathname, search } = new URL(mail?.headers['List-Unsubscribe']?.slice(1, -1) ?? '')
  assert.equal(
    (await fixture.request(pathname + search, { method: 'POST', body: ONE_CLICK, headers: FORM })).status,
    200,
  )
  assert.deepEqual(await outs(calendar), [{ email, source: 'one_click' }])
})

test('who unsubscribes by a link of a calendar that has moved is unsubscribed where it lives, too', async () => {
  const calendar = await fixture.calendar()
  const { email } = await subscribe(fixture, calendar)
  // The other installation: its address and its answer, which is none at first.
  const taken: string[] = []
  let status = 503
  const elsewhere = createServer((request, response) => {
    taken.push(`${request.method} ${request.url}`)
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  const { linkSecret } = fixture.config
  await fixture.pool.query(
    `insert into private.moved_calendars (calendar_id, identifier, url, key) values ($1, 7, $2, $3)`,
    [calendar, url, moveKey({ linkSecret, calendarId: calendar })],
  )
  const forward = { 'forward-opt-out': forwardOptOut({ pool: fixture.pool, linkSecret }) }

  const byForm = newAddress()
  assert.equal((await optOut({ email: byForm, calendar_id: calendar })).status, 200)
  await fixture.work(forward)
  assert.equal(taken.length, 0, 'the form proves nothing of who asked')

  assert.equal((await optOut({ email, calendar_id: calendar, t: signed(calendar, email) })).status, 200)
  const { rows: jobs } = await fixture.pool.query(`
    select j.payload::text from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'forward-opt-out'`)
  assert.ok(jobs.length === 1 && !jobs[0].payload.includes(email), 'the queue holds no address')
  await fixture.work(forward)
  assert.deepEqual([taken.length, await outs(calendar)], [1, [{ email, source: 'link' }]])
  status = 200
  await fixture.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await fixture.work(forward)
  elsewhere.close()
  assert.equal(taken.length, 2, 'tried again')

  // What was sent is what an installation takes that made the key.
  await fixture.pool.query('delete from private.moved_calendars')
  await fixture.pool.query('delete from public.opt_outs where calendar_id = $1', [calendar])
  const path = taken[1]?.replace('POST ', '') ?? ''
  const other = await fixture.calendar()
  assert.equal((await post(path.replace(calendar, other))).status, 403, 'for its calendar only')
  assert.equal((await post(path.replace(/t=k/, 't='))).status, 403)
  assert.deepEqual(await outs(calendar), [])
  assert.equal((await post(path)).status, 200)
  assert.deepEqual(await outs(calendar), [{ email, source: 'one_click' }])
})

const post = (path: string) => fixture.request(path, { method: 'POST', body: ONE_CLICK, headers: FORM })

const deliver = `
  with mailing as (
    insert into public.mailings (calendar_id, day, kind, state, due_at, expires_at)
    values ($1, '2025-07-04', 'day_of', 'finished', now(), now()) returning id, calendar_id
  )
  insert into public.deliveries (mailing_id, calendar_id, contact_id, channel, address, state, sent_at)
  select m.id, m.calendar_id, k.id, 'email', $2, 'sent', now()
  from mailing m join public.calendar_contacts k on k.calendar_id = $1 and k.normalised = $2`

function undoToken(mail: Caught | undefined): string {
  return /\/opt-out\?undo=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

const insertMember = `
  with person as (
    insert into auth.users (email, encrypted_password, email_confirmed_at) values ($2, 'x', now()) returning id
  ), member as (
    insert into public.calendar_members (calendar_id, user_id, role) select $1, id, 'member' from person returning user_id
  )
  select user_id from member`
