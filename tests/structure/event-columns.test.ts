// Compares domain/event-columns.ts with the database: a column that is missing on one side fails here.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Rows } from '#database/rows.ts'
import {
  detailColumns,
  type EventDetails,
  type EventRow,
  eventColumns,
  memberColumns,
  publicColumns,
  publicDetailColumns,
  sharedColumns,
} from '#domain/event-columns.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase({ max: 1 })
})
after(() => database.close())

/** Columns of a table that a role may select, insert or update, sorted. */
async function granted(role: string, privilege: string, table: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $2::regclass and attnum > 0 and not attisdropped
       and has_column_privilege($1, attrelid, attnum, $3)`,
    [role, `public.${table}`, privilege],
  )
  return rows.map(({ name }) => name).sort()
}

const without = (columns: string[], others: readonly string[]) => columns.filter((name) => !others.includes(name))

test('the types of event-columns.ts are those of the tables', () => {
  const read = <Row>(row: Row) => row
  // Assignable in both directions, so both sides allow the same values.
  const _fromTable: (row: Pick<Rows['events'], keyof EventRow>) => EventRow = read
  const _toTable: (row: EventRow) => Pick<Rows['events'], keyof EventRow> = read
  const _fromSeries: (row: Pick<Rows['event_series'], keyof EventDetails>) => EventDetails = read
  const _toSeries: (row: EventDetails) => Pick<Rows['event_series'], keyof EventDetails> = read
  assert.ok(detailColumns.length > 0)
})

test('guests may read the public columns of events, and no other that the product describes', async () => {
  const readable = await granted('anon', 'select', 'events')
  const bookkeeping = ['calendar_id', 'created_at', 'event_date_for_reporting', 'is_public', 'sequence', 'uid']
  const ofSeries = ['series_id', 'series_day']
  assert.deepEqual(without(readable, [...bookkeeping, ...ofSeries, 'updated_at']), publicColumns.toSorted())
  const series = await granted('anon', 'select', 'event_series')
  assert.deepEqual(
    series.filter((name) => name in eventColumns && !['id', 'all_day', 'updated_at'].includes(name)),
    publicDetailColumns.toSorted(),
  )
})

test('SQL takes the details, and what co-hosts share, from lists that are those of event-columns.ts', async () => {
  const { rows } = await database.pool.query(
    'select private.detail_columns() as details, private.shared_columns() as shared',
  )
  assert.deepEqual(rows, [{ details: detailColumns, shared: sharedColumns }])
})

test('members may read every column that their calendar selects', async () => {
  const readable = await granted('authenticated', 'select', 'events')
  assert.deepEqual(without([...memberColumns], readable), [])
})

test('members may write the details of events and series, and besides them only times and bookkeeping', async () => {
  const times = ['all_day', 'end_time', 'event_date', 'event_date_for_reporting', 'include_sms', 'start_time']
  const membership = ['series_day', 'series_id']
  const changed = await granted('authenticated', 'update', 'events')
  assert.deepEqual(changed, [...detailColumns, ...times, ...membership].sort())
  const inserted = await granted('authenticated', 'insert', 'events')
  assert.deepEqual(inserted, [...changed, 'calendar_id', 'created_by', 'uid'].sort())

  const clock = ['all_day', 'end_days', 'ends_at', 'exdates', 'rdates', 'rrule', 'starts_at', 'starts_on', 'time_zone']
  const ofSeries = await granted('authenticated', 'update', 'event_series')
  assert.deepEqual(ofSeries, [...detailColumns, ...clock, 'filled_until', 'is_complete'].sort())
  const newSeries = await granted('authenticated', 'insert', 'event_series')
  assert.deepEqual(newSeries, [...ofSeries, 'calendar_id', 'uid'].sort())
})

test('the history has an entry for every detail of a series', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select attname as name from pg_trigger join pg_attribute on attrelid = tgrelid and attnum = any (tgattr::int2[])
     where tgrelid = 'public.event_series'::regclass and tgname = 'audit'`,
  )
  const watched = rows.map(({ name }) => name)
  assert.deepEqual(without([...detailColumns], watched), [])
})
