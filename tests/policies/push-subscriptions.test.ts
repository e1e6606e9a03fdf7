import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { runScoped } from '#database/scope.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'

let db: TestDatabase
before(async () => {
  db = await testDatabase()
})
after(() => db.close())

const endpoint = 'https://fcm.googleapis.com/fcm/send/a-browser'
const keys = { p256dh: `B${'x'.repeat(86)}`, auth: 'y'.repeat(22) }

async function person(): Promise<string> {
  const id = randomUUID()
  await db.pool.query(`insert into auth.users (id, email, encrypted_password) values ($1, $2, 'x')`, [
    id,
    `${id}@example.org`,
  ])
  return id
}

function register(userId: string, { p256dh, auth } = keys, at = endpoint) {
  const scope = { role: 'authenticated', claims: JSON.stringify({ sub: userId, role: 'authenticated' }), session: null }
  return runScoped(db.pool, scope, { text: 'select public.register_push($1, $2, $3)', values: [at, p256dh, auth] })
}

async function owner(): Promise<string> {
  const { rows } = await db.pool.query('select user_id from public.push_subscriptions where endpoint = $1', [endpoint])
  return rows[0].user_id
}

test('knowing a browser’s push address is not enough to take it over; having its keys is', async () => {
  const first = await person()
  const second = await person()
  await register(first)
  await assert.rejects(register(second, { ...keys, auth: 'z'.repeat(22) }), { code: '42501' })
  assert.equal(await owner(), first)
  await register(second)
  assert.equal(await owner(), second, 'the same browser, where somebody else has signed in')
})

test('only addresses of known push services are accepted', async () => {
  const id = await person()
  await register(id)
  for (const at of [
    'http://fcm.googleapis.com/x',
    'https://storage.googleapis.com/x',
    'https://169.254.169.254/latest',
    'https://localhost/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/https://fcm.googleapis.com/',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
  ]) {
    await assert.rejects(register(id, keys, at), { code: '23514' })
  }
})
