// After a restored backup nothing is sent twice: sending is on hold until an operator resumes it. Also the operator's commands.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type pg from 'pg'
import { holdSending } from '#database/holds.ts'
import { dayInZone } from '#domain/dates.ts'
import { createSmtpConnections } from '#messages/email/smtp-connections.ts'
import { addEvent, fixedClock, makeCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { caught, deliveriesOf, openSendingFixture } from '#testing/sending-fixture.ts'
import { startSmtp } from '#testing/smtp.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const BIN = fileURLToPath(new URL('../../bin/townbell.js', import.meta.url))
const run = promisify(execFile)
const clock = fixedClock('2025-07-04T13:00:00Z')

let database: TestDatabase
let dataFolder: string
before(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await emptyTables(database.pool)
  await database.pool.query(
    `update private.sending set database_identity = null; alter sequence private.send_position restart`,
  )
  dataFolder = temporaryFolder()
})
after(() => database.close())

const admin = (url: string, ...words: string[]) =>
  run(process.execPath, [BIN, 'admin', ...words], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, TOWNBELL_DATA: dataFolder },
  })

/** Runs the command on a terminal, and returns what it says there. */
async function onTerminal(url: string, ...words: string[]): Promise<string> {
  const script = 'import pty, sys; pty.spawn(sys.argv[1:])'
  const env = { PATH: process.env.PATH, DATABASE_URL: url, TOWNBELL_DATA: dataFolder }
  return (await run('python3', ['-c', script, process.execPath, BIN, 'admin', ...words], { env })).stdout
}

const people = ['ann@example.org', 'bob@example.org']

async function calendarWithEvent(pool: pg.Pool) {
  const calendar = await makeCalendar(pool, { emails: people })
  await addEvent(pool, calendar, { day: '2025-07-04' })
  return calendar
}

test('a restored copy of the database sends nothing until an operator runs go', async () => {
  await calendarWithEvent(database.pool)
  // It knows which database it is from its first worker on.
  await (await openSendingFixture(database.pool, clock, { dataFolder })).close()
  const backup = await testDatabase({ copyOf: new URL(database.url).pathname.slice(1) })
  const live = await openSendingFixture(database.pool, clock, { dataFolder })
  await live.minute()
  assert.equal((await caught(database.pool)).length, 2)
  await live.close()

  const { pool } = backup
  try {
    const restored = await openSendingFixture(pool, clock, { dataFolder })
    assert.ok(restored.lines.some((line) => line.includes('townbell admin go')))
    await restored.minute()
    assert.equal((await caught(pool)).length, 0)
    const { stdout: shown } = await admin(backup.url, 'mailings')
    assert.match(shown, /HOLD since .*restored from a dump or copied/)
    assert.match(shown, /Barton Hills {2}planned {2}2 planned/)
    const typed = await onTerminal(backup.url, 'go')
    assert.match(typed, /2 messages of 1 mailing will be sent now\.\s+Nothing was done\..*townbell admin go --yes/s)
    await restored.minute()
    assert.equal((await caught(pool)).length, 0)
    assert.match(await onTerminal(backup.url, 'go', '--yes'), /Sending resumed/)
    await restored.minute()
    assert.equal((await caught(pool)).length, 2)
    await restored.close()
    // Having said so once is enough.
    const again = await openSendingFixture(pool, clock, { dataFolder })
    assert.equal(await again.sending.position.check(), null)
    await again.close()
  } finally {
    await backup.close()
  }
})

