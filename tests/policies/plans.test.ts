// Query plans of the policies: what a person may see is computed once per query and looked up in an index,
// however many events there are. Plans are compared, never times.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inTransaction } from '#database/scope.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id, type Person, scopeOf } from './people.ts'
import type { QueryAs } from './query-as.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase({ max: 2 })
  await seedDatabase(database.pool)
  // Many other calendars beside `town`, inserted without triggers.
  await database.pool.query(`
    alter table public.calendars disable trigger user;
    alter table public.events disable trigger user;
    insert into public.calendars (name, owner_id, state, city)
      select 'Other ' || n, '${id('otherAdmin')}', 'Ohio', 'Akron' from generate_series(1, 300) n;
    insert into public.events (calendar_id, title, start_time, end_time, category, event_date, end_date, event_date_for_reporting, is_public)
      select c.id, 'Event', now() + n * interval '3 hours', now() + n * interval '3 hours' + interval '1 hour', 'Event', current_date, current_date, now(), true
      from public.calendars c, generate_series(1, 50) n where c.name like 'Other%';
    -- And years of events in its own, one each day, scattered over the table.
    insert into public.events (calendar_id, title, start_time, end_time, category, event_date, end_date, event_date_for_reporting, is_public)
      select '${id('town')}', 'Event', day, day + interval '1 hour', 'Event', day, day, day, true
      from generate_series(timestamptz '2010-01-01 12:00Z', '2030-01-01', '1 day') as day order by random();
    insert into public.calendar_contacts (calendar_id, contact_type, contact_value)
      select id, 'email', 'ann@example.org' from public.calendars where name like 'Other%' on conflict do nothing;
    alter table public.calendars enable trigger user;
    alter table public.events enable trigger user;
    analyze;
  `)
})
after(() => database.close())

/** As the data API runs it: a guest's request names its calendar. */
function namingTown(person: Person, query: string, values: unknown[] = []): ReturnType<QueryAs> {
  const scope = { ...scopeOf(person), settings: { 'townbell.calendar': id('town') } }
  return inTransaction(database.pool, async (client) => (await client.query(query, values)).rows, scope)
}

async function planOf(person: Person, query: string, values: unknown[] = []): Promise<string> {
  const rows = await namingTown(person, `explain (costs off) ${query}`, values)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const month = `select * from public.events where calendar_id = '${id('town')}' and start_time >= now() and end_time <= now() + interval '1 month' order by start_time`

test('a month of a calendar is read as one index range, for members and for guests', async () => {
  for (const [person, query] of [
    ['member', month],
    ['guest', month.replace('*', 'id, title')],
  ] as const) {
    const plan = await planOf(person, query)
    assert.match(plan, /Index Scan using events_start_time_idx|Bitmap Index Scan on events_start_time_idx/, plan)
    assert.doesNotMatch(plan, /Seq Scan on events/, plan)
  }
})

test('a query for a month reads few other rows, however long the history', async () => {
  const overlap = `select * from public.events where calendar_id = '${id('town')}'
    and start_time >= '2025-06-01Z'::timestamptz - interval '32 days' and start_time < '2025-07-01Z' and end_time > '2025-06-01Z'
    order by start_time`
  for (const [person, query] of [
    ['member', overlap],
    ['guest', overlap.replace('*', 'id, title')],
  ] as const) {
    // Run once before, so that catalogue reads are not counted.
    await namingTown(person, query)
    const [row] = await namingTown(person, `explain (analyze, buffers, timing off, summary off, format json) ${query}`)
    const { Plan: plan } = (row!['QUERY PLAN'] as { Plan: Record<string, number> }[])[0]!
    assert.equal(plan['Actual Rows'], 30)
    const buffers = plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!
    // A history of thousands would be hundreds; the depth of the index and a vacuum beside it are a few.
    assert.ok(buffers <= 30 + 20, `${person}: ${buffers} buffers`)
  }
})

test('a query without a calendar is looked up by the calendars of the person', async () => {
  const plan = await planOf(
    'member',
    'select * from public.events where start_time >= now() order by start_time limit 20',
  )
  assert.match(plan, /Index Cond: \(+calendar_id = ANY \(+(InitPlan|\$)/, plan)
  assert.doesNotMatch(plan, /Seq Scan on events|SubPlan/, plan)
})

test('contacts, audit logs and members are looked up the same way', async () => {
  for (const table of ['calendar_contacts', 'audit_logs', 'calendar_members']) {
    const plan = await planOf('owner', `select * from public.${table} where calendar_id = '${id('town')}'`)
    assert.match(plan, /InitPlan/, plan)
    assert.doesNotMatch(plan, /SubPlan/, plan)
  }
})

test('an import looks a contact up by its key, even while statistics say that there are no contacts', async () => {
  const fresh = await testDatabase({ max: 1 })
  try {
    const { rows } = await fresh.pool.query(`explain (costs off)
      select from public.calendar_contacts
      where calendar_id = '${id('town')}' and contact_type = 'email' and normalised = 'ann@example.org'`)
    assert.match(rows[0]['QUERY PLAN'], /calendar_contacts_normalised_key/)
  } finally {
    await fresh.close()
  }
})
