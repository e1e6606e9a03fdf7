import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createCatcher } from '#messages/email/catcher.ts'
import { createTextCatcher } from '#messages/sms/catcher.ts'
import { readConfig } from '#runtime/config.ts'
import { createApp } from '#server/app.ts'
import { MAILBOX_COOKIE } from '#server/site/mailbox.ts'
import { testLog } from '#testing/log.ts'
import { sendConfirmationText } from '#worker/jobs/send-confirmation-text.ts'
import { type FunctionsFixture, openFunctionsFixture, subscribe } from '../functions/fixture.ts'

const OURS = '+15005550006'
const SITE = 'http://localhost:3000'
let fixture: FunctionsFixture
before(async () => {
  fixture = await openFunctionsFixture({ SITE_URL: SITE })
})
after(() => fixture.close())

const catchText = async (to: string, body: string) => {
  const { providerId } = await createTextCatcher({ pool: fixture.pool, from: OURS }).send({ to, body })
  return providerId ?? ''
}

/** Presses a button on the page of this text; returns where it redirects. */
const answer = async (id: string, text: string, headers: Record<string, string> = {}) => {
  const body = new URLSearchParams({ text })
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: SITE, cookie: cookie(), ...headers }
  const response = await fixture.request(`/dev/mailbox/${id}/answer`, { method: 'POST', body, headers: form })
  return { status: response.status, location: response.headers.get('location') ?? '', body: await response.text() }
}

const cookie = () => `${MAILBOX_COOKIE}=${fixture.config.mailboxKey}`
const read = async (path: string) => (await fixture.request(path, { headers: { cookie: cookie() } })).text()

const suppressed = async (phone: string) => {
  const { rows } = await fixture.pool.query(`select reason from public.suppressions where address = $1`, [phone])
  return rows.map(({ reason }) => reason)
}

