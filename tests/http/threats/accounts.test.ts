// Attacks on accounts: profiles, links in mails, answers that might reveal who has an account, and sessions.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { codeOf, stepAt } from '#server/auth/totp.ts'
import { fromBase32 } from '#testing/base32.ts'
import { caughtLink } from '#testing/mailbox.ts'
import { type AppFixture, asJson, newAddress, openAppFixture, type Person, password, type Visitor } from './fixture.ts'

let fixture: AppFixture
let ann: Person
let bob: Person

before(async () => {
  fixture = await openAppFixture()
  ann = await fixture.person('ann', { trial: true })
  bob = await fixture.person('bob')
})
after(() => fixture.close())

const profileOf = async (id: string) =>
  (await fixture.rows('select * from public.profiles where user_id = $1', [id]))[0]
const signIn = (who: Visitor, email: string, secret = password) =>
  who.request('/auth/v1/token?grant_type=password', { json: { email, password: secret } })
const refresh = (refresh_token: string) =>
  fixture.guest.request('/auth/v1/token?grant_type=refresh_token', { json: { refresh_token } })
const userOf = (token: string) =>
  fixture.guest.request('/auth/v1/user', { headers: { authorization: `Bearer ${token}` } })

/** Presses the button behind the link of a mail; returns where it redirects and with what. */
async function press(link: string) {
  const { origin, pathname, searchParams } = new URL(link)
  searchParams.set('password', password)
  const answer = await fetch(origin + pathname, { method: 'POST', body: searchParams, redirect: 'manual' })
  const landed = new URL(answer.headers.get('location') ?? 'x:nowhere')
  return { status: answer.status, landed, fragment: new URLSearchParams(landed.hash.slice(1)) }
}

test('T16: a person can change only the name in their own profile', async () => {
  const before = await profileOf(ann.id)
  assert.equal(before.trial, true)
  const merge = { prefer: 'resolution=merge-duplicates' }
  const upsert = (who: Visitor, row: object) =>
    who.request('/rest/v1/profiles?on_conflict=user_id', { json: row, headers: merge })
  assert.equal(
    (await upsert(ann, { user_id: ann.id, email: ann.email, display_name: 'Ann', trial: false })).status,
    403,
  )
  assert.equal((await upsert(bob, { user_id: ann.id, email: bob.email, display_name: 'Bob was here' })).status, 403)
  assert.equal(
    (await upsert(fixture.guest, { user_id: ann.id, email: 'x@example.org', display_name: 'x' })).status,
    401,
  )
  for (const body of [{ trial: false }, { created_at: '2020-01-01' }]) {
    const path = `/rest/v1/profiles?user_id=eq.${ann.id}`
    assert.equal(
      (await ann.request(path, { method: 'PATCH', body: JSON.stringify(body), headers: asJson })).status,
      403,
    )
  }
  const many = Array.from({ length: 1000 }, () => ({ user_id: bob.id, email: 'x@example.org', display_name: 'x' }))
  const flood = await upsert(ann, many as unknown as object)
  assert.ok(flood.status >= 400 && flood.status < 500)
  // Sign-up grants no rights either.
  const email = newAddress()
  const data = { display_name: 'Eve' }
  const rights = { role: 'admin', trial: false, email_confirmed_at: '2020-01-01' }
  const signUp = async (json: object) => (await fixture.guest.request('/auth/v1/signup', { json })).status
  assert.equal(await signUp({ email, password, data: { ...data, ...rights } }), 400)
  assert.equal(await signUp({ email, password, data, ...rights }), 200)
  const [eve] = await fixture.rows('select id, email_confirmed_at, user_metadata from auth.users where email = $1', [
    email,
  ])
  assert.deepEqual([eve.email_confirmed_at, eve.user_metadata], [null, { display_name: 'Eve' }])
  assert.equal((await profileOf(eve.id)).trial, true)
  assert.deepEqual(await profileOf(ann.id), before)
  assert.deepEqual((await bob.request(`/rest/v1/profiles?user_id=eq.${ann.id}`)).body, [])

  // The upsert on sign-in, as a Supabase client sends it.
  const merged = await upsert(ann, { user_id: ann.id, email: bob.email, display_name: 'Ann B.' })
  assert.ok([200, 201].includes(merged.status), merged.text)
  const { email: kept, display_name, trial } = await profileOf(ann.id)
  assert.deepEqual([kept, display_name, trial], [ann.email, 'Ann B.', true])
})

