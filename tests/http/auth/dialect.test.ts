import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AppError } from '#domain/errors.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { type AuthFixture, follow, linkIn, newAddress, openAuthFixture, PASSWORD, signIn, signUp } from './fixture.ts'

let fixture: AuthFixture
let openings: (string | undefined)[] = []
before(async () => {
  fixture = await openAuthFixture({
    captcha: async (token, action, network) => {
      openings.push(token, action, network)
      if (token === 'wrong')
        throw new AppError('captcha_failed', 400, 'reCAPTCHA verification failed. Please try again.')
      return { isHard: true }
    },
  })
})
after(() => fixture.close())

const versioned = { 'x-supabase-api-version': '2024-01-01' }

test('an error has the format that the client expects', async () => {
  const json = { email: newAddress(), password: 'wrong' }
  const older = await fixture.request('/token?grant_type=password', { json })
  assert.equal(older.status, 400)
  assert.equal(older.headers.get('x-supabase-api-version'), null)
  assert.equal(older.headers.get('cache-control'), 'no-store')
  assert.deepEqual(await older.json(), {
    code: 400,
    error_code: 'invalid_credentials',
    msg: 'Invalid login credentials',
  })
  const newer = await fixture.request('/token?grant_type=password', { json, headers: versioned })
  assert.equal(newer.headers.get('x-supabase-api-version'), '2024-01-01')
  const { code, message } = await newer.json()
  assert.deepEqual([code, message], ['invalid_credentials', 'Invalid login credentials'])
})

test('a weak password is refused with the first unmet rule and the reasons of all', async () => {
  const weak = {
    'Ab1!': ['Password must be at least 8 characters long', ['length']],
    password: ['Password must contain at least one uppercase letter', ['characters']],
    PASSWORD1: ['Password must contain at least one lowercase letter', ['characters']],
    'Password!': ['Password must contain at least one number', ['characters']],
    Password1: ['Password must contain at least one special character', ['characters']],
    pass: ['Password must be at least 8 characters long', ['length', 'characters']],
    [`Aa1!${'x'.repeat(997)}`]: ['Password must be at most 1000 characters long', ['length']],
  }
  for (const [password, [msg, reasons]] of Object.entries(weak)) {
    const response = await fixture.request('/signup', { json: { email: newAddress(), password } })
    assert.equal(response.status, 422)
    assert.deepEqual(await response.json(), { code: 422, error_code: 'weak_password', msg, weak_password: { reasons } })
  }
  const { error } = await fixture.client().auth.signUp({ email: newAddress(), password: 'weak' })
  assert.equal(error?.name, 'AuthWeakPasswordError')
  assert.deepEqual((error as unknown as { reasons: string[] }).reasons, ['length', 'characters'])
})

test('a common password is refused wherever one is set, with a reason for the client', async () => {
  const isPwned = (error: unknown) => {
    const { code, status, message, reasons } = error as Record<string, unknown>
    assert.deepEqual([code, status, reasons], ['weak_password', 422, ['pwned']])
    assert.equal(message, accountTexts.passwordCommon)
  }
  const email = newAddress()
  isPwned((await fixture.client().auth.signUp({ email, password: 'Welcome123!' })).error)
  assert.equal((await fixture.pool.query('select from auth.users where email = $1', [email])).rowCount, 0)
  await signUp(fixture, email)
  await follow(linkIn((await fixture.mails(email))[0]))
  const { client } = await signIn(fixture, email)
  isPwned((await client.auth.updateUser({ password: 'P@ssw0rd2!' })).error)
  await client.auth.resetPasswordForEmail(email)
  const token_hash = linkIn((await fixture.mails(email)).at(-1)).searchParams.get('token') ?? ''
  assert.equal((await client.auth.verifyOtp({ token_hash, type: 'recovery' })).error, null)
  isPwned((await client.auth.updateUser({ password: 'Sunshine77' })).error)
  assert.ok((await signIn(fixture, email)).session, 'the old one still works')
})

