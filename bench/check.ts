// npm run bench:check: growth by counters, not by clocks, so that a busy machine says the same as a quiet one.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { createPool } from '#database/pool.ts'
import { type Caller, inTransaction } from '#database/scope.ts'
import { systemClock } from '#runtime/clock.ts'
import { createRest } from '#server/rest/rest.ts'
import { testDatabase } from '#testing/database.ts'
import { testLog } from '#testing/log.ts'
import { planDayOf } from '#worker/jobs/plan-day-of.ts'
import { buildWeb } from '../bin/build-web.ts'
import { sameSql } from './anchors/same-sql.ts'
import { calendarId, calendarOf, fill, type Size, sizes, userId } from './data.ts'
import { buildWithMaps, largestModules, type RouteScripts, scriptsByRoute } from './javascript.ts'
import { monthPath, publicMonthPath } from './requests.ts'

const small: Size = { calendars: 10, events: 60, members: 10, contacts: 10 }
const repeated: Size = { ...small, calendars: 40, series: 5 }
const month = new Date().toISOString().slice(0, 7)
const guest = { role: 'anon' as const, claims: '{"role":"anon"}' }

type Filled = Awaited<ReturnType<typeof openDatabase>>
let filled: Filled[]

before(async () => {
  filled = await Promise.all([openDatabase(small), openDatabase(sizes.S), openDatabase(repeated)])
})
after(async () => {
  for (const { database } of filled) await database.close()
})

test('a month touches at most its rows and eight buffers, and a few for each calendar of the reader, however many events and series there are', async () => {
  for (const { size, database } of filled) {
    const calendar = calendarId(calendarOf(size, 0))
    for (const [path, who] of [
      [monthPath(calendar, month), member(0)],
      [publicMonthPath(calendar, month), guest],
    ] as const) {
      const { rows, buffers, mine } = await explained(database.pool, path, who)
      assert.ok(rows >= 25 + 4 * (size.series ?? 0), `${rows} rows`)
      assert.ok(buffers <= rows + 8, `${buffers} buffers for ${rows} rows of ${size.calendars * size.events} events`)
      // A member of ten calendars: each is looked up by its key.
      assert.ok(mine <= 10 * 3 + 6, `${mine} buffers for which calendars are mine`)
    }
  }
})

test('a month of 50 calendars on a town page touches what one calendar with as many events does, and a few buffers for each calendar', async () => {
  const { database } = filled[0]!
  const pool = createPool({ url: database.url, max: 1 })
  const { town, one } = await addTown(pool, 50, 5_000)
  await pool.query('vacuum analyze public.events')
  const read = async (statement: string, id: string) => {
    const span = [id, `${month}-01`, `${month}-28`]
    // Twice: the first call plans.
    await pool.query(statement, span)
    const count = await pool.query(`select count(*)::int as events from (${statement}) as read`, span)
    const { rows } = await pool.query(`explain (analyze, buffers, format json) ${statement}`, span)
    const { Plan } = rows[0]['QUERY PLAN'][0]
    return { events: count.rows[0].events, buffers: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'] }
  }
  const several = await read('select id from public.get_collection_events($1, $2, $3, null, 5000)', town)
  const single = await read(oneMonth, one)
  await pool.end()
  assert.ok(single.events > 300 && several.events === single.events, `${several.events} and ${single.events} events`)
  // Each calendar is looked up by its key and is one range of an index, however many events it has in other months.
  assert.ok(
    several.buffers <= single.events + 50 * 10,
    `${several.buffers} buffers instead of ${single.buffers} for ${single.events} events`,
  )
})

test('a request is one message once its statement is prepared, the dashboard too, however many rows and calendars there are', async () => {
  for (const { size, database } of filled) {
    const { pool, messages } = counting(database.pool)
    const rest = createRest({
      pool,
      schemas: ['public'],
      maxRows: 1000,
      maxBody: 10_000,
      log: { error() {}, warn() {}, info() {} },
    })
    const ask = async (path: string, init: RequestInit = {}) => {
      const answer = await rest.handle(
        new Request(`http://town.example${path.replace('/rest/v1', '')}`, init),
        member(0),
      )
      assert.equal(answer.status, 200)
      return (await answer.json()) as unknown[]
    }
    const readBoth = async () => {
      await ask(monthPath(calendarId(calendarOf(size, 0)), month))
      return ask('/rpc/get_my_calendars', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      })
    }
    await readBoth()
    const before = messages()
    assert.equal((await readBoth()).length, 10)
    assert.equal(messages() - before, 2)
  }
})

