import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id } from './people.ts'
import { type QueryAs, queryRunner, refused, signedInPeople } from './query-as.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
let queryAs: QueryAs
before(async () => {
  database = await testDatabase()
  queryAs = queryRunner(database.pool)
})
beforeEach(() => seedDatabase(database.pool))
after(() => database.close())

const mailing = id('mailing of town')
const find = 'select * from public.find_deliveries($1)'
const counts = 'select result, channel, deliveries::int, resendable::int from public.count_deliveries($1) order by 1, 2'
const activity = 'select * from public.calendar_activity($1)'
const resend = 'select public.resend_mailing($1) as again'

const deliver = `
  insert into public.deliveries (mailing_id, calendar_id, contact_id, member_id, channel, address, state, last_error)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`

test('only admins of the calendar read who got a mailing, and send it again', async () => {
  await database.pool.query(`update public.deliveries set state = 'failed' where mailing_id = $1`, [mailing])
  for (const person of signedInPeople) {
    const isAdmin = person === 'admin' || person === 'owner'
    assert.equal((await queryAs(person, find, [mailing])).length, isAdmin ? 1 : 0, person)
    assert.equal((await queryAs(person, counts, [mailing])).length, isAdmin ? 1 : 0, person)
    assert.equal((await queryAs(person, activity, [id('town')])).length, isAdmin ? 13 : 0, person)
    if (!isAdmin) await refused(queryAs(person, resend, [mailing]), '42501', 'Only admins can send a mailing again.')
  }
  for (const query of [find, counts, resend]) await refused(queryAs('guest', query, [mailing]), '42501')
  await refused(queryAs('guest', activity, [id('town')]), '42501')
  await refused(queryAs('admin', resend, [id('mailing of harbour')]), '42501')
  assert.deepEqual(await queryAs('admin', resend, [mailing]), [{ again: 1 }], 'it was there to be sent')
  await queryAs('service', 'delete from public.calendar_members where user_id = $1', [id('admin')])
  assert.deepEqual(await queryAs('admin', find, [mailing]), [])
  await refused(queryAs('admin', resend, [mailing]), '42501')
})

test('contacts have their address, members only their name, browsers neither', async () => {
  const { pool } = database
  const town = id('town')
  await pool.query(`update public.profiles set display_name = 'Mia Member' where user_id = $1`, [id('member')])
  await pool.query(deliver, [mailing, town, null, id('member'), 'email', 'mia@secret.example', 'sent', null])
  await pool.query(deliver, [mailing, town, null, null, 'push', 'https://push.example/secret', 'sent', null])
  await pool.query(deliver, [mailing, town, null, null, 'email', 'gone@secret.example', 'sent', null])
  const rows = await queryAs('admin', find, [mailing])
  assert.ok(!JSON.stringify(rows).includes('secret'))
  const seen = rows.map(({ channel, name, address, is_member }) => [channel, name, address, is_member])
  assert.deepEqual(
    seen.map((row) => row.join('|')).sort(),
    ['email|Mia Member||true', 'email||ann@town.example|false', 'email|||false', 'push|||false'].sort(),
  )
  const found = async (search: string) =>
    (await queryAs('admin', `${find.slice(0, -1)}, $2)`, [mailing, search])).length
  assert.equal(await found('MIA'), 1)
  assert.equal(await found('ann@town'), 1)
  assert.equal(await found('secret'), 0, 'nobody finds by an address that is not shown')
  assert.equal(await found('%'), 0)
})

