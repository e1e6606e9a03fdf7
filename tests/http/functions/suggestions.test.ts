// Suggesting an event without an account: the form, the mails, what the link allows, and what admins make of it.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { addDays, dayInZone } from '#domain/dates.ts'
import { days } from '#domain/durations.ts'
import { SUGGESTIONS_PENDING_MAX } from '#domain/limits.ts'
import { eventProblemTexts } from '#domain/texts/events.ts'
import { linkedTexts } from '#domain/texts/linked.ts'
import { linkedToken } from '#messages/linked-token.ts'
import { sweep } from '#worker/jobs/sweep.ts'
import { type Caught, type FunctionsFixture, newAddress, openFunctionsFixture } from './fixture.ts'

let fixture: FunctionsFixture
before(async () => {
  fixture = await openFunctionsFixture()
})
after(() => fixture.close())

const ZONE = 'America/Chicago'
const inDays = (count: number) => addDays(dayInZone(fixture.clock.now(), ZONE), count)

type Open = { calendar_id: string; owner: string; as: { authorization: string } }

/** Adds a calendar that takes suggestions, with a contact, so that its owner can add events. */
async function open(more: { trial?: boolean; disabled?: boolean; guests?: boolean } = {}): Promise<Open> {
  const calendar_id = await fixture.calendar(more)
  const { rows } = await fixture.pool.query(
    'update public.calendars set takes_suggestions = true where id = $1 returning owner_id',
    [calendar_id],
  )
  await fixture.pool.query(
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'ann@example.org')",
    [calendar_id],
  )
  const owner = rows[0].owner_id
  return { calendar_id, owner, as: await fixture.signedIn(owner) }
}

const fair = () => {
  const day = inDays(9)
  return {
    title: 'Spring fair',
    description: 'Cakes. See https://cakes.example',
    location_name: 'Town hall',
    location: '1 Main Street',
    link_url: 'https://fair.example/',
    day,
    start: '18:00',
    end_day: day,
    end: '21:30',
    all_day: false,
    name: 'Rosa',
  }
}
const request = ({ calendar_id }: Pick<Open, 'calendar_id'>, email: unknown, more: object = {}, init: object = {}) =>
  fixture.call('request-suggestion', { calendar_id, ...fair(), email, ...more }, init)
const save = (token: string, more: object = {}) => fixture.call('answer-suggestion', { token, ...fair(), ...more })
const seen = async (token: string) => (await fixture.call('get-suggestion', { token })).body
const stored = async (of: Open) =>
  (
    await fixture.pool.query('select * from public.event_suggestions where calendar_id = $1 order by created_at', [
      of.calendar_id,
    ])
  ).rows
const events = async (of: Open) =>
  (
    await fixture.pool.query(
      `select title, description, location_name, location, link_url, category, include_in_mailer, status, created_by,
         to_char(start_time at time zone $2, 'YYYY-MM-DD HH24:MI') as starts, to_char(end_time at time zone $2, 'HH24:MI') as ends
       from public.events where calendar_id = $1 order by start_time`,
      [of.calendar_id, ZONE],
    )
  ).rows

function tokenIn(mail: Caught | undefined): string {
  return /\/suggest\?t=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? assert.fail('the mail has no link')
}

/** Requests, reads the mail and confirms. */
async function suggests(of: Open, more: object = {}, email = newAddress()) {
  assert.equal((await request(of, email, more)).status, 200)
  const token = tokenIn((await fixture.mails(email))[0])
  const { status, body } = await save(token, more)
  assert.equal(status, 200, JSON.stringify(body))
  return { email, token, id: body.id as string, state: body.state as string }
}

