import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { type TestDatabase, testDatabase } from '#tests/world/database.ts'
import { addEvent, fixedClock, makeCalendar } from '#tests/world/mailing-town.ts'
import { planDayOf } from '#worker/jobs/plan-day-of.ts'
import { createLedger, type Mailing } from '#worker/sending/ledger.ts'

let database: TestDatabase
const clock = fixedClock('2025-07-04T13:00:00Z')
before(async () => {
  database = await testDatabase()
})
after(() => database.close())

test('a mail whose permission was written down, but heard too late, goes back to those that wait', async () => {
  const { pool } = database
  const mailing = await plannedMailing(pool)
  const deaf = deafOnce(pool)
  const ledger = createLedger({ pool: deaf.pool, clock, holder: () => 1 })
  const [row] = await ledger.claim(mailing, 1)
  assert.ok(row)
  const { rows } = await pool.query('select version from public.calendars where id = $1', [mailing.calendarId])
  const begin = { version: rows[0].version as string, messageId: '<one@town.example>' }

  deaf.next()
  await assert.rejects(ledger.begin(row, begin), /Query read timeout/)
  assert.deepEqual(deaf.verdicts, ['go'])
  await ledger.flushed()
  const { rows: states } = await pool.query('select state, attempts, copies, lease_token from public.deliveries')
  assert.deepEqual(states, [{ state: 'planned', attempts: 0, copies: 0, lease_token: null }])

  const [again] = await ledger.claim(mailing, 1)
  assert.ok(again)
  assert.equal(await ledger.begin(again, begin), 'go')
})

async function plannedMailing(pool: pg.Pool): Promise<Mailing> {
  const calendar = await makeCalendar(pool, { emails: ['ann@example.org'] })
  await addEvent(pool, calendar, { day: '2025-07-04' })
  await planDayOf({ pool, clock })(null, undefined as never)
  const { rows } = await pool.query('select id, calendar_id from public.mailings')
  return { id: rows[0].id, calendarId: rows[0].calendar_id, channel: 'email' }
}

/** As a process that is stopped and continued: PostgreSQL has done what it was asked, the answer comes after our patience has ended. */
function deafOnce(pool: pg.Pool) {
  const verdicts: string[] = []
  let isDeaf = false
  const query = async (...asked: Parameters<typeof pool.query>) => {
    const answer = await pool.query(...asked)
    if (!isDeaf) return answer
    isDeaf = false
    verdicts.push(...(answer as unknown as pg.QueryResult).rows.map(({ verdict }) => verdict))
    throw new Error('Query read timeout')
  }
  return {
    pool: { query } as unknown as pg.Pool,
    verdicts,
    next() {
      isDeaf = true
    },
  }
}
