// Mailings over real SMTP: what arrives is parsed as a mail program would, and the server misbehaves as servers do.
import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import PostalMime from 'postal-mime'
import { hours, minutes, seconds } from '#domain/durations.ts'
import type { Outgoing } from '#messages/email/lane.ts'
import { createSmtpLanes } from '#messages/email/smtp-lanes.ts'
import { optOutSignature } from '#messages/links.ts'
import { deliveryOf } from '#messages/verp.ts'
import { type TestDatabase, testDatabase } from '#tests/world/database.ts'
import { addEvent, fixedClock, makeCalendar } from '#tests/world/mailing-town.ts'
import { deliveriesOf, linkSecret, openSendingWorld, type SendingWorld } from '#tests/world/sending.ts'
import { type SmtpOptions, type SmtpWorld, startSmtp } from '#tests/world/smtp.ts'

let database: TestDatabase
const due = '2025-07-04T13:00:00Z'
const clock = fixedClock(due)
const open: { close(): Promise<void> }[] = []

before(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await database.pool.query(
    'truncate auth.users, public.suppressions cascade; delete from graphile_worker._private_jobs',
  )
  clock.set(due)
})
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})
after(() => database.close())

async function worldWith(url: string, timeouts = { connect: 1000, command: 1000, block: 1000, end: 1500 }) {
  const lanes = createSmtpLanes({ url, name: 'town.example', connections: 2, timeouts })
  const world = await openSendingWorld(database.pool, clock, { lanes })
  open.push({ close: () => world.close() })
  return world
}

async function smtp(options?: SmtpOptions): Promise<SmtpWorld> {
  const server = await startSmtp(options)
  open.push({ close: () => server.stop() })
  return server
}

const addresses = (count: number) =>
  Array.from({ length: count }, (_, i) => `p${String(i).padStart(3, '0')}@example.org`)

async function calendarOf(count: number, title = 'Porch concert') {
  const calendar = await makeCalendar(database.pool, { emails: addresses(count) })
  await addEvent(database.pool, calendar, { title, day: '2025-07-04', description: 'Bring a chair.\n.\n.hidden dot' })
  return calendar
}

/** The clock moves on as a worker's day would, a quarter of an hour at a time. */
async function letTimePass(world: SendingWorld, until: number) {
  const start = clock.now().getTime()
  for (let passed = minutes(1); passed <= until; passed += minutes(15)) {
    world.sending.restUntil.email = 0
    clock.set(new Date(start + passed))
    await world.minute()
  }
}