const accept = (of: Open, suggestion_id: string, more: object = {}, times: object = {}) => {
  const { day, start, end_day, end, all_day, name: _, ...event } = fair()
  const body = { suggestion_id, event: { ...event, category: 'Event', include_in_mailer: false, ...more } }
  return fixture.call(
    'accept-suggestion',
    { ...body, times: { day, start, end_day, end, all_day, ...times } },
    { headers: of.as },
  )
}
const decline = async (of: Open, id: string, reason: string | null) =>
  fixture.request('/rest/v1/rpc/decline_suggestion', { json: { p_id: id, p_reason: reason }, headers: of.as })

test('a suggestion is mailed a link, waits for an admin once its button is pressed, and becomes an event', async () => {
  const of = await open()
  const email = newAddress()
  assert.deepEqual((await request(of, email)).body, { status: 'sent' })
  const [mail, ...others] = await fixture.mails(email)
  assert.equal(others.length, 0)
  assert.equal(mail?.subject, 'Your suggestion for Elm Street')
  // Whatever was typed may be somebody else's words to a stranger.
  assert.doesNotMatch(`${mail?.text}${mail?.html}`, /Spring fair|Cakes|cakes\.|Rosa|1 Main/)
  assert.match(mail?.headers['List-Unsubscribe'] ?? '', /one-click/)
  const token = tokenIn(mail)
  const shown = await seen(token)
  assert.deepEqual(
    [shown.state, shown.title, shown.day, shown.start, shown.end, shown.is_open],
    ['unconfirmed', 'Spring fair', inDays(9), '18:00', '21:30', true],
  )
  assert.equal((await stored(of))[0].state, 'unconfirmed', 'reading confirms nothing')
  assert.equal((await save(token, { title: 'Spring Fair' })).body.state, 'pending')
  const [{ id }] = await stored(of)

  const accepted = await accept(of, id, { title: 'Spring Fair 2' })
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  assert.deepEqual(await events(of), [
    {
      title: 'Spring Fair 2',
      description: 'Cakes. See https://cakes.example',
      location_name: 'Town hall',
      location: '1 Main Street',
      link_url: 'https://fair.example/',
      category: 'Event',
      include_in_mailer: false,
      status: 'scheduled',
      created_by: of.owner,
      starts: `${inDays(9)} 18:00`,
      ends: '21:30',
    },
  ])
  const [outcome] = await fixture.mails(email)
  assert.match(outcome?.subject ?? '', /^On the calendar: Spring Fair 2, \w{3}, \w{3} \d+$/)
  assert.equal(tokenIn(outcome), token)
  assert.deepEqual([(await seen(token)).state, (await seen(token)).title], ['accepted', 'Spring Fair 2'])
  assert.equal((await accept(of, id)).body.code, 'TB075')
  assert.equal((await events(of)).length, 1)
})

test('whole days, and an event over midnight, keep their days', async () => {
  const of = await open()
  const first = inDays(3)
  const whole = await suggests(of, { all_day: true, day: first, end_day: addDays(first, 1) })
  assert.equal((await accept(of, whole.id, {}, { all_day: true, day: first, end_day: addDays(first, 1) })).status, 200)
  const { rows } = await fixture.pool.query(
    'select event_date::text, end_date::text, all_day from public.events where calendar_id = $1',
    [of.calendar_id],
  )
  assert.deepEqual(rows, [{ event_date: first, end_date: addDays(first, 1), all_day: true }])
  const shown = await seen(whole.token)
  assert.deepEqual([shown.day, shown.end_day, shown.all_day], [first, addDays(first, 1), true])
})

test('a declined suggestion is mailed the reason, without links, and can be changed and sent again', async () => {
  const of = await open()
  const { email, token, id } = await suggests(of)
  await fixture.mails()
  assert.equal((await decline(of, id, 'Not public. See evil.example\nSorry')).status, 204)
  const [mail] = await fixture.mails(email)
  assert.equal(mail?.subject, 'Your suggestion: Spring fair')
  assert.match(mail?.text ?? '', /Their reason: Not public. See evil example Sorry/)
  assert.deepEqual([(await seen(token)).state, (await seen(token)).reason?.slice(0, 11)], ['declined', 'Not public.'])
  assert.equal((await save(token, { title: 'Open fair' })).body.state, 'pending')
  assert.deepEqual([(await seen(token)).title, (await seen(token)).reason], ['Open fair', null])
})

