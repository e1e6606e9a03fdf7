// Account mails over real SMTP, read back by an independent parser.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, runOnce } from 'graphile-worker'
import PostalMime from 'postal-mime'
import { hours } from '#domain/durations.ts'
import { checkMail, type EmailCarrier, type Mail } from '#messages/email/carrier.ts'
import { createSmtp } from '#messages/email/smtp.ts'
import { failureOf } from '#messages/outcome.ts'
import { oneTimeToken, tokenHash } from '#messages/signatures.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { testLog } from '#testing/log.ts'
import { type SmtpOptions, startSmtp, type TestSmtpServer } from '#testing/smtp.ts'
import { sendLetter } from '#worker/jobs/send-letter.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database.close())
beforeEach(() => database.pool.query('delete from graphile_worker._private_jobs'))

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

function smtp(url: string): EmailCarrier {
  const carrier = createSmtp({ url, name: 'town.example' })
  opened.push(() => carrier.close())
  return carrier
}

const linkSecret = 'a link secret of forty characters or so.'
const lines: string[] = []
const log = testLog('debug', lines)

async function mailServer(options?: SmtpOptions): Promise<TestSmtpServer> {
  const server = await startSmtp(options)
  opened.push(() => server.stop())
  return server
}

async function person(): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@example.org`
  const { rows } = await database.pool.query(
    `insert into auth.users (email, encrypted_password) values ($1, 'x') returning id, email`,
    [email],
  )
  return rows[0]
}

async function link(
  userId: string,
  kind: 'signup' | 'recovery',
  more = { used: false, lifetime: hours(1) },
): Promise<string> {
  const id = randomUUID()
  await database.pool.query(
    `insert into auth.one_time_tokens (id, user_id, kind, token_hash, redirect_to, created_at, expires_at, used_at)
    values ($1, $2, $3, $4, 'https://town.example/dashboard?a=1&b=2', now() - interval '1 day', $5, $6)`,
    [
      id,
      userId,
      kind,
      tokenHash(oneTimeToken(linkSecret, id)),
      new Date(Date.now() + more.lifetime),
      more.used ? new Date() : null,
    ],
  )
  return id
}

async function work(carrier: EmailCarrier, { letter, ...ids }: { letter: string; link?: string; user?: string }) {
  const { pool } = database
  await pool.query('select private.send_letter($1, $2)', [`account/${letter}`, JSON.stringify(ids)])
  const task = sendLetter({
    pool,
    carrier,
    log,
    linkSecret,
    siteUrl: 'https://town.example',
    mailFrom: 'townbell@town.example',
    mailFromSuffix: 'via Townbell',
    supportEmail: 'help@town.example',
    postalAddress: 'Town Hall, 1 <Main> & Oak Street',
  })
  await runOnce({
    pgPool: pool,
    taskList: { 'send-letter': task },
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  })
  while ((await pool.query(underWay)).rowCount) await pause(5)
}

/** The queue records the end of a job a moment after `runOnce` has resolved. */
const underWay = 'select from graphile_worker._private_jobs where locked_at is not null'

const waiting = async () => (await database.pool.query('select attempts, last_error from graphile_worker.jobs')).rows

test('every letter arrives complete: both parts, the link, who we are and why, and headers that mark it as automatic', async () => {
  const server = await mailServer()
  const carrier = smtp(server.url)
  const { id, email } = await person()
  const letters = {
    confirm: [{ letter: 'confirm', link: await link(id, 'signup') }, 'Confirm your email address for Townbell'],
    reset: [{ letter: 'reset', link: await link(id, 'recovery') }, 'Reset your Townbell password'],
    'already-registered': [
      { letter: 'already-registered', link: await link(id, 'recovery') },
      'You already have a Townbell account',
    ],
    'password-changed': [{ letter: 'password-changed', user: id }, 'Your Townbell password was changed'],
  } as const
  for (const [name, [payload, subject]] of Object.entries(letters)) {
    await work(carrier, payload)
    const taken = server.taken.at(-1)
    assert.deepEqual([taken?.from, taken?.to], ['townbell@town.example', [email]])
    const mail = await PostalMime.parse(taken?.raw ?? '')
    assert.equal(mail.subject, subject)
    assert.deepEqual(mail.from, { name: 'Townbell', address: 'townbell@town.example' })
    assert.deepEqual(mail.to, [{ name: '', address: email }])
    assert.match(mail.messageId ?? '', /^<[\w-]{32}@town\.example>$/)
    assert.ok(Date.parse(mail.date ?? '') > 0)
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]))
    assert.equal(headers['auto-submitted'], 'auto-generated')
    assert.deepEqual(Object.keys(headers).sort(), [
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
      'x-auto-response-suppress',
    ])
    assert.match(mail.text ?? '', /You're getting this email because/)
    assert.match(mail.text ?? '', /Town Hall, 1 <Main> & Oak Street/)
    assert.match(mail.html ?? '', /Town Hall, 1 &lt;Main&gt; &amp; Oak Street/)
    assert.match(mail.html ?? '', /<html lang="en">/)
    if (!('link' in payload)) continue
    const type = name === 'confirm' ? 'signup' : 'recovery'
    const url = `https://town.example/auth/v1/verify?token=${oneTimeToken(linkSecret, payload.link)}&type=${type}&redirect_to=https%3A%2F%2Ftown.example%2Fdashboard%3Fa%3D1%26b%3D2`
    assert.ok(mail.text?.includes(url))
    assert.ok(mail.html?.replaceAll('&#x3D;', '=').replaceAll('&amp;', '&').includes(`href="${url}"`))
  }
  assert.equal(server.taken.length, 4)
})

