// Attacks on events: adding to foreign calendars, in other names or in the past; and on previews.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppFixture, asJson, eventOn, openAppFixture, type Person, shown, type Visitor } from './fixture.ts'

let fixture: AppFixture
let owner: Person
let admin: Person
let member: Person
let stranger: Person
let otherAdmin: Person
let calendarId: string
let otherId: string

before(async () => {
  fixture = await openAppFixture({ MAPS_KEY: 'the-maps-key' })
  owner = await fixture.person('owner')
  admin = await fixture.person('admin')
  member = await fixture.person('member')
  stranger = await fixture.person('stranger')
  otherAdmin = await fixture.person('other')
  calendarId = (await fixture.calendar(owner)).id
  otherId = (await fixture.calendar(otherAdmin)).id
  await fixture.join(admin, owner, calendarId)
  await fixture.join(member, owner, calendarId)
  await fixture.promote(owner, admin, calendarId)
  await fixture.contact(owner, calendarId)
  await fixture.contact(otherAdmin, otherId)
})
after(() => fixture.close())

const post = (who: Visitor, event: object) =>
  who.request('/rest/v1/events?select=id,calendar_id,created_by,include_sms,event_date', {
    json: event,
    headers: shown,
  })
const patch = (who: Visitor, id: string, body: object) =>
  who.request(`/rest/v1/events?id=eq.${id}`, { method: 'PATCH', body: JSON.stringify(body), headers: asJson })
const stored = async (id: string) => (await fixture.rows('select * from public.events where id = $1', [id]))[0]
const eventsOf = async (id: string) =>
  (await fixture.rows('select count(*)::int as n from public.events where calendar_id = $1', [id]))[0].n

test('T20: an event can be added and moved only in one’s own calendars and name', async () => {
  const before = await eventsOf(calendarId)
  for (const [name, who] of Object.entries({ guest: fixture.guest, stranger, otherAdmin, member }))
    for (const more of [{}, { created_by: owner.id }, { id: otherId }]) {
      const { status } = await post(who, eventOn(calendarId, more))
      assert.ok([401, 403].includes(status), `${name} ${JSON.stringify(more)} ${status}`)
    }
  const mixed = await otherAdmin.request('/rest/v1/events', { json: [eventOn(otherId), eventOn(calendarId)] })
  assert.equal(mixed.status, 403, 'one of several is enough')
  assert.deepEqual([await eventsOf(calendarId), await eventsOf(otherId)], [before, 0])

  const made = await post(admin, eventOn(calendarId, { created_by: owner.id }))
  assert.deepEqual([made.status, made.body[0].created_by], [201, admin.id], 'the name is who asked')
  const id: string = made.body[0].id
  const mine = await post(otherAdmin, eventOn(otherId))
  for (const more of [{ calendar_id: calendarId }, { created_by: owner.id }, { id: otherId }, { is_public: false }])
    assert.equal((await patch(otherAdmin, mine.body[0].id, { title: 'Moved', ...more })).status, 403)
  assert.equal((await stored(mine.body[0].id)).calendar_id, otherId)
  const merged = await otherAdmin.request('/rest/v1/events?on_conflict=id', {
    json: { ...eventOn(otherId), id, title: 'Taken over' },
    headers: { prefer: 'resolution=merge-duplicates' },
  })
  assert.equal(merged.status, 403)

  for (const [name, who] of Object.entries({ guest: fixture.guest, stranger, otherAdmin, member })) {
    const changed = await patch(who, id, { title: 'Defaced' })
    assert.ok([204, 401].includes(changed.status), name)
    await who.request(`/rest/v1/events?id=eq.${id}`, { method: 'DELETE' })
    await who.request(`/rest/v1/events?calendar_id=eq.${calendarId}`, { method: 'DELETE' })
  }
  assert.equal((await stored(id)).title, 'Block party')

  // A plain member can edit only the events they created.
  await fixture.rows("update public.calendar_members set role = 'member' where user_id = $1", [admin.id])
  const owners = (await post(owner, eventOn(calendarId))).body[0].id
  assert.equal((await patch(admin, id, { title: 'Street party' })).status, 204)
  await patch(admin, owners, { title: 'Defaced' })
  assert.deepEqual([(await stored(id)).title, (await stored(owners)).title], ['Street party', 'Block party'])
  await fixture.promote(owner, admin, calendarId)
})

