import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id } from './people.ts'
import { type QueryAs, queryRunner } from './query-as.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
let queryAs: QueryAs
before(async () => {
  database = await testDatabase()
  queryAs = queryRunner(database.pool)
  await seedDatabase(database.pool)
  await database.pool.query(`
    update public.calendars set allow_guest_users = false where id = '${id('garden')}';
    insert into public.calendars (name, owner_id, state, city) values
      ('100% Chess_Club', '${id('owner')}', 'Texas', 'Austin'), ('Zebra Run', '${id('owner')}', 'Alabama', 'Mobile');
    update public.calendars set description = 'Races in fancy dress' where name = 'Zebra Run';
    update public.calendar_members set role = 'member' where calendar_id = '${id('harbour')}' and user_id = '${id('sailor')}';
    insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ('${id('town')}', 'phone', '+15125550123');
  `)
})
after(() => database.close())

const search = async (query: string | null, limit = 100, offset = 0) =>
  (await queryAs('guest', 'select name from public.search_calendars($1, $2, $3)', [query, limit, offset])).map(
    ({ name }) => name,
  )

test('a search finds parts of name, city and state, in the order of the list', async () => {
  assert.deepEqual(await search(''), ['Zebra Run', 'harbour', 'town', '100% Chess_Club'])
  assert.deepEqual(await search(null), await search(''))
  assert.deepEqual(await search('DAYTON'), ['harbour', 'town'])
  assert.deepEqual(await search('ohio, town'), ['town'])
  assert.deepEqual(await search('chess texas'), ['100% Chess_Club'])
  assert.deepEqual(await search('nowhere'), [])
})

test('pattern characters in a search are matched literally', async () => {
  assert.deepEqual(await search('%'), ['100% Chess_Club'])
  assert.deepEqual(await search('s_c'), ['100% Chess_Club'])
  assert.deepEqual(await search('\\'), [])
  assert.deepEqual(await search("'; drop table calendars"), [])
})

test('a page is at most 100, and never negative', async () => {
  assert.equal((await search('', 2)).length, 2)
  assert.deepEqual(await search('', 2, 2), ['town', '100% Chess_Club'])
  assert.equal((await search('', -5)).length, 0)
  assert.equal((await search('', 1_000_000, -3)).length, 4)
})

test('a search finds words of the description, and states by their abbreviation', async () => {
  assert.deepEqual(await search('fancy mobile'), ['Zebra Run'])
  assert.deepEqual(await search('TX'), ['100% Chess_Club'])
  assert.deepEqual(await search('Dayton, OH'), ['harbour', 'town'])
  assert.deepEqual(await search('races in'), ['Zebra Run'], 'which is a word as well')
  assert.deepEqual(await search('or'), [], 'and no part of others')
})

test('every state has an abbreviation', async () => {
  const { rows } = await database.pool.query(`
    select array_agg(distinct p.state) filter (where w.state is null) as missing, count(distinct w.state)::int as count
    from public.places p
    left join (
      select code.state from generate_series(0, 675) as n
      cross join lateral private.searched_words(chr(97 + n / 26) || chr(97 + n % 26)) as code
    ) w on w.state = p.state`)
  assert.deepEqual(rows, [{ missing: null, count: 50 }])
})

test('a search that finds nothing tolerates a typo in names and places', async () => {
  for (const typo of ['zbra', 'zebbra', 'zebar', 'mobyle', 'mboile', 'alabma', 'zebra mobyle'])
    assert.deepEqual(await search(typo), ['Zebra Run'], typo)
  for (const other of ['zeppelin', 'zzzz', 'zebra ohoi', 'fansy']) assert.deepEqual(await search(other), [], other)
  assert.deepEqual(await search('zbra', 100, 1), [], 'on the first page only')
})

test('disabled calendars and those without guests are not found, though they are there', async () => {
  for (const words of ['mill', 'garden', 'gardne', 'grden', 'mlil', 'garden oh', 'milll dayton'])
    assert.deepEqual(await search(words), [], words)
  assert.equal((await queryAs('service', "select from public.calendars where name in ('mill', 'garden')")).length, 2)
})

test('a plain select gives a guest the same list', async () => {
  const plain =
    'select id, name, description, city, state, identifier from public.calendars where allow_guest_users and not disabled order by state, city, name'
  assert.deepEqual(
    (await queryAs('guest', plain)).map(({ name }) => name),
    await search(''),
  )
})

test('cards show the next event of listed calendars only', async () => {
  const listed = { town: true, harbour: true, mill: false, garden: false }
  const ids = Object.keys(listed).map((name) => id(name as keyof typeof listed))
  await database.pool.query(
    `insert into public.events (calendar_id, title, start_time, end_time, event_date, category, status)
     select c.id, title, now() + begin, now() + begin + interval '2 hours', (now() + begin)::date, 'Event', status
     from public.calendars c, (values
       ('Over', interval '-3 hours', 'scheduled'), ('Cancelled', interval '-2 minutes', 'cancelled'),
       ('Next', interval '-1 minute', 'scheduled'), ('Later', interval '1 minute', 'scheduled')
     ) as added (title, begin, status)
     where c.id = any ($1)`,
    [ids],
  )
  const next = await queryAs('guest', 'select calendar_id, title from public.next_events($1)', [ids])
  assert.deepEqual(
    next.toSorted((a, b) => (String(a.calendar_id) < String(b.calendar_id) ? -1 : 1)),
    [id('town'), id('harbour')].toSorted().map((calendar) => ({ calendar_id: calendar, title: 'Next' })),
  )
  await database.pool.query(`delete from public.events where title in ('Over', 'Cancelled', 'Next', 'Later')`)
})

