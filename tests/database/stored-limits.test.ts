// What one account can store has an end, whoever writes it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inTransaction } from '#database/scope.ts'
import { makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { extendAll } from '#worker/jobs/extend-series.ts'

const EVENTS = 20

let database: TestDatabase
/** Lowers the limits, because filling a calendar to its real ones takes minutes on a busy machine. */
before(async () => {
  database = await testDatabase()
  await database.pool.query(`
    create or replace function private.calendar_event_limit() returns integer
      language sql immutable parallel safe return ${EVENTS};
    create or replace function private.owner_picture_limit() returns bigint
      language sql immutable parallel safe return 5;`)
})
after(() => database.close())

const count = async ({ id }: TestCalendar) =>
  (await database.pool.query('select count(*)::int from public.events where calendar_id = $1', [id])).rows[0].count

const rowsOf = `select c.stored_events as counted, (select count(*)::int from public.events e where e.calendar_id = c.id) as rows
  from public.calendars c where c.id = $1`

/** Runs without triggers; the calendar is $1. */
function atOnce(text: string, values: unknown[]) {
  return inTransaction(database.pool, async (client) => {
    await client.query("set local session_replication_role = 'replica'")
    await client.query(text, values)
    await client.query(`update public.calendars set stored_events = (select rows from (${rowsOf}) r) where id = $1`, [
      values[0],
    ])
  })
}

function fill({ id }: TestCalendar, events: number) {
  return atOnce(
    `insert into public.events (
       calendar_id, title, start_time, end_time, event_date, end_date, event_date_for_reporting, category
     )
     select $1, 'Fair', now(), now() + interval '1 hour', current_date, current_date, now(), 'Event'
     from generate_series(1, $2::integer)`,
    [id, events],
  )
}

const fillDeleted = ({ id }: TestCalendar, events: number) =>
  atOnce(
    `insert into public.deleted_events (id, calendar_id, event)
     select gen_random_uuid(), $1, '{}' from generate_series(1, $2::integer)`,
    [id, events],
  )

const removeFilled = ({ id }: TestCalendar) =>
  atOnce("delete from public.events where calendar_id = $1 and title = 'Fair'", [id])

const addText = `insert into public.events (calendar_id, title, start_time, end_time, event_date, event_date_for_reporting, category)
         select $1, 'Fair', now() + interval '7 days', now() + interval '8 days', current_date + 7, now() + interval '7 days', 'Event'
         from generate_series(1, $2::integer)`

/** Adds events as the owner does over HTTP. */
function add({ id, owner }: TestCalendar, events: number) {
  const scope = {
    role: 'authenticated',
    claims: JSON.stringify({ sub: owner, role: 'authenticated' }),
    session: null,
  }
  return inTransaction(database.pool, (client) => client.query(addText, [id, events]), scope)
}

const addContact = ({ id }: TestCalendar) =>
  database.pool.query(
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'ada@example.org')",
    [id],
  )

test('a calendar holds as many events as its limit, and not one more', async () => {
  const calendar = await makeCalendar(database.pool)
  await addContact(calendar)
  await fill(calendar, EVENTS - 2)
  await add(calendar, 1)
  await assert.rejects(add(calendar, 2), { code: 'TB027' })
  await add(calendar, 1)
  await assert.rejects(add(calendar, 1), { code: 'TB027' })
  assert.equal(await count(calendar), EVENTS)
})

test('events that are added together are counted once, not once for each', async () => {
  const calendar = await makeCalendar(database.pool)
  await addContact(calendar)
  const claims = JSON.stringify({ sub: calendar.owner, role: 'authenticated' })
  const { rows } = await inTransaction(database.pool, async (client) => {
    await client.query("set local track_functions = 'all'")
    await client.query("select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)", [
      claims,
    ])
    await client.query(addText, [calendar.id, 10])
    await client.query('reset role')
    return client.query(
      "select pg_stat_get_xact_function_calls('private.event_room(uuid)'::regprocedure)::int as counted",
    )
  })
  assert.deepEqual(rows, [{ counted: 1 }])
})

test('a calendar counts its events truly while people add, delete and restore them at once', async () => {
  const calendar = await makeCalendar(database.pool)
  await addContact(calendar)
  const of = async () => (await database.pool.query(rowsOf, [calendar.id])).rows[0]
  await Promise.allSettled(Array.from({ length: 12 }, () => add(calendar, 2)))
  assert.deepEqual(await of(), { counted: EVENTS, rows: EVENTS }, 'no more than the limit')
  const { rows } = await database.pool.query('select id from public.events where calendar_id = $1 limit 6', [
    calendar.id,
  ])
  const asOwner = (text: string, id: string) =>
    inTransaction(database.pool, (client) => client.query(text, [id]), {
      role: 'authenticated',
      claims: JSON.stringify({ sub: calendar.owner, role: 'authenticated' }),
      session: null,
    })
  await Promise.all(rows.map(({ id }) => asOwner('delete from public.events where id = $1', id)))
  assert.deepEqual(await of(), { counted: EVENTS - 6, rows: EVENTS - 6 })
  await Promise.allSettled([
    ...rows.slice(0, 3).map(({ id }) => asOwner('select public.restore_event($1)', id)),
    ...rows.map(() => add(calendar, 1)),
    inTransaction(database.pool, async (client) => {
      await client.query(addText, [calendar.id, 3])
      throw new Error('rolled back')
    }),
  ])
  const { counted, rows: stored } = await of()
  assert.equal(counted, stored)
  assert.ok(stored > EVENTS - 6, 'some came back')
})

test('events that were deleted count once there are as many again', async () => {
  const calendar = await makeCalendar(database.pool)
  await addContact(calendar)
  await fill(calendar, EVENTS - 1)
  await fillDeleted(calendar, EVENTS)
  await add(calendar, 1)
  await removeFilled(calendar)
  await fillDeleted(calendar, EVENTS)
  await assert.rejects(add(calendar, 1), { code: 'TB027' })
})

test('the worker adds dates of a repeated event while there is room, and goes on when there is again', async () => {
  const calendar = await makeCalendar(database.pool)
  const now = new Date()
  await fill(calendar, EVENTS - 5)
  await database.pool.query(
    `insert into public.event_series (calendar_id, title, category, starts_on, starts_at, ends_at, rrule)
     values ($1, 'Choir', 'Event', current_date, '18:00', '19:00', 'FREQ=DAILY')`,
    [calendar.id],
  )
  assert.equal(await extendAll(database.pool, now), 5)
  assert.equal(await extendAll(database.pool, now), 0)
  assert.equal(await count(calendar), EVENTS)
  await removeFilled(calendar)
  assert.equal(await extendAll(database.pool, now), EVENTS - 5)
})

test('the pictures of all calendars of an owner have a limit together', async () => {
  const first = await makeCalendar(database.pool)
  const { owner } = first
  const { rows } = await database.pool.query(
    "insert into public.calendars (name, owner_id, state, city) values ('Elm', $1, 'Texas', 'Austin') returning id",
    [owner],
  )
  const addImage = (calendarId: string, letter: string) =>
    inTransaction(
      database.pool,
      (client) =>
        client.query('select private.add_event_image($1, $2, $3)', [
          calendarId,
          `${letter.repeat(32)}-1x1.png`,
          Buffer.from('xx'),
        ]),
      { role: 'service_role', claims: JSON.stringify({ sub: owner, role: 'authenticated' }), session: null },
    )
  await addImage(first.id, 'a')
  await addImage(rows[0].id, 'b')
  await assert.rejects(addImage(first.id, 'c'), { code: 'TB026', message: /1 GB/ })
})
