import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { minutes } from '#domain/durations.ts'
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

test('a person signs up, gets a mail, follows its link and is confirmed and signed in', async () => {
  const email = newAddress()
  const client = fixture.client()
  const { data, error } = await client.auth.signUp({
    email: `  ${email.toUpperCase()} `,
    password: PASSWORD,
    options: {
      emailRedirectTo: `${fixture.url}/dashboard`,
      data: { display_name: ' Ada ' },
    },
  })
  assert.equal(error, null)
  assert.equal(data.session, null)
  assert.equal(data.user?.email, email)
  assert.deepEqual(data.user?.user_metadata, { display_name: 'Ada' })
  assert.equal(data.user?.email_confirmed_at, undefined)

  const [mail, ...others] = await fixture.mails(email)
  assert.equal(others.length, 0)
  assert.equal(mail?.recipient, email)
  assert.match(mail?.subject ?? '', /Confirm your email address/)
  const target = await follow(linkIn(mail))
  assert.equal(target.origin + target.pathname, `${fixture.url}/dashboard`)
  const fragment = fragmentOf(target)
  assert.deepEqual(Object.keys(fragment).sort(), [
    'access_token',
    'expires_at',
    'expires_in',
    'link_word',
    'refresh_token',
    'token_type',
    'type',
  ])
  assert.equal(fragment.type, 'signup')
  assert.equal(fragment.expires_in, '900')

  const { data: found } = await client.auth.getUser(fragment.access_token)
  assert.equal(found.user?.id, data.user?.id)
  assert.ok(found.user?.email_confirmed_at)
  const { rows } = await fixture.pool.query('select display_name, trial from public.profiles where user_id = $1', [
    found.user?.id,
  ])
  assert.deepEqual(rows, [{ display_name: 'Ada', trial: true }])
})

test('a person with an unconfirmed address can sign in', async () => {
  const email = await signUp(fixture)
  const { session, user } = await signIn(fixture, ` ${email.toUpperCase()}`)
  assert.equal(user?.email_confirmed_at, undefined)
  assert.equal(session?.token_type, 'bearer')
  const claims = JSON.parse(Buffer.from(session?.access_token.split('.')[1] ?? '', 'base64url').toString())
  const { iat, exp, session_id, amr, ...rest } = claims
  assert.equal(exp - iat, 900)
  assert.match(session_id, /^[0-9a-f-]{36}$/)
  assert.equal(amr[0].method, 'password')
  assert.deepEqual(rest, {
    sub: user?.id,
    email,
    role: 'authenticated',
    aud: 'authenticated',
    iss: `${fixture.url}/auth/v1`,
    aal: 'aal1',
    is_anonymous: false,
    user_metadata: {},
    app_metadata: { provider: 'email', providers: ['email'] },
  })
})

test('the client gets an event for every change of its session', async () => {
  const email = await signUp(fixture)
  const client = fixture.client()
  const heard: string[] = []
  const { data } = client.auth.onAuthStateChange((event) => void heard.push(event))
  await client.auth.signInWithPassword({ email, password: PASSWORD })
  const refreshed = await client.auth.refreshSession()
  assert.equal(refreshed.error, null)
  const updated = await client.auth.updateUser({ data: { display_name: 'Grace' } })
  assert.equal(updated.data.user?.user_metadata.display_name, 'Grace')
  assert.equal((await client.auth.getUser()).data.user?.user_metadata.display_name, 'Grace')
  assert.equal((await client.auth.signOut()).error, null)
  data.subscription.unsubscribe()
  assert.deepEqual(heard, ['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_OUT'])
  const { rows } = await fixture.pool.query('select display_name from public.profiles where email = $1', [email])
  assert.deepEqual(rows, [{ display_name: 'Grace' }])
})

