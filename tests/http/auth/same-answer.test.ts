// Answers do not reveal whether an address has an account. Its owner is notified by mail.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type AuthFixture,
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

async function answer(path: string, json: object) {
  const response = await fixture.request(path, { json })
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !['date', 'content-length'].includes(name)),
  )
  return { status: response.status, headers, body: await response.json() }
}

/** Removes what differs between two accounts of the same kind. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
  if (typeof value !== 'string') return value
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(value)) return 'uuid'
  if (!Number.isNaN(Date.parse(value)) && value.includes('T')) return 'time'
  return value.includes('@') ? 'address' : value
}

async function confirmed() {
  const email = await signUp(fixture)
  const [mail] = await fixture.mails(email)
  await follow(linkIn(mail))
  return email
}

test('sign-in refuses an unknown address as it refuses a wrong password', async () => {
  const known = await answer('/token?grant_type=password', { email: await signUp(fixture), password: 'wrong' })
  const unknown = await answer('/token?grant_type=password', { email: newAddress(), password: 'wrong' })
  assert.equal(known.body.error_code, 'invalid_credentials')
  assert.deepEqual(unknown, known)
})

test('sign-up answers alike for a new, an unconfirmed and a confirmed address', async () => {
  const data = { display_name: 'Ada' }
  const fresh = await answer('/signup', { email: newAddress(), password: PASSWORD, data })
  assert.equal(fresh.status, 200)
  assert.equal(fresh.body.identities.length, 1)
  for (const email of [await signUp(fixture), await confirmed()]) {
    const again = await answer('/signup', { email, password: OTHER_PASSWORD, data })
    assert.deepEqual(shapeOf(again), shapeOf(fresh))
    assert.equal(again.body.email, email)
    assert.deepEqual(again.body.user_metadata, data)
  }
})

test('sign-up with the address of an existing account changes nothing and mails its owner', async () => {
  const email = await confirmed()
  const before = await fixture.pool.query('select * from auth.users where email = $1', [email])
  const { body } = await answer('/signup', { email, password: OTHER_PASSWORD, data: { display_name: 'Mallory' } })
  assert.notEqual(body.id, before.rows[0].id)
  assert.deepEqual((await fixture.pool.query('select * from auth.users where email = $1', [email])).rows, before.rows)
  assert.equal(
    (await fixture.client().auth.signInWithPassword({ email, password: OTHER_PASSWORD })).error?.code,
    'invalid_credentials',
  )
  assert.ok((await signIn(fixture, email)).session)
  const [mail, ...more] = await fixture.mails(email)
  assert.equal(more.length, 0)
  assert.match(mail?.subject ?? '', /You already have a Townbell account/)
  assert.doesNotMatch(`${mail?.html}${mail?.text}`, /Mallory/, 'a stranger cannot put words into our mail')
})

/** A stranger signs up with somebody's address, signs in and takes what would outlast the password. */
async function stranger(email: string) {
  await signUp(fixture, email, PASSWORD)
  const { client, session } = await signIn(fixture, email)
  assert.equal((await client.auth.mfa.enroll({ factorType: 'totp' })).error, null)
  const headers = { authorization: `Bearer ${session?.access_token}` }
  const json = { name: 'Spy', calendar_ids: null, can_write: true, expires_in_days: 30, password: PASSWORD }
  assert.equal((await fixture.request('/access-tokens', { json, headers })).status, 201)
  return client
}

/** Nothing of the stranger is left: no session, no password, no token, no second factor, no name. */
async function isOut(client: Awaited<ReturnType<typeof stranger>>, email: string) {
  assert.ok((await client.auth.getUser()).error)
  const again = await fixture.client().auth.signInWithPassword({ email, password: PASSWORD })
  assert.equal(again.error?.code, 'invalid_credentials')
  for (const table of ['auth.access_tokens', 'auth.second_factors', 'auth.recovery_codes'])
    assert.equal((await fixture.pool.query(`select from ${table}`)).rowCount, 0, table)
}

