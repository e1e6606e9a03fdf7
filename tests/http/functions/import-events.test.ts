// Imports events from files over HTTP: previewed first, then written in one transaction as the caller.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { addDays, dayInZone, instantAt } from '#domain/dates.ts'
import { extendAll } from '#worker/jobs/extend-series.ts'
import { fillYear, ZONE } from '../feeds/year.ts'
import { type FunctionsFixture, openFunctionsFixture } from './fixture.ts'

let fixture: FunctionsFixture
let calendar: string
let owner: Record<string, string>
const today = dayInZone(new Date(), ZONE)
const value = (day: string) => day.replaceAll('-', '')
const day = (count: number) => addDays(today, count)

before(async () => {
  fixture = await openFunctionsFixture()
})
beforeEach(async () => {
  calendar = await fixture.calendar()
  owner = await fixture.signedIn(await ownerOf(calendar))
})
after(() => fixture.close())

async function ownerOf(id: string): Promise<string> {
  const { rows } = await fixture.pool.query('select owner_id from public.calendars where id = $1', [id])
  return rows[0].owner_id
}

async function send(text: string, more: object = {}, headers = owner) {
  const json = { calendar_id: calendar, text, dry_run: false, ...more }
  return fixture.call('import-events', json, { headers })
}

const ics = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const fair = [
  'UID:fair@elm.example',
  `DTSTART;TZID=${ZONE}:${value(day(5))}T180000`,
  `DTEND;TZID=${ZONE}:${value(day(5))}T200000`,
  'SUMMARY:Fair',
]
const choir = [
  'UID:choir@elm.example',
  `DTSTART;TZID=${ZONE}:${value(day(1))}T190000`,
  'DURATION:PT90M',
  'RRULE:FREQ=WEEKLY;COUNT=10',
  'SUMMARY:Choir',
]
const moved = [
  'UID:choir@elm.example',
  `RECURRENCE-ID;TZID=${ZONE}:${value(day(8))}T190000`,
  `DTSTART;TZID=${ZONE}:${value(day(9))}T200000`,
  'DURATION:PT90M',
  'SUMMARY:Choir, a day later',
]

async function events() {
  const { rows } = await fixture.pool.query(
    `select title, event_date::text as day, start_time, end_time, uid, sequence, series_id, series_day::text, status, include_in_mailer, created_by
     from public.events where calendar_id = $1 order by start_time`,
    [calendar],
  )
  return rows
}

/** Returns all columns of the calendar's events except timestamps of writing. */
async function everything() {
  const { rows } = await fixture.pool.query(
    `select to_jsonb(e) - 'updated_at' as row from public.events e where calendar_id = $1
     union all select to_jsonb(s) - 'updated_at' from public.event_series s where calendar_id = $1 order by 1`,
    [calendar],
  )
  return rows
}

test('a file is previewed, then imported once; importing it again changes nothing', async () => {
  const broken = ['UID:broken', 'SUMMARY:No date']
  const file = ics(fair, choir, moved, broken)
  const shown = await send(file, { dry_run: true })
  assert.equal(shown.status, 200, JSON.stringify(shown.body))
  assert.deepEqual(shown.body.counts, { added: 2, changed: 0, removed: 0, unchanged: 0, skipped: 1 })
  assert.deepEqual(shown.body.events[0], {
    title: 'No date',
    day: null,
    repeats: false,
    result: 'skipped',
    problem: 'noStart',
  })
  assert.equal((await events()).length, 0)

  const done = await send(file)
  assert.deepEqual(done.body, { ...shown.body, import_id: done.body.import_id })
  const rows = await events()
  assert.equal(rows.length, 11)
  const once = rows.find(({ title }) => title === 'Fair')
  assert.equal(once.uid, 'fair@elm.example')
  assert.equal(once.start_time.getTime(), instantAt(day(5), '18:00', ZONE).getTime())
  assert.equal(once.created_by, await ownerOf(calendar))
  const later = rows.find(({ title }) => title === 'Choir, a day later')
  assert.equal(later.series_day, day(8))
  assert.equal(later.day, day(9))
  assert.ok(
    rows.every((row) => row.include_in_mailer === false),
    'nobody is told unless somebody says so',
  )
  const { rows: history } = await fixture.pool.query(
    "select action, entity_type, metadata from public.audit_logs where calendar_id = $1 and entity_type in ('event', 'series') or calendar_id = $1 and action = 'import'",
    [calendar],
  )
  assert.equal(history.length, 1, 'one line of history')
  assert.equal(history[0].metadata.added, 2)

  const before = await everything()
  const again = await send(file)
  assert.deepEqual(again.body.counts, { added: 0, changed: 0, removed: 0, unchanged: 2, skipped: 1 })
  assert.deepEqual(await everything(), before)
})

