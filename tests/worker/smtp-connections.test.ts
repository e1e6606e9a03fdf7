// Mailings over connections that break, and several mails on one connection: nothing is lost, and a mail is sent twice only if there
// was no answer to its end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hours, minutes } from '#domain/durations.ts'
import type { Outgoing } from '#messages/email/connection.ts'
import { createSmtpConnections } from '#messages/email/smtp-connections.ts'
import { smtpTimeouts } from '#messages/email/smtp-session.ts'
import { startBareSmtp } from '#testing/bare-smtp.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { deliveriesOf } from '#testing/sending-fixture.ts'
import { startSmtp } from '#testing/smtp.ts'
import {
  addresses,
  calendarOf,
  clock,
  database,
  due,
  letTimePass,
  opened,
  openForTests,
  openSmtpFixture,
} from './smtp-fixture.ts'

openForTests()

for (const how of ['silence', 'reset'] as const) {
  for (const step of ['greeting', 'rcpt', 'data'] as const) {
    test(`${how} at the ${step} loses nothing and doubles nothing`, async () => {
      const server = await opened(startBareSmtp({ breaks: { step, how, times: 2 } }))
      const calendar = await calendarOf(12)
      const fixture = await openSmtpFixture(server.url)
      await fixture.minute()
      await letTimePass(fixture, minutes(40))
      assert.equal(new Set(server.ended).size, 12)
      assert.equal(server.ended.length, 12)
      assert.deepEqual(
        new Set((await deliveriesOf(database.pool, calendar.id)).map(({ state }) => state)),
        new Set(['sent']),
      )
    })
  }

  test(`${how} after the end may double, never more than twice, and loses nothing`, async () => {
    const server = await opened(startBareSmtp({ breaks: { step: 'end', how, times: 3 } }))
    const calendar = await calendarOf(12)
    const fixture = await openSmtpFixture(server.url)
    await fixture.minute()
    await letTimePass(fixture, minutes(60))
    const copies = new Map<string, number>()
    for (const rcpt of server.ended) copies.set(rcpt, (copies.get(rcpt) ?? 0) + 1)
    assert.equal(copies.size, 12)
    assert.ok(Math.max(...copies.values()) <= 2)
    assert.equal(server.ended.length, 12 + 3)
    const states = await deliveriesOf(database.pool, calendar.id)
    assert.deepEqual(new Set(states.map(({ state }) => state)), new Set(['sent']))
  })
}

/** A busy machine must not look like a server that trickles. */
const longerTimeouts = { connect: 3000, command: 3000, block: 3000, end: 4500 }

test("a server that answers a byte at a time blocks nobody longer than a step's timeout", async () => {
  for (const [step, copies] of [
    ['rcpt', 1],
    ['end', 2],
  ] as const) {
    await emptyTables(database.pool)
    clock.set(due)
    const server = await opened(startBareSmtp({ breaks: { step, how: 'trickle', times: 1 } }))
    const calendar = await calendarOf(6)
    const fixture = await openSmtpFixture(server.url, longerTimeouts)
    await fixture.minute()
    assert.ok(server.ended.length >= 5, 'the others are not kept waiting')
    await letTimePass(fixture, minutes(20))
    assert.equal(new Set(server.ended).size, 6)
    assert.equal(server.ended.length, 5 + copies)
    const states = new Set((await deliveriesOf(database.pool, calendar.id)).map(({ state }) => state))
    assert.deepEqual(states, new Set(['sent']))
  }
})

test('a message without an answer to its end twice is left to an operator and not sent a third time', async () => {
  const server = await opened(startBareSmtp({ breaks: { step: 'end', how: 'reset', times: 100 } }))
  const calendar = await calendarOf(1)
  const fixture = await openSmtpFixture(server.url)
  await fixture.minute()
  await letTimePass(fixture, hours(3))
  assert.equal(server.ended.length, 2)
  assert.deepEqual(
    (await deliveriesOf(database.pool, calendar.id)).map(({ state, copies }) => [state, copies]),
    [['uncertain', 2]],
  )
})

test('the next envelope comes with the end of a mail, if the server offers pipelining and a mail follows', async () => {
  for (const [offers, together] of [
    ['PIPELINING', 5],
    ['8BITMIME', 0],
  ] as const) {
    await emptyTables(database.pool)
    const server = await opened(startBareSmtp({ offers }))
    await calendarOf(6)
    const fixture = await openSmtpFixture(server.url, smtpTimeouts)
    await fixture.minute()
    assert.deepEqual(server.ended.toSorted(), addresses(6))
    assert.deepEqual(server.begun, server.ended)
    assert.equal(server.together, together)
    if (together === 0) assert.equal(server.early, 0, 'each command waits for the answer to the one before')
  }
})

