import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours, minutes, seconds } from '#domain/durations.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { createLimits, type Take } from '#server/http/limits.ts'
import { rateLimits } from '#server/http/rate-limits.ts'
import { type AuthFixture, newAddress, openAuthFixture, PASSWORD, signIn, signUp } from './fixture.ts'

let fixture: AuthFixture
before(async () => {
  fixture = await openAuthFixture({
    max: 20,
    rates: {
      'signin-here': rateLimits['signin-here'],
      'signin-near': rateLimits['signin-near'],
      signin: { max: 12, per: hours(1) },
      proof: rateLimits.proof,
      'confirm-mail': rateLimits['confirm-mail'],
      'reset-mail': rateLimits['reset-mail'],
    },
    captcha: async (token) => ({ isHard: token === 'hard' }),
  })
})
after(() => fixture.close())

let networks = 0
const newNetwork = () => `198.18.${++networks}.1`

async function trySignIn(email: string, password: string, network: string, captcha_token = 'usual') {
  const headers = { 'x-test-network': network }
  const response = await fixture.request('/token?grant_type=password', {
    json: { email, password, gotrue_meta_security: { captcha_token } },
    headers,
  })
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() }
}

test('after five wrong passwords from one network even the right one is refused there, and not elsewhere', async () => {
  const [email, here, there] = [await signUp(fixture), newNetwork(), newNetwork()]
  const statuses = await Promise.all(Array.from({ length: 40 }, () => trySignIn(email, 'wrong', here)))
  assert.equal(statuses.filter(({ status }) => status === 400).length, 5, 'exact, also when they come at once')
  const refused = await trySignIn(email, PASSWORD, here)
  assert.deepEqual([refused.status, refused.body.error_code], [429, 'over_request_rate_limit'])
  assert.ok(Number(refused.retryAfter) > 0 && Number(refused.retryAfter) <= 900)
  assert.equal((await trySignIn(email, PASSWORD, there)).status, 200)
})

test('a right password resets the count', async () => {
  const [email, network] = [await signUp(fixture), newNetwork()]
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 4; i++) assert.equal((await trySignIn(email, 'wrong', network)).status, 400)
    assert.equal((await trySignIn(email, PASSWORD, network)).status, 200)
  }
})

test('guesses from many networks make the puzzle harder, and lock nobody out', async () => {
  const [email, home, unknown] = [await signUp(fixture), newNetwork(), newAddress()]
  const { body } = await trySignIn(email, PASSWORD, home)
  const headers = { authorization: `Bearer ${body.access_token}` }
  assert.equal((await fixture.request('/logout', { method: 'POST', headers })).status, 204)
  for (const address of [email, unknown]) {
    for (let i = 0; i < 12; i++) assert.equal((await trySignIn(address, 'wrong', newNetwork())).status, 400)
    const away = newNetwork()
    const refused = await trySignIn(address, PASSWORD, away)
    assert.deepEqual(
      [refused.status, refused.body.error_code],
      [400, 'captcha_failed'],
      'the same with and without an account',
    )
    assert.equal(refused.body.msg, accountTexts.harderPuzzle)
    const guess = await trySignIn(address, 'wrong', away, 'hard')
    assert.equal(guess.body.error_code, 'invalid_credentials')
  }
  assert.equal((await trySignIn(email, PASSWORD, home)).status, 200, 'at home, signed out, the usual puzzle will do')
  for (let i = 0; i < 12; i++) await trySignIn(email, 'wrong', newNetwork())
  assert.equal((await trySignIn(email, PASSWORD, newNetwork())).status, 400)
  assert.equal((await trySignIn(email, PASSWORD, newNetwork(), 'hard')).status, 200, 'from a new place')
  assert.equal((await trySignIn(email, PASSWORD, newNetwork())).status, 200, 'a right password ends it')
})

test('the networks of one IPv6 /48, or of one IPv4 /24, are counted together', async () => {
  const email = await signUp(fixture)
  const rented = (i: number) => `2001:db8:7:${i.toString(16)}::/64`
  for (let i = 0; i < 20; i++) assert.equal((await trySignIn(email, 'wrong', rented(i), 'hard')).status, 400)
  assert.equal((await trySignIn(email, PASSWORD, rented(99), 'hard')).status, 429)
  assert.equal((await trySignIn(email, PASSWORD, '2001:db8:8:1::/64', 'hard')).status, 200)
})

test('at most the last twenty places are remembered, shortened', async () => {
  const email = await signUp(fixture)
  for (let i = 0; i < 25; i++) assert.equal((await trySignIn(email, PASSWORD, `198.19.${i}.7`)).status, 200)
  assert.equal((await trySignIn(email, PASSWORD, '198.19.10.200')).status, 200)
  const { rows } = await fixture.pool.query('select known_networks from auth.users where email = $1', [email])
  const [{ known_networks: known }] = rows
  assert.deepEqual([known.length, known[0], known[1]], [20, '198.19.10.0/24', '198.19.24.0/24'])
})

test('an unknown address is limited like a known one', async () => {
  const [email, network] = [newAddress(), newNetwork()]
  for (let i = 0; i < 5; i++) assert.equal((await trySignIn(email, 'wrong', network)).status, 400)
  assert.equal((await trySignIn(email, 'wrong', network)).status, 429)
})

