// Signing in by a mail instead of a password, and what a mailed code confirms where there is none.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes } from '#domain/durations.ts'
import { MAILED_CODE_LIFETIME_MINUTES } from '#domain/limits.ts'
import { codeOf, stepAt } from '#server/auth/totp.ts'
import { fromBase32 } from '#testing/base32.ts'
import {
  type AuthFixture,
  type CaughtMail,
  follow,
  fragmentOf,
  linkIn,
  newAddress,
  OTHER_PASSWORD,
  openAuthFixture,
  PASSWORD,
  press,
  signIn,
  signUp,
} from './fixture.ts'

let fixture: AuthFixture
before(async () => {
  fixture = await openAuthFixture()
})
after(() => fixture.close())

const digitsIn = (mail: CaughtMail | undefined) => /\b\d{6}\b/.exec(mail?.subject ?? '')?.[0] ?? ''

/** Asks as our own page does, in a browser with this cookie. Returns the cookie. */
async function ask(email: string, cookie = '', more: object = { create_user: false }): Promise<string> {
  const headers = { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) }
  const response = await fixture.request('/otp', { json: { email, ...more }, headers })
  assert.equal(response.status, 200, await response.clone().text())
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function enter(email: string, token: string, cookie = '') {
  const headers = { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) }
  const response = await fixture.request('/verify', { json: { type: 'email', email, token }, headers })
  const body = (await response.json()) as Record<string, unknown> & { user?: { email_confirmed_at?: string } }
  return { status: response.status, body, code: body.error_code ?? body.code }
}

async function confirmed(): Promise<string> {
  const email = await signUp(fixture)
  await follow(linkIn((await fixture.mails(email))[0]))
  return email
}

/** Signs up without a password, with the official client. */
async function withoutPassword(email = newAddress()) {
  const client = fixture.client()
  const asked = await client.auth.signInWithOtp({ email, options: { data: { display_name: 'Ada' } } })
  assert.equal(asked.error, null)
  const token = digitsIn((await fixture.mails(email))[0])
  const { data, error } = await client.auth.verifyOtp({ email, token, type: 'email' })
  assert.equal(error, null)
  assert.ok(data.session && data.user)
  return { email, client, session: data.session, user: data.user }
}

const as = (token: string) => ({ authorization: `Bearer ${token}` })
const errorOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { error_code: string }).error_code,
]

test('the official client signs up and in with a mailed code; the account is confirmed and has no password', async () => {
  const { email, user, session } = await withoutPassword()
  assert.deepEqual(user.user_metadata, { display_name: 'Ada' })
  assert.ok(user.email_confirmed_at)
  assert.equal(user.app_metadata.has_password, false)
  assert.equal(JSON.parse(atob(session.access_token.split('.')[1] ?? '')).amr[0].method, 'otp')
  for (const password of [PASSWORD, '!']) {
    const { error } = await fixture.client().auth.signInWithPassword({ email, password })
    assert.equal(error?.code, 'invalid_credentials')
  }
  const client = fixture.client()
  await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  const [mail] = await fixture.mails(email)
  assert.match(mail?.subject ?? '', /^\d{6} is your /)
  const again = await client.auth.verifyOtp({ email, token: digitsIn(mail), type: 'magiclink' })
  assert.equal(again.data.user?.id, user.id)
})

test('a code works once, for half an hour, for its own address, and only in the browser that asked', async () => {
  const [email, other] = [await confirmed(), await confirmed()]
  const mine = await ask(email)
  const theirs = await ask(email)
  assert.notEqual(mine, theirs)
  const [first, second] = (await fixture.mails(email)).map(digitsIn)
  assert.ok(first && second)
  for (const cookie of ['', theirs]) assert.equal((await enter(email, first, cookie)).code, 'otp_expired', cookie)
  assert.equal((await enter(other, first, mine)).code, 'otp_expired')
  const spaced = `${first.slice(0, 3)} ${first.slice(3)}`
  assert.equal((await enter(email, spaced, mine)).status, 200)
  assert.equal((await enter(email, first, mine)).code, 'otp_expired', 'once')
  assert.equal((await enter(email, second, theirs)).code, 'otp_expired', 'signing in ends what a stranger asked for')

  const later = await ask(email)
  const late = digitsIn((await fixture.mails(email))[0])
  fixture.later(minutes(MAILED_CODE_LIFETIME_MINUTES) + 1)
  assert.equal((await enter(email, late, later)).code, 'otp_expired')
})