test('a link is read from the properties that programs use, and nothing but a web address is taken', async () => {
  const page = `https://t.example/calendar/${calendar}/events/${calendar}`
  const cases: [string[], string | null][] = [
    [['URL:https://fair.example/2030'], 'https://fair.example/2030'],
    [['X-GOOGLE-CONFERENCE:https://meet.google.com/abc-defg-hij'], 'https://meet.google.com/abc-defg-hij'],
    [
      ['URL:https://fair.example', 'CONFERENCE;VALUE=URI:https://zoom.example/j/1?pwd=2'],
      'https://zoom.example/j/1?pwd=2',
    ],
    [['URL:javascript:alert(1)'], null],
    [['URL:https://me:secret@fair.example'], null],
    [['CONFERENCE;VALUE=URI:tel:+15125550123'], null],
    [[`URL:${page}`], null],
  ]
  const files = cases.map(([lines], at) => [`UID:link-${at}`, ...fair.slice(1, 3), `SUMMARY:Fair ${at}`, ...lines])
  const { status, body } = await send(ics(...files))
  assert.equal(status, 200, JSON.stringify(body))
  const { rows } = await fixture.pool.query(
    'select link_url from public.events where calendar_id = $1 order by title',
    [calendar],
  )
  assert.deepEqual(
    rows.map(({ link_url }) => link_url),
    cases.map(([, link]) => link),
  )
  assert.equal((await send(ics(...files))).body.counts.unchanged, cases.length)
})

test('a new version updates only what it changes, and an older version is refused', async () => {
  await send(ics(fair, choir, moved), { include_in_mailer: true })
  const ids = new Map(
    (
      await fixture.pool.query('select series_day::text, id from public.events where calendar_id = $1', [calendar])
    ).rows.map((row) => [row.series_day, row.id]),
  )
  const next = [
    ...choir.slice(0, 3),
    'RRULE:FREQ=WEEKLY;COUNT=4',
    'SUMMARY:Choir',
    'SEQUENCE:3',
    `EXDATE;TZID=${ZONE}:${value(day(15))}T190000`,
  ]
  const fairMoved = [
    fair[0],
    `DTSTART;VALUE=DATE:${value(day(6))}`,
    'SUMMARY:Fair',
    'SEQUENCE:2',
    'STATUS:CANCELLED',
  ] as string[]
  const { body } = await send(ics(fairMoved, next))
  assert.deepEqual(body.counts, { added: 0, changed: 2, removed: 0, unchanged: 0, skipped: 0 })
  const rows = await events()
  assert.deepEqual(
    rows.filter(({ series_id }) => series_id).map(({ series_day }) => series_day),
    [day(1), day(8), day(22)],
  )
  assert.ok(
    rows.every((row) => row.include_in_mailer),
    'what was in the mailer stays in it',
  )
  const cancelled = rows.find(({ series_id }) => !series_id)
  assert.deepEqual([cancelled.status, cancelled.day, cancelled.sequence], ['cancelled', day(6), 2])
  const { rows: kept } = await fixture.pool.query(
    'select id, series_day::text from public.events where calendar_id = $1',
    [calendar],
  )
  for (const row of kept) assert.equal(row.id, ids.get(row.series_day), 'rows keep their ids')

  const old = await send(ics(fair, choir))
  assert.deepEqual(
    old.body.events.map(({ problem }: { problem: string }) => problem),
    ['older', 'older'],
  )
})

