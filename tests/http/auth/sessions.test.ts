import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { minutes } from '#domain/durations.ts'
import { type AuthFixture, OTHER_PASSWORD, openAuthFixture, PASSWORD, signIn, signUp } from './fixture.ts'

let fixture: AuthFixture
before(async () => {
  fixture = await openAuthFixture()
})
after(() => fixture.close())

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1 Version/18.5 Mobile Safari/604.1'

type Listed = { id: string; device: string; network: string; is_current: boolean; last_seen_at: string }
type SendOptions = { method?: string; headers?: Record<string, string>; json?: unknown }

async function send(path: string, token: string, { headers, ...init }: SendOptions = {}) {
  const answer = await fixture.request(path, { ...init, headers: { authorization: `Bearer ${token}`, ...headers } })
  return { status: answer.status, body: answer.status === 204 ? null : await answer.json() }
}

/** Signs in from a network with a browser. */
async function open(email: string, userAgent: string, network: string) {
  const answer = await fixture.request('/token?grant_type=password', {
    json: { email, password: PASSWORD },
    headers: { 'user-agent': userAgent, 'x-test-network': network },
  })
  const { access_token, refresh_token } = await answer.json()
  const { session_id } = JSON.parse(Buffer.from(access_token.split('.')[1], 'base64url').toString())
  return { token: access_token as string, refresh: refresh_token as string, id: session_id as string }
}

const list = async (token: string) => (await send('/sessions', token)).body as Listed[]

test('a person sees their sessions, described in plain words, and which is the current one', async () => {
  const email = await signUp(fixture)
  const phone = await open(email, PHONE, '203.0.113.77')
  fixture.later(minutes(1))
  const here = await open(email, '<script>', '2001:db8:1:2::')
  const [first, second, ...more] = await list(here.token)
  assert.equal(more.length, 0)
  assert.deepEqual([first?.id, first?.is_current, first?.device], [here.id, true, 'A browser'])
  assert.deepEqual([second?.id, second?.is_current, second?.device], [phone.id, false, 'Safari on iPhone'])
  assert.deepEqual([first?.network, second?.network], ['2001:db8:1::/48', '203.0.113.0/24'])
  assert.ok(!JSON.stringify(await list(here.token)).includes('203.0.113.77'))

  fixture.later(minutes(5))
  await fixture.request('/token?grant_type=refresh_token', {
    json: { refresh_token: phone.refresh },
    headers: { 'x-test-network': '198.51.100.9' },
  })
  const later = (await list(here.token)).find(({ id }) => id === phone.id)
  assert.equal(later?.network, '198.51.100.0/24', 'the last place, not the first')
  assert.ok(Date.parse(later?.last_seen_at ?? '') > Date.parse(second?.last_seen_at ?? ''))
})

test('a person can end one session from another browser', async () => {
  const email = await signUp(fixture)
  const [here, there] = [await open(email, 'x', '192.0.2.1'), await open(email, 'x', '192.0.2.1')]
  assert.equal((await send(`/sessions/${there.id.toUpperCase()}`, here.token, { method: 'DELETE' })).status, 204)
  assert.deepEqual(
    (await list(here.token)).map(({ id }) => id),
    [here.id],
  )
  assert.equal((await send('/user', there.token)).body.error_code, 'session_not_found')
  const refreshed = await fixture.request('/token?grant_type=refresh_token', { json: { refresh_token: there.refresh } })
  assert.equal((await refreshed.json()).error_code, 'refresh_token_not_found')
  assert.equal((await send(`/sessions/${there.id}`, here.token, { method: 'DELETE' })).status, 404)
})

test('no one sees or ends the sessions of another person', async () => {
  const [ann, bob] = [
    await open(await signUp(fixture), 'x', '192.0.2.1'),
    await open(await signUp(fixture), 'x', '192.0.2.1'),
  ]
  for (const id of [ann.id, randomUUID(), 'x', '%00', '%ff', "'%20or%20true--"]) {
    const { status, body } = await send(`/sessions/${id}`, bob.token, { method: 'DELETE' })
    assert.ok(status === 404 || status === 400, `${id}: ${status}`)
    assert.ok(['session_not_found', 'validation_failed', 'not_found'].includes(body.error_code), body.error_code)
  }
  assert.deepEqual(
    (await list(bob.token)).map(({ id }) => id),
    [bob.id],
  )
  assert.equal((await send('/user', ann.token)).status, 200)
  assert.equal((await fixture.request('/sessions')).status, 401)
  assert.equal((await fixture.request(`/sessions/${ann.id}`, { method: 'DELETE' })).status, 401)
  assert.equal((await send('/sessions', ann.token, { json: {} })).status, 405)
})

test('private feeds end with a new password, those of the person alone', async () => {
  const [ann, bob] = [await signIn(fixture, await signUp(fixture)), await signIn(fixture, await signUp(fixture))]
  const { rows } = await fixture.pool.query(
    `insert into public.calendars (name, owner_id, state, city) values ('Elm', $1, 'Texas', 'Austin') returning id`,
    [ann.user?.id],
  )
  await fixture.pool.query(
    `insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'member')`,
    [rows[0].id, bob.user?.id],
  )
  for (const { user } of [ann, bob])
    await fixture.pool.query(
      'insert into public.feed_links (calendar_id, user_id, secret_hash) values ($1, $2, sha256(random()::text::bytea))',
      [rows[0].id, user?.id],
    )
  const left = async () =>
    (await fixture.pool.query('select user_id from public.feed_links where calendar_id = $1', [rows[0].id])).rows
  assert.equal((await left()).length, 2)
  const change = { password: OTHER_PASSWORD, current_password: PASSWORD }
  assert.equal((await ann.client.auth.updateUser(change)).error, null)
  assert.deepEqual(await left(), [{ user_id: bob.user?.id }])
})

test('a push subscription ends with its session, and older ones with a new password', async () => {
  const email = await signUp(fixture)
  const [here, there] = [await signIn(fixture, email), await signIn(fixture, email)]
  const sessionOf = (token = '') =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id
  const insert = `insert into public.push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
    values ($1, $2, 'https://fcm.googleapis.com/fcm/send/' || gen_random_uuid(), 'B' || repeat('A', 86), repeat('A', 22))`
  for (const session of [sessionOf(here.session?.access_token), sessionOf(there.session?.access_token), null])
    await fixture.pool.query(insert, [here.user?.id, session])
  const left = async () =>
    (await fixture.pool.query('select session_id from public.push_subscriptions where user_id = $1', [here.user?.id]))
      .rows
  assert.equal((await left()).length, 3)
  const change = { password: OTHER_PASSWORD, current_password: PASSWORD }
  assert.equal((await here.client.auth.updateUser(change)).error, null)
  assert.deepEqual(await left(), [{ session_id: sessionOf(here.session?.access_token) }])
  await here.client.auth.signOut()
  assert.deepEqual(await left(), [])
})
