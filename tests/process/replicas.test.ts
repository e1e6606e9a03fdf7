// Guests read from a standby; what happens when it is behind, when it is gone, and when the primary is.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { createPool } from '#database/pool.ts'
import { seconds } from '#domain/durations.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { makeCalendar } from '#testing/calendars.ts'
import { testLog } from '#testing/log.ts'
import { openStandby, type Standby } from '#testing/replica.ts'
import { dataFolder, removeFolder, type Started, startTownbell, until, untilExit } from '#testing/townbell.ts'
import { openPostgres, type Postgres } from '#tests/faults/postgres.ts'
import { eventOn } from '#tests/http/threats/fixture.ts'
import { holdSenderLock } from '#worker/sending/sender-lock.ts'
import { buildWeb } from '../../bin/build-web.ts'

const folder = dataFolder()
const METRICS_TOKEN = 'a token of these tests only'
const PASSWORD = 'Ring.the.bell.1'
const apikey = 'sb_publishable_for_the_tests_of_replicas'
const LAG_SECONDS = 8
/** How often somebody writes and reads; a full run has 10000. */
const TRIES = Number(process.env.TOWNBELL_TRIES ?? 50)

let primary: Postgres
let standby: Standby
let server: Started
let pool: pg.Pool
let reader: pg.Pool
let calendarId: string
let owner: Record<string, string>

before(async () => {
  await buildWeb()
  primary = await openPostgres()
  pool = createPool({ url: primary.url, max: 2 })
  const calendar = await makeCalendar(pool, { name: 'Elm Street', emails: ['neighbor@example.org'] })
  calendarId = calendar.id
  const { rows } = await pool.query('update auth.users set encrypted_password = $2 where id = $1 returning email', [
    calendar.owner,
    await hashPassword(PASSWORD),
  ])
  standby = await openStandby(primary)
  reader = createPool({ url: standby.url, max: 1 })
  server = await startTownbell(folder, {
    words: ['server'],
    env: {
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URLS: standby.url,
      DATABASE_REPLICA_LAG: String(LAG_SECONDS),
      PUBLISHABLE_KEY: apikey,
      METRICS_TOKEN,
      CAPTCHA: 'none',
      TIME_LIMIT_FACTOR: '3',
      LOG_LEVEL: 'warn',
    },
  })
  const session = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: rows[0].email, password: PASSWORD }),
  })
  const { access_token: token } = (await session.json()) as { access_token: string }
  owner = { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
})
after(async () => {
  server?.process.kill('SIGTERM')
  if (server) await untilExit(server.process, server.said)
  await pool?.end()
  if (!reader?.ended) await reader?.end()
  await standby?.close()
  await primary?.close()
  removeFolder(folder)
})

test('members read what they have just written, and so does their browser on public pages', async () => {
  await until(isInUse)
  await write('Written')
  for (let n = 0; n < TRIES; n++) {
    const title = `Written ${n}`
    const cookie = await rename(title)
    assert.deepEqual(await titles({ headers: owner, title }), [title])
    if (n % 10 === 0) assert.match(await page({ cookie }), new RegExp(`${title}\\b`))
  }
  await rename('Written')
})

test('a worker finds the primary where a standby is named first, and so does a single host that must accept writes', async () => {
  const [one, two] = [new URL(standby.url), new URL(primary.url)]
  const both = primary.url.replace(two.host, `${one.host},${two.host}`)
  const through = createPool({ url: both, max: 1 })
  const lock = await holdSenderLock(through, testLog('error'))
  assert.ok(lock.number() > 0)
  await lock.release()
  await through.end()
  const alone = createPool({ url: `${standby.url}?target_session_attrs=read-write`, max: 1 })
  await assert.rejects(alone.query('select 1'), /accepts no writes/)
  await alone.end()
})

