import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { COLLECTION_CALENDARS_MAX, COLLECTIONS_MAX } from '#domain/limits.ts'
import { rateLimits } from '#server/http/rate-limits.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id } from './people.ts'
import { type QueryAs, queryRunner, refused } from './query-as.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
let queryAs: QueryAs
before(async () => {
  database = await testDatabase()
  queryAs = queryRunner(database.pool)
})
beforeEach(async () => {
  await seedDatabase(database.pool)
  await database.pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
})
after(() => database.close())

const PAGE = id('collection of owner with town')
const HARBOUR = id('harbour')

const asService = async (text: string, values: unknown[] = []) =>
  (await database.pool.query<Record<string, unknown>>(text, values)).rows

const numberOf = async (calendar: string) =>
  (await asService('select identifier from public.calendars where id = $1', [id(calendar)]))[0]?.identifier

const add = async (calendar: string, who: 'owner' | 'member' = 'owner', page = PAGE) =>
  queryAs(who, 'select public.add_collection_calendar($1, $2)', [page, await numberOf(calendar)])

/** Names of the calendars that a guest sees. */
async function shown(key: string = PAGE): Promise<string[] | null> {
  const [row] = await queryAs('guest', 'select public.get_collection($1) as page', [key])
  const page = row?.page as { calendars: { name: string }[] } | null
  return page?.calendars.map(({ name }) => name) ?? null
}

const eventsOf = async (calendars: string[] | null = null) =>
  (
    await queryAs(
      'guest',
      "select calendar_id, title from public.get_collection_events($1, now(), now() + interval '1 year', $2)",
      [PAGE, calendars],
    )
  ).map(({ calendar_id }) => calendar_id)

const decline = (who: 'owner' | 'otherAdmin' | 'admin', declined = true) =>
  queryAs(who, 'select public.decline_collection($1, $2, $3)', [PAGE, HARBOUR, declined])

const jobs = async () =>
  (await asService("select key from graphile_worker.jobs where key like 'follow/collected:%'")).length

test('its owner adds a public calendar of somebody else by number; its owner is notified once', async () => {
  assert.deepEqual(await shown(), ['town'])
  await add('harbour')
  await add('harbour')
  assert.deepEqual(await shown(), ['town', 'harbour'])
  assert.equal(await jobs(), 1)
  assert.ok((await eventsOf()).includes(HARBOUR))
  assert.deepEqual([...new Set(await eventsOf([HARBOUR]))], [HARBOUR])
  const [log] = await asService(
    "select metadata -> 'changed' as changed from public.audit_logs where calendar_id = $1 order by id desc limit 1",
    [HARBOUR],
  )
  assert.deepEqual(log?.changed, ['collections'])
})

test('nobody else adds, orders or reads its list, and what is not public cannot be added', async () => {
  await refused(add('harbour', 'member'), '42501')
  await refused(queryAs('member', 'select public.order_collection($1, $2)', [PAGE, [id('town')]]), '42501')
  assert.deepEqual(await queryAs('member', 'select * from public.get_collection_list($1)', [PAGE]), [])
  await refused(add('mill'), 'TB078')
  await asService('update public.calendars set allow_guest_users = false where id = $1', [HARBOUR])
  await refused(add('harbour'), 'TB078')
  await refused(queryAs('owner', 'select public.add_collection_calendar($1, -1)', [PAGE]), 'TB078')
})

test('an owner who declines is off the page at once, cannot be added again, and can come back', async () => {
  await add('harbour')
  const [listed] = await queryAs(
    'otherAdmin',
    'select collection_name, calendar_name, declined_at from public.get_showing_collections()',
  )
  assert.deepEqual(listed, { collection_name: 'Town', calendar_name: 'harbour', declined_at: null })
  await refused(decline('owner'), '42501')
  await refused(decline('admin'), '42501')
  await decline('otherAdmin')
  assert.deepEqual(await shown(), ['town'])
  assert.ok(!(await eventsOf()).includes(HARBOUR))
  await refused(add('harbour'), 'TB080')
  const removal = 'delete from public.collection_calendars where calendar_id = $1 returning 1'
  assert.deepEqual(await queryAs('owner', removal, [HARBOUR]), [], 'the note that it declined stays')
  const [own] = await queryAs(
    'owner',
    'select declined_at is not null as declined from public.get_collection_list($1) where calendar_id = $2',
    [PAGE, HARBOUR],
  )
  assert.deepEqual(own, { declined: true })
  await decline('otherAdmin', false)
  assert.deepEqual(await shown(), ['town', 'harbour'])
  assert.deepEqual(await queryAs('owner', removal, [HARBOUR]), [{ '?column?': 1 }])
})

