// Mailings over real SMTP, read back by an independent parser; refusals are retried or not, depending on their code.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { hours, minutes, seconds } from '#domain/durations.ts'
import { createSmtpConnections } from '#messages/email/smtp-connections.ts'
import { optOutToken } from '#messages/mail-links.ts'
import { deliveryOf } from '#messages/verp.ts'
import { deliveriesOf, linkSecret, openSendingFixture } from '#testing/sending-fixture.ts'
import { startSmtp } from '#testing/smtp.ts'
import {
  addresses,
  calendarOf,
  clock,
  database,
  letTimePass,
  opened,
  openForTests,
  openSmtpFixture,
} from './smtp-fixture.ts'

openForTests()

test('each recipient gets one mail, with the headers that mail programs and the law require', async () => {
  const server = await opened(startSmtp())
  const calendar = await calendarOf(120, 'Café “Zum Löwen” — {{7*7}} <b>')
  const fixture = await openSmtpFixture(server.url)
  await fixture.minute()
  assert.deepEqual(server.taken.map(({ to }) => to.join()).sort(), addresses(120))
  assert.equal(new Set(server.taken.map(({ messageId }) => messageId)).size, 120)
  for (const { raw, to, from } of server.taken.slice(0, 20)) {
    const mail = await PostalMime.parse(raw)
    const header = (name: string) => mail.headers.filter(({ key }) => key === name).map(({ value }) => value)
    const [address = ''] = to
    assert.deepEqual(mail.from, { address: 'bell@town.example', name: 'Barton Hills via Townbell' })
    assert.deepEqual(
      mail.to?.map((one) => one.address),
      [address],
    )
    assert.equal(mail.subject, 'Today: Café “Zum Löwen” — {{7*7}} <b> (Barton Hills)')
    assert.equal(header('date').length, 1)
    assert.equal(new Date(mail.date ?? '').getTime(), clock.now().getTime())
    assert.match(header('message-id').join(), /^<[\w-]{32}@town\.example>$/)
    assert.deepEqual(header('list-unsubscribe-post'), ['List-Unsubscribe=One-Click'])
    assert.deepEqual(header('list-id'), [`<${calendar.id}.town.example>`])
    assert.deepEqual(header('auto-submitted'), ['auto-generated'])
    const [oneClick = '', byMail = ''] = header('list-unsubscribe').join().split(', ')
    const url = new URL(oneClick.slice(1, -1))
    assert.equal(url.origin + url.pathname, 'https://town.example/opt-out/one-click')
    assert.equal(url.searchParams.get('t'), optOutToken({ linkSecret, calendarId: calendar.id, email: address }))
    assert.match(byMail, /^<mailto:bounces\+[0-9a-f]{32}-[0-9a-f]{16}@town\.example\?subject=unsubscribe>$/)
    for (const part of [mail.html ?? '', mail.text ?? '']) {
      assert.match(part, /Townbell, 1 Town Square/)
      assert.match(part, /an admin of Barton Hills added your address to its list/)
      assert.match(part, /https:\/\/town\.example\/opt-out\?t=[\w-]{80}/)
      assert.match(part, /\.hidden dot/)
      assert.ok(!part.includes(address), 'no link holds the address')
    }
    assert.ok(mail.html?.includes('{{7*7}} &lt;b&gt;') && mail.text?.includes('{{7*7}} <b>'))
    assert.ok(raw.length < 100_000)
    assert.ok(raw.split('\r\n').every((line) => line.length <= 998))
    const { rows } = await database.pool.query(
      'select message_id from public.deliveries where id = $1 and address = $2',
      [deliveryOf(from, linkSecret), address],
    )
    assert.deepEqual(
      rows.map(({ message_id }) => message_id),
      header('message-id'),
    )
  }
})

test('without a bounce address, mail bounces to the sender and offers no unsubscribing by mail', async () => {
  const server = await opened(startSmtp())
  await calendarOf(1)
  const connections = createSmtpConnections({ url: server.url, name: 'town.example', connections: 1 })
  const fixture = await opened(
    openSendingFixture(database.pool, clock, { connections, sender: { bounceAddress: undefined } }),
  )
  await fixture.minute()
  const [taken] = server.taken
  assert.equal(taken?.from, 'bell@town.example')
  const { headers } = await PostalMime.parse(taken?.raw ?? '')
  const listed = headers.filter(({ key }) => key === 'list-unsubscribe').map(({ value }) => value)
  assert.equal(listed.length, 1)
  assert.match(listed[0] ?? '', /^<https:\/\/town\.example\/opt-out\/one-click\?t=[\w-]{80,}>$/)
})

