// Backs up a running program and restores it on an empty machine: every row is there, and nothing is sent twice.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { runningUrl } from '#database/embedded-running.ts'
import { createPool } from '#database/pool.ts'
import { dayInZone } from '#domain/dates.ts'
import { minutes } from '#domain/durations.ts'
import { addEvent, makeCalendar, morningZone, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { caught, openSendingFixture } from '#testing/sending-fixture.ts'
import { startSmtp } from '#testing/smtp.ts'
import { dataFolder, removeFolder, spawnTownbell, startTownbell, until, untilExit } from '#testing/townbell.ts'
import { plan } from '#worker/jobs/plan-day-of.ts'
import { buildWeb } from '../../bin/build-web.ts'

const from = dataFolder('here')
const to = dataFolder('another place')
const archive = join(from, 'town.tar')
const people = ['ann@example.org', 'bob@example.org']

let source: TestDatabase
let calendar: TestCalendar
before(async () => {
  await buildWeb()
  source = await testDatabase()
  calendar = await makeCalendar(source.pool, { emails: people, notifyAt: '00:00' })
  calendar.zone = morningZone()
  await source.pool.query('update public.calendars set time_zone = $1', [calendar.zone])
})
after(async () => {
  await source.close()
  removeFolder(from)
  removeFolder(to)
})

const today = () => dayInZone(new Date(), calendar.zone)

async function townbell(folder: string, words: string[], env: Record<string, string> = {}) {
  const run = spawnTownbell(folder, { words, env })
  return untilExit(run.process, run.said)
}

const here = () => ({ DATABASE_URL: source.url })

test('a backup of a running database is readable by its owner only and overwrites no file', async () => {
  await addEvent(source.pool, calendar, { day: today() })
  await plan(source.pool, new Date())
  const made = await townbell(from, ['backup', archive], here())
  assert.equal(made.code, 0, made.said)
  assert.match(made.said, /Backed up \d+ tables and \d+ rows to .*town\.tar \(\d+ bytes, seal \w{16}\)/)
  assert.match(made.said, /contains personal data and this installation/)
  assert.equal(statSync(archive).mode & 0o777, 0o600)
  const again = await townbell(from, ['backup', archive], here())
  assert.deepEqual([again.code, /already exists/.test(again.said)], [64, true])
})

test('what a killed backup left blocks no other, and is removed: at once by the next of this name, after an hour by any', async () => {
  const part = (file: string, id: string) => join(from, `${file}.${id}-4c1e-4b0b-9d7e-2f5d1c9be001.part`)
  const [own, old, recent] = [part('second.tar', '16c6f1b8'), part('a.tar', '26c6f1b8'), part('a.tar', '36c6f1b8')]
  for (const path of [own, old, recent, join(from, 'second.tar.part')]) writeFileSync(path, 'half')
  const anHourAgo = new Date(Date.now() - minutes(61))
  utimesSync(old, anHourAgo, anHourAgo)
  const made = await townbell(from, ['backup', join(from, 'second.tar')], here())
  assert.equal(made.code, 0, made.said)
  for (const id of ['16c6f1b8', '26c6f1b8'])
    assert.match(made.said, new RegExp(`Removed .*${id}.*part, which a backup that was killed had left`))
  assert.deepEqual(
    [own, old, recent].map((path) => existsSync(path)),
    [false, false, true],
  )
  assert.equal(readdirSync(from).filter((name) => name.endsWith('.part')).length, 2, 'nobody else is touched')
})

test('a truncated or changed backup is rejected before a database is created', async () => {
  const bytes = readFileSync(archive)
  const changed = Buffer.from(bytes)
  changed[bytes.length >> 1]! ^= 1
  for (const [name, content] of [
    ['cut.tar', bytes.subarray(0, bytes.length - 3000)],
    ['changed.tar', changed],
  ] as const) {
    writeFileSync(join(from, name), content)
    const { code, said } = await townbell(to, ['restore', join(from, name)])
    assert.equal(code, 1)
    assert.match(said, /^This is not a whole Townbell backup: .* Nothing was changed\.\n$/)
  }
  assert.deepEqual(readdirSync(to), [], 'nothing at all')
  const missing = join(from, 'no such folder')
  assert.equal((await townbell(missing, ['restore', join(from, 'cut.tar')])).code, 1)
  assert.equal(existsSync(missing), false, 'nor is a folder made')
  const nowhere = join(from, 'not there')
  const checked = await townbell(nowhere, ['restore', '--check', archive])
  assert.deepEqual([checked.code, existsSync(nowhere)], [0, false], 'a check makes no data folder')
})

test('a database that is away is named by its setting', async () => {
  const { code, said } = await townbell(from, ['migrate'], { DATABASE_URL: 'postgres://x:x@127.0.0.1:9/x' })
  assert.deepEqual([code, /^DATABASE_URL: the database cannot be reached/m.test(said)], [1, true], said)
})

test('a restore on an empty machine brings back every row and sends nothing twice', async () => {
  // The source goes on after its backup and sends what is due.
  const fixture = await openSendingFixture(source.pool, { now: () => new Date() })
  await fixture.minute()
  await fixture.close()
  assert.equal((await caught(source.pool)).length, people.length)

  const { code, said } = await townbell(to, ['restore', archive])
  assert.equal(code, 0, said)
  assert.match(said, /Sending is on hold: .* run townbell admin go/)
  for (const name of ['jwtSecret', 'linkSecret', 'publishableKey']) assert.equal(secret(to, name), secret(from, name))
  assert.notEqual(secret(to, 'postgresPassword'), secret(from, 'postgresPassword'))

  const mail = await startSmtp()
  const program = await startTownbell(to, { env: { SMTP_URL: mail.url, MAIL_FROM: 'bell@town.example' } })
  const pool = createPool({ url: await runningUrl(to, secret(to, 'postgresPassword')), max: 2 })
  try {
    assert.deepEqual(await checksums(pool), await checksums(source.pool))
    assert.equal((await townbell(to, ['restore', '--replace', archive])).code, 1, 'not while it runs')
    // The worker plans a second mailing and sends neither.
    await addEvent(pool, calendar, { day: today(), title: 'Late supper' })
    await pool.query(`select graphile_worker.add_job('plan-day-of')`)
    await until(async () => (await planned(pool)) === 2 * people.length)
    assert.deepEqual(mail.taken, [])
    assert.match((await townbell(to, ['admin', 'mailings'])).said, /HOLD since .*Restored from a backup of/)
    // Both mailings were due before the restore.
    await townbell(to, ['admin', 'go'])
    await until(async () => mail.taken.length === 2 * people.length)
  } finally {
    await pool.end()
    program.process.kill('SIGTERM')
    await untilExit(program.process, program.said)
    await mail.stop()
  }
})

test('restore refuses a database that is not empty or is in use', async () => {
  const refused = await townbell(to, ['restore', archive])
  assert.deepEqual([refused.code, /not empty.*--replace/.test(refused.said)], [1, true], refused.said)
  const other = await testDatabase({ empty: true })
  const server = createPool({ url: other.url, max: 1, name: 'townbell server' })
  await server.query('select')
  const env = { DATABASE_URL: other.url }
  const busy = await townbell(to, ['restore', archive], env)
  assert.deepEqual([busy.code, /is running on this database \(townbell server\)/.test(busy.said)], [1, true], busy.said)
  await server.end()
  const { code, said } = await townbell(to, ['restore', archive], env)
  assert.equal(code, 0, said)
  assert.equal(await planned(other.pool), people.length)
  await other.close()
})

function secret(folder: string, name: string): string {
  return JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))[name]
}

async function planned(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(`select count(*)::int as count from public.deliveries where state = 'planned'`)
  return rows[0].count
}

/** Hashes every table that sending and running do not change. */
async function checksums(pool: pg.Pool): Promise<Record<string, string>> {
  const changing = [
    'deliveries',
    'mailings',
    'mailing_totals',
    'caught_messages',
    'sending',
    'holds',
    'workers',
    'operator_codes',
  ]
  const { rows: tables } = await pool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('auth', 'public', 'private') and tablename <> all ($1) order by 1`,
    [changing],
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum from ${name} t`,
    )
    sums[name] = rows[0].sum
  }
  assert.ok(Object.keys(sums).length > 20)
  return sums
}
