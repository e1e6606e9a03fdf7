import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours } from '#domain/durations.ts'
import { preferencesToken } from '#messages/preferences-link.ts'
import { rateLimits } from '#server/http/rate-limits.ts'
import {
  cookiesOf,
  type FunctionsFixture,
  follow,
  newAddress,
  newNetwork,
  openFunctionsFixture,
  SITE,
  subscribe,
  tokenIn,
} from './fixture.ts'

let fixture: FunctionsFixture
before(async () => {
  fixture = await openFunctionsFixture()
})
after(() => fixture.close())

test('a guest follows, gets one mail, confirms with its link and is on the list', async () => {
  const calendar = await fixture.calendar({ name: 'Elm Street & Friends' })
  const email = newAddress()
  const asked = await fixture.call(
    'send-contact-confirmation',
    { email: ` ${email.toUpperCase()} `, phone: null, calendar_id: calendar },
    { network: '203.0.113.9', headers: { 'user-agent': 'A browser' } },
  )
  assert.equal(asked.status, 200)
  assert.equal(asked.headers.get('cache-control'), 'no-store')
  assert.deepEqual(asked.body, {
    status: 'sent',
    title: 'Confirmation Email Sent',
    message: 'Please check your email and click the confirmation link to complete your subscription.',
  })
  assert.deepEqual(await fixture.contacts(calendar), [])

  const [mail, ...others] = await fixture.mails(email)
  assert.equal(others.length, 0)
  assert.match(mail?.subject ?? '', /Elm Street & Friends/)
  assert.match(mail?.html ?? '', /Elm Street &amp; Friends/)
  assert.match(mail?.text ?? '', /If it wasn't you, you can ignore this email/)
  const token = tokenIn(mail)
  assert.equal(Buffer.from(token, 'base64url').length, 32)

  const first = await fixture.call('get-confirmation', { token })
  assert.deepEqual(first.body, { status: 'pending', calendar: { id: calendar, name: 'Elm Street & Friends' } })
  const confirmed = await fixture.call('confirm-contact-subscription', { token }, { headers: { origin: SITE } })
  assert.equal(confirmed.status, 200)
  assert.deepEqual(confirmed.body, {
    status: 'confirmed',
    message: "You've successfully subscribed to Elm Street & Friends",
    calendar: { id: calendar, name: 'Elm Street & Friends' },
    sms: 'none',
  })
  const [contact, ...more] = await fixture.contacts(calendar)
  assert.equal(more.length, 0)
  assert.ok(contact.confirmed_at instanceof Date)
  const { id: _, confirmed_at: __, ...kept } = contact
  assert.deepEqual(kept, {
    contact_type: 'email',
    contact_value: email,
    source: 'follow',
    consent_text_version: null,
    consented_at: null,
    consent_address: '203.0.113.9',
    consent_user_agent: 'A browser',
  })

  const headers = cookiesOf(confirmed)
  assert.match(
    confirmed.headers.get('set-cookie') ?? '',
    /^__Host-townbell-addresses=[\w-]{43}; .*HttpOnly; Secure; SameSite=Strict$/,
  )
  const again = await fixture.call('send-contact-confirmation', { email, calendar_id: calendar }, { headers })
  assert.deepEqual(again.body, {
    status: 'already_subscribed',
    title: 'Already Subscribed',
    message: 'This email is already subscribed to this calendar.',
  })
  assert.equal((await fixture.mails(email)).length, 0)
})

test('T3: nobody learns who follows a calendar, or has been asked to; the mail says which', async () => {
  const calendar_id = await fixture.calendar()
  const [follower, stranger, pending] = [newAddress(), newAddress(), newAddress()]
  const elsewhere = await subscribe(fixture, await fixture.calendar())
  await subscribe(fixture, calendar_id, follower)
  const token = await follow(fixture, calendar_id, pending)
  const subjects: Record<string, string> = {
    [follower]: 'You already follow Elm Street',
    [stranger]: 'Please confirm: follow Elm Street',
    [pending]: 'Please confirm: follow Elm Street',
  }
  const ask = async (headers: Record<string, string>) => {
    const answers = []
    for (const [email, subject] of Object.entries(subjects)) {
      const {
        status,
        body,
        headers: answered,
      } = await fixture.call('send-contact-confirmation', { email, calendar_id }, { headers })
      const mails = await fixture.mails(email)
      assert.deepEqual(
        mails.map((mail) => mail.subject),
        [subject],
      )
      if (email === pending) assert.equal(tokenIn(mails[0]), token, 'the same link')
      if (email === follower) assert.match(mails[0]?.text ?? '', /\/preferences/)
      answers.push([status, body, answered.getSetCookie()])
    }
    return answers
  }
  for (const headers of [{}, elsewhere.browser, { cookie: '__Host-townbell-addresses=x.y' }]) {
    await fixture.pool.query('delete from private.rate_limits')
    const [one, ...others] = await ask(headers)
    assert.deepEqual(others, [one, one])
  }
})

test('T3: a full calendar answers its followers like everybody else', async () => {
  const calendar_id = await fixture.calendar({ trial: true })
  const follower = newAddress()
  await subscribe(fixture, calendar_id, follower)
  await fixture.pool.query(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value)
     select $1, 'email', 'full' || n || '@example.org' from generate_series(2, private.trial_contact_limit()) n`,
    [calendar_id],
  )
  for (const [email, mails] of [
    [follower, ['You already follow Elm Street']],
    [newAddress(), []],
  ] as const) {
    const ask = (wait: boolean) => fixture.call('send-contact-confirmation', { email, calendar_id, wait })
    assert.equal((await ask(false)).body.status, 'full')
    assert.equal((await ask(true)).body.status, 'waiting')
    assert.deepEqual(
      (await fixture.mails(email)).map(({ subject }) => subject),
      mails,
    )
  }
})

test('asking who follows a calendar counts like following it', async () => {
  const calendar_id = await fixture.calendar()
  await fixture.pool.query('delete from private.rate_limits')
  const follower = newAddress()
  await fixture.pool.query(
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', $2)",
    [calendar_id, follower],
  )
  const customer = '2001:db8:77'
  const ask = (email: string, n: number) =>
    fixture.call('send-contact-confirmation', { email, calendar_id }, { network: `${customer}:${n}::1` })
  for (let n = 0; n < rateLimits['confirmation-mail'].max; n++)
    assert.equal((await ask(follower, n)).body.status, 'sent')
  const refused = await ask(follower, 9)
  assert.deepEqual([refused.status, refused.body.status], [429, undefined])
})

test('while a confirmation is pending, a browser that has proved the address sends nothing more unless it asks', async () => {
  const calendar = await fixture.calendar()
  const { email, browser: headers } = await subscribe(fixture, await fixture.calendar())
  const token = await follow(fixture, calendar, email)
  const ask = (more: object) =>
    fixture.call('send-contact-confirmation', { email, calendar_id: calendar, ...more }, { headers })
  const { body } = await ask({})
  assert.deepEqual(body, {
    status: 'pending',
    title: 'Confirmation Pending',
    message: 'A confirmation email has already been sent. Please check your inbox.',
  })
  assert.equal((await fixture.mails(email)).length, 0)
  assert.equal((await ask({ again: true })).body.status, 'sent')
  const [mail, ...others] = await fixture.mails(email)
  assert.equal(others.length, 0)
  assert.equal(tokenIn(mail), token)
  assert.equal((await ask({ again: true })).body.status, 'sent')
  const refused = await ask({ again: true })
  assert.deepEqual([refused.status, refused.body.code], [429, 'over_email_send_rate_limit'])
  assert.equal((await fixture.call('confirm-contact-subscription', { token })).body.status, 'confirmed')
  assert.equal((await ask({ again: true })).body.status, 'already_subscribed')
})

test('the page of preferences proves an address, and signing out forgets it', async () => {
  const calendar_id = await fixture.calendar()
  const { email } = await subscribe(fixture, calendar_id)
  const token = preferencesToken({ ...fixture.config, address: email, now: fixture.clock.now() })
  const headers = cookiesOf(await fixture.call('get-preferences', { token }))
  const ask = () => fixture.call('send-contact-confirmation', { email, calendar_id }, { headers })
  assert.equal((await ask()).body.status, 'already_subscribed')
  const { rows } = await fixture.pool.query('select owner_id from public.calendars where id = $1', [calendar_id])
  const session = await fixture.signedIn(rows[0].owner_id)
  const left = await fixture.request('/auth/v1/logout', { method: 'POST', headers: { ...headers, ...session } })
  assert.equal(left.status, 204)
  assert.match(left.headers.get('set-cookie') ?? '', /^__Host-townbell-addresses=; Max-Age=0/)
})

test('a request with the honeypot field filled gets a normal answer and is dropped', async () => {
  const calendar_id = await fixture.calendar()
  const email = newAddress()
  const { body } = await fixture.call('send-contact-confirmation', {
    email,
    calendar_id,
    website: 'https://x.example',
  })
  assert.equal(body.status, 'sent')
  assert.equal((await fixture.mails(email)).length, 0)
  const { rows } = await fixture.pool.query('select from public.pending_contact_confirmations where calendar_id = $1', [
    calendar_id,
  ])
  assert.equal(rows.length, 0)
})

test('a hundred concurrent requests for one address and calendar make one link', async () => {
  const calendar_id = await fixture.calendar()
  const email = newAddress()
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => fixture.call('send-contact-confirmation', { email, calendar_id })),
  )
  const statuses = answers.map(({ body }) => body.status)
  assert.deepEqual(new Set(statuses), new Set(['sent', undefined]), 'the last ones are over the limit of a mailbox')
  const mails = await fixture.mails(email)
  assert.ok(mails.length >= 1 && mails.length <= 3)
  assert.equal(new Set(mails.map(tokenIn)).size, 1, 'all with one link')
})

test('T10: one mailbox gets at most three mails from five hundred calendars and networks', async () => {
  await fixture.mails()
  const calendars = await Promise.all(Array.from({ length: 500 }, () => fixture.calendar()))
  const spellings = [
    'victim@gmail.com',
    'vic.tim@gmail.com',
    'victim+a@gmail.com',
    'v.i.ctim+b@googlemail.com',
    'VICTIM@gmail.com',
  ]
  const answers = []
  for (let start = 0; start < calendars.length; start += 50) {
    const batch = calendars.slice(start, start + 50)
    answers.push(
      ...(await Promise.all(
        batch.map((calendar_id, index) =>
          fixture.call(
            'send-contact-confirmation',
            { email: spellings[index % spellings.length], calendar_id },
            { network: newNetwork() },
          ),
        ),
      )),
    )
  }
  assert.equal(answers.filter(({ body }) => body.status === 'sent').length, 3)
  const refused = answers.filter(({ status }) => status === 429)
  assert.equal(refused.length, 497)
  assert.equal(refused[0]?.body.code, 'over_email_send_rate_limit')
  assert.ok(Number(refused[0]?.headers.get('retry-after')) > hours(23) / 1000)
  assert.equal((await fixture.mails()).length, 3)
  const { rows } = await fixture.pool.query(
    "select from public.pending_contact_confirmations where email like 'v%mail.com'",
  )
  assert.equal(rows.length, 3)
})

test('an expired request is replaced by a new one with a new link', async () => {
  const calendar = await fixture.calendar()
  const email = newAddress()
  const old = await follow(fixture, calendar, email)
  fixture.later(hours(72))
  assert.equal((await fixture.call('confirm-contact-subscription', { token: old })).status, 410)
  const fresh = await follow(fixture, calendar, email)
  assert.notEqual(fresh, old)
  assert.equal((await fixture.call('confirm-contact-subscription', { token: old })).status, 404)
  assert.equal((await fixture.call('confirm-contact-subscription', { token: fresh })).status, 200)
})

test('a suppressed address gets the same answers and no mail', async () => {
  const calendar_id = await fixture.calendar()
  for (const reason of ['complaint', 'bounce', 'operator']) {
    const email = newAddress()
    await fixture.pool.query("select private.suppress('email', $1, $2, null, now())", [email, reason])
    assert.equal((await fixture.call('send-contact-confirmation', { email, calendar_id })).body.status, 'sent')
    assert.equal((await fixture.call('send-contact-confirmation', { email, calendar_id })).body.status, 'sent')
    assert.equal((await fixture.mails(email)).length, 0, reason)
  }
})

test('an address that bounced long ago may be tried again, and its owner’s confirmation lifts the bounce', async () => {
  const calendar = await fixture.calendar()
  const email = newAddress()
  await fixture.pool.query("select private.suppress('email', $1, 'bounce', null, now() - interval '8 days')", [email])
  await subscribe(fixture, calendar, email)
  const { rows } = await fixture.pool.query('select from public.suppressions where address = $1', [email])
  assert.equal(rows.length, 0)
})

test('an address that bounces again is suppressed again', async () => {
  const calendar_id = await fixture.calendar()
  const email = newAddress()
  await fixture.pool.query("select private.suppress('email', $1, 'bounce', null, now() - interval '8 days')", [email])
  await fixture.pool.query("select private.suppress('email', $1, 'bounce', null, now())", [email])
  await fixture.pool.query("select private.suppress('email', $1, 'bounce', null, now() - interval '9 days')", [email])
  assert.equal((await fixture.call('send-contact-confirmation', { email, calendar_id })).body.status, 'sent')
  assert.equal((await fixture.mails(email)).length, 0)
})

test('an address that complains before its mail is sent does not get it', async () => {
  const calendar_id = await fixture.calendar()
  const email = newAddress()
  await fixture.call('send-contact-confirmation', { email, calendar_id })
  await fixture.pool.query("select private.suppress('email', $1, 'complaint', null, $2)", [email, fixture.clock.now()])
  assert.equal((await fixture.mails(email)).length, 0)
})

test('no token or address is in the queue or the log', async () => {
  const calendar_id = await fixture.calendar()
  const email = newAddress()
  await fixture.call('send-contact-confirmation', { email, calendar_id })
  const { rows } = await fixture.pool.query('select payload from graphile_worker._private_jobs')
  assert.ok(rows.length > 0)
  assert.ok(rows.every(({ payload }) => Object.keys(payload.ids).join() === 'confirmation' && !payload.language))
  const [mail] = await fixture.mails(email)
  const token = tokenIn(mail)
  const stored = await fixture.pool.query('select to_json(p)::text as row from public.pending_contact_confirmations p')
  assert.ok(stored.rows.length > 0 && stored.rows.every(({ row }) => !row.includes(token)))
  assert.ok(fixture.lines.length > 0 && !fixture.lines.some((line) => line.includes(email) || line.includes(token)))
})