test('who registers an address before its owner does not share the account that the owner confirms', async () => {
  const email = newAddress()
  const thief = await stranger(email)
  const [early] = await fixture.mails(email)
  const data = { display_name: 'The clerk' }
  assert.equal((await answer('/signup', { email, password: OTHER_PASSWORD, data })).status, 200)
  const [mail, ...more] = await fixture.mails(email)
  assert.match(mail?.subject ?? '', /^Confirm your email address/)
  assert.equal(more.length, 0)
  assert.equal(fragmentOf(await follow(linkIn(early))).error_code, 'otp_expired', 'the older mail undoes nothing')
  const link = linkIn(mail)
  assert.equal((await press(link, {}, PASSWORD)).status, 400, 'the password of this sign-up, not of the other')
  assert.ok(fragmentOf(await follow(link, {}, OTHER_PASSWORD)).access_token)
  await isOut(thief, email)
  const { user } = await signIn(fixture, email, OTHER_PASSWORD)
  assert.equal(user?.user_metadata.display_name, 'The clerk')
})

test('the link of a stranger’s sign-up asks its reader for a password, and a new one takes the account from the stranger', async () => {
  const email = newAddress()
  const thief = await stranger(email)
  const link = linkIn((await fixture.mails(email))[0])
  const page = await (await fetch(link)).text()
  assert.match(page, /name="password".*name="new_password"/s)
  assert.equal((await press(link, {}, null)).status, 403, 'the button alone confirms nothing')
  const choose = (new_password: string) =>
    fetch(link.origin + link.pathname, {
      method: 'POST',
      body: new URLSearchParams([...link.searchParams, ['new_password', new_password]]),
      redirect: 'manual',
    })
  const weak = await choose('short')
  assert.equal(weak.status, 422)
  assert.match(await weak.text(), /Please choose a stronger password/)
  const token_hash = link.searchParams.get('token') ?? ''
  const byClient = await fixture.client().auth.verifyOtp({ token_hash, type: 'signup' })
  assert.equal(byClient.error?.code, 'reauthentication_needed')
  assert.equal((await thief.auth.getUser()).data.user?.email_confirmed_at, undefined)

  const done = await choose('Another-Word-9!')
  assert.ok(fragmentOf(new URL(done.headers.get('location') ?? '')).access_token)
  await isOut(thief, email)
  assert.ok((await signIn(fixture, email, 'Another-Word-9!')).session)
})

test('a reset link for an address that a stranger signed up leaves the stranger without a password at once', async () => {
  const email = newAddress()
  const thief = await stranger(email)
  await fixture.mails(email)
  await fixture.client().auth.resetPasswordForEmail(email)
  const { access_token = '', refresh_token = '' } = fragmentOf(await follow(linkIn((await fixture.mails(email))[0])))
  await isOut(thief, email)
  const owner = fixture.client()
  await owner.auth.setSession({ access_token, refresh_token })
  assert.equal((await owner.auth.updateUser({ password: OTHER_PASSWORD })).error, null)
  assert.ok((await signIn(fixture, email, OTHER_PASSWORD)).session)
})

test('a sign-up confirmed in its own browser asks nothing more, and its sessions go on', async () => {
  const email = newAddress()
  const own = { 'sec-fetch-site': 'same-origin' }
  const json = { email, password: PASSWORD }
  const signedUp = await fixture.request('/signup', { json, headers: own })
  const cookie = signedUp.headers.get('set-cookie')?.split(';')[0] ?? ''
  assert.match(
    signedUp.headers.get('set-cookie') ?? '',
    /^townbell-sign-up=[\w-]{22}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const { client } = await signIn(fixture, email)
  await fixture.mails(email)
  await fixture.request('/resend', { json: { type: 'signup', email } })
  const link = linkIn((await fixture.mails(email))[0])
  assert.match(await (await fetch(link)).text(), /type="password"/, 'another browser')
  assert.doesNotMatch(await (await fetch(link, { headers: { cookie } })).text(), /type="password"/)
  const target = new URL((await press(link, { cookie, ...own }, null)).headers.get('location') ?? '')
  assert.ok(fragmentOf(target).access_token)
  assert.ok((await client.auth.getUser()).data.user?.email_confirmed_at)
})

test('a page of another site cannot mark the browsers of its visitors as those that signed up', async () => {
  const elsewhere: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
  ]
  for (const headers of elsewhere) {
    const json = { email: newAddress(), password: PASSWORD }
    assert.equal((await fixture.request('/signup', { json, headers })).headers.get('set-cookie'), null)
  }
})

