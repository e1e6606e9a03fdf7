// Attacks on memberships: adding oneself, removing others, and changing the history.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppFixture, asJson, eventOn, openAppFixture, type Person, type Visitor } from './fixture.ts'

let fixture: AppFixture
let owner: Person
let admin: Person
let member: Person
let stranger: Person
let otherAdmin: Person
let calendarId: string
let otherId: string

before(async () => {
  fixture = await openAppFixture()
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
})
after(() => fixture.close())

const roles = async (id = calendarId) =>
  Object.fromEntries(
    (await fixture.rows('select user_id, role from public.calendar_members where calendar_id = $1', [id])).map(
      ({ user_id, role }) => [user_id, role],
    ),
  )
const patch = (who: Visitor, path: string, body: object) =>
  who.request(path, { method: 'PATCH', body: JSON.stringify(body), headers: asJson })
const seat = (calendar_id: string, user_id: string, role: string) => ({ calendar_id, user_id, role })

test('T5: no one can add themselves or others as a member, whatever role they send', async () => {
  const before = await roles()
  assert.equal(before[member.id], 'member')
  const merge = { prefer: 'resolution=merge-duplicates' }
  for (const [name, who] of Object.entries({ guest: fixture.guest, stranger, otherAdmin, member, admin })) {
    const id = 'id' in who ? who.id : stranger.id
    for (const row of [
      seat(calendarId, id, id === admin.id ? 'member' : 'admin'),
      seat(calendarId, stranger.id, 'member'),
      seat(calendarId, id, 'owner'),
    ])
      for (const headers of [{}, merge, { prefer: 'resolution=ignore-duplicates' }]) {
        const { status } = await who.request('/rest/v1/calendar_members', { json: row, headers })
        assert.ok(status >= 400 && status < 500, `${name} ${row.role} ${JSON.stringify(headers)} ${status}`)
      }
    const raised = await patch(who, `/rest/v1/calendar_members?user_id=eq.${id}`, { role: 'admin' })
    assert.ok(raised.status < 500)
    const moved = await patch(who, `/rest/v1/calendar_members?user_id=eq.${id}`, { calendar_id: calendarId })
    assert.ok([401, 403].includes(moved.status), name)
  }
  assert.deepEqual(await roles(), before)

  const again = await owner.request('/rest/v1/calendar_members', { json: seat(calendarId, owner.id, 'admin') })
  assert.equal(again.status, 201, 'the creator’s own row, sent again as Supabase clients do, is no error')
  assert.deepEqual(await roles(), before)
})

test('T6: only the database writes the history; no client can add, change or delete entries', async () => {
  const history = () => fixture.rows('select id, actor_user_id, action from public.audit_logs order by id')
  const before = await history()
  assert.ok(before.some(({ actor_user_id }) => actor_user_id === owner.id))
  const entry = {
    actor_user_id: owner.id,
    calendar_id: calendarId,
    entity_type: 'calendar',
    entity_id: calendarId,
    action: 'delete',
    metadata: { forged: true },
  }
  for (const [name, who] of Object.entries({ guest: fixture.guest, stranger, member, admin, otherAdmin })) {
    assert.ok([401, 403].includes((await who.request('/rest/v1/audit_logs', { json: entry })).status), name)
    for (const query of ['', `?calendar_id=eq.${calendarId}`, '?id=gt.0']) {
      const gone = await who.request(`/rest/v1/audit_logs${query}`, { method: 'DELETE' })
      assert.ok(gone.status >= 400 && gone.status < 500, `${name} ${query} ${gone.status}`)
    }
    assert.ok([401, 403].includes((await patch(who, '/rest/v1/audit_logs?id=gt.0', { action: 'update' })).status), name)
  }
  const own = await owner.request('/rest/v1/audit_logs', { json: entry })
  assert.equal(own.status, 201, 'a client’s entry is accepted')
  assert.deepEqual(await history(), before, 'and has no effect')

  const doomed = (await fixture.calendar(owner, { name: 'Doomed' })).id
  assert.equal((await owner.request(`/rest/v1/audit_logs?calendar_id=eq.${doomed}`, { method: 'DELETE' })).status, 403)
  assert.equal((await owner.request(`/rest/v1/calendars?id=eq.${doomed}`, { method: 'DELETE' })).status, 204)
  const kept = await fixture.rows(
    "select action, actor_user_id from public.audit_logs where entity_type = 'calendar' and entity_id = $1 order by id",
    [doomed],
  )
  assert.deepEqual(
    kept.map(({ action, actor_user_id }) => [action, actor_user_id]),
    [
      ['create', owner.id],
      ['delete', owner.id],
    ],
    'the history survives the calendar',
  )
})