test('each recipient gets one mail, with the headers that mail programs and the law ask for', async () => {
  const server = await smtp()
  const calendar = await calendarOf(120, 'Café “Zum Löwen” — {{7*7}} <b>')
  const world = await worldWith(server.url)
  await world.minute()
  assert.deepEqual(server.taken.map(({ to }) => to.join()).sort(), addresses(120))
  assert.equal(new Set(server.taken.map(({ messageId }) => messageId)).size, 120)
  for (const { raw, to, from } of server.taken.slice(0, 20)) {
    const mail = await PostalMime.parse(raw)
    const header = (name: string) => mail.headers.filter(({ key }) => key === name).map(({ value }) => value)
    const [address = ''] = to
    assert.deepEqual(mail.from, { address: 'bell@town.example', name: 'Barton Hills' })
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
    assert.equal(url.searchParams.get('t'), optOutSignature({ linkSecret, calendarId: calendar.id, email: address }))
    assert.match(byMail, /^<mailto:bounces\+[0-9a-f]{32}-[0-9a-f]{16}@town\.example\?subject=unsubscribe>$/)
    for (const part of [mail.html ?? '', mail.text ?? '']) {
      assert.match(part, /Townbell, 1 Town Square/)
      assert.match(part, /an admin of Barton Hills put your address on its list/)
      assert.match(part, /https:\/\/town\.example\/opt-out\?email=p\d{3}%40example\.org/)
      assert.match(part, /\.hidden dot/)
      assert.ok(part.includes(address.split('@')[0] ?? '-'))
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

test('without a bounce address, which nobody would read, mail comes back to the sender and offers no mail to write', async () => {
  const server = await smtp()
  const calendar = await calendarOf(1)
  const lanes = createSmtpLanes({ url: server.url, name: 'town.example', connections: 1 })
  const world = await openSendingWorld(database.pool, clock, { lanes, sender: { bounceAddress: undefined } })
  open.push({ close: () => world.close() })
  await world.minute()
  const [taken] = server.taken
  assert.equal(taken?.from, 'bell@town.example')
  const { headers } = await PostalMime.parse(taken?.raw ?? '')
  const listed = headers.filter(({ key }) => key === 'list-unsubscribe').map(({ value }) => value)
  assert.equal(listed.length, 1)
  assert.match(listed[0] ?? '', new RegExp(`^<https://town\\.example/opt-out/one-click\\?c=${calendar.id}&[^ ,]*>$`))
})

test('STARTTLS and sign-in are used; a wrong password is an alarm and loses nothing', async () => {
  const server = await smtp({ server: { disabledCommands: [], authOptional: false } })
  const calendar = await calendarOf(5)
  const wrong = await worldWith(`smtp://bell:wrong@127.0.0.1:${server.port}?tls.rejectUnauthorized=false`)
  await wrong.minute()
  assert.ok(wrong.lines.some((line) => line.includes('the mail server refuses us')))
  assert.deepEqual(
    new Set((await deliveriesOf(database.pool, calendar.id)).map(({ state }) => state)),
    new Set(['planned']),
  )
  await wrong.close()

  const right = await worldWith(`smtp://bell:right@127.0.0.1:${server.port}?tls.rejectUnauthorized=false`)
  clock.set((clock.now().getTime() + minutes(2)) as never)
  await right.minute()
  assert.equal(server.taken.length, 5)
  assert.ok(server.taken.every(({ secure, user }) => secure && user === 'bell'))
})

test('a certificate that does not verify, or no TLS where it is required, sends nothing', async () => {
  const selfSigned = await smtp({ server: { disabledCommands: [] } })
  const stripped = await smtp()
  await calendarOf(3)
  for (const url of [selfSigned.url, `${stripped.url}?requireTLS=true`]) {
    const world = await worldWith(url)
    await world.minute()
    assert.ok(
      world.lines.some((line) => /TLS/.test(line) && line.includes('refuses us')),
      url,
    )
    await world.close()
  }
  assert.equal(selfSigned.taken.length + stripped.taken.length, 0)
})

test('4xx is tried again after 1, 5, 15 and 60 minutes and arrives once', async () => {
  const answers = [421, 450, 451, 452]
  const server = await smtp({
    onRcpt: (address, attempt) =>
      attempt <= Number(address[3]) % 4 ? { code: answers[attempt] ?? 450, text: '4.2.0 later' } : undefined,
  })
  const calendar = await calendarOf(40)
  const world = await worldWith(server.url)
  await world.minute()
  assert.ok(server.taken.length > 0 && server.taken.length < 40)
  const waits = await database.pool.query(
    `select distinct attempts, round(extract(epoch from next_attempt_at - $2::timestamptz) / 60)::int as minutes
     from public.deliveries where calendar_id = $1 and state = 'planned'`,
    [calendar.id, clock.now()],
  )
  assert.deepEqual(waits.rows, [{ attempts: 1, minutes: 1 }])
  await letTimePass(world, hours(3))
  assert.deepEqual(server.taken.map(({ to }) => to.join()).sort(), addresses(40))
  assert.deepEqual(
    new Set((await deliveriesOf(database.pool, calendar.id)).map(({ state }) => state)),
    new Set(['sent']),
  )
})

test('5xx is never tried again; an address that does not exist is suppressed; a policy refusal is an alarm', async () => {
  const refusals: Record<string, string> = {
    0: '550 5.1.1 no such user',
    1: '552 5.2.2 full',
    2: '554 no',
    3: '550 5.7.515 not authenticated',
  }
  const server = await smtp({
    onRcpt: (address) => {
      const refusal = refusals[address[3] ?? '']
      return refusal ? { code: Number(refusal.slice(0, 3)), text: refusal.slice(4) } : undefined
    },
  })
  const calendar = await calendarOf(10)
  const world = await worldWith(server.url)
  await world.minute()
  await letTimePass(world, hours(2))
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
  assert.ok(world.lines.some((line) => line.includes('refuses us; its addresses wait')))
  assert.ok(!world.lines.join().includes('example.org'), 'no address stands in the log')
})

test('refused after the end is as certain as refused before it', async () => {
  const server = await smtp({
    onEnd: (address, attempt) => (attempt === 1 && address < 'p005' ? { code: 451, text: '4.3.0 later' } : undefined),
  })
  const calendar = await calendarOf(10)
  const world = await worldWith(server.url)
  await world.minute()
  assert.deepEqual(
    new Set((await deliveriesOf(database.pool, calendar.id)).slice(0, 5).map(({ copies }) => copies)),
    new Set([0]),
  )
  await letTimePass(world, minutes(20))
  assert.equal(server.taken.length, 10)
})

/** Answers as a server up to the named step, then as told. */
async function brokenServer(
  step: 'greeting' | 'rcpt' | 'data' | 'end',
  how: 'silence' | 'reset' | 'trickle',
  times: number,
) {
  const sockets = new Set<Socket>()
  let broken = 0
  const ended: string[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    let inData = false
    let text = ''
    let rcpt = ''
    const breaks = (now: string) => {
      if (now !== step || broken >= times) return false
      broken++
      if (how === 'reset') socket.resetAndDestroy()
      // An answer that never ends, a byte at a time: the connection is alive, and of no use.
      if (how === 'trickle') {
        const timer = setInterval(() => socket.write('2'), 50)
        socket.on('close', () => clearInterval(timer))
      }
      socket.removeAllListeners('data')
      return true
    }
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n')) {
        const line = text.slice(0, at)
        text = text.slice(at + 2)
        if (inData) {
          if (step === 'data' && breaks('data')) return
          if (line !== '.') continue
          inData = false
          ended.push(rcpt)
          if (breaks('end')) return
          socket.write('250 ok\r\n')
        } else if (line.startsWith('EHLO')) socket.write('250-here\r\n250 PIPELINING\r\n')
        else if (line.startsWith('RCPT')) {
          rcpt = line
          if (breaks('rcpt')) return
          socket.write('250 ok\r\n')
        } else if (line === 'DATA') {
          inData = true
          socket.write('354 go\r\n')
        } else socket.write('250 ok\r\n')
      }
    })
    if (!breaks('greeting')) socket.write('220 here\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  })
  return { url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}`, ended }
}

for (const how of ['silence', 'reset'] as const) {
  for (const step of ['greeting', 'rcpt', 'data'] as const) {
    test(`${how} at the ${step} loses nothing and doubles nothing`, async () => {
      const server = await brokenServer(step, how, 2)
      const calendar = await calendarOf(12)
      const world = await worldWith(server.url)
      await world.minute()
      await letTimePass(world, minutes(40))
      assert.equal(new Set(server.ended).size, 12)
      assert.equal(server.ended.length, 12)
      assert.deepEqual(
        new Set((await deliveriesOf(database.pool, calendar.id)).map(({ state }) => state)),
        new Set(['sent']),
      )
    })
  }

  test(`${how} after the end may double, never more than twice, and loses nothing`, async () => {
    const server = await brokenServer('end', how, 3)
    const calendar = await calendarOf(12)
    const world = await worldWith(server.url)
    await world.minute()
    await letTimePass(world, minutes(60))
    const copies = new Map<string, number>()
    for (const rcpt of server.ended) copies.set(rcpt, (copies.get(rcpt) ?? 0) + 1)
    assert.equal(copies.size, 12)
    assert.ok(Math.max(...copies.values()) <= 2)
    assert.equal(server.ended.length, 12 + 3)
    const states = await deliveriesOf(database.pool, calendar.id)
    assert.deepEqual(new Set(states.map(({ state }) => state)), new Set(['sent']))
  })
}

test('a server that answers a byte at a time holds nobody for longer than a step may take', async () => {
  for (const [step, copies] of [
    ['rcpt', 1],
    ['end', 2],
  ] as const) {
    await database.pool.query('truncate auth.users cascade')
    clock.set(due)
    const server = await brokenServer(step, 'trickle', 1)
    const calendar = await calendarOf(6)
    const world = await worldWith(server.url)
    await world.minute()
    assert.ok(server.ended.length >= 5, 'the others are not kept waiting')
    await letTimePass(world, minutes(20))
    assert.equal(new Set(server.ended).size, 6)
    assert.equal(server.ended.length, 5 + copies)
    const states = new Set((await deliveriesOf(database.pool, calendar.id)).map(({ state }) => state))
    assert.deepEqual(states, new Set(['sent']))
  }
})

/** Takes everything, says what it offers, and counts what came together with the end of a mail. */
async function countingServer(offers: string, onEnd: (address: string) => unknown = () => {}) {
  const seen = { begun: [] as string[], ended: [] as string[], together: 0, early: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let inData = false
    let text = ''
    let rcpt = ''
    let answered = Promise.resolve()
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (text.includes('\r\n.\r\nMAIL') || text.startsWith('.\r\nMAIL')) seen.together++
      if (!inData && text.split('\r\n').length > 2) seen.early++
      answered = answered.then(answer)
    })
    async function answer() {
      for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n')) {
        const line = text.slice(0, at)
        text = text.slice(at + 2)
        if (inData && line !== '.') continue
        if (line.startsWith('RCPT')) rcpt = /<(.*)>/.exec(line)?.[1] ?? ''
        if (line === 'DATA') seen.begun.push(rcpt)
        if (inData) {
          seen.ended.push(rcpt)
          await onEnd(rcpt)
        }
        inData = line === 'DATA'
        socket.write(inData ? '354 go\r\n' : line.startsWith('EHLO') ? `250-here\r\n250 ${offers}\r\n` : '250 ok\r\n')
      }
    }
    socket.write('220 here\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  })
  return { url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}`, seen }
}

test('the next envelope comes with the end of a mail, where the server offers it and a mail follows', async () => {
  for (const [offers, together] of [
    ['PIPELINING', 5],
    ['8BITMIME', 0],
  ] as const) {
    await database.pool.query('truncate auth.users cascade')
    const { url, seen } = await countingServer(offers)
    await calendarOf(6)
    const world = await worldWith(url)
    await world.minute()
    assert.deepEqual(seen.ended.toSorted(), addresses(6))
    assert.deepEqual(seen.begun, seen.ended)
    assert.equal(seen.together, together)
    if (together === 0) assert.equal(seen.early, 0, 'each command waits for the answer to the one before')
  }
})

test('the next mail is written while the server takes this one; one that cannot be written fails in its own turn', async () => {
  const server = await smtp()
  const lanes = createSmtpLanes({ url: server.url, name: 'town.example', connections: 1 })
  open.push({ close: () => lanes.close() })
  const lane = await lanes.open()
  const happened: string[] = []
  const mail = (to: string, written?: string) => {
    const raw = async () => {
      happened.push(`${to} is written`)
      if (written === undefined) throw new Error('It cannot be written.')
      return Buffer.from(written)
    }
    return { to, returnPath: 'bell@town.example', raw } as Outgoing
  }
  const first = mail('ann@example.org', 'Subject: one\r\n\r\n')
  const second = mail('bob@example.org')
  const mayGo = async () => {
    happened.push('it may go')
    return true
  }
  const outcome = await lane.send(first, mayGo, second)
  assert.equal(outcome.kind, 'sent')
  assert.deepEqual(happened, ['ann@example.org is written', 'it may go', 'bob@example.org is written'])
  await assert.rejects(lane.send(second, mayGo), /cannot be written/)
  lane.release()
  assert.equal(server.taken.length, 1)
})

test('a mail that was begun with the end of another is given up when sending stops, and arrives once when it goes on', async () => {
  const { url, seen } = await countingServer('PIPELINING', () => {
    if (seen.ended.length === 2) world.sending.restUntil.email = Number.POSITIVE_INFINITY
  })
  const calendar = await calendarOf(6)
  const world = await worldWith(url)
  await world.minute()
  assert.equal(seen.begun.length, 3)
  assert.equal(seen.ended.length, 2)
  const rows = await deliveriesOf(database.pool, calendar.id)
  assert.deepEqual(rows.map(({ state, copies }) => `${state} ${copies}`).sort(), [
    'planned 0',
    'planned 0',
    'planned 0',
    'planned 0',
    'sent 1',
    'sent 1',
  ])
  await letTimePass(world, minutes(5))
  assert.deepEqual(seen.ended.toSorted(), addresses(6))
})

test('who opts out when their mail has been begun gets none, and the others theirs', async () => {
  let out = ''
  const { url, seen } = await countingServer('PIPELINING', async () => {
    if (seen.ended.length > 1) return
    out = addresses(3).find((address) => address !== seen.ended[0]) ?? ''
    await database.pool.query('insert into public.opt_outs (calendar_id, email, source) values ($1, $2, $3)', [
      calendar.id,
      out,
      'form',
    ])
  })
  const calendar = await calendarOf(3)
  const world = await worldWith(url)
  await world.minute()
  await letTimePass(world, minutes(5))
  assert.deepEqual(
    seen.ended.toSorted(),
    addresses(3).filter((address) => address !== out),
  )
  const rows = await deliveriesOf(database.pool, calendar.id)
  assert.deepEqual(rows.map(({ state }) => state).sort(), ['opted_out', 'sent', 'sent'])
})

test('mails leave no faster than the carrier may be used', async () => {
  const server = await smtp()
  await calendarOf(12)
  const lanes = createSmtpLanes({ url: server.url, name: 'town.example', connections: 2 })
  const world = await openSendingWorld(database.pool, clock, { lanes, rates: { email: 40 } })
  open.push({ close: () => world.close() })
  const began = Date.now()
  await world.minute()
  assert.equal(server.taken.length, 12)
  // Eleven turns of 25 ms come before the last, less what a timer may be early. From the beginning, not from the first mail:
  // on a busy machine that one is late, and the others catch up with their turns.
  const last = Math.max(...server.taken.map(({ at }) => at))
  assert.ok(last - began >= 11 * 25 - 5, `${last - began} ms`)
})

test('a message whose end stays unanswered twice waits for a human and is not sent a third time', async () => {
  const server = await brokenServer('end', 'reset', 100)
  const calendar = await calendarOf(1)
  const world = await worldWith(server.url)
  await world.minute()
  await letTimePass(world, hours(3))
  assert.equal(server.ended.length, 2)
  assert.deepEqual(
    (await deliveriesOf(database.pool, calendar.id)).map(({ state, copies }) => [state, copies]),
    [['uncertain', 2]],
  )
})

test('a server that is down is asked again, and the try does not count', async () => {
  const server = await smtp()
  await server.stop()
  const calendar = await calendarOf(3)
  const world = await worldWith(server.url)
  await world.minute()
  const rows = await deliveriesOf(database.pool, calendar.id)
  assert.deepEqual(new Set(rows.map(({ state, attempts }) => `${state} ${attempts}`)), new Set(['planned 0']))
  assert.ok(
    world.sending.restUntil.email > performance.now() &&
      world.sending.restUntil.email < performance.now() + seconds(61),
  )
})