test('a second attempt at the same mail has the same Message-ID', async () => {
  const server = await mailServer()
  const carrier = smtp(server.url)
  const payload = { letter: 'confirm', link: await link((await person()).id, 'signup') }
  await work(carrier, payload)
  await work(carrier, payload)
  const ids = await Promise.all(server.taken.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId))
  assert.equal(ids.length, 2)
  assert.equal(ids[0], ids[1])
})

test('a used or expired link, and the decoy job of an unknown address, are not mailed', async () => {
  const server = await mailServer()
  const carrier = smtp(server.url)
  const { id } = await person()
  const links = [
    await link(id, 'signup', { used: true, lifetime: hours(1) }),
    await link(id, 'signup', { used: false, lifetime: -1 }),
    randomUUID(),
  ]
  for (const id of links) await work(carrier, { letter: 'confirm', link: id })
  await work(carrier, { letter: 'password-changed', user: randomUUID() })
  assert.equal(server.taken.length, 0)
  assert.deepEqual(await waiting(), [])
  await work(carrier, { letter: 'confirm', link: await link(id, 'signup') })
  assert.equal(server.taken.length, 1, 'the way was open')
})

const refusals = [
  { code: 451, text: '4.3.0 try again later', failure: 'temporary' },
  { code: 450, text: '4.2.1 mailbox busy', failure: 'temporary' },
  { code: 550, text: '5.1.1 no such person here', failure: 'permanent' },
  { code: 552, text: '5.2.2 mailbox full', failure: 'permanent' },
  { code: 550, text: '5.7.515 your domain is not authenticated', failure: 'alarm' },
  { code: 554, text: '5.7.1 relay access denied', failure: 'alarm' },
]
for (const { failure, ...refusal } of refusals) {
  test(`a mail server that answers ${refusal.code} ${refusal.text} means ${failure}`, async () => {
    const server = await mailServer({ onRcpt: () => refusal })
    const carrier = smtp(server.url)
    const { id, email } = await person()
    lines.length = 0
    await work(carrier, { letter: 'confirm', link: await link(id, 'signup') })
    assert.deepEqual([...server.attempts], [[email, 1]])
    const left = await waiting()
    if (failure === 'permanent') assert.deepEqual(left, [])
    else assert.equal(left[0].attempts, 1, 'it is tried again')
    const logged = lines.join('')
    assert.equal(logged.includes('the mail server refuses us'), failure === 'alarm')
    assert.equal(logged.includes('cannot be delivered'), failure === 'permanent')
    assert.ok(
      !`${logged}${left[0]?.last_error}`.includes(email.split('@')[0] ?? '?'),
      'the address stays out of log and queue',
    )
  })
}

test('an unreachable server is a temporary failure, a wrong password is an alarm', async () => {
  const gone = await startSmtp()
  await gone.stop()
  const away = smtp(gone.url)
  assert.equal(await failure(away.send(example)), 'temporary')

  const locked = await mailServer({ server: { authOptional: false, allowInsecureAuth: true } })
  const wrong = smtp(locked.url.replace('//', '//me:wrong@'))
  assert.equal(await failure(wrong.send(example)), 'alarm')
})

async function failure(sending: Promise<unknown>) {
  return sending.then(() => 'sent', failureOf)
}

const example: Mail = {
  from: { name: 'Townbell', address: 'townbell@town.example' },
  to: 'ann@example.org',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  messageId: '<1@town.example>',
  date: new Date(),
  headers: {},
}

test('a mail with a line break in a header, or with two recipients, is not sent', async () => {
  const server = await mailServer()
  const carrier = smtp(server.url)
  const bad: Partial<Mail>[] = [
    { subject: 'Hello\r\nBcc: victim@example.org' },
    { subject: 'Hello\nBcc: victim@example.org' },
    { subject: 'Hello\0' },
    { subject: 'Hello\u2028Bcc: victim@example.org' },
    { to: 'ann@example.org\r\nRCPT TO:<victim@example.org>' },
    { to: 'ann@example.org, victim@example.org' },
    { to: 'ann@example.org;victim@example.org' },
    { to: 'Ann <ann@example.org>' },
    { to: '' },
    { from: { name: 'Town\r\nBcc: victim@example.org', address: 'a@town.example' } },
    { from: { name: 'Town', address: 'a@town.example>\r\nRCPT TO:<victim@example.org' } },
    { headers: { 'X-Name': 'a\r\nBcc: victim@example.org' } },
    { headers: { 'X-Name: a\r\nBcc': 'victim@example.org' } },
    { messageId: '<1@town.example>\r\nBcc: victim@example.org' },
    { envelopeFrom: 'a@town.example>\r\nRCPT TO:<victim@example.org' },
  ]
  for (const change of bad) {
    assert.throws(() => checkMail({ ...example, ...change }), { code: 'message_not_sent' })
    assert.equal(await failure(carrier.send({ ...example, ...change })), 'permanent', JSON.stringify(change))
  }
  assert.equal(server.taken.length, 0)
  const smuggled =
    'one\r\n.\r\nMAIL FROM:<x@evil.example>\r\nRCPT TO:<victim@example.org>\r\nDATA\r\ntwo\n.\nthree\r.\r'
  assert.deepEqual(await carrier.send({ ...example, text: smuggled, html: smuggled }), { providerId: 'T1' })
  assert.equal(server.taken.length, 1)
  assert.deepEqual(server.taken[0]?.to, ['ann@example.org'])
})