test('a table is read by the chosen columns', async () => {
  const text = `Subject,Start Date,Start Time,End Time,Where\r\n"Stone soup, again",${day(3)},6:30 PM,8pm,Old mill\r\nNo school,${day(4)},,,\r\n,${day(4)},,,\r\nWhen?,soon,,,\r\n`
  const columns = { title: 0, date: 1, start: 2, end: 3, location_name: 4 }
  const csv = { columns, order: 'mdy' }
  const { body } = await send(text, { csv })
  assert.deepEqual(body.counts, { added: 2, changed: 0, removed: 0, unchanged: 0, skipped: 2 })
  const rows = await events()
  assert.deepEqual(
    rows.map(({ title }) => title),
    ['Stone soup, again', 'No school'],
  )
  assert.equal(rows[0].start_time.getTime(), instantAt(day(3), '18:30', ZONE).getTime())
  assert.equal(rows[0].end_time.getTime(), instantAt(day(3), '20:00', ZONE).getTime())
  assert.equal((await send(text, { csv })).body.counts.unchanged, 2)
  assert.equal((await send(text, { csv: { columns: { title: 0 } } })).status, 400)
})

test('only admins of the calendar can import or preview', async () => {
  const other = await fixture.calendar()
  const stranger = await fixture.signedIn(await ownerOf(other))
  const member = await ownerOf(other)
  await fixture.pool.query(
    "insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'member')",
    [calendar, member],
  )
  for (const dry_run of [true, false]) {
    const refused = await send(ics(fair), { dry_run }, stranger)
    assert.equal(refused.status, 403, JSON.stringify(refused.body))
    assert.equal((await send(ics(fair), { dry_run }, {})).status, 401)
  }
  assert.equal((await events()).length, 0)
  await fixture.pool.query(
    "update public.calendar_members set role = 'admin' where calendar_id = $1 and user_id = $2",
    [calendar, member],
  )
  assert.equal((await send(ics(fair), {}, stranger)).status, 200)
  assert.equal((await events()).length, 1)
})

test('an import that waits for the database holds up nobody else', async () => {
  const slow = calendar
  await fixture.pool.query(`
    create table private.gate (is_open boolean);
    create function private.wait_for_gate() returns trigger language plpgsql security definer as $$
    begin
      while not exists (select from private.gate) loop perform pg_sleep(0.01); end loop;
      return null;
    end $$;
    create trigger wait_for_gate before insert on public.events
      for each statement execute function private.wait_for_gate()`)
  const waiting = send(ics(fair))
  let hasEnded = false
  waiting.finally(() => (hasEnded = true))
  const sleeping = "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'"
  while ((await fixture.pool.query(sleeping)).rows.length === 0);
  calendar = await fixture.calendar()
  const other = await send(ics(fair), { dry_run: true }, await fixture.signedIn(await ownerOf(calendar)))
  assert.deepEqual([other.status, hasEnded], [200, false])
  await fixture.pool.query('insert into private.gate values (true)')
  assert.equal((await waiting).status, 200)
  calendar = slow
  assert.equal((await events()).length, 1)
  await fixture.pool.query('drop function private.wait_for_gate cascade; drop table private.gate')
})

test('a file that is not a calendar is refused with a message', async () => {
  for (const text of ['', 'hello', '{}', 'BEGIN:VCALENDAR', ics(), 'BEGIN:VEVENT\r\n'.repeat(50)]) {
    const { status, body } = await send(text)
    assert.equal(status, 400, text.slice(0, 20))
    assert.equal(body.code, 'validation_failed')
  }
  assert.equal((await send('x'.repeat(5 * 1024 * 1024 + 1))).status, 400)
  assert.equal((await send('x'.repeat(8 * 1024 * 1024))).status, 413)
})

