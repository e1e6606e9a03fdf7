// Two-step sign-in, as the official client uses it and as an attacker who knows the password tries it.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { SupabaseClient } from '@supabase/supabase-js'
import { days, minutes, seconds } from '#domain/durations.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { codeOf, stepAt } from '#server/auth/totp.ts'
import { rateLimits } from '#server/http/rate-limits.ts'
import { fromBase32 } from '#testing/base32.ts'
import {
  type AuthFixture,
  follow,
  fragmentOf,
  linkIn,
  OTHER_PASSWORD,
  openAuthFixture,
  PASSWORD,
  press,
  signIn,
  signUp,
} from './fixture.ts'

let fixture: AuthFixture
before(async () => {
  fixture = await openAuthFixture({ max: 20, rates: { code: rateLimits.code } })
})
after(() => fixture.close())

type Enrolled = Awaited<ReturnType<typeof turnOn>>

/** Creates a signed-in person with MFA and ten recovery codes. */
async function turnOn() {
  const email = await signUp(fixture)
  await follow(linkIn((await fixture.mails(email))[0]))
  const { client, user } = await signIn(fixture, email)
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  assert.ok(factor && factor.type === 'totp')
  const secret = fromBase32(factor.totp.secret)
  const code = () => codeOf(secret, stepAt(fixture.clock.now()))
  assert.equal((await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: code() })).error, null)
  const codes = (await client.auth.mfa.recoveryCodes.generate()).data?.codes ?? []
  fixture.later(minutes(1))
  return { email, client, id: user?.id ?? '', factorId: factor.id, code, codes }
}

const claimsOf = (token = '') => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const tokenOf = async (client: SupabaseClient) => (await client.auth.getSession()).data.session?.access_token ?? ''

async function send(client: SupabaseClient, path: string, method: string, json?: unknown) {
  const headers = { authorization: `Bearer ${await tokenOf(client)}` }
  const answer = await fixture.request(path, { method, headers, ...(json ? { body: JSON.stringify(json) } : {}) })
  return { status: answer.status, body: answer.status === 204 ? {} : await answer.json() }
}

test('a person turns on MFA: a secret and its QR code, a first code, ten recovery codes, and a mail', async () => {
  const email = await signUp(fixture)
  const { client, user } = await signIn(fixture, email)
  const elsewhere = await signIn(fixture, email)
  const copied = await tokenOf(client)
  await fixture.mails(email)
  assert.deepEqual((await client.auth.mfa.listFactors()).data?.all, [])
  const { data: factor, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: ' Phone ' })
  assert.equal(error, null)
  assert.ok(factor?.type === 'totp')
  assert.match(factor.totp.qr_code, /^data:image\/svg\+xml;utf-8,<svg .*<\/svg>$/)
  assert.ok(factor.totp.uri.includes(encodeURIComponent(email)) && factor.totp.uri.includes(factor.totp.secret))
  assert.equal(factor.friendly_name, 'Phone')
  const before = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  assert.deepEqual([before.data?.currentLevel, before.data?.nextLevel], ['aal1', 'aal1'], 'nothing counts yet')

  const code = codeOf(fromBase32(factor.totp.secret), stepAt(fixture.clock.now()))
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
  assert.equal((await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: spaced })).error, null)
  const byCopy = await fixture.request('/user', { headers: { authorization: `Bearer ${copied}` } })
  assert.equal(
    (await byCopy.json()).error_code,
    'session_not_found',
    'a token from before the code, of the same session',
  )
  const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  assert.deepEqual([level?.currentLevel, level?.nextLevel], ['aal2', 'aal2'])
  const { role, aal, amr } = claimsOf(await tokenOf(client))
  assert.deepEqual(
    [role, aal, amr.map(({ method }: { method: string }) => method)],
    ['authenticated', 'aal2', ['totp', 'password']],
  )
  assert.ok((await elsewhere.client.auth.getUser()).error, 'who had only the password is signed out')
  assert.equal((await client.auth.refreshSession()).error, null)
  assert.equal(claimsOf(await tokenOf(client)).aal, 'aal2', 'and stays so')

  const { data: made } = await client.auth.mfa.recoveryCodes.generate()
  assert.equal(new Set(made?.codes).size, 10)
  for (const one of made?.codes ?? []) assert.match(one, /^[0-9a-hjkmnp-tv-z]{16}$/)
  assert.deepEqual((await client.auth.mfa.recoveryCodes.getStatus()).data, {
    id: made?.id,
    type: 'recovery_code',
    total: 10,
    remaining: 10,
  })
  const { data: listed } = await client.auth.mfa.listFactors()
  assert.deepEqual(
    listed?.all.map(({ id, status, friendly_name }) => [id, status, friendly_name]),
    [
      [factor.id, 'verified', 'Phone'],
      [made?.id, 'verified', 'Recovery codes'],
    ],
  )
  const [mail, ...more] = await fixture.mails(email)
  assert.match(mail?.subject ?? '', /Two-step sign-in is on/)
  assert.equal(more.length, 0)
  const kept = await fixture.pool.query(
    `select (select string_agg(to_jsonb(f)::text, '') from auth.second_factors f where user_id = $1)
      || (select string_agg(to_jsonb(r)::text, '') from auth.recovery_codes r where user_id = $1) as all`,
    [user?.id],
  )
  const secret = fromBase32(factor.totp.secret)
  for (const plain of [factor.totp.secret, secret.toString('hex'), secret.toString('base64'), ...(made?.codes ?? [])])
    assert.ok(!kept.rows[0].all.includes(plain), 'neither secret nor codes can be read in the database')
})

