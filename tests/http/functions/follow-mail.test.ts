// Confirmation mails as a real mail server gets them, with hostile calendar names and inputs.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import PostalMime from 'postal-mime'
import { createSmtp } from '#messages/email/smtp.ts'
import { plainName } from '#messages/plain-name.ts'
import { nastyTexts } from '#testing/nasty-texts.ts'
import { startSmtp, type Taken, type TestSmtpServer } from '#testing/smtp.ts'
import { type FunctionsFixture, newAddress, openFunctionsFixture } from './fixture.ts'

let fixture: FunctionsFixture
let server: TestSmtpServer
let smtp: ReturnType<typeof createSmtp>
before(async () => {
  server = await startSmtp()
  smtp = createSmtp({ url: server.url, name: 'town.example' })
  fixture = await openFunctionsFixture({}, smtp)
})
after(async () => {
  await smtp.close()
  await server.stop()
  await fixture.close()
})

async function delivered(): Promise<Taken[]> {
  const before = server.taken.length
  await fixture.work()
  return server.taken.slice(before)
}

const expectedHeaders = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'message-id',
  'mime-version',
  'subject',
  'to',
  'x-auto-response-suppress',
]

test('a confirmation mail has two parts, our headers, the postal address and why it came', async () => {
  const calendar = await fixture.calendar({ name: 'Elm Street' })
  const email = newAddress()
  await fixture.call('send-contact-confirmation', { email, calendar_id: calendar })
  const [received, ...others] = await delivered()
  assert.equal(others.length, 0)
  const { from, to, raw } = received as Taken
  const mail = await PostalMime.parse(raw)
  assert.deepEqual([from, to], ['bell@town.example', [email]])
  assert.deepEqual([...new Set(mail.headers.map(({ key }) => key))].sort(), expectedHeaders)
  assert.match(mail.messageId ?? '', /^<[\w-]{32}@town\.example>$/)
  for (const part of [mail.text, mail.html]) {
    assert.match(part ?? '', /1 Town Square/)
    assert.match(part ?? '', /getting this one email because/)
    assert.match(part ?? '', /https:\/\/town\.example\/confirm-contact\?token(=|&#x3D;)/)
  }
})

test('with any calendar name, its mails have one recipient, our headers and no scripts', async () => {
  let accepted = 0
  for (const name of nastyTexts) {
    const calendar = await fixture.calendar({ name: name.slice(0, 100) }).catch(() => undefined)
    // The database refuses line breaks and the like in names.
    if (!calendar) continue
    accepted++
    const email = newAddress()
    await fixture.call('send-contact-confirmation', { email, calendar_id: calendar, calendarName: name, baseUrl: name })
    await fixture.pool.query(
      "insert into public.calendar_contacts (calendar_id, contact_type, contact_value, confirmed_at) values ($1, 'email', $2, now())",
      [calendar, email],
    )
    await fixture.call('opt-out', { email, calendar_id: calendar })
    const both = await delivered()
    assert.equal(both.length, 2)
    for (const { to, raw } of both) {
      const mail = await PostalMime.parse(raw)
      assert.deepEqual(to, [email])
      assert.ok(
        mail.headers.every(({ key }) => expectedHeaders.includes(key)),
        JSON.stringify(mail.headers),
      )
      assert.ok(!/<(script|img|svg)/i.test(mail.html ?? ''))
      assert.ok(!/\b49\b/.test(`${mail.text}${mail.subject}`))
      // The other mail is the notice of an opt-out, whose subject names no calendar.
      if (mail.text?.includes('/confirm-contact'))
        assert.ok(mail.subject?.includes(plainName(name.slice(0, 100)).replaceAll('=?', '= ?')))
      assert.ok(!/^bcc:/im.test(raw.split('\r\n\r\n')[0] ?? ''))
    }
  }
  assert.ok(accepted >= 12, String(accepted))
})

test('any input as address or number is refused or becomes a single recipient', async () => {
  const calendar_id = await fixture.calendar()
  let refused = 0
  for (const text of nastyTexts) {
    const number = { email: newAddress(), phone: text, consent: true }
    assert.equal((await fixture.call('send-contact-confirmation', { calendar_id, ...number })).status, 400, text)
    for (const email of [text, `${text}@example.org`]) {
      const { status } = await fixture.call('send-contact-confirmation', { calendar_id, email })
      const received = await delivered()
      if (status === 400) refused++
      // An odd but valid address is the only recipient, as typed.
      else
        assert.deepEqual(
          received.map(({ to }) => to),
          [[email.toLowerCase()]],
          text,
        )
      if (status === 400) assert.deepEqual(received, [])
    }
  }
  assert.ok(refused > 2 * nastyTexts.length - 5, String(refused))
})
