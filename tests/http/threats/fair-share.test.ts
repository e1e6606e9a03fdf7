// No client holds the site. Slow statements are made by a lock that the test holds, so that nothing here depends on the time.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { systemClock } from '#runtime/clock.ts'
import { createApp } from '#server/app.ts'
import { STREAM_PATH } from '#server/streams/calendar-stream.ts'
import { testLog } from '#testing/log.ts'
import { attackedPaths } from '../../../bench/scenarios/fairness.ts'
import { type Answer, type AppFixture, openAppFixture, type Person, password, type Visitor } from './fixture.ts'

let fixture: AppFixture
let owner: Person
let calendar: string

before(async () => {
  fixture = await openAppFixture({ DATABASE_CONNECTIONS: '8' })
  owner = await fixture.person('owner')
  calendar = (await fixture.calendar(owner)).id
})
after(() => fixture.close())

/** Sends so many reads of a table, which wait while it is locked. */
const flood = (as: Visitor, table: string, count = 20) =>
  Array.from({ length: count }, () => as.request(`/rest/v1/${table}?select=*&limit=1`))

/** Locks a table while `work` runs. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  const client = await fixture.pool.connect()
  try {
    await client.query(`begin; lock table ${table} in access exclusive mode`)
    await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Returns how many of the server's statements wait for the lock. */
async function blocked(): Promise<number> {
  const [{ count }] = await fixture.rows(`
    select count(*)::integer from pg_stat_activity
    where datname = current_database() and application_name = 'townbell server' and wait_event_type = 'Lock'`)
  return count
}

/** Waits until so many are blocked, and checks that it never is more. */
async function untilBlocked(count: number): Promise<void> {
  for (let now = 0; now !== count; now = await blocked()) assert.ok(now <= count, `${now} statements at once`)
}

async function everythingElseWorks(): Promise<void> {
  const visitor = fixture.visitor()
  const page = await visitor.request(`/calendar/${calendar}?q=${Math.random()}`)
  const feed = await visitor.request(`/calendar/${calendar}.rss`)
  const ready = await visitor.request('/ready')
  const session = await visitor.request('/auth/v1/token?grant_type=password', {
    json: { email: owner.email, password },
  })
  assert.deepEqual([page.status, feed.status, ready.status, session.status], [200, 200, 200, 200])
}

test('one network runs one query at a time, guests two in all; others and pages go on', async () => {
  const attackers = [fixture.visitor(), fixture.visitor(), fixture.visitor()]
  const sent: Promise<unknown>[] = []
  await whileLocked('public.event_series', async () => {
    sent.push(...flood(attackers[0] as Visitor, 'event_series'))
    await untilBlocked(1)
    const other = await fixture.visitor().request('/rest/v1/calendars?select=id')
    assert.deepEqual([other.status, other.body.length], [200, 1])
    for (const attacker of attackers.slice(1)) sent.push(...flood(attacker, 'event_series'))
    await untilBlocked(2)
    await everythingElseWorks()
    assert.equal((await owner.request('/rest/v1/calendars?select=id')).status, 200)
    assert.ok((await blocked()) <= 2)
  })
  await Promise.all(sent)
})

test('one network of members runs two queries at a time, all four; others and pages go on', async () => {
  const people = [owner, await fixture.person('ann'), await fixture.person('ben')]
  const sent: Promise<unknown>[] = []
  await whileLocked('public.push_subscriptions', async () => {
    sent.push(...flood(people[0] as Person, 'push_subscriptions'))
    await untilBlocked(2)
    assert.equal((await (people[1] as Person).request('/rest/v1/calendars?select=id')).status, 200)
    for (const person of people.slice(1)) sent.push(...flood(person, 'push_subscriptions'))
    await untilBlocked(4)
    assert.equal((await fixture.visitor().request('/rest/v1/calendars?select=id')).status, 200)
    await everythingElseWorks()
  })
  await Promise.all(sent)
})

