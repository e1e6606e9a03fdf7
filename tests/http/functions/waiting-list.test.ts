// A full free calendar: it says so before it mails, and asks those who wait, in order.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { JobHelpers } from 'graphile-worker'
import { days, hours } from '#domain/durations.ts'
import { WAITING_MAX } from '#domain/limits.ts'
import { askWaiting } from '#worker/jobs/ask-waiting.ts'
import { type FunctionsFixture, follow, newAddress, openFunctionsFixture, tokenIn } from './fixture.ts'

let fixture: FunctionsFixture
before(async () => {
  fixture = await openFunctionsFixture()
})
after(() => fixture.close())
beforeEach(() => fixture.mails())

const addContact = `
  insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', $2)`
const removeOne = `
  delete from public.calendar_contacts where id = (select id from public.calendar_contacts where calendar_id = $1 limit 1)`

async function fullCalendar(contacts = 10): Promise<string> {
  const calendar = await fixture.calendar({ trial: true })
  for (let i = 0; i < contacts; i++) await fixture.pool.query(addContact, [calendar, newAddress()])
  return calendar
}

const ask = () => askWaiting({ pool: fixture.pool, clock: fixture.clock })({}, {} as JobHelpers)
const request = (calendar: string, email: string, more: object = {}) =>
  fixture.call('send-contact-confirmation', { email, calendar_id: calendar, ...more })

async function wait(calendar: string, email = newAddress(), more: object = {}): Promise<string> {
  const { body } = await request(calendar, email, { wait: true, ...more })
  assert.equal(body.status, 'waiting')
  return email
}

/** Who gets a confirmation mail now. */
async function asked(): Promise<string[]> {
  const mails = await fixture.mails()
  return mails.filter(({ subject }) => /Please confirm/.test(subject)).map(({ recipient }) => recipient)
}

const ownerMails = async (calendar: string) => {
  const { rows } = await fixture.pool.query('select owner_id from public.calendars where id = $1', [calendar])
  return fixture.mails(`${rows[0].owner_id}@example.org`)
}

test('a full calendar says so and mails nobody; whoever wants to waits, and the owner gets one mail a day', async () => {
  const calendar = await fullCalendar()
  const email = newAddress()
  const { status, body } = await request(calendar, email)
  assert.deepEqual([status, body.status, body.title], [200, 'full', 'All email places are taken'])
  assert.deepEqual(await fixture.mails(), [])
  const { rows } = await fixture.pool.query('select from public.pending_contact_confirmations where email = $1', [
    email,
  ])
  assert.equal(rows.length, 0)
  await wait(calendar, email)
  await wait(calendar, email)
  await wait(calendar)
  const [mail, ...more] = await ownerMails(calendar)
  assert.match(mail?.subject ?? '', /^2 people are waiting to follow Elm Street$/)
  assert.equal(more.length, 0)
  await ask()
  assert.deepEqual(await fixture.mails(), [])
})

test('a free place goes to the first who waits, in order, also when ten jobs ask at once', async () => {
  const calendar = await fullCalendar()
  const waiting = [await wait(calendar), await wait(calendar), await wait(calendar)]
  await fixture.mails()
  await fixture.pool.query(removeOne, [calendar])
  // A newcomer does not overtake them.
  assert.equal((await request(calendar, newAddress())).body.status, 'full')
  await Promise.all(Array.from({ length: 10 }, ask))
  const mails = await fixture.mails()
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    [waiting[0]],
  )
  const { body } = await fixture.call('confirm-contact-subscription', { token: tokenIn(mails[0]) })
  assert.equal(body.status, 'confirmed')
  await ask()
  assert.deepEqual(await asked(), [])
  assert.equal((await fixture.contacts(calendar)).length, 10)
})

test('a place is held for a day; then the next is asked, and whoever confirms first has it', async () => {
  const calendar = await fullCalendar()
  const [first, second] = [await wait(calendar), await wait(calendar)]
  await fixture.pool.query(removeOne, [calendar])
  await ask()
  assert.deepEqual(await asked(), [first])
  fixture.later(hours(25))
  await ask()
  const mails = await fixture.mails(second)
  assert.equal(mails.length, 1)
  assert.equal((await fixture.call('confirm-contact-subscription', { token: tokenIn(mails[0]) })).status, 200)
})