test('the next mail is written while the server takes this one; an error is reported when that mail is sent', async () => {
  const server = await opened(startSmtp())
  const connections = await opened(createSmtpConnections({ url: server.url, name: 'town.example', connections: 1 }))
  const connection = await connections.open()
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
  const maySend = async () => {
    happened.push('it may go')
    return true
  }
  const outcome = await connection.send(first, maySend, second)
  assert.equal(outcome.kind, 'sent')
  assert.deepEqual(happened, ['ann@example.org is written', 'it may go', 'bob@example.org is written'])
  await assert.rejects(connection.send(second, maySend), /cannot be written/)
  connection.release()
  assert.equal(server.taken.length, 1)
})

test('an envelope sent ahead is abandoned when sending stops, and its mail arrives once after a resume', async () => {
  const onEnd = () => {
    if (server.ended.length === 2) fixture.sending.restUntil.email = Number.POSITIVE_INFINITY
  }
  const server = await opened(startBareSmtp({ onEnd }))
  const calendar = await calendarOf(6)
  const fixture = await openSmtpFixture(server.url)
  await fixture.minute()
  assert.equal(server.begun.length, 3)
  assert.equal(server.ended.length, 2)
  const rows = await deliveriesOf(database.pool, calendar.id)
  assert.deepEqual(rows.map(({ state, copies }) => `${state} ${copies}`).sort(), [
    'planned 0',
    'planned 0',
    'planned 0',
    'planned 0',
    'sent 1',
    'sent 1',
  ])
  await letTimePass(fixture, minutes(5))
  assert.deepEqual(server.ended.toSorted(), addresses(6))
})

test('a recipient who opts out after their envelope was sent gets no mail, and the others get theirs', async () => {
  let out = ''
  const onEnd = async () => {
    if (server.ended.length > 1) return
    out = addresses(3).find((address) => address !== server.ended[0]) ?? ''
    await database.pool.query('insert into public.opt_outs (calendar_id, email, source) values ($1, $2, $3)', [
      calendar.id,
      out,
      'form',
    ])
  }
  const server = await opened(startBareSmtp({ onEnd }))
  const calendar = await calendarOf(3)
  const fixture = await openSmtpFixture(server.url)
  await fixture.minute()
  await letTimePass(fixture, minutes(5))
  assert.deepEqual(
    server.ended.toSorted(),
    addresses(3).filter((address) => address !== out),
  )
  const rows = await deliveriesOf(database.pool, calendar.id)
  assert.deepEqual(rows.map(({ state }) => state).sort(), ['opted_out', 'sent', 'sent'])
})

for (const [step, copies] of [
  ['greeting', 1],
  ['rcpt', 1],
  ['end', 2],
] as const) {
  test(`stopping ends what waits for a server that is silent at the ${step}, and the mail leaves as after a power cut`, async () => {
    // With the product's timeouts, which are minutes: only stopping can end the wait.
    const server = await opened(startBareSmtp({ breaks: { step, how: 'silence', times: 1 } }))
    const calendar = await calendarOf(1)
    const connected = server.connected()
    const first = await openSmtpFixture(server.url, smtpTimeouts)
    const sending = first.minute()
    await connected
    if (step === 'end') while (server.ended.length === 0) await new Promise(setImmediate)
    await first.close()
    await sending
    const [row] = await deliveriesOf(database.pool, calendar.id)
    assert.deepEqual([row?.state, row?.copies], ['planned', copies - 1])
    const second = await openSmtpFixture(server.url)
    await letTimePass(second, minutes(20))
    assert.equal(server.ended.length, copies)
    assert.deepEqual(
      (await deliveriesOf(database.pool, calendar.id)).map(({ state }) => state),
      ['sent'],
    )
  })
}

test('a server that takes a few mails per connection gets the others at once, on new ones', async () => {
  const begun = new Map<string, number>()
  const server = await opened(
    startSmtp({
      server: {
        onMailFrom(_address, { id }, callback) {
          const mails = (begun.get(id) ?? 0) + 1
          begun.set(id, mails)
          callback(mails > 3 ? Object.assign(new Error('4.7.0 Too many'), { responseCode: 421 }) : null)
        },
      },
    }),
  )
  const calendar = await calendarOf(10)
  const fixture = await openSmtpFixture(server.url)
  await fixture.minute()
  assert.equal(server.taken.length, 10)
  assert.ok(begun.size >= 4)
  const tries = (await deliveriesOf(database.pool, calendar.id)).map(({ state, attempts }) => `${state} ${attempts}`)
  assert.deepEqual(new Set(tries), new Set(['sent 1']))
})