test('sending is on hold when the database is behind the position in the data folder, or that file is gone', async () => {
  await calendarWithEvent(database.pool)
  const fixture = await openSendingFixture(database.pool, clock, { dataFolder })
  await fixture.minute()
  await fixture.close()
  // The state after a restore to an earlier moment of the same cluster.
  await database.pool.query('alter sequence private.send_position restart')
  const behind = await openSendingFixture(database.pool, clock, { dataFolder })
  assert.match(
    (await behind.sending.position.check()) ?? '',
    /older than what was sent from it \(position 0, sent up to 1\)/,
  )
  await behind.close()
  await admin(database.url, 'go')
  const gone = await openSendingFixture(database.pool, clock, { dataFolder })
  assert.equal(await gone.sending.position.check(), null)
  await gone.close()

  rmSync(join(dataFolder, 'sending-mark'))
  const lost = await openSendingFixture(database.pool, clock, { dataFolder, isOwnDatabase: true })
  assert.match((await lost.sending.position.check()) ?? '', /lost its record/)
  await lost.close()
})

test('PostgreSQL logs the very position that was reached, so that a restore to any moment is noticed', async () => {
  await calendarWithEvent(database.pool)
  const fixture = await openSendingFixture(database.pool, clock, { dataFolder })
  await fixture.minute()
  await fixture.close()
  // How many numbers further its log is: a sequence is logged 32 ahead, which would hide as many batches.
  const { rows } = await database.pool.query('select last_value::int, log_cnt::int from private.send_position')
  assert.deepEqual(rows, [{ last_value: 1, log_cnt: 0 }])
})

test('a database that goes back in time under a running worker sends no more', async () => {
  await calendarWithEvent(database.pool)
  const fixture = await openSendingFixture(database.pool, clock, { dataFolder })
  await fixture.minute()
  assert.equal((await caught(database.pool)).length, 2)
  // An old primary that takes over again has forgotten what was sent, and the worker's connections find it.
  await database.pool.query(
    `update public.deliveries set state = 'planned', copies = 0, attempts = 0, sent_at = null, lease_token = null, lease_until = null, next_attempt_at = '${clock.now().toISOString()}';
     update public.mailings set state = 'sending', finished_at = null; alter sequence private.send_position restart;
     delete from private.caught_messages`,
  )
  await fixture.minute()
  await fixture.minute()
  assert.deepEqual(await caught(database.pool), [])
  assert.match((await admin(database.url, 'mailings')).stdout, /\(restore\): This database is older than what was sent/)
  assert.ok(fixture.lines.some((line) => line.includes('older than what was sent from it')))
  await admin(database.url, 'go')
  await fixture.minute()
  assert.equal((await caught(database.pool)).length, 2)
  await fixture.close()
})

test('a restore and an operator hold sending each for itself, and are lifted one by one or together', async () => {
  await calendarWithEvent(database.pool)
  await admin(database.url, 'hold', 'moving', 'house')
  await holdSending(database.pool, 'restore', 'Restored from a backup.')
  const fixture = await openSendingFixture(database.pool, clock, { dataFolder })
  assert.ok(fixture.lines.some((line) => line.includes('moving house Restored from a backup.')))
  const shown = (await admin(database.url, 'mailings')).stdout
  assert.match(shown, /\(operator\): moving house\nHOLD since \S+ \(restore\): Restored/)
  await assert.rejects(
    admin(database.url, 'go'),
    /Nothing was done.*townbell admin go operator, or townbell admin go restore.*go all/s,
  )
  await assert.rejects(admin(database.url, 'go', 'clock'), /not what holds sending\.\nHOLD/)
  assert.match(
    (await admin(database.url, 'go', 'operator')).stdout,
    /Lifted\. Still on hold: Restored from a backup\.\n$/,
  )
  await fixture.minute()
  assert.deepEqual(await caught(database.pool), [])
  assert.match((await admin(database.url, 'go')).stdout, /2 messages of 1 mailing.*Sending resumed/s)
  await fixture.minute()
  assert.equal((await caught(database.pool)).length, 2)

  for (const kind of ['operator', 'restore'] as const) await holdSending(database.pool, kind, 'again')
  assert.match((await admin(database.url, 'go', 'all')).stdout, /Sending resumed/)
  assert.deepEqual((await database.pool.query('select from private.holds')).rows, [])
  await fixture.close()
})

