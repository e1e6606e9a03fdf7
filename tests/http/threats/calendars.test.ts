// Attacks on calendars: creating past the limits, changing foreign ones, reading as a guest, guessing invites.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import {
  type AppFixture,
  asJson,
  eventOn,
  newAddress,
  openAppFixture,
  type Person,
  shown,
  type Visitor,
} from './fixture.ts'

let fixture: AppFixture
let owner: Person
let admin: Person
let member: Person
let stranger: Person
let otherAdmin: Person
let calendar: { id: string; identifier: number }

before(async () => {
  fixture = await openAppFixture()
  owner = await fixture.person('owner')
  admin = await fixture.person('admin')
  member = await fixture.person('member')
  stranger = await fixture.person('stranger')
  otherAdmin = await fixture.person('other')
  calendar = await fixture.calendar(owner)
  await fixture.calendar(otherAdmin, { name: 'Harbour' })
  await fixture.join(admin, owner, calendar.id)
  await fixture.join(member, owner, calendar.id)
  await fixture.promote(owner, admin, calendar.id)
})
after(() => fixture.close())

const rowOf = async (id: string) => (await fixture.rows('select * from public.calendars where id = $1', [id]))[0]
const patch = (who: Visitor, path: string, body: object) =>
  who.request(path, { method: 'PATCH', body: JSON.stringify(body), headers: asJson })
const create = (who: Visitor, more: object = {}) =>
  who.request('/rest/v1/calendars?select=id,owner_id', {
    json: { name: 'Another', state: 'Texas', city: 'Austin', ...more },
    headers: shown,
  })

test('T15: the limits of a trial hold on the server, and a flag that cannot be read counts as trial', async () => {
  for (const lost of [false, true]) {
    const trial = await fixture.person('trial', { trial: true })
    if (lost) await fixture.rows('delete from public.profiles where user_id = $1', [trial.id])
    const { id } = await fixture.calendar(trial)
    const words = 'Trial users can only create 1 calendar. Please upgrade your plan to create more calendars.'
    const more = await Promise.all([create(trial), create(trial), create(trial, { owner_id: trial.id })])
    for (const { status, body } of more) assert.deepEqual([status, body.message], [400, words])
    const both = { name: 'One', state: 'Texas', city: 'Austin' }
    assert.equal((await trial.request('/rest/v1/calendars', { json: [both, { ...both, name: 'Two' }] })).status, 400)
    assert.equal((await fixture.rows('select 1 from public.calendars where owner_id = $1', [trial.id])).length, 1)

    const contact = (i: number) => ({
      calendar_id: id,
      contact_type: 'email',
      contact_value: `n${i}@${trial.id}.example`,
    })
    const nine = await trial.request('/rest/v1/calendar_contacts', {
      json: Array.from({ length: 9 }, (_, i) => contact(i)),
    })
    assert.equal(nine.status, 201)
    const rush = await Promise.all(
      Array.from({ length: 8 }, (_, i) => trial.request('/rest/v1/calendar_contacts', { json: contact(20 + i) })),
    )
    assert.deepEqual(rush.map(({ status }) => status).sort(), [201, ...Array(7).fill(400)])
    assert.match(rush.find(({ status }) => status === 400)?.body.message, /only add up to 10 contacts per calendar/)
    // Nor by changing the trial flag oneself.
    for (const path of [`/rest/v1/profiles?user_id=eq.${trial.id}`, '/rest/v1/profiles?trial=is.true'])
      assert.equal((await patch(trial, path, { trial: false })).status, 403)
  }
  assert.equal((await create(owner)).status, 201, 'who is not on trial makes as many as they like')
})

test('T17: a calendar can be created only in one’s own name, with a confirmed address', async () => {
  const unconfirmed = await fixture.person('unconfirmed', { confirmed: false })
  const refused = await create(unconfirmed)
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.message],
    [400, 'TB007', 'Please confirm your email address before creating calendars.'],
  )
  for (const who of [stranger, otherAdmin, unconfirmed])
    assert.equal((await create(who, { owner_id: owner.id })).status, 403, 'in the name of somebody else')
  assert.equal((await create(fixture.guest, { owner_id: owner.id })).status, 401)
  assert.deepEqual(await fixture.rows('select 1 from public.calendars where owner_id = $1', [unconfirmed.id]), [])

  await fixture.rows('update auth.users set email_confirmed_at = now() where id = $1', [unconfirmed.id])
  const made = await create(unconfirmed)
  assert.deepEqual([made.status, made.body[0].owner_id], [201, unconfirmed.id])
})

