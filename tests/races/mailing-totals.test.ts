// The stored numbers of a finished mailing, while reports arrive, failures are sent again and the sweep folds.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inTransaction } from '#database/scope.ts'
import { addContacts, makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { signedIn } from '#tests/policies/people.ts'
import { times } from './together.ts'

const PEOPLE = 60

let database: TestDatabase
let calendar: TestCalendar
before(async () => {
  database = await testDatabase({ max: 12 })
  calendar = await makeCalendar(database.pool)
  const addresses = times(PEOPLE).map((n) => `neighbor${n}@example.org`)
  await addContacts(database.pool, calendar.id, 'email', addresses)
})
after(() => database.close())

const run = async (sql: string, values: unknown[] = []) => (await database.pool.query(sql, values)).rows

/** A mailing all of whose messages have left, a third of them in vain. */
async function sentMailing(): Promise<string> {
  const [mailing] = await run(
    `insert into public.mailings (calendar_id, day, state, started_at, sequence)
     select $1, '2035-07-04', 'sending', now(), 1 + count(*) from public.mailings returning id`,
    [calendar.id],
  )
  await run(
    `insert into public.deliveries (mailing_id, calendar_id, contact_id, channel, address, state)
     select $1, $2, k.id, 'email', k.normalised, case when row_number() over () % 3 = 0 then 'failed' else 'sent' end
     from public.calendar_contacts k where k.calendar_id = $2`,
    [mailing.id, calendar.id],
  )
  return mailing.id
}

// As a worker does, when nothing waits any more.
const finish = `
  update public.mailings m set state = 'finished', finished_at = now()
  where m.id = $1 and m.state in ('planned', 'sending')
    and not exists (select from public.deliveries d where d.mailing_id = m.id and d.calendar_id = m.calendar_id and d.is_waiting)`
const send = `update public.deliveries set state = 'sent', sent_at = now() where mailing_id = $1 and is_waiting`
const report = 'select private.report_delivery($1, $2, null, now())'
const fold = 'select private.fold_totals()'

const counted = (mailing: string) =>
  run('select state, count(*)::int from public.deliveries where mailing_id = $1 group by 1 order by 1', [mailing])
const stored = (mailing: string) =>
  run(
    `select state, sum(deliveries)::int as count from private.mailing_totals where mailing_id = $1
     group by 1 having sum(deliveries) <> 0 order by 1`,
    [mailing],
  )
const deliveries = (mailing: string) =>
  run('select id from public.deliveries where mailing_id = $1 order by id', [mailing])

async function shown(mailing: string): Promise<Record<string, string>> {
  const call = 'select sent, delivered, bounced, failed, total, emails from public.calendar_mailings($1, 1, 0, $2)'
  return inTransaction(
    database.pool,
    async (client) => (await client.query(call, [calendar.id, mailing])).rows[0],
    signedIn(calendar.owner),
  )
}

async function resend(mailing: string): Promise<void> {
  await inTransaction(
    database.pool,
    (client) => client.query('select public.resend_mailing($1)', [mailing]),
    signedIn(calendar.owner),
  )
}

test('a report that is being written while its mailing is finished is counted once', async () => {
  const mailing = await sentMailing()
  const [first, second] = await deliveries(mailing)
  const early = await database.pool.connect()
  await early.query('begin')
  await early.query(report, [first.id, 'bounced'])
  await run(finish, [mailing])
  await run(report, [second.id, 'bounced'])
  await run(fold)
  await early.query('commit')
  early.release()
  assert.deepEqual(await stored(mailing), await counted(mailing))
  await run(fold)
  assert.deepEqual(await stored(mailing), await counted(mailing))
  const { total, emails, bounced } = await shown(mailing)
  assert.deepEqual({ total, emails, bounced }, { total: `${PEOPLE}`, emails: `${PEOPLE}`, bounced: '2' })
})

test('a finished mailing is read from its totals, and one that is sent again from its deliveries', async () => {
  const mailing = await sentMailing()
  await run(finish, [mailing])
  await run(`update private.mailing_totals set deliveries = 7 where mailing_id = $1 and state = 'failed'`, [mailing])
  assert.equal((await shown(mailing)).failed, '7', 'nothing was counted')
  await resend(mailing)
  assert.equal((await shown(mailing)).failed, '0')
  await run(send, [mailing])
  await run(finish, [mailing])
  assert.deepEqual(await stored(mailing), [{ state: 'sent', count: PEOPLE }])
  assert.deepEqual(await counted(mailing), [{ state: 'sent', count: PEOPLE }])
})

test('totals equal a count after reports, finishing, sending again and folding at once', async () => {
  for (const round of times(5)) {
    const mailing = await sentMailing()
    const rows = await deliveries(mailing)
    const reports = rows.flatMap(({ id }, n) => [
      run(report, [id, n % 4 === 0 ? 'bounced' : 'delivered']),
      run(report, [id, 'failed']),
    ])
    const others = times(6).flatMap(() => [run(finish, [mailing]), run(fold)])
    await Promise.all([...reports, ...others, resend(mailing)])
    await run(send, [mailing])
    await run(finish, [mailing])
    assert.deepEqual(await stored(mailing), await counted(mailing), `round ${round}`)
    const late = rows.map(({ id }) => run(report, [id, 'bounced']))
    await Promise.all([...late, run(fold), run(fold)])
    await run(fold)
    assert.deepEqual(await stored(mailing), [{ state: 'bounced', count: PEOPLE }], `round ${round}`)
    assert.equal((await shown(mailing)).bounced, `${PEOPLE}`)
  }
})
