// Upgrades without downtime: the database is migrated while a server of the previous version keeps answering.
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { migrate } from '#database/migrate.ts'
import { BASELINE, readMigrations } from '#database/schema-files.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import {
  dataFolder,
  removeFolder,
  type Started,
  startTownbell,
  until,
  untilExit,
  untilReady,
} from '#testing/townbell.ts'
import { buildWeb } from '../../bin/build-web.ts'

const folder = dataFolder()
let database: TestDatabase
let server: Started
let calendar: TestCalendar
let headers: Record<string, string>
before(async () => {
  await buildWeb()
  database = await testDatabase()
  calendar = await makeCalendar(database.pool, { emails: ['ann@example.org'] })
  await database.pool.query('update public.calendars set allow_guest_users = true')
  server = await startTownbell(folder, { words: ['server'], env: { DATABASE_URL: database.url, CAPTCHA: 'none' } })
  await database.pool.query(`insert into private.workers (id, beat_at) values ('another', now() + interval '1 hour')`)
  headers = await signIn()
})
after(async () => {
  server.process.kill('SIGTERM')
  await untilExit(server.process, server.said)
  await database.close()
  removeFolder(folder)
})

async function signIn(): Promise<Record<string, string>> {
  const { publishableKey } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))
  const encrypted = await hashPassword('Ring.the.bell.1')
  const { rows } = await database.pool.query(
    'update auth.users set encrypted_password = $2 where id = $1 returning email',
    [calendar.owner, encrypted],
  )
  const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: rows[0].email, password: 'Ring.the.bell.1' }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { apikey: publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

/** Lists typical requests: reads of whole rows, writes that return them, functions, pages. */
const asked: (() => Promise<Response>)[] = [
  () => fetch(`${server.url}/rest/v1/calendars?select=*,events(*)`, { headers }),
  () => fetch(`${server.url}/rest/v1/events?select=*&calendar_id=eq.${calendar.id}&order=start_time`, { headers }),
  () => fetch(`${server.url}/rest/v1/calendar_contacts?select=*`, { headers }),
  () => fetch(`${server.url}/auth/v1/user`, { headers }),
  () => fetch(`${server.url}/`),
  () =>
    fetch(`${server.url}/rest/v1/events?select=*`, {
      method: 'POST',
      headers: { ...headers, prefer: 'return=representation' },
      body: JSON.stringify({
        calendar_id: calendar.id,
        title: randomUUID(),
        category: 'Event',
        start_time: '2099-07-04T18:00:00Z',
        end_time: '2099-07-04T19:00:00Z',
      }),
    }),
]

/** Sends all requests in a loop until stopped; returns the ones that failed. */
async function traffic(isOver: () => boolean): Promise<{ answered: number; bad: string[] }> {
  let answered = 0
  const bad: string[] = []
  const visitor = async (first: number) => {
    for (let n = first; !isOver(); n++) {
      const answer = await (asked[n % asked.length] as () => Promise<Response>)()
      const body = await answer.text()
      if (answer.ok) answered++
      else bad.push(`${new URL(answer.url).pathname} ${answer.status} ${body.slice(0, 200)}`)
    }
  }
  await Promise.all([0, 1, 2, 3].map(visitor))
  return { answered, bad }
}

function made(name: string, sql: string) {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

/** Lists allowed migration steps: none removes or renames what the previous version uses. */
const tomorrow = [
  made(
    '9998_tomorrow.sql',
    `alter table public.events add column mood text not null default 'calm';
     alter table public.calendars add column motto text;
     alter table auth.users add column nickname text;
     create table private.moods (mood text primary key);
     alter table private.moods enable row level security`,
  ),
  made(
    '9999_tomorrow.sql',
    `create index events_mood_idx on public.events (mood);
     alter table public.calendar_contacts add constraint contacts_tomorrow_check check (contact_value <> '') not valid;
     alter table public.calendar_contacts validate constraint contacts_tomorrow_check`,
  ),
]

test('a server answers everything while newer migrations are applied, and stays ready', async () => {
  let over = false
  const running = traffic(() => over)
  try {
    await until(async () => (await count('public.events')) > 20)
    assert.deepEqual(
      await migrate(database.pool, [...readMigrations(), ...tomorrow]),
      tomorrow.map(({ name }) => name),
    )
    const then = await count('public.events')
    await until(async () => (await count('public.events')) > then + 20)
  } finally {
    over = true
  }
  const { answered, bad } = await running
  assert.deepEqual(bad, [])
  assert.ok(answered > 100)
  await untilReady(server.url)
})

test('a server that is newer than the database is not ready until the database is migrated', async () => {
  const last = readMigrations().at(-1)?.name ?? BASELINE
  await database.pool.query(`update townbell.migrations set name = 'away' where name = $1`, [last])
  const early = await fetch(`${server.url}/ready`)
  assert.deepEqual([early.status, (await early.json()).checks.migrations], [503, false])
  assert.equal((await fetch(`${server.url}/health`)).status, 200)
  await database.pool.query(`update townbell.migrations set name = $1 where name = 'away'`, [last])
  await untilReady(server.url)
})

test('a migration that waits for a lock does not block visitors, and is applied once the lock is free', async () => {
  const slow = await database.pool.connect()
  await slow.query('begin')
  await slow.query('select from public.events limit 1')
  const later = made('9999_z_later.sql', 'alter table public.events add column later text')
  const migrating = migrate(database.pool, [...readMigrations(), ...tomorrow, later])
  await until(async () => (await blocked()) > 0)
  const answer = await (asked[1] as () => Promise<Response>)()
  assert.equal(answer.status, 200, await answer.text())
  await slow.query('commit')
  slow.release()
  assert.deepEqual(await migrating, [later.name])
})

async function blocked(): Promise<number> {
  const { rows } = await database.pool.query(
    `select count(*)::int as waiting from pg_locks where not granted and mode = 'AccessExclusiveLock'`,
  )
  return rows[0].waiting
}

async function count(table: string): Promise<number> {
  return (await database.pool.query(`select count(*)::int as rows from ${table}`)).rows[0].rows
}
