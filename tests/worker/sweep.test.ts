import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { JobHelpers } from 'graphile-worker'
import { days } from '#domain/durations.ts'
import { fixedClock, makeCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { type Retention, sweep } from '#worker/jobs/sweep.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase({ max: 2 })
})
after(() => database.close())

/** Adds an old and a new row of everything that followers, texts and forms leave behind. */
const leftovers = {
  'public.pending_contact_confirmations': `
    insert into public.pending_contact_confirmations (calendar_id, email, token_hash, created_at, expires_at)
    values ($1, 'old@example.org', '\\x01', now() - interval '40 days', now() - interval '37 days'), ($1, 'new@example.org', '\\x02', now(), now() + interval '1 day')`,
  'auth.notices': `
    insert into auth.notices (letter, email, created_at)
    select 'goodbye', left(md5($1::text), 9) || '@example.org', at from unnest(array[now() - interval '8 days', now()]) as at`,
  'private.phone_confirmations': `
    with people as (
      insert into public.calendar_contacts (calendar_id, contact_type, contact_value)
      values ($1, 'phone', '+15125550101'), ($1, 'phone', '+15125550102') returning id, contact_value
    )
    insert into private.phone_confirmations (contact_id, phone, created_at, expires_at)
    select id, contact_value, now() - interval '90 days', case contact_value when '+15125550101' then now() - interval '40 days' else now() end from people`,
  'private.captcha_passes': `
    insert into private.captcha_passes (pass_hash, network, expires_at) select sha256($1::text::bytea || '1'), 'here', now() - interval '1 minute' union all select sha256($1::text::bytea || '2'), 'here', now() + interval '1 minute'`,
  'private.used_challenges': `
    insert into private.used_challenges select sha256($1::text::bytea || '1'), now() - interval '2 hours' union all select sha256($1::text::bytea || '2'), now()`,
  'private.support_messages': `
    insert into private.support_messages (first_name, last_name, email, subject, message, created_at)
    select 'A', 'B', 'a@example.org', $1::text, 'Hello', at from unnest(array[now() - interval '40 days', now()]) as at`,
  'private.inbound_texts': `
    insert into private.inbound_texts (provider_id, meaning, received_at)
    values ($1::text || '1', 'stop', now() - interval '100 days'), ($1::text || '2', 'stop', now())`,
}

test('expired rows are deleted, and rows still in use are kept', async () => {
  const { pool } = database
  const owner = randomUUID()
  await pool.query("insert into auth.users (id, email, encrypted_password) values ($1, 'o@example.org', 'hash')", [
    owner,
  ])
  const { rows } = await pool.query(
    "insert into public.calendars (name, owner_id, state, city) values ('Elm Street', $1, 'Texas', 'Austin') returning id",
    [owner],
  )
  for (const statement of Object.values(leftovers)) await pool.query(statement, [rows[0].id])
  const count = async (table: string) => (await pool.query(`select count(*)::int as count from ${table}`)).rows[0].count
  for (const table of Object.keys(leftovers)) assert.equal(await count(table), 2, table)
  await sweep(pool)({}, {} as JobHelpers)
  for (const table of Object.keys(leftovers)) assert.equal(await count(table), 1, table)
})

test('an account that nobody ever confirmed is deleted after 30 days, unless it is in use', async () => {
  const { pool } = database
  const { id: calendar } = await makeCalendar(pool)
  const add = async (name: string, daysAgo: number, confirmed = false) => {
    const { rows } = await pool.query(
      `insert into auth.users (email, encrypted_password, created_at, email_confirmed_at)
       values ($1, '-', now() - $2 * interval '1 day', case when $3 then now() end) returning id`,
      [`${name}@unconfirmed.example`, daysAgo, confirmed],
    )
    return rows[0].id
  }
  await add('old', 31)
  await add('young', 29)
  await add('confirmed', 31, true)
  await pool.query('insert into auth.sessions (user_id) values ($1)', [await add('signed-in', 31)])
  await pool.query("insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'member')", [
    calendar,
    await add('member', 31),
  ])
  await pool.query(
    `insert into auth.one_time_tokens (user_id, kind, token_hash, expires_at) values ($1, 'signup', '\\x01', now() + interval '1 hour')`,
    [await add('asked-again', 31)],
  )
  await sweep(pool)({}, {} as JobHelpers)
  const { rows } = await pool.query(
    `select split_part(email, '@', 1) as name from auth.users where email like '%@unconfirmed.example' order by 1`,
  )
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['asked-again', 'confirmed', 'member', 'signed-in', 'young'],
  )
})