test('an address gets one mail a minute, and the answer is the same with and without an account', async () => {
  const [known, unknown] = [await signUp(fixture), newAddress()]
  for (const [path, more] of [
    ['/recover', {}],
    ['/resend', { type: 'signup' }],
  ] as const) {
    const answers = []
    for (const email of [known, unknown]) {
      // Signing up has already used this minute's mail.
      if (path === '/resend' && email === unknown) await fixture.request(path, { json: { email, ...more } })
      if (path === '/recover') assert.equal((await fixture.request(path, { json: { email, ...more } })).status, 200)
      const response = await fixture.request(path, { json: { email, ...more } })
      const { msg, ...body } = await response.json()
      assert.match(msg, /^Too many attempts\. Please try again in (\d+ seconds?|1 minute)\.$/)
      assert.ok(Number(response.headers.get('retry-after')) <= 60)
      answers.push(body)
    }
    assert.deepEqual(answers[0], { code: 429, error_code: 'over_email_send_rate_limit' })
    assert.deepEqual(answers[1], answers[0])
  }
  await fixture.mails(known)
  const again = await fixture.client().auth.signUp({ email: known, password: PASSWORD })
  assert.equal(again.error?.code, 'over_email_send_rate_limit')
  assert.equal((await fixture.mails(known)).length, 0)
})

test('an address written in other ways is the same mailbox, and gets no more mails', async () => {
  const [name, host] = newAddress().split('@')
  const send = async (email: string, path = '/recover', more: object = {}) =>
    (await fixture.request(path, { json: { email, ...more } })).status
  assert.equal(await send(`${name}+1@${host}`), 200)
  for (const email of [`${name}+2@${host}`, `${name}@${host}`, `${name?.toUpperCase()}+3@${host}`])
    assert.equal(await send(email), 429, email)
  assert.equal(await send(`${name}+1@${host}`, '/resend', { type: 'signup' }), 200, 'another kind of mail')
  assert.equal(await send(`${name}+2@${host}`, '/resend', { type: 'signup' }), 429)
  const signedUp = await fixture.client().auth.signUp({ email: `${name}+9@${host}`, password: PASSWORD })
  assert.equal(signedUp.error?.code, 'over_email_send_rate_limit')
})

test('rate limit keys contain no readable or guessable address', async () => {
  const [email, network] = [newAddress(), newNetwork()]
  await trySignIn(email, 'wrong', network)
  const { rows } = await fixture.pool.query('select key from private.rate_limits')
  assert.ok(rows.length > 3)
  for (const { key } of rows) assert.match(key, /^[a-z-]+:[\w-]{43}$/)
})

test('whoever has a copy of a token cannot guess the password by changing it', async () => {
  const email = await signUp(fixture)
  const { body } = await trySignIn(email, PASSWORD, newNetwork())
  const change = async (current_password?: string) => {
    const headers = { authorization: `Bearer ${body.access_token}` }
    const json = { password: 'Another-Word1!', current_password }
    const answer = await fixture.request('/user', { method: 'PUT', body: JSON.stringify(json), headers })
    return (await answer.json()).error_code
  }
  for (let i = 0; i < 7; i++) assert.equal(await change(), 'reauthentication_needed', 'costs no try')
  for (let i = 0; i < 5; i++) assert.equal(await change(`Wrong-Word${i}!`), 'invalid_credentials')
  assert.equal(await change(PASSWORD), 'over_request_rate_limit')
})

test('a request refused by one rate limit does not count against the others', async () => {
  const rates = { ...rateLimits, export: { max: 1, per: minutes(1) }, proof: { max: 2, per: minutes(1) } }
  const limits = createLimits({ pool: fixture.pool, secret: 'x', rates })
  const mine: Take = { name: 'export', of: newNetwork() }
  const theirs: Take = { name: 'proof', of: newAddress() }
  await limits.take(mine, theirs)
  for (let i = 0; i < 5; i++)
    await assert.rejects(limits.take(mine, theirs), { code: 'over_request_rate_limit', status: 429 })
  await limits.take(theirs)
  await assert.rejects(limits.take(theirs), { status: 429 })
  await limits.forget(theirs)
  await limits.take(theirs)
})

test('a rate limit ends with its window', async () => {
  const rates = { ...rateLimits, factor: { max: 1, per: seconds(60) } }
  const limits = createLimits({ pool: fixture.pool, secret: 'x', rates })
  const take: Take = { name: 'factor', of: newAddress() }
  await limits.take(take)
  await assert.rejects(
    limits.take(take),
    (error: { retryAfter: number }) => error.retryAfter > 0 && error.retryAfter <= 60,
  )
  await fixture.pool.query(
    `update private.rate_limits set window_start = now() - interval '2 minutes', window_end = now() - interval '1 minute' where key like 'factor:%'`,
  )
  await limits.take(take)
})

test('a network that signs up too often is refused before an account is created', async () => {
  const small = await openAuthFixture({
    rates: { 'signup-network': { max: 3, per: hours(1) }, 'mail-network': { max: 2, per: hours(1) } },
  })
  try {
    for (let i = 0; i < 3; i++) await signUp(small)
    const email = newAddress()
    const { error } = await small.client().auth.signUp({ email, password: PASSWORD })
    assert.equal(error?.code, 'over_request_rate_limit')
    assert.equal((await small.pool.query('select from auth.users where email = $1', [email])).rowCount, 0)
    const send = async () => (await small.client().auth.resetPasswordForEmail(newAddress())).error?.status
    assert.deepEqual([await send(), await send(), await send()], [undefined, undefined, 429])
    small.from('192.0.2.99')
    assert.ok((await signIn(small, await signUp(small, email))).session)
  } finally {
    await small.close()
  }
})