test('many accounts in one network run two queries at a time, and their other members get their turn', async () => {
  const accounts = await Promise.all(Array.from({ length: 4 }, (_, n) => fixture.person(`account${n}`)))
  const network = fixture.visitor().network
  const together = accounts.map(({ token }) => fixture.visitorAs(token, network))
  const sent: Promise<unknown>[] = []
  await whileLocked('public.push_subscriptions', async () => {
    for (const account of together) sent.push(...flood(account, 'push_subscriptions'))
    await untilBlocked(2)
    for (let n = 0; n < 5; n++) assert.equal((await owner.request('/rest/v1/calendars?select=id')).status, 200)
    await everythingElseWorks()
    assert.ok((await blocked()) <= 2)
  })
  await Promise.all(sent)
})

test('members search no text without an index, in filters of reads and writes alike', async () => {
  const filter = `calendar_id=eq.${calendar}&description=`
  for (const operator of ['fts', 'plfts', 'phfts', 'wfts']) {
    const address = `/rest/v1/events?${filter}${operator}.lorem`
    const answers = [
      await owner.request(address),
      await owner.request(address, { method: 'DELETE' }),
      await owner.request(address, { json: { title: 'New' }, method: 'PATCH' }),
      await owner.request(`/rest/v1/events?or=(description.${operator}.a,title.eq.b)`),
    ]
    for (const { status, body } of answers) assert.deepEqual([status, body.code], [400, 'PGRST100'])
  }
})

test('the neighbors of an IPv6 network share one turn', async () => {
  const sent: Promise<unknown>[] = []
  await whileLocked('public.event_series', async () => {
    for (let n = 0; n < 8; n++) sent.push(...flood(fixture.visitor(`2001:db8:7:${n}::1`), 'event_series', 3))
    await untilBlocked(1)
    assert.equal((await fixture.visitor('2001:db8:8::1').request('/rest/v1/calendars?select=id')).status, 200)
    assert.ok((await blocked()) <= 1)
  })
  await Promise.all(sent)
})

test('a caller with too many requests waiting gets 429 in the dialect of the data API', async () => {
  let sent: ReturnType<typeof flood> = []
  await whileLocked('public.event_series', async () => {
    sent = flood(fixture.visitor(), 'event_series', 300)
    const refused = sent.map(async (answer) => ((await answer).status === 429 ? answer : Promise.reject()))
    const { body, headers } = (await Promise.any(refused)) as Answer
    assert.deepEqual(
      [Object.keys(body), body.code],
      [['code', 'message', 'details', 'hint'], 'over_request_rate_limit'],
    )
    assert.ok(Number(headers.get('retry-after')) > 0)
  })
  await Promise.all(sent)
})

test('every address waits for its network’s turn, a new one by itself; other networks and the machine don’t', async () => {
  const { config, pool } = fixture
  const listenOn = new pg.Pool({ connectionString: config.databaseUrl, max: 1 })
  const site = () => () => new Response('page')
  const app = createApp({ config, pool, listenOn, log: testLog('error', []), clock: systemClock, site })
  const server = createServer(app.handle)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  const walked = app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => ({ method, path }))
  walked.push(
    { method: 'POST', path: '/rest/v1/events' },
    { method: 'GET', path: '/a-page' },
    { method: 'GET', path: STREAM_PATH },
  )
  const addresses = [...new Map(walked.map((one) => [`${one.method} ${one.path}`, one])).values()]
  assert.ok(addresses.length > 60, `${addresses.length}`)
  const [attacker, other] = [fixture.visitor().network, fixture.visitor().network]
  const ask = async (network: string, method: string, path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { 'x-forwarded-for': network } })
    await answer.body?.cancel()
    answered.push(`${method} ${path}`)
    return answer.status
  }
  const answered: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  try {
    assert.deepEqual(Object.keys(attackedPaths), app.paths, 'the bench attacks each path of the URL table')
    const held = [app.turns.requests, app.turns.reports].map((turn) => turn.run(attacker, () => released))
    const asked = addresses.map(({ method, path }) => ask(attacker, method, path))
    while (app.turns.requests.waiting() + app.turns.reports.waiting() < addresses.length) {
      assert.deepEqual(answered, [], 'outside of the turns')
      await new Promise(setImmediate)
    }
    for (const network of [other, '127.0.0.1']) assert.equal(await ask(network, 'GET', '/health'), 200)
    release()
    await Promise.all([...held, ...asked])
  } finally {
    release()
    app.stopStreams()
    server.closeAllConnections()
    server.close()
    await listenOn.end()
  }
})
