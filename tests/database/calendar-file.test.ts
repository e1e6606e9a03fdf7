// Calendars go into a file and come out of it in another database: nothing is missing, nothing secret is in it, and a file that somebody
// has written by hand reaches no other calendar.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { readTables } from '#database/calendar-file/catalogue.ts'
import { type Loaded, type Loading, loadCalendarFile } from '#database/calendar-file/load.ts'
import { readHead, readLines } from '#database/calendar-file/read.ts'
import { fileTables, ownerMaySee, staysBehind } from '#database/calendar-file/tables.ts'
import { writeCalendarFile } from '#database/calendar-file/write.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id } from '../policies/people.ts'
import { seedDatabase } from '../policies/seed.ts'

let from: TestDatabase
let to: TestDatabase
before(async () => {
  ;[from, to] = await Promise.all([testDatabase({ max: 3 }), testDatabase({ max: 3 })])
  await seedDatabase(from.pool)
  await from.pool.query(moreRows)
})
after(() => Promise.all([from.close(), to.close()]))

const town = id('town')

/** What the seed leaves empty: a series with dates, a picture in use, people who wait, who stopped, and a mailing that left. */
const moreRows = `
  update private.event_images set bytes = '\\x01ff5c';
  update public.events set image = '${'0'.repeat(32)}-1x1.png', image_alt = 'A pond' where id = '${id('event of owner in town')}';
  insert into public.events (calendar_id, series_id, series_day, title, start_time, end_time, category, description)
    values ('${town}', '${id('series of town')}', current_date + 7, 'Series', current_date + 7 + time '18:00', current_date + 7 + time '19:00', 'Event',
      E'Two\\nlines, a "quote", a \\\\ and 🎈');
  update public.mailings set state = 'finished', started_at = now(), finished_at = now() where calendar_id = '${town}';
  update public.deliveries set state = 'sent', copies = 1, message_id = '<a@b>', sent_at = now() where calendar_id = '${town}';
  insert into public.calendar_contacts (calendar_id, contact_type, contact_value, name, tags, source, consent_text_version, consented_at, confirmed_at)
    values ('${town}', 'phone', '+15125550142', 'Pat', '{block 4}', 'follow', '2026-01', now(), now()),
      ('${town}', 'email', 'bounced@example.org', null, '{}', 'manager', null, null, null);
  insert into private.contact_preferences (channel, address, calendar_id, is_on) values ('sms', '+15125550142', '${town}', false);
  insert into public.opt_outs (calendar_id, email, source, reason) values ('${town}', 'ann@town.example', 'one_click', 'too_many');
  update public.profiles set trial = false where user_id = '${id('owner')}';
  update public.held_alerts set state = 'sent' where calendar_id = '${town}';
  update public.event_rsvps set capacity = 9 where calendar_id = '${town}'`

async function fileOf(database: TestDatabase, calendars: string[], owner: string | null = null): Promise<string> {
  const client = await database.pool.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    const pieces = writeCalendarFile({
      client,
      calendars,
      owner,
      site: 'https://old.example',
      release: '0.2.0',
      now: new Date('2026-11-19T12:00:00Z'),
    })
    return (await Array.fromAsync(pieces)).join('')
  } finally {
    await client.query('rollback')
    client.release()
  }
}

type Changes = Partial<Loading>

async function load(database: TestDatabase, file: string, changes: Changes = {}): Promise<Loaded> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    const chunks = () => inChunks(file)
    const { site } = await readHead(chunks())
    const lines = readLines(chunks())
    const loaded = await loadCalendarFile({ client, lines, site, noPassword: '!', checkPicture: () => {}, ...changes })
    await client.query('commit')
    return loaded
  } finally {
    // A failed transaction ends with its connection.
    client.release(true)
  }
}

/** Lines and letters end anywhere in a chunk. */
async function* inChunks(file: string) {
  const bytes = Buffer.from(file)
  for (let at = 0; at < bytes.length; at += 1009) yield bytes.subarray(at, at + 1009)
}

/** Returns the file with other lines and the checksum that fits them. */
function rewritten(file: string, change: (lines: Lines) => void): string {
  const lines = file
    .trimEnd()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  change(lines)
  const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
  return `${text}${JSON.stringify({ lines: lines.length, sha256: createHash('sha256').update(text).digest('hex') })}\n`
}

type RowLine = { table: string; row: Record<string, unknown> }
type Lines = Record<string, unknown>[]