test('a password reset by mail ends the old password and other sessions, and notifies the owner', async () => {
  const email = await signUp(fixture)
  const elsewhere = await signIn(fixture, email)
  await fixture.mails(email)
  const client = fixture.client()
  const asked = await client.auth.resetPasswordForEmail(email, { redirectTo: `${fixture.url}/reset-password` })
  assert.deepEqual(asked, { data: {}, error: null })
  const [mail] = await fixture.mails(email)
  assert.match(mail?.subject ?? '', /Reset your Townbell password/)

  const target = await follow(linkIn(mail))
  assert.equal(target.pathname, '/reset-password')
  const { access_token = '', refresh_token = '', type } = fragmentOf(target)
  assert.equal(type, 'recovery')
  await client.auth.setSession({ access_token, refresh_token })
  // A reset does not require a special character.
  const { data, error } = await client.auth.updateUser({ password: 'Plainpass9' })
  assert.equal(error, null)
  assert.ok(data.user?.email_confirmed_at, 'the link also proved the address')
  const [notice] = await fixture.mails(email)
  assert.equal(notice?.recipient, email)
  assert.match(notice?.subject ?? '', /password was changed/)

  assert.equal((await elsewhere.client.auth.getUser()).error?.name, 'AuthSessionMissingError')
  assert.equal(
    (await elsewhere.client.auth.refreshSession({ refresh_token: elsewhere.session?.refresh_token ?? '' })).error?.code,
    'refresh_token_not_found',
  )
  assert.equal(
    (await fixture.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code,
    'invalid_credentials',
  )
  assert.ok((await signIn(fixture, email, 'Plainpass9')).session)
  assert.equal((await client.auth.getUser()).error, null, 'the session that changed it lives on')
})

test('a recovery session sets one password, within the hour, and nothing else without the old one', async () => {
  const recover = async (email: string) => {
    const client = fixture.client()
    await client.auth.resetPasswordForEmail(email)
    const { access_token = '', refresh_token = '' } = fragmentOf(
      await follow(linkIn((await fixture.mails(email)).at(-1))),
    )
    await client.auth.setSession({ access_token, refresh_token })
    return client
  }
  const client = await recover(await signUp(fixture))
  const address = await client.auth.updateUser({ email: newAddress() })
  assert.equal(address.error?.code, 'reauthentication_needed')
  assert.equal((await client.auth.updateUser({ password: 'Plainpass9' })).error, null)
  const again = await client.auth.updateUser({ password: OTHER_PASSWORD })
  assert.equal(again.error?.code, 'reauthentication_needed', 'who copied the session meanwhile is too late')
  assert.equal((await client.auth.updateUser({ password: OTHER_PASSWORD, current_password: 'Plainpass9' })).error, null)

  const idle = await recover(await signUp(fixture))
  fixture.later(minutes(61))
  await idle.auth.refreshSession()
  assert.equal((await idle.auth.updateUser({ password: OTHER_PASSWORD })).error?.code, 'reauthentication_needed')
})

test('a new password from an ordinary session follows the rules of sign-up and ends the other sessions', async () => {
  const email = await signUp(fixture)
  const [here, there] = [await signIn(fixture, email), await signIn(fixture, email)]
  const weak = await here.client.auth.updateUser({ password: 'Plainpass9' })
  assert.equal(weak.error?.code, 'weak_password')
  assert.equal(weak.error?.message, 'Password must contain at least one special character')
  const same = { password: PASSWORD, current_password: PASSWORD }
  assert.equal((await here.client.auth.updateUser(same)).error?.code, 'same_password')
  assert.equal((await there.client.auth.getUser()).error, null)
  const changed = await here.client.auth.updateUser({ password: OTHER_PASSWORD, current_password: PASSWORD })
  assert.equal(changed.error, null)
  assert.equal((await there.client.auth.getUser()).error?.name, 'AuthSessionMissingError')
  assert.equal((await here.client.auth.getUser()).error, null)
})

test('a new password needs the old one, however young the session', async () => {
  const email = await signUp(fixture)
  const { client } = await signIn(fixture, email)
  const change = (current_password?: string) =>
    client.auth.updateUser({ password: OTHER_PASSWORD, ...(current_password ? { current_password } : {}) })
  assert.equal((await change()).error?.code, 'reauthentication_needed')
  assert.equal((await change('Wrong-Word1!')).error?.code, 'invalid_credentials')
  assert.ok((await signIn(fixture, email)).session, 'the old one still works')
  assert.equal((await change(PASSWORD)).error, null)
  assert.ok((await signIn(fixture, email, OTHER_PASSWORD)).session)
})

test('signing out ends this session, the others, or all', async () => {
  const email = await signUp(fixture)
  const [a, b, c] = [await signIn(fixture, email), await signIn(fixture, email), await signIn(fixture, email)]
  const alive = async () =>
    Promise.all(
      [a, b, c].map(async ({ session }) => (await fixture.client().auth.getUser(session?.access_token)).error === null),
    )
  assert.deepEqual(await alive(), [true, true, true])
  assert.equal((await a.client.auth.signOut({ scope: 'local' })).error, null)
  assert.deepEqual(await alive(), [false, true, true])
  assert.equal((await b.client.auth.signOut({ scope: 'others' })).error, null)
  assert.deepEqual(await alive(), [false, true, false])
  const d = await signIn(fixture, email)
  assert.equal((await d.client.auth.signOut({ scope: 'global' })).error, null)
  assert.deepEqual(await alive(), [false, false, false])
})

test('the confirmation mail can be sent again, and both links work until one is used', async () => {
  const email = await signUp(fixture)
  const [first] = await fixture.mails(email)
  const { error } = await fixture
    .client()
    .auth.resend({ type: 'signup', email, options: { emailRedirectTo: `${fixture.url}/dashboard?from=mail` } })
  assert.equal(error, null)
  const [second] = await fixture.mails(email)
  assert.notEqual(linkIn(first).href, linkIn(second).href)
  const target = await follow(linkIn(second))
  assert.equal(target.search, '?from=mail')
  assert.ok(fragmentOf(target).access_token)
  assert.equal(fragmentOf(await follow(linkIn(first))).error_code, 'otp_expired')
})

test('verifyOtp accepts the token of a link as its token_hash', async () => {
  const email = await signUp(fixture)
  const [mail] = await fixture.mails(email)
  const token_hash = linkIn(mail).searchParams.get('token') ?? ''
  const client = fixture.client()
  const wrong = await client.auth.verifyOtp({ token_hash, type: 'recovery' })
  assert.equal(wrong.error?.code, 'otp_expired')
  const asked = await client.auth.verifyOtp({ token_hash, type: 'email' })
  assert.equal(asked.error?.code, 'reauthentication_needed', 'a mailbox alone confirms nothing')
  const proof = { password: PASSWORD }
  const { data, error } = await client.auth.verifyOtp({ token_hash, type: 'email', ...proof })
  assert.equal(error, null)
  assert.equal(data.user?.email, email)
  assert.ok(data.session?.access_token)
  assert.equal((await client.auth.verifyOtp({ token_hash, type: 'email' })).error?.code, 'otp_expired')
})

test('the client can read the claims of its session', async () => {
  const { client, user } = await signIn(fixture, await signUp(fixture))
  const { data, error } = await client.auth.getClaims()
  assert.equal(error, null)
  assert.equal(data?.claims.sub, user?.id)
})

test('a sign-in with the old password during a password change does not stay signed in', async () => {
  for (let round = 0; round < 4; round++) {
    const email = await signUp(fixture)
    const { client, session } = await signIn(fixture, email)
    let changed = false
    const change = client.auth.updateUser({ password: OTHER_PASSWORD, current_password: PASSWORD }).finally(() => {
      changed = true
    })
    // Started one after the other, so that some read the old password before the change and finish after it.
    const intruders = []
    while (!changed && intruders.length < 20) {
      intruders.push(fixture.client().auth.signInWithPassword({ email, password: PASSWORD }))
      await pause(5)
    }
    assert.equal((await change).error, null)
    assert.ok((await Promise.all(intruders)).length > 0)
    const { rows } = await fixture.pool.query(
      'select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1',
      [email],
    )
    const mine = JSON.parse(Buffer.from(session?.access_token.split('.')[1] ?? '', 'base64url').toString()).session_id
    assert.deepEqual(rows, [{ id: mine }])
  }
})
