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

test('the owner of an address that a stranger signed up gets the account by its mail', async () => {
  const email = await signUp(fixture, newAddress(), PASSWORD)
  const stranger = await signIn(fixture, email)
  await fixture.mails(email)
  await answer('/signup', { email, password: OTHER_PASSWORD })
  const [mail] = await fixture.mails(email)
  const { access_token = '', refresh_token = '', type } = fragmentOf(await follow(linkIn(mail)))
  assert.equal(type, 'recovery')
  const owner = fixture.client()
  await owner.auth.setSession({ access_token, refresh_token })
  assert.equal((await owner.auth.updateUser({ password: OTHER_PASSWORD })).error, null)
  assert.ok((await stranger.client.auth.getUser()).error)
  assert.equal(
    (await fixture.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code,
    'invalid_credentials',
  )
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
