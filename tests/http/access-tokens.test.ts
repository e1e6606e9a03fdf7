// Personal access tokens: a matrix of what each kind may do, and that they end when they should.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { hours, minutes } from '#domain/durations.ts'
import { rateLimits } from '#server/http/rate-limits.ts'
import { startApp, type TestApp } from '#testing/app.ts'

const password = 'Ring.the.bell.1'
let app: TestApp
let ann: { id: string; session: string; calendar: string; other: string }
let bob: { session: string; calendar: string }
/** An event of Elm Street that asks who comes. */
let asking: string
/** Those of the other calendars. */
const elsewhere: string[] = []

before(async () => {
  app = await startApp({ CAPTCHA: 'none' })
  const one = await person('ann@example.org')
  ann = { ...one, calendar: await calendar(one.id, 'Elm Street'), other: await calendar(one.id, 'Oak Street') }
  const two = await person('bob@example.org')
  bob = { session: two.session, calendar: await calendar(two.id, 'Ash Street') }
  for (const id of [ann.calendar, ann.other, bob.calendar]) {
    await app.pool.query(
      `insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'fan@example.org')`,
      [id],
    )
    await app.pool.query(
      `insert into public.events (calendar_id, title, category, start_time, end_time)
       values ($1, 'Fair', 'Event', '2031-07-04T18:00:00Z', '2031-07-04T20:00:00Z')`,
      [id],
    )
    asking = await asks(id)
    elsewhere.push(asking)
  }
  asking = elsewhere.shift()!
})
after(() => app.close())

async function person(email: string) {
  const signedUp = await request('POST', '/auth/v1/signup', { json: { email, password } })
  const id = signedUp.body.id as string
  await app.pool.query('update auth.users set email_confirmed_at = now() where id = $1', [id])
  await app.pool.query('update public.profiles set trial = false where user_id = $1', [id])
  const { body } = await request('POST', '/auth/v1/token?grant_type=password', { json: { email, password } })
  return { id, session: body.access_token as string }
}

async function calendar(owner: string, name: string): Promise<string> {
  const { rows } = await app.pool.query(
    `insert into public.calendars (name, owner_id, state, city) values ($1, $2, 'Texas', 'Austin') returning id`,
    [name, owner],
  )
  return rows[0].id
}

async function asks(calendarId: string): Promise<string> {
  const { rows } = await app.pool.query(
    `with event as (
       insert into public.events (calendar_id, title, category, start_time, end_time)
       values ($1, 'Supper', 'Event', '2031-07-05T18:00:00Z', '2031-07-05T20:00:00Z') returning id
     )
     insert into public.event_rsvps (event_id, calendar_id) select id, $1 from event returning event_id`,
    [calendarId],
  )
  return rows[0].event_id
}