test('a year of events, exported and imported into an empty calendar, gives the same feed', async () => {
  const origin = await fixture.calendar({ name: 'Elm Street' })
  for (const id of [origin, calendar])
    await fixture.pool.query('update public.calendars set time_zone = $2 where id = $1', [id, ZONE])
  await fillYear(fixture.pool, { calendarId: origin, first: day(-60), end: day(305) })
  await extendAll(fixture.pool, fixture.clock.now())
  const feedOf = async (id: string) => (await fixture.request(`/calendar/${id}.ics`)).text()
  const text = await feedOf(origin)
  assert.ok((text.match(/BEGIN:VEVENT/g) ?? []).length > 150, 'there is a year of them')

  const { status, body } = await send(text)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.counts.skipped, 0, JSON.stringify(body.events.slice(0, 5)))
  /** Removes timestamps and the calendar's URL. */
  const told = (feed: string, id: string) =>
    feed
      .replaceAll('\r\n ', '')
      .replaceAll(id, 'the-calendar')
      // Imported rows have new ids and page URLs.
      .replace(/\/events\/[0-9a-f-]{36}$/gm, '/events/the-event')
      .replace(/^(DTSTAMP|LAST-MODIFIED):.*\r\n/gm, '')
      .split('BEGIN:VEVENT')
      .sort()
  const [before, after] = [told(text, origin), told(await feedOf(calendar), calendar)]
  assert.deepEqual(after.filter((event) => !before.includes(event)).slice(0, 3), [], 'too many')
  assert.deepEqual(before.filter((event) => !after.includes(event)).slice(0, 3), [], 'missing')
  assert.deepEqual(after, before)

  const again = await send(text)
  assert.equal(again.body.counts.unchanged, body.counts.added)
})

async function undo(id: string, headers = owner) {
  const response = await fixture.request('/rest/v1/rpc/undo_import', { json: { p_import_id: id }, headers })
  return { status: response.status, body: await response.json() }
}

async function imports(headers = owner) {
  const json = { p_calendar_id: calendar }
  return (await fixture.request('/rest/v1/rpc/get_imports', { json, headers })).json()
}

const soup = ['UID:soup@elm.example', ...fair.slice(1, 3), 'SUMMARY:Soup']

test('an import is undone as a whole: nothing of it is left to see, to send or to restore, and it can be imported again', async () => {
  const before = await everything()
  const { body } = await send(ics(fair, choir, moved), { include_in_mailer: true })
  const count = async (sql: string) => (await fixture.pool.query(sql, [calendar])).rows[0].count
  const waiting = `select count(*)::int from private.waiting_events w join public.events e on e.id = w.event_id where e.calendar_id = $1`
  assert.equal(await count(waiting), 2, 'what is on in the coming week waits to be sent')
  const [listed] = await imports()
  assert.deepEqual(
    [listed.id, listed.added, listed.remaining, listed.undone_at],
    [body.import_id, 2, 2, null],
    JSON.stringify(listed),
  )

  const undone = await undo(body.import_id)
  assert.deepEqual(undone.body, { removed: 2, kept: 0, titles: [] })
  assert.deepEqual(await everything(), before)
  assert.equal(await count(waiting), 0)
  assert.equal(await count('select count(*)::int from public.change_notices where calendar_id = $1'), 0)
  assert.equal(await count('select count(*)::int from public.deleted_events where calendar_id = $1'), 0)
  const history = `select metadata from public.audit_logs where calendar_id = $1 and action in ('import', 'delete') order by id desc`
  const { rows } = await fixture.pool.query(history, [calendar])
  assert.equal(rows.length, 2, 'one line of history for all')
  assert.deepEqual([rows[0].metadata.source, rows[0].metadata.removed, rows[0].metadata.kept], ['undo', 2, 0])
  assert.equal((await imports())[0].removed, 2)
  const again = await undo(body.import_id)
  assert.equal(again.body.code, 'TB028', 'a second admin is told so')

  assert.equal((await send(ics(fair, choir, moved))).body.counts.added, 2)
})