test('every table with a path to calendars is in the file or stays behind for a reason', async () => {
  const { rows } = await from.pool.query<{ name: string }>(tablesOfCalendars)
  const there = rows.map(({ name }) => name)
  const said = [...Object.keys(fileTables), ...Object.keys(staysBehind)]
  assert.ok(there.includes('public.slot_amounts'), 'also through other tables')
  assert.deepEqual(said.toSorted(), there.toSorted())
})

const tablesOfCalendars = `
  with recursive keys as (
    select k.conrelid as child, k.confrelid as parent from pg_constraint k where k.contype = 'f'
  ), reached as (
    select 'public.calendars'::regclass::oid as at
    union
    select k.child from keys k join reached r on k.parent = r.at
  )
  select n.nspname || '.' || c.relname as name
  from reached r join pg_class c on c.oid = r.at join pg_namespace n on n.oid = c.relnamespace`

test('no column that looks like a secret is in the file', async () => {
  const tables = await withClient(from, readTables)
  const looks = tables.flatMap(({ name, columns }) =>
    columns
      .filter((column) => /hash|secret|token|code|password|lease|provider|origins|auth/.test(column.name))
      .map((column) => `${name} ${column.name}`),
  )
  // What people call their tokens.
  assert.deepEqual(looks, ['public.audit_logs token_name'])
})

test('owners get nothing in the file that they may not read otherwise, or it is signed off', async () => {
  const tables = await withClient(from, readTables)
  const { rows } = await from.pool.query<{ name: string }>(`
    select table_schema || '.' || table_name || ' ' || column_name as name
    from information_schema.column_privileges where grantee = 'authenticated' and privilege_type = 'SELECT'
    union
    select table_schema || '.' || c.table_name || ' ' || c.column_name
    from information_schema.table_privileges p join information_schema.columns c using (table_schema, table_name)
    where p.grantee = 'authenticated' and p.privilege_type = 'SELECT'`)
  const readable = new Set(rows.map(({ name }) => name))
  const closed = tables.flatMap(({ name, of, columns }) => {
    const { owner = {} } = of
    if (owner === false) return []
    return columns.filter((column) => !owner.without?.includes(column.name)).map((column) => `${name} ${column.name}`)
  })
  const unsaid = closed.filter(
    (name) => !readable.has(name) && !ownerMaySee[name] && !ownerMaySee[`${name.split(' ')[0]} *`],
  )
  assert.deepEqual(unsaid, [])
})

async function withClient<T>({ pool }: TestDatabase, use: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  return use(client).finally(() => client.release())
}

const countedAnew = new Set(['public.event_slots', 'public.polls'])

test('an operator moves a calendar: both databases then hold the same rows, table by table', async () => {
  const file = await fileOf(from, [town])
  const loaded = await load(to, file)
  assert.deepEqual(
    loaded.calendars.map(({ name, owner }) => [name, owner]),
    [['town', 'owner@example.org']],
  )
  const tables = await withClient(from, readTables)
  for (const { name, of, columns } of tables) {
    const list = columns
      .filter(
        ({ name: column }) =>
          !(of.fill?.[column] && column !== 'event_id') && !(column === 'updated_at' && countedAnew.has(name)),
      )
      .map(({ name: column }) => column)
    const read = async ({ pool }: TestDatabase) =>
      (
        await pool.query<{ row: string }>(
          `select (select json_object_agg(v.key, v.value order by v.key)::text from jsonb_each(to_jsonb(t)) as v where v.key = any ($2)) as row
          from ${name} t where ${of.rows}`,
          [[town], list],
        )
      ).rows
        // Somebody who is no member any more: their address is nobody's business.
        .map(({ row }) => row.replaceAll(`"${id('stranger')}"`, 'null'))
        .filter((row) => !row.includes('"move"'))
        .toSorted()
    const [there, here] = [await read(from), await read(to)]
    assert.ok(there.length > 0 || name === 'public.webhook_deliveries', `${name} has no rows to compare`)
    if (name === 'public.opt_outs') assert.equal(here.length, there.length + 1, 'the bounce is an opt-out here')
    else assert.deepEqual(here, there, name)
  }
  const one = async (sql: string) => (await to.pool.query(sql)).rows[0]
  const calendar = await one(`select * from public.calendars where id = '${town}'`)
  assert.deepEqual([calendar.sending_paused_by, Number(calendar.stored_events)], ['admin', 6])
  assert.deepEqual(
    await one(
      `select trial from public.profiles p join auth.users u on u.id = p.user_id where u.email = 'owner@example.org'`,
    ),
    { trial: false },
  )
  assert.deepEqual(await one(`select encrypted_password from auth.users where email = 'owner@example.org'`), {
    encrypted_password: '!',
  })
  assert.equal((await one(`select secret from public.webhooks`)).secret.length, 32)
  assert.equal((await one(`select source from public.opt_outs where email = 'bounced@example.org'`)).source, 'bounce')
  assert.equal((await one('select count(*)::int as count from graphile_worker.jobs')).count, 0, 'nothing is sent')
  assert.equal((await to.pool.query(`select from pg_trigger where not tgisinternal and tgenabled <> 'O'`)).rowCount, 0)
})

