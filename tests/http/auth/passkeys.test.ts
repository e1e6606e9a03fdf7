// Passkeys, with a device in software: what it may open, and each way in which its answer can be false.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, test } from 'node:test'
import { minutes } from '#domain/durations.ts'
import { PASSKEYS_MAX } from '#domain/limits.ts'
import { codeOf, stepAt } from '#server/auth/totp.ts'
import { type Attack, newPasskey } from '#testing/authenticator.ts'
import { fromBase32 } from '#testing/base32.ts'
import {
  type AuthFixture,
  follow,
  fragmentOf,
  linkIn,
  newAddress,
  OTHER_PASSWORD,
  openAuthFixture,
  PASSWORD,
  signIn,
  signUp,
} from './fixture.ts'

let fixture: AuthFixture
before(async () => {
  fixture = await openAuthFixture()
})
after(() => fixture.close())

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes.
type Answer = { status: number; body: any }
const bearer = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {}
async function call(path: string, json: object, token?: string, method = 'POST'): Promise<Answer> {
  const response = await fixture.request(path, { method, body: JSON.stringify(json), headers: bearer(token) })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null }
}
const refused = ({ status, body }: Answer) => [status, body.error_code]
const WRONG = [400, 'webauthn_verification_failed']

async function person() {
  const email = await signUp(fixture)
  await follow(linkIn((await fixture.mails(email))[0]))
  const { client, session, user } = await signIn(fixture, email)
  return { email, client, token: session.access_token, id: user.id }
}

/** Adds a passkey as the official client does. */
async function withPasskey() {
  const ann = await person()
  const device = newPasskey(fixture.url)
  const { status, body } = await add(ann.token, device)
  assert.equal(status, 200, JSON.stringify(body))
  return { ...ann, device, passkeyId: body.id as string }
}

async function add(token: string, device: ReturnType<typeof newPasskey>, attack: Attack = {}) {
  const given = await call('/passkeys/registration/options', {}, token)
  assert.equal(given.status, 200, JSON.stringify(given.body))
  const credential = device.create(given.body.options, attack)
  return call('/passkeys/registration/verify', { challenge_id: given.body.challenge_id, credential }, token)
}

const challenge = async () => (await call('/passkeys/authentication/options', {})).body
const enter = (challenge_id: string, credential: object) =>
  call('/passkeys/authentication/verify', { challenge_id, credential })
async function signInWith(device: ReturnType<typeof newPasskey>, attack: Attack = {}) {
  const { challenge_id, options } = await challenge()
  return enter(challenge_id, device.get(options, attack))
}
const claimsOf = ({ body }: Answer) => JSON.parse(atob(body.access_token.split('.')[1]))

test('a person adds a passkey, is mailed, and signs in with it; the official client lists, names and removes it', async () => {
  const { email, client, device, passkeyId } = await withPasskey()
  const subjects = async () => (await fixture.mails(email)).map(({ subject }) => subject)
  assert.deepEqual(await subjects(), ['A passkey was added to your Townbell account'])
  const entered = await signInWith(device)
  assert.equal(entered.status, 200, JSON.stringify(entered.body))
  assert.equal(entered.body.user.email, email)
  assert.deepEqual([claimsOf(entered).aal, claimsOf(entered).amr[1].method], ['aal2', 'passkey'])

  assert.equal((await client.auth.passkey.update({ passkeyId, friendlyName: ' Town hall ' })).error, null)
  const { data: listed } = await client.auth.passkey.list()
  assert.deepEqual(
    listed?.map(({ id, friendly_name }) => [id, friendly_name]),
    [[passkeyId, 'Town hall']],
  )
  assert.ok(listed?.[0]?.last_used_at)
  assert.equal((await client.auth.passkey.delete({ passkeyId })).error, null)
  assert.deepEqual(await subjects(), ['A passkey was removed from your Townbell account'])
  assert.deepEqual(refused(await signInWith(device)), WRONG)
})

test('each false answer is refused in the same words, and the true one is taken', async () => {
  const { device } = await withPasskey()
  const attacks: Record<string, Attack> = {
    'another origin': { origin: 'https://evil.example' },
    'a page of another port': { origin: 'http://127.0.0.1:1' },
    'another site’s passkey': { rpId: 'evil.example' },
    'another challenge': { challenge: 'A'.repeat(43) },
    'the answer of a registration': { type: 'webauthn.create' },
    'nobody was there': { present: false },
    'nobody was verified': { verified: false },
    'the handle of another account': { userHandle: Buffer.alloc(16, 7).toString('base64url') },
  }
  for (const [name, attack] of Object.entries(attacks))
    assert.deepEqual(refused(await signInWith(device, attack)), WRONG, name)
  const { challenge_id, options } = await challenge()
  const another = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  assert.deepEqual(refused(await enter(challenge_id, device.get(options, {}, another))), WRONG, 'another key')
  const unknown = newPasskey(fixture.url)
  assert.deepEqual(refused(await enter(challenge_id, unknown.get(options))), WRONG, 'an unknown passkey')
  const answer = device.get(options)
  answer.response.authenticatorData = device.get(options, { count: 9 }).response.authenticatorData
  assert.deepEqual(refused(await enter(challenge_id, answer)), WRONG, 'other data than was signed')
  assert.equal((await enter(challenge_id, device.get(options))).status, 200)
})

