// Abuse limits count by owner: what a free account can send to strangers, what waits for a review, and who may lift a pause.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type pg from 'pg'
import { inTransaction } from '#database/scope.ts'
import { mailboxOf } from '#domain/email-address.ts'
import { STRANGERS_OF_TRIALS, STRANGERS_ON_TRIAL, STRANGERS_WITH_PLAN } from '#domain/limits.ts'
import { createCatcher } from '#messages/email/catcher.ts'
import { addContacts, addEvent, fixedClock, makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { testLog } from '#testing/log.ts'
import { caught, deliveriesOf, linkSecret, openSendingFixture, type SendingFixture } from '#testing/sending-fixture.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { sendLetter } from '#worker/jobs/send-letter.ts'

const BIN = fileURLToPath(new URL('../../bin/townbell.js', import.meta.url))
const today = '2025-07-04'
const clock = fixedClock('2025-07-04T13:00:00Z')

let database: TestDatabase
let fixture: SendingFixture
before(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await emptyTables(database.pool)
  fixture = await openSendingFixture(database.pool, clock)
})
afterEach(() => fixture.close())
after(() => database.close())

const rows = async (sql: string, values: unknown[] = []) => (await database.pool.query(sql, values)).rows
/** Mails except the letters that tell admins of a pause. */
const mailed = async () =>
  (await caught(database.pool)).filter(({ subject }) => !subject.startsWith('Sending is paused'))
const sent = async () => (await mailed()).length

/** Runs a statement as a signed-in person. */
const as = (userId: string, sql: string, values: unknown[] = []) =>
  inTransaction(database.pool, async (client) => (await client.query(sql, values)).rows, {
    role: 'authenticated',
    claims: JSON.stringify({ sub: userId, role: 'authenticated' }),
    session: null,
  })

async function admin(...words: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, DATABASE_URL: database.url, TOWNBELL_DATA: temporaryFolder() }
  return (await promisify(execFile)(process.execPath, [BIN, 'admin', ...words], { env })).stdout
}

let people = 0
const strangers = (count: number) => Array.from({ length: count }, () => `stranger${people++}@example.org`)