test('the password alone gives an MFA-pending session, which can only verify a code', async () => {
  const ann = await turnOn()
  const { client, session, user } = await signIn(fixture, ann.email)
  const { role, aal } = claimsOf(session?.access_token)
  assert.deepEqual([role, aal, user?.factors?.[0]?.id], ['mfa_pending', 'aal1', ann.factorId])
  const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  assert.deepEqual([level?.currentLevel, level?.nextLevel], ['aal1', 'aal2'])

  for (const [path, method, json] of [
    ['/user', 'PUT', { password: OTHER_PASSWORD }],
    ['/user', 'PUT', { data: { display_name: 'Mallory' } }],
    ['/factors', 'POST', { factor_type: 'totp' }],
    [`/factors/${ann.factorId}`, 'DELETE', undefined],
    ['/factors/recovery-codes', 'POST', undefined],
    ['/factors/recovery-codes', 'DELETE', undefined],
    ['/factors/recovery-codes/regenerate', 'POST', undefined],
  ] as const) {
    const { status, body } = await send(client, path, method, json)
    assert.deepEqual([status, body.error_code], [403, 'insufficient_aal'], `${method} ${path}`)
  }
  assert.equal((await client.auth.refreshSession()).error, null)
  assert.equal(claimsOf(await tokenOf(client)).role, 'mfa_pending', 'refreshing gives no more')
  await send(client, '/logout?scope=others', 'POST')
  assert.equal((await ann.client.auth.getUser()).error, null, 'nor can its owner be signed out')
  assert.equal((await client.auth.getUser()).error?.name, 'AuthSessionMissingError')

  const again = await signIn(fixture, ann.email)
  const { data, error } = await again.client.auth.mfa.challengeAndVerify({ factorId: ann.factorId, code: ann.code() })
  assert.equal(error, null)
  assert.deepEqual([claimsOf(data?.access_token).role, claimsOf(data?.access_token).aal], ['authenticated', 'aal2'])
  assert.equal((await again.client.auth.updateUser({ data: { display_name: 'Ann' } })).error, null)
  const old = await fixture.request('/token?grant_type=refresh_token', {
    json: { refresh_token: again.session?.refresh_token },
  })
  assert.equal(old.status, 400, 'the refresh token of before the code has ended')
})

