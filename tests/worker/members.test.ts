// Members get the mails of their calendars, until they switch that off or leave; nobody learns their address from it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '#database/scope.ts'
import { deliveriesOf } from '#testing/sending-fixture.ts'
import { signedIn } from '#tests/policies/people.ts'
import { plan } from '#worker/jobs/plan-day-of.ts'
import {
  add,
  ann,
  bob,
  calendar,
  change,
  choose,
  clock,
  database,
  day,
  fixture,
  minutes,
  news,
  openForTests,
} from './choosing.ts'

openForTests()

const mia = 'mia@example.org'

test('a member gets the mail of the day, and only once if the address is a contact too', async () => {
  await join(mia)
  await join(ann)
  await add('Picnic')
  assert.deepEqual(
    (await news()).map(([to]) => to),
    [ann, bob, mia],
  )
  await minutes(1)
  assert.deepEqual(await news(), [])
  const { rows } = await database.pool.query('select address from public.deliveries where member_id is not null')
  assert.deepEqual(rows, [{ address: mia }])
})

test('one who switched it off, who never confirmed the address, or who unsubscribed gets nothing', async () => {
  const off = await join(mia)
  await join('nobody@example.org', { confirmed: false })
  await join('gone@example.org')
  await database.pool.query('insert into public.opt_outs (calendar_id, email) values ($1, $2)', [
    calendar.id,
    'gone@example.org',
  ])
  await switchTo(off, false)
  await add('Picnic')
  assert.deepEqual(
    (await news()).map(([to]) => to),
    [ann, bob],
  )
})

test('one who leaves, is removed or switches it off after planning gets nothing any more', async () => {
  const [leaver, removed, off] = [await join('leaver@example.org'), await join('removed@example.org'), await join(mia)]
  await add('Picnic')
  await plan(database.pool, clock.now())
  assert.equal((await deliveriesOf(database.pool, calendar.id)).filter(({ state }) => state === 'planned').length, 5)
  const leave = 'delete from public.calendar_members where calendar_id = $1 and user_id = $2'
  await as(leaver, leave, [calendar.id, leaver])
  await as(calendar.owner, leave, [calendar.id, removed])
  await switchTo(off, false)
  assert.deepEqual(
    (await news()).map(([to]) => to),
    [ann, bob],
  )
  const states = await deliveriesOf(database.pool, calendar.id)
  assert.deepEqual(new Set(states.map(({ state }) => state)), new Set(['sent', 'opted_out', 'cancelled']))
})

test('a member hears of a change, and chooses another time, as contacts do', async () => {
  await join(mia)
  const event = await add('Picnic')
  await news()
  await change(event, `location_name = 'The barn'`)
  minutes(11)
  assert.deepEqual(
    (await news()).map(([to]) => to),
    [ann, bob, mia],
  )
  await choose(mia, { timing: 'evening', language: 'es' })
  await add('Concert', '2035-07-05')
  clock.set(`${day}T23:00:00Z`)
  assert.deepEqual(await news(), [[mia, 'Mañana: Concert (Barton Hills)']])
})

test('an event that only the owner would get waits for somebody else', async () => {
  await database.pool.query('delete from public.calendar_contacts')
  await switchTo(calendar.owner, true)
  await add('Picnic')
  assert.deepEqual(await news(), [])
  await join(mia)
  assert.deepEqual(
    (await news()).map(([to]) => to.replace(/^owner-.*/, 'owner')),
    [mia, 'owner'],
  )
})

test('the count is the number of mails', async () => {
  const counted = async () =>
    Number(
      (await as(calendar.owner, 'select c.mail_count from public.calendars c where c.id = $1', [calendar.id])).rows[0]
        .mail_count,
    )
  assert.equal(await counted(), 2)
  const member = await join(mia)
  const contact = await join(ann)
  await join('nobody@example.org', { confirmed: false })
  assert.equal(await counted(), 3)
  await switchTo(contact, false)
  assert.equal(await counted(), 2)
  await database.pool.query('insert into public.opt_outs (calendar_id, email) values ($1, $2)', [calendar.id, bob])
  assert.equal(await counted(), 1)
  await add('Picnic')
  assert.deepEqual(
    (await news()).map(([to]) => to),
    [mia],
  )
  await switchTo(member, false)
  assert.equal(await counted(), 0)
})

