import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours } from '#domain/durations.ts'
import { smsConsent } from '#domain/follow-choices.ts'
import { type FunctionsFixture, follow, newAddress, openFunctionsFixture, subscribe, tokenIn } from './fixture.ts'

let fixture: FunctionsFixture
before(async () => {
  fixture = await openFunctionsFixture()
})
after(() => fixture.close())

const confirm = (token: unknown, more = {}) => fixture.call('confirm-contact-subscription', { token }, more)

test('T8: fifty concurrent confirmations of one link create one contact', async () => {
  const calendar = await fixture.calendar()
  const token = await follow(fixture, calendar)
  const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(token)))
  assert.equal(answers.filter(({ status, body }) => status === 200 && body.status === 'confirmed').length, 1)
  const others = answers.filter(({ body }) => body.status !== 'confirmed')
  assert.equal(others.length, 49)
  for (const { status, body } of others) assert.deepEqual([status, body.status], [200, 'already'])
  assert.equal((await fixture.contacts(calendar)).length, 1)
})

test('a used link says that you follow, until you opt out, and brings nobody back', async () => {
  const calendar = await fixture.calendar({ name: 'Elm Street' })
  const email = newAddress()
  const token = await follow(fixture, calendar, email)
  assert.equal((await confirm(token)).body.status, 'confirmed')
  const { status, body } = await confirm(token)
  assert.deepEqual(
    [status, body],
    [
      200,
      {
        status: 'already',
        message: 'You are already subscribed to this calendar',
        calendar: { id: calendar, name: 'Elm Street' },
        sms: 'none',
      },
    ],
  )
  await fixture.pool.query('insert into public.opt_outs (calendar_id, email) values ($1, $2)', [calendar, email])
  const left = await confirm(token)
  assert.deepEqual([left.status, left.body.error], [404, 'Confirmation link not found or already used'])
  const { rows } = await fixture.pool.query('select from public.opt_outs where calendar_id = $1', [calendar])
  assert.equal(rows.length, 1)
  await fixture.pool.query('delete from public.opt_outs where calendar_id = $1', [calendar])
  await fixture.pool.query('update public.calendars set disabled = true where id = $1', [calendar])
  assert.equal((await confirm(token)).status, 404)
})

test('T8: an expired link is reported as expired, on reading and on confirming', async () => {
  const calendar = await fixture.calendar()
  const token = await follow(fixture, calendar)
  fixture.later(hours(72) - 60_000)
  assert.equal((await fixture.call('get-confirmation', { token })).status, 200)
  fixture.later(60_000)
  for (const answer of [await fixture.call('get-confirmation', { token }), await confirm(token)]) {
    assert.equal(answer.status, 410)
    assert.deepEqual(answer.body, {
      status: 'expired',
      error: 'This confirmation link has expired. Please request a new one.',
      code: 'confirmation_expired',
    })
  }
  assert.deepEqual(await fixture.contacts(calendar), [])
})

test('a follower whom an admin added meanwhile learns that they are on the list', async () => {
  const calendar = await fixture.calendar()
  const email = newAddress()
  const token = await follow(fixture, calendar, email)
  await fixture.pool.query(addContact, [calendar, 'email', email.toUpperCase()])
  const { status, body } = await confirm(token)
  assert.deepEqual([status, body.status, body.message], [200, 'already', 'You are already subscribed to this calendar'])
  const [contact, ...others] = await fixture.contacts(calendar)
  assert.equal(others.length, 0)
  assert.ok(contact.confirmed_at instanceof Date)
})

test('the link of a deleted, disabled or closed calendar adds no contact', async () => {
  const deleted = await fixture.calendar()
  const disabled = await fixture.calendar()
  const closed = await fixture.calendar()
  const [first, second, third] = [
    await follow(fixture, deleted),
    await follow(fixture, disabled),
    await follow(fixture, closed),
  ]
  await fixture.pool.query('delete from public.calendars where id = $1', [deleted])
  await fixture.pool.query('update public.calendars set disabled = true where id = $1', [disabled])
  await fixture.pool.query('update public.calendars set allow_guest_users = false where id = $1', [closed])
  assert.deepEqual(
    [(await confirm(first)).status, (await confirm(second)).status, (await confirm(third)).status],
    [404, 404, 403],
  )
  assert.deepEqual([...(await fixture.contacts(disabled)), ...(await fixture.contacts(closed))], [])
  await fixture.pool.query('update public.calendars set disabled = false where id = $1', [disabled])
  assert.equal((await confirm(second)).status, 200)
})

