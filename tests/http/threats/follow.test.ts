// Attacks on following a calendar. A client built directly on the tables would make the token, send the mail's words and read the
// lists itself; each of these ways is tried here, beside the way that people use.
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { startTwilioApi, type TwilioApi } from '#testing/twilio-api.ts'
import { inboundFields, twilioPost } from '#testing/twilio-webhook.ts'
import {
  type Answer,
  type AppFixture,
  linksIn,
  newAddress,
  openAppFixture,
  type Person,
  tokenIn,
  type Visitor,
} from './fixture.ts'

let fixture: AppFixture
let twilio: TwilioApi
let owner: Person
let member: Person
let stranger: Person
let otherAdmin: Person
let calendarId: string

before(async () => {
  twilio = await startTwilioApi()
  fixture = await openAppFixture({
    TWILIO_ACCOUNT_SID: twilio.accountSid,
    TWILIO_AUTH_TOKEN: twilio.authToken,
    TWILIO_FROM: '+15125550100',
    TWILIO_API_URL: twilio.url,
  })
  owner = await fixture.person('owner')
  member = await fixture.person('member')
  stranger = await fixture.person('stranger')
  otherAdmin = await fixture.person('other')
  calendarId = (await fixture.calendar(owner, { name: 'Elm Street Neighbours' })).id
  await fixture.calendar(otherAdmin)
  await fixture.join(member, owner, calendarId)
})
after(async () => {
  await fixture.close()
  await twilio.close()
})

const follow = (who: Visitor, json: object, headers = {}) =>
  who.request('/functions/v1/send-contact-confirmation', { json, headers })
const confirm = (who: Visitor, token: string, headers = {}) =>
  who.request('/functions/v1/confirm-contact-subscription', { json: { token }, headers })
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const outsiders = () => ({ guest: fixture.guest, stranger, member, 'admin of another calendar': otherAdmin })

async function isContact(address: string): Promise<boolean> {
  const rows = await fixture.rows('select 1 from public.calendar_contacts where normalised = $1', [address])
  return rows.length > 0
}
const pendingOf = (email: string) =>
  fixture.rows('select * from public.pending_contact_confirmations where email = $1', [email])

/** Requests to follow and reads the mail. */
async function linkFor(email: string, calendar = calendarId): Promise<string> {
  const asked = await follow(fixture.visitor(), { email, calendar_id: calendar })
  assert.deepEqual([asked.status, asked.body.status], [200, 'sent'])
  return tokenIn((await fixture.mails(email)).at(-1), '/confirm-contact')
}

test('T1: a client cannot choose the token that confirms an address', async () => {
  const [email, chosen] = [newAddress(), randomUUID()]
  for (const [name, who] of Object.entries(outsiders())) {
    const path = '/rest/v1/pending_contact_confirmations'
    const row = { email, calendar_id: calendarId, token: chosen }
    assert.equal((await who.request(path, { json: row })).status, 400, `${name}: there is no such column`)
    const { token: _, ...known } = { ...row, token_hash: `\\x${sha256(chosen)}` }
    assert.equal((await who.request(path, { json: known })).status, name === 'guest' ? 401 : 403, name)
  }
  assert.deepEqual(await pendingOf(email), [])

  const asked = await follow(fixture.guest, { email, calendar_id: calendarId, token: chosen, id: chosen })
  assert.equal(asked.body.status, 'sent')
  assert.doesNotMatch(asked.text, /token/i)
  const [pending] = await pendingOf(email)
  assert.ok(pending, 'the request is there')
  assert.notEqual(pending.token_hash.toString('hex'), sha256(chosen))
  for (const guess of [chosen, pending.id, pending.token_hash.toString('hex')])
    assert.equal((await confirm(fixture.guest, guess)).status, 404)
  assert.equal(await isContact(email), false)

  const [mail] = await fixture.mails(email)
  const done = await confirm(fixture.guest, tokenIn(mail, '/confirm-contact'))
  assert.deepEqual([done.status, done.body.status], [200, 'confirmed'])
  assert.equal(await isContact(email), true)
})

