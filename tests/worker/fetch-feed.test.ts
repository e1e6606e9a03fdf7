// External calendars from a real server: shown, accepted, imported, and held back when many events vanish.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import type { JobHelpers } from 'graphile-worker'
import { inTransaction } from '#database/scope.ts'
import { addDays, dayInZone } from '#domain/dates.ts'
import { makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { zoneFile } from '#testing/hostile-files.ts'
import { testLog } from '#testing/log.ts'
import { createFetchText } from '#worker/feeds/fetch-text.ts'
import { checkFeeds } from '#worker/jobs/check-feeds.ts'
import { fetchFeed } from '#worker/jobs/fetch-feed.ts'

let database: TestDatabase
let server: Server
let calendar: TestCalendar
/** What the external server answers. */
let served: { status: number; text: string; etag?: string }
const log = testLog('debug')
const clock = { now: () => new Date() }

before(async () => {
  database = await testDatabase()
  server = createServer((request, response) => {
    const { status, text, etag } = served
    if (etag && request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(status, etag ? { etag } : {}).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
beforeEach(async () => {
  calendar = await makeCalendar(database.pool)
  await setLink(`http://127.0.0.1:${(server.address() as AddressInfo).port}/town.ics`)
})
after(async () => {
  server.close()
  await once(server, 'close')
  await database.close()
})

const setLink = (url: string) =>
  database.pool.query('update public.calendars set external_calendar_url = $2 where id = $1', [calendar.id, url])

async function asOwner(text: string, values: unknown[]) {
  const claims = JSON.stringify({ sub: calendar.owner, role: 'authenticated' })
  const scope = { role: 'authenticated', claims, session: null }
  return inTransaction(database.pool, (client) => client.query(text, values), scope)
}

/** An admin requests a check, and the worker runs it. */
async function check(options = { isAllowed: () => true }) {
  await asOwner('select public.check_feed($1)', [calendar.id])
  await look(options)
  return feed()
}

async function look(options = { isAllowed: () => true }) {
  const fetchText = createFetchText(options)
  await fetchFeed({ pool: database.pool, clock, log, fetchText })({ calendar_id: calendar.id }, {} as JobHelpers)
}

async function accept(inMailer = false) {
  const { seen } = await feed()
  await asOwner('select public.accept_feed($1, $2, $3)', [calendar.id, seen, inMailer])
  await look()
  return feed()
}

async function feed() {
  const { rows } = await database.pool.query('select * from public.inbound_feeds where calendar_id = $1', [calendar.id])
  return rows[0]
}

async function titles(): Promise<string[]> {
  const { rows } = await database.pool.query(
    'select distinct title from public.events where calendar_id = $1 order by 1',
    [calendar.id],
  )
  return rows.map(({ title }) => title)
}

const today = dayInZone(new Date(), 'America/Chicago')
const value = (days: number) => addDays(today, days).replaceAll('-', '')
const event = (title: string, days: number, ...more: string[]) =>
  ['BEGIN:VEVENT', `UID:${title}`, `SUMMARY:${title}`, `DTSTART;VALUE=DATE:${value(days)}`, ...more, 'END:VEVENT'].join(
    '\r\n',
  )
function serve(...events: string[]) {
  // Many servers put the time of the request into the feed.
  const stamp = `X-ASKED:${process.hrtime.bigint()}`
  served = { status: 200, text: ['BEGIN:VCALENDAR', stamp, ...events, 'END:VCALENDAR'].join('\r\n') }
}

test('nothing is imported before an admin accepts; after that, changes are imported automatically', async () => {
  serve(event('Fair', 3), event('Choir', 1, 'RRULE:FREQ=WEEKLY'), event('Gone', 9), event('Past', -3))
  const shown = await check()
  assert.equal(shown.state, 'preview')
  assert.equal(shown.shown.counts.added, 4)
  assert.deepEqual(await titles(), [])
  const live = await accept()
  assert.equal(live.state, 'live')
  assert.deepEqual(await titles(), ['Choir', 'Fair', 'Gone', 'Past'])
  const { rows: told } = await database.pool.query(
    'select from public.events where calendar_id = $1 and include_in_mailer',
    [calendar.id],
  )
  assert.equal(told.length, 0)

  // Edited here, not there: it stays. Deleted here: it stays away. What is over may leave the feed.
  await database.pool.query(
    "update public.events set description = 'Bring a spoon' where calendar_id = $1 and title = 'Fair'",
    [calendar.id],
  )
  await database.pool.query("delete from public.events where calendar_id = $1 and title = 'Gone'", [calendar.id])
  serve(event('Fair', 3), event('Gone', 9, 'DESCRIPTION:Still on'), event('Dance', 5))
  const next = await check()
  assert.equal(next.state, 'live')
  assert.deepEqual(next.shown.counts, { added: 1, changed: 0, removed: 1, unchanged: 1, skipped: 1 })
  assert.deepEqual(await titles(), ['Dance', 'Fair', 'Past'])
  const { rows } = await database.pool.query(
    "select description from public.events where calendar_id = $1 and title = 'Fair'",
    [calendar.id],
  )
  assert.equal(rows[0].description, 'Bring a spoon')
  const { rows: history } = await database.pool.query(
    "select metadata, actor_user_id from public.audit_logs where calendar_id = $1 and action = 'import' order by id",
    [calendar.id],
  )
  assert.deepEqual(
    history.map(({ metadata }) => [metadata.source, metadata.added, metadata.removed]),
    [
      ['feed', 4, 0],
      ['feed', 1, 1],
    ],
  )
})

test('when many events vanish at once they stay until an admin accepts, and only what was shown is accepted', async () => {
  const many = Array.from({ length: 8 }, (_, n) => event(`Event ${n}`, n + 1))
  serve(...many)
  await check()
  await accept()
  serve(...many.slice(0, 5))
  await check()
  assert.equal((await titles()).length, 5, 'three of eight may go')
  serve()
  const held = await check()
  assert.equal(held.state, 'held')
  assert.equal(held.shown.counts.removed, 5)
  assert.equal((await titles()).length, 5)

  // It changes before somebody says yes: that is another question.
  const { seen } = held
  serve(event('Another', 4))
  await asOwner('select public.accept_feed($1, $2)', [calendar.id, seen])
  await look()
  assert.equal((await feed()).state, 'held')
  assert.equal((await titles()).length, 5)
  await assert.rejects(asOwner('select public.accept_feed($1, $2)', [calendar.id, seen]), { code: 'TB025' })
  assert.equal((await accept()).state, 'live')
  assert.deepEqual(await titles(), ['Another'])
})

test('a series that vanishes keeps its past events', async () => {
  serve(event('Choir', -10, 'RRULE:FREQ=WEEKLY'), event('Soon', 7, 'RRULE:FREQ=WEEKLY'))
  await check()
  await accept()
  serve(event('Fair', 3))
  await check()
  const { rows } = await database.pool.query(
    'select title, event_date < $2 as is_past, count(*)::int from public.events where calendar_id = $1 group by 1, 2 order by 1',
    [calendar.id, today],
  )
  assert.deepEqual(rows, [
    { title: 'Choir', is_past: true, count: 2 },
    { title: 'Fair', is_past: false, count: 1 },
  ])
})

test('an unreadable feed changes nothing, stores the problem, and is tried again later', async () => {
  serve(event('Fair', 3))
  await check()
  await accept()
  for (const [status, text, problem] of [
    [500, '', 'unreachable'],
    [200, '<html>', 'unreadable'],
    [404, '', 'notFound'],
    [200, zoneFile(1_067_000), 'tooComplex'],
  ] as const) {
    served = { status, text }
    const found = await check()
    assert.deepEqual([found.state, found.problem], ['live', problem])
  }
  assert.deepEqual(await titles(), ['Fair'])
  const { failures, next_check_at, checked_at } = await feed()
  assert.equal(failures, 4)
  assert.equal(next_check_at - checked_at, 8 * 3_600_000)
  serve(event('Fair', 3))
  served.etag = '"1"'
  assert.equal((await check()).problem, null)
  assert.equal((await check()).etag, '"1"', 'not sent again')

  // With the production rules, this machine is not fetched.
  const closed = await check({} as { isAllowed: () => boolean })
  assert.equal(closed.problem, 'closedAddress')
})

test('only accepted feeds are checked again, and a new link is a new feed', async () => {
  serve(event('Fair', 3))
  await check()
  const queued = async () => {
    await checkFeeds({ pool: database.pool, clock: { now: () => new Date(Date.now() + 5 * 3_600_000) } })(
      null,
      {} as JobHelpers,
    )
    const { rows } = await database.pool.query(
      "select from graphile_worker.jobs where key = $1 and queue_name = 'feeds'",
      [`fetch-feed ${calendar.id}`],
    )
    return rows.length
  }
  assert.equal(await queued(), 0)
  await accept()
  assert.equal(await queued(), 1)
  await setLink('https://elsewhere.example/x.ics')
  assert.equal(await feed(), undefined)
  assert.deepEqual(await titles(), ['Fair'])
  await database.pool.query('update public.calendars set external_calendar_url = null where id = $1', [calendar.id])
  await assert.rejects(asOwner('select public.check_feed($1)', [calendar.id]), { code: 'TB024' })
  const other = await makeCalendar(database.pool)
  await assert.rejects(asOwner('select public.check_feed($1)', [other.id]), { code: '42501' })
  await assert.rejects(asOwner('select public.accept_feed($1, $2)', [other.id, 'x']), { code: '42501' })
})