test('the eleventh follower of a trial calendar learns that it is full, and the link stays valid', async () => {
  const calendar = await fixture.calendar({ trial: true })
  const token = await follow(fixture, calendar)
  for (let i = 0; i < 10; i++) await fixture.pool.query(addContact, [calendar, 'email', newAddress()])
  const { status, body } = await confirm(token)
  assert.deepEqual([status, body.code], [409, 'trial_contact_limit'])
  assert.match(body.error, /You're on the waiting list/)
  assert.equal((await fixture.contacts(calendar)).length, 10)
  await fixture.pool.query(
    'delete from public.calendar_contacts where id = (select id from public.calendar_contacts where calendar_id = $1 limit 1)',
    [calendar],
  )
  assert.equal((await confirm(token)).body.status, 'confirmed')
})

test('a number is added unconfirmed, with its consent, and gets a text to reply YES', async () => {
  const calendar = await fixture.calendar()
  const phone = '+15125550123'
  const { email, body } = await subscribe(fixture, calendar, newAddress(), { phone: '5125550123', consent: true })
  assert.equal(body.sms, 'reply_yes')
  const [mail, number] = await fixture.contacts(calendar)
  assert.equal(mail.contact_value, email)
  assert.deepEqual(
    [number.contact_type, number.contact_value, number.confirmed_at, number.consent_text_version],
    ['phone', phone, null, smsConsent.version('en')],
  )
  assert.ok(number.consented_at instanceof Date && number.consent_address)
  const { rows } = await fixture.pool.query('select contact_id, phone, sent_at from private.phone_confirmations')
  assert.deepEqual(rows, [{ contact_id: number.id, phone, sent_at: null }])
  assert.equal(await texts(), 1)
})

test('a number without consent, or that cannot receive texts, is refused before anything is sent', async () => {
  const calendar_id = await fixture.calendar()
  const ask = (more: object) => fixture.call('send-contact-confirmation', { email: newAddress(), calendar_id, ...more })
  for (const consent of [undefined, null, false, 'yes', 1]) {
    const { status, body } = await ask({ phone: '+15125550123', consent })
    assert.equal(status, 400, String(consent))
    if (typeof consent !== 'string' && typeof consent !== 'number') assert.equal(body.code, 'sms_consent_required')
  }
  const { body } = await ask({ phone: '+15125550123', consent: false })
  assert.equal(body.error, 'Please agree to receive SMS messages to continue.')
  for (const phone of ['+1', '0123', '1234567890123456', '512-GOT-MAIL', '٠١٢٣٤٥٦٧٨٩', 'STOP', 5, {}, '+1\r\n5']) {
    const refused = await ask({ phone, consent: true })
    assert.equal(refused.status, 400, String(phone))
    assert.match(refused.body.error, /valid phone number|texts only/)
  }
  for (const phone of ['+19005550123', '+442079460000', '+18005550123', '+18765550123']) {
    const refused = await ask({ phone, consent: true })
    assert.deepEqual([refused.status, refused.body.code], [400, 'phone_not_supported'], phone)
  }
  assert.equal((await fixture.mails()).length, 0)
  assert.equal((await ask({ phone: '', consent: false })).body.status, 'sent')
})

test('an existing follower can add a number, and learns nothing about the list', async () => {
  const calendar_id = await fixture.calendar()
  const { email, browser: headers } = await subscribe(fixture, calendar_id)
  const phone = '+15125550188'
  const asked = await fixture.call('send-contact-confirmation', { email, calendar_id, phone, consent: true })
  assert.equal(asked.body.title, 'Confirmation Email Sent')
  assert.equal((await fixture.contacts(calendar_id)).length, 1, 'nothing before the mail is confirmed')
  const token = tokenIn((await fixture.mails(email)).at(-1))
  const { body } = await fixture.call('confirm-contact-subscription', { token })
  assert.deepEqual(
    [body.status, body.message, body.sms],
    ['already', 'You are already subscribed to this calendar', 'reply_yes'],
  )
  const [mail, number, ...others] = await fixture.contacts(calendar_id)
  assert.equal(others.length, 0)
  assert.deepEqual([mail.contact_value, number.contact_value, number.confirmed_at], [email, phone, null])
  assert.ok(number.consented_at && number.consent_text_version)
  // The answer is the same whether the number is on the list or not.
  const again = await fixture.call('send-contact-confirmation', { email, calendar_id, phone, consent: true })
  assert.equal(again.body.title, 'Confirmation Email Sent')
  const plain = await fixture.call('send-contact-confirmation', { email, calendar_id, phone: null }, { headers })
  assert.equal(plain.body.title, 'Already Subscribed')
})

test('naming a number that is confirmed gets the usual answer, and changes neither its evidence nor its language', async () => {
  const calendar = await fixture.calendar()
  const phone = '+15125550166'
  const mine = await subscribe(fixture, calendar, newAddress(), { phone, consent: true })
  assert.equal(mine.body.sms, 'reply_yes')
  const number = async () => (await fixture.contacts(calendar)).find(({ contact_type }) => contact_type === 'phone')
  const languageOf = async () =>
    (await fixture.pool.query('select language from public.calendar_contacts where id = $1', [(await number()).id]))
      .rows
  await fixture.pool.query('update public.calendar_contacts set confirmed_at = now() where id = $1', [
    (await number()).id,
  ])
  const before = await number()

  const attacker = newAddress()
  const network = '203.0.113.66'
  const asked = { phone, consent: true, language: 'es' }
  await subscribe(fixture, calendar, attacker)
  await fixture.pool.query("insert into public.opt_outs (calendar_id, email, source) values ($1, $2, 'link')", [
    calendar,
    attacker,
  ])
  const headers = { 'user-agent': 'somebody else' }
  const sent = { email: attacker, calendar_id: calendar, ...asked }
  assert.equal((await fixture.call('send-contact-confirmation', sent, { network, headers })).body.status, 'sent')
  const token = tokenIn((await fixture.mails(attacker)).at(-1))
  const { body } = await fixture.call('confirm-contact-subscription', { token }, { network, headers })
  assert.equal(body.sms, 'reply_yes', 'as if the number were new')
  assert.deepEqual(await number(), before)
  assert.deepEqual(await languageOf(), [{ language: 'en' }])

  // What each request said is kept, and cannot be changed any more.
  const evidence =
    'select consent_address, user_agent from public.pending_contact_confirmations where phone = $1 order by created_at'
  const { rows } = await fixture.pool.query(evidence, [phone])
  assert.equal(rows.length, 2)
  assert.deepEqual(rows[1], { consent_address: network, user_agent: 'somebody else' })
  await assert.rejects(
    fixture.pool.query('update public.pending_contact_confirmations set user_agent = null where phone = $1', [phone]),
    /evidence/,
  )
})

test('on a full trial calendar the answer does not show whether a number is on the list', async () => {
  const calendar = await fixture.calendar({ trial: true })
  const email = newAddress()
  await fixture.pool.query(addContact, [calendar, 'email', email])
  await fixture.pool.query(addContact, [calendar, 'phone', '+15125550155'])
  for (let i = 0; i < 8; i++) await fixture.pool.query(addContact, [calendar, 'email', newAddress()])
  for (const phone of ['+15125550155', '+15125550156']) {
    const { body } = await subscribe(fixture, calendar, email, { phone, consent: true, wait: true })
    assert.equal(body.sms, 'limit_reached', phone)
  }
})

test('one number gets at most three confirmation texts a day, over all calendars and senders', async () => {
  const before = await texts()
  for (let i = 0; i < 5; i++) {
    await subscribe(fixture, await fixture.calendar(), newAddress(), { phone: '+15125550177', consent: true })
  }
  assert.equal((await texts()) - before, 3)
})

test('the calendars of an owner send at most fifty confirmation texts a day', async () => {
  const before = await texts()
  const calendar = await fixture.calendar()
  const number = (i: number) => ({ phone: `+1512555021${i}`, consent: true })
  await subscribe(fixture, calendar, newAddress(), number(1))
  const { rowCount } = await fixture.pool.query(
    `update private.rate_limits set taken = 50 where key like 'confirmation-text-owner:%' and taken = 1`,
  )
  assert.ok(rowCount)
  assert.equal((await subscribe(fixture, calendar, newAddress(), number(2))).body.sms, 'reply_yes')
  assert.equal((await texts()) - before, 1)
})

test('a number that replied STOP gets no confirmation text', async () => {
  await fixture.pool.query("select private.suppress('sms', '+15125550177', 'stop', null, now())")
  const before = await texts()
  await subscribe(fixture, await fixture.calendar(), newAddress(), { phone: '+15125550177', consent: true })
  assert.equal(await texts(), before)
})

test('on a trial calendar with one place left the email address is added and the number is not', async () => {
  const calendar = await fixture.calendar({ trial: true })
  for (let i = 0; i < 9; i++) await fixture.pool.query(addContact, [calendar, 'email', newAddress()])
  const { body } = await subscribe(fixture, calendar, newAddress(), { phone: '+15125550144', consent: true })
  assert.deepEqual([body.status, body.sms], ['confirmed', 'limit_reached'])
  const contacts = await fixture.contacts(calendar)
  assert.equal(contacts.length, 10)
  assert.ok(contacts.every(({ contact_type }) => contact_type === 'email'))
})

/** Counts the queued confirmation texts. */
async function texts(): Promise<number> {
  const { rows } = await fixture.pool.query(
    "select count(*)::int as count from graphile_worker.jobs where task_identifier = 'send-confirmation-text'",
  )
  return rows[0].count
}

const addContact = `
  insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, $2, $3)`
