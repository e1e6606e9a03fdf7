import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { createCalendarVersions } from '#server/public-cache/calendar-version.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'

let db: TestDatabase
let id: string
before(async () => {
  db = await testDatabase()
  const owner = randomUUID()
  await db.pool.query("insert into auth.users (id, email, encrypted_password) values ($1, $2, 'x')", [
    owner,
    'maria@townbell.example',
  ])
  const { rows } = await db.pool.query(
    "insert into public.calendars (name, state, city, owner_id) values ('Barton Hills', 'Texas', 'Austin', $1) returning id",
    [owner],
  )
  id = rows[0].id
})
after(() => db.close())

const change = 'update public.calendars set description = gen_random_uuid()::text where id = $1 returning version::text'

test('a caller after a change sees it, however many call at the same time', async () => {
  const calendarVersion = createCalendarVersions(db.pool)
  const seen = new Set<string | undefined>()
  for (let i = 0; i < 100; i += 1) {
    const others = Array.from({ length: i % 5 }, () => calendarVersion(id))
    const { rows } = await db.pool.query(change, [id])
    others.push(calendarVersion(id))
    const current = await calendarVersion(id)
    assert.equal(current?.version, rows[0].version)
    for (const other of await Promise.all(others)) seen.add(other?.version)
  }
  assert.ok(seen.size >= 100)
})

test('a change that commits after an answer is in the next answer', async () => {
  const calendarVersion = createCalendarVersions(db.pool)
  const slow = await db.pool.connect()
  await slow.query('begin')
  const { rows } = await slow.query(change, [id])
  const before = await calendarVersion(id)
  assert.notEqual(before?.version, rows[0].version)
  assert.deepEqual(await calendarVersion(id), before)
  await slow.query('commit')
  slow.release()
  assert.equal((await calendarVersion(id))?.version, rows[0].version)
})

test('a disabled calendar is gone, and comes back when enabled', async () => {
  const calendarVersion = createCalendarVersions(db.pool)
  const disable = 'update public.calendars set disabled = $2 where id = $1'
  assert.ok(await calendarVersion(id))
  await db.pool.query(disable, [id, true])
  assert.deepEqual([await calendarVersion(id), await calendarVersion(id)], [null, null])
  await db.pool.query(disable, [id, false])
  assert.ok(await calendarVersion(id))
})

test('while nothing is written, calendars are read once', async () => {
  let reads = 0
  const query = (asked: pg.QueryConfig) => {
    if (asked.name === 'calendar-versions') reads += 1
    return db.pool.query(asked)
  }
  const counted = { query } as unknown as pg.Pool
  const calendarVersion = createCalendarVersions(counted)
  // Other test files write to the same cluster, so it may take a few tries until nothing is written between two reads.
  let asked = 0
  while (asked === reads && asked < 2000) {
    await calendarVersion(id)
    asked += 1
  }
  assert.ok(reads >= 1 && reads < asked, `${reads} reads for ${asked} questions`)
})