test('undoing an import keeps what somebody has changed since, and what was there before', async () => {
  await send(ics(soup))
  const changedSoup = [...soup, 'SEQUENCE:1', 'DESCRIPTION:Bring a spoon']
  const drums = choir.map((line) => line.replace('choir', 'drums').replace('Choir', 'Drums'))
  const { body } = await send(
    ics(fair, choir, moved, changedSoup, drums, ['UID:cake', ...soup.slice(1, 3), 'SUMMARY:Cake']),
  )
  assert.deepEqual([body.counts.added, body.counts.changed], [4, 1])
  const change = async (json: object, where: string) => {
    const init = { method: 'PATCH', body: JSON.stringify(json), headers: owner }
    const response = await fixture.request(`/rest/v1/events?calendar_id=eq.${calendar}&${where}`, init)
    assert.equal(response.status, 204, await response.text())
  }
  await change({ category: 'Notice' }, 'title=eq.Fair')
  // One date of a series is changed: all of it stays.
  await change({ location_name: 'The Shed' }, `title=eq.Drums&event_date=eq.${day(15)}`)
  // Hiding and showing the calendar writes every row, and changes no event.
  await fixture.pool.query('update public.calendars set disabled = true where id = $1', [calendar])
  await fixture.pool.query('update public.calendars set disabled = false where id = $1', [calendar])

  const undone = await undo(body.import_id)
  assert.deepEqual(undone.body, { removed: 2, kept: 2, titles: ['Drums', 'Fair'] })
  const left = new Set((await events()).map(({ title }) => title))
  assert.deepEqual([...left].sort(), ['Drums', 'Fair', 'Soup'])
  assert.equal((await events()).filter(({ title }) => title === 'Drums').length, 10)
})

test('an event that an import makes repeat, or that no longer repeats, was there before: undoing keeps it', async () => {
  await send(ics(fair))
  const { body } = await send(ics([...fair, 'SEQUENCE:1', 'RRULE:FREQ=WEEKLY;COUNT=3'], soup))
  assert.deepEqual([body.counts.added, body.counts.changed], [1, 1])
  assert.deepEqual((await undo(body.import_id)).body, { removed: 1, kept: 0, titles: [] })
  assert.equal((await events()).length, 3)
})

test('dates that are added to an imported series later are undone with it', async () => {
  const daily = [...choir.slice(0, 3), 'RRULE:FREQ=DAILY', 'SUMMARY:Choir']
  const { body } = await send(ics(daily))
  const before = (await events()).length
  await extendAll(fixture.pool, new Date(Date.now() + 60 * 86_400_000))
  assert.ok((await events()).length > before)
  assert.deepEqual((await undo(body.import_id)).body, { removed: 1, kept: 0, titles: [] })
  assert.equal((await events()).length, 0)
})

test('only admins undo an import, and only they see the list', async () => {
  const { body } = await send(ics(fair))
  const stranger = await fixture.signedIn(await ownerOf(await fixture.calendar()))
  const refused = await undo(body.import_id, stranger)
  assert.equal(refused.status, 403, JSON.stringify(refused.body))
  assert.deepEqual(await imports(stranger), [])
  const guest = await fixture.request('/rest/v1/rpc/undo_import', { json: { p_import_id: body.import_id } })
  assert.ok(guest.status >= 400)
  assert.equal((await events()).length, 1)
  assert.equal((await imports()).length, 1)
})

test('two admins undo at once: one removes the events, the other is told so', async () => {
  const { body } = await send(ics(fair, choir))
  /** Tries again where the lock was not free in time, as clients do. */
  const undone = async (): ReturnType<typeof undo> => {
    const answer = await undo(body.import_id)
    return answer.body.code === '55P03' ? undone() : answer
  }
  const answers = await Promise.all([undone(), undone()])
  assert.deepEqual(answers.map(({ status, body }) => (status === 200 ? body.removed : body.code)).sort(), [2, 'TB028'])
})

