// Attacks on calendars: guessing invites, and finding those that are not listed.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppFixture, eventOn, newAddress, openAppFixture, type Person } from './fixture.ts'

let fixture: AppFixture
let owner: Person
let stranger: Person
let calendar: { id: string; identifier: number }

before(async () => {
  fixture = await openAppFixture()
  owner = await fixture.person('owner')
  stranger = await fixture.person('stranger')
  calendar = await fixture.calendar(owner)
})
after(() => fixture.close())

test('T19: an invite code cannot be guessed, gives nobody more than a seat, and is in no log', async () => {
  const path = `/rest/v1/calendars?id=eq.${calendar.id}&select=invite_code`
  const code: string = (await owner.request(path)).body[0].invite_code
  assert.match(code, /^[\w-]{24}$/, 'it is there: 144 bits')
  for (const wrong of ['', '%', code.slice(0, -1), code.toLowerCase(), `${code} `, "' or true --"]) {
    const tried = await stranger.request('/rest/v1/rpc/join_calendar', { json: { p_code: wrong } })
    assert.deepEqual([tried.status, tried.body.code], [400, 'TB011'], wrong)
  }
  assert.equal((await stranger.request('/rest/v1/rpc/join_calendar', { json: { p_code: code } })).body, calendar.id)
  const [seat] = await fixture.rows('select role from public.calendar_members where user_id = $1', [stranger.id])
  assert.equal(seat.role, 'member', 'never more than a member')
  for (const path of ['/invite/', '/INVITE/', '//invite/']) await fixture.guest.request(path + code)
  assert.ok(!fixture.logged.join('').includes(code))
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
  const named = [`calendars?id=eq.${secret.id}`, `events?${ofCalendar}`, `event_series?${ofCalendar}`]
  await fixture.rows('update public.calendars set disabled = true where id = $1', [secret.id])
  for (const path of named) assert.deepEqual(await get(`${path}&select=id`), [], `${path} once it is switched off`)
  await fixture.rows('update public.calendars set disabled = false where id = $1', [secret.id])
  for (const path of named) assert.equal((await get(`${path}&select=id`)).length, 1, path)
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
