// "Will you be there?" without an account: the form of the event's page, the mail, and what its link allows.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, hours } from '#domain/durations.ts'
import { linkedTexts } from '#domain/texts/linked.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { linkedToken } from '#messages/linked-token.ts'
import { optOutToken } from '#messages/mail-links.ts'
import { eventRsvpToken } from '#messages/rsvp-link.ts'
import { sweep } from '#worker/jobs/sweep.ts'
import { type Caught, type FunctionsFixture, newAddress, newNetwork, openFunctionsFixture } from './fixture.ts'

let fixture: FunctionsFixture
before(async () => {
  fixture = await openFunctionsFixture()
})
after(() => fixture.close())

type Asking = { calendar_id: string; event_id: string }

/** Adds an event that asks who comes, in five days. */
async function asking(more: { capacity?: number; trial?: boolean; disabled?: boolean } = {}): Promise<Asking> {
  const { capacity = null, ...calendar } = more
  const calendar_id = await fixture.calendar(calendar)
  const start = new Date(fixture.clock.now().getTime() + days(5))
  const { rows } = await fixture.pool.query(
    `insert into public.events (calendar_id, title, start_time, end_time, category)
     values ($1, 'Porch concert', $2, $3, 'Event') returning id`,
    [calendar_id, start, new Date(start.getTime() + hours(2))],
  )
  await fixture.pool.query(
    `insert into public.event_rsvps (event_id, calendar_id, capacity, question) values ($1, $2, $3, 'What do you bring?')`,
    [rows[0].id, calendar_id, capacity],
  )
  return { calendar_id, event_id: rows[0].id }
}

const says = { name: 'Rosa', answer: 'going', party: 2, reply: 'Salad' }
const request = (of: Asking, email: unknown, more: object = {}, init: object = {}) =>
  fixture.call('request-rsvp', { ...of, ...says, email, ...more }, init)
const save = (token: string, more: object = {}) => fixture.call('answer-rsvp', { token, ...says, ...more })
const taken = async ({ event_id }: Asking) =>
  (await fixture.pool.query('select taken from public.event_rsvps where event_id = $1', [event_id])).rows[0].taken

/** The subject without the day of the event, which depends on today. */
const withoutDay = (subject = '') => subject.replace(/, (\w{3}, \w{3} \d+|\S{3} \d+ \w+)$/, '')

function tokenIn(mail: Caught | undefined): string {
  return /\/rsvp\?t=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? assert.fail('the mail has no link')
}

/** Requests, reads the mail and confirms. */
async function comes(of: Asking, more: object = {}) {
  const email = newAddress()
  assert.equal((await request(of, email)).status, 200)
  const token = tokenIn((await fixture.mails(email))[0])
  const { status, body } = await save(token, more)
  assert.equal(status, 200, JSON.stringify(body))
  const subjects = (await fixture.mails(email)).map(({ subject }) => withoutDay(subject))
  const says = { going: "You're going", maybe: 'Maybe', waiting: "You're on the waiting list" }[body.state as string]
  assert.deepEqual(subjects, says ? [`${says}: Porch concert`] : [])
  return { email, token, state: body.state as string }
}

test('an answer is mailed a link, counts once its button is pressed, and is changed and deleted by the same link', async () => {
  const of = await asking({ capacity: 10 })
  const email = newAddress()
  assert.deepEqual((await request(of, email)).body, { status: 'sent' })
  const [mail, ...others] = await fixture.mails(email)
  assert.equal(others.length, 0)
  assert.equal(withoutDay(mail?.subject), 'Not confirmed yet: Porch concert')
  // What was typed may be somebody else's words to a stranger.
  assert.doesNotMatch(`${mail?.text}${mail?.html}`, /Rosa|Salad/)
  assert.match(mail?.headers['List-Unsubscribe'] ?? '', /one-click/)
  const token = tokenIn(mail)
  const seen = await fixture.call('get-rsvp', { token })
  assert.deepEqual(
    [seen.body.state, seen.body.name, seen.body.party, seen.body.reply, seen.body.event.title],
    [null, 'Rosa', 2, 'Salad', 'Porch concert'],
  )
  assert.equal(await taken(of), 0)
  assert.equal((await save(token)).body.state, 'going')
  assert.equal(await taken(of), 2)
  assert.equal((await save(token, { answer: 'maybe' })).body.state, 'maybe')
  assert.equal(await taken(of), 0)
  await save(token)
  assert.deepEqual((await fixture.call('answer-rsvp', { token, remove: true })).body, { status: 'removed' })
  assert.equal(await taken(of), 0)
  assert.equal((await fixture.call('get-rsvp', { token })).status, 410)
})

