import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { extendAll } from '#worker/jobs/extend-series.ts'

let database: TestDatabase
let calendar: TestCalendar
before(async () => {
  database = await testDatabase()
  calendar = await makeCalendar(database.pool)
})
after(() => database.close())

async function addSeries(rrule: string, startsOn: string, more: { rdates?: string[]; zone?: string } = {}) {
  const { rows } = await database.pool.query(
    `insert into public.event_series (calendar_id, title, category, starts_on, starts_at, ends_at, rrule, rdates, time_zone)
     values ($1, 'Choir', 'Event', $2, '18:00', '19:00', $3, $4, $5) returning id`,
    [calendar.id, startsOn, rrule, more.rdates ?? [], more.zone ?? null],
  )
  return rows[0].id as string
}

async function rowsOf(id: string) {
  const { rows } = await database.pool.query(
    'select series_day::text as day, start_time from public.events where series_id = $1 order by 1',
    [id],
  )
  return rows as { day: string; start_time: Date }[]
}

const now = new Date('2030-01-15T12:00:00Z')

test('a series has rows for a year and a half, and more are added over time, none twice', async () => {
  const id = await addSeries('FREQ=DAILY', '2030-01-20')
  await extendAll(database.pool, now)
  const first = await rowsOf(id)
  assert.deepEqual([first[0]?.day, first.at(-1)?.day], ['2030-01-20', '2031-07-17'])
  assert.equal(await extendAll(database.pool, now), 0)
  // A few days later there is enough; after a month, more is added.
  assert.equal(await extendAll(database.pool, new Date('2030-02-01T12:00:00Z')), 0)
  assert.equal(await extendAll(database.pool, new Date('2030-03-15T12:00:00Z')), 59)
  const { rows } = await database.pool.query("select count(*)::int from public.audit_logs where entity_type = 'event'")
  assert.deepEqual(rows, [{ count: 0 }])
})

test('an old series has a year of past rows; one that ends is complete', async () => {
  const old = await addSeries('FREQ=WEEKLY', '2015-01-06')
  const short = await addSeries('FREQ=MONTHLY;COUNT=3', '2030-02-01', { rdates: ['2030-02-14'] })
  await extendAll(database.pool, now)
  assert.equal((await rowsOf(old))[0]?.day, '2029-01-16')
  assert.deepEqual(
    (await rowsOf(short)).map(({ day }) => day),
    ['2030-02-01', '2030-02-14', '2030-03-01', '2030-04-01'],
  )
  const { rows } = await database.pool.query(
    'select is_complete from public.event_series where id = any ($1) order by 1',
    [[old, short]],
  )
  assert.deepEqual(rows, [{ is_complete: false }, { is_complete: true }])
})

test("a series with its own time zone keeps its local time when the calendar's zone changes", async () => {
  const here = await addSeries('FREQ=DAILY;COUNT=1', '2030-07-01')
  const there = await addSeries('FREQ=DAILY;COUNT=1', '2030-07-01', { zone: 'Europe/Berlin' })
  await extendAll(database.pool, now)
  const at = async (id: string) => (await rowsOf(id))[0]?.start_time.toISOString()
  assert.equal(await at(here), '2030-07-01T23:00:00.000Z')
  assert.equal(await at(there), '2030-07-01T16:00:00.000Z')
  await database.pool.query("update public.calendars set time_zone = 'America/New_York' where id = $1", [calendar.id])
  assert.equal(await at(here), '2030-07-01T22:00:00.000Z')
  assert.equal(await at(there), '2030-07-01T16:00:00.000Z')
})