test('the search can go through its indexes', async () => {
  const client = await database.pool.connect()
  try {
    // So few rows are read faster without it; this checks that the function's expression matches the index.
    await client.query('begin; set local enable_seqscan = off; drop index public.calendars_place_idx')
    const explain = async (condition: string) => {
      const { rows } = await client.query(
        `explain select c.id from public.calendars c where not c.disabled and c.allow_guest_users and (${condition})`,
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const words = `lower(' ' || c.name || ' ' || c.city || ' ' || c.state || ' ' || coalesce(c.description, '') || ' ')`
    assert.match(await explain(`${words} like '%chess%'`), /calendars_words_idx/)
    const place = `lower(c.name || ' ' || c.city || ' ' || c.state)`
    const similar = `${place} operator(extensions.%>) 'chess' or ${place} like any (array['%hcess%', '%cehss%'])`
    assert.match(await explain(similar), /BitmapOr.*calendars_search_idx.*calendars_search_idx/s)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('what is next comes in one call: two events, the mailing of their day, and what a new calendar lacks', async () => {
  const next = `select jsonb_path_query_array(events, '$[*].title') as titles, mailing_day::text as day, mailing_events::int as events,
    mailing_texts::int as texts, has_test as tested from public.get_my_upcoming() where calendar_id = $1`
  await database.pool.query(
    `update public.events set status = 'cancelled' where calendar_id = $1 and end_time > now()`,
    [id('town')],
  )
  const insert = `insert into public.events (calendar_id, title, start_time, end_time, event_date, category, include_in_mailer)
    select $1, $2, now() + $3::int * interval '1 day', now() + $3::int * interval '1 day' + interval '1 hour',
      ((now() + $3::int * interval '1 day') at time zone time_zone)::date, 'Event', $4
    from public.calendars where id = $1 returning event_date::text as day`
  const add = async (title: string, inDays: number, mailed: boolean) =>
    (await database.pool.query(insert, [id('town'), title, inDays, mailed])).rows[0].day
  await add('Not mailed', 3, false)
  const day = await add('First', 4, true)
  const expected = { titles: ['Not mailed', 'First'], day, events: 1, texts: 0, tested: false }
  assert.deepEqual(await queryAs('owner', next, [id('town')]), [expected])
  await database.pool.query(`insert into public.mailings (calendar_id, day, kind) values ($1, $2, 'test')`, [
    id('town'),
    day,
  ])
  await database.pool.query(`update public.calendar_contacts set confirmed_at = now() where contact_type = 'phone'`)
  assert.deepEqual(await queryAs('owner', next, [id('town')]), [{ ...expected, texts: 1, tested: true }])
  assert.deepEqual(await queryAs('member', next, [id('town')]), [{ ...expected, texts: null, tested: true }])
  assert.deepEqual(await queryAs('stranger', next, [id('town')]), [], 'a stranger sees nothing of it')

  // One contact and four members; the fifth has not confirmed their address.
  const mailing = `select (at at time zone c.time_zone)::date::text as day, (at at time zone c.time_zone)::time = c.notify_at as in_time,
      events::int, emails::int, texts::int
    from public.get_next_mailings() join public.calendars c on c.id = calendar_id where calendar_id = $1`
  assert.deepEqual(await queryAs('owner', mailing, [id('town')]), [
    { day, in_time: true, events: 1, emails: 5, texts: 1 },
  ])
  for (const person of ['member', 'stranger'] as const)
    assert.deepEqual(await queryAs(person, mailing, [id('town')]), [], `${person} is no admin of it`)
})

test('the dashboard loads in one call, with only what each person may see', async () => {
  const overview =
    'select name, user_role, event_count::int, email_count::int, phone_count::int, member_count::int from public.get_my_calendars()'
  const inMonth = await database.pool.query(
    `select count(*)::int as count from public.events e join public.calendars c on c.id = e.calendar_id
     where c.id = $1 and date_trunc('month', e.start_time at time zone c.time_zone) = date_trunc('month', now() at time zone c.time_zone)`,
    [id('town')],
  )
  const town = { name: 'town', event_count: inMonth.rows[0].count, email_count: 1, phone_count: 1, member_count: 5 }
  assert.deepEqual(await queryAs('member', overview), [{ ...town, user_role: 'member' }])
  assert.deepEqual(await queryAs('admin', overview), [{ ...town, user_role: 'admin' }])
  assert.deepEqual(await queryAs('stranger', overview), [])
  const fields =
    'select name, public.user_role(c), public.event_count(c)::int, public.email_count(c)::int, public.phone_count(c)::int, public.member_count(c)::int from public.calendars c'
  assert.deepEqual(await queryAs('member', fields), [{ ...town, user_role: 'member' }])
})

test('a made-up row does not reveal the counts of a foreign calendar', async () => {
  const forged = `
    select public.event_count(made_up) ::int, public.email_count(made_up)::int, public.phone_count(made_up)::int,
      public.user_role(made_up), public.member_count(made_up)::int
    from (select jsonb_populate_record(null::public.calendars, jsonb_build_object('id', $1::text)) as made_up) as rows`
  const nothing = { event_count: 0, email_count: 0, phone_count: 0, user_role: null, member_count: 0 }
  assert.deepEqual(await queryAs('stranger', forged, [id('mill')]), [nothing])
  assert.equal(
    (await queryAs('service', 'select from public.calendar_members where calendar_id = $1', [id('mill')])).length,
    2,
  )
})