test('STARTTLS and sign-in are used; a wrong password is an alarm and loses nothing', async () => {
  const server = await opened(startSmtp({ server: { disabledCommands: [], authOptional: false } }))
  const calendar = await calendarOf(5)
  const wrong = await openSmtpFixture(`smtp://bell:wrong@127.0.0.1:${server.port}?tls.rejectUnauthorized=false`)
  await wrong.minute()
  assert.ok(wrong.lines.some((line) => line.includes('the mail server refuses us')))
  assert.deepEqual(
    new Set((await deliveriesOf(database.pool, calendar.id)).map(({ state }) => state)),
    new Set(['planned']),
  )
  await wrong.close()

  const right = await openSmtpFixture(`smtp://bell:right@127.0.0.1:${server.port}?tls.rejectUnauthorized=false`)
  clock.set((clock.now().getTime() + minutes(2)) as never)
  await right.minute()
  assert.equal(server.taken.length, 5)
  assert.ok(server.taken.every(({ secure, user }) => secure && user === 'bell'))
})

test('a certificate that does not verify, or no TLS where it is required, sends nothing', async () => {
  const selfSigned = await opened(startSmtp({ server: { disabledCommands: [] } }))
  const stripped = await opened(startSmtp())
  await calendarOf(3)
  for (const url of [selfSigned.url, `${stripped.url}?requireTLS=true`]) {
    const fixture = await openSmtpFixture(url)
    await fixture.minute()
    assert.ok(
      fixture.lines.some((line) => /TLS/.test(line) && line.includes('refuses us')),
      url,
    )
    await fixture.close()
  }
  assert.equal(selfSigned.taken.length + stripped.taken.length, 0)
})

test('4xx is tried again after 1, 6, 11, 26 and 86 minutes and arrives once', async () => {
  const answers = [421, 450, 451, 452]
  const server = await opened(
    startSmtp({
      onRcpt: (address, attempt) =>
        attempt <= Number(address[3]) % 4 ? { code: answers[attempt] ?? 450, text: '4.2.0 later' } : undefined,
    }),
  )
  const calendar = await calendarOf(40)
  const fixture = await openSmtpFixture(server.url)
  await fixture.minute()
  assert.ok(server.taken.length > 0 && server.taken.length < 40)
  const waits = await database.pool.query(
    `select distinct attempts, round(extract(epoch from next_attempt_at - $2::timestamptz) / 60)::int as minutes
     from public.deliveries where calendar_id = $1 and state = 'planned'`,
    [calendar.id, clock.now()],
  )
  assert.deepEqual(waits.rows, [{ attempts: 1, minutes: 1 }])
  await letTimePass(fixture, hours(3))
  assert.deepEqual(server.taken.map(({ to }) => to.join()).sort(), addresses(40))
  assert.deepEqual(
    new Set((await deliveriesOf(database.pool, calendar.id)).map(({ state }) => state)),
    new Set(['sent']),
  )
})

test('5xx is never tried again; an address that does not exist is suppressed', async () => {
  const refusals: Record<string, string> = {
    0: '550 5.1.1 no such user',
    1: '552 5.2.2 full',
    2: '554 no',
    3: '550 5.7.515 not authenticated',
  }
  const server = await opened(
    startSmtp({
      onRcpt: (address) => {
        const refusal = refusals[address[3] ?? '']
        return refusal ? { code: Number(refusal.slice(0, 3)), text: refusal.slice(4) } : undefined
      },
    }),
  )
  const calendar = await calendarOf(10)
  const fixture = await openSmtpFixture(server.url)
  await fixture.minute()
  await letTimePass(fixture, hours(2))
  const rows = await deliveriesOf(database.pool, calendar.id)
  assert.deepEqual(
    rows.slice(0, 4).map(({ state, last_error }) => [state, last_error]),
    [
      ['bounced', '550 5.1.1'],
      ['failed', '552 5.2.2'],
      ['failed', '554'],
      ['failed', '550 5.7.515'],
    ],
  )
  assert.deepEqual(new Set(rows.slice(4).map(({ state }) => state)), new Set(['sent']))
  for (let i = 0; i < 10; i++) assert.equal(server.attempts.get(`p00${i}@example.org`), 1)
  const { rows: suppressed } = await database.pool.query('select address, reason from public.suppressions')
  assert.deepEqual(suppressed, [{ address: 'p000@example.org', reason: 'bounce' }])
  assert.ok(!fixture.lines.some((line) => line.includes('refuses us; its addresses wait')))
  assert.ok(!fixture.lines.join().includes('example.org'), 'no address stands in the log')
})