test('an answer works once, for ten minutes, and for what it was asked for', async () => {
  const { device, token } = await withPasskey()
  const { challenge_id, options } = await challenge()
  const answer = device.get(options)
  const both = await Promise.all([enter(challenge_id, answer), enter(challenge_id, answer)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400], 'of two at once, one')
  assert.deepEqual(refused(await enter(challenge_id, device.get(options))), WRONG, 'the same challenge, signed anew')

  const proof = (await call('/passkeys/proof/options', {}, token)).body
  assert.deepEqual(
    refused(await enter(proof.challenge_id, device.get(proof.options))),
    WRONG,
    'a challenge to confirm a step',
  )
  const [expires, nonce] = (await challenge()).challenge_id.split('.')
  const longer = `${Number(expires) + 1000}.${nonce}`
  assert.deepEqual(refused(await enter(longer, device.get(options))), WRONG, 'an id of one’s own')

  const late = await challenge()
  fixture.later(minutes(10) + 2000)
  assert.deepEqual(refused(await enter(late.challenge_id, device.get(late.options))), [
    422,
    'webauthn_challenge_expired',
  ])
})

test('a counter that goes back, or stands still, is a copy of the device', async () => {
  const { device } = await withPasskey()
  for (const [count, status] of [
    [5, 200],
    [5, 400],
    [4, 400],
    [0, 400],
    [6, 200],
  ] as const)
    assert.equal((await signInWith(device, { count })).status, status, String(count))
})

test('nobody adds a passkey with a copied token, for another session, or one that is another’s', async () => {
  const { token, device, email } = await withPasskey()
  const fresh = await call('/passkeys/registration/options', {}, token)
  fixture.later(minutes(6))
  assert.deepEqual(refused(await call('/passkeys/registration/options', {}, token)), [403, 'reauthentication_needed'])
  assert.deepEqual(refused(await call('/passkeys/registration/options', { password: OTHER_PASSWORD }, token)), [
    400,
    'invalid_credentials',
  ])
  const thief = (await signIn(fixture, email)).session.access_token
  const second = newPasskey(fixture.url)
  const { challenge_id, options } = fresh.body
  const credential = second.create(options)
  assert.deepEqual(refused(await call('/passkeys/registration/verify', { challenge_id, credential }, thief)), WRONG)

  const bob = await person()
  assert.deepEqual(refused(await add(bob.token, device)), [422, 'webauthn_credential_exists'])
  for (const attack of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { verified: false },
    { challenge: 'A'.repeat(43) },
    { type: 'webauthn.get' },
    {
      fmt: 'packed',
      attStmt: new Map<string, unknown>([
        ['alg', -7],
        ['sig', Buffer.alloc(70)],
        ['x5c', [Buffer.alloc(8)]],
      ]),
    },
    { fmt: 'android-safetynet', attStmt: new Map<string, unknown>([['ver', '1']]) },
  ] satisfies Attack[])
    assert.deepEqual(refused(await add(bob.token, newPasskey(fixture.url), attack)), WRONG, JSON.stringify(attack))
  assert.equal((await call('/passkeys/registration/verify', { challenge_id, credential }, token)).status, 200)
  assert.deepEqual(
    refused(await call('/passkeys/registration/verify', { challenge_id, credential }, token)),
    WRONG,
    'once',
  )
})

test('strangers neither see, name nor remove a passkey, and a copied token does not remove one', async () => {
  const { token, passkeyId, device } = await withPasskey()
  const bob = await person()
  const gone = [404, 'webauthn_credential_not_found']
  assert.deepEqual(await (await fixture.request('/passkeys', { headers: bearer(bob.token) })).json(), [])
  assert.deepEqual(refused(await call(`/passkeys/${passkeyId}`, { friendly_name: 'Mine' }, bob.token, 'PATCH')), gone)
  assert.deepEqual(refused(await call(`/passkeys/${passkeyId}`, { password: PASSWORD }, bob.token, 'DELETE')), gone)
  assert.deepEqual(refused(await call(`/passkeys/x`, { password: PASSWORD }, bob.token, 'DELETE')), gone)
  fixture.later(minutes(6))
  assert.deepEqual(refused(await call(`/passkeys/${passkeyId}`, {}, token, 'DELETE')), [403, 'reauthentication_needed'])
  assert.equal((await signInWith(device)).status, 200)
  for (const body of ['nonsense', '[]', '7'])
    assert.equal(
      (await fixture.request(`/passkeys/${passkeyId}`, { method: 'DELETE', body, headers: bearer(token) })).status <
        500,
      true,
    )
})

