// The preference page's calls: what the signed link allows, and what it does not.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { days } from '#domain/durations.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { digestHeaders } from '#messages/list-unsubscribe.ts'
import { optOutLink } from '#messages/mail-links.ts'
import { preferencesToken } from '#messages/preferences-link.ts'
import { signature } from '#messages/signatures.ts'
import { answerText } from '#server/inbound-texts/inbound-texts.ts'
import { earlierPreferencesToken, earlierSignature } from '#testing/earlier-links.ts'
import { type FunctionsFixture, follow, newAddress, openFunctionsFixture, subscribe } from './fixture.ts'

let fixture: FunctionsFixture
before(async () => {
  fixture = await openFunctionsFixture()
})
after(() => fixture.close())

const everything = {
  email: true,
  sms: null,
  categories: ['Event', 'Alert', 'Notice', 'FYI'],
  timing: 'day_of',
  paused_until: null,
  language: 'en',
}
const tokenOf = (address: string, now = fixture.clock.now()) =>
  preferencesToken({ linkSecret: fixture.config.linkSecret, address, now })
const earlierToken = (address: string, now = fixture.clock.now()) =>
  earlierPreferencesToken({ linkSecret: fixture.config.linkSecret, address, now })
const read = (token: string, more = {}) => fixture.call('get-preferences', { token }, more)
const save = (token: unknown, choice: object = {}, calendar_id: unknown = null, more = {}) =>
  fixture.call('save-preferences', { token, calendar_id, choice: { ...everything, ...choice } }, more)
const stored = async (address: string) =>
  (
    await fixture.pool.query(
      'select channel, calendar_id, is_on, categories, paused_until::text from private.contact_preferences where address = $1 order by calendar_id nulls first',
      [address],
    )
  ).rows

test('the link shows what its address follows, and stores choices for one calendar and for all', async () => {
  const [first, second] = [await fixture.calendar({ name: 'Ash' }), await fixture.calendar({ name: 'Birch' })]
  const { email } = await subscribe(fixture, first)
  await subscribe(fixture, second, email)
  const token = tokenOf(email)
  const { status, body, headers } = await read(token)
  assert.equal(status, 200)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(body.address, email)
  assert.deepEqual(
    body.calendars.map(({ id, name, choice, is_own }: Record<string, unknown>) => ({ id, name, choice, is_own })),
    [
      { id: first, name: 'Ash', choice: everything, is_own: false },
      { id: second, name: 'Birch', choice: everything, is_own: false },
    ],
  )
  const saved = await save(token, { categories: ['Notice', 'Alert'] }, second)
  assert.equal(saved.status, 200)
  assert.deepEqual(saved.body.calendars[1].choice.categories, ['Alert', 'Notice'])
  assert.deepEqual(saved.body.calendars[0].choice, everything)
  assert.deepEqual(await stored(email), [
    { channel: 'email', calendar_id: second, is_on: true, categories: ['Alert', 'Notice'], paused_until: null },
  ])
  const day = new Date(fixture.clock.now().getTime() + days(9)).toISOString().slice(0, 10)
  const all = await save(token, { paused_until: day })
  for (const { choice, is_own } of all.body.calendars) {
    assert.deepEqual(choice, { ...everything, paused_until: day })
    assert.equal(is_own, false)
  }
  assert.deepEqual(await stored(email), [
    { channel: 'email', calendar_id: null, is_on: true, categories: null, paused_until: day },
  ])
})

test('the history says that a contact changed preferences, not which; an unchanged choice is not logged', async () => {
  const calendar = await fixture.calendar()
  const { email } = await subscribe(fixture, calendar)
  for (let count = 0; count < 3; count++) await save(tokenOf(email), { categories: ['FYI'] }, calendar)
  const { rows } = await fixture.pool.query(
    `select l.actor_user_id, l.metadata from public.audit_logs l
     join public.calendar_contacts k on k.id = l.entity_id and k.contact_value = $1
     where l.action = 'update' and l.entity_type = 'contact'`,
    [email],
  )
  assert.deepEqual(rows, [
    {
      actor_user_id: null,
      metadata: { calendar_id: calendar, calendar_name: 'Elm Street', contact_type: 'email', changed: ['preferences'] },
    },
  ])
})