test('a code works once, even for twenty concurrent requests, and no older code works after it', async () => {
  const ann = await turnOn()
  const visitors = await Promise.all(Array.from({ length: 4 }, () => signIn(fixture, ann.email)))
  const code = ann.code()
  const tries = await Promise.all(
    visitors.map(({ client }) => client.auth.mfa.challengeAndVerify({ factorId: ann.factorId, code })),
  )
  assert.deepEqual(
    tries.map(({ error }) => error?.message ?? 'taken').sort(),
    [accountTexts.codeUsed, accountTexts.codeUsed, accountTexts.codeUsed, 'taken'].sort(),
  )
  fixture.later(seconds(30))
  const { client } = await signIn(fixture, ann.email)
  const replay = await client.auth.mfa.challengeAndVerify({ factorId: ann.factorId, code })
  assert.deepEqual([replay.error?.code, replay.error?.status], ['mfa_verification_failed', 422])
  assert.equal((await client.auth.mfa.challengeAndVerify({ factorId: ann.factorId, code: ann.code() })).error, null)
})

test('a person has five tries in a quarter of an hour, over all sessions', async () => {
  const ann = await turnOn()
  const tries = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const { client } = await signIn(fixture, ann.email)
      if (i % 2) return client.auth.mfa.recoveryCodes.verify({ code: 'aaaa-aaaa-aaaa-aaaa' })
      return client.auth.mfa.challengeAndVerify({ factorId: ann.factorId, code: '000000' })
    }),
  )
  const codes = tries.map(({ error }) => error?.code)
  assert.equal(codes.filter((code) => code === 'mfa_verification_failed').length, 5)
  assert.ok(
    codes.every((code) =>
      /^(mfa_verification_failed|over_request_rate_limit|mfa_recovery_codes_locked)$/.test(code ?? ''),
    ),
  )
  const { client } = await signIn(fixture, ann.email)
  const right = await client.auth.mfa.challengeAndVerify({ factorId: ann.factorId, code: ann.code() })
  assert.equal(right.error?.status, 429, 'even the right one must wait')
  const locked = await client.auth.mfa.recoveryCodes.verify({ code: ann.codes[0] ?? '' })
  assert.deepEqual([locked.error?.code, locked.error?.status], ['mfa_recovery_codes_locked', 429])
  assert.equal((await ann.client.auth.getUser()).error, null)
})

test('a recovery code works once, however it is typed, and its owner is notified', async () => {
  const ann = await turnOn()
  await fixture.mails(ann.email)
  const [code = '', second = ''] = ann.codes
  const typed = ` ${code
    .toUpperCase()
    .replace(/(.{4})/g, '$1-')
    .replaceAll('0', 'O')
    .replaceAll('1', 'l')} `
  const visitors = await Promise.all(Array.from({ length: 3 }, () => signIn(fixture, ann.email)))
  const tries = await Promise.all(visitors.map(({ client }) => client.auth.mfa.recoveryCodes.verify({ code: typed })))
  assert.equal(tries.filter(({ error }) => error === null).length, 1)
  assert.ok(tries.every(({ error }) => !error || error.code === 'mfa_verification_failed'))
  const data = tries.find(({ error }) => !error)?.data
  const { role, aal, amr } = claimsOf(data?.access_token)
  assert.deepEqual([role, aal, amr[0].method], ['authenticated', 'aal2', 'mfa/recovery_code'])
  assert.equal((await ann.client.auth.mfa.recoveryCodes.getStatus()).data?.remaining, 9)
  assert.match((await fixture.mails(ann.email))[0]?.subject ?? '', /A recovery code .* was used/)

  assert.equal((await ann.client.auth.mfa.recoveryCodes.generate()).error?.code, 'mfa_verified_factor_exists')
  const { data: renewed } = await ann.client.auth.mfa.recoveryCodes.regenerate()
  assert.equal(renewed?.codes.length, 10)
  const { client } = await signIn(fixture, ann.email)
  assert.ok((await client.auth.mfa.recoveryCodes.verify({ code: second })).error, 'the old set has ended')
  assert.equal((await client.auth.mfa.recoveryCodes.verify({ code: renewed?.codes[0] ?? '' })).error, null)
})