test('a second import is refused with a sentence, and changes nothing', async () => {
  const file = await fileOf(from, [town])
  const before = await fileOf(to, [town])
  await assert.rejects(
    load(to, file),
    /“town” is here already, as #\d+\. A file is imported once\. Nothing was changed\.$/,
  )
  assert.equal(await fileOf(to, [town]), before)
})

test('an owner’s file has what owners see: no address of a member, nothing that is not confirmed, no complaint', async () => {
  await from.pool.query(`
    insert into public.rsvp_answers (event_id, calendar_id, email, name, answer)
      values ('${id('event of owner in town')}', '${town}', 'typed@example.org', 'Typed', 'going');
    insert into public.calendar_contacts (calendar_id, contact_type, contact_value)
      values ('${town}', 'email', 'complained@example.org');
    insert into public.suppressions (channel, address, reason) values ('email', 'complained@example.org', 'complaint')`)
  const file = await fileOf(from, [town], id('owner'))
  for (const hidden of [
    'member@example.org',
    'neighbour@',
    'admin@example.org',
    'typed@',
    'soon@town',
    'invited@',
    'complaint',
  ])
    assert.ok(!file.includes(hidden), hidden)
  for (const shown of [
    'owner@example.org',
    '"name":"neighbour"',
    'ann@town.example',
    'complained@',
    '+15125550142',
    'FREQ=WEEKLY',
    '\\\\x01ff5c',
  ])
    assert.ok(file.includes(shown), shown)
  const elsewhere = await testDatabase({ max: 3 })
  try {
    const loaded = await load(elsewhere, file)
    assert.deepEqual([loaded.accounts, loaded.membersLeftOut], [['owner@example.org'], 4])
    const { rows } = await elsewhere.pool.query('select user_id, role from public.calendar_members')
    assert.deepEqual(rows, [{ user_id: id('owner'), role: 'admin' }])
    const { rows: left } = await elsewhere.pool.query('select email, source from public.opt_outs order by email')
    assert.deepEqual(left, [
      { email: 'ann@town.example', source: 'one_click' },
      { email: 'bounced@example.org', source: 'bounce' },
      { email: 'complained@example.org', source: 'operator' },
    ])
  } finally {
    await elsewhere.close()
  }
})

