// Attacks on who owns a calendar.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { caughtLink } from '#testing/mailbox.ts'
import { type AppFixture, openAppFixture, type Person, password } from './fixture.ts'

let fixture: AppFixture
before(async () => {
  fixture = await openAppFixture()
})
after(() => fixture.close())

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