test('somebody who types another person’s address changes nothing of what they answered, and learns nothing', async () => {
  const of = await asking()
  const { email, token } = await comes(of)
  const again = await request(of, email.toUpperCase(), { name: 'Mallory', answer: 'no' })
  assert.deepEqual(again.body, { status: 'sent' })
  assert.equal(tokenIn((await fixture.mails(email))[0]), token)
  const { body } = await fixture.call('get-rsvp', { token })
  assert.deepEqual([body.state, body.name], ['going', 'Rosa'])
})

test('links cannot be guessed, and one that was not used expires', async () => {
  const of = await asking()
  const email = newAddress()
  await request(of, email)
  const token = tokenIn((await fixture.mails(email))[0])
  const { linkSecret } = fixture.config
  const forged = [`${token}A`, token.slice(0, -1), optOutToken({ linkSecret, calendarId: of.calendar_id, email }), 'x']
  for (const one of forged) {
    assert.equal((await fixture.call('get-rsvp', { token: one })).status, 403)
    assert.equal((await save(one)).status, 403)
    assert.equal((await fixture.call('answer-rsvp', { token: one, remove: true })).status, 403)
  }
  const nobody = linkedToken({ linkSecret, kind: 'rsvp', id: of.event_id })
  assert.equal((await fixture.call('get-rsvp', { token: nobody })).status, 410)
  fixture.later(days(4))
  assert.equal((await save(token)).status, 410)
  assert.equal(await taken(of), 0)
  fixture.later(-days(4))
})

const linkOf = ({ event_id: eventId }: Asking, email: string) =>
  eventRsvpToken({ linkSecret: fixture.config.linkSecret, eventId, email })

test('the link of a mail about the event stores nothing until its button is pressed, and then the answer counts', async () => {
  const of = await asking({ capacity: 3 })
  const email = newAddress()
  const token = linkOf(of, email)
  const stored = async () =>
    (await fixture.pool.query('select from public.rsvp_answers where email = $1', [email])).rowCount
  for (let turn = 0; turn < 2; turn++) {
    const { body } = await fixture.call('get-rsvp', { token })
    assert.deepEqual(
      [body.state, body.is_stored, body.is_open, body.name, body.party, body.email],
      [null, false, true, email.split('@')[0], 1, email],
    )
  }
  assert.equal(await stored(), 0)
  const first = await save(token, { language: 'es' })
  assert.deepEqual([first.body.state, first.body.is_stored, first.body.name], ['going', true, 'Rosa'])
  assert.equal((await save(token, { answer: 'no', party: 1 })).body.state, 'no')
  assert.equal((await save(token, { party: 3 })).body.state, 'going')
  assert.deepEqual([await stored(), await taken(of)], [1, 3])
  const [mail, ...more] = await fixture.mails(email)
  assert.deepEqual([withoutDay(mail?.subject), more], ['Usted va: Porch concert', []], 'one mail of what was said last')
  const late = await save(linkOf(of, newAddress()), { party: 1 })
  assert.equal(late.body.state, 'waiting')
  assert.deepEqual((await fixture.call('answer-rsvp', { token, remove: true })).body, { status: 'removed' })
  assert.equal(await stored(), 0)
  const promoted = (await fixture.mails()).map(({ subject }) => withoutDay(subject))
  assert.deepEqual(promoted, ['You have a place: Porch concert'], 'not that it waits, which it no longer does')
})

test('the link of a mail shows nothing that somebody else typed for the address, and confirms only what its owner says', async () => {
  const of = await asking()
  const email = newAddress()
  await request(of, email, { name: 'Mallory', reply: 'Spam' })
  await fixture.mails(email)
  const token = linkOf(of, email)
  const { body } = await fixture.call('get-rsvp', { token })
  assert.deepEqual([body.state, body.name, body.reply], [null, email.split('@')[0], null])
  await fixture.call('answer-rsvp', { token, remove: true })
  const saved = await save(token, { answer: 'maybe' })
  assert.deepEqual([saved.body.state, saved.body.name], ['maybe', 'Rosa'])
})