test('no screen reads a whole table of events, contacts or members', async () => {
  const { size, database } = filled[1]!
  const calendar = calendarId(calendarOf(size, 0))
  for (const [path, who] of [
    [monthPath(calendar, month), member(0)],
    [publicMonthPath(calendar, month), guest],
    [`/rest/v1/calendar_contacts?calendar_id=eq.${calendar}&order=created_at`, member(0)],
    [`/rest/v1/calendar_members?calendar_id=eq.${calendar}`, member(0)],
    [`/rest/v1/events?start_time=gte.${month}-10&order=start_time&limit=50`, member(0)],
  ] as const) {
    assert.deepEqual((await explained(database.pool, path, who)).scanned, [], path)
  }
  // Had there been one, it would have been seen.
  const [, counted] = (await database.pool.query(
    `select count(title) from public.events; ${scannedTables}`,
  )) as unknown as [unknown, pg.QueryResult]
  assert.deepEqual(counted.rows, [{ relname: 'events' }])
})

test('a mailing becomes a job for every 500 recipients, and is planned without looking through all for each', async () => {
  const { size, database } = filled[0]!
  // One connection, which is asked afterwards what it has read.
  const pool = createPool({ url: database.url, max: 1 })
  const calendar = calendarId(calendarOf(size, 0))
  await pool.query(`update public.calendars set notify_at = '00:00' where id = $1`, [calendar])
  await pool.query(addContacts, [calendar, 1_200])
  await pool.query(addEvent, [calendar])
  await pool.query('delete from private.waiting_events')
  // As after a restore: PostgreSQL has counted that there are none.
  await pool.query('vacuum analyze public.deliveries')
  await planDayOf({ pool, clock: systemClock, log: testLog('error') })({}, {} as never)
  // The mails of this calendar: whether texts and others have their hour is for the clock to say.
  const { rows } = await pool.query(
    `select count(*)::int as jobs from graphile_worker.jobs j join public.mailings m on j.key like 'send-mailing:' || m.id || ':email:%'
     where m.calendar_id = $1`,
    [calendar],
  )
  const { rows: planned } = await pool.query(
    `select count(*)::int as mails from public.deliveries where calendar_id = $1 and channel = 'email'`,
    [calendar],
  )
  assert.equal(rows[0].jobs, Math.ceil(planned[0].mails / 500))
  assert.ok(planned[0].mails >= 1_200)
  await pool.query('select pg_stat_force_next_flush()')
  const { rows: read } = await pool.query(
    `select seq_scan::int as times from pg_stat_user_tables where relname = 'deliveries'`,
  )
  assert.ok(read[0].times <= 20, `all deliveries were read ${read[0].times} times`)
  await pool.end()
})

/** Kilobytes with gzip. What a browser fetches later by itself comes on top: about 10 on public pages, 25 on signed-in ones (the scenario `javascript`). */
const most = { public: 159, memberCalendar: 232, signedIn: 250 }

test('the first load of no route grows', async (context) => {
  await buildWeb()
  const routes = scriptsByRoute()
  assert.ok(routes.length > 30)
  const heavy = routes
    .map((route) => ({ ...route, limit: limitOf(route) }))
    .filter(({ kilobytes, limit }) => kilobytes > limit)
  if (heavy.length === 0) return
  const maps = buildWithMaps({ atEnd: (remove) => context.after(remove) })
  const all = heavy.map(
    ({ id, kilobytes, limit, files }) =>
      `${id} brings ${kilobytes.toFixed(1)} kB, at most ${limit}: ${largestModules(files, maps, 20)}`,
  )
  assert.fail(all.join('\n'))
})

function limitOf({ id, isSignedIn }: RouteScripts): number {
  if (id === 'routes/member-calendar') return most.memberCalendar
  return isSignedIn ? most.signedIn : most.public
}

async function openDatabase(size: Size) {
  const database = await testDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  await fill(client, size, month, () => {})
  await client.end()
  return { size, database }
}

function member(user: number) {
  return { role: 'authenticated', claims: JSON.stringify({ role: 'authenticated', sub: userId(user) }), session: null }
}

