// Exporting one's data and deleting an account.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type AuthFixture, openAuthFixture, PASSWORD, signIn, signUp } from './fixture.ts'

let fixture: AuthFixture
before(async () => {
  fixture = await openAuthFixture({ max: 20 })
})
after(() => fixture.close())

type Person = Awaited<ReturnType<typeof person>>

async function person() {
  const email = await signUp(fixture)
  await fixture.mails(email)
  const { client, session, user } = await signIn(fixture, email)
  const send = async (path: string, json?: unknown) => {
    const token = (await client.auth.getSession()).data.session?.access_token
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fixture.request(path, { headers, ...(json === undefined ? {} : { json }) })
    const text = await answer.text()
    const isFile = answer.headers.get('content-type')?.startsWith('application/x-ndjson')
    const body = isFile ? contentOf(text) : text === '' ? null : JSON.parse(text)
    return { status: answer.status, headers: answer.headers, body }
  }
  return { email, id: user?.id ?? '', client, session, send }
}

/** Returns the account of a calendar file, with the rows of each table. */
function contentOf(file: string) {
  const lines = file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const rows = (table: string) => lines.filter((line) => line.table === `public.${table}`).map(({ row }) => row)
  return { ...lines.find(({ account }) => account)?.account, calendars: rows('calendars'), rows, text: file }
}

const one = async (sql: string, values: unknown[] = []) => (await fixture.pool.query(sql, values)).rows[0]

async function calendar(owner: Person, name: string, ...members: Person[]): Promise<string> {
  const { id } = await one(
    `insert into public.calendars (name, owner_id, state, city) values ($1, $2, 'Texas', 'Austin') returning id`,
    [name, owner.id],
  )
  for (const member of members)
    await fixture.pool.query('insert into public.calendar_members (calendar_id, user_id) values ($1, $2)', [
      id,
      member.id,
    ])
  await fixture.pool.query(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value, created_by) values ($1, 'email', $2, $3)`,
    [id, `contact.of.${name.toLowerCase()}@example.org`, owner.id],
  )
  for (const creator of [owner, ...members])
    await fixture.pool.query(
      `insert into public.events (calendar_id, title, start_time, end_time, category, created_by)
      values ($1, $2, now() + interval '1 day', now() + interval '25 hours', 'Event', $3)`,
      [id, `${name} by ${creator.email}`, creator.id],
    )
  await fixture.pool.query('insert into public.webhooks (calendar_id, url, kinds) values ($1, $2, $3)', [
    id,
    `https://hooks.example.org/${name}`,
    ['mailing.finished'],
  ])
  return id
}

const gone = async (id: string) =>
  (await fixture.pool.query('select from auth.users where id = $1', [id])).rowCount === 0

test('the export holds the person’s data, nothing of others, and no secret', async () => {
  const [ann, bob] = [await person(), await person()]
  await calendar(ann, 'Mine', bob)
  await calendar(bob, 'Theirs', ann)
  await ann.client.auth.mfa.enroll({ factorType: 'totp' })
  const { status, headers, body } = await ann.send('/export', { password: PASSWORD })
  assert.equal(status, 200)
  assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="townbell-\d{4}-\d\d-\d\d\.ndjson"$/)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.deepEqual([body.account.email, body.account.id], [ann.email, ann.id])
  assert.equal(body.sessions.length, 1)
  assert.deepEqual(
    body.memberships.map((row: Record<string, unknown>) => [row.calendar_name, row.role, row.email_notifications]),
    [
      ['Mine', 'admin', true],
      ['Theirs', 'member', true],
    ],
  )
  const [mine, ...others] = body.calendars
  assert.deepEqual([mine.name, others.length, body.rows('events').length], ['Mine', 0, 2])
  assert.deepEqual(
    body.rows('calendar_contacts').map((row: Record<string, unknown>) => row.contact_value),
    ['contact.of.mine@example.org'],
  )
  assert.deepEqual(
    body.events_in_other_calendars.map((row: Record<string, unknown>) => row.title),
    [`Theirs by ${ann.email}`],
  )
  assert.deepEqual(
    body.rows('webhooks').map(({ url, secret }: Record<string, unknown>) => [url, secret]),
    [['https://hooks.example.org/Mine', undefined]],
  )
  for (const secret of ['argon2', 'sealed_secret', 'token_hash', 'contact.of.theirs', `Theirs by ${bob.email}`])
    assert.ok(!body.text.includes(secret), secret)
  const { rows } = await fixture.pool.query('select calendar_id from public.calendar_members where user_id = $1', [
    bob.id,
  ])
  assert.equal(rows.length, 2, 'bob is a member')
  assert.ok(body.text.includes(bob.id) && !body.text.includes(`"email":"${bob.email}"`), 'a member by name')
})