test('recover answers alike, does the same work, and mails only existing accounts', async () => {
  const [known, unknown] = [await confirmed(), newAddress()]
  const jobs = async () => (await fixture.pool.query('select count(*)::int as n from graphile_worker.jobs')).rows[0].n
  const start = await jobs()
  const first = await answer('/recover', { email: known })
  assert.equal(await jobs(), start + 1)
  const second = await answer('/recover', { email: unknown })
  assert.equal(await jobs(), start + 2)
  assert.deepEqual(first.body, {})
  assert.deepEqual(second, first)
  assert.equal((await fixture.mails(known)).length, 1)
  assert.equal((await fixture.mails(unknown)).length, 0)
})

test('resend answers alike, and mails only unconfirmed accounts', async () => {
  const [waiting, done, unknown] = [await signUp(fixture), await confirmed(), newAddress()]
  await fixture.mails(waiting)
  const answers = []
  for (const email of [waiting, done, unknown]) answers.push(await answer('/resend', { type: 'signup', email }))
  assert.deepEqual(answers[0]?.body, {})
  assert.deepEqual(answers[1], answers[0])
  assert.deepEqual(answers[2], answers[0])
  assert.equal((await fixture.mails(waiting)).length, 1)
  assert.equal((await fixture.mails(done)).length, 0)
  assert.equal((await fixture.mails(unknown)).length, 0)
})

test('fifty parallel sign-ups of one address make one account', async () => {
  const email = newAddress()
  const answers = await Promise.all(Array.from({ length: 50 }, () => answer('/signup', { email, password: PASSWORD })))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.equal((await fixture.pool.query('select from auth.users where email = $1', [email])).rowCount, 1)
  assert.ok((await signIn(fixture, email)).session)
})

test('where only invited or named people sign up, others get the same answer, and neither an account nor a mail', async (t) => {
  const named = newAddress()
  const signUpRule = { isOpen: false, invited: true, domains: ['town.gov'], addresses: [named] }
  const closed = await openAuthFixture({ signUp: signUpRule })
  t.after(() => closed.close())
  const answers = async (email: string) => {
    const response = await closed.request('/signup', { json: { email, password: PASSWORD } })
    return { status: response.status, shape: shapeOf(await response.json()) }
  }
  const [invited, expired, stranger] = [newAddress(), newAddress(), newAddress()]
  const { rows } = await closed.pool.query(
    `with owner as (insert into auth.users (id, email, encrypted_password, email_confirmed_at, created_at, updated_at)
       values (gen_random_uuid(), 'owner@town.gov', 'x', now(), now(), now()) returning id),
     calendar as (insert into public.calendars (name, owner_id, state, city) select 'Town', id, 'Texas', 'Austin' from owner returning id)
     insert into public.member_invitations (calendar_id, email, role, token_hash, invited_by, asked_at, expires_at)
     select calendar.id, v.email, 'member', sha256(v.email::bytea), owner.id, now() - interval '2 days', now() + v.left::interval
     from calendar, owner, (values ($1, '1 day'), ($2, '-1 day')) v (email, "left") returning email`,
    [invited, expired],
  )
  assert.equal(rows.length, 2)
  const welcome = await answers(invited)
  assert.equal(welcome.status, 200)
  for (const email of [named, 'clerk@town.gov', expired, stranger])
    assert.deepEqual(await answers(email), welcome, email)
  for (const email of [invited, named, 'clerk@town.gov']) assert.equal((await closed.mails(email)).length, 1, email)
  for (const email of [expired, stranger]) assert.deepEqual(await closed.mails(email), [], email)
  const { rows: accounts } = await closed.pool.query('select from auth.users where email = any ($1)', [
    [expired, stranger],
  ])
  assert.equal(accounts.length, 0)
})

test('where addresses at some domains sign up, others are refused with the domains', async (t) => {
  const closed = await openAuthFixture({
    signUp: { isOpen: false, invited: false, domains: ['town.gov'], addresses: [] },
  })
  t.after(() => closed.close())
  const response = await closed.request('/signup', { json: { email: 'ann@town.gov.evil.org', password: PASSWORD } })
  const { error_code, msg } = (await response.json()) as { error_code: string; msg: string }
  assert.deepEqual([response.status, error_code], [422, 'signup_disabled'])
  assert.match(msg, /an email address at town\.gov/)
  assert.equal((await closed.request('/signup', { json: { email: 'ann@town.gov', password: PASSWORD } })).status, 200)
})