test('the link of a mail answers nothing for another event, another address, a closed calendar or an event that is over', async () => {
  const of = await asking()
  const email = newAddress()
  const token = linkOf(of, email)
  const opened = await fixture.call('get-rsvp', { token })
  assert.equal(opened.status, 200)
  // Not the last letters: some of their bits say nothing.
  const changed = `${token.slice(0, -9)}${token.at(-9) === 'A' ? 'B' : 'A'}${token.slice(-8)}`
  for (const forged of [changed, token.slice(4), `${token}A`, `x${token}`])
    assert.equal((await save(forged)).status, 403)
  const closed = await asking({ disabled: true })
  assert.equal((await save(linkOf(closed, email))).status, 410)
  fixture.later(days(6))
  assert.equal((await fixture.call('get-rsvp', { token })).body.is_open, false)
  for (const answer of ['going', 'no']) assert.equal((await save(token, { answer })).body.code, 'TB050')
  fixture.later(-days(6))
  const { rows } = await fixture.pool.query('select from public.rsvp_answers where email = $1', [email])
  assert.equal(rows.length, 0)
})

test('a member who answers by the link of a mail finds the answer as their own', async () => {
  const of = await asking()
  const { rows } = await fixture.pool.query(
    `select u.id, u.email from public.calendars c join auth.users u on u.id = c.owner_id where c.id = $1`,
    [of.calendar_id],
  )
  const [owner] = rows
  await fixture.pool.query('update auth.users set email_confirmed_at = now() where id = $1', [owner.id])
  assert.equal((await save(linkOf(of, owner.email))).body.state, 'going')
  const found = await fixture.pool.query('select user_id from public.rsvp_answers where event_id = $1', [of.event_id])
  assert.deepEqual(found.rows, [{ user_id: owner.id }])
})

test('bad input gets a sentence of ours', async () => {
  const of = await asking()
  const problems: [object, string][] = [
    [{ email: 'nobody' }, 'Please enter a valid email address'],
    [{ name: ' ' }, linkedTexts.nameRequired],
    [{ name: undefined }, linkedTexts.nameRequired],
    [{ answer: 'perhaps' }, rsvpTexts.chooseAnswer],
    [{ party: 21 }, rsvpTexts.party],
    [{ party: 1.5 }, rsvpTexts.party],
    [{ party: 'many' }, rsvpTexts.party],
  ]
  for (const [wrong, sentence] of problems) {
    const { status, body } = await request(of, newAddress(), wrong)
    assert.deepEqual([status, body.error ?? body.message], [400, sentence])
  }
  const { token } = await comes(of)
  for (const [wrong, sentence] of problems.slice(1)) {
    const { status, body } = await save(token, wrong)
    assert.deepEqual([status, body.error ?? body.message], [400, sentence])
  }
  assert.equal((await fixture.call('answer-rsvp', { token: 7 })).status, 400)
})

test('who answers is mailed what became of it and the event for their calendar, when it changed, and five times a day', async () => {
  const of = await asking()
  const { email, token } = await comes(of)
  await fixture.pool.query("update public.calendars set admin_email = 'elm@town.example' where id = $1", [
    of.calendar_id,
  ])
  await save(token, { party: 2 })
  await save(token, { name: 'Rosalind' })
  assert.deepEqual(await fixture.mails(email), [], 'what became of it is the same')
  await save(token, { answer: 'maybe' })
  const [mail] = await fixture.mails(email)
  assert.equal(withoutDay(mail?.subject), 'Maybe: Porch concert')
  assert.deepEqual(
    [mail?.headers.From, mail?.headers['Reply-To']],
    ['Elm Street via Townbell <bell@town.example>', 'elm@town.example'],
  )
  let mails = 0
  for (const answer of ['no', 'going', 'no', 'maybe', 'going', 'maybe', 'going', 'maybe']) {
    assert.equal((await save(token, { answer })).status, 200)
    mails += (await fixture.mails(email)).length
  }
  assert.equal(mails, 3)
})

test('a full event has a waiting list; who moves up is mailed once, unless they unsubscribed', async () => {
  await fixture.mails()
  const of = await asking({ capacity: 2 })
  const first = await comes(of)
  const second = await comes(of)
  const third = await comes(of)
  assert.deepEqual([first.state, second.state, third.state], ['going', 'waiting', 'waiting'])
  assert.equal((await save(first.token, { party: 3 })).body.code, 'TB051')
  await save(first.token, { answer: 'no' })
  const [mail, ...others] = await fixture.mails(second.email)
  assert.equal(others.length, 0)
  assert.equal(withoutDay(mail?.subject), 'You have a place: Porch concert')
  assert.equal((await fixture.call('get-rsvp', { token: tokenIn(mail) })).body.state, 'going')
  assert.deepEqual(await fixture.mails(), [])
  await fixture.pool.query('insert into public.opt_outs (calendar_id, email) values ($1, $2)', [
    of.calendar_id,
    third.email,
  ])
  await save(second.token, { answer: 'no' })
  assert.deepEqual(await fixture.mails(), [])
  assert.equal((await fixture.call('get-rsvp', { token: third.token })).body.state, 'going')
})