test('whoever was skipped has the reason, and a phone without YES is named; who complained stays private', async () => {
  const { pool } = database
  const town = id('town')
  const people = [
    ['bounce@town.example', 'bounce'],
    ['spam@town.example', 'complaint'],
    ['out@town.example', null],
  ] as const
  for (const [address, reason] of people) {
    const contact = await pool.query(
      `insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', $2) returning id`,
      [town, address],
    )
    await pool.query(deliver, [mailing, town, contact.rows[0].id, null, 'email', address, 'opted_out', null])
    if (reason) await pool.query(`select private.suppress('email', $1, $2, 'abuse', now())`, [address, reason])
    else await pool.query('insert into public.opt_outs (calendar_id, email) values ($1, $2)', [town, address])
  }
  await pool.query(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value, confirmed_at, created_at) values
       ($1, 'phone', '+15125550103', null, now() - interval '1 day'),
       ($1, 'phone', '+15125550104', now() - interval '1 hour', now() - interval '1 day')`,
    [town],
  )
  await pool.query(`update public.mailings set created_at = now() where id = $1`, [mailing])
  const rows = await queryAs('admin', 'select * from public.find_deliveries($1, $2, $3)', [mailing, '', 'skipped'])
  assert.deepEqual(
    rows.map(({ address, state, cause }) => [address, state, cause].join('|')).sort(),
    [
      '+15125550103|unconfirmed|not_asked',
      'bounce@town.example|opted_out|bounced',
      'out@town.example|opted_out|',
      'spam@town.example|opted_out|suppressed',
    ].sort(),
  )
  assert.ok(!JSON.stringify(rows).includes('abuse'))
  assert.deepEqual(await queryAs('owner', counts, [mailing]), [
    { result: 'skipped', channel: 'email', deliveries: 3, resendable: 0 },
    { result: 'skipped', channel: 'sms', deliveries: 1, resendable: 0 },
    { result: 'waiting', channel: 'email', deliveries: 1, resendable: 0 },
  ])
})

test('pages follow one another without gaps, failures first, each with the number of all', async () => {
  await database.pool.query(
    `with contact as (
       insert into public.calendar_contacts (calendar_id, contact_type, contact_value, source)
       select $2, 'email', 'n' || n || '@town.example', 'import' from generate_series(1, 240) n returning id, normalised
     )
     insert into public.deliveries (mailing_id, calendar_id, contact_id, channel, address, state)
     select $1, $2, id, 'email', normalised, case when normalised like 'n7%' then 'bounced' else 'sent' end from contact`,
    [mailing, id('town')],
  )
  const seen: unknown[] = []
  const results: unknown[] = []
  for (const offset of [0, 100, 200]) {
    const rows = await queryAs('admin', 'select * from public.find_deliveries($1, $2, null, 100, $3)', [
      mailing,
      '',
      offset,
    ])
    for (const row of rows) {
      assert.equal(Number(row.found), 241)
      seen.push(row.id)
      results.push(row.result)
    }
  }
  assert.equal(seen.length, 241)
  assert.equal(new Set(seen).size, 241)
  assert.deepEqual(new Set(results.slice(0, 11)), new Set(['failed']))
  assert.equal(results[11], 'waiting')
})

test('the last weeks count who was on the list then, although some have gone since', async () => {
  const { pool } = database
  const town = id('town')
  const people = async () => (await queryAs('admin', activity, [town])).map((week) => Number(week.people))
  await pool.query('delete from public.audit_logs where calendar_id = $1', [town])
  await pool.query(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value, source)
     select $1, 'email', 'n' || n || '@town.example', 'import' from generate_series(1, 5) n`,
    [town],
  )
  await pool.query(`update public.audit_logs set created_at = now() - interval '30 days' where calendar_id = $1`, [
    town,
  ])
  assert.deepEqual((await people()).slice(-6), [1, 6, 6, 6, 6, 6])
  await pool.query(`delete from public.calendar_contacts where calendar_id = $1 and normalised like 'n%'`, [town])
  assert.deepEqual((await people()).slice(-6), [1, 6, 6, 6, 6, 1])
  await pool.query(`update public.deliveries set state = 'sent' where mailing_id = $1`, [mailing])
  const last = (await queryAs('owner', activity, [town])).at(-1)
  assert.equal(Number(last?.delivered), 1)
})