test('guests read from the standby; when it is too far behind it is left out, and comes back', async () => {
  await until(isInUse)
  await reader.query('select pg_wal_replay_pause()')
  const isPaused = "select where pg_get_wal_replay_pause_state() = 'paused'"
  await until(async () => (await reader.query(isPaused)).rowCount === 1)
  await write('Only at the primary')
  assert.deepEqual(await titles({ title: 'Only at the primary' }), [], 'the standby does not know it yet')
  assert.doesNotMatch(await page(), /Only at the primary/)
  await until(async () => (await titles({ title: 'Only at the primary' })).length === 1)
  assert.equal(await isInUse(), false)
  await until(async () => /a replica is left out/.test(server.said()))
  assert.match(await page(), /Only at the primary/)
  await reader.query('select pg_wal_replay_resume()')
  await until(isInUse)
  assert.deepEqual(await titles({ title: 'Only at the primary' }), ['Only at the primary'])
})

test('while the primary hangs guests go on reading from the standby', async () => {
  await until(isInUse)
  primary.freeze()
  // Longer than one check of all databases.
  for (const since = Date.now(); Date.now() - since < seconds(8); )
    assert.deepEqual(await titles({ title: 'Written' }), ['Written'])
  primary.thaw()
  await until(isInUse)
})

test('while the primary is away guests read pages, feeds and the data API; members are told to come back', async () => {
  await until(isInUse)
  await pool.end()
  await primary.end()
  for (const path of [`/calendar/${calendarId}?view=week`, `/calendar/${calendarId}.ics`, `/embed/${calendarId}`])
    assert.equal((await fetch(server.url + path)).status, 200, path)
  assert.deepEqual(await titles({ title: 'Written' }), ['Written'])
  const member = await fetch(`${server.url}/rest/v1/events?select=id&limit=1`, { headers: owner })
  assert.deepEqual([member.status, Number(member.headers.get('retry-after')) > 0], [503, true])
  await primary.start()
  pool = createPool({ url: primary.url, max: 2 })
  await until(async () => (await fetch(`${server.url}/rest/v1/events?select=id&limit=1`, { headers: owner })).ok)
})

test('when the standby is gone, the primary answers every guest', async () => {
  await until(isInUse)
  await reader.end()
  await standby.end('SIGQUIT')
  for (let n = 0; n < 20; n++) {
    const answer = await fetch(`${server.url}/calendar/${calendarId}?q=visit${n}`)
    assert.equal(answer.status, 200)
    assert.deepEqual(await titles({ title: 'Written' }), ['Written'])
  }
  assert.equal(await isInUse(), false)
})

async function write(title: string): Promise<string> {
  const answer = await fetch(`${server.url}/rest/v1/events`, {
    method: 'POST',
    headers: owner,
    body: JSON.stringify(eventOn(calendarId, { title })),
  })
  assert.equal(answer.status, 201, await answer.clone().text())
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function rename(title: string): Promise<string> {
  const answer = await fetch(`${server.url}/rest/v1/events?calendar_id=eq.${calendarId}&title=like.Written*`, {
    method: 'PATCH',
    headers: owner,
    body: JSON.stringify({ title }),
  })
  assert.equal(answer.status, 204, await answer.clone().text())
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function titles({ title, headers = { apikey } }: { title: string; headers?: Record<string, string> }) {
  const query = new URLSearchParams({ select: 'title', calendar_id: `eq.${calendarId}`, title: `eq.${title}` })
  const answer = await fetch(`${server.url}/rest/v1/events?${query}`, { headers })
  assert.equal(answer.status, 200, await answer.clone().text())
  return ((await answer.json()) as { title: string }[]).map((event) => event.title)
}

async function page(headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`${server.url}/calendar/${calendarId}`, { headers })
  assert.equal(answer.status, 200)
  return answer.text()
}

async function isInUse(): Promise<boolean> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const text = await answer.text()
  return /^townbell_replica_in_use\{.*\} 1$/m.test(text)
}