test('a page that is deleted and made anew cannot show a calendar that declined the first one', async () => {
  await add('harbour')
  await decline('otherAdmin')
  await queryAs('owner', 'delete from public.collections where id = $1', [PAGE])
  const [page] = await queryAs('owner', "insert into public.collections (name) values ('Anew') returning id")
  await refused(add('harbour', 'owner', page?.id as string), 'TB080')
  assert.deepEqual(await shown(page?.id as string), [])
})

test('a short name leads to its page for a year after it changed, and nobody else gets it; not after its page is deleted either', async () => {
  const rename = (slug: string) =>
    queryAs('owner', 'update public.collections set slug = $2 where id = $1', [PAGE, slug])
  const take = (who: 'owner' | 'member', slug: string) =>
    queryAs(who, "insert into public.collections (name, slug) values ('Other', $1) returning id", [slug])
  await rename('flagstaff')
  await rename('flagstaff-events')
  for (const name of ['flagstaff', 'FLAGSTAFF', 'flagstaff-events']) assert.deepEqual(await shown(name), ['town'], name)
  await refused(take('member', 'Flagstaff'), '23505')
  const leftAt = (ago: string) =>
    asService(`update private.collection_names set left_at = now() - interval '${ago}' where slug like 'flagstaff%'`)
  await leftAt('364 days')
  await refused(take('member', 'flagstaff'), '23505')
  assert.equal((await take('owner', 'flagstaff')).length, 1, 'its owner can')
  assert.deepEqual(await shown('flagstaff'), [], 'the new page')
  await queryAs('owner', 'delete from public.collections where id = $1', [PAGE])
  assert.equal(await shown('flagstaff-events'), null)
  await refused(take('member', 'flagstaff-events'), '23505')
  await leftAt('366 days')
  assert.equal((await take('member', 'flagstaff-events')).length, 1)
})

test('names that sound like ours or an authority’s are nobody’s; deleted accounts hold theirs back; renaming holds back ten', async () => {
  for (const slug of ['official', 'Police', 'support'])
    await refused(queryAs('owner', 'update public.collections set slug = $2 where id = $1', [PAGE, slug]), '23505')
  for (let at = 0; at < 15; at++)
    await queryAs('owner', 'update public.collections set slug = $2 where id = $1', [PAGE, `name-${at}`])
  const names = async () =>
    (await asService("select slug from private.collection_names where slug like 'name-%'")).map(({ slug }) => slug)
  assert.equal((await names()).length, 10)
  await asService('delete from public.collections where id = $1', [PAGE])
  const [page] = await queryAs(
    'stranger',
    "insert into public.collections (name, slug) values ('Town', 'rivertown') returning id",
  )
  assert.ok(page)
  await asService('delete from auth.users where id = $1', [id('stranger')])
  await refused(queryAs('member', "insert into public.collections (name, slug) values ('x', 'rivertown')"), '23505')
})

const states = {
  'not listed': 'update public.calendars set allow_guest_users = false where id = $1',
  disabled: 'update public.calendars set disabled = true where id = $1',
  deleted: 'select public.soft_delete(c) from public.calendars c where id = $1',
}
for (const [name, change] of Object.entries(states)) {
  test(`a calendar that is ${name} leaves the page at once, and the version changes`, async () => {
    await add('harbour')
    const version = async () =>
      (await asService('select private.collection_version($1) as version', [PAGE]))[0]?.version
    const before = await version()
    if (name === 'deleted') await queryAs('otherAdmin', change, [HARBOUR])
    else await asService(change, [HARBOUR])
    assert.deepEqual(await shown(), ['town'])
    assert.ok(!(await eventsOf()).includes(HARBOUR))
    assert.notEqual(await version(), before)
    const [left] = await queryAs(
      'owner',
      'select name, is_shown from public.get_collection_list($1) where calendar_id = $2',
      [PAGE, HARBOUR],
    )
    assert.deepEqual(left, { name: null, is_shown: false })
  })
}

test('the version changes with every event of every calendar that is shown', async () => {
  await add('harbour')
  const version = async () => (await asService('select private.collection_version($1) as version', [PAGE]))[0]?.version
  const seen = new Set([await version()])
  for (const calendar of ['town', 'harbour'])
    for (const change of [
      "update public.events set title = 'Changed' where calendar_id = $1 and start_time > now()",
      'delete from public.events where calendar_id = $1',
    ]) {
      await asService(change, [id(calendar)])
      seen.add(await version())
    }
  assert.equal(seen.size, 5)
})