test('one network or mail domain gets a fifth of the places, the rest waits until an admin places it', async () => {
  const of = await asking({ capacity: 100 })
  const answer = async (email: string, network: string, party = 20) => {
    assert.equal((await request(of, email, { party }, { network })).status, 200)
    const { body } = await save(tokenIn((await fixture.mails(email))[0]), { party })
    await fixture.mails()
    return body.state
  }
  const at = (domain: string) => newAddress().replace(/@.*/, `@${domain}`)
  const rented = newNetwork()
  assert.equal(await answer(at('gmail.com'), rented), 'going')
  assert.equal(await answer(at('gmail.com'), rented), 'waiting', 'of one network')
  assert.equal(await answer(at('gmail.com'), newNetwork()), 'going', 'neighbors with the same provider')
  assert.equal(await answer(at('evil.example'), newNetwork()), 'going')
  const second = at('evil.example')
  assert.equal(await answer(second, newNetwork(), 1), 'waiting', 'of one domain')
  const follower = at('evil.example')
  await fixture.pool.query(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', $2)`,
    [of.calendar_id, follower],
  )
  assert.equal(await answer(follower, rented), 'going')
  assert.equal(await taken(of), 80)
  await fixture.pool.query(
    `select private.place_answer(a.id, 'going', 1, 'Rosa', null, $2, true) from public.rsvp_answers a where a.email = $1`,
    [second, fixture.clock.now()],
  )
  assert.equal(await taken(of), 81)
})

test('an event that does not ask, is over, hidden or of another calendar takes no answer and mails nobody', async () => {
  const of = await asking()
  const email = newAddress()
  const other = await asking()
  assert.equal((await request({ ...of, calendar_id: other.calendar_id }, email)).status, 404)
  assert.equal((await request(await asking({ disabled: true }), email)).status, 404)
  const { token } = await comes(of)
  await fixture.pool.query('update public.event_rsvps set is_open = false where event_id = $1', [of.event_id])
  assert.equal((await request(of, email)).body.code, 'TB050')
  assert.equal((await save(token, { party: 1 })).body.code, 'TB050')
  assert.equal((await save(token, { answer: 'no' })).status, 200)
  await fixture.pool.query('update public.event_rsvps set is_open = true where event_id = $1', [of.event_id])
  await fixture.pool.query("update public.events set status = 'cancelled' where id = $1", [of.event_id])
  assert.equal((await request(of, email)).body.code, 'TB050')
  assert.deepEqual(await fixture.mails(email), [])
})

test('a robot, a mailbox that got five, and an address that complained get no more mail', async () => {
  const of = await asking({ trial: true })
  const trapped = newAddress()
  assert.equal((await request(of, trapped, { website: 'x' })).status, 200)
  assert.deepEqual(await fixture.mails(trapped), [])
  const email = newAddress()
  const statuses: number[] = []
  for (let turn = 0; turn < 6; turn++) statuses.push((await request(of, email)).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  // Five requests at once are one mail: the queue has one job for each answer.
  assert.equal((await fixture.mails(email)).length, 1)
  const complained = newAddress()
  await fixture.pool.query(
    "insert into public.suppressions (channel, address, reason) values ('email', $1, 'complaint')",
    [complained],
  )
  assert.deepEqual((await request(of, complained)).body, { status: 'sent' })
  assert.deepEqual(await fixture.mails(complained), [])
})

test('what was not confirmed is deleted after a week, and who came 90 days after the event; the number stays', async () => {
  const of = await asking()
  const { email } = await comes(of)
  const late = newAddress()
  await request(of, late)
  await fixture.mails()
  const left = async () =>
    (await fixture.pool.query('select email from public.rsvp_answers where event_id = $1', [of.event_id])).rows.map(
      (row) => row.email,
    )
  const run = () => sweep(fixture.pool)({}, undefined as never)
  await fixture.pool.query("update public.rsvp_answers set created_at = now() - interval '8 days'")
  await run()
  assert.deepEqual(await left(), [email])
  await fixture.pool.query(
    "update public.events set start_time = now() - interval '92 days', end_time = now() - interval '91 days' where id = $1",
    [of.event_id],
  )
  await run()
  assert.deepEqual(await left(), [])
  assert.equal(await taken(of), 2)
})
