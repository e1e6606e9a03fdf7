// Attacks on following a calendar. A client built directly on the tables would make the token, send the mail's words and read the
// lists itself; each of these ways is tried here, beside the way that people use.
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type AppFixture, linksIn, newAddress, openAppFixture, type Person, tokenIn, type Visitor } from './fixture.ts'

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
  calendarId = (await fixture.calendar(owner, { name: 'Elm Street Neighbours' })).id
  await fixture.calendar(otherAdmin)
  await fixture.join(member, owner, calendarId)
})
after(() => fixture.close())

const follow = (who: Visitor, json: object, headers = {}) =>
  who.request('/functions/v1/send-contact-confirmation', { json, headers })
const confirm = (who: Visitor, token: string, headers = {}) =>
  who.request('/functions/v1/confirm-contact-subscription', { json: { token }, headers })
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const outsiders = () => ({ guest: fixture.guest, stranger, member, 'admin of another calendar': otherAdmin })

async function isContact(address: string): Promise<boolean> {
  const rows = await fixture.rows('select 1 from public.calendar_contacts where normalised = $1', [address])
  return rows.length > 0
}
const pendingOf = (email: string) =>
  fixture.rows('select * from public.pending_contact_confirmations where email = $1', [email])

/** Requests to follow and reads the mail. */
async function linkFor(email: string, calendar = calendarId): Promise<string> {
  const asked = await follow(fixture.visitor(), { email, calendar_id: calendar })
  assert.deepEqual([asked.status, asked.body.status], [200, 'sent'])
  return tokenIn((await fixture.mails(email)).at(-1), '/confirm-contact')
}

test('T1: a client cannot choose the token that confirms an address', async () => {
  const [email, chosen] = [newAddress(), randomUUID()]
  for (const [name, who] of Object.entries(outsiders())) {
    const path = '/rest/v1/pending_contact_confirmations'
    const row = { email, calendar_id: calendarId, token: chosen }
    assert.equal((await who.request(path, { json: row })).status, 400, `${name}: there is no such column`)
    const { token: _, ...known } = { ...row, token_hash: `\\x${sha256(chosen)}` }
    assert.equal((await who.request(path, { json: known })).status, name === 'guest' ? 401 : 403, name)
  }
  assert.deepEqual(await pendingOf(email), [])

  const asked = await follow(fixture.guest, { email, calendar_id: calendarId, token: chosen, id: chosen })
  assert.equal(asked.body.status, 'sent')
  assert.doesNotMatch(asked.text, /token/i)
  const [pending] = await pendingOf(email)
  assert.ok(pending, 'the request is there')
  assert.notEqual(pending.token_hash.toString('hex'), sha256(chosen))
  for (const guess of [chosen, pending.id, pending.token_hash.toString('hex')])
    assert.equal((await confirm(fixture.guest, guess)).status, 404)
  assert.equal(await isContact(email), false)

  const [mail] = await fixture.mails(email)
  const done = await confirm(fixture.guest, tokenIn(mail, '/confirm-contact'))
  assert.deepEqual([done.status, done.body.status], [200, 'confirmed'])
  assert.equal(await isContact(email), true)
})

test('T2: a client cannot choose the text or links of our mails', async () => {
  const email = newAddress()
  const forged = {
    email,
    calendarId,
    calendarName: 'Your bank account is locked',
    baseUrl: 'https://evil.example',
    subject: 'Pay now',
    html: '<b>Pay now</b>',
  }
  const hosts = {
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
    'x-original-url': '//evil.example',
  }
  assert.equal((await follow(fixture.visitor(), forged, hosts)).body.status, 'sent')
  const [mail] = await fixture.mails(email)
  const whole = JSON.stringify(mail)
  assert.doesNotMatch(whole, /evil|bank|Pay now/i)
  assert.match(mail?.subject ?? '', /Elm Street Neighbours/)
  for (const text of [mail?.text, mail?.html]) for (const link of linksIn(text)) assert.equal(link.origin, fixture.url)

  // Not even without a calendar, as some clients send it.
  const nowhere = newAddress()
  const { calendarId: _, ...unnamed } = { ...forged, email: nowhere }
  assert.equal((await follow(fixture.visitor(), unnamed)).status, 400)
  await fixture.quiet()
  assert.deepEqual(await fixture.rows('select 1 from private.caught_messages where recipient = $1', [nowhere]), [])
})

test('T9: opening or prefetching a link confirms nothing, and another site cannot confirm', async () => {
  const email = newAddress()
  const token = await linkFor(email)
  const scanner = fixture.visitor()
  const scans: Record<string, string>[] = [{}, { purpose: 'prefetch', 'sec-purpose': 'prefetch' }]
  for (const path of [`/confirm-contact?token=${token}`, `/functions/v1/get-confirmation?token=${token}`])
    for (const method of ['GET', 'HEAD'])
      for (const headers of scans) {
        const { status } = await scanner.request(path, { method, headers })
        assert.equal(status, 200, `${method} ${path}`)
      }
  for (const method of ['GET', 'HEAD', 'PUT']) {
    const { status } = await scanner.request(`/functions/v1/confirm-contact-subscription?token=${token}`, { method })
    assert.equal(status, 405, method)
  }
  for (const origin of ['https://evil.example', `${fixture.url}.evil.example`, 'http://evil.example', 'null']) {
    const { status, body } = await confirm(scanner, token, { origin })
    assert.deepEqual([status, body.code], [403, 'origin_not_allowed'], origin)
  }
  // What a form of another site can send without a preflight.
  const body = JSON.stringify({ token })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const path = '/functions/v1/confirm-contact-subscription'
    const sent = await scanner.request(path, { method: 'POST', body, headers: { 'content-type': type } })
    assert.equal(sent.status, 415, type)
  }
  assert.equal(await isContact(email), false)
  assert.equal((await pendingOf(email))[0].used_at, null)
  const read = await scanner.request('/functions/v1/get-confirmation', { json: { token } })
  assert.deepEqual(read.body, { status: 'pending', calendar: { id: calendarId, name: 'Elm Street Neighbours' } })

  const page = await scanner.request(`/confirm-contact?token=${token}`)
  assert.deepEqual(
    [page.headers.get('referrer-policy'), page.headers.get('cache-control')],
    ['no-referrer', 'no-store'],
  )
  assert.equal((await confirm(scanner, token, { origin: fixture.url })).body.status, 'confirmed')
  assert.equal(await isContact(email), true)
})