test('T20: a demoted admin cannot change a series through an event of their own', async () => {
  const demoted = await fixture.person('demoted')
  await fixture.join(demoted, owner, calendarId)
  await fixture.promote(owner, demoted, calendarId)
  const [series] = await fixture.rows(
    `insert into public.event_series (calendar_id, title, category, starts_on, starts_at, ends_at, rrule)
    values ($1, 'Choir', 'Event', '2031-03-03', '18:00', '19:00', 'FREQ=WEEKLY') returning id`,
    [calendarId],
  )
  const mine = await post(demoted, eventOn(calendarId))
  const id: string = mine.body[0].id
  await fixture.rows("update public.calendar_members set role = 'member' where user_id = $1", [demoted.id])
  const joined = await patch(demoted, id, { series_id: series.id, series_day: '2031-03-10' })
  assert.deepEqual([joined.status, joined.body?.code], [403, '42501'])
  await demoted.request(`/rest/v1/events?id=eq.${id}`, { method: 'DELETE' })
  assert.equal(await stored(id), undefined, 'their own event is theirs')
  const [{ exdates }] = await fixture.rows('select exdates from public.event_series where id = $1', [series.id])
  assert.deepEqual(exdates, [])
})

test('T21: the database enforces the rules of the form', async () => {
  const day = eventOn(calendarId).event_date
  const past = { start_time: '2020-01-01T18:00:00Z', end_time: '2020-01-01T19:00:00Z', event_date: '2020-01-01' }
  const wrong: [object, string, RegExp][] = [
    [past, 'TB005', /Past event not allowed/],
    [{ end_time: `${day}T18:00:00Z` }, '23514', /events_times_check/],
    [{ end_time: `${day}T17:00:00Z` }, '23514', /events_times_check/],
    [{ category: 'Party' }, '23514', /events_category_check/],
    [{ category: 'event' }, '23514', /events_category_check/],
    [{ category: null }, '23502', /category/],
    [{ title: '   ' }, '23514', /events_title_check/],
    [{ title: null }, '23502', /title/],
    [{ start_time: null }, '23502', /start_time|event_date/],
    [{ event_date: '2031-01-01' }, '22023', /event_date/],
  ]
  for (const [more, code, message] of wrong) {
    const { status, body } = await post(owner, eventOn(calendarId, more))
    assert.deepEqual([status, body.code], [400, code], JSON.stringify(more))
    assert.match(body.message, message)
  }
  const empty = (await fixture.calendar(owner, { name: 'Nobody listens' })).id
  const alone = await post(owner, eventOn(empty))
  assert.deepEqual([alone.status, alone.body.code, alone.body.details], [400, 'TB006', 'No recipients defined'])
  const made = await post(owner, eventOn(calendarId, { include_sms: true }))
  assert.deepEqual([made.status, made.body[0].include_sms], [201, false], 'always false')
  const { id } = made.body[0]
  assert.equal((await patch(owner, id, { include_sms: true })).status, 204)
  assert.equal((await stored(id)).include_sms, false)
  assert.deepEqual((await patch(owner, id, { end_time: `${day}T17:00:00Z` })).body.code, '23514')
  const tomorrow = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  const moved = { start_time: `${tomorrow}T18:00:00Z`, end_time: `${tomorrow}T19:00:00Z`, event_date: tomorrow }
  assert.equal((await patch(owner, id, moved)).body.code, 'TB010', 'the day stays')
  await fixture.rows(
    "update public.events set start_time = now() - interval '5 days', end_time = now() - interval '5 days' + interval '1 hour' where id = $1",
    [id],
  )
  const late = await patch(owner, id, { title: 'Rewritten history' })
  assert.deepEqual([late.body.code, late.body.message], ['TB005', 'Past event cannot be edited'])
})