test('unknown paths and methods are refused in the API’s error format', async () => {
  const nowhere = await fixture.request('/nowhere')
  assert.deepEqual([nowhere.status, (await nowhere.json()).error_code], [404, 'not_found'])
  const wrong = await fixture.request('/signup')
  assert.deepEqual([wrong.status, (await wrong.json()).error_code], [405, 'method_not_allowed'])
  const grant = await fixture.request('/token?grant_type=pkce', { json: {} })
  assert.deepEqual([grant.status, (await grant.json()).error_code], [400, 'validation_failed'])
})

test('the settings and health endpoints answer without a session', async () => {
  const settings = await (await fixture.request('/settings')).json()
  assert.equal(settings.external.email, true)
  assert.equal(settings.mailer_autoconfirm, false)
  assert.deepEqual(await (await fixture.request('/.well-known/jwks.json')).json(), { keys: [] })
  assert.equal((await fixture.request('/health')).status, 200)
})

test('calls about an account need its valid, current token', async () => {
  const { session } = await signIn(fixture, await signUp(fixture))
  for (const [path, method] of [
    ['/user', 'GET'],
    ['/user', 'PUT'],
    ['/logout', 'POST'],
  ] as const) {
    const send = async (authorization?: string) => {
      const response = await fixture.request(path, { method, ...(authorization ? { headers: { authorization } } : {}) })
      return [response.status, (await response.json()).error_code]
    }
    assert.deepEqual(await send(), [401, 'no_authorization'])
    assert.deepEqual(await send('Basic YTpi'), [401, 'no_authorization'])
    assert.deepEqual(await send('Bearer sb_publishable_test'), [403, 'bad_jwt'])
    assert.deepEqual(await send(`Bearer ${session?.access_token}x`), [403, 'bad_jwt'])
  }
  const gone = await signIn(fixture, await signUp(fixture))
  await fixture.pool.query('delete from auth.users where id = $1', [gone.user?.id])
  const answer = await fixture.request('/user', { headers: { authorization: `Bearer ${gone.session?.access_token}` } })
  assert.deepEqual([answer.status, (await answer.json()).error_code], [403, 'session_not_found'])
})

test('signing out with an unknown scope is refused and ends nothing', async () => {
  const { session } = await signIn(fixture, await signUp(fixture))
  const headers = { authorization: `Bearer ${session?.access_token}` }
  assert.equal((await fixture.request('/logout?scope=everything', { method: 'POST', headers })).status, 400)
  assert.equal((await fixture.request('/user', { headers })).status, 200)
  assert.equal((await fixture.request('/logout', { method: 'POST', headers })).status, 204)
  assert.equal((await fixture.request('/user', { headers })).status, 403)
})

test('an account cannot have a phone', async () => {
  const email = await signUp(fixture)
  const { client } = await signIn(fixture, email)
  assert.equal((await client.auth.updateUser({ phone: '+15125550100' })).error?.status, 422)
  const same = await client.auth.updateUser({ email: email.toUpperCase(), data: { display_name: 'Same' } })
  assert.deepEqual([same.data.user?.email, same.data.user?.new_email], [email, undefined])
})

test('the captcha is checked before an account is created or a password is tried', async () => {
  const email = newAddress()
  const wrong = { captchaToken: 'wrong' }
  openings = []
  assert.equal(
    (await fixture.client().auth.signUp({ email, password: PASSWORD, options: wrong })).error?.code,
    'captcha_failed',
  )
  assert.deepEqual(openings, ['wrong', 'sign-up', '192.0.2.1'])
  assert.equal((await fixture.pool.query('select from auth.users where email = $1', [email])).rowCount, 0)
  await signUp(fixture, email)
  assert.equal(
    (await fixture.client().auth.signInWithPassword({ email, password: PASSWORD, options: wrong })).error?.code,
    'captcha_failed',
  )
  assert.ok((await signIn(fixture, email)).session)
})
