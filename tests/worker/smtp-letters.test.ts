// Single letters over real SMTP, read back by an independent parser and an independent DKIM verifier.
import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { afterEach, test } from 'node:test'
import PostalMime from 'postal-mime'
import type { EmailCarrier, Mail } from '#messages/email/carrier.ts'
import { readDkimKey } from '#messages/email/dkim.ts'
import { createSmtp, type SmtpOptions } from '#messages/email/smtp.ts'
import { notSentDetails } from '#messages/outcome.ts'
import { startBareSmtp } from '#testing/bare-smtp.ts'
import { dkimProblem } from '#testing/dkim.ts'
import { startSmtp } from '#testing/smtp.ts'

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function serving<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const server = await starting
  opened.push(() => server.stop())
  return server
}

function smtp(options: Omit<SmtpOptions, 'name'>): EmailCarrier {
  const carrier = createSmtp({ name: 'town.example', ...options })
  opened.push(() => carrier.close())
  return carrier
}

const letter: Mail = {
  from: { name: 'Käse & “Brot”', address: 'bell@town.example' },
  to: 'ann@example.org',
  subject: `Grüße 🔔 ${'aus der Stadt '.repeat(12)}`.trim(),
  html: '<p>Grüße &amp; Küsse</p>\n.\n<p>end</p>',
  text: 'Grüße & Küsse\n.\nend',
  messageId: '<1@town.example>',
  date: new Date('2025-07-04T13:00:00Z'),
  headers: {
    'Reply-To': 'support@town.example',
    'List-Unsubscribe': `<https://town.example/opt-out/one-click?${'t=abcdefghij&'.repeat(12)}>`,
    'Auto-Submitted': 'auto-generated',
    'Content-Language': 'es',
  },
}

test('a letter arrives as it was written: names, subject, both parts, headers, and the address for bounces', async () => {
  const server = await serving(startSmtp())
  const sent = await smtp({ url: server.url }).send({ ...letter, envelopeFrom: 'bounces+1@town.example' })
  assert.deepEqual(sent, { providerId: 'T1' })
  const [taken] = server.taken
  assert.deepEqual([taken?.from, taken?.to], ['bounces+1@town.example', ['ann@example.org']])
  const mail = await PostalMime.parse(taken?.raw ?? '')
  assert.deepEqual(mail.from, letter.from)
  assert.deepEqual(mail.to, [{ name: '', address: 'ann@example.org' }])
  assert.equal(mail.subject, letter.subject)
  assert.equal(mail.text?.trimEnd(), letter.text)
  assert.equal(mail.html?.trimEnd(), letter.html)
  assert.deepEqual(mail.replyTo, [{ name: '', address: 'support@town.example' }])
  assert.equal(mail.messageId, '<1@town.example>')
  assert.equal(new Date(mail.date ?? '').getTime(), letter.date.getTime())
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  assert.equal(header('list-unsubscribe'), letter.headers['List-Unsubscribe'])
  assert.equal(header('auto-submitted'), 'auto-generated')
  assert.equal(header('content-language'), 'es')
  assert.match(header('content-type') ?? '', /^multipart\/alternative/)
  assert.ok(
    (taken?.raw.indexOf('text/plain') ?? -1) < (taken?.raw.indexOf('text/html') ?? -1),
    'the richest part comes last',
  )
})

test('letters are signed, with Reply-To and List-Unsubscribe under the signature', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const dkim = readDkimKey({ domain: 'town.example', selector: 'bell', pem })
  const server = await serving(startSmtp())
  await smtp({ url: server.url, dkim }).send(letter)
  const raw = server.taken[0]?.raw ?? ''
  const publicKey = createPublicKey(privateKey)
  assert.equal(dkimProblem(raw, publicKey), null)
  for (const name of ['Reply-To', 'List-Unsubscribe'])
    assert.equal(dkimProblem(raw.replace(`${name}: `, `${name}: x`), publicKey), 'signature', name)
})

test('one connection carries several letters', async () => {
  let connections = 0
  const count = (_session: unknown, done: () => void) => {
    connections++
    done()
  }
  const server = await serving(startSmtp({ server: { onConnect: count, disabledCommands: ['STARTTLS'] } }))
  const carrier = smtp({ url: server.url })
  for (const to of ['ann@example.org', 'bob@example.org', 'cyd@example.org']) await carrier.send({ ...letter, to })
  assert.deepEqual([server.taken.length, connections], [3, 1])
})

for (const method of ['PLAIN', 'LOGIN']) {
  test(`TLS comes first, then the sign-in by ${method}`, async () => {
    const server = await serving(
      startSmtp({ server: { disabledCommands: [], authOptional: false, authMethods: [method] } }),
    )
    const url = `smtp://bell:right@127.0.0.1:${server.port}?tls.rejectUnauthorized=false`
    await smtp({ url }).send(letter)
    assert.deepEqual([server.taken[0]?.secure, server.taken[0]?.user], [true, 'bell'])
    const wrong = await failing(smtp({ url: url.replace('right', 'wrong') }))
    assert.equal(wrong?.failure, 'alarm')
    assert.match(wrong?.code ?? '', /^535/)
  })
}

test('a certificate that does not verify, or no TLS where it is required, sends nothing and raises an alarm', async () => {
  const selfSigned = await serving(startSmtp({ server: { disabledCommands: [] } }))
  const stripped = await serving(startSmtp())
  assert.deepEqual(await failing(smtp({ url: selfSigned.url })), { failure: 'alarm', code: 'TLS', isCarrier: true })
  const required = await failing(smtp({ url: `${stripped.url}?requireTLS=true` }))
  assert.deepEqual(required, { failure: 'alarm', code: 'no TLS', isCarrier: true })
  assert.equal(selfSigned.taken.length + stripped.taken.length, 0)
})

test('without an answer the letter is tried again, and it is known whether the first copy may have left', async () => {
  const timeouts = { connect: 500, command: 500, block: 500, end: 500 }
  for (const [step, mayHaveLeft] of [
    ['greeting', undefined],
    ['rcpt', undefined],
    ['end', true],
  ] as const) {
    const server = await serving(startBareSmtp({ breaks: { step, how: 'silence', times: 1 } }))
    const carrier = smtp({ url: server.url, timeouts })
    const failed = await failing(carrier)
    assert.deepEqual(
      [failed?.failure, failed?.code, failed?.mayHaveLeft],
      ['temporary', 'ETIMEDOUT', mayHaveLeft],
      step,
    )
    await carrier.send(letter)
    assert.equal(server.ended.length, mayHaveLeft ? 2 : 1)
  }
})

async function failing(carrier: EmailCarrier) {
  return carrier.send(letter).then(
    () => assert.fail('it was sent'),
    (error) => notSentDetails(error),
  )
}