test('an admin adds an event for members alone, but not for themselves alone', async () => {
  await database.pool.query('delete from public.calendar_contacts')
  await switchTo(calendar.owner, true)
  const insert = `insert into public.events (calendar_id, title, start_time, end_time, event_date, category)
    values ($1, 'Picnic', '2035-07-04 18:00Z', '2035-07-04 19:00Z', '2035-07-04', 'Event')`
  await assert.rejects(as(calendar.owner, insert, [calendar.id]), { code: 'TB006' })
  await join('nobody@example.org', { confirmed: false })
  await assert.rejects(as(calendar.owner, insert, [calendar.id]), { code: 'TB006' })
  await join(mia)
  await as(calendar.owner, insert, [calendar.id])
})

test('whoever unsubscribed stays so when joining, and until they switch it on themselves', async () => {
  await database.pool.query(`insert into public.opt_outs (calendar_id, email, source) values ($1, $2, 'link')`, [
    calendar.id,
    mia,
  ])
  const member = await join(mia)
  const isOn = 'select email_notifications from public.notification_preferences where calendar_id = $1 and user_id = $2'
  assert.deepEqual((await database.pool.query(isOn, [calendar.id, member])).rows, [{ email_notifications: false }])
  await add('Picnic')
  assert.deepEqual(
    (await news()).map(([to]) => to),
    [ann, bob],
  )
  await as(member, switching, [calendar.id, member, true])
  await add('Concert')
  assert.deepEqual(
    (await news()).map(([to]) => to),
    [ann, bob, mia],
  )
})

test('an account whose address is not confirmed cannot opt that address out', async () => {
  const squatter = await join(ann, { confirmed: false })
  await switchTo(squatter, false)
  await add('Picnic')
  assert.deepEqual(
    (await news()).map(([to]) => to),
    [ann, bob],
  )
  await database.pool.query('update auth.users set email_confirmed_at = now() where id = $1', [squatter])
  await add('Concert')
  assert.deepEqual(
    (await news()).map(([to]) => to),
    [bob],
  )
})

test('who left gets mail again once they join; who was removed has what they had chosen', async () => {
  const leave = 'delete from public.calendar_members where calendar_id = $1 and user_id = $2'
  const rejoin = 'select public.join_calendar($1)'
  const invites = 'select code from private.calendar_invites where calendar_id = $1'
  const { rows } = await database.pool.query(invites, [calendar.id])
  const member = await join(ann)
  await as(member, leave, [calendar.id, member])
  await add('Picnic')
  assert.deepEqual(
    (await news()).map(([to]) => to),
    [bob],
  )
  await as(member, rejoin, [rows[0].code])
  await add('Concert')
  assert.deepEqual(
    (await news()).map(([to]) => to),
    [ann, bob],
  )
  await switchTo(member, false)
  await as(calendar.owner, leave, [calendar.id, member])
  await add('Fair')
  assert.deepEqual(
    (await news()).map(([to]) => to),
    [bob],
  )
})

test('admins learn no address of a member: not from deliveries, not from what a mail server says', async () => {
  await join(mia)
  await add('Picnic')
  await plan(database.pool, clock.now())
  const { rows } = await database.pool.query(`select id, address from public.deliveries where address in ($1, $2)`, [
    mia,
    ann,
  ])
  for (const { id, address } of rows)
    await database.pool.query(`select private.report_delivery($1, 'bounced', $2, now())`, [
      id,
      `550 5.1.1 <${address}>: no mailbox`,
    ])
  const seen = await as(calendar.owner, 'select state, last_error from public.deliveries where state = $1 order by 2', [
    'bounced',
  ])
  assert.deepEqual(
    seen.rows.map(({ last_error }) => last_error),
    ['550 5.1.1', `550 5.1.1 <${ann}>: no mailbox`],
  )
  for (const column of ['address', 'member_id'])
    await assert.rejects(as(calendar.owner, `select ${column} from public.deliveries`), { code: '42501' })
  assert.ok(!fixture.lines.join().includes(mia))
})

async function join(email: string, { confirmed = true } = {}): Promise<string> {
  const { rows } = await database.pool.query(
    `insert into auth.users (email, encrypted_password, email_confirmed_at) values ($1, 'hash', $2) returning id`,
    [email, confirmed ? new Date() : null],
  )
  const { id } = rows[0]
  await database.pool.query('insert into public.calendar_members (calendar_id, user_id) values ($1, $2)', [
    calendar.id,
    id,
  ])
  return id
}

const switching =
  'update public.notification_preferences set email_notifications = $3 where calendar_id = $1 and user_id = $2'

function switchTo(user: string, isOn: boolean) {
  return as(user, switching, [calendar.id, user, isOn])
}

function as(user: string, sql: string, values: unknown[] = []) {
  return inTransaction(database.pool, (client) => client.query(sql, values), signedIn(user))
}