test('a new database is not on hold', async () => {
  const fixture = await openSendingFixture(database.pool, clock, { dataFolder, isOwnDatabase: true })
  assert.equal(await fixture.sending.position.check(), null)
  await fixture.close()
})

test('an operator can hold and resume sending, and pause and resume a calendar', async () => {
  const calendar = await calendarWithEvent(database.pool)
  // The letter that tells the owner of the pause is another test's.
  const mailed = async () =>
    (await caught(database.pool)).filter(({ subject }) => !subject.startsWith('Sending is paused'))
  const fixture = await openSendingFixture(database.pool, clock, { dataFolder })
  await admin(database.url, 'hold', 'moving', 'house')
  await fixture.minute()
  assert.deepEqual(await mailed(), [])
  assert.match((await admin(database.url, 'mailings')).stdout, /HOLD since \S+ \(operator\): moving house/)
  const { rows } = await database.pool.query('select identifier from public.calendars')
  await admin(database.url, 'pause', `#${rows[0].identifier}`)
  await admin(database.url, 'go')
  await fixture.minute()
  assert.deepEqual(await mailed(), [])
  assert.match((await admin(database.url, 'mailings', calendar.id)).stdout, /PAUSED/)
  await admin(database.url, 'resume', calendar.id)
  await fixture.minute()
  assert.equal((await mailed()).length, 2)
  assert.match((await admin(database.url, 'uncertain')).stdout, /There are none/)
  const people = (await admin(database.url, 'recipients', calendar.id)).stdout.trim().split('\n')
  assert.equal(people.length, 2)
  assert.match(people[0] ?? '', /^ann@example\.org {2}email {2}sent {2}\d{4}-/)
  await assert.rejects(admin(database.url, 'pause', 'nothing'), /There is no calendar nothing/)
  await assert.rejects(admin(database.url, 'dance'), /There is no command "townbell admin dance"/)
  await fixture.close()
})

test('a calendar with many bounces or complaints is paused automatically', async () => {
  const emails = Array.from({ length: 250 }, (_, i) => `p${i}@example.org`)
  for (const [table, wanted] of [
    ['bounced', /do not exist/],
    ['complained', /as spam/],
  ] as const) {
    const calendar = await makeCalendar(database.pool, { emails })
    await addEvent(database.pool, calendar, { day: '2025-07-04' })
    const now = fixedClock(new Date())
    const fixture = await openSendingFixture(database.pool, clock, { dataFolder })
    await fixture.minute()
    await database.pool.query('update public.deliveries set created_at = $2, sent_at = $2 where calendar_id = $1', [
      calendar.id,
      now.now(),
    ])
    const why = async () =>
      (await database.pool.query('select private.review_sending($1) as why', [calendar.id])).rows[0].why
    assert.equal(await why(), null)
    if (table === 'bounced')
      await database.pool.query(
        `update public.deliveries set state = 'bounced' where id in (select id from public.deliveries where calendar_id = $1 limit 10)`,
        [calendar.id],
      )
    else
      await database.pool.query(
        `update public.deliveries set complained_at = now() where calendar_id = $1 and address in ('p7@example.org', 'p8@example.org', 'p9@example.org')`,
        [calendar.id],
      )
    assert.match(await why(), wanted)
    const { rows } = await database.pool.query('select sending_paused_reason from public.calendars where id = $1', [
      calendar.id,
    ])
    assert.match(rows[0].sending_paused_reason, wanted)
    await admin(database.url, 'resume', calendar.id)
    assert.equal(await why(), null, 'somebody has looked')
    await fixture.close()
  }
})