test('T32: a link in our mail redirects only to our own pages, whatever the client requested', async () => {
  const evil = [
    'https://evil.example/dashboard',
    '//evil.example',
    '/\\evil.example',
    `${fixture.url}@evil.example`,
    `${fixture.url}.evil.example`,
    'javascript:alert(1)',
    'data:text/html,x',
    `https://evil.example#${fixture.url}/dashboard`,
  ]
  for (const [i, wanted] of evil.entries()) {
    const email = newAddress()
    const path = `/auth/v1/signup?redirect_to=${encodeURIComponent(wanted)}`
    const json = { email, password, options: { emailRedirectTo: wanted }, redirect_to: wanted }
    const headers = { 'x-forwarded-host': 'evil.example', origin: 'https://evil.example', referer: wanted }
    assert.equal((await fixture.visitor().request(path, { json, headers })).status, 200)
    const link = new URL(await caughtLink(fixture.pool, email, '/auth/v1/verify'))
    assert.equal(link.origin, fixture.url)
    // The reader can edit the link's query, too.
    if (i % 2) link.searchParams.set('redirect_to', wanted)
    const { landed } = await press(link.href)
    assert.equal(`${landed.origin}${landed.pathname}`, `${fixture.url}/dashboard`, wanted)
  }
  const email = newAddress()
  const path = `/auth/v1/signup?redirect_to=${encodeURIComponent(`${fixture.url}/dashboard?welcome=1`)}`
  await fixture.visitor().request(path, { json: { email, password } })
  const { landed } = await press(await caughtLink(fixture.pool, email, '/auth/v1/verify'))
  assert.equal(landed.href.split('#')[0], `${fixture.url}/dashboard?welcome=1`, 'our own pages are allowed')
})

test('T33: no answer reveals who has an account, and no mailbox can be flooded', async () => {
  const unknown = newAddress()
  for (const path of ['/auth/v1/recover', '/auth/v1/resend']) {
    const json = (email: string) => ({ type: 'signup', email })
    const [known, none] = [
      await fixture.visitor().request(path, { json: json(bob.email) }),
      await fixture.visitor().request(path, { json: json(unknown) }),
    ]
    assert.deepEqual([known.status, known.text], [none.status, none.text], path)
    assert.equal(known.status, 200)
    const again = [
      await fixture.visitor().request(path, { json: json(bob.email) }),
      await fixture.visitor().request(path, { json: json(unknown) }),
    ]
    assert.deepEqual(
      again.map(({ status, body }) => [status, body.error_code]),
      Array(2).fill([429, 'over_email_send_rate_limit']),
      path,
    )
  }
  const wrong = [
    await signIn(fixture.visitor(), bob.email, 'Wrong-1-word'),
    await signIn(fixture.visitor(), unknown, 'Wrong-1-word'),
  ]
  assert.deepEqual([wrong[0]?.status, wrong[0]?.text], [wrong[1]?.status, wrong[1]?.text])
  const shape = async (email: string) => {
    const { status, body } = await fixture.visitor().request('/auth/v1/signup', { json: { email, password } })
    return [status, Object.keys(body).sort(), body.email === email]
  }
  const carl = await fixture.person('carl')
  assert.deepEqual(await shape(carl.email), await shape(newAddress()))
  await fixture.quiet()
  assert.deepEqual(await fixture.rows('select 1 from private.caught_messages where recipient = $1', [unknown]), [])
  const bobs = await fixture.rows('select subject from private.caught_messages where recipient = $1', [bob.email])
  assert.equal(bobs.length, 1, 'one link to reset the password; he is confirmed, so no other')
})

