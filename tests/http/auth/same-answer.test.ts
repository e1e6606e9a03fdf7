// Whoever asks cannot learn from an answer whether an address has an account. Its owner learns it by mail.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  follow,
  fragmentOf,
  type House,
  linkIn,
  newAddress,
  OTHER_PASSWORD,
  openAuthHouse,
  PASSWORD,
  signIn,
  signUp,
} from './house.ts'

let house: House
before(async () => {
  house = await openAuthHouse()
})
after(() => house.close())

async function answer(path: string, json: object) {
  const response = await house.request(path, { json })
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !['date', 'content-length'].includes(name)),
  )
  return { status: response.status, headers, body: await response.json() }
}

/** The same value with everything that differs between two people of the same kind taken out. */
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
  const email = await signUp(house)
  const [mail] = await house.mails(email)
  await follow(linkIn(mail))
  return email
}

test('sign-in refuses an unknown address as it refuses a wrong password', async () => {
  const known = await answer('/token?grant_type=password', { email: await signUp(house), password: 'wrong' })
  const unknown = await answer('/token?grant_type=password', { email: newAddress(), password: 'wrong' })
  assert.equal(known.body.error_code, 'invalid_credentials')
  assert.deepEqual(unknown, known)
})

test('sign-up answers alike for a new, an unconfirmed and a confirmed address', async () => {
  const data = { display_name: 'Ada' }
  const fresh = await answer('/signup', { email: newAddress(), password: PASSWORD, data })
  assert.equal(fresh.status, 200)
  assert.equal(fresh.body.identities.length, 1)
  for (const email of [await signUp(house), await confirmed()]) {
    const again = await answer('/signup', { email, password: OTHER_PASSWORD, data })
    assert.deepEqual(shapeOf(again), shapeOf(fresh))
    assert.equal(again.body.email, email)
    assert.deepEqual(again.body.user_metadata, data)
  }
})

test('sign-up of an address with an account changes nothing of it and writes to its owner', async () => {
  const email = await confirmed()
  const before = await house.pool.query('select * from auth.users where email = $1', [email])
  const { body } = await answer('/signup', { email, password: OTHER_PASSWORD, data: { display_name: 'Mallory' } })
  assert.notEqual(body.id, before.rows[0].id)
  assert.deepEqual((await house.pool.query('select * from auth.users where email = $1', [email])).rows, before.rows)
  assert.equal(
    (await house.client().auth.signInWithPassword({ email, password: OTHER_PASSWORD })).error?.code,
    'invalid_credentials',
  )
  assert.ok((await signIn(house, email)).session)
  const [mail, ...more] = await house.mails(email)
  assert.equal(more.length, 0)
  assert.match(mail?.subject ?? '', /You already have a Townbell account/)
  assert.doesNotMatch(`${mail?.html}${mail?.text}`, /Mallory/, 'a stranger cannot put words into our mail')
})

test('whoever signs up after a stranger took their address gets the account by its mail', async () => {
  const email = await signUp(house, newAddress(), PASSWORD)
  const stranger = await signIn(house, email)
  await house.mails(email)
  await answer('/signup', { email, password: OTHER_PASSWORD })
  const [mail] = await house.mails(email)
  const { access_token = '', refresh_token = '', type } = fragmentOf(await follow(linkIn(mail)))
  assert.equal(type, 'recovery')
  const owner = house.client()
  await owner.auth.setSession({ access_token, refresh_token })
  assert.equal((await owner.auth.updateUser({ password: OTHER_PASSWORD })).error, null)
  assert.ok((await stranger.client.auth.getUser()).error)
  assert.equal(
    (await house.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code,
    'invalid_credentials',
  )
})

test('recover answers alike, does the same work, and writes only to whoever exists', async () => {
  const [known, unknown] = [await confirmed(), newAddress()]
  const jobs = async () => (await house.pool.query('select count(*)::int as n from graphile_worker.jobs')).rows[0].n
  const start = await jobs()
  const first = await answer('/recover', { email: known })
  assert.equal(await jobs(), start + 1)
  const second = await answer('/recover', { email: unknown })
  assert.equal(await jobs(), start + 2)
  assert.deepEqual(first.body, {})
  assert.deepEqual(second, first)
  assert.equal((await house.mails(known)).length, 1)
  assert.equal((await house.mails(unknown)).length, 0)
})

test('resend answers alike, and writes only to whoever is not confirmed yet', async () => {
  const [waiting, done, unknown] = [await signUp(house), await confirmed(), newAddress()]
  await house.mails(waiting)
  const answers = []
  for (const email of [waiting, done, unknown]) answers.push(await answer('/resend', { type: 'signup', email }))
  assert.deepEqual(answers[0]?.body, {})
  assert.deepEqual(answers[1], answers[0])
  assert.deepEqual(answers[2], answers[0])
  assert.equal((await house.mails(waiting)).length, 1)
  assert.equal((await house.mails(done)).length, 0)
  assert.equal((await house.mails(unknown)).length, 0)
})

test('fifty parallel sign-ups of one address make one account', async () => {
  const email = newAddress()
  const answers = await Promise.all(Array.from({ length: 50 }, () => answer('/signup', { email, password: PASSWORD })))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.equal((await house.pool.query('select from auth.users where email = $1', [email])).rowCount, 1)
  assert.ok((await signIn(house, email)).session)
})