async function request(method: string, path: string, { json, as }: { json?: unknown; as?: string } = {}) {
  const answer = await fetch(app.url + path, {
    method,
    headers: {
      apikey: app.config.publishableKey,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...(as && { authorization: `Bearer ${as}` }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text ? JSON.parse(text) : null }
}

const create = (wanted: object, as = ann.session) =>
  request('POST', '/auth/v1/access-tokens', { json: { name: 'Sync', password, ...wanted }, as })

async function newToken(wanted: object): Promise<string> {
  const { status, body } = await create(wanted)
  assert.equal(status, 201, JSON.stringify(body))
  return body.token
}

type Kind = 'reader' | 'writer' | 'readerOfPeople' | 'writerOfPeople' | 'siren' | 'school' | 'roster' | 'desk'
const kinds: Record<Kind, object> = {
  reader: {},
  writer: { can_write: true },
  readerOfPeople: { can_see_contacts: true },
  writerOfPeople: { can_write: true, can_see_contacts: true },
  siren: { scopes: ['send_alerts'] },
  school: { can_see_contacts: true, scopes: ['read_mailings'] },
  roster: { scopes: ['read_answers'] },
  desk: { scopes: ['record_answers'] },
}

/** What is done, and who gets through. */
function matrix(): [what: string, method: string, path: string, json: unknown, allowed: Kind[]][] {
  const all = Object.keys(kinds) as Kind[]
  const writers: Kind[] = ['writer', 'writerOfPeople']
  const people: Kind[] = ['readerOfPeople', 'writerOfPeople', 'school']
  const own = `calendar_id=eq.${ann.calendar}`
  const event = {
    calendar_id: ann.calendar,
    title: 'New',
    category: 'Event',
    start_time: '2031-08-04T18:00:00Z',
    end_time: '2031-08-04T20:00:00Z',
  }
  const contact = { calendar_id: ann.calendar, contact_type: 'email', contact_value: `${randomUUID()}@example.org` }
  const series = { title: 'Choir', category: 'Event' }
  const times = { day: '2031-07-08', start: '18:00', end_day: '2031-07-08', end: '20:00' }
  return [
    ['read calendars', 'GET', '/rest/v1/calendars?select=name', undefined, all],
    ['read events', 'GET', `/rest/v1/events?${own}`, undefined, all],
    ['read events with their calendar', 'GET', `/rest/v1/events?select=title,calendars(name)&${own}`, undefined, all],
    ['read series', 'GET', `/rest/v1/event_series?${own}`, undefined, all],
    ['add an event', 'POST', '/rest/v1/events', event, writers],
    ['change an event', 'PATCH', `/rest/v1/events?${own}&title=eq.Fair`, { description: 'x' }, writers],
    ['delete an event', 'DELETE', `/rest/v1/events?${own}&title=eq.New`, undefined, writers],
    [
      'add a series',
      'POST',
      '/functions/v1/save-event',
      { calendar_id: ann.calendar, event: series, times, rrule: 'FREQ=WEEKLY;COUNT=2' },
      writers,
    ],
    ['read contacts', 'GET', `/rest/v1/calendar_contacts?${own}`, undefined, people],
    [
      'read contacts in an embed',
      'GET',
      '/rest/v1/calendars?select=name,calendar_contacts(contact_value)',
      undefined,
      people,
    ],
    ['count contacts', 'HEAD', `/rest/v1/calendar_contacts?${own}`, undefined, people],
    ['add a contact', 'POST', '/rest/v1/calendar_contacts', contact, ['writerOfPeople']],
    ['read members', 'GET', `/rest/v1/calendar_members?${own}`, undefined, people],
    ['read the names of members', 'GET', `/rest/v1/calendar_members?select=display_name&${own}`, undefined, people],
    ['read the invite code', 'GET', '/rest/v1/calendars?select=name,invite_code', undefined, []],
    ['search by the invite code', 'GET', '/rest/v1/calendars?select=name&invite_code=like.a*', undefined, []],
    ['order by the invite code', 'GET', '/rest/v1/calendars?select=name&order=invite_code', undefined, []],
    [
      'order events by the invite code',
      'GET',
      '/rest/v1/events?select=title,calendars(name)&order=calendars(invite_code)',
      undefined,
      [],
    ],
    ['read the invite code in an embed', 'GET', '/rest/v1/events?select=title,calendars(invite_code)', undefined, []],
    ['remove a member', 'DELETE', `/rest/v1/calendar_members?${own}&role=eq.member`, undefined, []],
    ['change settings', 'PATCH', `/rest/v1/calendars?id=eq.${ann.calendar}`, { description: 'x' }, []],
    ['delete a calendar', 'DELETE', `/rest/v1/calendars?id=eq.${ann.calendar}`, undefined, []],
    [
      'create a calendar',
      'POST',
      '/rest/v1/calendars',
      { name: 'Fir', owner_id: ann.id, state: 'Texas', city: 'Austin' },
      [],
    ],
    ['read profiles', 'GET', '/rest/v1/profiles', undefined, []],
    ['read the history', 'GET', '/rest/v1/audit_logs', undefined, []],
    ['read mailings', 'GET', `/rest/v1/mailings?${own}&select=id,sent_people`, undefined, ['school']],
    ['read deliveries', 'GET', `/rest/v1/deliveries?${own}`, undefined, ['school']],
    ['find recipients', 'POST', '/rest/v1/rpc/find_deliveries', { p_mailing_id: randomUUID() }, []],
    ['count what was sent', 'POST', '/rest/v1/rpc/count_deliveries', { p_mailing_id: randomUUID() }, ['school']],
    ['send again', 'POST', '/rest/v1/rpc/resend_mailing', { p_mailing_id: randomUUID() }, []],
    [
      'count whom an alert reaches',
      'POST',
      '/rest/v1/rpc/get_alert_audience',
      { p_calendar_id: ann.calendar },
      ['siren'],
    ],
    [
      'send an alert',
      'POST',
      '/rest/v1/rpc/send_new_alert',
      {
        p_key: randomUUID(),
        p_calendar_id: ann.calendar,
        p_headline: 'Tornado',
        p_message: 'Take shelter.',
        p_until: new Date(Date.now() + hours(1)),
      },
      ['siren'],
    ],
    ['read answers', 'GET', `/rest/v1/rsvp_answers?${own}`, undefined, ['roster']],
    ['read sign-ups', 'GET', `/rest/v1/slot_signups?${own}&select=name,slot_amounts(amount)`, undefined, ['roster']],
    ['count answers', 'POST', '/rest/v1/rpc/get_rsvp_counts', { p_event_id: asking }, ['roster']],
    [
      'write down an answer',
      'POST',
      '/rest/v1/rpc/record_rsvp',
      { p_event_id: asking, p_name: 'Olga', p_answer: 'going' },
      ['desk'],
    ],
    ['answer oneself', 'POST', '/rest/v1/rpc/answer_rsvp', { p_event_id: asking, p_answer: 'going' }, []],
    ['ask who comes', 'POST', '/rest/v1/rpc/set_rsvp', { p_event_id: asking, p_is_open: false }, []],
    [
      'call a function of the database',
      'POST',
      '/rest/v1/rpc/get_calendar_contact_count',
      { p_calendar_id: ann.calendar },
      [],
    ],
    ['make a private feed', 'POST', '/rest/v1/rpc/renew_feed_link', { p_calendar_id: ann.calendar }, []],
    [
      'invite people',
      'POST',
      '/functions/v1/invite-members',
      { calendar_id: ann.calendar, emails: ['x@example.org'] },
      [],
    ],
    ['send a test', 'POST', '/functions/v1/send-test', { calendar_id: ann.calendar }, []],
  ]
}

test('each kind of token may do what it says, and nothing else', async () => {
  for (const [kind, wanted] of Object.entries(kinds)) {
    const as = await newToken(wanted)
    for (const [what, method, path, json, allowed] of matrix()) {
      const { status, body } = await request(method, path, { json, as })
      if (allowed.includes(kind as Kind)) assert.ok(status < 300, `${kind}: ${what}: ${status} ${JSON.stringify(body)}`)
      else {
        assert.equal(status, 403, `${kind}: ${what}`)
        if (method !== 'HEAD') assert.equal(body.code, 'insufficient_scope', `${kind}: ${what}`)
      }
    }
  }
  const { rows } = await app.pool.query('select from public.calendars where id = $1 and deleted_at is null', [
    ann.calendar,
  ])
  assert.equal(rows.length, 1)
})

test('what tokens are refused, the person may do', async () => {
  for (const path of [
    '/rest/v1/calendars?select=name,invite_code',
    '/rest/v1/profiles',
    '/rest/v1/audit_logs',
    `/rest/v1/calendar_contacts?calendar_id=eq.${ann.calendar}`,
  ])
    assert.ok((await request('GET', path, { as: ann.session })).body.length > 0, path)
})

test('a token of all calendars sees those of its person and of nobody else', async () => {
  const as = await newToken({ can_write: true, can_see_contacts: true })
  const names = async (table: string) => {
    const { body } = await request('GET', `/rest/v1/${table}?select=calendar_id`, { as })
    return new Set(body.map((row: { calendar_id: string }) => row.calendar_id))
  }
  for (const table of ['events', 'calendar_contacts', 'calendar_members'])
    assert.deepEqual(await names(table), new Set([ann.calendar, ann.other]), table)
  const { body } = await request('GET', '/rest/v1/calendars?select=name&order=name', { as })
  assert.deepEqual(body, [{ name: 'Elm Street' }, { name: 'Oak Street' }])
})

test('a token of one calendar reads and writes nothing of the others', async () => {
  const as = await newToken({ calendar_ids: [ann.calendar, bob.calendar], can_write: true, can_see_contacts: true })
  for (const table of ['events', 'calendar_contacts', 'calendar_members', 'event_series']) {
    const { body } = await request('GET', `/rest/v1/${table}?select=calendar_id`, { as })
    assert.ok(
      body.every((row: { calendar_id: string }) => row.calendar_id === ann.calendar),
      table,
    )
    if (table !== 'event_series') assert.ok(body.length > 0, table)
  }
  assert.deepEqual((await request('GET', '/rest/v1/calendars?select=name', { as })).body, [{ name: 'Elm Street' }])
  const embedded = await request('GET', '/rest/v1/calendars?select=name,events(id)', { as })
  assert.equal(embedded.body.length, 1)
  for (const calendar_id of [ann.other, bob.calendar]) {
    const times = { start_time: '2031-08-04T18:00:00Z', end_time: '2031-08-04T20:00:00Z' }
    const json = { calendar_id, title: 'Not here', category: 'Event', ...times }
    assert.equal((await request('POST', '/rest/v1/events', { json, as })).status, 403)
    const changed = await request('PATCH', `/rest/v1/events?calendar_id=eq.${calendar_id}`, {
      json: { title: 'Not here' },
      as,
    })
    assert.deepEqual(changed.body, [])
    const deleted = await request('DELETE', `/rest/v1/events?calendar_id=eq.${calendar_id}`, { as })
    assert.deepEqual(deleted.body, [])
    const day = { day: '2031-07-08', start: '18:00', end_day: '2031-07-08', end: '20:00' }
    const series = {
      calendar_id,
      event: { title: 'Not here', category: 'Event' },
      times: day,
      rrule: 'FREQ=DAILY;COUNT=2',
    }
    assert.ok((await request('POST', '/functions/v1/save-event', { json: series, as })).status >= 400)
    const file =
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Not here\r\nDTSTART:20310704T180000Z\r\nEND:VEVENT\r\nEND:VCALENDAR'
    const upload = { calendar_id, text: file, dry_run: false }
    assert.equal((await request('POST', '/functions/v1/import-events', { json: upload, as })).status, 403)
  }
  const { rows } = await app.pool.query("select from public.events where title = 'Not here'")
  assert.equal(rows.length, 0)
})

test('a siren and a desk reach one calendar, and the history names their tokens', async () => {
  const siren = await newToken({ name: 'Siren', calendar_ids: [ann.calendar], scopes: ['send_alerts'] })
  const desk = await newToken({
    name: 'Desk',
    calendar_ids: [ann.calendar],
    scopes: ['read_answers', 'record_answers'],
  })
  const rpc = (name: string, json: object, as: string) => request('POST', `/rest/v1/rpc/${name}`, { json, as })
  const alert = { p_headline: 'Flood', p_message: 'Go uphill.', p_until: new Date(Date.now() + hours(1)) }
  const recorded = { p_name: 'Olga', p_answer: 'going' }
  for (const p_calendar_id of [ann.other, bob.calendar])
    assert.equal((await rpc('send_new_alert', { ...alert, p_key: randomUUID(), p_calendar_id }, siren)).status, 403)
  for (const p_event_id of elsewhere)
    assert.equal((await rpc('record_rsvp', { ...recorded, p_event_id }, desk)).status, 403)
  // Ann's own answer elsewhere is hers to read, but not the desk's.
  await app.pool.query(
    `insert into public.rsvp_answers (event_id, calendar_id, user_id, email, name, answer, confirmed_at)
     values ($1, $2, $3, 'ann@example.org', 'Ann', 'going', now())`,
    [elsewhere[1], bob.calendar, ann.id],
  )
  const key = randomUUID()
  for (const _ of ['first', 'again'])
    assert.equal(
      (await rpc('send_new_alert', { ...alert, p_key: key, p_calendar_id: ann.calendar }, siren)).status,
      200,
    )
  assert.equal((await rpc('record_rsvp', { ...recorded, p_event_id: asking }, desk)).body, 'going')
  const seen = await request('GET', '/rest/v1/rsvp_answers?select=calendar_id', { as: desk })
  assert.deepEqual(new Set(seen.body.map((row: { calendar_id: string }) => row.calendar_id)), new Set([ann.calendar]))
  const { body: history } = await rpc('get_history', { p_calendar_id: ann.calendar }, ann.session)
  const actors = history.map(({ actor, action }: { actor: string; action: string }) => `${action}: ${actor}`)
  assert.match(actors[0], /^update: .*\(token “Desk”\)$/)
  assert.match(actors[1], /^send: .*\(token “Siren”\)$/)
  const { rows } = await app.pool.query(
    "select m.id from public.mailings m where m.kind = 'alert' and m.calendar_id = any ($1)",
    [[ann.other, bob.calendar]],
  )
  assert.deepEqual(rows, [])
})

test('a siren gone wild is stopped, and other tokens go on', async () => {
  const siren = await newToken({ scopes: ['send_alerts'] })
  const send = (as: string) => request('POST', '/rest/v1/rpc/send_alert', { json: { p_event_id: randomUUID() }, as })
  for (let n = 0; n < rateLimits['program-alerts'].max; n++) assert.equal((await send(siren)).status, 403)
  assert.equal((await send(siren)).status, 429)
  assert.equal((await send(await newToken({ scopes: ['send_alerts'] }))).status, 403)
})

test('tokens open nothing of the account', async () => {
  const as = await newToken({ can_write: true, can_see_contacts: true })
  const paths: [string, string][] = [
    ['GET', '/user'],
    ['PUT', '/user'],
    ['GET', '/sessions'],
    ['GET', '/access-tokens'],
    ['POST', '/access-tokens'],
    ['POST', '/export'],
    ['POST', '/delete-account'],
    ['POST', '/logout'],
  ]
  for (const [method, path] of paths) {
    const json = method === 'GET' ? undefined : { name: 'x', password }
    const { status, body } = await request(method, `/auth/v1${path}`, { json, as })
    assert.deepEqual([status, body.error_code], [403, 'bad_jwt'], path)
  }
})

test('creating one takes the password, and a request that makes sense', async () => {
  for (const [wanted, code] of [
    [{ password: undefined }, 'reauthentication_needed'],
    [{ password: 'wrong' }, 'invalid_credentials'],
    [{ name: ' ' }, 'validation_failed'],
    [{ name: 'a\nb' }, 'validation_failed'],
    [{ expires_in_days: 366 }, 'validation_failed'],
    [{ expires_in_days: 0.5 }, 'validation_failed'],
    [{ calendar_ids: [] }, 'validation_failed'],
    [{ calendar_ids: ['x'] }, 'validation_failed'],
    [{ can_write: 'yes' }, 'validation_failed'],
    [{ scopes: ['everything'] }, 'validation_failed'],
    [{ scopes: 'send_alerts' }, 'validation_failed'],
  ] as [object, string][]) {
    const { status, body } = await create(wanted)
    assert.ok(status >= 400 && status < 500)
    assert.equal(body.error_code, code, JSON.stringify(wanted))
  }
  assert.equal((await request('POST', '/auth/v1/access-tokens', { json: { name: 'x', password } })).status, 401)
})

test('they are listed without the token, with their last use, and stored as a hash', async () => {
  const as = await newToken({ name: 'Listed', can_write: true })
  const listed = async () => {
    const { body } = await request('GET', '/auth/v1/access-tokens', { as: ann.session })
    return body.find((token: { name: string }) => token.name === 'Listed')
  }
  assert.equal((await listed()).last_used_at, null)
  await request('GET', '/rest/v1/calendars', { as })
  const { last_used_at, ...first } = await listed()
  assert.ok(Date.now() - Date.parse(last_used_at) < minutes(5))
  assert.deepEqual(
    [first.can_write, first.can_see_contacts, first.calendar_ids, 'token' in first],
    [true, false, null, false],
  )
  await request('GET', '/rest/v1/calendars', { as })
  assert.equal((await listed()).last_used_at, last_used_at, 'written at most once a minute')
  const { rows } = await app.pool.query('select t::text as row from auth.access_tokens t')
  assert.ok(rows.every(({ row }) => !row.includes(as)))
  const theirs = await request('GET', '/auth/v1/access-tokens', { as: bob.session })
  assert.deepEqual(theirs.body, [])
})

test('a revoked or expired token is refused at once, also where the same read was answered before', async () => {
  const read = (as: string) => request('GET', '/rest/v1/calendars?select=name', { as })
  const { body } = await create({ name: 'Gone' })
  assert.equal((await read(body.token)).status, 200)
  const stolen = await request('DELETE', `/auth/v1/access-tokens/${body.id}`, { as: bob.session })
  assert.equal(stolen.status, 404)
  assert.equal((await read(body.token)).status, 200)
  assert.equal((await request('DELETE', `/auth/v1/access-tokens/${body.id}`, { as: ann.session })).status, 204)
  assert.deepEqual([(await read(body.token)).status, (await read(body.token)).body.code], [401, 'PGRST301'])
  const event = { json: {}, as: body.token }
  assert.equal((await request('POST', '/functions/v1/save-event', event)).status, 401)
  const late = await create({ name: 'Late', expires_in_days: 1 })
  await app.pool.query(
    "update auth.access_tokens set created_at = now() - interval '2 days', expires_at = now() - interval '1 day' where id = $1",
    [late.body.id],
  )
  assert.equal((await read(late.body.token)).status, 401)
  for (const made of ['tbp_', 'tbp_x', `tbp_${'a'.repeat(9000)}`]) assert.equal((await read(made)).status, 401)
})

test('the official client takes a token as its access token', async () => {
  const as = await newToken({ can_write: true })
  const supabase = createClient(app.url, app.config.publishableKey, { accessToken: async () => as })
  const { data, error } = await supabase
    .from('events')
    .select('title')
    .eq('calendar_id', ann.calendar)
    .eq('title', 'Fair')
  assert.deepEqual([error, data], [null, [{ title: 'Fair' }]])
})

test('a new password ends them, and leaving a calendar closes it to them', async () => {
  const eve = await person('eve@example.org')
  await app.pool.query("insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'member')", [
    bob.calendar,
    eve.id,
  ])
  const { body } = await create({ name: 'Sync' }, eve.session)
  const read = () => request('GET', '/rest/v1/events?select=title', { as: body.token })
  assert.equal((await read()).body.length, 2)
  await app.pool.query('delete from public.calendar_members where user_id = $1', [eve.id])
  assert.deepEqual((await read()).body, [])
  const json = { password: 'Another.bell.2', current_password: password }
  assert.equal((await request('PUT', '/auth/v1/user', { json, as: eve.session })).status, 200)
  assert.equal((await read()).status, 401)
})

test('requests with one token are counted', async () => {
  const as = await newToken({})
  const { rows } = await app.pool.query(
    "update private.rate_limits set taken = 5000 where key like 'program:%' returning key",
  )
  assert.ok(rows.length > 0)
  await request('GET', '/rest/v1/calendars', { as })
  await app.pool.query("update private.rate_limits set taken = 5000 where key like 'program:%'")
  const { status, body } = await request('GET', '/rest/v1/calendars', { as })
  assert.deepEqual([status, body.code], [429, 'over_request_rate_limit'])
})

test('no log line has a token', () => {
  assert.ok(app.logged.length > 10)
  assert.doesNotMatch(app.logged.join(''), /tbp_/)
})