test('T18: only the owner can change settings, and only those that the screen shows', async () => {
  const before = await rowOf(calendar.id)
  const path = `/rest/v1/calendars?id=eq.${calendar.id}`
  const forbidden = {
    id: stranger.id,
    owner_id: stranger.id,
    disabled: true,
    identifier: 1,
    invite_code: 'x'.repeat(24),
    version: 1,
    deleted_at: '2020-01-01T00:00:00Z',
    disabled_before: false,
    created_at: '2020-01-01T00:00:00Z',
    notify_at: '00:00',
    sending_paused_at: null,
  }
  for (const [column, value] of Object.entries(forbidden)) {
    const { status } = await patch(owner, path, { name: 'Taken along', [column]: value })
    assert.ok(status === 403 || status === 400, `the owner cannot set ${column}: ${status}`)
  }
  for (const [name, who] of Object.entries({ guest: fixture.guest, stranger, member, admin, otherAdmin })) {
    const { status } = await patch(who, path, { name: 'Mine now' })
    assert.equal(status, name === 'guest' ? 401 : 204, name)
    await who.request(path, { method: 'DELETE' })
  }
  const merged = await otherAdmin.request('/rest/v1/calendars?on_conflict=id', {
    json: { id: calendar.id, name: 'Mine now', state: 'Texas', city: 'Austin' },
    headers: { prefer: 'resolution=merge-duplicates' },
  })
  assert.equal(merged.status, 403)
  assert.deepEqual(await rowOf(calendar.id), before, 'nothing has changed')

  const settings = {
    name: 'Elm Street',
    description: '',
    external_calendar_url: 'https://example.org/ical',
    admin_email: 'desk@example.org',
    state: 'Ohio',
    city: 'Dayton',
    allow_guest_users: true,
  }
  assert.equal((await patch(owner, path, settings)).status, 204)
  const { name, description, admin_email, time_zone } = await rowOf(calendar.id)
  assert.deepEqual(
    [name, description, admin_email, time_zone],
    ['Elm Street', null, 'desk@example.org', 'America/New_York'],
  )
})

test('T19: only admins see the invite code, it cannot be guessed, and renewing invalidates the old one', async () => {
  const path = `/rest/v1/calendars?id=eq.${calendar.id}&select=name,invite_code`
  const { body } = await admin.request(path)
  const code: string = body[0].invite_code
  assert.match(code, /^[\w-]{24}$/, 'it is there: 144 bits')
  const row = await fixture.madeUp('public.calendars', calendar.id)
  assert.equal((await admin.request(`/rest/v1/rpc/invite_code?calendar=${row}`)).body, code, 'a made-up row is taken')
  assert.deepEqual((await member.request(path)).body, [{ name: 'Elm Street', invite_code: null }])
  assert.equal((await member.request(`/rest/v1/rpc/invite_code?calendar=${row}`)).body, null)
  for (const [name, who] of Object.entries({ guest: fixture.guest, stranger, otherAdmin }))
    for (const way of [
      path,
      '/rest/v1/calendars?select=*,invite_code',
      `/rest/v1/calendars?select=name&invite_code=eq.${code}`,
      '/rest/v1/calendars?select=name&order=invite_code',
      `/rest/v1/rpc/invite_code?calendar=${row}`,
      '/rest/v1/calendar_invites',
      `/rest/v1/calendar_members?select=calendars(invite_code)&calendar_id=eq.${calendar.id}`,
    ]) {
      const answer = await who.request(way)
      assert.ok(answer.status < 500, `${name}: ${way} ${answer.status}`)
      assert.ok(!answer.text.includes(code), `${name}: ${way}`)
      assert.ok(!answer.text.includes('Elm Street') || way.includes('order'), `${name}: ${way} ${answer.text}`)
    }

  for (const wrong of ['', '%', `${code.slice(0, -1)}`, code.toLowerCase(), `${code} `, "' or true --"])
    if (wrong !== code) {
      const tried = await stranger.request('/rest/v1/rpc/join_calendar', { json: { p_code: wrong } })
      assert.deepEqual([tried.status, tried.body.code], [400, 'TB011'], wrong)
    }
  const guesses = Array.from({ length: 100 }, () => randomBytes(18).toString('base64url'))
  const found = await Promise.all(
    guesses.map((p_code) => fixture.guest.request('/rest/v1/rpc/get_invite', { json: { p_code } })),
  )
  assert.ok(found.every(({ status, body }) => (status === 200 && body.length === 0) || status === 429))
  assert.equal(found.filter(({ status }) => status === 429).length, 70, 'thirty wrong ones an hour and network')

  const renewed = await owner.request('/rest/v1/rpc/renew_invite', { json: { p_calendar_id: calendar.id } })
  assert.match(renewed.body, /^[\w-]{24}$/)
  for (const who of [stranger, member, admin, otherAdmin])
    assert.equal((await who.request('/rest/v1/rpc/renew_invite', { json: { p_calendar_id: calendar.id } })).status, 403)
  assert.equal((await stranger.request('/rest/v1/rpc/join_calendar', { json: { p_code: code } })).status, 400)
  assert.equal(
    (await fixture.guest.request('/rest/v1/rpc/join_calendar', { json: { p_code: renewed.body } })).status,
    401,
  )
  const newcomer = await fixture.person('newcomer')
  const joined = await newcomer.request('/rest/v1/rpc/join_calendar', { json: { p_code: renewed.body } })
  assert.equal(joined.body, calendar.id)
  const [seat] = await fixture.rows('select role from public.calendar_members where user_id = $1', [newcomer.id])
  assert.equal(seat.role, 'member', 'never more than a member')
  for (const path of ['/invite/', '/INVITE/', '//invite/']) await fixture.guest.request(path + renewed.body)
  assert.ok(!fixture.logged.join('').includes(renewed.body), 'nor is it in the log')
})

