// What an event needs, without an account: the form of the event's page, the mail, and what its link allows.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, hours } from '#domain/durations.ts'
import { linkedTexts } from '#domain/texts/linked.ts'
import { slotTexts } from '#domain/texts/slots.ts'
import { linkedToken } from '#messages/linked-token.ts'
import { sweep } from '#worker/jobs/sweep.ts'
import { type Caught, type FunctionsFixture, newAddress, openFunctionsFixture } from './fixture.ts'

let fixture: FunctionsFixture
before(async () => {
  fixture = await openFunctionsFixture()
})
after(() => fixture.close())

type Needing = { calendar_id: string; event_id: string; grill: string; salads: string }

/** Adds an event that needs 2 people and 5 salads, in five days. */
async function needing(calendar: { trial?: boolean; disabled?: boolean } = {}): Promise<Needing> {
  const calendar_id = await fixture.calendar(calendar)
  const start = new Date(fixture.clock.now().getTime() + days(5))
  const { rows } = await fixture.pool.query(
    `insert into public.events (calendar_id, title, start_time, end_time, category)
     values ($1, 'Block party', $2, $3, 'Event') returning id`,
    [calendar_id, start, new Date(start.getTime() + hours(2))],
  )
  const slots = await fixture.pool.query(
    `insert into public.event_slots (event_id, calendar_id, kind, title, wanted, position)
     values ($1, $2, 'help', 'Grill 12–2pm', 2, 1), ($1, $2, 'bring', 'Salads', 5, 2) returning id`,
    [rows[0].id, calendar_id],
  )
  return { calendar_id, event_id: rows[0].id, grill: slots.rows[0].id, salads: slots.rows[1].id }
}

const request = ({ calendar_id, event_id, grill }: Needing, email: unknown, more: object = {}, init: object = {}) =>
  fixture.call('request-slots', { calendar_id, event_id, name: 'Rosa', amounts: { [grill]: 1 }, email, ...more }, init)
const save = (token: string, amounts: object, more: object = {}) =>
  fixture.call('take-slots', { token, name: 'Rosa', amounts, ...more })
const taken = async (id: string) =>
  (await fixture.pool.query('select taken from public.event_slots where id = $1', [id])).rows[0].taken

function tokenIn(mail: Caught | undefined): string {
  return /\/slots\?t=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? assert.fail('the mail has no link')
}

/** Requests, reads the mail and confirms. */
async function helps(of: Needing, amounts: object = { [of.grill]: 1 }) {
  const email = newAddress()
  assert.equal((await request(of, email)).status, 200)
  const token = tokenIn((await fixture.mails(email))[0])
  const { status, body } = await save(token, amounts)
  assert.equal(status, 200, JSON.stringify(body))
  await fixture.mails(email)
  return { email, token }
}

