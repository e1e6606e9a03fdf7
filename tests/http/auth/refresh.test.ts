import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes, seconds } from '#domain/durations.ts'
import { type AuthFixture, openAuthFixture, signIn, signUp } from './fixture.ts'

let fixture: AuthFixture
before(async () => {
  fixture = await openAuthFixture({ max: 20 })
})
after(() => fixture.close())

type Answer = { access_token: string; refresh_token: string; error_code: string; user: { id: string } }

async function refresh(refresh_token: string): Promise<Answer & { status: number }> {
  const response = await fixture.request('/token?grant_type=refresh_token', { json: { refresh_token } })
  return { status: response.status, ...(await response.json()) }
}

async function newSession() {
  const { session } = await signIn(fixture, await signUp(fixture))
  assert.ok(session)
  return session
}

const isAlive = async (access: string) =>
  (await fixture.request('/user', { headers: { authorization: `Bearer ${access}` } })).status === 200

async function family(accessToken: string) {
  const { session_id } = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
  const { rows } = await fixture.pool.query(
    `select (select count(*)::int from auth.sessions where id = $1) as sessions,
      count(*)::int as tokens, count(*) filter (where used_at is null)::int as living
    from auth.refresh_tokens where session_id = $1`,
    [session_id],
  )
  return rows[0]
}

test('a refresh token is exchanged for a new pair of the same session', async () => {
  const { refresh_token, user } = await newSession()
  const next = await refresh(refresh_token)
  assert.equal(next.status, 200)
  assert.notEqual(next.refresh_token, refresh_token)
  assert.equal(next.user.id, user.id)
  assert.ok(await isAlive(next.access_token))
  assert.equal((await refresh(next.refresh_token)).status, 200)
})

test('a second tab with the same token within ten seconds gets the newest token of the session', async () => {
  const { refresh_token } = await newSession()
  const child = await refresh(refresh_token)
  assert.equal((await refresh(refresh_token)).refresh_token, child.refresh_token)
  const grandchild = await refresh(child.refresh_token)
  fixture.later(seconds(5))
  const late = await refresh(refresh_token)
  assert.equal(late.status, 200)
  assert.equal(late.refresh_token, grandchild.refresh_token)
  assert.deepEqual(await family(late.access_token), { sessions: 1, tokens: 3, living: 1 })
})

test('a used token that is sent again later ends the whole session', async () => {
  const { refresh_token, access_token } = await newSession()
  const child = await refresh(refresh_token)
  assert.ok(await isAlive(child.access_token))
  fixture.later(seconds(11))
  const replay = await refresh(refresh_token)
  assert.deepEqual([replay.status, replay.error_code], [400, 'refresh_token_already_used'])
  const orphan = await refresh(child.refresh_token)
  assert.deepEqual([orphan.status, orphan.error_code], [400, 'refresh_token_not_found'])
  assert.equal(await isAlive(child.access_token), false)
  assert.equal(await isAlive(access_token), false)
})

test('a replay ends no session but its own', async () => {
  const email = await signUp(fixture)
  const [stolen, other] = [(await signIn(fixture, email)).session, (await signIn(fixture, email)).session]
  await refresh(stolen?.refresh_token ?? '')
  fixture.later(minutes(1))
  assert.equal((await refresh(stolen?.refresh_token ?? '')).error_code, 'refresh_token_already_used')
  assert.equal((await refresh(other?.refresh_token ?? '')).status, 200)
})

test('100 parallel refreshes of one token leave one valid session, every time', async () => {
  // On a busy machine the last of a hundred may arrive ten seconds after the first.
  fixture.stopClock()
  for (let round = 0; round < 5; round++) {
    const { refresh_token } = await newSession()
    const answers = await Promise.all(Array.from({ length: 100 }, () => refresh(refresh_token)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(new Set(answers.map((answer) => answer.refresh_token)).size, 1)
    const [one] = answers
    assert.deepEqual(await family(one?.access_token ?? ''), { sessions: 1, tokens: 2, living: 1 })
    assert.equal((await refresh(one?.refresh_token ?? '')).status, 200)
  }
})

test('concurrent refreshes and a sign-out leave no session, without a deadlock', async () => {
  for (let round = 0; round < 4; round++) {
    const email = await signUp(fixture)
    const sessions = []
    for (let i = 0; i < 8; i++) sessions.push((await signIn(fixture, email)).session)
    const headers = { authorization: `Bearer ${sessions[0]?.access_token}` }
    const refreshes = sessions.map((session) => refresh(session?.refresh_token ?? ''))
    const logout = fixture.request('/logout?scope=global', { method: 'POST', headers })
    for (const { status } of await Promise.all(refreshes)) assert.ok([200, 400].includes(status), String(status))
    assert.equal((await logout).status, 204)
    for (const session of sessions)
      assert.deepEqual(await family(session?.access_token ?? ''), { sessions: 0, tokens: 0, living: 0 })
  }
})

test('a session with an end time is not refreshed past it', async () => {
  const { refresh_token, user } = await newSession()
  await fixture.pool.query(`update auth.sessions set not_after = $2 where user_id = $1`, [user.id, fixture.clock.now()])
  fixture.later(seconds(1))
  assert.equal((await refresh(refresh_token)).error_code, 'refresh_token_not_found')
})

test('tokens are stored only as hashes', async () => {
  const { refresh_token, access_token } = await newSession()
  const { rows } = await fixture.pool.query(`
    select string_agg(t::text, ' ') as all from (
      select to_jsonb(r) as t from auth.refresh_tokens r
      union all select to_jsonb(s) from auth.sessions s
      union all select to_jsonb(o) from auth.one_time_tokens o) as everything`)
  assert.ok(rows[0].all.length > 100)
  for (const secret of [refresh_token, access_token]) {
    assert.ok(!rows[0].all.includes(secret))
    assert.ok(!rows[0].all.includes(Buffer.from(secret).toString('hex')))
  }
})