test('T26: a guest can count the members of a public calendar and learns nothing about them', async () => {
  const path = `/rest/v1/calendar_members?calendar_id=eq.${calendar.id}`
  const count = await fixture.guest.request(path, { method: 'HEAD', headers: { prefer: 'count=exact' } })
  const [{ n }] = await fixture.rows('select count(*)::int as n from public.calendar_members where calendar_id = $1', [
    calendar.id,
  ])
  assert.equal(count.headers.get('content-range')?.split('/')[1], String(n))
  const all = await fixture.guest.request(`${path}&select=*`)
  assert.deepEqual(all.body[0], { calendar_id: calendar.id })
  for (const query of [
    '&select=user_id',
    '&select=role',
    '&select=display_name',
    `&user_id=eq.${owner.id}`,
    '&role=eq.admin',
    '&select=calendar_id&order=created_at',
    '&select=calendar_id,profiles(*)',
  ]) {
    const answer = await fixture.guest.request(path + query)
    assert.ok(answer.status === 401 || answer.status === 400, `${query} ${answer.status}`)
    assert.ok(!answer.text.includes(owner.id))
    // Counting shows no column, but a count by person or role would reveal who belongs.
    const head = await fixture.guest.request(path + query, { method: 'HEAD', headers: { prefer: 'count=exact' } })
    if (!query.includes('select')) assert.equal(head.status, 401, query)
  }
  assert.equal((await stranger.request(path)).body.length, 0, 'a signed-in stranger sees no rows')
  assert.equal((await member.request(`${path}&select=user_id,role`)).body.length, n, 'members see who else belongs')
})

test('T28: a guest reads the public columns of public calendars, and no others', async () => {
  const hidden = await fixture.calendar(owner, { name: 'Switched off' })
  await fixture.rows('update public.calendars set disabled = true where id = $1', [hidden.id])
  const columns = 'id,name,description,identifier,city,state,allow_guest_users,admin_email'
  const seen = await fixture.guest.request(
    `/rest/v1/calendars?id=eq.${calendar.id}&disabled=is.false&select=${columns}`,
  )
  assert.equal(seen.body.length, 1)
  for (const secret of [
    'owner_id',
    'sendgrid_template_id',
    'invite_code',
    'external_calendar_url',
    'created_at',
    '*',
  ]) {
    const ways = [`select=${secret}`, `select=id&order=${secret}`, `select=id&${secret}=not.is.null`]
    for (const way of secret === '*' ? ways.slice(0, 1) : ways) {
      const answer = await fixture.guest.request(`/rest/v1/calendars?${way}`)
      assert.equal(answer.status, 401, way)
    }
  }
  for (const path of [
    `/rest/v1/calendars?id=eq.${hidden.id}&select=name`,
    '/rest/v1/calendars?disabled=is.true&select=name',
    `/rest/v1/calendars?or=(disabled.is.true,name.eq.Switched%20off)&select=name`,
    `/rest/v1/events?calendar_id=eq.${hidden.id}&select=title`,
    '/rest/v1/rpc/search_calendars?p_query=Switched',
  ])
    assert.deepEqual((await fixture.guest.request(path)).body, [], path)
  const page = await fixture.guest.request('/rest/v1/rpc/search_calendars?p_limit=100000')
  assert.ok(page.body.length > 0 && page.body.length <= 100)
  assert.deepEqual(Object.keys(page.body[0]).sort(), ['city', 'description', 'id', 'identifier', 'name', 'state'])
})