test('a change of an accepted event waits for an admin, too, and only what was suggested changes', async () => {
  const of = await open()
  const { email, token, id } = await suggests(of)
  assert.equal((await accept(of, id)).status, 200)
  await fixture.mails()
  assert.equal((await save(token)).body.state, 'accepted', 'nothing was changed')
  const later = inDays(12)
  const changed = await save(token, { location_name: 'School', day: later, end_day: later })
  assert.deepEqual([changed.body.state, changed.body.event_id === null], ['pending', false])
  assert.equal((await events(of))[0].location_name, 'Town hall')
  const done = await accept(of, id, { location_name: 'School' }, { day: later, end_day: later })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  const [event, ...others] = await events(of)
  assert.equal(others.length, 0)
  assert.deepEqual([event.location_name, event.starts, event.status], ['School', `${later} 18:00`, 'scheduled'])
  assert.equal((await fixture.mails(email)).length, 1)
  // The event is gone.
  await save(token, { title: 'Again' })
  await fixture.pool.query('delete from public.events where calendar_id = $1', [of.calendar_id])
  assert.equal((await accept(of, id)).body.code, 'suggested_event_gone')
  assert.equal((await save(token, { title: 'Once more' })).body.code, 'suggested_event_gone')
})

test('links cannot be guessed, one that was not used expires, and a used one deletes what it is for', async () => {
  const of = await open()
  const email = newAddress()
  await request(of, email)
  const token = tokenIn((await fixture.mails(email))[0])
  const { linkSecret } = fixture.config
  const [{ id }] = await stored(of)
  for (const one of [`${token}A`, token.slice(0, -1), linkedToken({ linkSecret, kind: 'rsvp', id: id }), 'x']) {
    assert.equal((await fixture.call('get-suggestion', { token: one })).status, 403)
    assert.equal((await save(one)).status, 403)
    assert.equal((await fixture.call('answer-suggestion', { token: one, remove: true })).status, 403)
  }
  const nobody = linkedToken({ linkSecret, kind: 'suggestion', id: of.calendar_id })
  assert.equal((await fixture.call('get-suggestion', { token: nobody })).status, 410)
  fixture.later(days(4))
  assert.equal((await save(token)).status, 410)
  fixture.later(-days(4))
  assert.equal((await save(token)).status, 200)
  assert.deepEqual((await fixture.call('answer-suggestion', { token, remove: true })).body, { status: 'removed' })
  assert.deepEqual(await stored(of), [])
  assert.equal((await fixture.call('get-suggestion', { token })).status, 410)
})

test('bad input gets a sentence of ours and stores nothing', async () => {
  const of = await open()
  const problems: [object, string][] = [
    [{ name: ' ' }, linkedTexts.nameRequired],
    [{ title: ' ' }, eventProblemTexts.missingTitle.title],
    [{ title: undefined }, eventProblemTexts.missingTitle.title],
    [{ start: '25:00' }, eventProblemTexts.missingStartTime.title],
    [{ end: '17:00' }, eventProblemTexts.invalidTime.body],
    [{ end_day: inDays(60) }, eventProblemTexts.tooLong.body],
    [{ day: inDays(-2), end_day: inDays(-2) }, eventProblemTexts.pastDay.title],
  ]
  for (const [wrong, sentence] of [[{ email: 'nobody' }, 'Please enter a valid email address'] as const, ...problems]) {
    const { status, body } = await request(of, newAddress(), wrong)
    assert.deepEqual([status, body.error ?? body.message], [400, sentence])
  }
  for (const wrong of [
    { link_url: 'javascript:alert(1)' },
    { title: 'x'.repeat(201) },
    { description: 'x'.repeat(5001) },
  ])
    assert.equal((await request(of, newAddress(), wrong)).status, 400)
  assert.deepEqual(await stored(of), [])
  const { token } = await suggests(of)
  for (const [wrong, sentence] of problems) {
    const { status, body } = await save(token, wrong)
    assert.deepEqual([status, body.error ?? body.message], [400, sentence])
  }
  assert.equal((await fixture.call('answer-suggestion', { token: 7 })).status, 400)
})