test('T25: a calendar always has its owner and an admin, even when two leave at once', async () => {
  const own = await owner.request(`/rest/v1/calendar_members?calendar_id=eq.${calendarId}&user_id=eq.${owner.id}`, {
    method: 'DELETE',
  })
  assert.deepEqual([own.status, own.body.code], [400, 'TB004'])
  const demoted = await patch(owner, `/rest/v1/calendar_members?calendar_id=eq.${calendarId}&user_id=eq.${owner.id}`, {
    role: 'member',
  })
  assert.deepEqual([demoted.status, demoted.body.code], [400, 'TB004'])
  // Clients cannot demote an owner; if an operator did, the last admin still cannot leave.
  const orphan = (await fixture.calendar(owner, { name: 'Orphan' })).id
  const pair = [await fixture.person('one'), await fixture.person('two')]
  for (const person of pair) {
    await fixture.join(person, owner, orphan)
    await fixture.promote(owner, person, orphan)
  }
  await fixture.rows("update public.calendar_members set role = 'member' where calendar_id = $1 and user_id = $2", [
    orphan,
    owner.id,
  ])
  const leaving = await Promise.all(
    pair.map((who) =>
      who.request(`/rest/v1/calendar_members?calendar_id=eq.${orphan}&user_id=eq.${who.id}`, { method: 'DELETE' }),
    ),
  )
  assert.deepEqual(leaving.map(({ status }) => status).sort(), [204, 400])
  const refused = leaving.find(({ status }) => status === 400)
  assert.deepEqual(
    [refused?.body.code, refused?.body.message],
    ['TB003', 'You are the last admin. Transfer ownership or promote another admin before leaving.'],
  )
  assert.ok(Object.values(await roles(orphan)).includes('admin'))
})

test('T36: leaving removes only oneself, whatever the filter', async () => {
  const before = await roles()
  const others = await roles(otherId)
  for (const who of [member, stranger, otherAdmin, admin]) {
    for (const table of ['calendar_members', 'notification_preferences']) {
      const all = await who.request(`/rest/v1/${table}`, { method: 'DELETE' })
      assert.deepEqual([all.status, all.body.code], [400, '21000'], 'without a filter')
    }
    for (const target of [owner.id, admin.id, member.id].filter((id) => id !== who.id))
      for (const table of ['notification_preferences', 'calendar_members']) {
        const path = `/rest/v1/${table}?calendar_id=eq.${calendarId}&user_id=eq.${target}&select=user_id`
        const gone = await who.request(path, { method: 'DELETE', headers: { prefer: 'return=representation' } })
        assert.deepEqual([gone.status, gone.body], [200, []], `${who.name} ${table}`)
      }
    const switched = await patch(who, `/rest/v1/notification_preferences?user_id=eq.${owner.id}`, {
      email_notifications: false,
    })
    assert.equal(switched.status, 204)
  }
  assert.deepEqual(await roles(), before)
  const off = 'select 1 from public.notification_preferences where not email_notifications'
  assert.deepEqual(await fixture.rows(off), [])

  // A filter that matches everything removes only the caller, whom they may remove.
  const every = await member.request('/rest/v1/calendar_members?user_id=not.is.null', { method: 'DELETE' })
  assert.equal(every.status, 204)
  const { [member.id]: _, ...rest } = before
  assert.deepEqual(await roles(), rest)
  assert.deepEqual(await roles(otherId), others)
  const left = await fixture.rows('select 1 from public.notification_preferences where user_id = $1', [member.id])
  assert.deepEqual(left, [], 'the preferences went along')
  const event = await member.request('/rest/v1/events', { json: eventOn(calendarId) })
  assert.equal(event.status, 403, 'and who has left is a stranger')
  assert.deepEqual((await member.request(`/rest/v1/calendars?id=eq.${calendarId}`)).body, [])
})