test('the page opens only with a preference link signed for the address', async () => {
  const calendar = await fixture.calendar()
  const { email } = await subscribe(fixture, calendar)
  const { email: other } = await subscribe(fixture, calendar)
  const { siteUrl, linkSecret } = fixture.config
  const [own = '', day = '', signed = ''] = earlierToken(email).split('.')
  const wrapped = (address: string) => Buffer.from(address).toString('base64url')
  const optOut = new URL(optOutLink({ siteUrl, linkSecret, calendarId: calendar, email })).searchParams.get('t') ?? ''
  const right = tokenOf(email)
  const mixed = `${right.slice(0, 20)}${tokenOf(other).slice(20)}`
  const forged = [
    `${wrapped(other)}.${day}.${signed}`,
    `${own}.${(Number.parseInt(day, 36) + 50).toString(36)}.${signed}`,
    `${own}.${day}.${optOut}`,
    `${own}.${day}.${earlierSignature({ linkSecret, calendarId: calendar, email })}`,
    `${own}.${day}.${signature(linkSecret, 'preferences', email, day)}`,
    `${own}.${day}.${signature('another secret of forty characters or so', 'preferences', day, email)}`,
    `${own}.${day}.${signed}.${signed}`,
    `${own}.${day}`,
    own,
    '..',
    'x'.repeat(600),
    ...[optOut, mixed, right.slice(0, -1), right.slice(4), `${right}A`, `${right}.`, right.toUpperCase()],
    preferencesToken({ linkSecret: `${linkSecret}x`, address: email, now: fixture.clock.now() }),
  ]
  for (const token of forged) {
    const answers = [await read(token), await save(token, { categories: ['FYI'] })]
    for (const { status, body } of answers) assert.deepEqual([status, body.code], [403, 'invalid_signature'], token)
  }
  for (const token of ['', 'x'.repeat(601), 7, null, { $ne: '' }, [tokenOf(email)]])
    assert.equal((await save(token)).status, 400)
  assert.deepEqual([await stored(email), await stored(other)], [[], []])
  assert.equal((await read(right)).status, 200, 'the link itself works')
  assert.equal((await read(earlierToken(email))).status, 200, 'so does that of an earlier mail')
})

test('a link is valid for 90 days', async () => {
  const { email } = await subscribe(fixture, await fixture.calendar())
  const ago = (count: number) => new Date(fixture.clock.now().getTime() - days(count))
  assert.equal((await read(tokenOf(email, ago(90)))).status, 200)
  assert.equal((await read(earlierToken(email, ago(90)))).status, 200)
  for (const token of [tokenOf(email, ago(91)), earlierToken(email, ago(91))])
    for (const { status, body } of [await read(token), await save(token)])
      assert.deepEqual([status, body.code], [410, 'link_expired'])
})

test('the link cannot add a calendar, and reveals nothing about calendars the address does not follow', async () => {
  const followed = await fixture.calendar()
  const strange = await fixture.calendar({ name: 'Secret garden' })
  const gone = await fixture.calendar({ name: 'Gone' })
  const { email } = await subscribe(fixture, followed)
  const { email: other } = await subscribe(fixture, strange)
  await subscribe(fixture, gone, email)
  await fixture.pool.query('update public.calendars set disabled = true where id = $1', [gone])
  const token = tokenOf(email)
  const answer = JSON.stringify((await read(token)).body)
  for (const hidden of [strange, 'Secret garden', other, gone]) assert.ok(!answer.includes(hidden), hidden)
  for (const id of [strange, gone, '00000000-0000-4000-8000-000000000000'])
    assert.deepEqual((await save(token, { categories: ['FYI'] }, id)).status, 404)
  await save(token, { categories: ['FYI'] })
  assert.equal((await fixture.contacts(strange)).length, 1)
  assert.deepEqual(await stored(other), [])
  assert.equal((await read(tokenOf(newAddress()))).body.calendars.length, 0)
})