test('an account has so many pages, and a page so many calendars', async () => {
  const create = () => queryAs('owner', "insert into public.collections (name) values ('One more')")
  for (let pages = 1; pages < COLLECTIONS_MAX; pages += 1) await create()
  await refused(create(), 'TB079')
  await asService(
    `with made as (
       insert into public.calendars (name, owner_id, state, city)
       select 'Calendar ' || n, $2, 'Ohio', 'Dayton' from generate_series(2, $3::integer) n returning id
     )
     insert into public.collection_calendars (collection_id, calendar_id) select $1, id from made`,
    [PAGE, id('otherAdmin'), COLLECTION_CALENDARS_MAX],
  )
  await refused(add('harbour'), 'TB079')
})

test('so many pages are made in a day, and so many calendars added', async () => {
  const used = (name: string, taken: number) =>
    asService(
      `insert into private.rate_limits (key, window_start, window_end, taken)
       values ($1, now(), now() + interval '1 day', $2)`,
      [`${name}:${id('owner')}`, taken],
    )
  await used('collections', rateLimits.collections.max)
  await refused(queryAs('owner', "insert into public.collections (name) values ('One more')"), 'TB013')
  await used('collection-calendars', rateLimits['collection-calendars'].max)
  await refused(add('harbour'), 'TB013')
})

test('a short name is taken once and finds the page; a suspended owner has no page', async () => {
  const name = (slug: string) => queryAs('owner', 'update public.collections set slug = $2 where id = $1', [PAGE, slug])
  await name(' Our-Town ')
  assert.deepEqual(await shown('our-town'), ['town'])
  assert.deepEqual(await shown('OUR-TOWN'), ['town'])
  assert.equal(await shown('nothing'), null)
  for (const bad of ['a', 'under_score', '-ab', "o'x", 'x'.repeat(31)]) await refused(name(bad), '23514')
  await refused(
    queryAs('otherAdmin', "update public.collections set slug = 'our-town' where owner_id = $1", [id('otherAdmin')]),
    '23505',
  )
  await asService("update private.senders set suspended_at = now(), suspended_reason = 'Spam' where owner_id = $1", [
    id('owner'),
  ])
  assert.equal(await shown(), null)
  assert.deepEqual(await eventsOf(), [])
})

test('what guests get of events are the columns that they may read', async () => {
  const given = await asService(
    `select a.name from pg_proc p, unnest(p.proargnames, p.proargmodes) as a (name, mode)
     where p.proname = 'get_collection_events' and a.mode = 't' order by 1`,
  )
  const granted = await asService(
    `select column_name::text as name from information_schema.column_privileges
     where grantee = 'anon' and table_schema = 'public' and table_name = 'events' and privilege_type = 'SELECT' order by 1`,
  )
  assert.deepEqual(given.map(({ name }) => name).sort(), granted.map(({ name }) => name).sort())
})

test('an event without a free place is full on the page', async () => {
  const [event] = await asService(
    "select id from public.get_collection_events($1, now(), now() + interval '1 year') where status = 'scheduled' limit 1",
    [PAGE],
  )
  await asService('delete from public.event_rsvps where event_id = $1', [event?.id])
  await asService(
    'insert into public.event_rsvps (event_id, calendar_id, capacity, taken) select id, calendar_id, 2, 2 from public.events where id = $1',
    [event?.id],
  )
  const status = "select status from public.get_collection_events($1, now(), now() + interval '1 year') where id = $2"
  assert.deepEqual(await queryAs('guest', status, [PAGE, event?.id]), [{ status: 'full' }])
  await asService("update public.events set status = 'cancelled' where id = $1", [event?.id])
  assert.deepEqual(await queryAs('guest', status, [PAGE, event?.id]), [{ status: 'cancelled' }])
})

test('the order is the owner’s, and its time zone is that of the first', async () => {
  await add('harbour')
  await queryAs('owner', 'select public.order_collection($1, $2)', [PAGE, [HARBOUR, id('town')]])
  assert.deepEqual(await shown(), ['harbour', 'town'])
  await asService("update public.calendars set time_zone = 'America/Denver' where id = $1", [HARBOUR])
  const [row] = await queryAs('guest', "select public.get_collection($1) ->> 'time_zone' as zone", [PAGE])
  assert.equal(row?.zone, 'America/Denver')
})