test('refresh tokens go a week after they were exchanged, with their session in steps; the newest stays', async () => {
  const { pool } = database
  const { rows } = await pool.query(
    `insert into auth.users (email, encrypted_password) values ('tokens@example.org', '-') returning id`,
  )
  await pool.query(
    `with opened as (
       insert into auth.sessions (user_id, refreshed_at)
       select $1, now() - n * interval '61 days' from generate_series(0, 600) as n returning id, refreshed_at
     ), line as (select id from opened where refreshed_at = now())
     insert into auth.refresh_tokens (session_id, parent_id, token_hash, used_at)
     select line.id, null, sha256(n::text::bytea), case when n < 5000 then now() - interval '8 days' when n < 5003 then now() - interval '6 days' end
     from line, generate_series(1, 5003) as n`,
    [rows[0].id],
  )
  await pool.query(
    'update auth.refresh_tokens t set parent_id = (select max(o.id) from auth.refresh_tokens o where o.id < t.id)',
  )
  await sweep(pool)({}, {} as JobHelpers)
  const left = await pool.query(
    `select (select count(*)::int from auth.sessions where user_id = $1) as sessions, count(*)::int as tokens,
       count(*) filter (where t.used_at is null)::int as living, count(t.parent_id)::int as with_parent
     from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id where s.user_id = $1`,
    [rows[0].id],
  )
  assert.deepEqual(left.rows, [{ sessions: 1, tokens: 4, living: 1, with_parent: 3 }])
})

test('choices of addresses on no list are forgotten after 400 days; what was switched off stays off', async () => {
  const { pool } = database
  const { id } = await makeCalendar(pool, { emails: ['listed@example.org'] })
  await pool.query(
    `insert into private.contact_preferences (channel, address, calendar_id, is_on, timing, updated_at)
     select 'email', name || '@example.org', $1, name <> 'off', 'evening', now() - (case name when 'recent' then 399 else 401 end) * interval '1 day'
     from unnest(array['listed', 'gone', 'off', 'recent']) as name`,
    [id],
  )
  await sweep(pool)({}, {} as JobHelpers)
  const { rows } = await pool.query(
    'select address from private.contact_preferences where calendar_id = $1 order by 1',
    [id],
  )
  assert.deepEqual(
    rows.map(({ address }) => address),
    ['listed@example.org', 'off@example.org', 'recent@example.org'],
  )
})

test('a job that failed for good is forgotten after 30 days', async () => {
  const { pool } = database
  const { rows } = await pool.query(
    `select (graphile_worker.add_job('sweep', job_key => name, max_attempts => 1)).id, name from unnest(array['old', 'young', 'waiting']) as name`,
  )
  const ids = Object.fromEntries(rows.map(({ id, name }) => [name, id]))
  await pool.query('select graphile_worker.permanently_fail_jobs($1)', [[ids.old, ids.young]])
  // No function of the queue sets the time back.
  await pool.query(
    "update graphile_worker._private_jobs set updated_at = now() - interval '31 days' where id = any ($1)",
    [[ids.old, ids.waiting]],
  )
  await sweep(pool)({}, {} as JobHelpers)
  const left = await pool.query('select key from graphile_worker.jobs where id = any ($1) order by key', [
    Object.values(ids),
  ])
  assert.deepEqual(
    left.rows.map(({ key }) => key),
    ['waiting', 'young'],
  )
})

test('what was deleted 30 days ago is purged in small steps; what was deleted later is kept', async () => {
  const { pool } = database
  const old = await makeCalendar(pool, { name: 'Old', emails: ['ann@example.org'] })
  const young = await makeCalendar(pool, { name: 'Young', emails: ['ann@example.org'] })
  for (const { id } of [old, young]) {
    await pool.query(
      `with mailing as (insert into public.mailings (calendar_id, day) values ($1, '2025-07-04') returning id)
       insert into public.deliveries (mailing_id, calendar_id, channel, address)
       select id, $1, 'email', n || '@example.org' from mailing, generate_series(1, 7) as n`,
      [id],
    )
    await pool.query(
      `insert into public.deleted_events (id, calendar_id, event, deleted_at)
       select gen_random_uuid(), $1, '{}', now() - interval '29 days' - n * interval '12 hours' from generate_series(1, 4) as n`,
      [id],
    )
    await pool.query('select private.put_away_calendar($1)', [id])
  }
  const past = (id: string, ago: string) =>
    pool.query('update public.calendars set deleted_at = now() - $2::interval where id = $1', [id, ago])
  await past(old.id, '30 days')
  await past(young.id, '29 days 23 hours')
  const left = async (table: string, id: string) =>
    (
      await pool.query(
        `select count(*)::int as count from public.${table} where ${table === 'calendars' ? 'id' : 'calendar_id'} = $1`,
        [id],
      )
    ).rows[0].count

  const steps: number[] = []
  for (let gone = 1; gone > 0; ) {
    gone = Number((await pool.query('select private.purge_deleted(3) as gone')).rows[0].gone)
    steps.push(gone)
  }
  // Six events of both, then seven messages and the calendar.
  assert.deepEqual(steps, [3, 3, 3, 3, 1, 1, 0])
  for (const table of ['calendars', 'deliveries', 'deleted_events', 'calendar_contacts', 'calendar_members'])
    assert.equal(await left(table, old.id), 0, table)
  assert.equal(await left('calendars', young.id), 1)
  assert.equal(await left('deliveries', young.id), 7)
  assert.equal(await left('deleted_events', young.id), 1)

  await past(young.id, '31 days')
  await sweep(pool)({}, {} as JobHelpers)
  assert.equal(await left('calendars', young.id), 0)
})