test('a mailing with many bounces is stopped before its end', async () => {
  const emails = Array.from({ length: 1200 }, (_, i) => `p${i}@example.org`)
  const server = await startSmtp({
    keepRaw: false,
    onRcpt: (address) => (/\d[05]@/.test(address) ? { code: 550, text: '5.1.1 no such user' } : undefined),
  })
  const now = fixedClock(new Date())
  const connections = createSmtpConnections({ url: server.url, name: 'town.example', connections: 1 })
  const fixture = await openSendingFixture(database.pool, now, { dataFolder, connections })
  const calendar = await makeCalendar(database.pool, { emails, notifyAt: '00:00' })
  await addEvent(database.pool, calendar, { day: dayInZone(now.now(), calendar.zone), from: '00:00', to: '23:59' })
  await fixture.minute()
  const { rows } = await database.pool.query(
    'select sending_paused_reason as why from public.calendars where id = $1',
    [calendar.id],
  )
  assert.match(rows[0].why, /do not exist/)
  const states = Object.groupBy(await deliveriesOf(database.pool, calendar.id), ({ state }) => state)
  assert.ok((states.planned?.length ?? 0) > 0, 'the rest waits')
  assert.equal(states.sent?.length, server.taken.length)
  await fixture.close()
  await server.stop()
})

test('admins see the deliveries of their calendar and may pause it; nobody else can', async () => {
  const calendar = await makeCalendar(database.pool, { emails: [...people, 'cem@example.org'] })
  await addEvent(database.pool, calendar, { day: '2025-07-04' })
  await database.pool.query(`insert into public.opt_outs (calendar_id, email) values ($1, 'cem@example.org')`, [
    calendar.id,
  ])
  const fixture = await openSendingFixture(database.pool, clock, { dataFolder })
  await fixture.minute()
  await fixture.close()
  assert.equal((await deliveriesOf(database.pool, calendar.id)).length, 3)
  const stranger = (await makeCalendar(database.pool)).owner
  const as = async (user: string, sql: string) => {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query(
        `select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`,
        [JSON.stringify({ sub: user, role: 'authenticated' })],
      )
      const { rows } = await client.query(sql, [calendar.id])
      await client.query('commit')
      return rows
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
  const [mailing] = await as(calendar.owner, 'select * from public.calendar_mailings($1)')
  const { state, total, planned, sent, delivered, opted_out } = mailing
  assert.deepEqual(
    { state, total, planned, sent, delivered, opted_out },
    { state: 'finished', total: '3', planned: '0', sent: '2', delivered: '0', opted_out: '1' },
  )
  const outcomes = await as(calendar.owner, 'select state from public.contact_outcomes($1) order by 1')
  assert.deepEqual(
    outcomes.map((row) => row.state),
    ['opted_out', 'sent', 'sent'],
  )
  assert.deepEqual(await as(stranger, 'select * from public.calendar_mailings($1)'), [])
  assert.deepEqual(await as(stranger, 'select * from public.contact_outcomes($1)'), [])

  await assert.rejects(as(stranger, 'select public.pause_sending($1)'), { code: '42501' })
  await as(calendar.owner, 'select public.pause_sending($1)')
  const paused = () =>
    database.pool.query('select sending_paused_at is not null as paused from public.calendars where id = $1', [
      calendar.id,
    ])
  assert.deepEqual((await paused()).rows, [{ paused: true }])
  await as(calendar.owner, 'select public.pause_sending($1, false)')
  assert.deepEqual((await paused()).rows, [{ paused: false }])
})

test("turns are given out in order, no faster than the carrier's rate", async () => {
  const reserve = async (channel: string, count: number, perSecond: number): Promise<number> =>
    (await database.pool.query('select private.reserve_turns($1, $2, $3) as wait', [channel, count, perSecond])).rows[0]
      .wait
  await database.pool.query('truncate private.send_paces')
  assert.equal(await reserve('email', 600, 1), 0)
  const waits = await Promise.all(Array.from({ length: 5 }, () => reserve('email', 600, 1)))
  // Each begins where the one before ends, less the moment that passed.
  for (const [index, wait] of waits.sort((a, b) => a - b).entries())
    assert.ok(wait > 600 * (index + 1) - 60 && wait <= 600 * (index + 1), String(wait))
  assert.equal(await reserve('sms', 1, 1), 0)
})
