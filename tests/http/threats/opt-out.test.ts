// Attacks on opt-outs: by others, around the sender, and by phone.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { optOutToken, undoLink } from '#messages/mail-links.ts'
import { preferencesToken } from '#messages/preferences-link.ts'
import { earlierOneClick } from '#testing/earlier-links.ts'
import { startTwilioApi, type TwilioApi } from '#testing/twilio-api.ts'
import { inboundFields, twilioPost } from '#testing/twilio-webhook.ts'
import { type AppFixture, newAddress, openAppFixture, type Person, tokenIn, type Visitor } from './fixture.ts'

let fixture: AppFixture
let twilio: TwilioApi
let owner: Person
let stranger: Person
let otherAdmin: Person
let calendarId: string

before(async () => {
  twilio = await startTwilioApi()
  fixture = await openAppFixture({
    TWILIO_ACCOUNT_SID: twilio.accountSid,
    TWILIO_AUTH_TOKEN: twilio.authToken,
    TWILIO_FROM: '+15125550100',
    TWILIO_API_URL: twilio.url,
  })
  owner = await fixture.person('owner')
  stranger = await fixture.person('stranger')
  otherAdmin = await fixture.person('other')
  calendarId = (await fixture.calendar(owner)).id
  await fixture.calendar(otherAdmin)
  // Every event of these tests is due as soon as it is added.
  await fixture.rows("update public.calendars set notify_at = '00:00'")
})
after(async () => {
  await fixture.close()
  await twilio.close()
})

const optOut = (who: Visitor, email: string, more: object = {}) =>
  who.request('/functions/v1/opt-out', { json: { email, calendar_id: calendarId, ...more } })
