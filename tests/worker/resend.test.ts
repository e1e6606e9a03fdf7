// An admin sends a mailing again to those whom it did not reach: once, and never to somebody who got it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventWrite } from '#database/event-write.ts'
import { inTransaction } from '#database/scope.ts'
import { addContacts } from '#testing/calendars.ts'
import { signedIn } from '#tests/policies/people.ts'
import { add, ann, bob, calendar, choose, clock, database, day, fixture, news, openForTests } from './choosing.ts'

openForTests()

async function resend(who = calendar.owner): Promise<number> {
  const { rows } = await database.pool.query(
    `select id from public.mailings where calendar_id = $1 order by created_at, id limit 1`,
    [calendar.id],
  )
  const scope = { ...signedIn(who), settings: eventWrite({ now: clock.now() }) }
  const call = 'select public.resend_mailing($1) as again'
  return inTransaction(
    database.pool,
    async (client) => (await client.query(call, [rows[0].id])).rows[0].again as number,
    scope,
  )
}

/** As if the carrier had refused it for good, once it was asked. */
const fail = (address: string, state = 'failed') =>
  database.pool.query(
    `update public.deliveries set state = $2, last_error = '554', copies = 0, sent_at = null where address = $1`,
    [address, state],
  )

const sent = async () => (await news()).map(([to]) => to)

test('it leaves again for whom it failed, not for whoever got it, and not a second time', async () => {
  await add('Market')
  assert.deepEqual(await sent(), [ann, bob])
  await fail(bob)
  assert.equal(await resend(), 1)
  assert.equal(await resend(), 0, 'a second click finds nothing')
  assert.deepEqual(await sent(), [bob])
  assert.deepEqual(await sent(), [])
  await fail(bob)
  assert.equal(await resend(), 0, 'once is once')
  assert.deepEqual(await sent(), [])
})

test('two admins at once send it once, and a worker that dies in between loses and doubles nothing', async () => {
  await add('Market')
  await sent()
  await fail(bob)
  assert.deepEqual((await Promise.all([resend(), resend(), resend()])).sort(), [0, 0, 1])
  // A worker claimed it and died: the lease is over, nobody holds its lock.
  await database.pool.query(
    `update public.deliveries set state = 'claimed', attempts = 1, lease_token = gen_random_uuid(),
       lease_until = clock_timestamp() - interval '1 second', lease_holder = null where address = $1`,
    [bob],
  )
  assert.deepEqual(await sent(), [bob])
  const { rows } = await database.pool.query('select state from public.deliveries where address = $1', [bob])
  assert.deepEqual(rows, [{ state: 'sent' }])
})

test('nobody is sent to who opted out, switched it off, paused or left the list since', async () => {
  const people = [
    'out@example.org',
    'off@example.org',
    'pause@example.org',
    'gone@example.org',
    'suppressed@example.org',
  ]
  await addContacts(database.pool, calendar.id, 'email', people)
  await add('Market')
  assert.equal((await sent()).length, 7)
  for (const address of [...people, bob]) await fail(address)
  await database.pool.query('insert into public.opt_outs (calendar_id, email) values ($1, $2)', [
    calendar.id,
    people[0],
  ])
  await choose('off@example.org', { is_on: false })
  await choose('pause@example.org', { paused_until: '2035-08-01' })
  await database.pool.query('delete from public.calendar_contacts where normalised = $1', [people[3]])
  await database.pool.query(`select private.suppress('email', $1, 'bounce', '550', now())`, [people[4]])
  assert.equal(await resend(), 1)
  assert.deepEqual(await sent(), [bob])
})

test('who got the event otherwise gets it no second time', async () => {
  await choose(ann, { timing: 'evening' })
  clock.set(`2035-07-03T23:00:00Z`)
  await add('Market')
  await database.pool.query('delete from private.waiting_events')
  assert.deepEqual(await sent(), [ann])
  await fail(ann)
  clock.set(`${day}T13:00:00Z`)
  assert.deepEqual(await sent(), [ann, bob], 'the day makes up for the evening')
  assert.equal(await resend(), 0)
  assert.deepEqual(await sent(), [])
})

test('nothing leaves when the day is over, or while sending is paused', async () => {
  await add('Market')
  await sent()
  await fail(bob)
  await database.pool.query(
    `update public.calendars set sending_paused_at = now(), sending_paused_by = 'admin', sending_paused_reason = 'x' where id = $1`,
    [calendar.id],
  )
  assert.equal(await resend(), 1)
  assert.deepEqual(await sent(), [], 'it waits')
  await database.pool.query(
    'update public.calendars set sending_paused_at = null, sending_paused_by = null, sending_paused_reason = null',
  )
  assert.deepEqual(await sent(), [bob])
  await fail(ann)
  clock.set('2035-07-05T13:00:00Z')
  assert.equal(await resend(), 0)
  assert.deepEqual(await sent(), [])
  assert.equal(fixture.lines.filter((line) => line.includes('error')).length, 0)
})