test('T22: only members can preview a mail, and no input runs or loads in it', async () => {
  const preview = (who: Visitor, event_data: object, id = calendarId) =>
    who.request('/functions/v1/preview-email', { json: { calendar_id: id, event_data } })
  const nasty = {
    title: '<script>alert(1)</script>{{7*7}}{{{constructor}}}',
    description:
      '<img src=https://evil.example/b onerror=alert(1)><svg onload=alert(1)><meta http-equiv=refresh content=0>\n<base href=//evil.example><style>*{background:url(//evil.example)}</style>',
    location: '"><iframe src=javascript:alert(1)>',
    start_time: '18:00',
    end_time: '20:00',
    category: 'Alert',
  }
  assert.equal((await preview(fixture.guest, nasty)).status, 401)
  assert.equal((await preview(stranger, nasty)).status, 403)
  assert.equal((await preview(otherAdmin, nasty)).status, 403)
  const ok = await preview(member, nasty)
  assert.equal(ok.status, 200)
  const html: string = ok.body.html
  assert.match(html, /&lt;script&gt;alert\(1\)/, 'it is there, as text')
  assert.match(html, /\{\{7\*7\}\}/, 'and is no template')
  assert.doesNotMatch(html, /<(script|img|svg|iframe|base|object|embed|form|link)\b/i)
  assert.doesNotMatch(html, /<[^>]+\son\w+\s*=/i)
  assert.equal(html.match(/http-equiv/gi)?.length, 1 + (html.match(/&lt;meta http-equiv/g)?.length ?? 0))
  assert.match(html, /<head[^>]*><meta http-equiv="Content-Security-Policy" content="default-src 'none'/)

  let limited = 0
  for (let i = 0; i < 22 && limited === 0; i++) limited = (await preview(member, nasty)).status === 429 ? i + 1 : 0
  assert.equal(limited, 20, 'one before, nineteen more, then no more for this hour')
  assert.equal((await preview(admin, nasty)).status, 200, 'for this person')
})

test('T31: only admins get the maps key, and it is rate limited', async () => {
  const request = (who: Visitor) => who.request('/functions/v1/maps-key')
  assert.equal((await request(fixture.guest)).status, 401)
  for (const who of [stranger, member]) assert.equal((await request(who)).status, 403)
  assert.equal((await request(admin)).body.apiKey, 'the-maps-key', 'it is there')
  for (const page of ['/', `/calendar/${calendarId}`, '/signin', '/dashboard'])
    assert.ok(!(await fixture.guest.request(page)).text.includes('the-maps-key'), `not in ${page}`)
  const answers = []
  for (let i = 0; i < 31; i++) answers.push((await request(owner)).status)
  assert.deepEqual(answers, [...Array(30).fill(200), 429])
})

test('T39: today and the past follow the calendar’s time zone, not UTC', async () => {
  for (const [state, city, zone] of [
    ['Hawaii', 'Honolulu', 'Pacific/Honolulu'],
    ['Maine', 'Portland', 'America/New_York'],
    ['Alaska', 'Anchorage', 'America/Anchorage'],
  ]) {
    const { id } = await fixture.calendar(owner, { name: city, state, city })
    await fixture.contact(owner, id)
    const now = Temporal.Now.zonedDateTimeISO(zone as string)
    const today = now.toPlainDate()
    const justNow = now.subtract({ minutes: 1 })
    const at = (moment: Temporal.ZonedDateTime) => ({
      start_time: moment.toInstant().toString(),
      end_time: moment.add({ minutes: 30 }).toInstant().toString(),
      // A client that computes the day in UTC.
      event_date: moment.withTimeZone('UTC').toPlainDate().toString(),
    })
    const started = await post(owner, eventOn(id, at(justNow.toPlainDate().equals(today) ? justNow : now)))
    assert.deepEqual([started.status, started.body[0]?.event_date], [201, today.toString()], `${city}: still today`)
    const yesterday = now.startOfDay().subtract({ minutes: 1 })
    const refused = await post(owner, eventOn(id, at(yesterday)))
    assert.deepEqual([refused.status, refused.body.code], [400, 'TB005'], `${city}: a minute before midnight`)
    const evening = now.add({ days: 3 }).with({ hour: 23, minute: 0 })
    const late = await post(owner, eventOn(id, at(evening)))
    assert.equal(late.body[0].event_date, evening.toPlainDate().toString(), `${city}: the evening belongs to its day`)
  }
})