test('turning MFA off and making new recovery codes need a recent code', async () => {
  const ann = await turnOn()
  await fixture.mails(ann.email)
  fixture.later(minutes(11))
  assert.equal((await ann.client.auth.refreshSession()).error, null)
  for (const stale of [
    await ann.client.auth.mfa.unenroll({ factorId: ann.factorId }),
    await ann.client.auth.mfa.recoveryCodes.regenerate(),
    await ann.client.auth.mfa.recoveryCodes.unenroll(),
  ])
    assert.deepEqual([stale.error?.code, stale.error?.message], ['insufficient_aal', accountTexts.codeNeededAgain])
  const again = await send(ann.client, '/factors', 'POST', { factor_type: 'totp', password: PASSWORD })
  assert.equal(again.body.error_code, 'too_many_enrolled_mfa_factors')

  await ann.client.auth.mfa.challengeAndVerify({ factorId: ann.factorId, code: ann.code() })
  assert.deepEqual((await ann.client.auth.mfa.unenroll({ factorId: ann.factorId })).data, { id: ann.factorId })
  assert.match((await fixture.mails(ann.email)).at(-1)?.subject ?? '', /Two-step sign-in is off/)
  const { session, user } = await signIn(fixture, ann.email)
  assert.deepEqual([claimsOf(session?.access_token).role, user?.factors], ['authenticated', undefined])
  const codes = await ann.client.auth.mfa.recoveryCodes.verify({ code: ann.codes[0] ?? '' })
  assert.equal(codes.error?.code, 'mfa_verification_failed')
  assert.equal((await ann.client.auth.mfa.recoveryCodes.generate()).error?.code, 'mfa_recovery_codes_sole_factor')
  assert.equal((await ann.client.auth.mfa.recoveryCodes.getStatus()).error?.code, 'mfa_factor_not_found')
})

test('a copied token cannot turn MFA on: enrolling asks for the password, or for a sign-in with it just now', async () => {
  const email = await signUp(fixture)
  const { client } = await signIn(fixture, email)
  fixture.later(minutes(6))
  assert.equal((await client.auth.refreshSession()).error, null)
  const factors = async () => (await client.auth.getUser()).data.user?.factors
  const late = await client.auth.mfa.enroll({ factorType: 'totp' })
  assert.deepEqual([late.error?.status, late.error?.code], [403, 'reauthentication_needed'])
  const enrol = (password: unknown) => send(client, '/factors', 'POST', { factor_type: 'totp', password })
  assert.deepEqual((await enrol(OTHER_PASSWORD)).body.error_code, 'invalid_credentials')
  assert.deepEqual((await enrol(7)).body.error_code, 'validation_failed')
  assert.equal(await factors(), undefined)
  assert.equal((await enrol(PASSWORD)).status, 200)
  assert.equal((await factors())?.length, 1)

  const fresh = await signIn(fixture, email)
  const wrong = await send(fresh.client, '/factors', 'POST', { factor_type: 'totp', password: OTHER_PASSWORD })
  assert.equal(wrong.body.error_code, 'invalid_credentials', 'a wrong one is wrong also now')
  assert.equal((await fresh.client.auth.mfa.enroll({ factorType: 'totp' })).error, null)
  await fixture.mails(email)
  await fixture.client().auth.resetPasswordForEmail(email)
  const { access_token = '', refresh_token = '' } = fragmentOf(
    await follow(linkIn((await fixture.mails(email)).find(({ subject }) => subject.startsWith('Reset')))),
  )
  const byLink = fixture.client()
  await byLink.auth.setSession({ access_token, refresh_token })
  const linked = await byLink.auth.mfa.enroll({ factorType: 'totp' })
  assert.equal(linked.error?.code, 'reauthentication_needed', 'the link of a mail is no sign-in with the password')
})

