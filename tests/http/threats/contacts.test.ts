// Attacks on a calendar's contacts: strangers count them, and admins add people who never asked.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppFixture, newAddress, openAppFixture, type Person } from './fixture.ts'

let fixture: AppFixture
let owner: Person
let member: Person
let stranger: Person
let otherAdmin: Person
let calendarId: string

before(async () => {
  fixture = await openAppFixture()
  owner = await fixture.person('owner')
  member = await fixture.person('member')
  stranger = await fixture.person('stranger')
  otherAdmin = await fixture.person('other')
  calendarId = (await fixture.calendar(owner)).id
  await fixture.calendar(otherAdmin)
  await fixture.join(member, owner, calendarId)
})
after(() => fixture.close())

const email = (contact_value: string) => ({ calendar_id: calendarId, contact_type: 'email', contact_value })

test('T30: an admin cannot add unlimited people who never asked', async () => {
  const many = Array.from({ length: 193 }, () => email(newAddress()))
  assert.equal((await owner.request('/rest/v1/calendar_contacts', { json: many })).status, 201)
  const over = await owner.request('/rest/v1/calendar_contacts', {
    json: Array.from({ length: 20 }, () => email(newAddress())),
  })
  assert.deepEqual([over.status, over.body.code], [429, 'TB013'])
  assert.equal(over.headers.get('retry-after'), over.body.hint)
  assert.match(
    over.body.message,
    /^An owner's calendars can add 200 contacts a day\..* Please try again in (1 day|24 hours)\.$/,
  )
  // A failed add does not count, and removing contacts does not reset the limit.
  const seven = Array.from({ length: 7 }, () => email(newAddress()))
  assert.equal((await owner.request('/rest/v1/calendar_contacts', { json: seven })).status, 201)
  const path = `/rest/v1/calendar_contacts?calendar_id=eq.${calendarId}`
  assert.equal((await owner.request(path, { method: 'DELETE' })).status, 204)
  const next = await owner.request('/rest/v1/calendar_contacts', { json: email(newAddress()) })
  assert.deepEqual([next.status, next.body.code], [429, 'TB013'])
  // Strangers do not use up the limit, another calendar of the same owner does not begin anew, and other owners are not affected.
  for (const who of [stranger, otherAdmin, member])
    assert.equal((await who.request('/rest/v1/calendar_contacts', { json: email(newAddress()) })).status, 403)
  const second = (await fixture.calendar(owner, { name: 'Second' })).id
  const more = { ...email(newAddress()), calendar_id: second }
  const again = await owner.request('/rest/v1/calendar_contacts', { json: more })
  assert.deepEqual([again.status, again.body.code], [429, 'TB013'])
  await fixture.contact(otherAdmin, (await fixture.calendar(otherAdmin)).id)

  // A person who follows by themselves is not limited.
  const asked = newAddress()
  const follow = { email: asked, calendar_id: calendarId }
  assert.equal(
    (await fixture.guest.request('/functions/v1/send-contact-confirmation', { json: follow })).body.status,
    'sent',
  )
})

test('an import answers for each of its contacts, however many: what is cut could not be asked for again', async () => {
  const calendar = await fixture.calendar(owner, { name: 'Long list' })
  const p_contacts = Array.from({ length: 1500 }, (_, at) => (at === 1400 ? 'nobody' : newAddress()))
  const args = { p_calendar_id: calendar.id, p_contacts, p_basis: 'asked', p_dry_run: true }
  const whole = await owner.request('/rest/v1/rpc/import_contacts', { json: args })
  assert.deepEqual([whole.status, whole.body.length], [200, 1500])
  const few = await owner.request('/rest/v1/rpc/import_contacts?result=neq.added', { json: args })
  assert.deepEqual(few.body, [{ line: 1401, result: 'invalid' }])
})

test('only admins ask a phone for YES, once while it can reply, and no number gets more than three texts a day', async () => {
  const { id: calendar } = await fixture.calendar(owner, { name: 'Phones' })
  await fixture.join(member, owner, calendar)
  const phones = ['+15125550171', '+15125550172', '+15125550173']
  const added = await owner.request('/rest/v1/rpc/import_contacts', {
    json: { p_calendar_id: calendar, p_contacts: [...phones, 'ann@example.org'], p_basis: 'asked' },
  })
  assert.equal(added.status, 200, added.text)
  const contacts = await fixture.rows(
    'select id, normalised from public.calendar_contacts where calendar_id = $1 order by normalised',
    [calendar],
  )
  const [asked, stopped, confirmed, mail] = contacts.map(({ id }) => id)
  await fixture.rows("select private.suppress('sms', $1, 'stop', null, now())", [phones[1]])
  await fixture.rows('update public.calendar_contacts set confirmed_at = now() where id = $1', [confirmed])
  const ask = (who: { request: Person['request'] }, contact_id: string) =>
    who.request('/functions/v1/ask-phone', { json: { contact_id } })
  const questions = () => fixture.rows('select expires_at > now() as open from private.phone_confirmations')

  assert.equal((await ask(fixture.guest, asked)).status, 401)
  for (const who of [member, stranger, otherAdmin]) assert.equal((await ask(who, asked)).status, 404, who.name)
  for (const contact of [mail, confirmed]) assert.equal((await ask(owner, contact)).status, 404)
  const refused = await ask(owner, stopped)
  assert.deepEqual([refused.status, refused.body.code], [409, 'recipient_suppressed'])
  assert.deepEqual(await questions(), [])
  // Mexico, premium rate, toll free, Jamaica: numbers that a list may hold, but nobody can be made to pay us to text.
  for (const number of ['+525512345678', '+19005550123', '+18005550123', '+18765550123']) {
    await fixture.rows('update public.calendar_contacts set contact_value = $1 where id = $2', [number, asked])
    const abroad = await ask(owner, asked)
    assert.deepEqual([abroad.status, abroad.body.code], [400, 'phone_not_supported'], number)
  }
  await fixture.rows('update public.calendar_contacts set contact_value = $1 where id = $2', [phones[0], asked])
  assert.deepEqual(await questions(), [])

  for (const nth of [1, 2, 3]) {
    assert.deepEqual((await ask(owner, asked)).body, { status: 'asked' })
    assert.deepEqual((await ask(owner, asked)).body, { status: 'open' })
    const texts = await fixture.mails(phones[0] ?? '', nth)
    assert.equal(texts.length, nth)
    assert.match(texts.at(-1)?.text ?? '', /\bYES\b.*Phones/s)
    await fixture.rows(
      "update private.phone_confirmations set created_at = now() - interval '5 days', expires_at = now() - interval '2 days'",
    )
  }
  const fourth = await ask(owner, asked)
  assert.deepEqual([fourth.status, fourth.body.code], [429, 'over_request_rate_limit'])
  assert.ok(Number(fourth.headers.get('retry-after')) > 0)
  assert.deepEqual(await questions(), [{ open: false }], 'it can be asked again tomorrow')
  await owner.request('/rest/v1/rpc/pause_sending', { json: { p_calendar_id: calendar, p_paused: true } })
  assert.equal((await ask(owner, asked)).body.code, 'sending_paused')
})
