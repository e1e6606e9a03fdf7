import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours, minutes, seconds } from '#domain/durations.ts'
import { rateLimits } from '#server/http/rate-limits.ts'
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
  fixture = await openAuthFixture({
    rates: { 'email-change': rateLimits['email-change'], 'change-mail': rateLimits['change-mail'] },
  })
})
after(() => fixture.close())

/** Creates an account whose sign-up mail is already read. */
async function person() {
  const email = await signUp(fixture)
  await fixture.mails(email)
  return { email, ...(await signIn(fixture, email)) }
}

const addressOf = async (id = '') =>
  (await fixture.pool.query('select email from auth.users where id = $1', [id])).rows[0]?.email

test('an email change needs the link sent to the new address, and the old address is notified before and after', async () => {
  const { client, email, user } = await person()
  const wanted = newAddress()
  const { data, error } = await client.auth.updateUser(
    { email: ` ${wanted.toUpperCase()} `, current_password: PASSWORD },
    { emailRedirectTo: `${fixture.url}/account?tab=1` },
  )
  assert.equal(error, null)
  assert.deepEqual([data.user?.email, data.user?.new_email], [email, wanted])
  const [asked, ...more] = await fixture.mails(email)
  assert.match(asked?.subject ?? '', /A new email address was entered/)
  assert.equal(more.length, 0)
  assert.ok(!`${asked?.html}${asked?.text}`.includes(wanted), 'what somebody typed is not carried into a mail')
  assert.ok((await signIn(fixture, email)).session, 'nothing has changed yet')

  const [mail] = await fixture.mails(wanted)
  const link = linkIn(mail)
  assert.equal((await fetch(link)).status, 200)
  assert.equal(await addressOf(user?.id), email, 'opening the link changes nothing')
  const target = await follow(link)
  assert.equal(`${target.pathname}${target.search}`, '/account?tab=1')
  assert.deepEqual(fragmentOf(target), { type: 'email_change' }, 'and it signs nobody in')
  assert.equal(await addressOf(user?.id), wanted)
  assert.match((await fixture.mails(email))[0]?.subject ?? '', /address of your .* account was changed/)
  assert.equal((await fixture.pool.query('select from auth.notices where email = $1', [email])).rowCount, 0)

  assert.equal((await client.auth.refreshSession()).data.user?.email, wanted, 'who is signed in stays so')
  assert.equal((await client.auth.getUser()).data.user?.new_email, undefined)
  assert.ok((await client.auth.getUser()).data.user?.email_confirmed_at)
  assert.equal(
    (await fixture.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code,
    'invalid_credentials',
  )
  assert.ok((await signIn(fixture, wanted)).session)
  const { rows } = await fixture.pool.query('select email from public.profiles where user_id = $1', [user?.id])
  assert.deepEqual(rows, [{ email: wanted }])
  assert.equal(fragmentOf(await follow(link)).error_code, 'otp_expired', 'once')
})

test('a change to a taken address gets the same answer, and only its owner is notified', async () => {
  const [ann, bob] = [await person(), await person()]
  const free = newAddress()
  const put = async (email: string) => {
    const headers = { authorization: `Bearer ${ann.session?.access_token}` }
    const given = JSON.stringify({ email, current_password: PASSWORD })
    const answer = await fixture.request('/user', { method: 'PUT', headers, body: given })
    const { new_email, email_change_sent_at, updated_at, ...body } = await answer.json()
    return { status: answer.status, asked: new_email === email, sent: typeof email_change_sent_at, body }
  }
  const taken = await put(bob.email)
  const again = (await ann.client.auth.getUser()).data.user?.new_email
  assert.equal(again, bob.email, 'nor does asking later tell')
  const [mail, ...more] = await fixture.mails(bob.email)
  fixture.later(minutes(2))
  assert.deepEqual(await put(free), taken)
  assert.match(mail?.subject ?? '', /This address already has/)
  assert.equal(more.length, 0)
  assert.doesNotMatch(mail?.text ?? '', /auth\/v1\/verify/)
  assert.ok(linkIn((await fixture.mails(free))[0]))
  assert.equal(await addressOf(bob.user?.id), bob.email)
})

test('an address that another account takes before the link is used stays with that account', async () => {
  const ann = await person()
  const wanted = newAddress()
  await ann.client.auth.updateUser({ email: wanted, current_password: PASSWORD })
  const [mail] = await fixture.mails(wanted)
  fixture.later(minutes(2))
  await signUp(fixture, wanted)
  const token_hash = linkIn(mail).searchParams.get('token') ?? ''
  const tried = await fixture.client().auth.verifyOtp({ token_hash, type: 'email_change' })
  assert.equal(tried.error?.code, 'otp_expired')
  assert.equal(await addressOf(ann.user?.id), ann.email)
})

test('the newest request counts; the current address, a new password or a day cancel it', async () => {
  const { client, email, user } = await person()
  let current = PASSWORD
  const send = async (address: string) => {
    fixture.later(minutes(2))
    assert.equal((await client.auth.updateUser({ email: address, current_password: current })).error, null)
    return linkIn((await fixture.mails(address)).at(-1))
  }
  const [first, second] = [await send(newAddress()), await send(newAddress())]
  assert.equal(fragmentOf(await follow(first)).error_code, 'otp_expired')
  assert.equal((await client.auth.updateUser({ email })).data.user?.new_email, undefined)
  assert.equal(fragmentOf(await follow(second)).error_code, 'otp_expired')
  const third = await send(newAddress())
  const changed = await client.auth.updateUser({ password: OTHER_PASSWORD, current_password: PASSWORD })
  assert.equal(changed.error, null)
  current = OTHER_PASSWORD
  assert.equal(fragmentOf(await follow(third)).error_code, 'otp_expired')
  const fourth = await send(newAddress())
  fixture.later(hours(24))
  assert.equal(fragmentOf(await follow(fourth)).error_code, 'otp_expired')
  assert.equal(await addressOf(user?.id), email)
})

test('links sent to the old address stop working after the change', async () => {
  const { client, email } = await person()
  await client.auth.resetPasswordForEmail(email)
  const reset = linkIn((await fixture.mails(email)).at(-1))
  const wanted = newAddress()
  await client.auth.updateUser({ email: wanted, current_password: PASSWORD })
  await follow(linkIn((await fixture.mails(wanted))[0]))
  assert.equal(fragmentOf(await follow(reset)).error_code, 'otp_expired')
})

test('answers, sign-ups, suggestions and trust move to the new address, and the links in the old mailbox end', async () => {
  const email = await signUp(fixture)
  await follow(linkIn((await fixture.mails(email))[0]))
  const { client, user } = await signIn(fixture, email)
  const wanted = newAddress()
  const { pool } = fixture
  const { calendar, event, both } = await events(user?.id)
  const before = new Date(Date.now() - hours(1))
  // Both mailboxes answered for one event, the new one first; a stranger typed the new address for the other.
  const answers = await pool.query<{ id: string }>(
    `insert into public.rsvp_answers (event_id, calendar_id, user_id, email, name, answer, confirmed_at, updated_at)
     values ($2, $1, $4, $5, 'Mary', 'going', $7, $7), ($3, $1, $4, $5, 'Mary', 'maybe', now(), now()),
       ($3, $1, null, $6, 'Maria', 'going', $7, $7), ($2, $1, null, $6, 'Nobody', 'no', null, now())
     returning id`,
    [calendar, event, both, user?.id, email, wanted, before],
  )
  const signups = await pool.query<{ id: string }>(
    `with slot as (
       insert into public.event_slots (event_id, calendar_id, kind, title, wanted) values ($2, $1, 'help', 'Grill', 2) returning id
     ), signup as (
       insert into public.slot_signups (event_id, calendar_id, email, name, confirmed_at) values ($2, $1, $3, 'Mary', now()) returning id
     )
     insert into public.slot_amounts (signup_id, slot_id, amount) select signup.id, slot.id, 1 from signup, slot
     returning signup_id as id`,
    [calendar, event, email],
  )
  // Of two sign-ups for one event, the one that was given last, here with the new address.
  await pool.query(
    `insert into public.slot_signups (event_id, calendar_id, email, name, confirmed_at, updated_at)
     values ($2, $1, $3, 'Mary', $5, $5), ($2, $1, $4, 'Maria', now(), now())`,
    [calendar, both, email, wanted, before],
  )
  await pool.query('insert into public.trusted_submitters (calendar_id, email) values ($1, $2)', [calendar, email])
  const suggestions = await pool.query<{ id: string }>(
    `insert into public.event_suggestions (calendar_id, email, name, title, day, starts_at, end_day, ends_at, all_day, state, confirmed_at)
     values ($1, $2, 'Mary', 'Fair', '2199-05-01', '10:00', '2199-05-01', '11:00', false, 'pending', now()) returning id`,
    [calendar, email],
  )
  const choices = await pool.query<{ id: string }>(
    `with poll as (
       insert into public.polls (calendar_id, title, starts, ends, closes_at, yes, maybe)
       values ($1, 'Potluck', '{2199-05-01 10:00Z}', '{2199-05-01 11:00Z}', '2199-05-01 11:00Z', '{0}', '{0}') returning id
     )
     insert into public.poll_answers (poll_id, calendar_id, email, name, choices, confirmed_at, updated_at)
     select poll.id, $1, p.email, p.name, array[p.choice], p.confirmed_at, now()
     from poll, (values ($2, 'Mary', 'yes', now()), ($3, 'Nobody', 'no', null)) as p (email, name, choice, confirmed_at)
     returning id`,
    [calendar, email, wanted],
  )

  const { error } = await client.auth.updateUser({ email: wanted, current_password: PASSWORD })
  assert.equal(error, null)
  const target = await follow(linkIn((await fixture.mails(wanted))[0]))
  assert.deepEqual(fragmentOf(target), { type: 'email_change' })
  const moved = await pool.query(
    'select id, event_id, email, name, answer from public.rsvp_answers where calendar_id = $1 order by answer',
    [calendar],
  )
  const old = [...answers.rows, ...signups.rows, ...suggestions.rows, ...choices.rows].map(({ id }) => id)
  assert.deepEqual(
    moved.rows.map(({ id, ...row }) => ({ ...row, is_new: !old.includes(id) })),
    [
      { event_id: event, email: wanted, name: 'Mary', answer: 'going', is_new: true },
      { event_id: both, email: wanted, name: 'Mary', answer: 'maybe', is_new: true },
    ],
  )
  const signed = await pool.query(
    `select s.id, s.event_id, s.email, s.name, a.amount from public.slot_signups s left join public.slot_amounts a on a.signup_id = s.id
     where s.calendar_id = $1 order by s.name desc`,
    [calendar],
  )
  assert.deepEqual(
    signed.rows.map(({ id, ...row }) => ({ ...row, is_new: !old.includes(id) })),
    [
      { event_id: event, email: wanted, name: 'Mary', amount: 1, is_new: true },
      { event_id: both, email: wanted, name: 'Maria', amount: null, is_new: true },
    ],
  )
  const suggested = await pool.query('select id, email from public.event_suggestions where calendar_id = $1', [
    calendar,
  ])
  assert.deepEqual(
    suggested.rows.map(({ id, ...row }) => ({ ...row, is_new: !old.includes(id) })),
    [{ email: wanted, is_new: true }],
  )
  const chosen = await pool.query('select id, email, name, choices from public.poll_answers where calendar_id = $1', [
    calendar,
  ])
  assert.deepEqual(
    chosen.rows.map(({ id, ...row }) => ({ ...row, is_new: !old.includes(id) })),
    [{ email: wanted, name: 'Mary', choices: ['yes'], is_new: true }],
  )
  const trusted = await pool.query('select email from public.trusted_submitters where calendar_id = $1', [calendar])
  assert.deepEqual(trusted.rows, [{ email: wanted }])
})

/** Makes a calendar with two events that ask who comes, for one person each. */
async function events(owner = '') {
  const { pool } = fixture
  const made = await pool.query<{ id: string }>(
    "insert into public.calendars (name, owner_id, state, city) values ('Oak', $1, 'Texas', 'Austin') returning id",
    [owner],
  )
  const calendar = made.rows[0]?.id
  const { rows } = await pool.query<{ id: string }>(
    `insert into public.events (calendar_id, title, start_time, end_time, category)
     select $1, 'Picnic', now() + interval '5 days', now() + interval '6 days', 'Event' from generate_series(1, 2) returning id`,
    [calendar],
  )
  const [event, both] = rows.map(({ id }) => id)
  const asks = 'insert into public.event_rsvps (event_id, calendar_id, capacity) select unnest($2::uuid[]), $1, 1'
  await pool.query(asks, [calendar, [event, both]])
  return { calendar, event, both }
}

test('who never confirmed an address takes no answers of it along', async () => {
  const [squatter, neighbor] = [await person(), await person()]
  const { calendar, event } = await events(neighbor.user?.id)
  await fixture.pool.query(
    `insert into public.rsvp_answers (event_id, calendar_id, email, name, answer, confirmed_at) values ($1, $2, $3, 'Ann', 'going', now())`,
    [event, calendar, squatter.email],
  )
  const wanted = newAddress()
  await squatter.client.auth.updateUser({ email: wanted, current_password: PASSWORD })
  await follow(linkIn((await fixture.mails(wanted))[0]))
  assert.equal(await addressOf(squatter.user?.id), wanted)
  const { rows } = await fixture.pool.query('select email from public.rsvp_answers where calendar_id = $1', [calendar])
  assert.deepEqual(rows, [{ email: squatter.email }])
})

test('an email change needs the password, and is rate limited by address and person', async () => {
  const { client } = await person()
  const wanted = newAddress()
  assert.equal((await client.auth.updateUser({ email: wanted, current_password: PASSWORD })).error, null)
  assert.equal(
    (await client.auth.updateUser({ email: wanted, current_password: PASSWORD })).error?.code,
    'over_email_send_rate_limit',
  )
  // A refused request counts too.
  for (let i = 0; i < 3; i++)
    assert.equal((await client.auth.updateUser({ email: newAddress(), current_password: PASSWORD })).error, null)
  const sixth = await client.auth.updateUser({ email: newAddress(), current_password: PASSWORD })
  assert.deepEqual([sixth.error?.code, sixth.error?.status], ['over_email_send_rate_limit', 429])

  const later = await person()
  const change = (more: object) => later.client.auth.updateUser({ email: newAddress(), ...more })
  assert.equal((await change({})).error?.code, 'reauthentication_needed')
  assert.equal((await change({ current_password: 'Wrong-Word1!' })).error?.code, 'invalid_credentials')
  assert.equal((await change({ current_password: PASSWORD })).error, null)
})

test('the link does only this, in any browser, and invalid addresses are refused', async () => {
  const { client, email, user, session } = await person()
  const wanted = newAddress()
  await client.auth.updateUser({ email: wanted, current_password: PASSWORD })
  const link = linkIn((await fixture.mails(wanted))[0])
  for (const type of ['signup', 'recovery']) {
    const other = new URL(link)
    other.searchParams.set('type', type)
    assert.equal(fragmentOf(await follow(other)).error_code, 'otp_expired')
  }
  assert.equal((await press(link, { 'sec-fetch-site': 'cross-site' })).status, 403)
  assert.equal(await addressOf(user?.id), email)
  const headers = { authorization: `Bearer ${session?.access_token}` }
  for (const bad of ['a@b', 'x', 7, ['a@example.org'], `${'a'.repeat(300)}@example.org`, 'a@example.org\r\nBcc: x']) {
    const answer = await fixture.request('/user', { method: 'PUT', headers, body: JSON.stringify({ email: bad }) })
    assert.equal((await answer.json()).error_code, 'validation_failed', JSON.stringify(bad))
  }
  const fifty = await Promise.all(Array.from({ length: 20 }, () => follow(link)))
  assert.equal(fifty.filter((target) => fragmentOf(target).type === 'email_change').length, 1, 'once, also at once')
  fixture.later(seconds(1))
})