const old = (count: number) => new Date(Date.now() - days(count))

test('who got a mailing is deleted after its days, in steps; its numbers and the last message of each contact stay', async () => {
  const { pool } = database
  const { id } = await makeCalendar(pool, {
    name: 'Elm',
    emails: ['ann@example.org', 'ben@example.org', 'eve@example.org'],
  })
  const rows = async (statement: string, ...values: unknown[]) => (await pool.query(statement, values)).rows
  /** Sends a mailing to these contacts, so many days ago. */
  const send = async (day: string, daysAgo: number, names: string[]) => {
    const [mailing] = await rows(
      `insert into public.mailings (calendar_id, day, state, created_at, started_at) values ($1, $2, 'sending', $3, $3) returning id`,
      id,
      day,
      old(daysAgo),
    )
    await rows(
      `insert into public.deliveries (mailing_id, calendar_id, contact_id, channel, address, state, created_at)
       select $1, $2, k.id, 'email', k.normalised, case k.normalised when 'ben@example.org' then 'failed' else 'sent' end, $3
       from public.calendar_contacts k where k.calendar_id = $2 and k.normalised = any ($4)`,
      mailing.id,
      id,
      old(daysAgo),
      names.map((name) => `${name}@example.org`),
    )
    await rows(
      `update public.mailings set state = 'finished', finished_at = $2 where id = $1`,
      mailing.id,
      old(daysAgo),
    )
    return mailing.id as string
  }
  const first = await send('2025-01-01', 402, ['ann', 'ben', 'eve'])
  const untotalled = await send('2025-01-02', 401, ['ann', 'ben'])
  await rows('delete from private.mailing_totals where mailing_id = $1', untotalled)
  const ahead = await send('2025-01-03', 401, ['ann'])
  await rows(
    `with event as (
       insert into public.events (calendar_id, title, start_time, end_time, category) values ($1, 'Fair', now() + interval '1 day', now() + interval '2 days', 'Event') returning id
     ) insert into public.mailing_events (mailing_id, event_id, kind) select $2, id, 'alert' from event`,
    id,
    ahead,
  )
  const young = await send('2025-01-04', 399, ['ann', 'ben'])
  const left = async (mailing: string) =>
    (await rows('select address from public.deliveries where mailing_id = $1 order by address', mailing)).map((row) =>
      row.address.replace('@example.org', ''),
    )
  const numbers = async (mailing: string) =>
    (
      await rows(
        `select state, deliveries::int as n from private.mailing_numbers($1, $2, 'finished') order by 1`,
        mailing,
        id,
      )
    ).map(({ state, n }) => `${n} ${state}`)
  const clock = fixedClock(old(0))
  const run = (keep: Partial<Retention>) => sweep(pool, { clock, ...keep })({}, {} as JobHelpers)

  await run({})
  assert.deepEqual(await left(first), ['ann', 'ben', 'eve'], 'forever')
  // One row, then the rest of the first mailing with its mark; the next mailing.
  const step = async () => Number((await rows('select private.prune_deliveries($1, 1) as gone', old(400)))[0].gone)
  assert.equal(await step(), 1)
  assert.equal((await left(first)).length, 2)
  await run({ deliveriesDays: 400 })
  assert.equal(await step(), 0, 'nothing is left to do')
  await run({ deliveriesDays: 400 })
  assert.deepEqual(await left(first), ['eve'], 'her last message')
  assert.deepEqual(await left(untotalled), [])
  assert.deepEqual(await left(ahead), ['ann'], 'her event is still to come')
  assert.deepEqual(await left(young), ['ann', 'ben'])
  assert.deepEqual(await numbers(first), ['1 failed', '2 sent'])
  assert.deepEqual(await numbers(untotalled), ['1 failed', '1 sent'])
  await send('2025-01-05', 0, ['ann'])
  clock.set(old(-2))
  await run({ deliveriesDays: 400 })
  assert.deepEqual(await left(young), ['ben'], 'two days later it is as old')
})

test('history is deleted after its days, and kept without a number of them', async () => {
  const { pool } = database
  await makeCalendar(pool, { name: 'Oak' })
  const count = async () => (await pool.query('select count(*)::int as count from public.audit_logs')).rows[0].count
  const before = await count()
  assert.ok(before > 1)
  await pool.query(
    `update public.audit_logs set created_at = now() - interval '201 days' where id in (select id from public.audit_logs order by id limit 1)`,
  )
  const clock = fixedClock(old(0))
  const run = (keep: Partial<Retention>) => sweep(pool, { clock, ...keep })({}, {} as JobHelpers)
  await run({})
  await run({ historyDays: 202 })
  assert.equal(await count(), before)
  await run({ historyDays: 200 })
  assert.equal(await count(), before - 1)
  clock.set(old(-201))
  await run({ historyDays: 200 })
  assert.equal(await count(), 0)
})