test('a category is given to all events of a file, their exceptions too', async () => {
  const file = ics([...fair, 'CATEGORIES:FYI'], choir, moved)
  const wrong = await send(file, { category: 'Party' })
  assert.equal(wrong.status, 400)
  assert.match(JSON.stringify(wrong.body), /Event, Alert, Notice or FYI/)
  await send(file, { category: 'Notice' })
  const { rows } = await fixture.pool.query('select distinct category from public.events where calendar_id = $1', [
    calendar,
  ])
  assert.deepEqual(rows, [{ category: 'Notice' }])
  const again = await send(file, { category: 'Notice' })
  assert.equal(again.body.counts.unchanged, 2)
})

test('a copy of last year has what no file carries: tags, the mailer, what is asked and needed, of this calendar only', async () => {
  const model = async (of: string, mailer: boolean) => {
    const start = instantAt(day(-300), '18:00', ZONE)
    const { rows } = await fixture.pool.query(
      `with event as (
         insert into public.events (calendar_id, title, start_time, end_time, category, include_in_mailer, mail_tags)
         values ($1, 'Fair', $2, $2::timestamptz + interval '2 hours', 'Event', $3, '{parents}') returning id
       ), rsvp as (
         insert into public.event_rsvps (event_id, calendar_id, capacity, question) select id, $1, 40, 'Allergies?' from event
       ), slot as (
         insert into public.event_slots (event_id, calendar_id, kind, title, wanted) select id, $1, 'bring', 'Salads', 5 from event
       )
       select id from event`,
      [of, start, mailer],
    )
    return rows[0].id as string
  }
  await send(ics([...choir.slice(0, 1), `DTSTART;TZID=${ZONE}:${value(day(-99))}T190000`, ...choir.slice(2)]))
  const { rows: old } = await fixture.pool.query(
    `select s.id, e.id as date from public.event_series s join public.events e on e.series_id = s.id
     where s.calendar_id = $1 order by e.start_time desc limit 1`,
    [calendar],
  )
  await fixture.pool.query(
    'insert into public.event_rsvps (event_id, calendar_id, capacity, repeats) values ($1, $2, 12, true)',
    [old[0].date, calendar],
  )
  const mailed = await model(calendar, true)
  const silent = await model(calendar, false)
  const foreign = await model(await fixture.calendar(), true)
  const lines = (id: string) => [`UID:again-${id}-${day(5)}`, ...fair.slice(1)]
  const file = ics(...[mailed, silent, foreign].map(lines), [`UID:again-${old[0].id}-${day(1)}`, ...choir.slice(1)])
  const { body } = await send(file, { include_in_mailer: true, source: 'copy' })
  assert.equal(body.counts.added, 4, JSON.stringify(body))

  const found = async (what: string) =>
    (
      await fixture.pool.query(
        `select ${what} as found, e.uid, e.series_id from public.events e
         left join public.event_rsvps r on r.event_id = e.id left join public.event_slots s on s.event_id = e.id
         where e.calendar_id = $1 and e.end_time > now() order by e.start_time`,
        [calendar],
      )
    ).rows
  const copies = await found(
    "array_to_json(array[e.include_in_mailer::text, e.mail_tags::text, r.capacity::text, r.question, s.title || ' ' || s.wanted])",
  )
  const ofUid = (id: string) => copies.find(({ uid }) => uid.includes(id))?.found
  assert.deepEqual(ofUid(mailed), ['true', '{parents}', '40', 'Allergies?', 'Salads 5'])
  assert.deepEqual(ofUid(silent), ['false', '{parents}', '40', 'Allergies?', 'Salads 5'])
  assert.deepEqual(ofUid(foreign), ['true', '{}', null, null, null])
  const asked = copies.filter(({ series_id: series }) => series && series !== old[0].id)
  assert.deepEqual([asked.length, ...new Set(asked.map(({ found: [, , capacity] }) => capacity))], [10, '12'])

  assert.equal((await imports())[0].source, 'copy')
  assert.deepEqual((await undo(body.import_id)).body, { removed: 4, kept: 0, titles: [] })
})
