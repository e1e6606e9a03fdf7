// Groups 1 to 19 of the bad-input catalogue: each gets a clear 4xx in the API's error format, or works; never a 500.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AuthFixture, newAddress, OTHER_PASSWORD, openAuthFixture, PASSWORD, signIn, signUp } from './fixture.ts'

let fixture: AuthFixture
before(async () => {
  fixture = await openAuthFixture()
})
after(() => fixture.close())

type Init = NonNullable<Parameters<AuthFixture['request']>[1]>

async function refused(path: string, init: Init, status: number, code: string, label: string) {
  const response = await fixture.request(path, init)
  const body = await response.json()
  assert.deepEqual([response.status, body.code, body.error_code], [status, status, code], label)
  assert.ok(body.msg.length > 5 && body.msg.length < 200, label)
}

const accounts = async () => (await fixture.pool.query('select count(*)::int as n from auth.users')).rows[0].n

test('1–5: undeliverable addresses are refused at every call that takes one', async () => {
  const bad = [
    `${'a'.repeat(64)}@${'b'.repeat(190)}.org`,
    `${'a'.repeat(321)}@example.org`,
    'a@b',
    '@example.org',
    'a@@example.org',
    'a@example.org.',
    'a.@example.org',
    '"a b"@example.org',
    'a@[127.0.0.1]',
    'a@example.org\r\nBcc: victim@example.org',
    'a@example.org\0',
    'a\0@example.org',
    'ü@example.org',
    'a\uff20example.org',
    'a@example.org,b@example.org',
    'Ann <a@example.org>',
    '\ud800@example.org',
    '',
    ' ',
    null,
    undefined,
    7,
    ['a@example.org'],
    { address: 'a@example.org' },
  ]
  const before = await accounts()
  for (const email of bad) {
    const label = JSON.stringify(email) ?? 'missing'
    await refused('/signup', { json: { email, password: PASSWORD } }, 400, 'validation_failed', label)
    await refused(
      '/token?grant_type=password',
      { json: { email, password: PASSWORD } },
      400,
      'validation_failed',
      label,
    )
    await refused('/recover', { json: { email } }, 400, 'validation_failed', label)
    await refused('/resend', { json: { type: 'signup', email } }, 400, 'validation_failed', label)
  }
  assert.equal(await accounts(), before)
})

test('5: an address in another script is one account with its ASCII form', async () => {
  const name = `idn${process.pid}`
  await signUp(fixture, `${name}@bücher.example`)
  assert.equal((await signIn(fixture, `${name}@xn--bcher-kva.example`)).user?.email, `${name}@xn--bcher-kva.example`)
})

test('6: long passwords count in full, and those over the limit are refused at once', async () => {
  for (const length of [8, 64, 72, 73, 128, 1000]) {
    const password = `Aa1!${'x'.repeat(length - 4)}`
    const email = await signUp(fixture, newAddress(), password)
    assert.ok((await signIn(fixture, email, password)).session)
    const cut = await fixture.client().auth.signInWithPassword({ email, password: password.slice(0, -1) })
    assert.equal(cut.error?.code, 'invalid_credentials', `${length} characters are all looked at`)
  }
  await refused('/signup', { json: { email: newAddress(), password: 'Aa1!xxx' } }, 422, 'weak_password', '7')
  const huge = `Aa1!${'x'.repeat(1_000_000)}`
  await refused('/signup', { json: { email: newAddress(), password: huge } }, 413, 'payload_too_large', '10^6')
  await refused(
    '/token?grant_type=password',
    { json: { email: newAddress(), password: huge } },
    413,
    'payload_too_large',
    '10^6',
  )
  const long = `Aa1!${'x'.repeat(30_000)}`
  await refused(
    '/token?grant_type=password',
    { json: { email: newAddress(), password: long } },
    400,
    'validation_failed',
    '30,000',
  )
})

test('7: passwords with NUL or half an emoji are refused; emoji and accents work', async () => {
  for (const bad of ['Passw0rd!\0', 'Passw0rd!\ud83d']) {
    await refused('/signup', { json: { email: newAddress(), password: bad } }, 400, 'validation_failed', 'sign-up')
    await refused(
      '/token?grant_type=password',
      { json: { email: newAddress(), password: bad } },
      400,
      'invalid_credentials',
      'sign-in',
    )
  }
  const email = await signUp(fixture, newAddress(), 'Pässw0rd!🔔'.normalize('NFC'))
  assert.ok((await signIn(fixture, email, 'Pässw0rd!🔔'.normalize('NFD'))).session, 'however the ä was typed')
  const other = await fixture.client().auth.signInWithPassword({ email, password: 'Passw0rd!🔔' })
  assert.equal(other.error?.code, 'invalid_credentials')
})