test('when the plan grows, everybody who waits is asked, once', async () => {
  const calendar = await fullCalendar()
  const waiting = [await wait(calendar), await wait(calendar), await wait(calendar)]
  await fixture.mails()
  await fixture.pool.query(
    'update public.profiles set trial = false where user_id = (select owner_id from public.calendars where id = $1)',
    [calendar],
  )
  await Promise.all([ask(), ask()])
  await ask()
  assert.deepEqual((await asked()).sort(), waiting.sort())
  assert.equal((await request(calendar, newAddress())).body.status, 'sent')
})

test('ten who confirm at once for the last place: one follows, nine wait and are asked when there is room', async () => {
  const calendar = await fullCalendar(9)
  const tokens: string[] = []
  for (let i = 0; i < 10; i++) tokens.push(await follow(fixture, calendar))
  const answers = await Promise.all(tokens.map((token) => fixture.call('confirm-contact-subscription', { token })))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(answers.filter(({ body }) => body.status === 'full').length, 9)
  assert.equal((await fixture.contacts(calendar)).length, 10)
  await fixture.mails()
  await fixture.pool.query(removeOne, [calendar])
  await ask()
  assert.equal((await asked()).length, 1)
})

test('an address that complained, or was added by an admin meanwhile, is not asked; the next one is', async () => {
  const calendar = await fullCalendar()
  const [complained, added, next] = [await wait(calendar), await wait(calendar), await wait(calendar)]
  await fixture.mails()
  await fixture.pool.query("select private.suppress('email', $1, 'complaint', null, now())", [complained])
  await fixture.pool.query(removeOne, [calendar])
  await fixture.pool.query(addContact, [calendar, added])
  await fixture.pool.query(removeOne, [calendar])
  await ask()
  assert.deepEqual(await asked(), [next])
})

test('the waiting list has an end, and whoever waited too long is forgotten', async () => {
  const calendar = await fullCalendar()
  await wait(calendar)
  const fill = `
    insert into public.pending_contact_confirmations (calendar_id, email, token_hash, waiting_since, expires_at)
    select $1::uuid, 'w' || n || '.' || left($1::uuid::text, 8) || '@example.org', sha256(convert_to($1::uuid || ' ' || n, 'UTF8')), now(), now() + interval '180 days'
    from generate_series(2, $2::int) n`
  await fixture.pool.query(fill, [calendar, WAITING_MAX])
  const { status, body } = await request(calendar, newAddress(), { wait: true })
  assert.deepEqual([status, body.code], [409, 'trial_contact_limit'])
  await fixture.pool.query(removeOne, [calendar])
  fixture.later(days(200))
  await ask()
  assert.deepEqual(await asked(), [])
  fixture.later(-days(200))
})

test('the public page knows whether a calendar is full, and its version rises when that changes', async () => {
  const read = async (calendar: string) => {
    const response = await fixture.request(`/rest/v1/calendars?id=eq.${calendar}&select=is_full,version`)
    return (await response.json())[0]
  }
  const calendar = await fullCalendar(9)
  const before = await read(calendar)
  assert.equal(before.is_full, false)
  await fixture.pool.query(addContact, [calendar, newAddress()])
  const after = await read(calendar)
  assert.deepEqual([after.is_full, after.version > before.version], [true, true])
  await fixture.pool.query(removeOne, [calendar])
  assert.equal((await read(calendar)).is_full, false)
  const paid = await fixture.calendar()
  for (let i = 0; i < 11; i++) await fixture.pool.query(addContact, [paid, newAddress()])
  assert.equal((await read(paid)).is_full, false)
  await fixture.pool.query(
    'update public.profiles set trial = true where user_id = (select owner_id from public.calendars where id = $1)',
    [paid],
  )
  assert.equal((await read(paid)).is_full, true)
})