test('opt-outs and suppressions hold, whatever is chosen', async () => {
  const [out, still] = [await fixture.calendar({ name: 'Out' }), await fixture.calendar({ name: 'Still' })]
  const { email } = await subscribe(fixture, out)
  await subscribe(fixture, still, email)
  const shown = (await read(tokenOf(email))).body.calendars
  const url = new URL(shown.find(({ id }: { id: string }) => id === out).opt_out_url)
  const left = await fixture.call('opt-out', { email, calendar_id: out, t: url.searchParams.get('t') })
  assert.equal(left.body.status, 'success')
  await fixture.pool.query(
    "insert into public.suppressions (channel, address, reason) values ('email', $1, 'complaint')",
    [email],
  )
  const { body } = await read(tokenOf(email))
  assert.equal(body.is_suppressed, true)
  assert.deepEqual(
    body.calendars.map(({ name }: { name: string }) => name),
    ['Still'],
  )
  assert.deepEqual(body.left, [{ id: out, name: 'Out' }], 'it can be followed again')
  assert.equal((await save(tokenOf(email), {}, out)).status, 404)
  assert.equal((await save(tokenOf(email), {})).status, 200)
  const { rows } = await fixture.pool.query(
    `select private.is_opted_out($1, 'email', $3) as out, private.is_opted_out($2, 'email', $3) as suppressed,
       (select source from public.opt_outs where email = $3) as source`,
    [out, still, email],
  )
  assert.deepEqual(rows, [{ out: true, suppressed: true, source: 'link' }])
})

test('a number belongs to the address it was entered with, once it replied YES, and to no other', async () => {
  const calendar = await fixture.calendar()
  const phone = '+15125550177'
  const email = newAddress()
  await subscribe(fixture, calendar, email, { phone, consent: true })
  assert.equal((await read(tokenOf(email))).body.calendars[0].choice.sms, null, 'it has not said YES')
  await fixture.pool.query('update public.calendar_contacts set confirmed_at = now() where contact_value = $1', [phone])
  const thief = newAddress()
  await subscribe(fixture, calendar, thief, { phone, consent: true })
  const seen = (await read(tokenOf(thief))).body
  assert.deepEqual([seen.phone, seen.calendars[0].choice.sms], [null, null])
  await save(tokenOf(thief), { sms: false })
  assert.deepEqual(await stored(phone), [])

  const { body } = await read(tokenOf(email))
  assert.equal(body.phone, '+1 ··· 0177')
  assert.ok(!JSON.stringify(body).includes(phone))
  await save(tokenOf(email), { email: false, sms: true, categories: ['Alert'] }, calendar)
  assert.deepEqual(await stored(phone), [
    { channel: 'sms', calendar_id: calendar, is_on: true, categories: ['Alert'], paused_until: null },
  ])
  assert.equal((await stored(email))[0].is_on, false)
  // A link from a text shows only texts.
  const ofPhone = await read(tokenOf(phone))
  assert.deepEqual([ofPhone.body.channel, ofPhone.body.calendars[0].choice.email], ['sms', null])
  assert.ok(!JSON.stringify(ofPhone.body).includes(email))
  await save(tokenOf(phone), { email: null, sms: true }, calendar)
  assert.equal((await stored(phone))[0].categories, null)
  assert.equal((await stored(email))[0].is_on, false)
})

test('invalid choices are refused with a message', async () => {
  const calendar = await fixture.calendar()
  const { email } = await subscribe(fixture, calendar)
  const wrong: object[] = [
    { categories: [] },
    { categories: ['Gossip'] },
    { categories: 'Event' },
    { email: false },
    { email: false, sms: true },
    { timing: 'hourly' },
    { paused_until: '2026-02-30' },
    { paused_until: 'soon' },
    { paused_until: '9999-01-01' },
    { language: 'tlh' },
    { email: 'yes' },
    { sms: undefined },
    { categories: undefined },
    { paused_until: 7 },
  ]
  for (const choice of wrong) {
    const { status, body } = await save(tokenOf(email), choice, calendar)
    assert.deepEqual([status, typeof body.error], [400, 'string'], JSON.stringify(choice))
    assert.doesNotMatch(body.error, /input|expected|received/i)
  }
  for (const choice of [undefined, null, [], 'all']) {
    const asked = { token: tokenOf(email), calendar_id: calendar, choice }
    const { status, body } = await fixture.call('save-preferences', asked)
    assert.deepEqual([status, body.error], [400, preferenceTexts.failed])
  }
  assert.equal((await save(tokenOf(email), {}, 'elm')).status, 400)
  assert.deepEqual(await stored(email), [])
})