test('a calendar that does not ask, is hidden, suspended or has enough takes none and mails nobody', async () => {
  const of = await open()
  const email = newAddress()
  assert.equal((await request(await open({ disabled: true }), email)).status, 404)
  assert.equal((await request({ calendar_id: randomUUID() }, email)).status, 404)
  const first = await suggests(of)
  const off = (set: string) => fixture.pool.query(`update public.calendars set ${set} where id = $1`, [of.calendar_id])
  await off('takes_suggestions = false')
  assert.equal((await request(of, email)).body.code, 'suggestions_closed')
  assert.equal((await save(first.token, { title: 'Other' })).body.code, 'suggestions_closed')
  await off(
    "takes_suggestions = true, sending_paused_by = 'suspension', sending_paused_at = now(), sending_paused_reason = 'x'",
  )
  assert.equal((await request(of, email)).body.code, 'suggestions_closed')
  await off('sending_paused_by = null, sending_paused_at = null, sending_paused_reason = null')
  await request(of, email)
  const late = tokenIn((await fixture.mails(email))[0])
  await fixture.pool.query(
    `insert into public.event_suggestions (calendar_id, state, title, day, starts_at, end_day, ends_at, email, name, confirmed_at)
     select $1, 'pending', 'Many', current_date + 5, '10:00', current_date + 5, '11:00', 'many@example.org', 'Many', now()
     from generate_series(2, $2::int)`,
    [of.calendar_id, SUGGESTIONS_PENDING_MAX],
  )
  assert.equal((await request(of, newAddress())).body.code, 'too_many_suggestions')
  assert.equal((await save(late)).body.code, 'too_many_suggestions')
  assert.equal((await save(first.token, { title: 'Still mine' })).status, 200)
  // One that is not listed can be opened by its address, and so can its form.
  assert.equal((await request(await open({ guests: false }), newAddress())).status, 200)
  await fixture.mails()
})