test('T2: a client cannot choose the text or links of our mails', async () => {
  const email = newAddress()
  const forged = {
    email,
    calendar_id: calendarId,
    calendarName: 'Your bank account is locked',
    baseUrl: 'https://evil.example',
    subject: 'Pay now',
    html: '<b>Pay now</b>',
  }
  const hosts = {
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
    'x-original-url': '//evil.example',
  }
  assert.equal((await follow(fixture.visitor(), forged, hosts)).body.status, 'sent')
  const [mail] = await fixture.mails(email)
  const whole = JSON.stringify(mail)
  assert.doesNotMatch(whole, /evil|bank|Pay now/i)
  assert.match(mail?.subject ?? '', /Elm Street Neighbours/)
  for (const text of [mail?.text, mail?.html]) for (const link of linksIn(text)) assert.equal(link.origin, fixture.url)

  // Not even without a calendar, as some clients send it.
  const nowhere = newAddress()
  const { calendar_id: _, ...unnamed } = { ...forged, email: nowhere }
  assert.equal((await follow(fixture.visitor(), unnamed)).status, 400)
  await fixture.quiet()
  assert.deepEqual(await fixture.rows('select 1 from private.caught_messages where recipient = $1', [nowhere]), [])
})

test('T3: only admins can read who follows a calendar', async () => {
  const canary = newAddress()
  await fixture.contact(owner, calendarId, canary)
  const seen = await owner.request(`/rest/v1/calendar_contacts?calendar_id=eq.${calendarId}&contact_value=eq.${canary}`)
  assert.equal(seen.body.length, 1, 'it is there')
  const ways = [
    `/rest/v1/calendar_contacts?calendar_id=eq.${calendarId}&contact_value=eq.${canary}`,
    `/rest/v1/calendar_contacts?contact_value=ilike.*${canary.slice(0, 8)}*&select=id`,
    '/rest/v1/calendar_contacts?select=count',
    '/rest/v1/calendar_contacts?select=contact_value&order=contact_value&limit=1000',
    `/rest/v1/calendars?id=eq.${calendarId}&select=name,calendar_contacts(contact_value)`,
    `/rest/v1/calendars?id=eq.${calendarId}&select=name,calendar_contacts!inner()&calendar_contacts.contact_value=eq.${canary}`,
    `/rest/v1/calendars?id=eq.${calendarId}&select=name,...calendar_contacts(contact_value)`,
    `/rest/v1/events?select=title,calendars(calendar_contacts(contact_value))`,
    '/rest/v1/deliveries?select=*,calendar_contacts(contact_value)',
    `/rest/v1/rpc/contact_outcomes?p_calendar_id=${calendarId}`,
  ]
  for (const [name, who] of Object.entries(outsiders()))
    for (const path of ways) {
      const { text, status, body } = await who.request(path)
      assert.doesNotMatch(text, new RegExp(canary.slice(0, 16)), `${name}: ${path}`)
      assert.ok(status < 500, `${name}: ${path} ${status}`)
      // A filter on the embedded contacts would reveal it as well.
      if (path.includes('!inner')) assert.notEqual(body?.length, 1, `${name}: ${path}`)
      if (path.endsWith('select=count') && status === 200) assert.deepEqual(body, [{ count: 0 }])
    }
  const head = await stranger.request('/rest/v1/calendar_contacts', {
    method: 'HEAD',
    headers: { prefer: 'count=exact' },
  })
  assert.ok(!/\/[1-9]/.test(head.headers.get('content-range') ?? ''), 'nor be counted')

  const told = await follow(fixture.visitor(), { email: canary.toUpperCase(), calendar_id: calendarId })
  assert.equal(told.body.title, 'Already Subscribed')
})

test('T4: no client can read follow requests or their tokens', async () => {
  const email = newAddress()
  const token = await linkFor(email)
  assert.equal((await pendingOf(email)).length, 1, 'it is there')
  for (const [name, who] of Object.entries({ ...outsiders(), owner })) {
    for (const path of [
      `/rest/v1/pending_contact_confirmations?calendar_id=eq.${calendarId}&email=eq.${email}`,
      `/rest/v1/pending_contact_confirmations?token=eq.${token}&select=email,calendar_id`,
      '/rest/v1/pending_contact_confirmations?select=id&token_hash=not.is.null',
      `/rest/v1/calendars?id=eq.${calendarId}&select=name,pending_contact_confirmations(email)`,
    ]) {
      const answer = await who.request(path)
      assert.ok(answer.status >= 400 && answer.status < 500, `${name}: ${path} ${answer.status}`)
      assert.ok(!answer.text.includes(email.slice(0, 16)) && !answer.text.includes(token))
    }
  }
  const shown = await fixture.guest.request('/functions/v1/get-confirmation', { json: { token } })
  assert.deepEqual(shown.body, { status: 'pending', calendar: { id: calendarId, name: 'Elm Street Neighbours' } })
})