test('reading changes nothing, and GET and requests of other sites are refused', async () => {
  const { email } = await subscribe(fixture, await fixture.calendar())
  const token = tokenOf(email)
  const before = await fixture.pool.query('select count(*) from public.audit_logs')
  await read(token)
  for (const name of ['get-preferences', 'save-preferences']) {
    const got = await fixture.request(`/functions/v1/${name}?token=${token}`)
    assert.equal(got.status, 405)
    const foreign = await fixture.call(
      name,
      { token, calendar_id: null, choice: everything },
      { headers: { origin: 'https://evil.example' } },
    )
    assert.equal(foreign.status, 403)
  }
  assert.deepEqual(await stored(email), [])
  assert.deepEqual((await fixture.pool.query('select count(*) from public.audit_logs')).rows, before.rows)
  assert.ok(!fixture.lines.join().includes(token), 'the token is in no log')
})

test('a planned message that is no longer wanted is not sent', async () => {
  const calendar = await fixture.calendar()
  const { email } = await subscribe(fixture, calendar)
  await follow(fixture, calendar, newAddress())
  const { rows } = await fixture.pool.query(
    `with made as (insert into public.mailings (calendar_id, day) values ($1, current_date) returning id)
     insert into public.deliveries (mailing_id, calendar_id, contact_id, channel, address)
     select made.id, $1, k.id, 'email', k.normalised from made, public.calendar_contacts k where k.calendar_id = $1
     returning id`,
    [calendar],
  )
  const state = async () =>
    (await fixture.pool.query('select state from public.deliveries where id = $1', [rows[0].id])).rows[0].state
  await save(tokenOf(email), { categories: ['FYI'] })
  assert.equal(await state(), 'planned')
  const day = new Date(fixture.clock.now().getTime() + days(9)).toISOString().slice(0, 10)
  await save(tokenOf(email), { paused_until: day })
  assert.equal(await state(), 'cancelled')
})