test('T40: a calendar’s number gives no access', async () => {
  const closed = await fixture.calendar(owner, { name: 'By invitation', allow_guest_users: false })
  const off = await fixture.calendar(owner, { name: 'Gone quiet' })
  await fixture.rows('update public.calendars set disabled = true where id = $1', [off.id])
  for (const { identifier } of [closed, off, calendar as { identifier: number }]) {
    assert.equal((await fixture.guest.request(`/calendar/${identifier}`)).status, 404)
    assert.equal((await fixture.guest.request(`/public/calendars/${identifier}`)).status, 404)
    const json = { email: newAddress(), calendar_id: String(identifier) }
    assert.equal((await fixture.guest.request('/functions/v1/send-contact-confirmation', { json })).status, 400)
  }
  assert.deepEqual(
    (await fixture.guest.request(`/rest/v1/calendars?identifier=eq.${off.identifier}&select=id`)).body,
    [],
  )
  assert.equal((await fixture.guest.request(`/calendar/${off.id}`)).status, 404)
  const found = await fixture.guest.request('/rest/v1/rpc/search_calendars?p_query=invitation')
  assert.deepEqual(found.body, [], 'a calendar without guests is not in the search')
  const json = { email: newAddress(), calendar_id: closed.id }
  const refused = await fixture.guest.request('/functions/v1/send-contact-confirmation', { json })
  assert.deepEqual([refused.status, refused.body.code], [403, 'guests_not_allowed'])
  assert.equal((await fixture.guest.request(`/calendar/${calendar.id}`)).status, 200, 'the id does')
})