test('the export holds what the person answered in polls, and not what was typed in their name', async () => {
  const ann = await person()
  const id = await calendar(ann, 'Asking')
  await fixture.pool.query('update auth.users set email_confirmed_at = now() where id = $1', [ann.id])
  await fixture.pool.query(
    `with made as (
       insert into public.polls (calendar_id, title, starts, ends, closes_at, yes, maybe)
       select $1, title, '{2199-05-01 10:00Z}', '{2199-05-01 11:00Z}', '2199-05-01 11:00Z', '{0}', '{0}'
       from unnest(array['Potluck', 'Typed by others']) as title returning id, title
     )
     insert into public.poll_answers (poll_id, calendar_id, email, name, choices, confirmed_at)
     select made.id, $1, $2, 'Ann', '{maybe}', case when made.title = 'Potluck' then now() end from made`,
    [id, ann.email],
  )
  const { body } = await ann.send('/export', { password: PASSWORD })
  assert.deepEqual(
    body.poll_answers.map((row: Record<string, unknown>) => [row.poll_title, row.name, row.choices]),
    [['Potluck', 'Ann', ['maybe']]],
  )
})

test('the export holds the person’s history', async () => {
  const ann = await person()
  const id = await calendar(ann, 'Kept')
  await fixture.pool.query(
    `insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action) values ($1, $2, 'calendar', $2, 'update')`,
    [ann.id, id],
  )
  const { body } = await ann.send('/export', { password: PASSWORD })
  assert.deepEqual(
    body.history.map((row: Record<string, unknown>) => [row.entity_type, row.action, row.entity_id]),
    [['calendar', 'update', id]],
  )
})

test('an export needs the password, and covers only the caller', async () => {
  const ann = await person()
  assert.equal((await fixture.request('/export', { json: {} })).status, 401)
  assert.equal((await ann.send('/export', { password: 'Wrong-Word1!' })).body.error_code, 'invalid_credentials')
  assert.equal((await ann.send('/export', { password: 7 })).body.error_code, 'validation_failed')
  assert.equal((await ann.send('/export', {})).body.error_code, 'reauthentication_needed')
  assert.equal((await ann.send('/export', { password: PASSWORD })).status, 200)
})

test('an owner exports one calendar; an admin, a member and a stranger do not', async () => {
  const [ann, bob] = [await person(), await person()]
  const [mine, other] = [await calendar(ann, 'Mine', bob), await calendar(ann, 'Another')]
  await fixture.pool.query(`update public.calendar_members set role = 'admin' where user_id = $1`, [bob.id])
  const { status, headers, body } = await ann.send('/export', { password: PASSWORD, calendar_id: mine })
  assert.deepEqual([status, body.sessions], [200, undefined])
  assert.deepEqual(
    body.calendars.map(({ name }: { name: string }) => name),
    ['Mine'],
  )
  assert.ok(!body.text.includes(other))
  assert.equal(Number(headers.get('content-length')), Buffer.byteLength(body.text))
  const refused = await bob.send('/export', { password: PASSWORD, calendar_id: mine })
  assert.deepEqual([refused.status, refused.body.error_code], [404, 'not_found'])
  assert.equal((await ann.send('/export', { password: PASSWORD, calendar_id: 'x' })).status, 400)
})

test('deleting an account leaves each calendar to its admins or deletes it, and ends every session and link', async () => {
  const [ann, bob] = [await person(), await person()]
  const [kept, dropped] = [await calendar(ann, 'Kept', bob), await calendar(ann, 'Dropped', bob)]
  const theirs = await calendar(bob, 'Theirs', ann)
  await fixture.pool.query(
    `insert into public.push_subscriptions (user_id, endpoint, p256dh, auth)
    values ($1, 'https://fcm.googleapis.com/fcm/send/' || gen_random_uuid(), 'B' || repeat('A', 86), repeat('A', 22))`,
    [ann.id],
  )
  const elsewhere = await signIn(fixture, ann.email)
  const calendars = [
    { id: kept.toUpperCase(), transfer_to: bob.id },
    { id: dropped, delete: true },
  ]
  assert.equal((await ann.send('/delete-account', { password: PASSWORD, calendars })).status, 204)
  assert.ok(await gone(ann.id))
  const left = await one('select owner_id, disabled, deleted_at from public.calendars where id = $1', [kept])
  assert.deepEqual([left.owner_id, left.disabled], [null, true], 'nobody owns what they have not accepted')
  const asked = await one(
    "select payload -> 'ids' as ids from graphile_worker._private_jobs where payload ->> 'letter' = 'members/owner-left'",
  )
  assert.deepEqual(asked.ids, { calendar: kept, user: bob.id })
  assert.equal(
    (await one('select role from public.calendar_members where calendar_id = $1 and user_id = $2', [kept, bob.id]))
      .role,
    'admin',
  )
  assert.equal(await one('select 1 from public.calendars where id = $1', [dropped]), undefined)
  assert.equal((await one('select count(*)::int as n from public.events where calendar_id = $1', [theirs])).n, 2)
  for (const table of [
    'public.profiles',
    'public.calendar_members',
    'public.push_subscriptions',
    'auth.sessions',
    'auth.one_time_tokens',
  ])
    assert.equal(await one(`select 1 from ${table} where user_id = $1`, [ann.id]), undefined, table)
  assert.ok((await elsewhere.client.auth.getUser()).error)
  assert.equal(
    (await fixture.client().auth.signInWithPassword({ email: ann.email, password: PASSWORD })).error?.code,
    'invalid_credentials',
  )
  const [mail, ...more] = await fixture.mails(ann.email)
  assert.match(mail?.subject ?? '', /account was deleted/)
  assert.equal(more.length, 0)
  assert.equal(
    await one('select 1 from auth.notices where email = $1', [ann.email]),
    undefined,
    'the address is forgotten',
  )
  assert.ok(await signUp(fixture, ann.email), 'and may come back')
})