async function account({ trial = true, email = `a${randomUUID()}@example.org` } = {}): Promise<string> {
  const id = randomUUID()
  await rows(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ($1, $2, 'hash', now())`,
    [id, email],
  )
  await rows('update public.profiles set trial = $2 where user_id = $1', [id, trial])
  return id
}

/** Creates a calendar as the dashboard does. Its owner wants no mail, so that only what others get is counted. */
async function create(owner: string, name = 'Elm Street'): Promise<TestCalendar> {
  const [made] = await as(
    owner,
    `insert into public.calendars (name, owner_id, state, city) values ($2, $1, 'Texas', 'Austin') returning id, time_zone as zone`,
    [owner, name],
  )
  await rows('update public.notification_preferences set email_notifications = false where calendar_id = $1', [made.id])
  return { id: made.id, zone: made.zone, owner }
}

const add = (owner: string, calendarId: string, emails: string[]) =>
  as(
    owner,
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value) select $1, 'email', unnest($2::text[])`,
    [calendarId, emails],
  )

const remove = (owner: string, id: string) => as(owner, 'delete from public.calendars where id = $1', [id])

const pause = (user: string, id: string, on: boolean) =>
  as(user, 'select public.pause_sending($1, $2)', [id, on]) as Promise<unknown>

const pausedBy = async (id: string) =>
  (await rows('select sending_paused_by as by from public.calendars where id = $1', [id]))[0].by

/** One round of the attack: a calendar, ten strangers, an event today, and away with it. */
async function round(owner: string): Promise<void> {
  const calendar = await create(owner)
  await add(owner, calendar.id, strangers(10))
  await addEvent(database.pool, calendar, { day: today })
  await fixture.minute()
  await remove(owner, calendar.id)
}

test('create, add ten strangers, delete, repeat: a free account reaches twenty people a day, and its eleventh calendar is refused', async (t) => {
  const owner = await account()
  let rounds = 0
  await assert.rejects(
    async () => {
      for (; rounds < 30; rounds++) await round(owner)
    },
    { code: 'PGRST', message: /TB013/ },
  )
  t.diagnostic(`${rounds} rounds, ${await sent()} mails`)
  assert.deepEqual([rounds, await sent()], [10, STRANGERS_ON_TRIAL])

  // Neither a new account at the same mailbox nor a new day of calendars begins anew.
  const [{ email }] = await rows('select email from auth.users where id = $1', [owner])
  await rows('delete from auth.users where id = $1', [owner])
  await round(await account({ email: email.replace('@', '+again@') }))
  assert.equal(await sent(), STRANGERS_ON_TRIAL)
})

test('all free accounts together write to no more than so many strangers a day', async () => {
  await rows(
    `insert into private.rate_limits (key, window_start, window_end, taken) values ('strangers:trials', now(), now() + interval '1 day', $1)`,
    [STRANGERS_OF_TRIALS - 15],
  )
  await round(await account())
  await round(await account())
  assert.equal(await sent(), 10)
  // Somebody with a plan is not among them.
  await round(await account({ trial: false }))
  assert.equal(await sent(), 20)
})

test('handing the calendar to a second account moves neither its count nor its owner past a limit', async () => {
  const [first, second] = [await account({ trial: false }), await account()]
  const calendar = await create(first)
  await addContacts(database.pool, calendar.id, 'email', strangers(STRANGERS_WITH_PLAN))
  await addEvent(database.pool, calendar, { day: today })
  await fixture.minute()
  assert.equal(await sent(), STRANGERS_WITH_PLAN)
  await rows('update public.calendars set owner_id = $2 where id = $1', [calendar.id, second])
  const next = await create(first)
  await add(first, next.id, strangers(1))
  await addEvent(database.pool, next, { day: today })
  await fixture.minute()
  assert.equal(await sent(), STRANGERS_WITH_PLAN)
  await assert.rejects(rows('update public.calendars set owner_id = $2 where id = $1', [next.id, second]), {
    code: 'TB001',
  })
})

test('eighty parents imported on the first day by somebody with a plan get their mail at once', async () => {
  const owner = await account({ trial: false })
  const calendar = await create(owner, 'Oak School PTA')
  await as(owner, `select public.import_contacts($1, $2, 'members')`, [calendar.id, JSON.stringify(strangers(80))])
  await addEvent(database.pool, calendar, { day: today })
  await fixture.minute()
  assert.equal(await sent(), 80)
  // The next day they are strangers no more, however often they were written to.
  await rows('update private.rate_limits set taken = $1', [STRANGERS_WITH_PLAN])
  await addEvent(database.pool, calendar, { day: today, title: 'Another' })
  await fixture.minute()
  assert.equal(await sent(), 160)
})

test('a first mail to too many strangers waits for a review; people who confirmed get it; approval lets it go for good', async () => {
  const owner = await account({ trial: false })
  const calendar = await create(owner)
  await addContacts(database.pool, calendar.id, 'email', [
    ...strangers(STRANGERS_WITH_PLAN),
    'ann@example.org',
    'bob@example.org',
  ])
  await rows(`update public.calendar_contacts set confirmed_at = now() where contact_value = 'ann@example.org'`)
  await addEvent(database.pool, calendar, { day: today })
  for (let i = 0; i < 3; i++) await fixture.minute()
  assert.deepEqual(
    (await caught(database.pool)).map(({ recipient }) => recipient),
    ['ann@example.org'],
  )
  const [mailing] = await as(owner, 'select state, review, review_reason, planned from public.calendar_mailings($1)', [
    calendar.id,
  ])
  assert.deepEqual(mailing, {
    state: 'sending',
    review: 'waiting',
    review_reason: `It is the first mail to ${STRANGERS_WITH_PLAN + 1} people who have not confirmed.`,
    planned: String(STRANGERS_WITH_PLAN + 1),
  })

  const [{ email }] = await rows('select email from auth.users where id = $1', [owner])
  const listed = await admin('review')
  assert.ok(listed.includes(email) && listed.includes('Porch concert'), listed)
  assert.match(await admin('review', 'approve', email), /1 mailing waited/)
  await fixture.minute()
  const all = async () =>
    (await deliveriesOf(database.pool, calendar.id)).filter(({ state }) => state === 'sent').length
  assert.equal(await all(), STRANGERS_WITH_PLAN + 2)
  assert.equal(await admin('review'), 'Nothing waits.\n')
  await add(owner, calendar.id, strangers(5))
  await addEvent(database.pool, calendar, { day: today, description: 'https://bit.ly/x' })
  await fixture.minute()
  assert.equal(await all(), 2 * STRANGERS_WITH_PLAN + 9)
})

test('a refused mailing is dropped, and the next one waits again', async () => {
  const owner = await account()
  const calendar = await create(owner)
  await add(owner, calendar.id, strangers(3))
  await addEvent(database.pool, calendar, { day: today, description: 'https://bit.ly/x' })
  await fixture.minute()
  const [{ email }] = await rows('select email from auth.users where id = $1', [owner])
  assert.match(await admin('review', 'refuse', email), /1 mailing of/)
  await fixture.minute()
  assert.deepEqual(
    [await sent(), (await deliveriesOf(database.pool, calendar.id)).map(({ state }) => state)],
    [0, ['cancelled', 'cancelled', 'cancelled']],
  )
  await addEvent(database.pool, calendar, { day: today, description: 'https://bit.ly/y' })
  await fixture.minute()
  assert.equal(await sent(), 0)
  await assert.rejects(admin('review', 'dance'), /review approve <address>/)
  await assert.rejects(admin('review', 'approve', 'nobody@example.org'), /No account has the address/)
})

test('bait waits for a review, also when it replaces something harmless after the mailing was planned', async () => {
  const owner = await account()
  const calendar = await create(owner)
  await add(owner, calendar.id, strangers(3))
  await pause(owner, calendar.id, true)
  const event = await addEvent(database.pool, calendar, { day: today, title: 'Picnic' })
  await fixture.minute()
  await rows(
    `update public.events set title = 'Your account is locked', link_url = 'https://evil.example/' where id = $1`,
    [event],
  )
  await pause(owner, calendar.id, false)
  for (let i = 0; i < 2; i++) await fixture.minute()
  assert.equal(await sent(), 0)
  const [mailing] = await rows('select review, review_reason from public.mailings')
  assert.deepEqual(mailing, { review: 'waiting', review_reason: 'It says “account is locked” beside a way to answer.' })
  assert.match(await admin('review'), /Your account is locked \| https:\/\/evil\.example\//)

  // The operators are mailed, once for all that came within five minutes.
  const jobs = await rows(
    `select run_at > now() + interval '4 minutes' as later from graphile_worker.jobs where key = 'sending/review'`,
  )
  assert.deepEqual(jobs, [{ later: true }])
  await sendLetter(letters(database.pool))({ letter: 'sending/review', ids: {} }, { job: { id: '1' } } as never)
  const [mail] = await caught(database.pool)
  assert.deepEqual([mail?.recipient, mail?.subject], ['help@town.example', '1 mailing waits for a review'])
})

test('the name a mailing comes from cannot imitate an address', async () => {
  const owner = await account()
  const calendar = await create(owner, 'Elm Street <office@elm.example>')
  await add(owner, calendar.id, strangers(1))
  await addEvent(database.pool, calendar, { day: today })
  await fixture.minute()
  const [mail] = await rows('select sender from private.caught_messages')
  assert.match(JSON.stringify(mail), /Elm Street office elm example via Townbell/)
})

test('a suspended owner sends nothing any more, wherever, until an operator resumes them', async () => {
  const email = 'mallory@example.org'
  const owner = await account({ trial: false, email })
  const [here, there, gone] = [await create(owner, 'Here'), await create(owner, 'There'), await create(owner, 'Gone')]
  const member = await account()
  await rows(`insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'admin')`, [
    here.id,
    member,
  ])
  const alert = await addEvent(database.pool, here, { day: today })
  await rows(`update public.events set category = 'Alert' where id = $1`, [alert])
  for (const { id } of [here, there]) await add(owner, id, strangers(2))
  await addEvent(database.pool, there, { day: today })
  await remove(owner, gone.id)
  await pause(owner, here.id, true)
  await pause(owner, there.id, true)
  await fixture.minute()
  assert.match(await admin('suspend', email, 'sold', 'a', 'list'), /3 calendars stopped/)

  for (const [sql, values] of [
    ['select public.pause_sending($1, false)', [here.id]],
    ['select public.send_alert($1)', [alert]],
  ] as const)
    for (const user of [owner, member]) await assert.rejects(as(user, sql, [...values]), { code: 'TB040' })
  await assert.rejects(create(owner), { code: 'TB041' })
  await assert.rejects(rows('update public.calendars set owner_id = $2 where id = $1', [here.id, member]), {
    code: 'TB040',
  })
  await as(owner, 'select public.restore_calendar($1)', [gone.id])
  assert.deepEqual(await Promise.all([here, there, gone].map(({ id }) => pausedBy(id))), Array(3).fill('suspension'))
  await fixture.minute()
  assert.equal(await sent(), 0)
  await assert.rejects(admin('resume', here.id), /suspended/)

  // Neither another account at the same mailbox nor a new one after the old was deleted.
  await assert.rejects(
    account({ email: 'mallory+2@example.org' }).then((id) => create(id)),
    { code: 'TB041' },
  )
  assert.match(await admin('resume', email), /3 calendars can send again/)
  await fixture.minute()
  // Four strangers, and the second admin.
  assert.equal(await sent(), 5)
  await admin('suspend', email)
  await rows('delete from auth.users where email = $1', [email])
  await assert.rejects(
    account({ email }).then((id) => create(id)),
    { code: 'TB041' },
  )
})

test('an operator marks an owner as a public body, and takes it back', async () => {
  const email = 'cityhall@example.org'
  const owner = await account({ trial: false, email })
  const isPublic = async () => (await rows('select private.is_public_body($1) as is_public', [owner]))[0].is_public
  assert.equal(await isPublic(), false)
  assert.match(await admin('public-body', email), /marked as a public body/)
  assert.equal(await isPublic(), true)
  await assert.rejects(admin('public-body', email, 'of'), /public-body <address> off/)
  assert.equal(await isPublic(), true)
  assert.match(await admin('public-body', email, 'off'), /no longer marked/)
  assert.equal(await isPublic(), false)
  await assert.rejects(admin('public-body', 'nobody@example.org'))
})

test('admins lift only their own pause, the owner a pause of the review once, and operators the rest', async () => {
  const { id, owner } = await makeCalendar(database.pool)
  const other = await account()
  await rows(`insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'admin')`, [id, other])
  const mayResume = async (user: string) =>
    (await as(user, 'select public.can_resume(c) as may from public.calendars c where id = $1', [id]))[0].may
  const review = () =>
    rows(
      `update public.calendars set sending_paused_at = now(), sending_paused_by = 'review', sending_paused_reason = 'x' where id = $1`,
      [id],
    )

  await pause(owner, id, true)
  assert.deepEqual([await mayResume(other), await mayResume(owner)], [true, true])
  await pause(other, id, false)
  assert.equal(await pausedBy(id), null)

  // An operator's pause is not hidden behind one of an admin that came first.
  await pause(owner, id, true)
  await admin('pause', id)
  for (const user of [owner, other]) {
    assert.equal(await mayResume(user), false)
    await assert.rejects(pause(user, id, false), { code: 'TB040', message: /An operator paused/ })
    await pause(user, id, true)
  }
  assert.equal(await pausedBy(id), 'operator')
  await admin('resume', id)
  assert.equal(await pausedBy(id), null)

  await review()
  assert.deepEqual([await mayResume(other), await mayResume(owner)], [false, true])
  await assert.rejects(pause(other, id, false), { code: 'TB040', message: /Only the owner/ })
  await pause(owner, id, false)
  assert.equal(await pausedBy(id), null)
  await review()
  assert.equal(await mayResume(owner), false)
  await assert.rejects(pause(owner, id, false), { code: 'TB040', message: /once already/ })
  assert.equal(await pausedBy(id), 'review')
})

test('complaints count by owner over all calendars, need three people, and pause all of them; admins are mailed', async () => {
  const owner = await account({ trial: false })
  const calendars = await Promise.all(['One', 'Two', 'Three'].map((name) => create(owner, name)))
  const [one, two, three] = calendars as [TestCalendar, TestCalendar, TestCalendar]
  for (const [at, { id }] of calendars.entries())
    await add(owner, id, [`p${at}@example.org`, `p${at}+again@example.org`])
  for (const calendar of calendars) await addEvent(database.pool, calendar, { day: today })
  await fixture.minute()
  await rows('update public.deliveries set created_at = now()')
  await remove(owner, three.id)
  const complain = async (address: string) => {
    await rows('update public.deliveries set complained_at = now() where address = $1', [address])
    return (await rows('select private.review_sending($1) as why', [one.id]))[0].why
  }
  assert.equal(await complain('p0@example.org'), null)
  assert.equal(await complain('p1@example.org'), null)
  assert.equal(await complain('p1+again@example.org'), null, 'one mailbox is one person')
  assert.match(await complain('p2@example.org'), /as spam/)
  assert.deepEqual(await Promise.all(calendars.map(({ id }) => pausedBy(id))), ['review', 'review', 'review'])

  await rows('truncate private.caught_messages')
  const jobs = await rows("select payload from graphile_worker._private_jobs where key like 'sending/paused:%'")
  assert.equal(jobs.length, 2, 'not for the deleted one')
  for (const { payload } of jobs) await sendLetter(letters(database.pool))(payload, { job: { id: '1' } } as never)
  const mails = await caught(database.pool)
  assert.deepEqual(mails.map(({ subject }) => subject).sort(), [
    'Sending is paused for One',
    'Sending is paused for Two',
  ])
  assert.match(mails[0]?.text ?? '', /as spam/)
  await pause(owner, two.id, false)
  assert.deepEqual(
    await Promise.all(calendars.map(({ id }) => pausedBy(id))),
    [null, null, null],
    'lifted as a whole, once',
  )
})

test('a new calendar starts paused while one of its owner, deleted or not, is paused by the review or an operator', async () => {
  const [reason, pauseAs] = [
    'Too many complained.',
    'update public.calendars set sending_paused_at = now(), sending_paused_by = $2, sending_paused_reason = $3 where id = $1',
  ]
  for (const by of ['review', 'operator']) {
    const owner = await account()
    const first = await create(owner)
    await rows(pauseAs, [first.id, by, reason])
    await remove(owner, first.id)
    const second = await create(owner)
    const [made] = await rows(
      'select sending_paused_by as by, sending_paused_reason as reason from public.calendars where id = $1',
      [second.id],
    )
    assert.deepEqual(made, { by, reason })
    await add(owner, second.id, strangers(1))
    await addEvent(database.pool, second, { day: today })
    await fixture.minute()
    assert.equal(await sent(), 0, by)
    if (by === 'operator') continue
    await pause(owner, second.id, false)
    await remove(owner, second.id)
    assert.equal(await pausedBy((await create(owner)).id), null, 'lifted for all')
  }
  // A pause of one's own stays with its calendar, and so does somebody else's.
  const owner = await account({ trial: false })
  await pause(owner, (await create(owner)).id, true)
  assert.equal(await pausedBy((await create(owner)).id), null)
})

test('a pause of the review lets alerts through to people who confirmed, and an operator’s pause does not', async () => {
  for (const [by, wanted] of [
    ['review', ['ann@example.org']],
    ['operator', []],
  ] as const) {
    const calendar = await makeCalendar(database.pool, { emails: ['ann@example.org', 'bob@example.org'] })
    await rows(`update public.calendar_contacts set confirmed_at = now() where contact_value = 'ann@example.org'`)
    const alert = await addEvent(database.pool, calendar, { day: '2025-07-05', title: 'Flood' })
    await rows(`update public.events set category = 'Alert' where id = $1`, [alert])
    await rows(
      `insert into public.mailings (calendar_id, day, kind, state, due_at, expires_at) values ($1, $2, 'alert', 'waiting', $3, $4)`,
      [calendar.id, today, clock.now(), '2025-07-06'],
    )
    await rows(
      `insert into public.mailing_events (mailing_id, event_id, kind, day) select id, $2, 'alert', day from public.mailings where calendar_id = $1`,
      [calendar.id, alert],
    )
    await addEvent(database.pool, calendar, { day: today, title: 'No alert' })
    await rows(
      `update public.calendars set sending_paused_at = now(), sending_paused_by = $2, sending_paused_reason = 'x' where id = $1`,
      [calendar.id, by],
    )
    await rows('truncate private.caught_messages')
    for (let i = 0; i < 2; i++) await fixture.minute()
    assert.deepEqual(
      (await mailed()).map(({ recipient }) => recipient),
      wanted,
      by,
    )
  }
})

test('whoever left one calendar of an owner is not added to another, also after it was deleted', async () => {
  const owner = await account({ trial: false })
  const first = await create(owner)
  await rows(`insert into public.opt_outs (calendar_id, email) values ($1, 'ann@example.org')`, [first.id])
  await remove(owner, first.id)
  const second = await create(owner)
  await assert.rejects(add(owner, second.id, ['Ann@example.org']), { code: 'TB008', message: /another calendar/ })
  const results = await as(
    owner,
    `select * from public.import_contacts($1, '["ann@example.org", "bob@example.org"]', 'asked')`,
    [second.id],
  )
  assert.deepEqual(
    results.map(({ result }) => result),
    ['opted_out', 'added'],
  )
  // Their own confirmation still works, and so does somebody else's calendar.
  await rows(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value, source, confirmed_at) values ($1, 'email', 'ann@example.org', 'follow', now())`,
    [second.id],
  )
  const other = await account()
  await add(other, (await create(other)).id, ['ann@example.org'])
})

test('contacts are paced by owner: a second calendar does not begin anew', async () => {
  const owner = await account({ trial: false })
  await add(owner, (await create(owner)).id, strangers(199))
  const second = await create(owner)
  await add(owner, second.id, strangers(1))
  await assert.rejects(add(owner, second.id, strangers(1)), { code: 'PGRST', message: /TB013/ })
})

test('a mailbox is the same in the database as in the program', async () => {
  for (const address of [
    'ann@example.org',
    'a.n.n+x+y@gmail.com',
    'ann+@googlemail.com',
    '+ann+b@example.org',
    '++b@x.org',
    'a.b+c@x.org',
  ]) {
    const [{ hash }] = await rows('select private.mailbox_hash($1) as hash', [address])
    assert.equal(hash, createHash('sha256').update(mailboxOf(address)).digest('hex'), address)
  }
})

function letters(pool: pg.Pool) {
  return {
    pool,
    carrier: createCatcher({ pool }),
    log: testLog('error', []),
    linkSecret,
    siteUrl: 'https://town.example',
    mailFrom: 'bell@town.example',
    mailFromSuffix: 'via Townbell',
    supportEmail: 'help@town.example',
    postalAddress: '1 Town Square',
    clock,
  }
}
