// Web push to members who switched it on, against a stand-in for the push service.
import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { eventWrite } from '#database/event-write.ts'
import { inTransaction } from '#database/scope.ts'
import { createPush, type PushMessage } from '#messages/push/push.ts'
import { loadOrCreateVapidKeys } from '#runtime/vapid.ts'
import { addEvent, fixedClock, makeCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { openSendingFixture } from '#testing/sending-fixture.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { signedIn } from '#tests/policies/people.ts'

let database: TestDatabase
const clock = fixedClock('2025-07-04T13:00:00Z')
before(async () => {
  database = await testDatabase()
})
beforeEach(() => emptyTables(database.pool))
after(() => database.close())

const vapid = loadOrCreateVapidKeys(temporaryFolder())

/** Registers a browser as the person would. */
async function register(userId: string, name: string, sessionId?: string): Promise<string> {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${name}`
  const key = createECDH('prime256v1').generateKeys().toString('base64url')
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`, [
      JSON.stringify({ sub: userId, role: 'authenticated', session_id: sessionId }),
    ])
    await client.query('select public.register_push($1, $2, $3)', [
      endpoint,
      key,
      randomBytes(16).toString('base64url'),
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  return endpoint
}

function service(answers: Record<string, number> = {}) {
  const calls: string[] = []
  const push = createPush({
    vapid,
    contact: 'help@town.example',
    clock,
    call: async (url) => {
      calls.push(url)
      return { status: answers[url] ?? 201, headers: new Headers(), body: {} }
    },
  })
  return { push, calls }
}

test('each browser of a member is notified once; switched off it gets nothing; a subscription that is gone is deleted', async () => {
  const calendar = await makeCalendar(database.pool, { emails: ['ann@example.org'] })
  await addEvent(database.pool, calendar, { day: '2025-07-04' })
  const other = (await makeCalendar(database.pool)).owner
  await database.pool.query('insert into public.calendar_members (calendar_id, user_id) values ($1, $2)', [
    calendar.id,
    other,
  ])
  const phone = await register(calendar.owner, 'phone')
  const laptop = await register(calendar.owner, 'laptop')
  await register(other, 'off')
  await database.pool.query(
    'update public.notification_preferences set push_notifications = false where user_id = $1',
    [other],
  )
  const { push, calls } = service({ [laptop]: 410 })
  const fixture = await openSendingFixture(database.pool, clock, { push })
  await fixture.minute()
  await fixture.minute()
  await fixture.close()
  assert.deepEqual(calls.sort(), [laptop, phone])
  const { rows } = await database.pool.query(
    `select address, state from public.deliveries where channel = 'push' order by address`,
  )
  assert.deepEqual(rows, [
    { address: laptop, state: 'bounced' },
    { address: phone, state: 'sent' },
  ])
  const left = await database.pool.query('select endpoint from public.push_subscriptions where user_id = $1', [
    calendar.owner,
  ])
  assert.deepEqual(left.rows, [{ endpoint: phone }])
})

test('a member with push is notified even if the calendar has no contacts', async () => {
  const calendar = await makeCalendar(database.pool)
  await addEvent(database.pool, calendar, { day: '2025-07-04' })
  const { push, calls } = service()
  const fixture = await openSendingFixture(database.pool, clock, { push })
  await fixture.minute()
  assert.deepEqual(calls, [])
  const phone = await register(calendar.owner, 'phone')
  await fixture.minute()
  await fixture.minute()
  await fixture.close()
  assert.deepEqual(calls, [phone])
})

test("push notifications are in the language of the browser's pages", async (t) => {
  const { pool } = database
  // What is past cannot be changed.
  clock.set('2035-07-04T13:00:00Z')
  const calendar = await makeCalendar(pool, { emails: ['ann@example.org'] })
  const concert = await addEvent(pool, calendar, { day: '2035-07-04', title: 'Concierto' })
  await pool.query(wholeDay, [await addEvent(pool, calendar, { day: '2035-07-04', title: 'Feria' })])
  const { rows } = await pool.query(`insert into auth.sessions (user_id, language) values ($1, 'es') returning id`, [
    calendar.owner,
  ])
  const spanish = await register(calendar.owner, 'spanish', rows[0].id)
  const english = await register(calendar.owner, 'english')
  const told = new Map<string, string>()
  const push = { send: async ({ endpoint, payload }: PushMessage) => void told.set(endpoint, payload.body) }
  const fixture = await openSendingFixture(pool, clock, { push })
  t.after(() => fixture.close())

  await fixture.minute()
  assert.equal(told.get(spanish), 'Todo el día: Feria\n6:00 p.m. Concierto')
  assert.equal(told.get(english), 'All day: Feria\n6:00 PM Concierto')

  const settings = eventWrite({ notify: true, now: clock.now() })
  const cancel = `update public.events set status = 'cancelled' where id = $1`
  await inTransaction(pool, (client) => client.query(cancel, [concert]), { ...signedIn(calendar.owner), settings })
  clock.set('2035-07-04T13:11:00Z')
  await fixture.minute()
  assert.match(told.get(spanish) ?? '', /^CANCELADO: Concierto\nEstaba previsto: miércoles, 4 de julio de 2035, /)
  assert.match(told.get(english) ?? '', /^CANCELLED: Concierto\nIt was planned for Wednesday, July 4, 2035, /)
})

const wholeDay = `
  update public.events set all_day = true, start_time = '2035-07-04T05:00:00Z', end_time = '2035-07-05T05:00:00Z' where id = $1`