test('the mailbox can reply to caught texts: YES confirms, STOP stops, and our replies are caught', async () => {
  const phone = '+15125550101'
  const calendarId = await fixture.calendar({ name: 'Elm <b>Street</b>' })
  await subscribe(fixture, calendarId, undefined, { phone, consent: true })
  const confirmed = async () =>
    (await fixture.contacts(calendarId)).find(({ contact_value }) => contact_value === phone)?.confirmed_at ?? null
  const carrier = createTextCatcher({ pool: fixture.pool, from: OURS })
  const { pool, clock } = fixture
  await fixture.work({
    'send-confirmation-text': sendConfirmationText({ pool, clock, carrier, log: testLog('debug') }),
  })
  assert.equal(await confirmed(), null)

  const list = await read('/dev/mailbox')
  assert.match(list, /Text to \+15125550101/)
  const [, id = ''] = /href="\/dev\/mailbox\/([0-9a-f-]{36})"><strong>Townbell: Reply YES/.exec(list) ?? []
  const question = await read(`/dev/mailbox/${id}`)
  for (const word of ['YES', 'STOP', 'START', 'HELP']) assert.ok(question.includes(`value="${word}"`), word)
  assert.ok(question.includes(`action="/dev/mailbox/${id}/answer"`))

  const yes = await answer(id, 'YES')
  assert.equal(yes.status, 303)
  assert.notEqual(await confirmed(), null)
  const reply = await read(yes.location)
  assert.match(reply, /You('|&#39;)ll get texts about events from Elm &lt;b&gt;Street&lt;\/b&gt;/)
  assert.match(reply, /Answer as \+15125550101/)

  const stop = await answer(yes.location.split('/').at(-1) ?? '', 'please stop texting me')
  assert.match(await read(stop.location), /You('|&#39;)re unsubscribed and won('|&#39;)t get any more texts/)
  assert.deepEqual(await suppressed(phone), ['stop'])
  assert.match(await read((await answer(id, 'START')).location), /You('|&#39;)re subscribed again/)
  assert.deepEqual(await suppressed(phone), [])
})

test('a reply that no longer counts says so and changes nothing', async () => {
  const id = await catchText('+15125550102', 'hello')
  for (let i = 0; i < 5; i++) assert.doesNotMatch((await answer(id, `what? ${i}`)).location, /answered/)
  const { status, location } = await answer(id, 'what?')
  assert.deepEqual([status, location], [303, `/dev/mailbox/${id}?answered`])
  assert.match(await read(location), /gets no answer/)
  assert.doesNotMatch(await read(`/dev/mailbox/${id}`), /gets no answer/)
})

test('a page of another site cannot reply for a phone', async () => {
  const phone = '+15125550103'
  const id = await catchText(phone, 'Reply STOP to end')
  for (const origin of ['https://evil.example', 'null', `${SITE}.evil.example`]) {
    assert.equal((await answer(id, 'STOP', { origin })).status, 403, origin)
  }
  assert.deepEqual(await suppressed(phone), [])
  assert.equal((await answer(id, 'STOP')).status, 303)
  assert.deepEqual(await suppressed(phone), ['stop'])
})

test('hostile texts and numbers are escaped', async () => {
  const id = await catchText('"><script>alert(1)</script>', '</pre><script>alert(2)</script>')
  const page = await fixture.request(`/dev/mailbox/${id}`, { headers: { cookie: cookie() } })
  const shown = await page.text()
  assert.doesNotMatch(shown, /<script/)
  assert.match(shown, /Answer as &quot;&gt;&lt;script&gt;alert\(1\)/)
  assert.match(shown, /&lt;\/pre&gt;&lt;script&gt;alert\(2\)/)
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'.*form-action 'self'/)
  assert.doesNotMatch(await read('/dev/mailbox'), /<script/)
})

test('replies to mails, to unknown messages and with bad forms are refused', async () => {
  const mail = {
    from: { name: 'Townbell', address: 'bell@town.example' },
    to: 'ann@example.org',
    subject: 'A mail',
    html: '<p>Hello</p>',
    text: 'Hello',
    messageId: '<2@town.example>',
    date: new Date(),
    headers: {},
  }
  const { providerId: mailId = '' } = await createCatcher({ pool: fixture.pool }).send(mail)
  assert.doesNotMatch(await read(`/dev/mailbox/${mailId}`), /Answer as/)
  const id = await catchText('+15125550104', 'hello')
  assert.equal((await answer(id, 'HELP')).status, 303)
  assert.equal((await answer(mailId, 'STOP')).status, 404)
  assert.equal((await answer(randomUUID(), 'STOP')).status, 404)
  assert.equal((await answer(id, '')).status, 400)
  assert.equal((await answer(id, 'x'.repeat(1601))).status, 400)
  assert.equal((await answer(id, 'x'.repeat(20_000))).status, 413)
  assert.equal((await answer(id, 'STOP', { 'content-type': 'text/plain' })).status, 415)
  const empty = await fixture.request(`/dev/mailbox/${id}/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: SITE, cookie: cookie() },
  })
  assert.equal(empty.status, 400)
  assert.deepEqual(await suppressed('+15125550104'), [])
})

test('caught mail opens only with the key of the printed address, which a cookie then carries', async () => {
  const id = await catchText('+15125550106', 'hello')
  const key = fixture.config.mailboxKey
  assert.ok(key.length >= 20)
  for (const path of ['/dev/mailbox', '/dev/mailbox.json', `/dev/mailbox/${id}`]) {
    const statusOf = async (query: string, headers: Record<string, string> = {}) =>
      (await fixture.request(path + query, { headers })).status
    assert.equal(await statusOf(''), 404, 'also for who seems to be on this machine')
    assert.equal(await statusOf('?key=guess'), 404)
    assert.equal(await statusOf('', { cookie: `${MAILBOX_COOKIE}=guess` }), 404)
    assert.equal(await statusOf('', { cookie: cookie() }), 200)
    const opened = await fixture.request(`${path}?key=${key}`)
    assert.equal(opened.status, 200)
    assert.equal(opened.headers.get('set-cookie'), `${cookie()}; Path=/dev; HttpOnly; SameSite=Strict`)
  }
  const body = new URLSearchParams({ text: 'STOP' })
  const post = { method: 'POST', body, headers: { origin: SITE } }
  assert.equal((await fixture.request(`/dev/mailbox/${id}/answer`, post)).status, 404)
  assert.deepEqual(await suppressed('+15125550106'), [])
})

test('with a real provider, with a public address, and in production, the mailbox cannot reply for a phone', async () => {
  const phone = '+15125550105'
  const id = await catchText(phone, 'hello')
  const TOWNBELL_DATA = fixture.config.dataFolder
  const elsewhere = { SITE_URL: 'https://town.example', MAIL_CARRIER: 'catcher' }
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'bell@town.example' }
  for (const env of [smtp, { NODE_ENV: 'production' }, elsewhere]) {
    const config = readConfig({ TOWNBELL_DATA, SITE_URL: SITE, ...env })
    const log = testLog('debug')
    const { pool, clock } = fixture
    const app = createApp({ config, pool, log, clock, site: () => () => new Response('no such page', { status: 404 }) })
    const body = new URLSearchParams({ text: 'STOP' })
    const path = `${SITE}/dev/mailbox/${id}/answer`
    const context = { id: randomUUID(), network: '127.0.0.1' }
    assert.equal(
      (
        await app.fetch(
          new Request(path, { method: 'POST', body, headers: { origin: SITE, cookie: cookie() } }),
          context,
        )
      ).status,
      404,
    )
  }
  assert.deepEqual(await suppressed(phone), [])
  assert.equal((await answer(id, 'STOP')).status, 303)
})
