import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { systemClock } from '#runtime/clock.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id } from '#tests/policies/people.ts'
import { queryRunner } from '#tests/policies/query-as.ts'
import { seedDatabase } from '#tests/policies/seed.ts'
import { sendHeldAlerts } from '#worker/jobs/send-held-alerts.ts'
import { times, untilLocked } from './together.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase({ max: 50 })
  await seedDatabase(database.pool)
})
after(() => database.close())

test('of Send now, Undo and the worker at once, one wins: the alert was sent once, or nothing of it exists', async () => {
  const queryAs = queryRunner(database.pool)
  for (const round of times(10)) {
    const key = randomUUID()
    await queryAs(
      'admin',
      `select public.hold_alert($1, $2, 'alert', null, 'Boil water', 'Boil it.', null, now() + interval '1 day')`,
      [key, id('town')],
    )
    const work = sendHeldAlerts({ pool: database.pool, clock: systemClock })
    const calls = times(4).flatMap((n) => [
      () => untilLocked(() => queryAs(n % 2 ? 'admin' : 'owner', 'select public.send_held_alert($1)', [key])),
      () => untilLocked(() => queryAs(n % 2 ? 'owner' : 'admin', 'select public.withdraw_alert($1)', [key])),
    ])
    if (round % 2) calls.reverse()
    const settled = await Promise.allSettled([
      ...calls.map((call) => call()),
      untilLocked(async () => work({ id: key }, undefined as never)),
    ])
    const [worker] = settled.splice(-1)
    assert.equal(worker?.status, 'fulfilled')
    const codes = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    assert.deepEqual(new Set(codes), new Set(['TB023']))
    const { rows } = await database.pool.query(
      `select h.state,
         (select count(*)::int from public.events e where e.uid = h.id::text) as events,
         (select count(*)::int from public.mailings m where m.id = h.mailing_id) as mailings
       from public.held_alerts h where h.id = $1`,
      [key],
    )
    const sent = rows[0]?.state === 'sent' ? 1 : 0
    assert.deepEqual(rows, [{ state: sent ? 'sent' : 'withdrawn', events: sent, mailings: sent }])
    // At most one of the people won; nobody did where the worker was first.
    assert.ok(codes.length >= calls.length - 1)
  }
})