test('the link signs in the browser that asked, and no other', async () => {
  const email = await confirmed()
  const cookie = await ask(email)
  const link = linkIn((await fixture.mails(email))[0])
  const elsewhere = await (await fetch(link)).text()
  assert.match(elsewhere, /only works in the browser that asked/)
  assert.doesNotMatch(elsewhere, /<form|<button/)
  assert.equal(fragmentOf(await follow(link, {}, null)).error_code, 'other_browser')
  const posted = await fixture.request('/verify', {
    json: { type: 'magiclink', token_hash: link.searchParams.get('token') },
  })
  assert.deepEqual(await errorOf(posted), [403, 'other_browser'])

  const here = { cookie, 'sec-fetch-site': 'same-origin' }
  assert.match(await (await fetch(link, { headers: { cookie } })).text(), /<button type="submit" autofocus>/)
  const target = new URL((await press(link, here, null)).headers.get('location') ?? '')
  const fragment = fragmentOf(target)
  assert.ok(fragment.access_token)
  assert.deepEqual([target.pathname, fragment.type], ['/dashboard', 'magiclink'])
})

test('with PKCE the link leads back with a code for the program that asked', async () => {
  const email = await confirmed()
  const verifier = 'a'.repeat(64)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)))
  const code_challenge = Buffer.from(hash).toString('base64url')
  await ask(email, '', { create_user: false, code_challenge, code_challenge_method: 's256' })
  const link = linkIn((await fixture.mails(email))[0])
  const json = { type: 'magiclink', token_hash: link.searchParams.get('token') }
  assert.deepEqual(
    await errorOf(await fixture.request('/verify', { json })),
    [403, 'other_browser'],
    'no session instead',
  )
  const target = await follow(link, {}, null)
  const auth_code = target.searchParams.get('code')
  assert.ok(auth_code && !target.hash)
  const exchange = (code_verifier: string) =>
    fixture.request('/token?grant_type=pkce', { json: { auth_code, code_verifier } })
  assert.deepEqual(await errorOf(await exchange('b'.repeat(64))), [400, 'bad_code_verifier'])
  assert.equal((await exchange(verifier)).status, 200)
})

test('nobody learns who has an account: answers, guesses and refusals are alike', async () => {
  const [known, unknown] = [await confirmed(), newAddress()]
  for (const create_user of [false, true]) {
    const closed = create_user ? newAddress() : unknown
    for (const email of [known, closed]) {
      const response = await fixture.request('/otp', { json: { email, create_user } })
      assert.deepEqual([response.status, await response.text()], [200, '{}'])
    }
  }
  assert.equal((await fixture.mails(known)).length, 2)
  assert.equal((await fixture.mails(unknown)).length, 0)
  assert.equal((await fixture.pool.query('select from auth.users where email = $1', [unknown])).rowCount, 0)
  const guesses = async (email: string) => {
    const { status, body } = await enter(email, '000000', 'townbell-sign-up=guess')
    return [status, body]
  }
  assert.deepEqual(await guesses(known), await guesses(unknown))
})

test('five guesses for an address and browser, whoever has an account', async (t) => {
  const strict = await openAuthFixture({ rates: { 'mailed-code': { max: 5, per: minutes(30) } } })
  t.after(() => strict.close())
  const known = newAddress()
  await strict.client().auth.signInWithOtp({ email: known })
  const token = digitsIn((await strict.mails(known))[0])
  const wrong = token === '000000' ? '111111' : '000000'
  const guess = async (email: string, token: string) =>
    (await strict.request('/verify', { json: { type: 'email', email, token } })).status
  for (const email of [known, newAddress()]) {
    for (let i = 0; i < 5; i++) assert.equal(await guess(email, wrong), 403)
    assert.equal(await guess(email, wrong), 429)
  }
  assert.equal(await guess(known, token), 429, 'the right one, too')
})