test('T41: a calendar that is not listed can be opened by its id but not found, and admins’ addresses are not copied in bulk', async () => {
  const person = await fixture.person('stranger')
  const secret = await fixture.calendar(owner, {
    name: 'zz-unlisted-name',
    description: 'zz-unlisted-about',
    allow_guest_users: false,
    admin_email: 'zz-unlisted@example.org',
  })
  await fixture.contact(owner, secret.id)
  const series = { title: 'zz-unlisted-series', category: 'Event', starts_on: '2031-03-03' }
  await fixture.rows(
    `insert into public.event_series (calendar_id, title, category, starts_on, starts_at, ends_at, rrule)
    values ($1, $2, $3, $4, '18:00', '19:00', 'FREQ=WEEKLY')`,
    [secret.id, series.title, series.category, series.starts_on],
  )
  const added = await owner.request('/rest/v1/events?select=id', {
    json: eventOn(secret.id, { title: 'zz-unlisted-event' }),
    headers: { prefer: 'return=representation' },
  })
  const [{ id: eventId }] = added.body
  const image = `${'0'.repeat(32)}-1x1.png`
  await fixture.rows('insert into private.event_images (calendar_id, name, bytes) values ($1, $2, $3)', [
    secret.id,
    image,
    Buffer.from('picture'),
  ])
  await fixture.rows("update public.events set image = $2, image_alt = 'Bell' where id = $1", [eventId, image])
  await fixture.rows("update public.calendars set admin_email = 'listed@example.org' where id = $1", [calendar.id])

  // Everything that can be listed, filtered and embedded without the id.
  const tables = await fixture.rows(`
    select c.relname as name, array_agg(a.attname::text) as columns, array(
      select distinct b.relname::text from pg_constraint f join pg_class b on b.oid in (f.conrelid, f.confrelid)
      where c.oid in (f.conrelid, f.confrelid) and b.oid <> c.oid and b.relnamespace = 'public'::regnamespace
    ) as related
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.oid, c.relname`)
  const paths = tables.flatMap(({ name, columns, related }) => [
    `${name}?select=*`,
    ...columns.map((column: string) => `${name}?select=${column}`),
    // An asterisk stands for the columns that the caller may read.
    ...related.map((other: string) => `${name}?select=${other}(*)`),
  ])
  paths.push(
    `calendars?select=id,name&identifier=eq.${secret.identifier}`,
    'calendars?select=id,name&allow_guest_users=is.false',
    'calendars?select=id,name&name=like.zz*',
    'calendars?select=id,name&or=(allow_guest_users.is.false,name.like.zz*)',
    `events?select=title,calendar_id&id=eq.${eventId}`,
    'events?select=title,calendar_id&title=like.zz*',
    'events?select=title,calendars!inner(name)&calendars.allow_guest_users=is.false',
    `calendars?id=eq.${calendar.id}&select=name,places(calendars(id,name))`,
    `events?calendar_id=eq.${calendar.id}&select=calendars(places(calendars(id,name)))`,
    'places?select=calendars(id,name)&state=eq.Texas',
    'rpc/search_calendars?p_query=zz-unlisted',
    'rpc/search_calendars?p_query=Austin',
  )
  assert.ok(paths.length > 300)
  for (const [who, request] of [
    ['guest', fixture.guest.request],
    ['stranger', person.request],
  ] as const)
    await eachOf(paths, async (path) => {
      const { status, text } = await request(`/rest/v1/${path}`)
      assert.ok(status < 500, `${who} ${path} ${status}`)
      assert.ok(!text.includes('zz-unlisted-') && !text.includes(secret.id), `${who} ${path} ${text.slice(0, 200)}`)
      assert.ok(!text.includes('zz-unlisted@') && !text.includes('listed@example.org'), `${who} copies ${path}`)
    })
  const counts = ['calendars?select=id', 'events?select=id', 'event_series?select=id', 'calendar_members?select=*']
  for (const path of counts) {
    const head = { method: 'HEAD', headers: { prefer: 'count=exact' } }
    const before = (await fixture.guest.request(`/rest/v1/${path}`, head)).headers.get('content-range')
    await fixture.rows('update public.calendars set disabled = true where id = $1', [secret.id])
    const without = (await fixture.guest.request(`/rest/v1/${path}`, head)).headers.get('content-range')
    await fixture.rows('update public.calendars set disabled = false where id = $1', [secret.id])
    assert.equal(before, without, `${path} does not count it`)
  }

  // Whoever has the id opens all of it.
  const get = async (path: string) => (await fixture.guest.request(`/rest/v1/${path}`)).body
  const ofCalendar = `calendar_id=eq.${secret.id}`
  assert.deepEqual(await get(`calendars?id=eq.${secret.id}&disabled=is.false&select=name,admin_email`), [
    { name: 'zz-unlisted-name', admin_email: 'zz-unlisted@example.org' },
  ])
  assert.deepEqual(await get(`events?${ofCalendar}&select=title,calendars(name)`), [
    { title: 'zz-unlisted-event', calendars: { name: 'zz-unlisted-name' } },
  ])
  assert.equal((await get(`event_series?${ofCalendar}&select=title`)).length, 1)
  const members = await fixture.guest.request(`/rest/v1/calendar_members?${ofCalendar}&select=*`, {
    method: 'HEAD',
    headers: { prefer: 'count=exact' },
  })
  assert.equal(members.headers.get('content-range'), '0-0/1')
  for (const path of [
    `/calendar/${secret.id}`,
    `/calendar/${secret.id}/events/${eventId}`,
    `/calendar/${secret.id}.ics`,
    `/calendar/${secret.id}.rss`,
    `/calendar/${secret.id}.json`,
    `/calendar/${secret.id}/events/${eventId}.ics`,
    `/embed/${secret.id}`,
    `/event-images/${secret.id}/${image}`,
  ]) {
    // The second answer is cached.
    for (const _ of [1, 2]) assert.equal((await fixture.guest.request(path)).status, 200, path)
  }
  for (const path of ['/sitemap.xml', '/robots.txt', '/locate-calendar'])
    assert.ok(!(await fixture.guest.request(path)).text.includes(secret.id), path)

  // One calendar at a time: the answer says so.
  const bulk = await fixture.guest.request('/rest/v1/calendars?select=name,"admin\\_email"')
  assert.deepEqual([bulk.status, bulk.body.code], [401, '42501'])
  assert.match(bulk.body.message, /one calendar at a time/)
  for (const path of [
    'calendars?select=name&admin_email=not.is.null',
    'calendars?select=name&order=admin_email',
    'calendars?select=x:admin_email',
    'events?select=calendars(admin_email)',
    `calendars?select=admin_email&id=in.(${calendar.id},${secret.id})`,
  ])
    assert.equal((await fixture.guest.request(`/rest/v1/${path}`)).status, 401, path)
  const city = await get(`calendars?id=eq.${calendar.id}&select=admin_email,places(calendars(admin_email))`)
  assert.deepEqual(city, [
    { admin_email: 'listed@example.org', places: { calendars: [{ admin_email: 'listed@example.org' }] } },
  ])
})

/** Several at a time. */
async function eachOf(paths: string[], check: (path: string) => Promise<void>): Promise<void> {
  for (let at = 0; at < paths.length; at += 12) await Promise.all(paths.slice(at, at + 12).map(check))
}
