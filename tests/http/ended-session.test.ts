// Walks every address of the program with the token of a session that has ended: the token's signature is good for minutes more, the
// session is not. The addresses come from the program's own table and the database's catalogue, so a new one is walked by itself.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { systemClock } from '#runtime/clock.ts'
import { readConfig } from '#runtime/config.ts'
import { createApp } from '#server/app.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { testLog } from '#testing/log.ts'

const password = 'Ring.the.bell.1'
const folder = mkdtempSync(join(tmpdir(), 'townbell-ended-'))
const config = readConfig({ TOWNBELL_DATA: folder, CAPTCHA: 'none' })
let db: TestDatabase
let app: ReturnType<typeof createApp>
/** The token of a session that has ended, and of one that goes on. */
let ended: string
let going: string
let calendarId: string
let eventId: string

before(async () => {
  db = await testDatabase()
  const site = () => () => new Response('page')
  app = createApp({ config, pool: db.pool, log: testLog('error', []), clock: systemClock, site })
  const insert = `insert into auth.users (email, encrypted_password, email_confirmed_at) values ('ann@example.org', $1, now()) returning id`
  const { rows } = await db.pool.query(insert, [await hashPassword(password)])
  going = await signIn()
  const calendar = { name: 'Elm Street', owner_id: rows[0].id, state: 'Texas', city: 'Austin' }
  calendarId = (await made('calendars', calendar)).id
  const contact = {
    calendar_id: calendarId,
    contact_type: 'email',
    contact_value: 'bob@example.org',
    created_by: rows[0].id,
  }
  await made('calendar_contacts', contact)
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const times = { start_time: `${day}T18:00:00Z`, end_time: `${day}T20:00:00Z`, event_date: day }
  eventId = (await made('events', { calendar_id: calendarId, title: 'Block party', category: 'Event', ...times })).id
  ended = await signIn()
  assert.equal((await send('POST', '/auth/v1/logout?scope=local', ended)).status, 204)
})
after(async () => {
  await db.close()
  rmSync(folder, { recursive: true })
})

async function send(method: string, path: string, token: string, body?: unknown) {
  const headers = {
    apikey: config.publishableKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }
  const hasBody = !['GET', 'HEAD'].includes(method)
  const request = new Request(`http://localhost:3000${path}`, {
    method,
    headers: { ...headers, prefer: 'return=representation' },
    ...(hasBody ? { body: JSON.stringify(body ?? {}) } : {}),
  })
  const answer = await app.fetch(request, { id: 'test', network: '192.0.2.1' })
  const text = await answer.text()
  return { status: answer.status, text, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {} }
}

async function signIn(): Promise<string> {
  const { body } = await send('POST', '/auth/v1/token?grant_type=password', config.publishableKey, {
    email: 'ann@example.org',
    password,
  })
  return body.access_token
}

async function made(table: string, row: object) {
  const { status, body, text } = await send('POST', `/rest/v1/${table}?select=id`, going, row)
  assert.equal(status, 201, text)
  return body[0]
}

/** Bodies that would do something if they were let in; an address that is not here gets an empty one. */
const bodies = (): Record<string, unknown> => ({
  '/functions/v1/save-event': { event_id: eventId, event: { title: 'Written after sign-out' } },
  '/functions/v1/delete-event': { event_id: eventId },
  '/functions/v1/change-events': {
    calendar_id: calendarId,
    action: 'cancel',
    events: [{ id: eventId, updated_at: new Date().toISOString() }],
  },
  '/functions/v1/send-test': { calendar_id: calendarId },
  '/functions/v1/add-my-phone': { calendar_id: calendarId, phone: '+15125550142', consent: true },
  '/functions/v1/ask-phone': { contact_id: randomUUID() },
  '/functions/v1/import-events': { calendar_id: calendarId, text: 'BEGIN:VCALENDAR\nEND:VCALENDAR', dry_run: true },
})

const routesUnder = (prefix: string) => {
  const routes = app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith(prefix))
  return [...new Set(routes.map(({ method, path }) => `${method} ${path}`))].map((route) => {
    const [method = '', path = ''] = route.split(' ')
    return { method, path: path.replace(':id', randomUUID()) }
  })
}

test('no function answers a session that has ended', async () => {
  const routes = routesUnder('/functions/v1/')
  assert.ok(routes.length > 20, `${routes.length}`)
  for (const { method, path } of routes) {
    // The description of the functions, which everybody may read.
    if (path === '/functions/v1/') continue
    const { status, body } = await send(method, path, ended, bodies()[path])
    assert.deepEqual([status, body.code], [401, 'session_not_found'], `${method} ${path}`)
  }
  const { body } = await send('GET', `/rest/v1/events?id=eq.${eventId}&select=title`, going)
  assert.deepEqual(body, [{ title: 'Block party' }], 'the event is there, unchanged')
  assert.equal(
    (await send('POST', '/functions/v1/save-event', going, bodies()['/functions/v1/save-event'])).status,
    200,
  )
})

/** What needs no session, because it opens, ends or describes one by other proof. */
const withoutSession = new Set([
  'POST /signup',
  'POST /token',
  'POST /recover',
  'POST /otp',
  'POST /passkeys/authentication/options',
  'POST /passkeys/authentication/verify',
  'POST /resend',
  'GET /verify',
  'POST /verify',
  'GET /settings',
  'GET /health',
  'GET /.well-known/jwks.json',
])

test('no address of /auth/v1 that needs a session takes one that has ended', async () => {
  const routes = routesUnder('/auth/v1/')
  assert.ok(routes.length > 20, `${routes.length}`)
  for (const { method, path } of routes) {
    if (withoutSession.has(`${method} ${path.slice('/auth/v1'.length)}`)) continue
    const { status, body } = await send(method, path, ended)
    // The status is the dialect's.
    assert.deepEqual([status, body.error_code], [403, 'session_not_found'], `${method} ${path}`)
  }
})

test('no table and no function of the data API answers a session that has ended', async () => {
  const { rows: tables } = await db.pool.query(`
    select c.relname as name, (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = 1) as first
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p')`)
  assert.ok(tables.length > 10, `${tables.length}`)
  for (const { name, first } of tables)
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      const path = `/rest/v1/${name}?select=${first}${method === 'POST' ? '' : `&${first}=is.null`}`
      const { status, body } = await send(method, path, ended, { [first]: null })
      assert.deepEqual([status, body.code], [401, 'session_not_found'], `${method} ${path}`)
    }

  const { rows: functions } = await db.pool.query(`
    select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as arguments
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)`)
  assert.ok(functions.length > 20, `${functions.length}`)
  for (const { name, arguments: names } of functions) {
    const given = Object.fromEntries(names.filter(Boolean).map((argument: string) => [argument, null]))
    const { status, body } = await send('POST', `/rest/v1/rpc/${name}`, ended, given)
    assert.deepEqual([status, body.code], [401, 'session_not_found'], name)
  }
})

test('no picture is served to a session that has ended', async () => {
  const { status, body } = await send('GET', `/event-images/${calendarId}/${'a'.repeat(43)}.png`, ended)
  assert.deepEqual([status, body.code], [401, 'session_not_found'])
})
