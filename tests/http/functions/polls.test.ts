// A poll for a date, without an account: the form of its page, the mail, and what its link allows.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, hours } from '#domain/durations.ts'
import { linkedTexts } from '#domain/texts/linked.ts'
import { pollTexts } from '#domain/texts/polls.ts'
import { linkedToken } from '#messages/linked-token.ts'
import { type Caught, type FunctionsFixture, newAddress, openFunctionsFixture } from './fixture.ts'

let fixture: FunctionsFixture
before(async () => {
  fixture = await openFunctionsFixture()
})
after(() => fixture.close())

type Asking = { calendar_id: string; poll_id: string }

/** Adds a poll with two times, in five and in six days. */
async function asking(calendar: { trial?: boolean; disabled?: boolean } = {}): Promise<Asking> {
  const calendar_id = await fixture.calendar(calendar)
  const at = (ms: number) => new Date(fixture.clock.now().getTime() + ms)
  const { rows } = await fixture.pool.query(
    `insert into public.polls (calendar_id, title, starts, ends, closes_at, yes, maybe)
     values ($1, 'Potluck', $2, $3, $4, '{0,0}', '{0,0}') returning id`,
    [calendar_id, [at(days(5)), at(days(6))], [at(days(5) + hours(1)), at(days(6) + hours(1))], at(days(6) + hours(1))],
  )
  return { calendar_id, poll_id: rows[0].id }
}

const request = ({ calendar_id, poll_id }: Asking, email: unknown, more: object = {}) =>
  fixture.call('request-poll', { calendar_id, poll_id, name: 'Rosa', choices: ['yes', 'no'], email, ...more })
const save = (token: string, choices: unknown, more: object = {}) =>
  fixture.call('answer-poll', { token, name: 'Rosa', choices, ...more })
const read = (token: string) => fixture.call('get-poll', { token })
const counts = async ({ poll_id }: Asking) =>
  (await fixture.pool.query('select answered, yes, maybe from public.polls where id = $1', [poll_id])).rows[0]

function tokenIn(mail: Caught | undefined, { calendar_id, poll_id }: Asking): string {
  const [, token] = new RegExp(`/calendar/${calendar_id}/poll/${poll_id}\\?t=([\\w-]+)`).exec(mail?.text ?? '') ?? []
  return token ?? assert.fail('the mail has no link')
}

/** Requests and reads the mail. */
async function mailed(of: Asking, email = newAddress()) {
  assert.equal((await request(of, email)).status, 200)
  return { email, token: tokenIn((await fixture.mails(email))[0], of) }
}

/** Requests, reads the mail and confirms. */
async function answers(of: Asking, choices: string[] = ['yes', 'no']) {
  const { email, token } = await mailed(of)
  const { status, body } = await save(token, choices)
  assert.equal(status, 200, JSON.stringify(body))
  return { email, token }
}

test('an answer is mailed a link, counts once its button is pressed, and is changed and deleted by the same link', async () => {
  const of = await asking()
  const email = newAddress()
  assert.deepEqual((await request(of, email)).body, { status: 'sent' })
  const [mail, ...others] = await fixture.mails(email)
  assert.equal(others.length, 0)
  assert.equal(mail?.subject, 'Your answer: Potluck')
  // What was typed may be somebody else's words to a stranger.
  assert.doesNotMatch(`${mail?.text}${mail?.html}`, /Rosa/)
  assert.match(mail?.headers['List-Unsubscribe'] ?? '', /one-click/)
  const token = tokenIn(mail, of)
  const { body } = await read(token)
  assert.deepEqual([body.is_confirmed, body.is_open, body.name, body.choices], [false, true, 'Rosa', ['yes', 'no']])
  assert.deepEqual(await counts(of), { answered: 0, yes: [0, 0], maybe: [0, 0] })
  assert.equal((await save(token, ['yes', 'maybe'])).body.is_confirmed, true)
  assert.deepEqual(await counts(of), { answered: 1, yes: [1, 0], maybe: [0, 1] })
  assert.equal((await save(token, ['no', 'yes'], { name: 'Rosa Oak' })).body.name, 'Rosa Oak')
  assert.deepEqual(await counts(of), { answered: 1, yes: [0, 1], maybe: [0, 0] })
  assert.deepEqual((await fixture.call('answer-poll', { token, remove: true })).body, { status: 'removed' })
  assert.deepEqual(await counts(of), { answered: 0, yes: [0, 0], maybe: [0, 0] })
  assert.equal((await read(token)).status, 410)
})