test('the mail about turning MFA on undoes it for seven days, with the password from before, and ends every session', async () => {
  const thief = await turnOn()
  const mail = (await fixture.mails(thief.email)).find(({ subject }) => subject.includes('is on'))
  const link = linkIn(mail)
  // What a thief who also knows the password can do against it.
  const changed = await thief.client.auth.updateUser({ password: OTHER_PASSWORD, current_password: PASSWORD })
  assert.equal(changed.error, null)
  fixture.later(days(7) - minutes(2))

  assert.match(await (await fetch(link)).text(), /type="password" name="password"/)
  for (const [password, status] of [
    [null, 403],
    [OTHER_PASSWORD, 400],
  ] as const) {
    const refused = await press(link, {}, password)
    assert.deepEqual([refused.status, refused.headers.get('location')], [status, null])
    assert.match(await refused.text(), /role="alert"/)
  }
  const token_hash = link.searchParams.get('token') ?? ''
  const asClient = await fixture.request('/verify', { json: { token_hash, type: 'two_step_undo' } })
  assert.equal((await asClient.json()).error_code, 'reauthentication_needed')
  assert.equal(claimsOf((await signIn(fixture, thief.email, OTHER_PASSWORD)).session?.access_token).role, 'mfa_pending')

  const target = await follow(link)
  assert.equal(target.pathname, '/reset-password')
  const { access_token = '', refresh_token = '', type } = fragmentOf(target)
  assert.equal(type, 'recovery')
  assert.ok((await thief.client.auth.getUser()).error, 'the thief is out')
  const owner = fixture.client()
  await owner.auth.setSession({ access_token, refresh_token })
  assert.equal((await owner.auth.updateUser({ password: 'A-third-word-9!' })).error, null)
  const { session, user } = await signIn(fixture, thief.email, 'A-third-word-9!')
  assert.deepEqual([claimsOf(session?.access_token).role, user?.factors], ['authenticated', undefined])
  assert.equal(fragmentOf(await follow(link)).error_code, 'otp_expired', 'it works once')
})

test('the link that undoes MFA is for one turning-on, and ends after seven days', async () => {
  const ann = await turnOn()
  const first = linkIn((await fixture.mails(ann.email)).find(({ subject }) => subject.includes('is on')))
  assert.equal((await ann.client.auth.mfa.unenroll({ factorId: ann.factorId })).error, null)
  const { body } = await send(ann.client, '/factors', 'POST', { factor_type: 'totp', password: PASSWORD })
  const code = codeOf(fromBase32(body.totp.secret), stepAt(fixture.clock.now()))
  assert.equal((await ann.client.auth.mfa.challengeAndVerify({ factorId: body.id, code })).error, null)
  const second = linkIn((await fixture.mails(ann.email)).find(({ subject }) => subject.includes('is on')))
  assert.equal(fragmentOf(await follow(first)).error_code, 'otp_expired', 'an old mail does not undo a new one')
  fixture.later(days(7))
  assert.equal(fragmentOf(await follow(second)).error_code, 'otp_expired')
  assert.equal(claimsOf((await signIn(fixture, ann.email)).session?.access_token).role, 'mfa_pending')
})

const BIN = fileURLToPath(new URL('../../../bin/townbell.js', import.meta.url))
const operator = (...words: string[]) =>
  promisify(execFile)(process.execPath, [BIN, 'admin', 'two-step-off', ...words], {
    env: { PATH: process.env.PATH, DATABASE_URL: fixture.databaseUrl },
  })

test('an operator can turn MFA off for a person: it is logged, and they are notified', async () => {
  const [ann, bob] = [await turnOn(), await turnOn()]
  await fixture.mails(ann.email)
  assert.match((await operator(` ${ann.email.toUpperCase()} `)).stdout, /sign in with their password alone/)
  const mails = await fixture.mails(ann.email)
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['Two-step sign-in is off for your Townbell account'],
  )
  const { session, user } = await signIn(fixture, ann.email)
  assert.deepEqual([claimsOf(session?.access_token).role, user?.factors], ['authenticated', undefined])
  const { rows } = await fixture.pool.query(
    `select actor_user_id, calendar_id, action, metadata ->> 'by' as by, entity_id from public.audit_logs where entity_type = 'account'`,
  )
  assert.deepEqual(rows, [
    { actor_user_id: null, calendar_id: null, action: 'update', by: 'operator', entity_id: ann.id },
  ])
  assert.equal(claimsOf((await signIn(fixture, bob.email)).session?.access_token).role, 'mfa_pending', 'nobody else’s')
  assert.match((await operator(ann.email)).stdout, /already off/)
  await assert.rejects(operator('nobody@example.org'), /No account has the address/)
  await assert.rejects(operator('ann'), /ann is not one/)
})