const press = (query: string) =>
  fixture.guest.request(`/opt-out/one-click?${query}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
const optOutsOf = (email: string) => fixture.rows('select * from public.opt_outs where email = $1', [email])

test('T12: no one can see who opted out, and a person opted out by another can undo it', async () => {
  const victim = newAddress()
  await fixture.contact(owner, calendarId, victim)
  await fixture.rows('update public.calendar_contacts set confirmed_at = now() where normalised = $1', [victim])
  const attacker = fixture.visitor()
  const done = await optOut(attacker, victim)
  assert.deepEqual([done.status, done.body.status], [200, 'success'], 'the law wants that it simply works')
  assert.equal((await optOutsOf(victim)).length, 1)

  for (const [name, who] of Object.entries({ guest: fixture.guest, stranger, owner, 'other admin': otherAdmin })) {
    for (const path of [
      `/rest/v1/opt_outs?email=eq.${victim}&calendar_id=eq.${calendarId}`,
      '/rest/v1/opt_outs?select=count',
      `/rest/v1/calendars?id=eq.${calendarId}&select=name,opt_outs(email)`,
    ]) {
      const { status, text } = await who.request(path)
      assert.ok(status === 401 || status === 403, `${name}: ${path} ${status}`)
      assert.ok(!text.includes(victim))
    }
    const row = { email: newAddress(), calendar_id: calendarId }
    assert.ok([401, 403].includes((await who.request('/rest/v1/opt_outs', { json: row })).status), name)
    const gone = await who.request(`/rest/v1/opt_outs?email=eq.${victim}`, { method: 'DELETE' })
    assert.ok([401, 403].includes(gone.status), name)
  }
  // A stranger's address gets the same answer as a follower's.
  assert.equal((await optOut(fixture.visitor(), newAddress())).text, done.text)

  const [told] = await fixture.mails(victim)
  const undone = await fixture.guest.request('/functions/v1/undo-opt-out', {
    json: { token: tokenIn(told, '/opt-out', 'undo') },
  })
  assert.deepEqual([undone.status, undone.body.status], [200, 'undone'])
  assert.deepEqual(await optOutsOf(victim), [])
  const again = await fixture.guest.request('/functions/v1/undo-opt-out', {
    json: { token: tokenIn(told, '/opt-out', 'undo') },
  })
  assert.equal(again.status, 404)

  // One network cannot opt everybody out, and the victims' mailboxes are not flooded with undo mails.
  const answers = []
  for (let i = 0; i < 10; i++) answers.push((await optOut(attacker, victim)).status)
  assert.deepEqual(answers, [...Array(9).fill(200), 429])
  await fixture.quiet()
  assert.equal((await fixture.mails(victim, 2)).length, 2, 'one mail for each time it was opted out')

  const page = await fixture.guest.request(`/opt-out?email=${victim}&calendar=${calendarId}`)
  assert.deepEqual(
    [page.headers.get('referrer-policy'), page.headers.get('cache-control')],
    ['no-referrer', 'no-store'],
  )
})

test('T12: the link of a mail is valid for its own address, calendar and purpose only, and shows neither', async () => {
  const { linkSecret, siteUrl } = fixture.config
  const [mine, theirs] = [newAddress(), newAddress()]
  await fixture.contact(owner, calendarId, mine)
  await fixture.contact(owner, calendarId, theirs)
  const t = optOutToken({ linkSecret, calendarId, email: mine })
  const other = (await fixture.calendar(otherAdmin)).id
  const p = preferencesToken({ linkSecret, address: mine, now: new Date() })
  const undo = new URL(undoLink({ siteUrl, linkSecret, optOutId: calendarId })).searchParams.get('undo') ?? ''
  const bytes = Buffer.from(t, 'base64url')
  const flipped = bytes.map((byte, at) => (at === bytes.length - 20 ? byte ^ 1 : byte))
  const foreign = optOutToken({ linkSecret: `${linkSecret}x`, calendarId, email: mine })
  const forged = [
    ...[
      p,
      undo,
      foreign,
      Buffer.from(flipped).toString('base64url'),
      t.slice(0, -1),
      t.slice(1),
      `${t}A`,
      t.toLowerCase(),
    ],
    ...['', 'x', '.', '%00', '%ff%fe', "' or true --", 'A'.repeat(599)],
  ]
  const queries = [
    ...forged.map((token) => `t=${token}`),
    ...[`t=${t}&t=${t}`, `t=${t}&c=${other}`, `t=${t}&e=${Buffer.from(theirs).toString('base64url')}`, `p=${t}`],
    ...[`c=${other}&e=${Buffer.from(mine).toString('base64url')}&t=${t}`, `t=${'A'.repeat(601)}`, ''],
  ]
  for (const query of queries) {
    const { status, body } = await press(query)
    assert.ok([400, 403].includes(status), `${status} ${query}`)
    assert.match(body.error, /^This unsubscribe link is/, query)
  }
  for (const token of forged) {
    const page = await fixture.guest.request(`/opt-out?t=${token}`)
    assert.equal(page.status, 200, token)
    assert.ok(!page.text.includes(mine))
    if (token) assert.match(page.text, /This link is incomplete/, token)
    const read = await fixture.guest.request('/functions/v1/get-opt-out', { json: { token } })
    assert.ok([400, 403].includes(read.status), `${read.status} ${token}`)
    const opened = await fixture.guest.request('/functions/v1/get-preferences', { json: { token: token || t } })
    assert.ok(token === p || [400, 403].includes(opened.status), `${opened.status} ${token}`)
  }
  assert.deepEqual([await optOutsOf(theirs), await optOutsOf(mine)], [[], []])

  assert.ok(!t.includes(Buffer.from(mine).toString('base64url')) && !bytes.includes(mine))
  const page = await fixture.guest.request(`/opt-out?t=${t}`)
  assert.ok(page.text.includes(`value="${mine}"`), 'the page itself fills in the address')
  assert.deepEqual(
    [page.headers.get('referrer-policy'), page.headers.get('cache-control')],
    ['no-referrer', 'no-store'],
  )
  for (const method of ['GET', 'HEAD']) {
    const seen = await fixture.guest.request(`/opt-out/one-click?t=${t}`, { method })
    assert.deepEqual([seen.status, seen.headers.get('location')], [303, `${siteUrl}/opt-out?t=${t}`])
  }
  assert.deepEqual(await optOutsOf(mine), [], 'scanners change nothing')
  // A token for another address is no proof: the opt-out counts as a stranger's.
  assert.equal((await optOut(fixture.visitor(), theirs, { t })).status, 200)
  assert.equal((await optOutsOf(theirs))[0].source, 'form')
  assert.equal((await press(`t=${t}`)).status, 200)
  assert.equal((await optOutsOf(mine))[0].source, 'one_click')
})

test('T12: links of earlier mails, which hold a signature, still work, for their own address and calendar only', async () => {
  const { linkSecret } = fixture.config
  const [mine, theirs] = [newAddress(), newAddress()]
  await fixture.contact(owner, calendarId, mine)
  await fixture.contact(owner, calendarId, theirs)
  const right = earlierOneClick({ linkSecret, calendarId, email: mine })
  const e = (email: string) => Buffer.from(email).toString('base64url')
  const t = new URLSearchParams(right).get('t')
  for (const query of [
    `c=${calendarId}&e=${e(theirs)}&t=${t}`,
    `c=${calendarId}&e=${e(theirs)}&e=${e(mine)}&t=${t}`,
    `c=${calendarId}&e=${e(mine)}&e=${e(theirs)}&t=${t}`,
    `c=${calendarId}&e=${e(theirs)}&t=`,
    `c=${calendarId}&e=${e(theirs)}`,
    `t=${t}`,
  ])
    assert.ok([400, 403].includes((await press(query)).status), query)
  assert.deepEqual(await optOutsOf(theirs), [])
  for (const method of ['GET', 'HEAD']) await fixture.guest.request(`/opt-out/one-click?${right}`, { method })
  assert.deepEqual(await optOutsOf(mine), [], 'scanners change nothing')
  const page = await fixture.guest.request(`/opt-out?email=${mine}&calendar=${calendarId}&t=${t}`)
  assert.ok(page.text.includes(`value="${mine}"`))
  assert.equal((await press(right)).status, 200)
  assert.equal((await optOutsOf(mine))[0].source, 'one_click')
  const signed = new URLSearchParams(earlierOneClick({ linkSecret, calendarId, email: theirs })).get('t')
  assert.equal((await optOut(fixture.visitor(), theirs, { t: signed })).status, 200)
  assert.equal((await optOutsOf(theirs))[0].source, 'link')
})

test('T13: no import, re-add or other spelling sends to a person who opted out; only their own confirmation does', async () => {
  const [gone, stays] = [newAddress(), newAddress()]
  const contact = await fixture.contact(owner, calendarId, gone)
  await fixture.contact(owner, calendarId, stays)
  assert.equal((await optOut(fixture.visitor(), ` ${gone.toUpperCase()} `)).body.status, 'success')
  assert.deepEqual(await notified('While on the list', gone, stays), { [gone]: 'opted_out', [stays]: 'sent' })

  assert.equal(
    (await owner.request(`/rest/v1/calendar_contacts?id=eq.${contact.id}`, { method: 'DELETE' })).status,
    204,
  )
  for (const spelling of [gone, gone.toUpperCase(), ` ${gone}\t`]) {
    const row = { calendar_id: calendarId, contact_type: 'email', contact_value: spelling }
    const added = await owner.request('/rest/v1/calendar_contacts', { json: row })
    assert.deepEqual([added.status, added.body.code], [400, 'TB008'], spelling)
    const upserted = await owner.request('/rest/v1/calendar_contacts?on_conflict=calendar_id,contact_type,normalised', {
      json: [row],
      headers: { prefer: 'resolution=ignore-duplicates' },
    })
    assert.equal(upserted.status, 400, spelling)
  }
  assert.deepEqual(await notified('After the re-add', gone, stays), { [stays]: 'sent' })

  const asked = await fixture.visitor().request('/functions/v1/send-contact-confirmation', {
    json: { email: gone, calendar_id: calendarId },
  })
  assert.equal(asked.body.status, 'sent')
  assert.equal((await optOutsOf(gone)).length, 1, 'asking alone lifts nothing')
  const mail = (await fixture.mails(gone)).find(({ text }) => text.includes('/confirm-contact'))
  const token = tokenIn(mail, '/confirm-contact')
  assert.equal(
    (await fixture.guest.request('/functions/v1/confirm-contact-subscription', { json: { token } })).status,
    200,
  )
  assert.deepEqual(await notified('After their own yes', gone, stays), { [gone]: 'sent', [stays]: 'sent' })
})

test('T13: an account with an unconfirmed address cannot opt that address out', async () => {
  const victim = await fixture.person('squatter', { confirmed: false })
  await fixture.contact(owner, calendarId, victim.email)
  await fixture.join(victim, owner, calendarId)
  const preference = `/rest/v1/notification_preferences?calendar_id=eq.${calendarId}&user_id=eq.${victim.id}`
  const off = () =>
    victim.request(preference, {
      method: 'PATCH',
      body: '{"email_notifications":false}',
      headers: { 'content-type': 'application/json' },
    })
  assert.equal((await off()).status, 204)
  assert.deepEqual(await notified('Still told', victim.email), { [victim.email]: 'sent' })
  await fixture.rows('update auth.users set email_confirmed_at = now() where id = $1', [victim.id])
  assert.deepEqual(await notified('By their own wish', victim.email), { [victim.email]: 'opted_out' })
})

test('T13: leaving a calendar stops its mail also to an address an admin listed, until the person joins or follows again', async () => {
  const member = await fixture.person('leaver')
  const { email } = member
  await fixture.contact(owner, calendarId, email)
  await fixture.join(member, owner, calendarId)
  const mine = `calendar_id=eq.${calendarId}&user_id=eq.${member.id}`
  const off = await member.request(`/rest/v1/notification_preferences?${mine}`, {
    method: 'PATCH',
    body: '{"email_notifications":false}',
    headers: { 'content-type': 'application/json' },
  })
  assert.equal(off.status, 204)
  assert.deepEqual(await notified('As a member', email), { [email]: 'opted_out' })
  // As the screen does it: the preferences first.
  for (const table of ['notification_preferences', 'calendar_members'])
    assert.equal((await member.request(`/rest/v1/${table}?${mine}`, { method: 'DELETE' })).status, 204)
  assert.deepEqual(await notified('After leaving', email), { [email]: 'opted_out' })
  await fixture.join(member, owner, calendarId)
  assert.deepEqual(await notified('Back', email), { [email]: 'sent' })

  // Who is removed keeps what they had chosen; an opt-out by mail is not lifted by joining.
  await member.request(`/rest/v1/notification_preferences?${mine}`, {
    method: 'PATCH',
    body: '{"email_notifications":false}',
    headers: { 'content-type': 'application/json' },
  })
  assert.equal((await owner.request(`/rest/v1/calendar_members?${mine}`, { method: 'DELETE' })).status, 204)
  assert.deepEqual(await notified('After a removal', email), { [email]: 'opted_out' })
  await fixture.join(member, owner, calendarId)
  const t = optOutToken({ linkSecret: fixture.config.linkSecret, calendarId, email })
  assert.equal((await optOut(fixture.visitor(), email, { t })).body.status, 'success')
  const switches = () =>
    fixture.rows('select email_notifications from public.notification_preferences where user_id = $1', [member.id])
  assert.deepEqual(await switches(), [{ email_notifications: false }], 'the link turns their own switch off')
  assert.equal((await member.request(`/rest/v1/calendar_members?${mine}`, { method: 'DELETE' })).status, 204)
  await fixture.join(member, owner, calendarId)
  assert.deepEqual(await notified('Opted out by mail', email), { [email]: 'opted_out' })
  assert.deepEqual(await switches(), [{ email_notifications: false }], 'and joining does not turn it on')

  // Whoever deletes their account leaves too.
  const gone = await fixture.person('gone')
  await fixture.contact(owner, calendarId, gone.email)
  await fixture.join(gone, owner, calendarId)
  await fixture.rows('delete from auth.users where id = $1', [gone.id])
  assert.deepEqual(await notified('After the account', gone.email), { [gone.email]: 'opted_out' })
})

test('T14: STOP from a phone ends texts of every calendar, and only a signed request counts', async () => {
  const phone = '+15125550177'
  const other = (await fixture.calendar(owner, { name: 'Oak Street' })).id
  await fixture.rows("update public.calendars set notify_at = '00:00' where id = $1", [other])
  for (const id of [calendarId, other])
    await fixture.rows(
      `insert into public.calendar_contacts (calendar_id, contact_type, contact_value, source, confirmed_at)
       values ($1, 'phone', $2, 'follow', now())`,
      [id, phone],
    )
  const suppressed = () =>
    fixture.rows("select reason from public.suppressions where channel = 'sms' and address = $1", [phone])
  const hook = `${fixture.url}/webhooks/twilio/inbound`
  const forged = twilioPost(hook, inboundFields(phone, 'STOP'), 'somebody else')
  assert.equal((await fetch(hook, forged)).status, 403)
  assert.deepEqual(await suppressed(), [], 'a forged STOP silences nobody')
  const row = { channel: 'sms', address: phone, reason: 'stop' }
  for (const who of [fixture.guest, stranger, owner])
    assert.ok([401, 403].includes((await who.request('/rest/v1/suppressions', { json: row })).status))

  const stop = await fetch(hook, twilioPost(hook, inboundFields(phone, 'stop.'), twilio.authToken))
  assert.equal(stop.status, 200)
  assert.deepEqual(await suppressed(), [{ reason: 'stop' }])
  assert.deepEqual(await notified('To the phone', phone), { [phone]: 'opted_out' })
  const start = await fetch(hook, twilioPost(hook, inboundFields(phone, 'START'), twilio.authToken))
  assert.equal(start.status, 200)
  assert.deepEqual(await suppressed(), [])
  assert.notEqual((await notified('To the phone again', phone))[phone], 'opted_out')
  await fixture.rows('delete from public.calendar_contacts where normalised = $1', [phone])
})

/** Adds an event today and waits for its mailing; returns the delivery state of each address. */
async function notified(title: string, ...addresses: string[]): Promise<Record<string, string>> {
  const event = {
    calendar_id: calendarId,
    title,
    category: 'Notice',
    start_time: new Date().toISOString(),
    end_time: new Date(Date.now() + 3_600_000).toISOString(),
    event_date: new Date().toISOString().slice(0, 10),
  }
  await fixture.announce(owner, event)
  for (let tries = 0; tries < 2400; tries++) {
    const rows = await fixture.rows(outcomes, [title])
    // A text may wait for the morning.
    const open = rows.filter(
      ({ state, channel }) => channel === 'email' && ['planned', 'claimed', 'committing'].includes(state),
    )
    if (rows.length > 0 && open.length === 0)
      return Object.fromEntries(
        rows.filter(({ address }) => addresses.includes(address)).map(({ address, state }) => [address, state]),
      )
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the mailing of ${title} does not end`)
}

const outcomes = `
  select d.address, d.channel, d.state from public.deliveries d
  join public.mailing_events t using (mailing_id)
  join public.events e on e.id = t.event_id
  where e.title = $1`