test('a robot, a mailbox that got five, and an address that complained are not written to', async () => {
  const of = await open()
  const trapped = newAddress()
  assert.equal((await request(of, trapped, { website: 'x' })).status, 200)
  const email = newAddress()
  const statuses: number[] = []
  for (let turn = 0; turn < 6; turn++) statuses.push((await request(of, email)).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  const complained = newAddress()
  await fixture.pool.query(
    "insert into public.suppressions (channel, address, reason) values ('email', $1, 'complaint')",
    [complained],
  )
  assert.deepEqual((await request(of, complained)).body, { status: 'sent' })
  const mailed = (await fixture.mails()).map(({ recipient }) => recipient)
  assert.deepEqual(
    [mailed.filter((to) => to === email).length, mailed.includes(trapped), mailed.includes(complained)],
    [5, false, false],
  )
})

test('only admins of the calendar accept, and by the rules of every event', async () => {
  const of = await open()
  const other = await open()
  const { id } = await suggests(of)
  assert.equal((await accept({ ...of, as: other.as }, id)).status, 404)
  assert.equal((await accept({ ...of, as: {} as Open['as'] }, id)).status, 401)
  const past = { day: inDays(-2), end_day: inDays(-2) }
  assert.equal((await accept(of, id, {}, past)).body.code, 'TB005')
  assert.equal((await accept(of, id, { category: 'Party' })).status, 400)
  await fixture.pool.query('delete from public.calendar_contacts where calendar_id = $1', [of.calendar_id])
  assert.equal((await accept(of, id)).body.code, 'TB006')
  assert.deepEqual([await events(of), (await stored(of))[0].state], [[], 'pending'])
})

test('of two admins who accept at once, one makes the event', async () => {
  const of = await open()
  const { id } = await suggests(of)
  const answers = await Promise.all([accept(of, id), accept(of, id), accept(of, id)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400])
  assert.equal((await events(of)).length, 1)
})

test('admins get one mail an hour about what waits, unless they switched the mails of the calendar off', async () => {
  const of = await open()
  const to = `${of.owner}@example.org`
  const { email } = await suggests(of, { title: 'First <b>' })
  const [mail, ...others] = await fixture.mails(to)
  assert.equal(others.length, 0)
  assert.match(mail?.subject ?? '', /^Suggested: First b, \w{3}, \w{3} \d+ \(Elm Street\)$/)
  assert.match(mail?.text ?? '', /• First b\. .*\. From Rosa\./)
  assert.doesNotMatch(`${mail?.text}${mail?.html}`, new RegExp(`${email}|First <b>`))
  assert.match(mail?.text ?? '', new RegExp(`/calendars/${of.calendar_id}/setup/suggestions`))
  await suggests(of)
  await suggests(of)
  assert.deepEqual(await fixture.mails(to), [])
  const hourLater = () => fixture.pool.query("delete from private.rate_limits where key like 'suggestions-notice:%'")
  const due = () =>
    fixture.pool.query(
      `update graphile_worker._private_jobs set run_at = now() where key = 'notify-suggestions-later:' || $1`,
      [of.calendar_id],
    )
  await hourLater()
  await due()
  assert.deepEqual(
    (await fixture.mails(to)).map(({ subject }) => subject),
    ['3 suggestions: Elm Street'],
  )
  await hourLater()
  await fixture.pool.query(
    'update public.notification_preferences set email_notifications = false where user_id = $1',
    [of.owner],
  )
  await suggests(of)
  assert.deepEqual(await fixture.mails(to), [])
})

test('what a trusted address confirms is an event at once, not mailed, ten times a day', async () => {
  const of = await open()
  const { email, id } = await suggests(of)
  const trust = { json: { p_suggestion_id: id }, headers: of.as }
  assert.equal((await fixture.request('/rest/v1/rpc/trust_submitter', trust)).status, 204)
  const second = await suggests(of, { title: 'Second' }, email)
  assert.equal(second.state, 'accepted')
  assert.deepEqual(
    (await events(of)).map(({ title, include_in_mailer, created_by }) => [title, include_in_mailer, created_by]),
    [['Second', false, null]],
  )
  assert.match((await fixture.mails(email))[0]?.subject ?? '', /^On the calendar: Second, /)
  assert.equal((await save(second.token, { title: 'Changed' })).body.state, 'pending', 'changes wait')
  await fixture.pool.query("update private.rate_limits set taken = 10 where key like 'suggestion-trusted:%'")
  assert.equal((await suggests(of, { title: 'Third' }, email)).state, 'pending')
  // Elsewhere nobody trusts it.
  assert.equal((await suggests(await open(), {}, email)).state, 'pending')
  await fixture.mails()
})

test('what was not confirmed is deleted after a week, the rest 90 days after its day or after it was declined', async () => {
  const of = await open()
  await request(of, newAddress())
  const kept = await suggests(of)
  const declined = await suggests(of)
  await decline(of, declined.id, null)
  const old = await suggests(of)
  await fixture.mails()
  await fixture.pool.query(
    `update public.event_suggestions set created_at = now() - interval '8 days',
       decided_at = case when state = 'declined' then now() - interval '91 days' end,
       day = case when id = $1 then current_date - 92 else day end, end_day = case when id = $1 then current_date - 92 else end_day end
     where calendar_id = $2`,
    [old.id, of.calendar_id],
  )
  await sweep(fixture.pool)({}, undefined as never)
  assert.deepEqual(
    (await stored(of)).map(({ id }) => id),
    [kept.id],
  )
})
