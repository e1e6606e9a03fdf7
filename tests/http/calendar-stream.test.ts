// The stream of a calendar says that something changed, to those who may see it, and to nobody else.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createOpenStreams } from '#server/streams/open-streams.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { testLog } from '#testing/log.ts'

const password = 'Ring.the.bell.1'
let app: TestApp
let calendarId: string
let ann: Person
let bob: Person
type Person = { id: string; session: string }

before(async () => {
  app = await startApp({ CAPTCHA: 'none' })
  ann = await person('ann@example.org')
  bob = await person('bob@example.org')
  const { rows } = await app.pool.query(
    `insert into public.calendars (name, owner_id, state, city) values ('Elm Street', $1, 'Texas', 'Austin') returning id`,
    [ann.id],
  )
  calendarId = rows[0].id
  await app.pool.query(
    `insert into public.events (calendar_id, title, category, start_time, end_time)
     values ($1, 'Fair', 'Event', '2031-07-04T18:00:00Z', '2031-07-04T20:00:00Z')`,
    [calendarId],
  )
})
after(() => app.close())

async function person(email: string): Promise<Person> {
  const { id } = await post('/auth/v1/signup', { email, password })
  await app.pool.query('update auth.users set email_confirmed_at = now() where id = $1', [id])
  return { id, session: await signIn(email) }
}

const signIn = async (email: string) =>
  (await post('/auth/v1/token?grant_type=password', { email, password })).access_token as string

async function post(path: string, body: object, as?: string) {
  const headers = { apikey: app.config.publishableKey, ...(as && { authorization: `Bearer ${as}` }) }
  const answer = await fetch(app.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return JSON.parse((await answer.text()) || '{}')
}

function request(as?: string, id = calendarId): Promise<Response> {
  const headers = { apikey: app.config.publishableKey, ...(as && { authorization: `Bearer ${as}` }) }
  return fetch(`${app.url}/functions/v1/calendar-stream?calendar_id=${id}`, { headers })
}

/** Opens a stream and reads it message by message, without heartbeats. */
async function follow(as?: string) {
  const answer = await request(as)
  assert.equal(answer.status, 200, answer.ok ? '' : await answer.text())
  assert.equal(answer.headers.get('x-accel-buffering'), 'no')
  const reader = (answer.body as ReadableStream<BufferSource>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  /** Returns the next message; undefined when the stream has ended. */
  const next = async (): Promise<string | undefined> => {
    for (;;) {
      const [message, rest] = text.split(/\n\n(.*)/s)
      if (message !== undefined && rest !== undefined) {
        text = rest
        if (message.startsWith('event: ')) return message
        continue
      }
      const { value, done } = await reader.read()
      if (done) return undefined
      text += value
    }
  }
  assert.match((await next()) ?? '', /^event: open\ndata: {"version":\d+}$/)
  return { next, close: () => reader.cancel() }
}

const changeEvents = () => app.pool.query('update public.events set title = title where calendar_id = $1', [calendarId])
const setPrivate = (disabled: boolean) =>
  app.pool.query('update public.calendars set disabled = $2 where id = $1', [calendarId, disabled])
const changed = /^event: events\ndata: {"version":\d+}$/

test('a visitor of a public calendar is notified of changes, and of nothing more', async () => {
  const stream = await follow()
  await changeEvents()
  assert.match((await stream.next()) ?? '', changed)
  await app.pool.query(`insert into public.mailings (calendar_id, day, kind) values ($1, '2031-07-04', 'test')`, [
    calendarId,
  ])
  await changeEvents()
  assert.match((await stream.next()) ?? '', changed, 'mailings are for admins')
  await stream.close()
})

test('nobody follows a private calendar but its members', async () => {
  await setPrivate(true)
  for (const as of [undefined, bob.session]) assert.equal((await request(as)).status, 404)
  assert.equal((await request(undefined, 'Elm')).status, 400)
  const stream = await follow(ann.session)
  await app.pool.query(`insert into public.mailings (calendar_id, day, kind) values ($1, '2031-07-05', 'test')`, [
    calendarId,
  ])
  assert.equal(await stream.next(), 'event: mailings\ndata: {}')
  await changeEvents()
  assert.match((await stream.next()) ?? '', changed)
  await stream.close()
  await setPrivate(false)
})

test('a stream ends when its reader may not see the calendar any more', async () => {
  await app.pool.query(`insert into public.calendar_members (calendar_id, user_id) values ($1, $2)`, [
    calendarId,
    bob.id,
  ])
  const { token } = await post('/auth/v1/access-tokens', { name: 'Sync', password }, ann.session)
  const session = await signIn('ann@example.org')
  const [visitor, member, program, ended] = [
    await follow(),
    await follow(bob.session),
    await follow(token),
    await follow(session),
  ]
  await post('/auth/v1/logout?scope=local', {}, session)
  await app.pool.query('delete from auth.access_tokens')
  await setPrivate(true)
  for (const stream of [visitor, program, ended]) assert.equal(await stream.next(), undefined)
  assert.match((await member.next()) ?? '', changed)
  await app.pool.query('delete from public.calendar_members where user_id = $1', [bob.id])
  assert.equal(await member.next(), undefined)
  assert.equal((await request(session)).status, 401)
  await setPrivate(false)
})

test('a lost connection to the database costs no change', async () => {
  const stream = await follow()
  const { rows } = await app.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'townbell listener' and datname = current_database()`,
  )
  assert.equal(rows.length, 1, 'one connection listens, however many streams there are')
  await changeEvents()
  assert.match((await stream.next()) ?? '', changed)
  await stream.close()
})

test('streams are bounded by network, by person and in all', async () => {
  const streams = createOpenStreams({
    read: async () => new Map(),
    limits: { perNetwork: 2, perPerson: 1, all: 3 },
    log: testLog('error', []),
  })
  const subject = (userId: string | null) => ({ key: '', calendarId: 'c', userId, sessionId: null, tokenId: null })
  const take = (userId: string | null, network: string) =>
    open((_, outgoing) => streams.take(subject(userId), network, outgoing))
  const first = await take(null, 'one')
  await take('ann', 'one')
  await assert.rejects(take(null, 'one'), { status: 429, retryAfter: 30 })
  await assert.rejects(take('ann', 'two'), { status: 429 })
  await take(null, 'two')
  await assert.rejects(take(null, 'three'), { status: 503, retryAfter: 30 })
  first.abort()
  while (streams.count > 2) await sleep(5)
  await take(null, 'one')
  streams.stop()
})

/** Lets a server of its own answer a request; rejects with what the answer throws. */
async function open(answer: RequestListener): Promise<AbortController> {
  const client = new AbortController()
  const answered = Promise.withResolvers<void>()
  const server = createServer((incoming, outgoing) => {
    try {
      answer(incoming, outgoing)
      answered.resolve()
    } catch (error) {
      outgoing.end()
      answered.reject(error)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  fetch(`http://127.0.0.1:${port}`, { signal: client.signal }).catch(() => {})
  after(() => server.closeAllConnections())
  server.unref()
  await answered.promise
  return client
}
