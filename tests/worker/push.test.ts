// Members who switched push on are told in their browsers; the push service is a stand-in at the network's edge.
import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { createPush } from '#messages/push/push.ts'
import { keepVapidKeys } from '#runtime/vapid.ts'
import { type TestDatabase, testDatabase } from '#tests/world/database.ts'
import { addEvent, fixedClock, makeCalendar } from '#tests/world/mailing-town.ts'
import { openSendingWorld } from '#tests/world/sending.ts'
import { temporaryFolder } from '#tests/world/temporary-folder.ts'

let database: TestDatabase
const clock = fixedClock('2025-07-04T13:00:00Z')
before(async () => {
  database = await testDatabase()
})
beforeEach(() => database.pool.query('truncate auth.users cascade; delete from graphile_worker._private_jobs'))
after(() => database.close())

const vapid = keepVapidKeys(temporaryFolder())

/** Registers a browser as the person would. */
async function register(userId: string, name: string): Promise<string> {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${name}`
  const key = createECDH('prime256v1').generateKeys().toString('base64url')
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`, [
      JSON.stringify({ sub: userId, role: 'authenticated' }),
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

test('each browser of a member gets the day once; who switched it off gets none; a browser that is gone is forgotten', async () => {
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
  const world = await openSendingWorld(database.pool, clock, { push })
  await world.minute()
  await world.minute()
  await world.close()
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
