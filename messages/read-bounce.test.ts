import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOUNCE_NAME_MAX, EMAIL_LOCAL_PART_MAX } from '#domain/limits.ts'
import { readBounce } from './read-bounce.ts'
import { deliveryOf, returnAddress } from './verp.ts'

const secret = 'a link secret of forty characters or so.'
const id = '5b0e0c5e-8f55-4a0b-8f9e-1f2b6c3d4e5f'
const address = returnAddress('bounces@town.example', secret, id)

test('a return address identifies its delivery in any letter case, and nobody else can make one', () => {
  assert.equal(deliveryOf(address, secret), id)
  assert.equal(deliveryOf(`<${address.toUpperCase()}>`, secret), id)
  assert.ok((address.split('@')[0] ?? '').length <= 64)
  assert.equal(deliveryOf(address, 'another secret of forty characters or so'), null)
  assert.equal(deliveryOf(address.replace('5b0e', '5b0f'), secret), null)
  for (const other of [
    '',
    'bounces@town.example',
    `bounces+${'0'.repeat(32)}-${'0'.repeat(16)}@town.example`,
    'x'.repeat(100_000),
  ])
    assert.equal(deliveryOf(other, secret), null)
})

test('the longest bounce address that the settings accept leaves room for the delivery id', () => {
  const longest = returnAddress(`${'x'.repeat(BOUNCE_NAME_MAX)}@town.example`, secret, id)
  assert.equal(longest.indexOf('@'), EMAIL_LOCAL_PART_MAX)
  assert.equal(deliveryOf(longest, secret), id)
})

/** A bounce in the format of Postfix. */
function dsn({
  to = address,
  action = 'failed',
  status = '5.1.1',
  said = '550 5.1.1 <ann@example.org>: no such user',
  extra = '',
} = {}) {
  return `Return-Path: <>
Delivered-To: ${to}
Received: by mail.town.example (Postfix)
\tid 4CJ; Sun, 15 Nov 2026 04:00:00 +0000 (UTC)
From: MAILER-DAEMON@mail.town.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4CJ.1605412800/mail.town.example"

This is a MIME-encapsulated message.

--4CJ.1605412800/mail.town.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mail.town.example.
${extra}
--4CJ.1605412800/mail.town.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.town.example
X-Postfix-Queue-ID: 4CJ
Arrival-Date: Sun, 15 Nov 2026 03:59:59 +0000 (UTC)

Final-Recipient: rfc822; ann@example.org
Original-Recipient: rfc822;ann@example.org
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.example.org
Diagnostic-Code: smtp; ${said}

--4CJ.1605412800/mail.town.example
Content-Description: Undelivered Message
Content-Type: message/rfc822

Return-Path: <${to}>
From: Townbell <bell@town.example>
To: ann@example.org
Subject: Today
Message-ID: <abcdefghijklmnop@town.example>

Hello
--4CJ.1605412800/mail.town.example--
`
}

/** A complaint in the format of a feedback loop. */
function arf(type = 'abuse', returnPath = address, mailFrom = returnPath) {
  return `From: <fbl@provider.example>
To: <abuse@town.example>
Subject: FW: Today
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary=part

--part
Content-Type: text/plain

This is an email abuse report.
--part
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <${mailFrom}>

--part
Content-Type: message/rfc822

Return-Path: <${returnPath}>
Message-ID: <abcdefghijklmnop@town.example>
To: ann@example.org

Spam
--part--
`
}

const crlf = (text: string) => text.replaceAll('\n', '\r\n')

test('a bounce report has the delivery, the kind and the diagnostic, without the address', () => {
  const expected = {
    kind: 'bounced',
    deliveryId: id,
    messageId: '<abcdefghijklmnop@town.example>',
    detail: '5.1.1 550 5.1.1 <[address]>: no such user',
  }
  assert.deepEqual(readBounce(dsn(), secret), expected)
  assert.deepEqual(readBounce(crlf(dsn()), secret), expected)
  assert.deepEqual(readBounce(dsn({ to: 'x@town.example' }), secret, address), expected)
})

