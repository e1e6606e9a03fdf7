// Series over HTTP: created, edited and deleted in one call, as the caller.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { addDays, dayInZone, instantAt, weekdayOf } from '#domain/dates.ts'
import { type FunctionsFixture, openFunctionsFixture } from './fixture.ts'

let fixture: FunctionsFixture
let calendar: string
let headers: Record<string, string>
const zone = 'America/Chicago'
/** The next Tuesday after today. */
const tuesday = (() => {
  const tomorrow = addDays(dayInZone(Date.now(), zone), 1)
  return addDays(tomorrow, (9 - weekdayOf(tomorrow)) % 7)
})()
const weeks = (count: number) => addDays(tuesday, count * 7)

before(async () => {
  fixture = await openFunctionsFixture()
})
beforeEach(async () => {
  calendar = await fixture.calendar({ name: 'Elm Street' })
  await fixture.pool.query(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'ann@example.org')`,
    [calendar],
  )
  const { rows } = await fixture.pool.query('select owner_id from public.calendars where id = $1', [calendar])
  headers = await fixture.signedIn(rows[0].owner_id)
})
after(() => fixture.close())

const choir = { title: 'Choir', category: 'Event', location_name: 'Hall' }
const evening = (day: string) => ({ day, start: '18:00', end_day: day, end: '20:00' })

// biome-ignore lint/suspicious/noExplicitAny: whatever the server answered
type Answer = { status: number; body: any }

async function call(name: string, json: object, as = headers): Promise<Answer> {
  const response = await fixture.request(`/functions/v1/${name}`, { json, headers: as })
  return { status: response.status, body: await response.json() }
}

const save = (json: object, as?: Record<string, string>) => call('save-event', json, as)

async function makeChoir(rrule = 'FREQ=WEEKLY;COUNT=6', more: object = {}) {
  const { status, body } = await save({ calendar_id: calendar, event: choir, times: evening(tuesday), rrule, ...more })
  assert.equal(status, 200, JSON.stringify(body))
  return body as { event_id: string; series_id: string }
}

async function events() {
  const { rows } = await fixture.pool.query(
    `select id, title, location_name, status, event_date::text as day, start_time, series_id, series_day::text, all_day, end_date::text
     from public.events where calendar_id = $1 order by start_time`,
    [calendar],
  )
  return rows
}

async function series() {
  const { rows } = await fixture.pool.query(
    `select id, rrule, title, starts_on::text, filled_until::text, is_complete, exdates::text[] as exdates
     from public.event_series where calendar_id = $1 order by starts_on`,
    [calendar],
  )
  return rows
}

test('a series has one row per date, each at the same local time across clock changes', async () => {
  const made = await makeChoir('FREQ=WEEKLY')
  const rows = await events()
  assert.ok(rows.length >= 78 && rows.length <= 79, `${rows.length} rows`)
  for (const [index, row] of rows.entries()) {
    assert.equal(row.day, weeks(index))
    assert.equal(row.start_time.getTime(), instantAt(row.day, '18:00', zone).getTime())
    assert.equal(row.series_day, row.day)
  }
  assert.equal(rows[0].id, made.event_id)
  const [one] = await series()
  assert.equal(one.is_complete, false)
  const { rows: logs } = await fixture.pool.query(
    'select entity_type, action from public.audit_logs where calendar_id = $1 order by id desc limit 1',
    [calendar],
  )
  assert.deepEqual(logs, [{ entity_type: 'series', action: 'create' }])
})

test('a link belongs to every date, is changed for one or all, and is a web address', async () => {
  const link = 'https://choir.example/'
  const { event_id } = await makeChoir('FREQ=WEEKLY;COUNT=3', { event: { ...choir, link_url: ` ${link} ` } })
  const links = async () => {
    const { rows } = await fixture.pool.query(
      'select link_url from public.events where calendar_id = $1 order by start_time',
      [calendar],
    )
    return rows.map(({ link_url }) => link_url)
  }
  assert.deepEqual(await links(), [link, link, link])
  const own = 'http://zoom.example/j/1'
  assert.equal((await save({ event_id, event: { link_url: own } })).status, 200)
  const [, second] = await events()
  assert.equal((await save({ event_id: second.id, scope: 'all', event: { link_url: null } })).status, 200)
  assert.deepEqual(await links(), [own, null, null])
  for (const link_url of ['javascript:alert(1)', 'https://me:pw@a.org', 'mailto:a@b.org'])
    assert.equal((await save({ event_id, event: { link_url } })).status, 400, link_url)
  assert.deepEqual(await links(), [own, null, null])
})

test('an all-day event repeats as all-day events', async () => {
  const times = { ...evening(tuesday), end_day: addDays(tuesday, 2), all_day: true }
  await makeChoir('FREQ=MONTHLY;COUNT=2', { times })
  const [first] = await events()
  assert.deepEqual([first.all_day, first.day, first.end_date], [true, tuesday, addDays(tuesday, 2)])
  assert.equal(first.start_time.getTime(), instantAt(tuesday, '00:00', zone).getTime())
})

test('an edit of one date survives an edit of all dates', async () => {
  const { event_id } = await makeChoir()
  const rows = await events()
  const edited = await save({ event_id: rows[2].id, event: { location_name: 'Church' } })
  assert.equal(edited.status, 200)
  const all = await save({ event_id, scope: 'all', event: { title: 'Big choir', location_name: 'School' } })
  assert.equal(all.status, 200, JSON.stringify(all.body))
  assert.deepEqual(
    (await events()).map(({ title, location_name }) => `${title}, ${location_name}`),
    [...Array(2).fill('Big choir, School'), 'Big choir, Church', ...Array(3).fill('Big choir, School')],
  )
  assert.deepEqual(
    (await events()).map(({ id }) => id),
    rows.map(({ id }) => id),
  )
})

test('an edit of this and following dates starts a new series', async () => {
  await makeChoir()
  const rows = await events()
  const times = { day: weeks(3), start: '19:30', end_day: weeks(3), end: '21:00' }
  const { status, body } = await save({
    event_id: rows[3].id,
    scope: 'following',
    times,
    event: { title: 'Late choir' },
  })
  assert.equal(status, 200, JSON.stringify(body))
  const [first, second] = await series()
  assert.match(first.rrule, /^FREQ=WEEKLY;UNTIL=/)
  assert.deepEqual([first.is_complete, second.rrule, second.starts_on], [true, 'FREQ=WEEKLY;COUNT=3', weeks(3)])
  const after = await events()
  assert.deepEqual(
    after.map(({ id, series_id }) => [id, series_id]),
    rows.map(({ id }, index) => [id, index < 3 ? first.id : second.id]),
  )
  assert.equal(after[3].start_time.getTime(), instantAt(weeks(3), '19:30', zone).getTime())
  assert.equal(after[2].title, 'Choir')
})

test('a new rule reuses the rows of dates that remain', async () => {
  const { event_id } = await makeChoir()
  const rows = await events()
  const { status, body } = await save({ event_id, scope: 'all', rrule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=4' })
  assert.equal(status, 200, JSON.stringify(body))
  const after = await events()
  assert.deepEqual(
    after.map(({ day }) => day),
    [0, 2, 4, 6].map(weeks),
  )
  assert.deepEqual(
    after.slice(0, 3).map(({ id }) => id),
    [rows[0].id, rows[2].id, rows[4].id],
  )
})

test('an event can become a series, and a series an event', async () => {
  const { rows } = await fixture.pool.query(
    `insert into public.events (calendar_id, title, category, start_time, end_time) values ($1, 'Market', 'Event', $2, $3) returning id`,
    [calendar, instantAt(tuesday, '09:00', zone), instantAt(tuesday, '10:00', zone)],
  )
  const [{ id }] = rows
  const many = await save({ event_id: id, rrule: 'FREQ=DAILY;COUNT=4', event: { title: 'Markets' } })
  assert.equal(many.status, 200, JSON.stringify(many.body))
  assert.deepEqual(
    (await events()).map(({ title, day }) => [title, day]),
    [0, 1, 2, 3].map((count) => ['Markets', addDays(tuesday, count)]),
  )
  assert.equal((await events())[0].id, id)
  const one = await save({ event_id: id, scope: 'all', rrule: null })
  assert.equal(one.status, 200, JSON.stringify(one.body))
  assert.deepEqual(await series(), [])
  assert.deepEqual(
    (await events()).map(({ id, series_id }) => [id, series_id]),
    [[id, null]],
  )
})

test('a deleted date stays deleted after an edit, unless it is restored', async () => {
  const { event_id } = await makeChoir()
  const rows = await events()
  const path = `/rest/v1/events?id=eq.${rows[1].id}`
  assert.equal((await fixture.request(path, { method: 'DELETE', headers })).status, 204)
  await save({ event_id, scope: 'all', rrule: 'FREQ=WEEKLY;COUNT=7' })
  assert.deepEqual((await series())[0].exdates, [weeks(1)])
  assert.deepEqual(
    (await events()).map(({ day }) => day),
    [0, 2, 3, 4, 5, 6].map(weeks),
  )
  const restored = await fixture.request('/rest/v1/rpc/restore_event', { json: { p_event_id: rows[1].id }, headers })
  assert.equal(restored.status, 204)
  assert.deepEqual((await series())[0].exdates, [])
  assert.equal((await events()).length, 7)
})

test('this and following dates, or all, are deleted and restored together', async () => {
  const { event_id } = await makeChoir()
  const rows = await events()
  const cut = await call('delete-event', { event_id: rows[4].id, scope: 'following' })
  assert.equal(cut.status, 200, JSON.stringify(cut.body))
  assert.equal((await events()).length, 4)
  const restored = await fixture.request('/rest/v1/rpc/restore_event', {
    json: { p_event_id: cut.body.restore_id },
    headers,
  })
  assert.equal(restored.status, 204)
  assert.deepEqual(
    (await events()).map(({ id }) => id),
    rows.map(({ id }) => id),
  )
  const gone = await call('delete-event', { event_id, scope: 'all' })
  assert.equal(gone.status, 200)
  assert.deepEqual(
    (await events()).map(({ day }) => day),
    [4, 5].map(weeks),
  )
})

test('only admins create, change and delete series; others learn nothing about them', async () => {
  const { event_id } = await makeChoir()
  const other = await fixture.calendar({ name: 'Oak Street' })
  const { rows } = await fixture.pool.query('select owner_id from public.calendars where id = $1', [other])
  const stranger = await fixture.signedIn(rows[0].owner_id)
  await fixture.pool.query('insert into public.calendar_members (calendar_id, user_id) values ($1, $2)', [
    other,
    (await member()).id,
  ])
  const plain = await fixture.signedIn((await member(calendar)).id)
  const asked = [
    [stranger, { event_id, scope: 'all', event: { title: 'Mine' } }, 404],
    [plain, { event_id, scope: 'all', event: { title: 'Mine' } }, 403],
    [plain, { event_id, event: { title: 'Mine' } }, 403],
    [plain, { calendar_id: calendar, event: choir, times: evening(tuesday), rrule: 'FREQ=DAILY' }, 403],
    [stranger, { calendar_id: calendar, event: choir, times: evening(tuesday), rrule: 'FREQ=DAILY' }, 403],
    [{}, { event_id, event: { title: 'Mine' } }, 401],
  ] as const
  for (const [as, json, status] of asked) assert.equal((await save(json, as as Record<string, string>)).status, status)
  for (const scope of ['this', 'following', 'all']) {
    assert.equal((await call('delete-event', { event_id, scope }, plain)).status, 403)
    assert.equal((await call('delete-event', { event_id, scope }, stranger)).status, 404)
  }
  assert.equal((await events()).length, 6)
  assert.ok((await events()).every(({ title }) => title === 'Choir'))
})

async function member(of?: string): Promise<{ id: string }> {
  const { rows } = await fixture.pool.query(
    `insert into auth.users (email, encrypted_password, email_confirmed_at) values (gen_random_uuid() || '@example.org', 'hash', now()) returning id`,
  )
  if (of)
    await fixture.pool.query('insert into public.calendar_members (calendar_id, user_id) values ($1, $2)', [
      of,
      rows[0].id,
    ])
  return rows[0]
}

test('an invalid series is refused with a message', async () => {
  const good = { calendar_id: calendar, event: choir, times: evening(tuesday), rrule: 'FREQ=WEEKLY' }
  const yesterday = addDays(dayInZone(Date.now(), zone), -1)
  const wrong: [object, string, string][] = [
    [{ rrule: 'FREQ=HOURLY' }, 'TB020', 'An event can repeat once a day at most.'],
    [{ rrule: 'FREQ=DAILY;COUNT=5000' }, 'TB020', 'An event can repeat at most 1000 times.'],
    [{ rrule: 'every day' }, 'TB020', 'This repetition cannot be read.'],
    [{ rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'TB020', 'With these choices the event would never happen.'],
    [{ times: evening(yesterday) }, 'TB005', 'Past event not allowed'],
    [{ times: { ...evening(tuesday), end: '18:00' } }, 'validation_failed', 'End time must be after start time'],
    [
      { times: { ...evening(tuesday), end_day: addDays(tuesday, 40) } },
      'validation_failed',
      'An event can last up to 31 days',
    ],
    [{ event: { ...choir, title: ' ' } }, 'validation_failed', 'Missing title'],
    [{ event: { ...choir, latitude: 3 } }, 'validation_failed', 'Latitude and longitude belong together'],
    [{ calendar_id: 'x' }, 'validation_failed', 'calendar_id must be the id of a calendar'],
    [{ event_id: 'x' }, 'validation_failed', 'event_id must be the id of an event'],
  ]
  for (const [change, code, error] of wrong) {
    const { status, body } = await save({ ...good, ...change })
    assert.deepEqual([status, body], [400, { error, code }])
  }
  const { event_id } = await makeChoir()
  const oneRule = await save({ event_id, rrule: 'FREQ=DAILY' })
  assert.equal(oneRule.status, 400)
  await fixture.pool.query('delete from public.calendar_contacts where calendar_id = $1', [calendar])
  assert.equal((await save(good)).body.code, 'TB006')
})

test('an edit of an event that was saved since it was read is refused, and changes nothing', async () => {
  const { event_id } = await makeChoir()
  const read = async () => {
    const { rows } = await fixture.pool.query(
      'select title, to_json(updated_at) as updated_at from public.events where id = $1',
      [event_id],
    )
    return rows[0]
  }
  const { updated_at } = await read()
  const first = await save({ event_id, updated_at, notify: true, event: { title: 'First' } })
  assert.equal(first.status, 200)
  const second = await save({ event_id, updated_at, scope: 'all', event: { title: 'Second' } })
  assert.deepEqual([second.status, second.body.code], [409, 'event_changed'])
  assert.equal((await read()).title, 'First')
  assert.equal((await save({ event_id, event: { title: 'Third' }, notify: true })).status, 200)
})
