// Somebody opts out while their mail is being sent: once the opt-out has committed, no message to them is completed.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSmtpConnections } from '#messages/email/smtp-connections.ts'
import { addEvent, fixedClock, makeCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { deliveriesOf, openSendingFixture } from '#testing/sending-fixture.ts'
import { startSmtp } from '#testing/smtp.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase({ max: 20 })
})
after(() => database.close())

/** Enough for the race; more would only take longer. */
const PAIRS = Number(process.env.TOWNBELL_RACES ?? 120)

test("no message is completed after its recipient's opt-out has committed", async () => {
  const clock = fixedClock('2025-07-04T13:00:00Z')
  const endedAt = new Map<string, number>()
  // The server's clock at the final dot, before it thinks about the message.
  const server = await startSmtp({
    keepRaw: false,
    onEnd: async (address) => {
      endedAt.set(address, performance.now())
      await sleep(Math.random() * 8)
      return undefined
    },
  })
  const connections = createSmtpConnections({ url: server.url, name: 'town.example', connections: 4 })
  const fixture = await openSendingFixture(database.pool, clock, { connections })
  const emails = Array.from({ length: PAIRS }, (_, i) => `p${String(i).padStart(5, '0')}@example.org`)
  const calendar = await makeCalendar(database.pool, { emails })
  await addEvent(database.pool, calendar, { day: '2025-07-04' })

  const committedAt = new Map<string, number>()
  let sending = true
  const optOuts = (async () => {
    // Recipients whose mail is being sent or comes next: that is where the race is.
    while (sending) {
      const { rows } = await database.pool.query(
        `(select address from public.deliveries where state = 'committing' limit 2)
         union all (select address from public.deliveries where state = 'claimed' order by random() limit 1)`,
      )
      await Promise.all(rows.map(({ address }) => optOut(address)))
      await sleep(20)
    }
  })()
  // A job ends after its share, also where messages were given back: the next look takes them up.
  do await fixture.minute()
  while ((await deliveriesOf(database.pool, calendar.id)).some(({ state }) => state === 'planned'))
  sending = false
  await optOuts
  await fixture.close()
  await server.stop()

  async function optOut(address: string) {
    await database.pool.query(
      'insert into public.opt_outs (calendar_id, email) values ($1, $2) on conflict do nothing',
      [calendar.id, address],
    )
    if (!committedAt.has(address)) committedAt.set(address, performance.now())
  }

  const states = new Map((await deliveriesOf(database.pool, calendar.id)).map(({ address, state }) => [address, state]))
  let stopped = 0
  let sent = 0
  for (const [address, committed] of committedAt) {
    const ended = endedAt.get(address)
    if (ended === undefined) stopped++
    else sent++
    assert.ok(
      ended === undefined || ended <= committed,
      `${address} ended ${(ended ?? 0) - committed} ms after the opt-out`,
    )
    assert.equal(states.get(address), ended === undefined ? 'opted_out' : 'sent')
  }
  console.log(JSON.stringify({ raced: committedAt.size, stopped, sent }))
  // The race must have gone both ways to have been one.
  assert.ok(stopped > 0 && sent > 0)
  for (const [address, state] of states) if (!committedAt.has(address)) assert.equal(state, 'sent')
})
