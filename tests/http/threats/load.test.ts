// Requests that are cheap to send and expensive to answer, which one visitor could use to slow down everybody.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppFixture, openAppFixture, type Person } from './fixture.ts'

let fixture: AppFixture
let owner: Person

before(async () => {
  fixture = await openAppFixture()
  owner = await fixture.person('owner')
  await fixture.calendar(owner, { name: 'a'.repeat(90) })
  for (let i = 0; i < 19; i++) await fixture.calendar(owner, { name: `Club ${i}` })
  await fixture.rows(`
    insert into public.events (calendar_id, title, start_time, end_time, category)
    select c.id, 'Event ' || g, now() + g * interval '1 hour', now() + g * interval '1 hour' + interval '30 min', 'Event'
    from public.calendars c, generate_series(1, 200) g`)
})
after(() => fixture.close())

test('three levels of to-many embeds are refused', async () => {
  const twice = 'select=id,events(id,calendars(id))'
  assert.equal((await fixture.guest.request(`/rest/v1/calendars?${twice}&limit=1`)).status, 200)
  for (const select of [
    'events(calendars(events(calendars(events(id)))))',
    '...events(calendars(events(calendars(events(id)))))',
    'calendar_members(calendars(events(calendars(events(id)))))',
  ]) {
    const { status, body } = await fixture.guest.request(`/rest/v1/calendars?select=id,${select}`)
    assert.deepEqual([status, body.code], [400, 'PGRST100'], select)
  }
})

test('eight concurrent requests for millions of rows time out, and the server recovers', async () => {
  // Two levels are allowed: 20 calendars, 4,000 events, each with the 200 of its calendar.
  const event = 'id,title,description,location,start_time,end_time'
  const heavy = `/rest/v1/calendars?select=id,events(${event},calendars(name,description,events(${event})))`
  const one = await fixture.visitor().request(`${heavy}&limit=1&events.limit=1`)
  assert.deepEqual([one.status, one.body[0].events[0].calendars.events.length], [200, 200], 'the query is a good one')
  const slow = await Promise.all(Array.from({ length: 8 }, () => fixture.visitor().request(heavy)))
  for (const { status, body } of slow)
    assert.ok(status === 200 || `${status} ${body.code}` === '504 57014' || `${status} ${body.code}` === '503 PGRST003')
  assert.equal((await fixture.visitor().request('/rest/v1/calendars?select=id&limit=1')).status, 200)
})

test('slow patterns are refused, and the allowed ones are fast', async () => {
  for (const query of ['name=match.', 'name=imatch.', 'name=not.match.', 'name=match(any).', 'events.title=match.']) {
    const pattern = encodeURIComponent('{(?:(?:a?){30}){30}b}')
    const select = query.startsWith('events') ? 'id,events(id)' : 'id'
    const { status, body } = await fixture.guest.request(`/rest/v1/calendars?select=${select}&${query}${pattern}`)
    assert.deepEqual([status, body.code], [400, 'PGRST100'], query)
  }
  const nested = await fixture.guest.request(
    '/rest/v1/calendars?select=id&or=(id.is.null,and(name.match.a,name.neq.b))',
  )
  assert.equal(nested.status, 400)
  const like = encodeURIComponent(`${'*a'.repeat(40)}*b`)
  assert.equal((await fixture.guest.request(`/rest/v1/calendars?select=id&name=ilike.${like}`)).status, 200)
  const words = Array.from({ length: 100 }, (_, i) => `w${i}`).join(' ')
  assert.deepEqual((await fixture.guest.request(`/rest/v1/rpc/search_calendars?p_query=${words}`)).body, [])
  for (const email of [
    `${'a.'.repeat(120)}@x.org`,
    `${'a'.repeat(60)}@${'a-'.repeat(90)}.org`,
    `a@${'a.'.repeat(120)}`,
  ]) {
    const { status } = await fixture.visitor().request('/auth/v1/recover', { json: { email } })
    assert.equal(status, 400)
  }
})
