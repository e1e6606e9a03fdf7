import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { minutes, seconds } from '#domain/durations.ts'
import { createCaptcha } from '#server/captcha/captcha.ts'
import { createLimits } from '#server/http/limits.ts'
import { type FakeRecaptcha, startRecaptcha } from '#testing/recaptcha.ts'
import { type FunctionsFixture, openFunctionsFixture } from './fixture.ts'

let fixture: FunctionsFixture
let google: FakeRecaptcha
before(async () => {
  fixture = await openFunctionsFixture({ CAPTCHA: 'altcha' })
  google = await startRecaptcha('the secret key')
})
after(async () => {
  await google.close()
  await fixture.close()
})

const HERE = '192.0.2.10'

/** Does what the widget does: fetches a challenge, solves it, and encodes the answer. */
async function solve(
  change: (payload: { challenge: Challenge; solution: object }) => object = (payload) => payload,
  action?: string,
) {
  const response = await fixture.request(`/functions/v1/captcha-challenge${action ? `?action=${action}` : ''}`)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const challenge = (await response.json()) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  assert.ok(solution)
  return Buffer.from(JSON.stringify(change({ challenge, solution }))).toString('base64')
}

const verify = (token: unknown, network = HERE, action?: string) =>
  fixture.call('verify-recaptcha', { token, action }, { network })
const captcha = () => ownCaptcha({})
const isSpent = (spent: object | null) => spent !== null
const ownCaptcha = (more: object) =>
  createCaptcha({ ...fixture.config, pool: fixture.pool, clock: fixture.clock, settings: { kind: 'altcha' }, ...more })

test('a solved puzzle becomes a pass, which works once', async () => {
  const token = await solve()
  const { status, body } = await verify(token)
  assert.deepEqual([status, body], [200, { success: true, pass: token }])
  assert.equal(isSpent(await captcha().consume(token, HERE, 'sign-up')), true)
  assert.equal(isSpent(await captcha().consume(token, HERE, 'sign-up')), false)
})

test('a puzzle takes a browser more than a thousand tries', async () => {
  const challenge = (await ownCaptcha({ altchaWork: undefined }).challenge?.('sign-up')) as Challenge
  assert.ok(((await solveChallenge({ challenge, deriveKey }))?.counter ?? 0) > 1000)
})

test('a network that needs a hard puzzle gets one for signing in, and its pass says so', async () => {
  const limits = createLimits({ pool: fixture.pool, secret: fixture.config.linkSecret })
  const network = '192.0.2.77'
  const difficulty = async (action: string, from = network) => {
    const response = await fixture.request(`/functions/v1/captcha-challenge?action=${action}`, { network: from })
    return (await response.json()).parameters.data.difficulty
  }
  assert.equal(await difficulty('sign-in'), 'usual')
  await limits.take({ name: 'hard-puzzle', of: network, unlimited: true })
  assert.deepEqual([await difficulty('sign-in'), await difficulty('sign-up')], ['hard', 'usual'])
  assert.equal(await difficulty('sign-in', HERE), 'usual', 'elsewhere')

  const quick = ownCaptcha({ altchaWork: { cost: 1, from: 1, to: 2 } })
  for (const [wanted, isHard] of [
    ['usual', false],
    ['hard', true],
  ] as const) {
    const challenge = (await quick.challenge?.('sign-in', wanted)) as Challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    const token = (made: object) => Buffer.from(JSON.stringify({ challenge: made, solution })).toString('base64')
    const claimed = {
      ...challenge,
      parameters: { ...challenge.parameters, data: { for: 'sign-in', difficulty: 'hard' } },
    }
    if (!isHard) assert.equal(await quick.verify(token(claimed), network, 'sign-in'), false, 'it cannot be called hard')
    assert.equal(await quick.verify(token(challenge), network, 'sign-in'), true)
    assert.deepEqual(await quick.consume(token(challenge), network, 'sign-in'), { isHard })
  }
})

test('an unverified answer is not a pass, but a form that requires one has it verified, once', async () => {
  const token = await solve()
  assert.equal(isSpent(await captcha().consume(token, HERE, 'sign-up')), false)
  assert.equal(isSpent(await captcha().consume(undefined, HERE, 'sign-up')), false)
  assert.equal(isSpent(await captcha().consume('', HERE, 'sign-up')), false)
  assert.deepEqual(await captcha().require(token, 'sign-up', HERE), { isHard: false })
  for (const again of [token, 'made up', undefined])
    await assert.rejects(captcha().require(again, 'sign-up', HERE), { code: 'captcha_failed', status: 400 })
})

test('a pass does not work on another network or after two minutes', async () => {
  const token = await solve()
  await verify(token)
  assert.equal(isSpent(await captcha().consume(token, '192.0.2.11', 'sign-up')), false)
  fixture.later(minutes(2) + seconds(1))
  assert.equal(isSpent(await captcha().consume(token, HERE, 'sign-up')), false)
  fixture.later(-minutes(2) - seconds(1))
  assert.equal(isSpent(await captcha().consume(token, HERE, 'sign-up')), true)
})