test('T7: a client cannot delete follow requests, one or all', async () => {
  const email = newAddress()
  const token = await linkFor(email)
  for (const [name, who] of Object.entries({ ...outsiders(), owner }))
    for (const query of ['', `?token=eq.${token}`, `?email=eq.${email}`, '?id=not.is.null']) {
      const { status } = await who.request(`/rest/v1/pending_contact_confirmations${query}`, { method: 'DELETE' })
      assert.ok(status >= 400 && status < 500, `${name} ${query} ${status}`)
    }
  assert.equal((await pendingOf(email)).length, 1, 'it is still there')
  assert.equal((await confirm(fixture.guest, token)).status, 200)
  assert.ok((await pendingOf(email))[0].used_at, 'confirming uses it up')
})

test('T8: a confirmation link expires, works once and survives races', async () => {
  const [late, raced] = [newAddress(), newAddress()]
  const lateToken = await linkFor(late)
  await fixture.rows(
    "update public.pending_contact_confirmations set created_at = now() - interval '73 hours', expires_at = now() - interval '1 hour' where email = $1",
    [late],
  )
  const expired = await confirm(fixture.guest, lateToken)
  assert.deepEqual(
    [expired.status, expired.body.error],
    [410, 'This confirmation link has expired. Please request a new one.'],
  )
  assert.equal(await isContact(late), false)

  const token = await linkFor(raced)
  const tries = Array.from({ length: 20 }, () => untilHeard(() => confirm(fixture.visitor(), token)))
  const answers = await Promise.all(tries)
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(404)])
  const again = await confirm(fixture.guest, token)
  assert.deepEqual([again.status, again.body.error], [404, 'Confirmation link not found or already used'])
  const rows = await fixture.rows('select 1 from public.calendar_contacts where normalised = $1', [raced])
  assert.equal(rows.length, 1)
})

test('T9: opening or prefetching a link confirms nothing, and another site cannot confirm', async () => {
  const email = newAddress()
  const token = await linkFor(email)
  const scanner = fixture.visitor()
  const scans: Record<string, string>[] = [{}, { purpose: 'prefetch', 'sec-purpose': 'prefetch' }]
  for (const path of [`/confirm-contact?token=${token}`, `/functions/v1/get-confirmation?token=${token}`])
    for (const method of ['GET', 'HEAD'])
      for (const headers of scans) {
        const { status } = await scanner.request(path, { method, headers })
        assert.equal(status, 200, `${method} ${path}`)
      }
  for (const method of ['GET', 'HEAD', 'PUT']) {
    const { status } = await scanner.request(`/functions/v1/confirm-contact-subscription?token=${token}`, { method })
    assert.equal(status, 405, method)
  }
  assert.equal((await confirm(scanner, token, { origin: 'https://evil.example' })).status, 403)
  assert.equal((await confirm(scanner, token, { origin: 'null' })).status, 403)
  // What a form of another site can send without a preflight.
  const body = JSON.stringify({ token })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const path = '/functions/v1/confirm-contact-subscription'
    const sent = await scanner.request(path, { method: 'POST', body, headers: { 'content-type': type } })
    assert.equal(sent.status, 415, type)
  }
  assert.equal(await isContact(email), false)
  assert.equal((await pendingOf(email))[0].used_at, null)

  const page = await scanner.request(`/confirm-contact?token=${token}`)
  assert.deepEqual(
    [page.headers.get('referrer-policy'), page.headers.get('cache-control')],
    ['no-referrer', 'no-store'],
  )
  assert.equal((await confirm(scanner, token, { origin: fixture.url })).body.status, 'confirmed')
  assert.equal(await isContact(email), true)
})

test('T10: no mailbox can be flooded with confirmations', async () => {
  const victim = 'Mary.Major@gmail.com'
  const spellings = [
    'mary.major@gmail.com',
    'marymajor+a@gmail.com',
    'MARY.major@googlemail.com',
    'm.a.r.y.major+b@gmail.com',
  ]
  const calendars = await Promise.all(
    Array.from({ length: 6 }, (_, i) => fixture.calendar(owner, { name: `Club ${i}` })),
  )
  const answers = []
  for (const [i, { id }] of calendars.entries())
    answers.push(await follow(fixture.visitor(), { email: spellings[i % 4] ?? victim, calendar_id: id }))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 429, 429, 429],
  )
  assert.equal(answers[3]?.body.code, 'over_email_send_rate_limit')
  await fixture.quiet()
  const sent = await fixture.rows(
    "select 1 from private.caught_messages where recipient ~ '^m.*@(gmail|googlemail).com$'",
  )
  assert.equal(sent.length, 3)

  const again = await follow(fixture.visitor(), { email: spellings[0], calendar_id: calendars[0]?.id })
  assert.equal(again.body.title, 'Confirmation Pending')

  const bomber = fixture.visitor()
  const bursts = []
  for (let i = 0; i < 12; i++) bursts.push(await follow(bomber, { email: newAddress(), calendar_id: calendarId }))
  assert.deepEqual(
    bursts.map(({ status }) => status),
    [...Array(10).fill(200), 429, 429],
  )
  assert.ok(Number(bursts[10]?.headers.get('retry-after')) > 0)

  const machine = newAddress()
  const trapped = await follow(fixture.visitor(), {
    email: machine,
    calendar_id: calendarId,
    website: 'https://x.example',
  })
  assert.equal(trapped.body.status, 'sent', 'a machine that fills every field learns nothing')
  assert.deepEqual(await pendingOf(machine), [])
})

