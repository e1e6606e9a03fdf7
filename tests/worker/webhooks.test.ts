// Webhooks posted to a real server: signed, retried, given up, and never to an internal address.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import type { JobHelpers } from 'graphile-worker'
import { inTransaction } from '#database/scope.ts'
import { days, hours, minutes } from '#domain/durations.ts'
import { webhookKinds } from '#domain/webhooks.ts'
import { createCatcher } from '#messages/email/catcher.ts'
import { addContacts, makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { movableClock } from '#testing/clock.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { testLog } from '#testing/log.ts'
import { caught, linkSecret } from '#testing/sending-fixture.ts'
import { sendLetter } from '#worker/jobs/send-letter.ts'
import { sendWebhook } from '#worker/jobs/send-webhook.ts'
import { createPost, type PostOptions } from '#worker/webhooks/post.ts'

type Received = { path: string; headers: IncomingHttpHeaders; body: string; json: Posted }
type Posted = {
  type: string
  data: { calendar_id: string; events: Fields[]; followers: Fields[]; rsvps: Fields[] }
}
type Fields = Record<string, unknown>

let database: TestDatabase
let server: Server
let port: number
let calendar: TestCalendar
let hook: { id: string; secret: string }
let received: Received[]
let answer: RequestListener
const log = testLog('debug')
const clock = movableClock()

before(async () => {
  database = await testDatabase()
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    received.push({ path: request.url ?? '', headers: request.headers, body, json: JSON.parse(body) })
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
beforeEach(async () => {
  clock.moveTo(new Date())
  received = []
  answer = (_request, response) => response.end()
  calendar = await makeCalendar(database.pool)
  hook = await add()
})
after(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  await database.close()
})

const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows

function asOwner(text: string, values: unknown[]) {
  const claims = JSON.stringify({ sub: calendar.owner, role: 'authenticated' })
  const scope = { role: 'authenticated', claims, session: null }
  return inTransaction(database.pool, async (client) => (await client.query(text, values)).rows, scope)
}

async function add(url = `http://127.0.0.1:${port}/hook`, kinds: readonly string[] = webhookKinds) {
  const [made] = await asOwner('select * from public.add_webhook($1, $2, $3)', [calendar.id, url, kinds])
  return made
}

const later = (ms: number) => clock.moveTo(new Date(clock.now().getTime() + ms))

const here: PostOptions = { allowsThisMachine: true }

/** Runs the webhook's job once. */
async function run(options = here) {
  const post = createPost(options)
  await sendWebhook({ pool: database.pool, clock, log, post })({ webhook_id: hook.id }, {} as JobHelpers)
}

const addEvents = (count: number) =>
  rows(
    `insert into public.events (calendar_id, title, start_time, end_time, event_date, event_date_for_reporting, category)
     select $1, 'Fair ' || n, now() + interval '7 days', now() + interval '7 days 1 hour', current_date, now(), 'Event'
     from generate_series(1, $2::integer) n returning id`,
    [calendar.id, count],
  )

const deliveries = () =>
  rows('select * from public.webhook_deliveries where webhook_id = $1 order by created_at, id', [hook.id])
const state = async () => (await rows('select * from public.webhooks where id = $1', [hook.id]))[0]

/** As the documentation tells receivers to check. */
function isGenuine({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

test('each change is posted once, signed, and says nothing about people', async () => {
  const [event] = await addEvents(1)
  await rows("update public.events set title = 'Big fair' where id = $1", [event.id])
  await rows('update public.events set updated_at = now(), is_public = not is_public where id = $1', [event.id])
  await rows("update public.events set status = 'cancelled' where id = $1", [event.id])
  await addContacts(database.pool, calendar.id, 'email', ['ada@example.org'])
  await rows('insert into public.event_rsvps (event_id, calendar_id) values ($1, $2)', [event.id, calendar.id])
  await rows(
    `insert into public.rsvp_answers (event_id, calendar_id, email, name, answer, party)
     values ($1, $2, 'bea@example.org', 'Beatrix', 'going', 3)`,
    [event.id, calendar.id],
  )
  const answered = 'update public.rsvp_answers set confirmed_at = now(), reply = $2 where event_id = $1'
  await rows(answered, [event.id, 'Vegan'])
  await rows(answered, [event.id, 'No nuts'])
  await rows(
    `with made as (insert into public.mailings (calendar_id, day) values ($1, current_date) returning id)
     select from made`,
    [calendar.id],
  )
  await rows("update public.mailings set state = 'finished' where calendar_id = $1", [calendar.id])
  await rows('delete from public.events where id = $1', [event.id])

  for (let posts = 0; posts < 9; posts++) await run()
  assert.deepEqual(
    received.map(({ json }) => json.type),
    [
      'event.created',
      'event.changed',
      'event.cancelled',
      'follower.added',
      'rsvp.answered',
      'mailing.finished',
      'event.cancelled',
    ],
  )
  assert.ok(received.every((post) => isGenuine(post, hook.secret)))
  assert.ok(!isGenuine({ ...received[0]!, body: `${received[0]!.body} ` }, hook.secret), 'a changed body is found out')
  const [created, changed, cancelled, followed, rsvp, , deleted] = received.map(({ json }) => json.data)
  assert.equal(created?.calendar_id, calendar.id)
  const facts = ['Fair 1', 'Big fair', 'Big fair', 'Big fair'].map((title, step) => [
    event.id,
    title,
    step < 2 ? 'scheduled' : 'cancelled',
    step === 3,
  ])
  assert.deepEqual(
    [created, changed, cancelled, deleted].map((data) => {
      const { id, title, status, deleted } = data?.events[0] ?? {}
      return [id, title, status, deleted]
    }),
    facts,
  )
  assert.deepEqual(Object.keys(followed?.followers[0] ?? {}).sort(), ['contact_type', 'id', 'source'])
  const { id: _, ...rest } = rsvp?.rsvps[0] ?? {}
  assert.deepEqual(rest, { event_id: event.id, answer: 'going', party: 3, waiting: false })
  assert.doesNotMatch(received.map(({ body }) => body).join(), /ada@|bea@|Beatrix|Vegan/)
  assert.ok((await deliveries()).every(({ state, status }) => state === 'delivered' && status === 200))
})

test('an import is posted a hundred events at a time, and what waits has an end', async () => {
  await inTransaction(database.pool, async (client) => {
    const add = `insert into public.events (calendar_id, title, start_time, end_time, event_date, event_date_for_reporting, category)
      select $1, 'Fair', now(), now() + interval '1 hour', current_date, now(), 'Event' from generate_series(1, $2::integer)`
    await client.query(add, [calendar.id, 30])
    await client.query(add, [calendar.id, 230])
  })
  assert.deepEqual(
    (await deliveries()).map(({ items }) => items.length).sort((a, b) => b - a),
    [100, 100, 60],
  )
  await rows(
    `insert into public.webhook_deliveries (webhook_id, kind) select $1, 'test' from generate_series(1, 497)`,
    [hook.id],
  )
  await addEvents(1)
  await addEvents(1)
  const kinds = (await deliveries()).map(({ kind }) => kind)
  assert.equal(kinds.length, 501)
  assert.equal(kinds.filter((kind) => kind === 'changes.skipped').length, 1)
})

test('a failed post is tried later and later with the same id, and others wait meanwhile', async () => {
  answer = (_request, response) => response.writeHead(500).end('long explanation')
  await addEvents(1)
  await run()
  await addEvents(1)
  await run()
  assert.equal(received.length, 1, 'no second post within the minute')
  assert.deepEqual(
    (await deliveries()).map(({ state, attempts, status, error }) => [state, attempts, status, error]),
    [
      ['waiting', 1, 500, 'status'],
      ['waiting', 0, null, null],
    ],
  )
  const [job] = await rows(
    `select run_at > now() + interval '50 seconds' as is_later, queue_name from graphile_worker.jobs where key = $1`,
    [`send-webhook:${hook.id}`],
  )
  assert.ok(job.is_later)
  assert.match(job.queue_name, /^webhooks-[0-3]$/)

  answer = (_request, response) => response.end()
  later(minutes(2))
  await run()
  await run()
  assert.equal(received.length, 3)
  assert.deepEqual(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 2)
  assert.deepEqual(
    (await deliveries()).map(({ state }) => state),
    ['delivered', 'delivered'],
  )
  assert.equal((await state()).failures, 0)
})

test('after two days of failures it is off, its owner is mailed once, and an admin turns it on and posts again', async () => {
  answer = (_request, response) => response.writeHead(404).end()
  await addEvents(1)
  for (let tries = 0; tries < 12; tries++) {
    await run()
    later(days(1) + hours(1))
  }
  assert.equal(received.length, 8)
  assert.equal((await state()).disabled_reason, 'failing')
  await addEvents(1)
  assert.deepEqual(
    (await deliveries()).map(({ state, attempts }) => [state, attempts]),
    [['failed', 8]],
    'nothing is stored for a webhook that is off',
  )
  const jobs = await rows(
    "select payload from graphile_worker._private_jobs where key = 'sending/webhook-off:' || $1",
    [hook.id],
  )
  assert.equal(jobs.length, 1)
  const carrier = createCatcher({ pool: database.pool })
  const letters = { pool: database.pool, carrier, log, linkSecret, clock }
  const sender = {
    siteUrl: 'https://townbell.example',
    mailFrom: 'bell@townbell.example',
    mailFromSuffix: 'via Townbell',
    supportEmail: 'help@townbell.example',
    postalAddress: '1 Main St',
  }
  const mail = sendLetter({ ...letters, ...sender })
  await mail(jobs[0].payload, { job: { id: '1' } } as JobHelpers)
  const [letter, ...more] = await caught(database.pool)
  assert.equal(more.length, 0)
  assert.equal(letter?.subject, 'A webhook of Barton Hills was turned off')
  assert.match(letter?.text ?? '', new RegExp(`/calendars/${calendar.id}/settings`))

  const [{ id }] = await deliveries()
  await assert.rejects(asOwner('select public.redeliver_webhook($1)', [id]), { code: 'TB087' })
  await asOwner('select public.change_webhook(id, url, kinds, true) from public.webhooks where id = $1', [hook.id])
  await mail(jobs[0].payload, { job: { id: '1' } } as JobHelpers)
  assert.equal((await caught(database.pool)).length, 1, 'not once it is on again')
  await asOwner('select public.redeliver_webhook($1)', [id])
  answer = (_request, response) => response.end()
  await run()
  assert.equal(received.at(-1)?.headers['webhook-id'], id)
  assert.equal((await deliveries())[0].state, 'delivered')
  const history = await asOwner('select details from public.get_history($1)', [calendar.id])
  const changes = history.flatMap(({ details }) => details.changed ?? []).filter((name) => /^webhook/.test(name))
  assert.deepEqual(changes, ['webhook_changed', 'webhook_failed', 'webhook_added'])
})

test('a test is tried once, an address that is gone is off at once, and a new secret signs beside the old', async () => {
  answer = (_request, response) => response.writeHead(500).end()
  await asOwner('select public.test_webhook($1)', [hook.id])
  await run()
  assert.deepEqual(
    (await deliveries()).map(({ kind, state }) => [kind, state]),
    [['test', 'failed']],
  )
  assert.equal((await state()).failures, 0)

  const [{ secret }] = await asOwner('select public.rotate_webhook_secret($1) as secret', [hook.id])
  answer = (_request, response) => response.writeHead(410).end()
  await addEvents(1)
  await run()
  assert.ok(isGenuine(received[1]!, secret) && isGenuine(received[1]!, hook.secret))
  assert.equal((await state()).disabled_reason, 'gone')
})

test('internal addresses are refused, however they are named, and redirects are not followed', async () => {
  const problem = async (url: string, options: PostOptions = {}) =>
    (await createPost({ timeoutMs: 2000, ...options })(url, {}, '{}')).problem
  const inside = async () => ['127.0.0.1']
  assert.equal(await problem(`https://127.0.0.1:${port}/`), 'closedAddress')
  assert.equal(await problem('https://2130706433/'), 'closedAddress')
  assert.equal(await problem('https://[::ffff:7f00:1]/'), 'closedAddress')
  assert.equal(await problem('https://169.254.169.254/latest/meta-data'), 'closedAddress')
  assert.equal(await problem('https://hooks.example/', { resolve: inside }), 'closedAddress')
  assert.equal(
    await problem('https://hooks.example/', { resolve: async () => ['93.184.215.14', '10.0.0.1'] }),
    'closedAddress',
  )
  assert.equal(await problem('http://hooks.example/', { resolve: async () => ['93.184.215.14'] }), 'closedAddress')
  assert.deepEqual(received, [])

  answer = (request, response) =>
    request.url === '/hook' ? response.writeHead(307, { location: '/elsewhere' }).end() : response.end()
  await addEvents(1)
  await run()
  assert.deepEqual(
    received.map(({ path }) => path),
    ['/hook'],
  )
  assert.equal((await deliveries())[0].status, 307)
  answer = () => {}
  assert.equal(await problem(`http://localhost:${port}/`, { ...here, timeoutMs: 200 }), 'tooSlow')
})

test('a calendar posts 300 times an hour; the rest waits', async () => {
  await rows(
    "insert into private.rate_limits values ('webhook-calendar:' || $1, now(), now() + interval '1 hour', 299)",
    [calendar.id],
  )
  await addEvents(1)
  await addEvents(1)
  await run()
  await run()
  assert.equal(received.length, 1)
  const { retry_at, failures } = await state()
  assert.ok(retry_at > clock.now())
  assert.equal(failures, 0)
})