test('T34: a reset link works once, ends every other session and notifies the owner', async () => {
  const eve = await fixture.person('eve')
  const [elsewhere] = [(await signIn(fixture.visitor(), eve.email)).body]
  assert.equal((await userOf(elsewhere.access_token)).status, 200)
  assert.equal((await fixture.visitor().request('/auth/v1/recover', { json: { email: eve.email } })).status, 200)
  const link = await caughtLink(fixture.pool, eve.email, '/auth/v1/verify')
  for (const method of ['GET', 'HEAD']) assert.equal((await fetch(link, { method })).status, 200)

  const { fragment } = await press(link)
  assert.equal(fragment.get('type'), 'recovery')
  const second = await press(link)
  assert.equal(second.fragment.get('error_code'), 'otp_expired', 'a link works once')
  const put = (token: string, json: object) =>
    fixture.guest.request('/auth/v1/user', {
      method: 'PUT',
      body: JSON.stringify(json),
      headers: { ...asJson, authorization: `Bearer ${token}` },
    })
  for (const forged of ['', 'x', ann.token.slice(0, -3)]) {
    const { status } = await put(forged, { password: 'Quite-another-1' })
    assert.ok([401, 403].includes(status), forged)
  }
  assert.equal((await put(fragment.get('access_token') ?? '', { password: 'short' })).status, 422)
  assert.equal((await put(fragment.get('access_token') ?? '', { password: 'Quiteanother1' })).status, 200)

  for (const token of [elsewhere.access_token, eve.token]) assert.equal((await userOf(token)).status, 403)
  for (const token of [elsewhere.refresh_token, eve.refreshToken]) assert.equal((await refresh(token)).status, 400)
  assert.equal((await signIn(fixture.visitor(), eve.email)).status, 400)
  assert.equal((await signIn(fixture.visitor(), eve.email, 'Quiteanother1')).status, 200)
  const told = await fixture.mails(eve.email, 2)
  assert.ok(
    told.some(({ subject }) => /password (was|has been) changed/i.test(subject)),
    told.map(({ subject }) => subject).join(),
  )

  // A link expires after an hour.
  await fixture.rows('delete from private.rate_limits')
  await fixture.visitor().request('/auth/v1/recover', { json: { email: bob.email } })
  const old = await caughtLink(fixture.pool, bob.email, '/auth/v1/verify')
  await fixture.rows(
    "update auth.one_time_tokens set created_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'",
  )
  assert.equal((await press(old)).fragment.get('error_code'), 'otp_expired')
})

test('T35: access tokens are short, refresh tokens work once, and a stolen one ends the session', async () => {
  const dan = await fixture.person('dan')
  const claims = JSON.parse(Buffer.from(dan.token.split('.')[1] ?? '', 'base64url').toString())
  assert.ok(claims.exp - claims.iat <= 15 * 60)
  const kept = JSON.stringify(await fixture.rows('select token_hash from auth.refresh_tokens'))
  assert.ok(kept.length > 100 && !kept.includes(dan.refreshToken), 'only hashes are kept')

  const next = await refresh(dan.refreshToken)
  assert.equal(next.status, 200)
  assert.notEqual(next.body.refresh_token, dan.refreshToken)
  // Later than the grace period for two tabs.
  await fixture.rows("update auth.refresh_tokens set used_at = used_at - interval '1 minute' where used_at is not null")
  const stolen = await refresh(dan.refreshToken)
  assert.deepEqual([stolen.status, stolen.body.error_code], [400, 'refresh_token_already_used'])
  assert.equal((await refresh(next.body.refresh_token)).status, 400, 'thief and owner both have to sign in again')
  assert.equal((await userOf(next.body.access_token)).status, 403)

  const again = (await signIn(fixture.visitor(), dan.email)).body
  const out = await fixture.guest.request('/auth/v1/logout', {
    method: 'POST',
    headers: { authorization: `Bearer ${again.access_token}` },
  })
  assert.equal(out.status, 204)
  assert.equal((await refresh(again.refresh_token)).status, 400)
  // Tokens are in no cookie that another site could use, and no answer with a token is cached.
  const signedIn = await signIn(fixture.visitor(), dan.email)
  assert.deepEqual([signedIn.headers.get('set-cookie'), signedIn.headers.get('cache-control')], [null, 'no-store'])
  const [header, payload] = dan.token.split('.')
  const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
  for (const forged of [none, `${header}.${payload}.`, `${header}.${payload}.AAAA`])
    assert.equal(
      (await fixture.guest.request('/rest/v1/profiles', { headers: { authorization: `Bearer ${forged}` } })).status,
      401,
    )
})

