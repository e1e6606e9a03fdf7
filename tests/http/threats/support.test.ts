// Attacks on the captcha and the contact form, with the captcha on as by default.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { type AppFixture, newAddress, openAppFixture, password, type Visitor } from './fixture.ts'

let fixture: AppFixture
before(async () => {
  fixture = await openAppFixture({ CAPTCHA: 'altcha', SUPPORT_EMAIL: 'desk@town.example' })
})
after(() => fixture.close())

const letter = {
  firstName: 'Ann',
  lastName: 'Reader',
  email: 'ann@example.org',
  subject: 'A question',
  message: 'Where do I click?',
}
const write = (who: Visitor, captcha: unknown, more: object = {}) =>
  who.request('/functions/v1/send-contact-email', { json: { ...letter, captcha, ...more } })

/** Does what the widget does: fetches a puzzle, solves it, encodes the answer. */
async function solved(who: Visitor): Promise<string> {
  const challenge = (await who.request('/functions/v1/captcha-challenge')).body as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
const verify = (who: Visitor, token: unknown) => who.request('/functions/v1/verify-recaptcha', { json: { token } })
async function passOf(who: Visitor): Promise<string> {
  const token = await solved(who)
  assert.deepEqual((await verify(who, token)).body, { success: true, pass: token })
  return token
}

test('T23: the captcha cannot be skipped, replayed, borrowed or forged', async () => {
  const who = fixture.visitor()
  const doors = {
    'sign-up': (pass: string | undefined, from = who) =>
      from.request('/auth/v1/signup', {
        json: { email: newAddress(), password, gotrue_meta_security: { captcha_token: pass } },
      }),
    'sign-in': (pass: string | undefined, from = who) =>
      from.request('/auth/v1/token?grant_type=password', {
        json: { email: newAddress(), password, gotrue_meta_security: { captcha_token: pass } },
      }),
    'contact form': (pass: string | undefined, from = who) => write(from, pass),
  }
  const accounts = () => fixture.rows('select 1 from auth.users')
  const refused = (answer: { status: number; body: { error_code?: string; code?: unknown } }) =>
    answer.status === 400 && (answer.body.error_code ?? answer.body.code) === 'captcha_failed'
  const solution = await solved(who)
  for (const [name, knock] of Object.entries(doors)) {
    for (const pass of [undefined, '', 'x', 'true', 'A'.repeat(16_000)])
      assert.ok(refused(await knock(pass)), `${name}: without a pass`)
  }
  assert.deepEqual(await accounts(), [])

  const forged = JSON.parse(Buffer.from(solution, 'base64').toString())
  for (const change of [
    { challenge: { ...forged.challenge, signature: 'ab'.repeat(32) } },
    { challenge: { ...forged.challenge, parameters: { ...forged.challenge.parameters, cost: 1, keyPrefix: '' } } },
    { challenge: { ...forged.challenge, parameters: { ...forged.challenge.parameters, expiresAt: 9_999_999_999 } } },
    { challenge: { ...forged.challenge, parameters: { ...forged.challenge.parameters, cost: 1e12 } } },
    { solution: { counter: 0, derivedKey: '00' } },
  ]) {
    const token = Buffer.from(JSON.stringify({ ...forged, ...change })).toString('base64')
    assert.equal((await verify(who, token)).body.success, false, JSON.stringify(change).slice(0, 80))
    assert.ok(refused(await doors['sign-up'](token)))
  }

  const borrowed = await passOf(fixture.visitor())
  assert.ok(refused(await doors['sign-up'](borrowed)), 'earned on another network')
  const pass = await passOf(who)
  const race = await Promise.all(Array.from({ length: 5 }, () => doors['sign-up'](pass)))
  assert.deepEqual(race.map(({ status }) => status).sort(), [200, 400, 400, 400, 400])
  assert.equal((await accounts()).length, 1, 'one pass, one account')
  for (const knock of Object.values(doors)) assert.ok(refused(await knock(pass)), 'spent')
  assert.equal((await verify(who, pass)).body.success, false, 'nor is the same answer taken twice')
  assert.equal((await doors['sign-in'](await passOf(who))).body.error_code, 'invalid_credentials', 'past the door')
  assert.equal((await doors['sign-up'](solution)).status, 200, 'a solution is a pass without verifying it first')
  for (const knock of Object.values(doors)) assert.ok(refused(await knock(solution)), 'once')
})