test('an account is not deleted while a calendar is undecided, foreign, or transferred to a non-member', async () => {
  const [ann, bob, eve] = [await person(), await person(), await person()]
  const mine = await calendar(ann, 'Mine', bob)
  const theirs = await calendar(bob, 'Theirs', ann)
  const tries: [object[], number, string][] = [
    [[], 409, 'calendars_undecided'],
    [[{ id: theirs, delete: true }], 409, 'calendars_undecided'],
    [[{ id: mine, transfer_to: eve.id }], 409, 'member_not_found'],
    [[{ id: mine, transfer_to: ann.id }], 409, 'member_not_found'],
    [[{ id: mine, transfer_to: randomUUID() }], 409, 'member_not_found'],
    [
      [
        { id: mine, transfer_to: bob.id },
        { id: theirs, delete: true },
      ],
      404,
      'calendar_not_found',
    ],
    [
      [
        { id: mine, transfer_to: bob.id },
        { id: mine, delete: true },
      ],
      404,
      'calendar_not_found',
    ],
    [[{ id: mine }], 400, 'validation_failed'],
    [[{ id: mine, delete: false }], 400, 'validation_failed'],
    [[{ id: mine, transfer_to: 'x' }], 400, 'validation_failed'],
    [[{ id: 'x', delete: true }], 400, 'validation_failed'],
  ]
  for (const [calendars, status, code] of tries) {
    const answer = await ann.send('/delete-account', { password: PASSWORD, calendars })
    assert.deepEqual([answer.status, answer.body.error_code], [status, code], JSON.stringify(calendars))
  }
  assert.match((await ann.send('/delete-account', { password: PASSWORD })).body.msg, /Mine/)
  assert.ok(!(await gone(ann.id)))
  assert.equal((await one('select owner_id from public.calendars where id = $1', [mine])).owner_id, ann.id)
  assert.equal(
    (await one('select role from public.calendar_members where calendar_id = $1 and user_id = $2', [mine, bob.id]))
      .role,
    'member',
  )
  assert.ok(await one('select 1 from public.calendars where id = $1', [theirs]))
})

test('only the password of its owner deletes an account', async () => {
  const [ann, bob] = [await person(), await person()]
  for (const password of ['', 'Wrong-Word1!', 7, [PASSWORD]])
    assert.equal((await ann.send('/delete-account', { password })).status, 400)
  for (const password of [undefined, null]) assert.equal((await ann.send('/delete-account', { password })).status, 403)
  assert.equal((await fixture.request('/delete-account', { json: { password: PASSWORD } })).status, 401)
  assert.equal((await bob.send('/delete-account', { password: PASSWORD })).status, 204)
  assert.deepEqual([await gone(ann.id), await gone(bob.id)], [false, true])
})

test('a calendar already deleted needs no decision, and is purged with the account', async () => {
  const ann = await person()
  const id = await calendar(ann, 'Old')
  assert.ok(await one('select private.put_away_calendar($1) as done', [id]))
  assert.equal((await ann.send('/delete-account', { password: PASSWORD })).status, 204)
  assert.equal(await one('select 1 from public.calendars where id = $1', [id]), undefined)
})

test('a calendar transferred to a person who is deleting their account is never left without an owner', async () => {
  for (let round = 0; round < 6; round++) {
    const [ann, bob] = [await person(), await person()]
    const id = await calendar(bob, 'Moving', ann)
    const handed = fixture.pool.query('update public.calendars set owner_id = $2 where id = $1', [id, ann.id]).then(
      () => true,
      () => false,
    )
    const answer = await ann.send('/delete-account', { password: PASSWORD })
    const outcome = [await handed, answer.status]
    const owner = (await one('select owner_id from public.calendars where id = $1', [id]))?.owner_id
    if (answer.status === 204) assert.deepEqual([owner, await gone(ann.id)], [bob.id, true], String(outcome))
    else assert.deepEqual([answer.status, owner, await gone(ann.id)], [409, ann.id, false], String(outcome))
  }
})