test('a passkey confirms a step in its own session, once, for its own person', async () => {
  const { token, device, email } = await withPasskey()
  const stranger = await withPasskey()
  fixture.later(minutes(6))
  const prove = async (by: typeof device, from: string, to: string) => {
    const { challenge_id, options } = (await call('/passkeys/proof/options', {}, from)).body
    const passkey = { challenge_id, credential: by.get(options) }
    return { passkey, answer: await call('/user', { email: newAddress(), passkey }, to, 'PUT') }
  }
  assert.deepEqual(refused((await prove(stranger.device, token, token)).answer), WRONG, 'another person’s passkey')
  const other = (await signIn(fixture, email)).session.access_token
  assert.deepEqual(refused((await prove(device, other, token)).answer), WRONG, 'of another session')
  const signing = await challenge()
  const passkey = { challenge_id: signing.challenge_id, credential: device.get(signing.options) }
  assert.deepEqual(refused(await call('/user', { email: newAddress(), passkey }, token, 'PUT')), WRONG, 'to sign in')
  const { passkey: used, answer } = await prove(device, token, token)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.deepEqual(refused(await call('/user', { email: newAddress(), passkey: used }, token, 'PUT')), WRONG, 'once')
})

test('a passkey is both steps; without it, the mailbox alone opens nothing where the second step is on', async () => {
  const { client, device, email } = await withPasskey()
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
  assert.ok(factor?.type === 'totp')
  const code = codeOf(fromBase32(factor.totp.secret), stepAt(fixture.clock.now()))
  assert.equal((await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error, null)
  const entered = await signInWith(device)
  assert.equal(claimsOf(entered).role, 'authenticated')
  assert.equal((await call('/passkeys/proof/options', {}, entered.body.access_token)).status, 200)

  await fixture.mails(email)
  await fixture.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  const [mail] = await fixture.mails(email)
  const token = /^\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
  const { data } = await fixture.client().auth.verifyOtp({ email, token, type: 'email' })
  const pending = data.session?.access_token
  assert.ok(pending)
  for (const path of ['/passkeys/registration/options', '/passkeys/proof/options'])
    assert.deepEqual(refused(await call(path, {}, pending)), [403, 'insufficient_aal'], path)
  assert.equal((await fixture.request('/passkeys', { headers: bearer(pending) })).status, 403)
})

test('an unconfirmed account gets no passkey, and a reset of the password or of the second step ends them all', async () => {
  const email = await signUp(fixture)
  const stranger = await signIn(fixture, email)
  assert.deepEqual(refused(await call('/passkeys/registration/options', {}, stranger.session.access_token)), [
    403,
    'email_not_confirmed',
  ])
  const ann = await withPasskey()
  await fixture.mails(ann.email)
  await fixture.client().auth.resetPasswordForEmail(ann.email)
  const { access_token = '' } = fragmentOf(await follow(linkIn((await fixture.mails(ann.email))[0])))
  assert.equal((await signInWith(ann.device)).status, 200, 'the link alone ends nothing')
  assert.equal((await call('/user', { password: OTHER_PASSWORD }, access_token, 'PUT')).status, 200)
  assert.deepEqual(refused(await signInWith(ann.device)), WRONG)

  const bob = await withPasskey()
  const { data: factor } = await bob.client.auth.mfa.enroll({ factorType: 'totp' })
  assert.ok(factor?.type === 'totp')
  const code = codeOf(fromBase32(factor.totp.secret), stepAt(fixture.clock.now()))
  await bob.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })
  const undo = (await fixture.mails(bob.email)).find(({ subject }) => subject.startsWith('Two-step'))
  await follow(linkIn(undo))
  assert.deepEqual(refused(await signInWith(bob.device)), WRONG)
})

test('twenty passkeys, and clear answers to what is malformed', async () => {
  const { token } = await withPasskey()
  for (let count = 1; count < PASSKEYS_MAX; count++)
    assert.equal((await add(token, newPasskey(fixture.url))).status, 200)
  assert.deepEqual(refused(await add(token, newPasskey(fixture.url))), [422, 'too_many_passkeys'])
  const { challenge_id, options } = await challenge()
  const good = newPasskey(fixture.url).get(options)
  for (const credential of [
    undefined,
    null,
    'text',
    {},
    { ...good, type: 'password' },
    { ...good, id: '' },
    { ...good, response: { ...good.response, signature: 'not base64 ä' } },
    { ...good, response: { ...good.response, clientDataJSON: Buffer.from('{').toString('base64url') } },
    { ...good, response: { ...good.response, clientDataJSON: Buffer.from('null').toString('base64url') } },
    { ...good, response: { ...good.response, authenticatorData: '' } },
    { ...good, id: 'x'.repeat(5000) },
  ]) {
    const { status, body } = await call('/passkeys/authentication/verify', { challenge_id, credential })
    assert.ok(
      status === 400 && ['validation_failed', 'webauthn_verification_failed'].includes(body.error_code),
      JSON.stringify(body),
    )
  }
  for (const id of [undefined, 7, '', '0', `${'9'.repeat(10)}.short`, 'x'.repeat(200)]) {
    const { status } = await call('/passkeys/authentication/verify', { challenge_id: id, credential: good })
    assert.ok(status === 400 || status === 422, String(id))
  }
})