test('a second request replaces the first while neither is confirmed, by the same link', async () => {
  const of = await asking()
  const { email, token } = await mailed(of)
  await request(of, email, { name: 'Rosa Oak', choices: ['maybe', 'maybe'] })
  assert.equal(tokenIn((await fixture.mails(email))[0], of), token)
  const { body } = await read(token)
  assert.deepEqual([body.name, body.choices], ['Rosa Oak', ['maybe', 'maybe']])
})

test('somebody who types another person’s address changes nothing of their answer, and learns nothing', async () => {
  const of = await asking()
  const { email, token } = await answers(of)
  const again = await request(of, email.toUpperCase(), { name: 'Mallory', choices: ['no', 'no'] })
  assert.deepEqual(again.body, { status: 'sent' })
  assert.equal(tokenIn((await fixture.mails(email))[0], of), token)
  const { body } = await read(token)
  assert.deepEqual([body.name, body.choices], ['Rosa', ['yes', 'no']])
  assert.deepEqual(await counts(of), { answered: 1, yes: [1, 0], maybe: [0, 0] })
})

test('a link answers for its own person and poll only, cannot be guessed, and expires if it was not used', async () => {
  const of = await asking()
  const first = await answers(of)
  const second = await mailed(of)
  await save(second.token, ['maybe', 'maybe'], { email: first.email, poll_id: (await asking()).poll_id })
  assert.deepEqual((await read(first.token)).body.choices, ['yes', 'no'])
  assert.deepEqual(await counts(of), { answered: 2, yes: [1, 0], maybe: [1, 1] })

  const { token, email } = await mailed(of)
  const { linkSecret } = fixture.config
  const { rows } = await fixture.pool.query('select id from public.poll_answers where email = $1', [email])
  const forged = [`${token}A`, token.slice(0, -1), linkedToken({ linkSecret, kind: 'slots', id: rows[0].id }), 'x']
  for (const one of forged) {
    assert.equal((await read(one)).status, 403)
    assert.equal((await save(one, ['yes', 'yes'])).status, 403)
    assert.equal((await fixture.call('answer-poll', { token: one, remove: true })).status, 403)
  }
  assert.equal((await read(linkedToken({ linkSecret, kind: 'poll', id: of.poll_id }))).status, 410)
  fixture.later(days(4))
  assert.equal((await save(token, ['yes', 'yes'])).status, 410)
  // What was confirmed is changed as long as the poll is open.
  assert.equal((await save(first.token, ['no', 'yes'])).status, 200)
  fixture.later(-days(4))
  assert.equal((await counts(of)).answered, 2)
})

test('bad input gets a sentence of ours', async () => {
  const of = await asking()
  const problems: [object, string][] = [
    [{ email: 'nobody' }, 'Please enter a valid email address'],
    [{ name: ' ' }, linkedTexts.nameRequired],
    [{ choices: undefined }, pollTexts.choose],
    [{ choices: null }, pollTexts.choose],
    [{ choices: [] }, pollTexts.choose],
    [{ choices: 'yes' }, pollTexts.choose],
    [{ choices: ['yes'] }, pollTexts.choose],
    [{ choices: ['yes', 'perhaps'] }, pollTexts.choose],
    [{ choices: ['yes', 'no', 'no'] }, pollTexts.choose],
    [{ choices: Array.from({ length: 11 }, () => 'no') }, pollTexts.choose],
    [{ choices: { 0: 'yes', 1: ['no'] } }, pollTexts.choose],
    [{ poll_id: 'x' }, 'poll_id must be the id of a poll'],
  ]
  for (const [wrong, sentence] of problems) {
    const { status, body } = await request(of, newAddress(), wrong)
    assert.deepEqual([status, body.error ?? body.message], [400, sentence], JSON.stringify(wrong))
  }
  const { token } = await answers(of)
  for (const wrong of [['yes'], ['yes', 'no', 'no'], ['yes', 7], 'yes', undefined])
    assert.equal((await save(token, wrong)).status, 400, JSON.stringify(wrong))
  assert.equal((await save(token, ['yes', 'no'], { name: '' })).status, 400)
  assert.equal((await fixture.call('answer-poll', { token: 7 })).status, 400)
  assert.deepEqual(await counts(of), { answered: 1, yes: [1, 0], maybe: [0, 0] })
})