test('a reset link does not bypass MFA', async () => {
  const ann = await turnOn()
  await fixture.mails(ann.email)
  await fixture.client().auth.resetPasswordForEmail(ann.email)
  const [mail] = await fixture.mails(ann.email)
  const { access_token = '', refresh_token = '' } = fragmentOf(await follow(linkIn(mail)))
  assert.equal(claimsOf(access_token).role, 'mfa_pending')
  const client = fixture.client()
  await client.auth.setSession({ access_token, refresh_token })
  assert.equal((await client.auth.updateUser({ password: OTHER_PASSWORD })).error?.code, 'insufficient_aal')
  assert.equal((await client.auth.mfa.challengeAndVerify({ factorId: ann.factorId, code: ann.code() })).error, null)
  assert.equal((await client.auth.updateUser({ password: OTHER_PASSWORD })).error, null)
  assert.equal(
    (await fixture.client().auth.signInWithPassword({ email: ann.email, password: PASSWORD })).data.user,
    null,
  )
})

test('no one reaches the factor, the challenge or the codes of another person', async () => {
  const [ann, bob] = [await turnOn(), await turnOn()]
  const stranger = await signIn(fixture, await signUp(fixture))
  for (const client of [bob.client, stranger.client]) {
    for (const id of [ann.factorId, randomUUID(), 'x', '..%2f', '%00']) {
      const own = { challenge_id: 'x', code: '000000' }
      assert.deepEqual(
        (await send(client, `/factors/${id}/challenge`, 'POST', {})).body.error_code,
        'mfa_factor_not_found',
      )
      assert.deepEqual(
        (await send(client, `/factors/${id}/verify`, 'POST', own)).body.error_code,
        'mfa_factor_not_found',
      )
      assert.deepEqual((await send(client, `/factors/${id}`, 'DELETE')).body.error_code, 'mfa_factor_not_found')
    }
    assert.ok((await client.auth.mfa.recoveryCodes.verify({ code: ann.codes[1] ?? '' })).error)
  }
  const pending = await signIn(fixture, bob.email)
  const { data: theirs } = await ann.client.auth.mfa.challenge({ factorId: ann.factorId })
  const verify = (challengeId: string, code: string) =>
    pending.client.auth.mfa.verify({ factorId: bob.factorId, challengeId, code })
  for (const challengeId of [theirs?.id ?? '', '', 'x', '9999999999.x', `${theirs?.id}x`])
    assert.equal((await verify(challengeId, bob.code())).error?.code, 'mfa_challenge_expired', challengeId)
  const { data: mine } = await pending.client.auth.mfa.challenge({ factorId: bob.factorId })
  assert.equal((await verify(mine?.id ?? '', ann.code())).error?.code, 'mfa_verification_failed')
  fixture.later(minutes(6))
  assert.equal((await verify(mine?.id ?? '', bob.code())).error?.code, 'mfa_challenge_expired')
  for (const path of ['/factors', `/factors/${ann.factorId}/verify`, '/factors/recovery-codes/verify'])
    assert.equal((await fixture.request(path, { json: {} })).status, 401, 'a guest has no session')
  assert.equal((await ann.client.auth.mfa.listFactors()).data?.totp.length, 1)
})