test('requests from elsewhere do not shut out a person where they have signed in before', async (t) => {
  const strict = await openAuthFixture({
    rates: { 'code-mail-day': { max: 3, per: minutes(60) }, 'code-mail-anywhere': { max: 4, per: minutes(60) } },
  })
  t.after(() => strict.close())
  const email = newAddress()
  const request = async (network: string) =>
    (
      await strict.request('/otp', {
        json: { email, create_user: false },
        headers: { 'x-test-network': network },
      })
    ).status
  await strict.request('/otp', { json: { email } })
  const json = { type: 'email', email, token: digitsIn((await strict.mails(email))[0]) }
  assert.equal((await strict.request('/verify', { json })).status, 200)
  // The person's own was the first of four. Strangers use up the rest, each network its three.
  for (let i = 0; i < 3; i++) assert.equal(await request('198.51.100.7'), 200)
  assert.equal(await request('198.51.100.200'), 429, 'nearby, the same three')
  assert.equal((await strict.mails(email)).length, 3)
  assert.equal(await request('203.0.113.9'), 200, 'the answer says nothing')
  assert.equal((await strict.mails(email)).length, 0, 'and no mail comes of it')
  assert.equal(await request('192.0.2.77'), 200)
  assert.equal((await strict.mails(email)).length, 1, 'but where the person has been, it does')
})

test('T34, H2: whoever gives the code owns the account, and what a stranger did with it before ends', async () => {
  const email = newAddress()
  await fixture.client().auth.signUp({ email, password: OTHER_PASSWORD, options: { data: { display_name: 'Fool' } } })
  const stranger = await signIn(fixture, email, OTHER_PASSWORD)
  const strangers = linkIn((await fixture.mails(email))[0])
  // The stranger asks for a code, too; its mail lies in the owner's mailbox.
  const theirs = await ask(email, '', { create_user: true, data: { display_name: 'Fool' } })
  const bait = (await fixture.mails(email))[0]
  const mine = await ask(email, '', { create_user: true, data: { display_name: 'Clerk' } })
  const [mail] = await fixture.mails(email)
  assert.equal(
    (await enter(email, digitsIn(bait), mine)).code,
    'otp_expired',
    "the stranger's code is no good to the owner",
  )
  assert.equal(fragmentOf(await follow(linkIn(bait), { cookie: mine }, null)).error_code, 'other_browser')
  const { status, body } = await enter(email, digitsIn(mail), mine)
  assert.equal(status, 200)
  assert.deepEqual((body.user as { user_metadata?: object }).user_metadata, { display_name: 'Clerk' })
  assert.ok((await stranger.client.auth.getUser()).error)
  assert.equal(
    (await fixture.client().auth.signInWithPassword({ email, password: OTHER_PASSWORD })).error?.code,
    'invalid_credentials',
  )
  assert.equal((await enter(email, digitsIn(bait), theirs)).code, 'otp_expired')
  assert.equal(fragmentOf(await follow(strangers, {}, OTHER_PASSWORD)).error_code, 'otp_expired')
})

test('the name that a stranger gave with the address goes when its owner gives a code', async () => {
  const email = newAddress()
  await ask(email, '', { create_user: true, data: { display_name: 'Fool' } })
  const cookie = await ask(email)
  const { body } = await enter(email, digitsIn((await fixture.mails(email)).at(-1)), cookie)
  assert.deepEqual((body.user as { user_metadata?: object }).user_metadata, {})
})

