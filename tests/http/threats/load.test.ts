// Requests that are cheap to send and expensive to answer, which one visitor could use to slow down everybody.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppFixture, openAppFixture, type Person, type Visitor } from './fixture.ts'

let fixture: AppFixture
let owner: Person

before(async () => {
  fixture = await openAppFixture({ TIME_LIMIT_FACTOR: '3' })
  owner = await fixture.person('owner')
  await fixture.calendar(owner, { name: 'a'.repeat(90) })
  const neighbor = await fixture.person('neighbor')
  for (let i = 0; i < 19; i++) await fixture.calendar(i < 9 ? owner : neighbor, { name: `Club ${i}` })
  await fixture.rows(`
    insert into public.events (calendar_id, title, start_time, end_time, category)
    select c.id, 'Event ' || g, now() + g * interval '1 hour', now() + g * interval '1 hour' + interval '30 min', 'Event'
    from public.calendars c, generate_series(1, 200) g`)
})
after(() => fixture.close())

test('three levels of to-many embeds are refused, and for guests two', async () => {
  const [one, two] = ['events(id,calendars(id))', 'events(id,calendars(events(id)))']
  const asked = async (as: Visitor, select: string) =>
    (await as.request(`/rest/v1/calendars?select=id,${select}&limit=1`)).status
  assert.deepEqual([await asked(fixture.guest, one), await asked(owner, two)], [200, 200])
  assert.equal(await asked(fixture.guest, two), 400)
  for (const select of [
    'events(calendars(events(calendars(events(id)))))',
    '...events(calendars(events(calendars(events(id)))))',
    'calendar_members(calendars(events(calendars(events(id)))))',
  ]) {
    const { status, body } = await owner.request(`/rest/v1/calendars?select=id,${select}`)
    assert.deepEqual([status, body.code], [400, 'PGRST100'], select)
  }
})

test('a guest gets embedded lists of a hundred, no full-text search without an index, and fifty filters', async () => {
  const lists = await fixture.guest.request('/rest/v1/calendars?select=events(id)&limit=1')
  assert.equal(lists.body[0].events.length, 100)
  assert.equal((await owner.request('/rest/v1/calendars?select=events(id)&limit=1')).body[0].events.length, 200)
  const filters = (count: number) => Array.from({ length: count }, () => 'title=ilike.*a*').join('&')
  for (const query of ['title=fts.a', 'or=(title.wfts.a,id.is.null)', filters(51)]) {
    const { status, body } = await fixture.guest.request(`/rest/v1/events?select=id&limit=1&${query}`)
    assert.deepEqual([status, body.code], [400, 'PGRST100'], query)
  }
  assert.equal((await fixture.guest.request(`/rest/v1/events?select=id&limit=1&${filters(50)}`)).status, 200)
  assert.equal((await owner.request(`/rest/v1/events?select=id&limit=1&${filters(51)}`)).status, 200)
})

test('four concurrent requests for millions of rows time out, which is no alarm, and the server recovers', async () => {
  // Two levels are allowed: 20 calendars, 4,000 events, each with the 200 of its calendar.
  const event = 'id,title,description,location,start_time,end_time'
  const heavy = `/rest/v1/calendars?select=id,events(${event},calendars(name,description,events(${event})))`
  const one = await owner.request(`${heavy}&limit=1&events.limit=1`)
  assert.deepEqual([one.status, one.body[0].events[0].calendars.events.length], [200, 200], 'the query is a good one')
  const slow = await Promise.all(Array.from({ length: 4 }, () => owner.request(heavy)))
  for (const { status, body } of slow)
    assert.ok(
      status === 200 || ['504 57014', '413 54000', '429 over_request_rate_limit'].includes(`${status} ${body.code}`),
    )
  const alarms = fixture.logged.filter((line) => JSON.parse(line).level > 30)
  assert.deepEqual(alarms, [])
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
  assert.equal((await owner.request(`/rest/v1/calendars?select=id&name=ilike.${like}`)).status, 200)
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

test('an answer of more than 32 MB is refused before it reaches the server', async () => {
  const text = 'description'.padEnd(1_000, 'x')
  await fixture.rows('update public.events set description = $1', [text])
  const many = '/rest/v1/events?select=description,calendars(events(description))'
  // 35 MB, which a busy machine may not reach before the query's time is over.
  const ask = () => owner.request(`${many}&limit=172`)
  let answer = await ask()
  for (let tries = 0; answer.status === 504 && tries < 10; tries++) answer = await ask()
  const { status, body, headers } = answer
  assert.deepEqual([status, body.code, headers.get('content-type')], [413, '54000', 'application/json; charset=utf-8'])
  assert.equal((await owner.request(`${many}&limit=4`)).body[0].calendars.events.length, 200)
})