test('a sign-up is mailed a link, counts once its button is pressed, and is swapped and given back by the same link', async () => {
  const of = await needing()
  const email = newAddress()
  assert.deepEqual((await request(of, email)).body, { status: 'sent' })
  const [mail, ...others] = await fixture.mails(email)
  assert.equal(others.length, 0)
  assert.match(mail?.subject ?? '', /^Not confirmed yet: helping at Block party, \w{3}, \w{3} \d+$/)
  // What was typed may be somebody else's words to a stranger.
  assert.doesNotMatch(`${mail?.text}${mail?.html}`, /Rosa/)
  assert.match(mail?.headers['List-Unsubscribe'] ?? '', /one-click/)
  const token = tokenIn(mail)
  const seen = await fixture.call('get-slots', { token })
  assert.deepEqual(
    [seen.body.is_confirmed, seen.body.name, seen.body.slots.map(({ mine }: { mine: number }) => mine)],
    [false, 'Rosa', [1, 0]],
  )
  assert.equal(await taken(of.grill), 0)
  assert.equal((await save(token, { [of.grill]: 1 })).body.is_confirmed, true)
  assert.equal(await taken(of.grill), 1)
  const [kept] = await fixture.mails(email)
  assert.match(kept?.subject ?? '', /^You're helping: Block party, \w{3}, \w{3} \d+$/)
  assert.match(kept?.text ?? '', /You signed up for: Grill/)
  await save(token, { [of.grill]: 1 })
  assert.deepEqual(await fixture.mails(email), [], 'nothing changed')
  await save(token, { [of.salads]: 2 })
  assert.deepEqual([await taken(of.grill), await taken(of.salads)], [0, 2])
  assert.match((await fixture.mails(email))[0]?.text ?? '', /You signed up for: \S.*\(2\)/)
  assert.deepEqual((await fixture.call('take-slots', { token, remove: true })).body, { status: 'removed' })
  assert.equal(await taken(of.salads), 0)
  assert.equal((await fixture.call('get-slots', { token })).status, 410)
})

test('nothing but zeros gives everything back, and the name is forgotten', async () => {
  const of = await needing()
  const { token, email } = await helps(of)
  assert.deepEqual((await save(token, { [of.grill]: 0 })).body, { status: 'removed' })
  assert.equal(await taken(of.grill), 0)
  const { rows } = await fixture.pool.query('select 1 from public.slot_signups where email = $1', [email])
  assert.deepEqual(rows, [])
})

test('what is taken cannot be taken again, also not by a link that was mailed before', async () => {
  const of = await needing()
  const late = newAddress()
  await request(of, late)
  const token = tokenIn((await fixture.mails(late))[0])
  await helps(of, { [of.grill]: 2 })
  const { status, body } = await save(token, { [of.grill]: 1 })
  assert.deepEqual([status, body.code], [400, 'TB071'])
  assert.equal(await taken(of.grill), 2)
})

test('somebody who types another person’s address changes nothing of their sign-up, and learns nothing', async () => {
  const of = await needing()
  const { email, token } = await helps(of)
  const again = await request(of, email.toUpperCase(), { name: 'Mallory', amounts: { [of.salads]: 5 } })
  assert.deepEqual(again.body, { status: 'sent' })
  assert.equal(tokenIn((await fixture.mails(email))[0]), token)
  const { body } = await fixture.call('get-slots', { token })
  assert.deepEqual([body.name, body.slots.map(({ mine }: { mine: number }) => mine)], ['Rosa', [1, 0]])
})

test('links cannot be guessed, and one that was not used expires', async () => {
  const of = await needing()
  const email = newAddress()
  await request(of, email)
  const token = tokenIn((await fixture.mails(email))[0])
  const { linkSecret } = fixture.config
  const { rows } = await fixture.pool.query('select id from public.slot_signups where email = $1', [email])
  const forged = [`${token}A`, token.slice(0, -1), linkedToken({ linkSecret, kind: 'rsvp', id: rows[0].id }), 'x']
  for (const one of forged) {
    assert.equal((await fixture.call('get-slots', { token: one })).status, 403)
    assert.equal((await save(one, { [of.grill]: 1 })).status, 403)
    assert.equal((await fixture.call('take-slots', { token: one, remove: true })).status, 403)
  }
  const nobody = linkedToken({ linkSecret, kind: 'slots', id: of.event_id })
  assert.equal((await fixture.call('get-slots', { token: nobody })).status, 410)
  fixture.later(days(4))
  assert.equal((await save(token, { [of.grill]: 1 })).status, 410)
  assert.equal(await taken(of.grill), 0)
  fixture.later(-days(4))
})

test('bad input gets a sentence of ours', async () => {
  const of = await needing()
  const other = await needing()
  const problems: [object, string][] = [
    [{ email: 'nobody' }, 'Please enter a valid email address'],
    [{ name: ' ' }, linkedTexts.nameRequired],
    [{ name: undefined }, linkedTexts.nameRequired],
    [{ amounts: {} }, slotTexts.chooseOne],
    [{ amounts: 'all' }, slotTexts.chooseOne],
    [{ amounts: { [of.grill]: 21 } }, slotTexts.amount],
    [{ amounts: { [of.grill]: 1.5 } }, slotTexts.amount],
    [{ amounts: { grill: 1 } }, slotTexts.changed],
    [{ amounts: { [other.grill]: 1 } }, slotTexts.changed],
  ]
  for (const [wrong, sentence] of problems) {
    const { status, body } = await request(of, newAddress(), wrong)
    assert.deepEqual([status, body.error ?? body.message], [400, sentence], JSON.stringify(wrong))
  }
  const { token } = await helps(of)
  assert.equal((await save(token, { [other.grill]: 1 })).body.code, 'TB073')
  assert.equal((await save(token, { [of.grill]: 'x' })).status, 400)
  assert.equal((await save(token, {}, { name: '' })).status, 400)
  assert.equal((await fixture.call('take-slots', { token: 7 })).status, 400)
})

test('an event that needs nothing, is over, hidden or of another calendar takes no sign-up and mails nobody', async () => {
  const of = await needing()
  const email = newAddress()
  const other = await needing()
  assert.equal((await request({ ...of, calendar_id: other.calendar_id }, email)).status, 404)
  assert.equal((await request(await needing({ disabled: true }), email)).status, 404)
  const { token } = await helps(of)
  await fixture.pool.query("update public.events set status = 'cancelled' where id = $1", [of.event_id])
  assert.equal((await request(of, email)).body.code, 'TB070')
  assert.equal((await save(token, { [of.grill]: 2 })).body.code, 'TB070')
  assert.equal((await save(token, { [of.grill]: 0 })).status, 200)
  await fixture.pool.query('delete from public.event_slots where event_id = $1', [other.event_id])
  assert.equal((await request(other, email)).status, 404)
  assert.deepEqual(await fixture.mails(email), [])
})

test('a robot, a mailbox that got five, and an address that complained get no more mail', async () => {
  const of = await needing({ trial: true })
  const trapped = newAddress()
  assert.equal((await request(of, trapped, { website: 'x' })).status, 200)
  assert.deepEqual(await fixture.mails(trapped), [])
  const email = newAddress()
  const statuses: number[] = []
  for (let turn = 0; turn < 6; turn++) statuses.push((await request(of, email)).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  // Five requests at once are one mail: the queue has one job for each sign-up.
  assert.equal((await fixture.mails(email)).length, 1)
  const complained = newAddress()
  await fixture.pool.query(
    "insert into public.suppressions (channel, address, reason) values ('email', $1, 'complaint')",
    [complained],
  )
  assert.deepEqual((await request(of, complained)).body, { status: 'sent' })
  assert.deepEqual(await fixture.mails(complained), [])
  await fixture.mails()
})

test('what was not confirmed is deleted after a week, and who helped 90 days after the event; the numbers stay', async () => {
  const of = await needing()
  const { email } = await helps(of)
  await request(of, newAddress())
  await fixture.mails()
  const left = async () =>
    (await fixture.pool.query('select email from public.slot_signups where event_id = $1', [of.event_id])).rows.map(
      (row) => row.email,
    )
  const run = () => sweep(fixture.pool)({}, undefined as never)
  await fixture.pool.query("update public.slot_signups set created_at = now() - interval '8 days'")
  await run()
  assert.deepEqual(await left(), [email])
  await fixture.pool.query(
    "update public.events set start_time = now() - interval '92 days', end_time = now() - interval '91 days' where id = $1",
    [of.event_id],
  )
  await run()
  assert.deepEqual(await left(), [])
  assert.equal(await taken(of.grill), 1)
})