test('T35: a copied access token cannot turn two-step sign-in on, nor keep its owner out', async () => {
  const hal = await fixture.person('hal')
  await fixture.rows("update auth.sessions set created_at = now() - interval '15 minutes' where user_id = $1", [hal.id])
  const enrol = await hal.request('/auth/v1/factors', { json: { factor_type: 'totp' } })
  assert.deepEqual([enrol.status, enrol.body.error_code], [403, 'reauthentication_needed'])
  assert.deepEqual(await fixture.rows('select 1 from auth.second_factors where user_id = $1', [hal.id]), [])
  assert.equal((await hal.request('/auth/v1/factors', { json: { factor_type: 'totp', password } })).status, 200)
  assert.equal((await signIn(fixture.visitor(), hal.email)).status, 200)
})

test('a session that has ended is refused from the next request on, though its token is not yet expired', async () => {
  const fay = await fixture.person('fay')
  const calendar = await fixture.calendar(fay)
  const other = (await signIn(fixture.visitor(), fay.email)).body
  const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  const tries = [
    ['/rest/v1/calendars?select=id', {}],
    ['/rest/v1/calendars?select=id&id=eq.x', {}],
    ['/rest/v1/calendars', { json: { name: 'Late', owner_id: fay.id, state: 'Texas', city: 'Austin' } }],
    ['/rest/v1/rpc/renew_invite', { json: { p_calendar_id: calendar.id } }],
    ['/functions/v1/send-test', { json: { calendar_id: calendar.id } }],
  ] as const
  const [read] = tries
  assert.equal((await fixture.guest.request(read[0], as(other.access_token))).body.length, 1)
  const { session_id } = JSON.parse(Buffer.from(other.access_token.split('.')[1], 'base64url').toString())
  assert.equal((await fay.request(`/auth/v1/sessions/${session_id}`, { method: 'DELETE' })).status, 204)
  for (const [path, request] of tries) {
    const { status, body } = await fixture.guest.request(path, { ...request, ...as(other.access_token) })
    assert.deepEqual([status, body.code], [401, 'session_not_found'], path)
  }
  assert.equal((await fay.request(read[0])).body.length, 1, 'the other browser goes on')
  assert.deepEqual(await fixture.rows("select 1 from public.calendars where name = 'Late'"), [])
})

test('with MFA on, the password alone reaches no row and no function', async () => {
  const gil = await fixture.person('gil')
  const calendar = await fixture.calendar(gil)
  const { totp, id } = (await gil.request('/auth/v1/factors', { json: { factor_type: 'totp' } })).body
  // Never a code of the previous step: the server's clock may already be in the next one.
  const code = (early = 0) => codeOf(fromBase32(totp.secret), stepAt(new Date()) + early)
  const give = async (token: string, given: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const challenge = await fixture.guest.request(`/auth/v1/factors/${id}/challenge`, { json: {}, headers })
    const json = { challenge_id: challenge.body.id, code: given }
    return fixture.guest.request(`/auth/v1/factors/${id}/verify`, { json, headers })
  }
  const owner = (await give(gil.token, code())).body
  assert.ok(owner.access_token)

  const thief = (await signIn(fixture.visitor(), gil.email)).body
  const refreshed = (await refresh(thief.refresh_token)).body
  for (const token of [thief.access_token, refreshed.access_token]) {
    const headers = { authorization: `Bearer ${token}` }
    for (const [path, request] of [
      ['/rest/v1/calendars?select=id', {}],
      ['/rest/v1/places?select=city&limit=1', {}],
      ['/rest/v1/rpc/get_my_calendars', { json: {} }],
      ['/rest/v1/profiles', { json: { user_id: gil.id, email: gil.email, display_name: 'Thief' } }],
      ['/functions/v1/send-test', { json: { calendar_id: calendar.id } }],
      ['/functions/v1/push-key', {}],
    ] as const) {
      const { status, body } = await fixture.guest.request(path, { ...request, headers })
      assert.deepEqual([status, body.code], [403, 'insufficient_aal'], path)
    }
  }
  const whole = await give(refreshed.access_token, code(1))
  const headers = { authorization: `Bearer ${whole.body.access_token}` }
  assert.equal((await fixture.guest.request('/rest/v1/calendars?select=id', { headers })).body.length, 1)
})
