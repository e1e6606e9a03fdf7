// Attacks on memberships: adding oneself, removing others, and changing the history.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { caughtLink } from '#testing/mailbox.ts'
import { type AppFixture, asJson, eventOn, openAppFixture, type Person, password, type Visitor } from './fixture.ts'

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

test('a copied token gives no calendar away, and what was offered with the password can be taken back for seven days', async () => {
  const [ida, jon] = [await fixture.person('ida'), await fixture.person('jon')]
  const { id } = await fixture.calendar(ida, { name: 'Old town' })
  await fixture.join(jon, ida, id)
  const owner = async () =>
    (await fixture.rows('select owner_id from public.calendars where id = $1', [id]))[0]?.owner_id
  const offer = (more: object) =>
    ida.request('/functions/v1/offer-ownership', { json: { calendar_id: id, user_id: jon.id, ...more } })
  const accept = { json: { p_calendar_id: id } }
  assert.equal((await offer({})).body.code, 'reauthentication_needed')
  assert.equal((await offer({ password: 'Wrong-1-word' })).body.code, 'invalid_credentials')
  const rpc = await ida.request('/rest/v1/rpc/transfer_ownership', { json: { p_calendar_id: id, p_user_id: jon.id } })
  assert.equal(rpc.status, 404)
  const invited = { calendar_id: id, emails: jon.email, role: 'owner' }
  const byInvitation = await ida.request('/functions/v1/invite-members', { json: invited })
  assert.equal(byInvitation.body.code, 'reauthentication_needed')
  assert.equal((await jon.request('/rest/v1/rpc/accept_transfer', accept)).status, 400)
  assert.equal(await owner(), ida.id)

  assert.equal((await offer({ password })).status, 200)
  const subjects = async (email: string, count: number) =>
    (await fixture.mails(email, count)).map(({ subject }) => subject).sort()
  assert.deepEqual(await subjects(ida.email, 1), ['You offered Old town to somebody'])
  assert.deepEqual(await subjects(jon.email, 1), ['Old town is offered to you'])
  assert.equal((await jon.request('/rest/v1/rpc/accept_transfer', accept)).status, 204)
  assert.deepEqual(await subjects(jon.email, 2), ['Old town is offered to you', 'You own Old town now'])
  assert.equal(await owner(), jon.id)
  assert.deepEqual(await subjects(ida.email, 2), ['Old town has a new owner', 'You offered Old town to somebody'])

  // What a thief does next: the old owner is removed, and the account goes with the calendar.
  await jon.request(`/rest/v1/calendar_members?calendar_id=eq.${id}&user_id=eq.${ida.id}`, { method: 'DELETE' })
  const calendars = [{ id, delete: true }]
  assert.equal((await jon.request('/auth/v1/delete-account', { json: { password, calendars } })).status, 204)
  const link = new URL(await caughtLink(fixture.pool, ida.email, '/auth/v1/verify'))
  const take = (given?: string) => {
    const body = new URLSearchParams([...link.searchParams, ...(given ? [['password', given]] : [])])
    return fetch(link.origin + link.pathname, { method: 'POST', body, redirect: 'manual' })
  }
  assert.equal((await take()).status, 403, 'the mailbox alone takes nothing back')
  assert.equal((await take('Wrong-1-word')).status, 400)
  const taken = await take(password)
  assert.deepEqual([taken.status, new URL(taken.headers.get('location') ?? '').hash], [303, '#type=transfer_undo'])
  const [row] = await fixture.rows('select owner_id, disabled, deleted_at from public.calendars where id = $1', [id])
  assert.deepEqual(row, { owner_id: ida.id, disabled: false, deleted_at: null })
  assert.equal((await ida.request(`/rest/v1/calendars?id=eq.${id}`)).body.length, 1)
  assert.match((await take(password)).headers.get('location') ?? '', /otp_expired/)
})

test('who leaves makes nobody an owner: the calendar is put away, and an admin takes it or not', async () => {
  const [kim, lea, max] = [await fixture.person('kim'), await fixture.person('lea'), await fixture.person('max')]
  const { id } = await fixture.calendar(kim, { name: 'Chess club' })
  for (const person of [lea, max]) await fixture.join(person, kim, id)
  const calendars = [{ id, transfer_to: lea.id }]
  assert.equal((await kim.request('/auth/v1/delete-account', { json: { password, calendars } })).status, 204)
  const [mail] = await fixture.mails(lea.email)
  assert.equal(mail?.subject, 'Chess club needs a new owner')
  const row = async () => (await fixture.rows('select owner_id, disabled from public.calendars where id = $1', [id]))[0]
  assert.deepEqual(await row(), { owner_id: null, disabled: true })
  const waiting = async (person: Person) => (await person.request('/rest/v1/rpc/get_ownerless_calendars')).body
  assert.deepEqual(await waiting(max), [])
  assert.deepEqual(
    (await waiting(lea)).map((each: { name: string }) => each.name),
    ['Chess club'],
  )
  const take = (person: Person) => person.request('/rest/v1/rpc/take_calendar', { json: { p_calendar_id: id } })
  assert.equal((await take(max)).body.code, 'TB012')
  assert.equal((await take(lea)).status, 204)
  assert.deepEqual(await row(), { owner_id: lea.id, disabled: false })
  assert.equal((await take(lea)).body.code, 'TB012')
  assert.equal((await fixture.mails(lea.email, 2)).at(-1)?.subject, 'You own Chess club now')
})