test('a poll that is closed, over, hidden, suspended or of another calendar takes no answer and mails nobody', async () => {
  const of = await asking()
  const email = newAddress()
  assert.equal((await request({ ...of, calendar_id: (await asking()).calendar_id }, email)).status, 404)
  assert.equal((await request(await asking({ disabled: true }), email)).status, 404)
  const { token } = await answers(of)
  const late = await mailed(of)
  await fixture.pool.query('update public.polls set closed_at = now() where id = $1', [of.poll_id])
  assert.equal((await request(of, email)).body.code, 'TB092')
  assert.equal((await save(token, ['no', 'no'])).body.code, 'TB092')
  assert.equal((await save(late.token, ['yes', 'yes'])).body.code, 'TB092')
  assert.equal((await read(token)).body.is_open, false)
  await fixture.pool.query('update public.polls set closed_at = null where id = $1', [of.poll_id])
  fixture.later(days(7))
  assert.equal((await request(of, email)).body.code, 'TB092')
  assert.equal((await save(token, ['no', 'no'])).body.code, 'TB092')
  assert.equal((await fixture.call('answer-poll', { token, remove: true })).status, 200)
  fixture.later(-days(7))
  const suspended = await asking()
  await fixture.pool.query(
    `update public.calendars set sending_paused_at = now(), sending_paused_by = 'suspension', sending_paused_reason = 'spam' where id = $1`,
    [suspended.calendar_id],
  )
  assert.equal((await request(suspended, email)).body.code, 'TB092')
  assert.deepEqual(await fixture.mails(email), [])
})

test('a letter that waited too long, or whose poll was closed or deleted meanwhile, is not sent', async () => {
  const closed = await asking()
  const gone = await asking()
  const hidden = await asking()
  const [one, two, three] = [newAddress(), newAddress(), newAddress()]
  await request(closed, one)
  await request(gone, two)
  await request(hidden, three)
  await fixture.pool.query('update public.polls set closed_at = now() where id = $1', [closed.poll_id])
  await fixture.pool.query('delete from public.polls where id = $1', [gone.poll_id])
  await fixture.pool.query('update public.calendars set disabled = true where id = $1', [hidden.calendar_id])
  for (const email of [one, two, three]) assert.deepEqual(await fixture.mails(email), [])
  const of = await asking()
  const old = newAddress()
  await request(of, old)
  await fixture.pool.query("update public.poll_answers set created_at = now() - interval '4 days' where email = $1", [
    old,
  ])
  assert.deepEqual(await fixture.mails(old), [])
})

test('a robot, a mailbox that got five, an address that complained and a full poll get no more mail', async () => {
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
  await fixture.pool.query(
    `insert into public.poll_answers (poll_id, calendar_id, email, name, choices)
     select $1, $2, 'full' || n || '@example.org', 'Ann', '{no,no}' from generate_series(1, private.answer_limit() - 2) as n`,
    [of.poll_id, of.calendar_id],
  )
  const crowded = newAddress()
  const refused = await request(of, crowded)
  assert.deepEqual([refused.status, refused.body.code], [400, 'TB093'])
  assert.deepEqual(await fixture.mails(crowded), [])
  // Whoever has a place still changes their mind.
  assert.equal((await request(of, complained)).status, 200)
  await fixture.mails()
})

test('the letter is in the language of the page', async () => {
  const of = await asking()
  const email = newAddress()
  await request(of, email, { language: 'es' })
  assert.equal((await fixture.mails(email))[0]?.subject, 'Su respuesta: Potluck')
})