test('a few mailboxes that refuse us hold nobody else back; a provider that refuses three in a row is left alone for an hour', async () => {
  let refused = (address: string) => /^p0.5@/.test(address)
  const server = await opened(
    startSmtp({
      onRcpt: (address) =>
        refused(address) ? { code: 550, text: '5.7.1 not authorized for this mailbox' } : undefined,
    }),
  )
  const statesOf = async (id: string) =>
    Object.fromEntries(
      Object.entries(Object.groupBy(await deliveriesOf(database.pool, id), ({ state }) => state)).map(
        ([state, rows]) => [state, rows?.length],
      ),
    )
  const calendar = await calendarOf(60)
  const connections = createSmtpConnections({ url: server.url, name: 'town.example', connections: 1 })
  const fixture = await opened(openSendingFixture(database.pool, clock, { connections }))
  await fixture.minute()
  assert.deepEqual(await statesOf(calendar.id), { sent: 54, failed: 6 })
  assert.ok(!fixture.lines.some((line) => line.includes('its addresses wait')))

  refused = () => true
  const other = await calendarOf(30, 'Parade')
  await fixture.minute()
  assert.deepEqual(await statesOf(other.id), { failed: 3, planned: 27 })
  assert.ok(fixture.lines.some((line) => line.includes('refuses us; its addresses wait')))
  clock.set((clock.now().getTime() + minutes(59)) as never)
  await fixture.minute()
  assert.deepEqual(await statesOf(other.id), { failed: 3, planned: 27 })
  // The next refusal is enough, until one mail is accepted.
  clock.set((clock.now().getTime() + minutes(2)) as never)
  await fixture.minute()
  assert.deepEqual(await statesOf(other.id), { failed: 4, planned: 26 })
  refused = (address) => address === 'p010@example.org'
  clock.set((clock.now().getTime() + minutes(61)) as never)
  await fixture.minute()
  const { planned, sent = 0 } = await statesOf(other.id)
  assert.deepEqual([planned, sent >= 25], [undefined, true])
  assert.ok(!fixture.lines.join().includes('example.org'), 'no address stands in the log')
})

test('a refusal after the end is as final as one before it', async () => {
  const server = await opened(
    startSmtp({
      onEnd: (address, attempt) => (attempt === 1 && address < 'p005' ? { code: 451, text: '4.3.0 later' } : undefined),
    }),
  )
  const calendar = await calendarOf(10)
  const fixture = await openSmtpFixture(server.url)
  await fixture.minute()
  assert.deepEqual(
    new Set((await deliveriesOf(database.pool, calendar.id)).slice(0, 5).map(({ copies }) => copies)),
    new Set([0]),
  )
  await letTimePass(fixture, minutes(20))
  assert.equal(server.taken.length, 10)
})

test('mails leave no faster than the configured rate', async () => {
  const server = await opened(startSmtp())
  await calendarOf(12)
  const connections = createSmtpConnections({ url: server.url, name: 'town.example', connections: 2 })
  const fixture = await opened(openSendingFixture(database.pool, clock, { connections, rates: { email: 40 } }))
  const began = Date.now()
  await fixture.minute()
  assert.equal(server.taken.length, 12)
  // Eleven turns of 25 ms come before the last, less what a timer may be early. From the beginning, not from the first mail:
  // on a busy machine that one is late, and the others catch up with their turns.
  const last = Math.max(...server.taken.map(({ at }) => at))
  assert.ok(last - began >= 11 * 25 - 5, `${last - began} ms`)
})

test('a server that is down is tried again, and the attempt does not count', async () => {
  const server = await opened(startSmtp())
  await server.stop()
  const calendar = await calendarOf(3)
  const fixture = await openSmtpFixture(server.url)
  const began = performance.now()
  await fixture.minute()
  const rows = await deliveriesOf(database.pool, calendar.id)
  assert.deepEqual(new Set(rows.map(({ state, attempts }) => `${state} ${attempts}`)), new Set(['planned 0']))
  assert.ok(
    fixture.sending.restUntil.email > began && fixture.sending.restUntil.email < performance.now() + seconds(61),
  )
})