test('enrolling again before the first code gives a new secret, and the old one stops working', async () => {
  const { client } = await signIn(fixture, await signUp(fixture))
  const enrol = async () => {
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    assert.ok(data?.type === 'totp')
    return { id: data.id, code: codeOf(fromBase32(data.totp.secret), stepAt(fixture.clock.now())) }
  }
  const [first, second] = [await enrol(), await enrol()]
  const stale = await client.auth.mfa.challengeAndVerify({ factorId: first.id, code: first.code })
  assert.equal(stale.error?.code, 'mfa_factor_not_found')
  assert.deepEqual((await client.auth.mfa.unenroll({ factorId: second.id })).data, { id: second.id })
  const third = await enrol()
  assert.equal((await client.auth.mfa.challengeAndVerify({ factorId: third.id, code: third.code })).error, null)
})

test('a sign-in by password while MFA is turned on is signed out or MFA pending', async () => {
  for (let round = 0; round < 4; round++) {
    const email = await signUp(fixture)
    const { client, user } = await signIn(fixture, email)
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    assert.ok(data?.type === 'totp')
    const code = codeOf(fromBase32(data.totp.secret), stepAt(fixture.clock.now()))
    const intruders = Array.from({ length: 8 }, () => signIn(fixture, email))
    const [turned, ...sessions] = await Promise.all([
      client.auth.mfa.challengeAndVerify({ factorId: data.id, code }),
      ...intruders,
    ])
    assert.equal(turned.error, null)
    const { rows } = await fixture.pool.query('select id, second_step from auth.sessions where user_id = $1', [
      user?.id,
    ])
    const living = new Map(rows.map(({ id, second_step }) => [id, second_step]))
    for (const { session } of sessions) {
      const { session_id, role } = claimsOf(session?.access_token)
      assert.ok(!living.has(session_id) || (role === 'mfa_pending' && living.get(session_id) === null), 'no way around')
    }
  }
})

test('invalid input is refused in the API’s error format', async () => {
  const { client } = await signIn(fixture, await signUp(fixture))
  const long = 'x'.repeat(101)
  for (const json of [
    {},
    { factor_type: 'phone' },
    { factor_type: 'totp', friendly_name: long },
    { factor_type: 'totp', friendly_name: 'a\nb' },
    { factor_type: 'totp', friendly_name: '\ud800' },
    { factor_type: 'totp', friendly_name: 7 },
    { factor_type: 'totp', issuer: long },
  ]) {
    const { status, body } = await send(client, '/factors', 'POST', json)
    assert.deepEqual([status, body.error_code], [400, 'validation_failed'], JSON.stringify(json))
  }
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: '' })
  for (const json of [{}, { code: 7, challenge_id: 'x' }, { code: long, challenge_id: 'x' }, { code: '1' }]) {
    const { status, body } = await send(client, `/factors/${data?.id}/verify`, 'POST', json)
    assert.deepEqual([status, body.error_code], [400, 'validation_failed'], JSON.stringify(json))
  }
  const { data: challenge } = await client.auth.mfa.challenge({ factorId: data?.id ?? '' })
  for (const code of ['', ' ', '12345', '1234567', '１２３４５６']) {
    const { body } = await send(client, `/factors/${data?.id}/verify`, 'POST', { code, challenge_id: challenge?.id })
    assert.equal(body.error_code, 'mfa_verification_failed', code)
  }
  for (const [path, method] of [
    ['/factors', 'GET'],
    ['/factors/recovery-codes/verify', 'GET'],
    [`/factors/${data?.id}`, 'PUT'],
  ] as const)
    assert.equal((await send(client, path, method)).status, 405)
})

test('after a change of the link secret codes are refused, and a recovery code still works', async () => {
  const ann: Enrolled = await turnOn()
  await fixture.pool.query(
    `update auth.second_factors set sealed_secret = sealed_secret || '\\x00' where user_id = $1`,
    [ann.id],
  )
  const { client } = await signIn(fixture, ann.email)
  const wrong = await client.auth.mfa.challengeAndVerify({ factorId: ann.factorId, code: ann.code() })
  assert.equal(wrong.error?.code, 'mfa_verification_failed')
  assert.match(fixture.lines.join(''), /LINK_SECRET has changed/)
  assert.equal((await client.auth.mfa.recoveryCodes.verify({ code: ann.codes[0] ?? '' })).error, null)
  fixture.later(days(1))
})