test('a bad address is told apart from a failed mail, and a delay is ignored', () => {
  const kinds: [string, string, string | undefined][] = [
    ['failed', '5.1.1', 'bounced'],
    ['failed', '5.1.10', 'bounced'],
    ['failed', '5.2.1', 'bounced'],
    ['failed', '5.2.2', 'failed'],
    ['failed', '5.7.1', 'failed'],
    ['failed', '5.1.8', 'failed'],
    ['failed', '4.4.7', 'failed'],
    ['failed', 'nonsense', 'failed'],
    ['delayed', '4.4.1', undefined],
    ['delivered', '2.0.0', undefined],
    ['relayed', '2.0.0', undefined],
  ]
  for (const [action, status, kind] of kinds) {
    assert.equal(readBounce(dsn({ action, status }), secret)?.kind, kind, `${action} ${status}`)
  }
})

test('an abuse report is a complaint, and a not-spam report is not', () => {
  assert.deepEqual(readBounce(arf(), secret), {
    kind: 'complaint',
    deliveryId: id,
    messageId: '<abcdefghijklmnop@town.example>',
    detail: 'feedback abuse',
  })
  assert.equal(readBounce(arf('not-spam'), secret), null)
})

test('a complaint needs a return address that we signed: every reader knows a Message-ID', () => {
  const forged = address.replace(/-[0-9a-f]{16}@/, '-0123456789abcdef@')
  for (const other of ['', 'ann@example.org', forged])
    assert.equal(readBounce(arf('abuse', other), secret), null, other)
  assert.equal(readBounce(arf('abuse', '', address), secret)?.deliveryId, id)
  assert.equal(readBounce(arf('abuse', ''), secret, address)?.deliveryId, id)
})

test('a mail with the subject unsubscribe to an address that we signed unsubscribes', () => {
  const mail = (to: string, subject: string) => `From: ann@example.org\nTo: <${to}>\nSubject: ${subject}\n\n`
  assert.equal(readBounce(mail(address, 'unsubscribe'), secret)?.kind, 'unsubscribe')
  assert.equal(readBounce(mail(address, 'Unsubscribe '), secret)?.deliveryId, id)
  assert.equal(readBounce(mail(address, 'Re: please do not unsubscribe me'), secret), null)
  assert.equal(readBounce(mail('bounces@town.example', 'unsubscribe'), secret), null)
})

test('a report to an address that we did not sign identifies no delivery', () => {
  const forged = address.replace(/-[0-9a-f]{16}@/, '-0123456789abcdef@')
  const report = readBounce(dsn({ to: forged }), secret, forged)
  assert.equal(report?.deliveryId, null)
})

test('other mail, and broken, nested or enormous mail, is ignored quickly', () => {
  const ordinary = 'From: a@x.org\nTo: b@x.org\nSubject: Hello\n\nHello\n'
  const nested = Array.from(
    { length: 500 },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`,
  ).join('')
  const many = `Content-Type: multipart/report; boundary=b\n\n${'--b\nContent-Type: text/plain\n\nx\n'.repeat(100_000)}`
  const huge = dsn({ extra: 'x'.repeat(10 * 1024 * 1024) })
  for (const raw of [
    '',
    '\n',
    '\n\n',
    ':',
    ordinary,
    nested,
    many,
    `A: ${'b'.repeat(1_000_000)}`,
    '\u0000'.repeat(1000),
    '\n'.repeat(1_000_000),
  ]) {
    assert.equal(readBounce(raw, secret), null)
  }
  for (let end = 0; end < dsn().length; end += 37) readBounce(dsn().slice(0, end), secret)
  assert.equal(readBounce(huge, secret)?.deliveryId, id)
  const vacation = `Delivered-To: ${address}\nSubject: Out of office\nContent-Type: text/plain\n\nI am away\n`
  assert.equal(readBounce(vacation, secret), null)
})