async function explained(pool: pg.Pool, path: string, who: Caller) {
  const [[become, read] = []] = await sameSql(pool, [{ path }], [who])
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(become!.text, become!.values)
    // The first reads the catalogue as well; the second is what it costs from then on.
    await client.query(read!.text, read!.values)
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${read!.text}`, read!.values)
    const plan = rows[0]['QUERY PLAN'][0].Plan
    const mine = asked(plan)
    const { rows: scanned } = await client.query(scannedTables)
    return {
      rows: rowsBelow(plan),
      buffers: touched(plan) - mine,
      mine,
      scanned: scanned.map(({ relname }) => relname),
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

type Plan = {
  'Node Type': string
  'Parent Relationship'?: string
  'Actual Rows': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

const touched = (plan: Plan) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']

/** The functions that policies call once before they read rows. */
function asked(plan: Plan): number {
  if (plan['Parent Relationship'] === 'InitPlan') return touched(plan)
  return (plan.Plans ?? []).reduce((sum, part) => sum + asked(part), 0)
}

/** The aggregate on top makes one row of them. */
function rowsBelow(plan: Plan): number {
  if (plan['Node Type'] !== 'Aggregate') return plan['Actual Rows']
  return rowsBelow(plan.Plans!.find((part) => part['Node Type'] !== 'Result') as Plan)
}

/** Counts the messages that are sent to PostgreSQL on connections of the pool. */
function counting(pool: pg.Pool) {
  let sent = 0
  const counted = new WeakMap<pg.PoolClient, pg.PoolClient>()
  const connect = async () => {
    const client = await pool.connect()
    const proxy =
      counted.get(client) ??
      new Proxy(client, {
        get(target, name) {
          const found = Reflect.get(target, name)
          if (name === 'query') sent++
          return typeof found === 'function' ? found.bind(target) : found
        },
      })
    counted.set(client, proxy)
    return proxy
  }
  return { pool: { query: pool.query.bind(pool), connect } as unknown as pg.Pool, messages: () => sent }
}

/** In this transaction, also inside functions. */
const scannedTables = `
  select relname from pg_stat_xact_user_tables
  where schemaname = 'public' and relname in ('events', 'calendar_contacts', 'calendar_members') and seq_scan > 0`

const addContacts = `
  insert into public.calendar_contacts (calendar_id, contact_type, contact_value)
  select $1, 'email', 'follower' || n || '@example.org' from generate_series(1, $2::int) as n`

const addEvent = `
  insert into public.events (calendar_id, title, start_time, end_time, category, event_date, event_date_for_reporting, end_date)
  select c.id, 'Potluck supper', now(), now() + interval '1 hour', 'Event', today, today, today
  from public.calendars c cross join lateral (select (now() at time zone c.time_zone)::date as today) as here where c.id = $1`

const oneMonth = `
  select e.id from public.events e
  where e.calendar_id = $1 and e.start_time > $2::timestamptz - interval '32 days' and e.start_time < $3 and e.end_time > $2
  order by e.start_time, e.id`

/** A town page of so many calendars, and one calendar with as many coming events as they have together. Without triggers, which take minutes. */
async function addTown(pool: pg.Pool, calendars: number, events: number): Promise<{ town: string; one: string }> {
  return inTransaction(pool, async (client) => {
    await client.query("set local session_replication_role = 'replica'")
    const made = await client.query(
      `insert into public.calendars (name, owner_id, state, city)
       select 'Town ' || n, $1, 'Texas', 'Austin' from generate_series(0, $2::integer) n returning id`,
      [userId(0), calendars],
    )
    const ids: string[] = made.rows.map(({ id }) => id)
    const page = await client.query(
      "insert into public.collections (owner_id, name) values ($1, 'Town') returning id",
      [userId(0)],
    )
    await client.query(
      'insert into public.collection_calendars (collection_id, calendar_id) select $1, unnest($2::uuid[])',
      [page.rows[0].id, ids.slice(1)],
    )
    await client.query(
      `insert into public.events (
         calendar_id, title, category, start_time, end_time, event_date, end_date, event_date_for_reporting, include_in_mailer, is_public
       )
       select calendar, 'Event ' || n, 'Event', hour, hour + interval '1 hour', hour::date, hour::date, hour::date, false, true
       from generate_series(0, $2::integer - 1) n
       cross join lateral (
         select date_trunc('month', now()) + (n % 300) * interval '1 day' + (n % 12) * interval '1 hour' as hour
       ) at
       cross join lateral unnest(array[($1::uuid[])[1], ($1::uuid[])[n % $3::integer + 2]]) as calendar`,
      [ids, events, calendars],
    )
    return { town: page.rows[0].id, one: ids[0] as string }
  })
}