test('a pass and a puzzle work only for their form', async () => {
  const doors = ['sign-up', 'sign-in', 'support'] as const
  for (const action of doors) {
    const token = await solve(undefined, action)
    for (const other of doors.filter((door) => door !== action))
      assert.equal((await verify(token, HERE, other)).body.success, false, `made for ${action}`)
    assert.equal((await verify(token)).body.success, false, 'without saying which')
    assert.equal((await verify(token, HERE, action)).body.success, true)
    for (const other of doors.filter((door) => door !== action))
      assert.equal(isSpent(await captcha().consume(token, HERE, other)), false, `${action} is not ${other}`)
    assert.equal(isSpent(await captcha().consume(token, HERE, action)), true)
  }
  google.mood = 'well'
  const token = google.solve()
  assert.equal(await withGoogle().verify(token, HERE, 'support'), true)
  assert.equal(isSpent(await withGoogle().consume(token, HERE, 'sign-up')), false)
  assert.equal(isSpent(await withGoogle().consume(token, HERE, 'support')), true)
})

test('the same answer is not accepted twice, however it is encoded, nor by two concurrent requests', async () => {
  const token = await solve()
  const both = await Promise.all([verify(token), verify(token), verify(token)])
  assert.equal(both.filter(({ body }) => body.success).length, 1)
  const rewritten = Buffer.from(`  ${Buffer.from(token, 'base64').toString()} `).toString('base64')
  assert.notEqual(rewritten, token)
  assert.equal((await verify(rewritten)).body.success, false)
  const spent = await Promise.all(Array.from({ length: 20 }, () => captcha().consume(token, HERE, 'sign-up')))
  assert.equal(spent.filter(Boolean).length, 1)
})

test('an expired, changed or foreign puzzle is refused', async () => {
  const forgeries = [
    await solve(({ challenge, solution }) => ({ challenge, solution: { ...solution, derivedKey: '00' } })),
    await solve(({ challenge, solution }) => ({ challenge: { ...challenge, signature: '00' }, solution })),
    await solve(({ challenge: { signature, parameters }, solution }) => ({
      challenge: { signature, parameters: { ...parameters, expiresAt: 9_999_999_999 } },
      solution,
    })),
    await solve(({ challenge: { parameters }, solution }) => ({ challenge: { parameters }, solution })),
  ]
  for (const token of forgeries) assert.equal((await verify(token)).body.success, false)
  const old = await solve()
  fixture.later(minutes(10) + seconds(1))
  assert.equal((await verify(old)).body.success, false)
  fixture.later(-minutes(10) - seconds(1))
  assert.equal((await verify(old)).body.success, true)
})

test('a malformed answer is refused as a wrong answer or as a bad request', async () => {
  for (const token of [
    'x',
    'e30=',
    Buffer.from('[]').toString('base64'),
    Buffer.from('null').toString('base64'),
    '\u0000',
  ]) {
    const { status, body } = await verify(token)
    assert.deepEqual([status, body.success], [200, false], token)
    assert.equal(body.error, 'ALTCHA verification failed. Please try again.')
  }
  for (const token of [undefined, null, '', 5, {}, 'x'.repeat(20_000)]) {
    assert.equal((await verify(token)).status, 400, String(token).slice(0, 20))
  }
})

const withGoogle = (secret = 'the secret key') =>
  ownCaptcha({
    settings: { kind: 'recaptcha', siteKey: 'site' },
    recaptchaSecretKey: secret,
    recaptchaUrl: google.url,
  })

test('reCAPTCHA: Google accepts a token once, and the pass works once', async () => {
  google.mood = 'well'
  const token = google.solve()
  assert.equal(await withGoogle().verify(token, HERE), true)
  assert.equal(await withGoogle().verify(token, HERE), false)
  assert.equal(isSpent(await withGoogle().consume(token, HERE, 'sign-up')), true)
  assert.equal(isSpent(await withGoogle().consume(token, HERE, 'sign-up')), false)
  assert.equal(await withGoogle().verify('made up', HERE), false)
  assert.equal(withGoogle().challenge, undefined)
})

test('reCAPTCHA: no one passes while Google is down, answers nonsense or refuses our key', async () => {
  for (const mood of ['down', 'nonsense'] as const) {
    google.mood = mood
    const token = google.solve()
    await assert.rejects(withGoogle().verify(token, HERE), { code: 'unavailable', status: 503 }, mood)
    assert.equal(isSpent(await withGoogle().consume(token, HERE, 'sign-up')), false)
  }
  google.mood = 'well'
  await assert.rejects(withGoogle('another key').verify(google.solve(), HERE), { code: 'unavailable' })
  const nobody = ownCaptcha({
    settings: { kind: 'recaptcha', siteKey: 's' },
    recaptchaSecretKey: 'k',
    recaptchaUrl: 'http://127.0.0.1:9/',
  })
  await assert.rejects(nobody.verify('x', HERE), { code: 'unavailable' })
})

test('reCAPTCHA: a request that Google never answers times out', async () => {
  google.mood = 'silent'
  await assert.rejects(withGoogle().verify(google.solve(), HERE), { code: 'unavailable' })
  google.mood = 'well'
})

test('with reCAPTCHA our own puzzle is off', async () => {
  const keyed = await openFunctionsFixture({
    CAPTCHA: 'recaptcha',
    RECAPTCHA_SITE_KEY: 'site',
    RECAPTCHA_SECRET_KEY: 'key',
  })
  try {
    const challenge = await keyed.request('/functions/v1/captcha-challenge')
    assert.equal(challenge.status, 404)
  } finally {
    await keyed.close()
  }
})