test('9: a name with invisible characters is refused, a blank one is ignored', async () => {
  const signUpAs = (display_name: unknown, email = newAddress()) => ({
    json: { email, password: PASSWORD, data: { display_name } },
  })
  for (const bad of [
    'x'.repeat(10_000),
    'x'.repeat(101),
    '\u202egnp.exe',
    'a\nb',
    'a\0b',
    '\ud800',
    7,
    ['a'],
    { a: 1 },
  ]) {
    await refused('/signup', signUpAs(bad), 400, 'validation_failed', JSON.stringify(bad).slice(0, 40))
  }
  for (const blank of ['', '  ', '\u200b', null]) {
    const email = newAddress()
    assert.equal((await fixture.request('/signup', signUpAs(blank, email))).status, 200)
    const { rows } = await fixture.pool.query('select display_name from public.profiles where email = $1', [email])
    assert.deepEqual(rows, [{ display_name: email.split('@')[0] }])
  }
  const email = newAddress()
  const markup = '<img src=x onerror=alert(1)>'
  assert.equal((await fixture.request('/signup', signUpAs(markup, email))).status, 200)
  const { client, session, user } = await signIn(fixture, email)
  assert.equal(user?.user_metadata.display_name, markup, 'text is text; screens escape it')
  assert.equal(
    (await client.auth.updateUser({ data: { display_name: ' ' } })).error?.message,
    'Display name is required',
  )
  const headers = { authorization: `Bearer ${session?.access_token}` }
  await refused(
    '/user',
    { method: 'PUT', headers, body: '{"data":{"display_name":7}}' },
    400,
    'validation_failed',
    'number',
  )
  await refused('/user', { method: 'PUT', headers, body: '{"password":["x"]}' }, 400, 'validation_failed', 'array')
  await refused('/user', { method: 'PUT', headers, body: '{' }, 400, 'bad_json', 'cut')
  await refused(
    '/user',
    { method: 'PUT', headers, body: JSON.stringify({ password: 'Passw0rd!\0' }) },
    400,
    'validation_failed',
    'NUL',
  )
})

test('10: only the name is accepted from the metadata of a client', async () => {
  const email = newAddress()
  const json = {
    email,
    password: PASSWORD,
    role: 'service_role',
    email_confirm: true,
    email_confirmed_at: '2020-01-01',
    app_metadata: { admin: true },
    data: { display_name: 'Ada', __proto__: { a: 1 } },
  }
  for (const more of [{ role: 'admin' }, { trial: false }, { email: 'x@example.org' }, { email_verified: true }]) {
    const refused = await fixture.request('/signup', { json: { ...json, data: { ...json.data, ...more } } })
    assert.equal(refused.status, 400, JSON.stringify(more))
  }
  assert.equal((await fixture.request('/signup', { json })).status, 200)
  const { client, user } = await signIn(fixture, email)
  assert.deepEqual(user?.user_metadata, { display_name: 'Ada' })
  assert.deepEqual(user?.app_metadata, {
    provider: 'email',
    providers: ['email'],
    has_password: true,
    has_passkey: false,
  })
  assert.equal(user?.email_confirmed_at, undefined)
  const extra = await client.auth.updateUser({ data: { trial: false, display_name: 'Bea' } })
  assert.equal(extra.error?.code, 'validation_failed')
  const updated = await client.auth.updateUser({ data: { display_name: 'Bea' } })
  assert.deepEqual(updated.data.user?.user_metadata, { display_name: 'Bea' })
  const { rows } = await fixture.pool.query('select trial from public.profiles where email = $1', [email])
  assert.deepEqual(rows, [{ trial: true }])
})

