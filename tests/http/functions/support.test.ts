import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import PostalMime from 'postal-mime'
import { createSmtp } from '#messages/email/smtp.ts'
import { nastyTexts } from '#testing/nasty-texts.ts'
import { startSmtp, type Taken, type TestSmtpServer } from '#testing/smtp.ts'
import { type FunctionsFixture, newNetwork, openFunctionsFixture } from './fixture.ts'

let fixture: FunctionsFixture
let server: TestSmtpServer
let smtp: ReturnType<typeof createSmtp>
before(async () => {
  server = await startSmtp()
  smtp = createSmtp({ url: server.url, name: 'town.example' })
  fixture = await openFunctionsFixture({ CAPTCHA: 'none' }, smtp)
})
after(async () => {
  await smtp.close()
  await server.stop()
  await fixture.close()
})

const letter = {
  firstName: 'Ann',
  lastName: "O'Reader",
  email: 'ann@example.org',
  subject: 'A question',
  message: 'Hello,\nwhere do I click?',
}

const send = (json: object, more = {}) => fixture.call('send-contact-email', json, more)

/** Runs the queue; returns the new mails at the mail server. */
async function delivered(): Promise<Taken[]> {
  const before = server.taken.length
  await fixture.work()
  return server.taken.slice(before)
}

test('a message reaches the support mailbox, with the writer to reply to', async () => {
  const addressed = { to: 'x@evil.example', from: 'x@evil.example', cc: 'x@evil.example', bcc: 'x@evil.example' }
  const { status, body } = await send({ ...letter, ...addressed })
  assert.deepEqual([status, body], [200, { success: true }])
  const [received, ...others] = await delivered()
  assert.equal(others.length, 0)
  assert.deepEqual([received?.from, received?.to], ['bell@town.example', ['help@town.example']])
  const mail = await PostalMime.parse(received?.raw ?? '')
  assert.equal(mail.subject, '[Townbell contact] A question')
  assert.deepEqual(
    mail.replyTo?.map(({ address }) => address),
    ['ann@example.org'],
  )
  assert.match(mail.text ?? '', /Ann O'Reader <ann@example.org> wrote:[\s\S]*Hello,\r?\nwhere do I click\?/)
  assert.match(mail.html ?? '', /Hello,<br>\s*where do I click\?/)
  assert.deepEqual(await delivered(), [])
})

test('every field is required, limited and validated, with a message', async () => {
  const network = newNetwork()
  const wrong: [object, string | RegExp][] = [
    [{ firstName: '' }, 'First name is required'],
    [{ lastName: '  ' }, 'Last name is required'],
    [{ subject: '\u200b' }, 'Subject is required'],
    [{ message: '' }, 'Message is required'],
    [{ email: '' }, 'Please enter a valid email address'],
    [{ email: 'a@x.org, b@x.org' }, 'Please enter a valid email address'],
    [{ email: 'A <a@x.org>' }, 'Please enter a valid email address'],
    [{ email: 'a@x.org\r\nBcc: b@x.org' }, 'Please enter a valid email address'],
    [{ firstName: 'x'.repeat(100_000) }, /at most 100/],
    [{ subject: 'x'.repeat(201) }, /at most 200/],
    [{ message: 'x'.repeat(100_000) }, /at most 5000/],
    [{ firstName: undefined }, 'First name is required'],
    [{ subject: { a: 1 } }, 'Subject is required'],
    [{ message: ['x'] }, 'Message is required'],
  ]
  for (const [change, sentence] of wrong) {
    const { status, body } = await send({ ...letter, ...change }, { network })
    assert.deepEqual(
      [status, body.success, body.code],
      [400, false, 'validation_failed'],
      JSON.stringify(change).slice(0, 80),
    )
    if (typeof sentence === 'string') assert.equal(body.error, sentence)
    else assert.match(body.error, sentence)
  }
  assert.deepEqual(await delivered(), [])
  assert.equal((await send(letter, { network })).status, 200)
  assert.equal((await delivered()).length, 1)
})

/** Checks a mail to support, whatever the input was. */
const expectedHeaders = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'reply-to', 'subject', 'to']

test('T24: with any input in any field, the mail has one recipient and only our headers', async () => {
  let accepted = 0
  let refused = 0
  for (const field of ['firstName', 'lastName', 'subject', 'message', 'email'] as const) {
    for (const text of nastyTexts) {
      const typed = text.slice(0, field === 'subject' || field === 'message' ? 200 : 100)
      const { status, body } = await send({ ...letter, [field]: typed })
      const received = await delivered()
      if (status === 400) {
        refused++
        assert.equal(body.success, false)
        assert.deepEqual(received, [])
        continue
      }
      accepted++
      assert.equal(status, 200, `${field} ${JSON.stringify(typed)}`)
      assert.equal(received.length, 1)
      const { raw, to } = received[0] as Taken
      const mail = await PostalMime.parse(raw)
      assert.deepEqual(to, ['help@town.example'])
      const names = [...new Set(mail.headers.map(({ key }) => key))].filter(
        (key) => key !== 'content-transfer-encoding',
      )
      assert.deepEqual(names.sort(), expectedHeaders, JSON.stringify(typed))
      assert.deepEqual(
        mail.to?.map(({ address }) => address),
        ['help@town.example'],
      )
      assert.deepEqual([mail.cc, mail.bcc].flat().filter(Boolean), [])
      assert.equal(mail.replyTo?.length, 1)
      assert.ok(!/<(script|img|svg)/i.test(mail.html ?? ''))
      assert.ok(!/\b49\b/.test(`${mail.text}${mail.html}${mail.subject}`), 'no template ran')
      assert.deepEqual(mail.attachments, [])
      assert.ok(
        raw
          .split('\r\n\r\n')[0]
          ?.split('\r\n')
          .every((line) => /^([A-Za-z-]+: |\s)/.test(line)),
      )
      // An encoded word in the input is not decoded.
      if (field === 'subject') assert.equal(mail.subject, `[Townbell contact] ${typed.trim().replaceAll('=?', '= ?')}`)
      else assert.equal(mail.subject, '[Townbell contact] A question')
    }
  }
  assert.ok(accepted > 30 && refused > 30, `${accepted} accepted, ${refused} refused`)
})

test('nothing is sent without a captcha pass, and a pass works for one message', async () => {
  const guarded = await openFunctionsFixture({ CAPTCHA: 'altcha' }, smtp)
  try {
    const network = newNetwork()
    for (const captcha of [undefined, null, '', 'made up']) {
      const { status, body } = await guarded.call('send-contact-email', { ...letter, captcha }, { network })
      assert.deepEqual([status, body.success, body.code], [400, false, 'captcha_failed'], String(captcha))
    }
    await guarded.pool.query(
      "insert into private.captcha_passes (pass_hash, network, expires_at) values (sha256('pass'), $1, now() + interval '1 minute')",
      [network],
    )
    const first = await guarded.call('send-contact-email', { ...letter, subject: '', captcha: 'pass' }, { network })
    assert.equal(first.status, 400)
    const second = await guarded.call('send-contact-email', { ...letter, captcha: 'pass' }, { network })
    assert.equal(second.status, 200)
    const third = await guarded.call('send-contact-email', { ...letter, captcha: 'pass' }, { network })
    assert.deepEqual([third.status, third.body.error], [400, 'ALTCHA verification failed. Please try again.'])
  } finally {
    await guarded.close()
  }
})