test('with two-step sign-in the code of the mail opens nothing before the second', async () => {
  const { email, client } = await withoutPassword()
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
  assert.ok(factor?.type === 'totp')
  const code = codeOf(fromBase32(factor.totp.secret), stepAt(fixture.clock.now()))
  assert.equal((await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error, null)
  const [mail] = await fixture.mails(email)
  assert.match(mail?.subject ?? '', /Two-step sign-in is on/)
  assert.doesNotMatch(mail?.text ?? '', /auth\/v1\/verify/, 'the mailbox alone does not turn it off')

  const cookie = await ask(email)
  const { body } = await enter(email, digitsIn((await fixture.mails(email))[0]), cookie)
  const token = body.access_token as string
  assert.equal(JSON.parse(atob(token.split('.')[1] ?? '')).role, 'mfa_pending')
  assert.deepEqual(await errorOf(await fixture.request('/sessions', { headers: as(token) })), [403, 'insufficient_aal'])
  assert.deepEqual(await errorOf(await fixture.request('/reauthenticate', { headers: as(token) })), [
    403,
    'insufficient_aal',
  ])
})

test('without a password, a code mailed to this session confirms a step, and no other code does', async () => {
  const { email, client, session } = await withoutPassword()
  const stranger = await withoutPassword()
  const cookie = await ask(email)
  const signedIn = digitsIn((await fixture.mails(email))[0])
  const thief = (await enter(email, signedIn, cookie)).body.access_token as string
  fixture.later(minutes(6))
  const setPassword = async (token: string, nonce?: string) => {
    const response = await fixture.request('/user', {
      method: 'PUT',
      body: JSON.stringify({ password: PASSWORD, nonce, current_password: '!' }),
      headers: as(token),
    })
    return response.ok ? 'set' : ((await response.json()) as { error_code: string }).error_code
  }
  assert.equal(await setPassword(session.access_token), 'reauthentication_needed')
  assert.equal((await client.auth.reauthenticate()).error, null)
  const nonce = digitsIn((await fixture.mails(email))[0])
  assert.equal(
    await setPassword(session.access_token, nonce === '123456' ? '654321' : '123456'),
    'reauthentication_not_valid',
  )
  assert.equal(await setPassword(session.access_token, signedIn), 'reauthentication_not_valid', 'a code to sign in')
  assert.equal(await setPassword(thief, nonce), 'reauthentication_not_valid', 'another session')
  assert.equal(await setPassword(stranger.session.access_token, nonce), 'reauthentication_not_valid', 'another person')
  assert.equal((await enter(email, nonce)).code, 'otp_expired', 'it signs nobody in')

  assert.equal((await client.auth.updateUser({ password: PASSWORD, nonce })).error, null)
  assert.equal((await client.auth.getUser()).data.user?.app_metadata.has_password, true)
  assert.ok((await signIn(fixture, email)).session)
  // From now on the mailbox is no way around the password.
  assert.equal(await setPassword(session.access_token, nonce), 'invalid_credentials')
  assert.deepEqual(await errorOf(await fixture.request('/reauthenticate', { headers: as(session.access_token) })), [
    400,
    'validation_failed',
  ])
  assert.equal((await fixture.mails(email)).filter(({ subject }) => /code/.test(subject)).length, 0)
})

test('a code expires that was to confirm a step', async () => {
  const { email, client } = await withoutPassword()
  await client.auth.reauthenticate()
  const nonce = digitsIn((await fixture.mails(email))[0])
  fixture.later(minutes(MAILED_CODE_LIFETIME_MINUTES) + 1)
  await client.auth.refreshSession()
  assert.equal((await client.auth.updateUser({ password: PASSWORD, nonce })).error?.code, 'reauthentication_not_valid')
})

test('what is wrong gets a clear answer', async () => {
  const { access_token } = (await withoutPassword()).session
  for (const [path, json, status, code] of [
    ['/otp', {}, 400, 'validation_failed'],
    ['/otp', { phone: '+15125550100' }, 400, 'validation_failed'],
    ['/otp', { email: 'nobody' }, 400, 'validation_failed'],
    ['/otp', { email: newAddress(), create_user: 'yes' }, 400, 'validation_failed'],
    ['/otp', { email: newAddress(), data: { role: 'admin' } }, 400, 'validation_failed'],
    ['/verify', { email: newAddress(), type: 'email', token: '12345a' }, 403, 'otp_expired'],
    ['/verify', { email: newAddress(), type: 'sms', token: '123456' }, 400, 'validation_failed'],
    [
      '/access-tokens',
      { name: 'x', calendar_ids: null, can_write: true, expires_in_days: 30, nonce: 'x'.repeat(101) },
      400,
      'validation_failed',
    ],
  ] as const) {
    const response = await fixture.request(path, { json, headers: as(access_token) })
    assert.deepEqual(await errorOf(response), [status, code], JSON.stringify(json))
  }
})

test('where only some may sign up, a mailed code is no way around it', async (t) => {
  const closed = await openAuthFixture({
    signUp: { isOpen: false, invited: true, domains: ['town.gov'], addresses: [] },
  })
  t.after(() => closed.close())
  const [stranger, clerk] = [newAddress(), 'clerk@town.gov']
  for (const email of [stranger, clerk]) assert.equal((await closed.request('/otp', { json: { email } })).status, 200)
  assert.deepEqual([(await closed.mails(stranger)).length, (await closed.mails(clerk)).length], [0, 1])
  assert.equal((await closed.pool.query('select from auth.users where email = $1', [stranger])).rowCount, 0)

  const named = await openAuthFixture({
    signUp: { isOpen: false, invited: false, domains: ['town.gov'], addresses: [] },
  })
  t.after(() => named.close())
  assert.deepEqual(await errorOf(await named.request('/otp', { json: { email: stranger } })), [422, 'signup_disabled'])
})