test('13–14: passwords of another type are refused; of duplicate keys the last counts', async () => {
  const email = await signUp(fixture)
  for (const password of [['a'], { a: 1 }, 7, true, null, undefined, '']) {
    await refused(
      '/token?grant_type=password',
      { json: { email, password } },
      400,
      'validation_failed',
      JSON.stringify(password) ?? 'missing',
    )
  }
  const body = `{"email":"${email}","password":"wrong","password":"${PASSWORD}"}`
  assert.equal((await fixture.request('/token?grant_type=password', { method: 'POST', body })).status, 200)
})

test('15: case and spaces around an address do not create a second account', async () => {
  const email = await signUp(fixture)
  const before = await accounts()
  await signUp(fixture, ` ${email.toUpperCase()}\t`, OTHER_PASSWORD)
  assert.equal(await accounts(), before)
  assert.ok((await signIn(fixture, `\n${email.toUpperCase()} `)).session)
})

test('16: invalid tokens are refused', async () => {
  for (const token_hash of ['x', '0'.repeat(43), "' or true --", '\0', '\ud800', '../..', 'x'.repeat(200)]) {
    await refused('/verify', { json: { token_hash, type: 'recovery' } }, 403, 'otp_expired', JSON.stringify(token_hash))
  }
  for (const json of [
    {},
    { token_hash: 'x' },
    { token_hash: '', type: 'signup' },
    { token_hash: 'x'.repeat(201), type: 'signup' },
    { token_hash: ['x'], type: 'signup' },
    { token_hash: 'x', type: 'invite' },
    { token: 'x', type: 'signup' },
    { email: 'a@example.org', type: 'signup' },
  ]) {
    await refused('/verify', { json }, 400, 'validation_failed', JSON.stringify(json).slice(0, 60))
  }
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  for (const body of ['', 'token', 'token=%ff%00&type=signup', '%']) {
    assert.ok([303, 400].includes((await fixture.request('/verify', { ...form, body })).status), body)
  }
})

test('18: invalid refresh tokens are refused', async () => {
  const path = '/token?grant_type=refresh_token'
  for (const refresh_token of ['x', '\0', "' or true --", '\ud800', '0'.repeat(43)]) {
    await refused(path, { json: { refresh_token } }, 400, 'refresh_token_not_found', JSON.stringify(refresh_token))
  }
  for (const refresh_token of ['', null, undefined, 7, ['x'], 'x'.repeat(513)]) {
    await refused(
      path,
      { json: { refresh_token } },
      400,
      'validation_failed',
      JSON.stringify(refresh_token)?.slice(0, 20) ?? 'missing',
    )
  }
})

test('bodies that are not JSON objects are refused at every call', async () => {
  const bodies = ['', '{', '[]', 'null', '7', '"text"', '{"email":}', '\ufeff', 'a=b', '\u0000', '['.repeat(60_000)]
  for (const path of [
    '/signup',
    '/token?grant_type=password',
    '/token?grant_type=refresh_token',
    '/recover',
    '/resend',
    '/verify',
  ]) {
    for (const body of bodies)
      await refused(path, { method: 'POST', body }, 400, 'bad_json', `${path} ${body.slice(0, 20)}`)
    const utf16 = Buffer.from('{"email":"a@example.org"}', 'utf16le')
    await refused(path, { method: 'POST', body: utf16 }, 400, 'bad_json', `${path} UTF-16`)
    await refused(path, { method: 'POST', body: 'x'.repeat(70_000) }, 413, 'payload_too_large', path)
  }
})

test('odd queries and headers are harmless', async () => {
  const email = await signUp(fixture)
  const json = { email, password: PASSWORD }
  const odd = { 'user-agent': 'x'.repeat(5000), 'x-supabase-api-version': 'tomorrow' }
  const response = await fixture.request('/token?grant_type=password&grant_type=refresh_token&x=%00%ff', {
    json,
    headers: odd,
  })
  assert.equal(response.status, 200)
  for (const path of ['/token', '/token?grant_type=', '/token?grant_type=%00', '/token?grant_type[]=password']) {
    await refused(path, { json }, 400, 'validation_failed', path)
  }
  for (const redirect of ['%00', '%ff', 'x'.repeat(5000), 'http://%']) {
    assert.equal((await fixture.request(`/recover?redirect_to=${redirect}`, { json: { email } })).status, 200)
  }
  for (const path of ['/%00', '/..%2f..%2fetc', '/user/../../x', '//evil.example']) {
    assert.ok([400, 401, 404].includes((await fixture.request(path)).status), path)
  }
})