test('a file that somebody wrote by hand reaches no other calendar, and changes nothing', async () => {
  const file = await fileOf(from, [id('garden')])
  const others = {
    event: id('event of owner in town'),
    calendar: town,
    slot: id('slot in town'),
    mailing: id('mailing of town'),
  }
  const add = (table: string, row: Record<string, unknown>) => (lines: Lines) => {
    const at = lines.findLastIndex((line) => line.table === table)
    lines.splice(at + 1, 0, { table, row: { ...(lines[at] as RowLine).row, ...row } })
  }
  const set = (table: string, row: Record<string, unknown>) => (lines: Lines) => {
    const found = lines.find((line) => line.table === table) as RowLine
    Object.assign(found.row, row)
  }
  const fresh = '00000000-0000-4000-8000-000000000001'
  const hostile: [string, (lines: Lines) => void, RegExp][] = [
    [
      'a row of another calendar',
      add('public.events', { id: fresh, calendar_id: others.calendar }),
      /not in this file/,
    ],
    ['the id of another event', add('public.events', { id: others.event }), /events_pkey|duplicate key/],
    ['the calendar itself', set('public.calendars', { id: others.calendar }), /is here already/],
    [
      'a picture of another calendar',
      set('public.events', { image: `${'0'.repeat(32)}-1x1.png`, image_alt: 'x' }),
      /image_fkey/,
    ],
    [
      'a follow-up of another alert',
      add('public.alert_updates', { id: fresh, event_id: others.event }),
      /not in this file/,
    ],
    ['an amount of another slot', add('public.slot_amounts', { slot_id: others.slot }), /not in this file/],
    [
      'an answer to another poll',
      add('public.poll_answers', { id: fresh, email: 'x@example.org', poll_id: id('poll in town') }),
      /not in this file/,
    ],
    [
      'a date of another series',
      set('public.events', { series_id: id('series of town'), series_day: '2030-01-01' }),
      /series_fkey/,
    ],
    ['a webhook with a secret', set('public.webhooks', { secret: '\\x01' }), /imports no "secret" of public\.webhooks/],
    ['a webhook that is no address', set('public.webhooks', { url: 'file:///etc/passwd' }), /webhooks_url_check/],
    ['events hosted together', set('public.events', { cohost_id: fresh }), /imports no "cohost_id"/],
    [
      'sessions',
      add('public.events', { id: fresh }) && ((lines) => lines.push({ table: 'auth.sessions', row: {} })),
      /imports no rows of "auth\.sessions"/,
    ],
    ['a script in a link', set('public.events', { link_url: 'javascript:alert(1)' }), /link_url_check/],
    ['a name of two lines', set('public.calendars', { name: 'a\nb' }), /name_check/],
    ['a zone that is none', set('public.calendars', { time_zone: 'Mars/Phobos' }), /time zone/],
    ['a place that is none', set('public.calendars', { city: 'Atlantis' }), /place_fkey/],
    ['a number', set('public.calendars', { identifier: 10482 }), /imports no "identifier"/],
    [
      'a day in another century',
      set('public.events', { start_time: '2999-01-01T00:00:00Z' }),
      /events_years_check|events_times_check/,
    ],
    ['a word that no column takes', set('public.events', { title: 'a\u0000b' }), /\\u0000|Unicode/],
    [
      'somebody who left elsewhere',
      (lines) => lines.push({ stopped: { calendar_id: town, channel: 'email', address: 'a@example.org' } }),
      /not in this file/,
    ],
    [
      'an owner who was suspended there',
      (lines) => {
        for (const { person } of lines)
          if ((person as Lines[0])?.trial) Object.assign(person as object, { suspended: true })
      },
      /is suspended\. It can only be given to somebody else, with --owner/,
    ],
    [
      'another owner',
      set('public.calendars', { owner_id: id('owner') }),
      /no address in this file|calendars_owner_check/,
    ],
    [
      'two people with one account',
      (lines) => lines.splice(1, 0, { person: { id: fresh, name: 'x', email: 'trialowner@example.org' } }),
      /duplicate key|people_local_key|was never confirmed/,
    ],
  ]
  const before = await everything(to)
  for (const [what, change, says] of hostile) {
    const changed = rewritten(file, change)
    await assert.rejects(load(to, changed), says, what)
  }
  assert.equal(await everything(to), before)
  await load(to, file)
})

/** Returns a fingerprint of every table. */
async function everything(database: TestDatabase): Promise<string> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('auth', 'public', 'private') order by 1`,
  )
  const found = []
  for (const { name } of rows) {
    const { rows: seen } = await database.pool.query(
      `select md5(string_agg(t::text, ',' order by t::text)) as hash from ${name} t`,
    )
    found.push(`${name} ${seen[0].hash}`)
  }
  return found.join('\n')
}

test('a file that is not whole is refused, and so is one of a newer version', async () => {
  const file = await fileOf(from, [id('harbour')])
  const damaged: [string, RegExp][] = [
    ['', /it is empty/],
    ['{}\n', /does not begin like one/],
    ['PK\x03\x04', /it ends early/],
    [file.slice(0, -1), /it ends early/],
    [file.slice(0, file.length / 2), /it ends early|not JSON/],
    [file.replace('Suggested', 'suggested'), /its checksum does not fit/],
    [`${file}{}\n`, /something follows its end/],
    [file.replace('"version":1', '"version":2'), /made by a newer Townbell/],
    [`{"townbell":"${'x'.repeat(7_000_000)}`, /a line is too long/],
    [file.replace(/\n/, '\n[1]\n'), /line 2 is none that Townbell writes/],
    [rewritten(file, (lines) => lines.splice(1)), /no calendar in this file/],
  ]
  for (const [text, says] of damaged) await assert.rejects(load(to, text), says, text.slice(0, 60))
  await load(to, file)
})