test('the one-click button of a digest unsubscribes from its calendars only, and cannot be forged', async () => {
  const [first, second, other] = [await fixture.calendar(), await fixture.calendar(), await fixture.calendar()]
  const { email } = await subscribe(fixture, first)
  for (const id of [second, other]) await subscribe(fixture, id, email)
  await save(tokenOf(email), { timing: 'digest' })
  await save(tokenOf(email), {}, other)
  const { siteUrl, linkSecret } = fixture.config
  const header =
    digestHeaders({ siteUrl, linkSecret, address: email, now: fixture.clock.now() })['List-Unsubscribe'] ?? ''
  const url = new URL(header.slice(1, -1))
  const press = (query: URLSearchParams, method = 'POST') =>
    fixture.request(`${url.pathname}?${query}`, {
      method,
      ...(method === 'POST' ? { body: 'List-Unsubscribe=One-Click' } : {}),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const left = async () =>
    (await fixture.pool.query('select calendar_id from public.opt_outs where email = $1', [email])).rows.map(
      ({ calendar_id }) => calendar_id,
    )
  const token = url.searchParams.get('p') ?? ''
  const [, day, signed] = earlierToken(email).split('.')
  const t = new URL(optOutLink({ siteUrl, linkSecret, calendarId: first, email })).searchParams.get('t') ?? ''
  const foreign = Buffer.from(newAddress()).toString('base64url')
  for (const p of [
    `${foreign}.${day}.${signed}`,
    earlierToken(email).replace(`.${day}.`, '.zzz.'),
    `${earlierToken(email)}.x`,
    `${foreign}.${day}.${t}`,
    ...[t, token.slice(1), token.slice(0, -1), `${token}x`],
  ])
    assert.equal((await press(new URLSearchParams({ p }))).status, 403, p)
  assert.equal((await press(new URLSearchParams({ p: token, c: other }))).status, 400)
  assert.equal((await press(new URLSearchParams(`p=${token}&p=${token}`))).status, 400)
  const seen = await press(url.searchParams, 'GET')
  assert.equal(seen.status, 303)
  assert.match(seen.headers.get('location') ?? '', /\/preferences\?p=/)
  assert.deepEqual(await left(), [])
  assert.equal((await press(url.searchParams)).status, 200)
  assert.deepEqual((await left()).sort(), [first, second].sort())
})

test('an old digest still unsubscribes, but opens the preferences page no longer than its other link', async () => {
  const calendar = await fixture.calendar()
  const { email } = await subscribe(fixture, calendar)
  await save(tokenOf(email), { timing: 'digest' })
  const { siteUrl, linkSecret } = fixture.config
  const sent = new Date(fixture.clock.now().getTime() - days(91))
  const old = digestHeaders({ siteUrl, linkSecret, address: email, now: sent })['List-Unsubscribe'] ?? ''
  const { pathname, search } = new URL(old.slice(1, -1))
  for (const query of [search, `?p=${earlierToken(email, sent)}`]) {
    const page = (await fixture.request(pathname + query)).headers.get('location') ?? ''
    const { status, body } = await fixture.call('get-preferences', { token: new URL(page).searchParams.get('p') })
    assert.deepEqual([status, body.code], [410, 'link_expired'])
    const pressed = await fixture.request(pathname + query, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(pressed.status, 200)
    const { rows } = await fixture.pool.query('delete from public.opt_outs where email = $1 returning calendar_id', [
      email,
    ])
    assert.deepEqual(rows, [{ calendar_id: calendar }])
  }
})

test('members open the preferences of their own confirmed address, for a day or two, and of no other', async () => {
  const calendar = await fixture.calendar({ name: 'Elm' })
  const member = { id: randomUUID(), email: newAddress() }
  await fixture.pool.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ($1, $2, 'hash', now())`,
    [member.id, member.email],
  )
  await fixture.pool.query(
    `insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'member')`,
    [calendar, member.id],
  )
  const headers = await fixture.signedIn(member.id)
  const { status, body } = await fixture.call('my-preferences', { email: 'other@example.org' }, { headers })
  assert.equal(status, 200)
  const shown = await read(body.token)
  assert.deepEqual(
    [shown.body.address, shown.body.calendars.map(({ name }: { name: string }) => name)],
    [member.email, ['Elm']],
  )
  const saved = await save(body.token, { categories: ['Alert'], timing: 'weekly' }, calendar)
  assert.deepEqual([saved.status, (await stored(member.email))[0]?.categories], [200, ['Alert']])
  fixture.later(days(3))
  assert.equal((await read(body.token)).status, 410, 'the link is for today')
  fixture.later(-days(3))

  assert.equal((await fixture.call('my-preferences', {})).status, 401)
  await fixture.pool.query('update auth.users set email_confirmed_at = null where id = $1', [member.id])
  assert.equal((await fixture.call('my-preferences', {}, { headers })).status, 403)
})

test('a member adds a number, which answers YES as every number does, and goes with the membership', async () => {
  const phone = '+15124131188'
  const calendar = await fixture.calendar({ name: 'Elm' })
  const member = { id: randomUUID(), email: newAddress() }
  await fixture.pool.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ($1, $2, 'hash', now())`,
    [member.id, member.email],
  )
  const join = () =>
    fixture.pool.query(`insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'member')`, [
      calendar,
      member.id,
    ])
  await join()
  const headers = await fixture.signedIn(member.id)
  const add = async (more: object = {}, as: object = { headers }) => {
    const { status, body } = await fixture.call(
      'add-my-phone',
      { calendar_id: calendar, phone: '(512) 413-1188', consent: true, ...more },
      as,
    )
    return [status, body.status ?? body.code]
  }
  const mine = async () => (await fixture.request('/rest/v1/rpc/get_my_numbers', { json: {}, headers })).json()
  const asked: unknown[] = []
  await fixture.work({ 'send-confirmation-text': async () => undefined })
  const text = (body: string) =>
    answerText(
      { ...fixture, linkSecret: fixture.config.linkSecret, supportEmail: 'help@town.example' },
      { id: randomUUID(), from: phone, body },
    )
  const yes = async () => {
    await fixture.work({ 'send-confirmation-text': async (payload) => void asked.push(payload) })
    await fixture.pool.query('update private.phone_confirmations set sent_at = now() where phone = $1', [phone])
    return text('YES')
  }

  assert.deepEqual(await add({}, {}), [401, 'no_authorization'])
  const stranger = randomUUID()
  await fixture.pool.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ($1, $2, 'hash', now())`,
    [stranger, newAddress()],
  )
  assert.deepEqual(await add({}, { headers: await fixture.signedIn(stranger) }), [403, 'calendar_access_denied'])
  assert.deepEqual(await add({ consent: false }), [400, 'validation_failed'])
  assert.deepEqual(await add({ phone: '+52 55 1234 5678' }), [400, 'phone_not_supported'])
  assert.deepEqual(await add({ phone: 'x' }), [400, 'validation_failed'])
  assert.deepEqual(await mine(), [])

  assert.deepEqual(await add(), [200, 'reply_yes'])
  assert.deepEqual(await mine(), [{ calendar_id: calendar, phone: '+1 ··· 1188', state: 'waiting' }])
  assert.match((await yes()) ?? '', /Elm/)
  assert.equal(asked.length, 1)
  assert.equal((await mine())[0].state, 'on')
  const page = await read((await fixture.call('my-preferences', {}, { headers })).body.token)
  assert.deepEqual([page.body.phone, page.body.calendars[0].choice.sms], ['+1 ··· 1188', true])
  await fixture.pool.query('update auth.users set email_confirmed_at = null where id = $1', [member.id])
  assert.deepEqual(await add(), [403, 'email_not_confirmed'])
  await fixture.pool.query('update auth.users set email_confirmed_at = now() where id = $1', [member.id])

  await text('STOP')
  assert.equal((await mine())[0].state, 'stopped')
  await text('START')
  const stop = async () =>
    (await fixture.request('/rest/v1/rpc/stop_my_texts', { json: { p_calendar_id: calendar }, headers })).status
  assert.equal(await stop(), 204)
  assert.deepEqual([await mine(), await fixture.contacts(calendar)], [[], []])

  // Anew, after everything was switched off: YES is a new yes.
  assert.deepEqual(await add(), [200, 'reply_yes'])
  await fixture.pool.query(
    `insert into private.contact_preferences (channel, address, calendar_id, is_on) values ('sms', $1, $2, false)`,
    [phone, calendar],
  )
  await yes()
  assert.equal((await mine())[0].state, 'on')
  assert.deepEqual(await add({ phone: '512 413 1189' }), [200, 'reply_yes'])
  assert.deepEqual(await mine(), [{ calendar_id: calendar, phone: '+1 ··· 1189', state: 'waiting' }], 'one number')
  // The owner removes them.
  await fixture.pool.query('delete from public.calendar_members where user_id = $1', [member.id])
  assert.deepEqual(await fixture.contacts(calendar), [])
  await join()
  assert.deepEqual(await add(), [200, 'reply_yes'])
  await fixture.pool.query('delete from auth.users where id = $1', [member.id])
  assert.deepEqual(await fixture.contacts(calendar), [])
})

test("a full calendar on trial takes no member's number", async () => {
  const calendar = await fixture.calendar({ trial: true })
  const member = randomUUID()
  await fixture.pool.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ($1, $2, 'hash', now())`,
    [member, newAddress()],
  )
  await fixture.pool.query(
    `insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'member')`,
    [calendar, member],
  )
  for (let count = 0; count < 10; count++)
    await fixture.pool.query(
      `insert into public.calendar_contacts (calendar_id, contact_type, contact_value, source) values ($1, 'email', $2, 'import')`,
      [calendar, newAddress()],
    )
  const { status, body } = await fixture.call(
    'add-my-phone',
    { calendar_id: calendar, phone: '+15124131190', consent: true },
    { headers: await fixture.signedIn(member) },
  )
  assert.deepEqual([status, body.code], [409, 'trial_contact_limit'])
  assert.equal((await fixture.contacts(calendar)).length, 10)
})
