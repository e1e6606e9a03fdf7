import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { JobHelpers } from 'graphile-worker'
import { makeCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { sweep } from '#worker/jobs/sweep.ts'

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