test('T11: a phone number needs consent, a confirmed email and a YES from the phone', async () => {
  const [email, phone] = [newAddress(), '+15125550142']
  const asked = { email, calendar_id: calendarId, phone }
  for (const wrong of [{}, { consent: false }, { consent: 'true' }, { consent: null }]) {
    const refused = await follow(fixture.visitor(), { ...asked, ...wrong })
    assert.deepEqual([refused.status, refused.body.error], [400, 'Please agree to receive SMS messages to continue.'])
  }
  for (const abroad of ['+442071838750', '+19005550123', '+18005550123', '+18765550123']) {
    const refused = await follow(fixture.visitor(), { ...asked, phone: abroad, consent: true })
    assert.deepEqual([refused.status, refused.body.code], [400, 'phone_not_supported'], abroad)
  }
  assert.equal((await follow(fixture.visitor(), { ...asked, consent: true })).body.status, 'sent')
  const [pending] = await pendingOf(email)
  assert.deepEqual(
    [pending.phone, pending.consent_text_version.length > 0, pending.consented_at instanceof Date],
    [phone, true, true],
  )
  const token = tokenIn((await fixture.mails(email)).at(-1), '/confirm-contact')
  assert.equal((await confirm(fixture.guest, token)).body.sms, 'reply_yes')
  await fixture.quiet()
  const number = async () =>
    (await fixture.rows('select confirmed_at from public.calendar_contacts where normalised = $1', [phone]))[0]
  assert.equal((await number()).confirmed_at, null)
  const [text] = twilio.messages.filter(({ to }) => to === phone)
  assert.match(text?.body ?? '', /Reply YES/i)

  // Anyone can post to the webhook; only Twilio can sign.
  const hook = `${fixture.url}/webhooks/twilio/inbound`
  const forged = twilioPost(hook, inboundFields(phone, 'YES'), 'a guess at the token')
  assert.equal((await fetch(hook, forged)).status, 403)
  assert.equal((await number()).confirmed_at, null)

  const event = {
    calendar_id: calendarId,
    title: 'Now',
    category: 'Notice',
    start_time: new Date().toISOString(),
    end_time: new Date(Date.now() + 3_600_000).toISOString(),
    event_date: new Date().toISOString().slice(0, 10),
  }
  await fixture.rows("update public.calendars set notify_at = '00:00' where id = $1", [calendarId])
  await fixture.announce(owner, event)
  assert.deepEqual(await plannedFor('Now', email, phone), ['email'], 'no notice before YES')

  assert.equal((await fetch(hook, twilioPost(hook, inboundFields(phone, 'Yes'), twilio.authToken))).status, 200)
  assert.ok((await number()).confirmed_at)
  await fixture.announce(owner, { ...event, title: 'Then' })
  assert.deepEqual(await plannedFor('Then', email, phone), ['email', 'sms'])
})

/** Waits for the day-of deliveries of an event to these addresses; returns their channels. */
async function plannedFor(title: string, ...addresses: string[]): Promise<string[]> {
  for (let tries = 0; tries < 2400; tries++) {
    const rows = await fixture.rows(
      `select d.channel, d.address from public.deliveries d
       join public.mailing_events t using (mailing_id) join public.events e on e.id = t.event_id
       where e.title = $1 order by d.channel`,
      [title],
    )
    if (rows.length > 0) return rows.filter(({ address }) => addresses.includes(address)).map(({ channel }) => channel)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the mailing of ${title} was never planned`)
}

/** Asks again where a busy machine says to come back later, as browsers do. */
async function untilHeard(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask()
  return answer.status === 429 || answer.status === 503 ? untilHeard(ask) : answer
}
