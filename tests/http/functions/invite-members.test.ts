// Inviting by email: who may, what leaves, and how often.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { INVITATIONS_AT_ONCE } from '#domain/limits.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { rateLimits } from '#server/http/rate-limits.ts'
import { type FunctionsFixture, newAddress, newNetwork, openFunctionsFixture } from './fixture.ts'

let fixture: FunctionsFixture
before(async () => {
  fixture = await openFunctionsFixture()
})
after(() => fixture.close())
// What an earlier test left in the mailbox is no news.
beforeEach(() => fixture.mails())

const ownerOf = async (calendar: string): Promise<string> =>
  (await fixture.pool.query('select owner_id from public.calendars where id = $1', [calendar])).rows[0].owner_id

async function person(email = newAddress(), name = 'Ana Ortiz'): Promise<{ id: string; email: string }> {
  const id = randomUUID()
  await fixture.pool.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at, user_metadata)
     values ($1, $2, 'hash', now(), json_build_object('display_name', $3::text))`,
    [id, email, name],
  )
  return { id, email }
}

async function seat(calendar: string, userId: string, role: string) {
  await fixture.pool.query('insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, $3)', [
    calendar,
    userId,
    role,
  ])
}

async function invite(
  userId: string,
  body: { calendar_id: string; emails: string; role?: string; language?: string; password?: string },
) {
  const headers = await fixture.signedIn(userId)
  return fixture.call('invite-members', { role: 'member', ...body }, { headers, network: newNetwork() })
}

async function rpc(name: string, p_code: string, userId?: string) {
  const headers = userId ? await fixture.signedIn(userId) : {}
  const response = await fixture.request(`/rest/v1/rpc/${name}`, { json: { p_code }, headers })
  return { status: response.status, body: await response.json() }
}

const codeIn = (text = '') => /\/invite\/([\w-]+)/.exec(text)?.[1] ?? ''

test('an invitation is mailed to its address, joins with its role, and the owner gets a mail', async () => {
  const calendar = await fixture.calendar({ name: 'Elm <b>Street</b>' })
  const owner = await ownerOf(calendar)
  const ana = await person()
  const other = await person()
  const emails = `Ana <${ana.email.toUpperCase()}>, ${newAddress()}`
  const asked = await invite(owner, { calendar_id: calendar, emails, role: 'admin' })
  assert.equal(asked.status, 200)
  assert.equal(asked.body.invited.length, 2)
  const [mail, ...more] = await fixture.mails(ana.email)
  assert.equal(more.length, 0)
  assert.match(mail?.subject ?? '', /^\S.* invites you to Elm b Street \/b$/)
  assert.match(mail?.text ?? '', /invites you to run it together/)
  assert.ok(!mail?.text.includes(ana.email) && !mail?.html.includes(ana.email), 'the address is in the mail')
  assert.match(mail?.headers['List-Unsubscribe'] ?? '', /one-click/)

  const code = codeIn(mail?.text)
  const shown = await rpc('get_invite', code)
  assert.deepEqual(
    shown.body.map(({ role, email }: { role: string; email: string }) => [role, email]),
    [['admin', ana.email]],
  )
  assert.equal((await rpc('join_calendar', code, other.id)).body.code, 'TB014')
  assert.equal((await fixture.mails(`${owner}@example.org`)).length, 0, 'looking sent something')
  const tries = await Promise.all(Array.from({ length: 10 }, () => rpc('join_calendar', code, ana.id)))
  assert.equal(tries.filter(({ status }) => status === 200).length, 1)
  const { rows } = await fixture.pool.query(
    'select role from public.calendar_members where calendar_id = $1 and user_id = $2',
    [calendar, ana.id],
  )
  assert.deepEqual(rows, [{ role: 'admin' }])
  const told = await fixture.mails(`${owner}@example.org`)
  assert.deepEqual(
    told.map(({ subject }) => subject),
    ['Ana Ortiz joined Elm b Street /b'],
  )
})

test('the next owner joins by an invitation of the owner and is offered the calendar, which changes hands when they accept', async () => {
  const calendar = await fixture.calendar()
  const owner = await ownerOf(calendar)
  const [admin, next] = [await person(), await person()]
  await seat(calendar, admin.id, 'admin')
  const body = { calendar_id: calendar, emails: next.email, role: 'owner' }
  assert.equal((await invite(admin.id, body)).status, 403)
  assert.equal((await invite(owner, body)).body.code, 'reauthentication_needed', 'a copied token offers nothing')
  await fixture.pool.query('update auth.users set encrypted_password = $2 where id = $1', [
    owner,
    await hashPassword('Ring.the.bell.1'),
  ])
  const proven = { ...body, password: 'Ring.the.bell.1' }
  assert.equal((await invite(owner, { ...body, password: 'Wrong.the.bell.1' })).body.code, 'invalid_credentials')
  assert.equal((await invite(owner, proven)).status, 200)
  const [mail] = await fixture.mails(next.email)
  assert.match(mail?.text ?? '', /wants to hand it on to you/)
  assert.equal((await rpc('join_calendar', codeIn(mail?.text), next.id)).status, 200)
  assert.equal(await ownerOf(calendar), owner, 'nobody owns what they have not accepted')
  const headers = await fixture.signedIn(next.id)
  const accept = { json: { p_calendar_id: calendar }, headers }
  assert.equal((await fixture.request('/rest/v1/rpc/accept_transfer', accept)).status, 204)
  assert.equal(await ownerOf(calendar), next.id)

  // An invitation of somebody who no longer owns the calendar offers nothing.
  const late = await person()
  await fixture.pool.query('update public.calendars set owner_id = $2 where id = $1', [calendar, owner])
  await invite(owner, { ...proven, emails: late.email })
  await fixture.pool.query('update public.calendars set owner_id = $2 where id = $1', [calendar, next.id])
  const [second] = await fixture.mails(late.email)
  assert.equal((await rpc('join_calendar', codeIn(second?.text), late.id)).status, 200)
  const { rowCount } = await fixture.pool.query('select from private.transfer_offers where calendar_id = $1', [
    calendar,
  ])
  assert.equal(rowCount, 0)
})

test('only admins invite, only the owner invites admins, and nobody without a confirmed address', async () => {
  const calendar = await fixture.calendar()
  const [admin, member, stranger] = [await person(), await person(), await person()]
  await seat(calendar, admin.id, 'admin')
  await seat(calendar, member.id, 'member')
  const to = newAddress()
  const body = { calendar_id: calendar, emails: to }
  assert.equal((await fixture.call('invite-members', { ...body, role: 'member' })).status, 401)
  for (const { id } of [member, stranger]) assert.equal((await invite(id, body)).status, 403)
  assert.equal((await invite(admin.id, { ...body, role: 'admin' })).status, 403)
  assert.equal((await invite(admin.id, body)).status, 200)
  assert.equal((await invite(await ownerOf(calendar), { ...body, role: 'admin' })).status, 200)
  assert.equal((await invite(admin.id, body)).status, 403, 'an admin changed the invitation of an admin')
  await fixture.pool.query('update auth.users set email_confirmed_at = null where id = $1', [admin.id])
  assert.equal((await invite(admin.id, { ...body, emails: newAddress() })).body.code, 'email_not_confirmed')
  assert.equal((await fixture.mails(to)).length, 1)
})

test('bad addresses, roles and calendars are refused in our own words', async () => {
  const calendar = await fixture.calendar()
  const owner = await ownerOf(calendar)
  const many = Array.from({ length: INVITATIONS_AT_ONCE + 1 }, () => newAddress()).join(', ')
  const tried: [object, RegExp][] = [
    [{ emails: '' }, /at least one/],
    [{ emails: 'nobody' }, /at least one/],
    [{ emails: 'a@b@c..d' }, /“a@b@c..d” is not a valid/],
    [{ emails: many }, /at most 20/],
    [{ emails: 7 }, /at least one/],
    [{ emails: newAddress(), role: 'king' }, /member, admin or owner/],
    [{ emails: `${newAddress()}, ${newAddress()}`, role: 'owner' }, /one person as the owner/],
    [{ emails: newAddress(), calendar_id: 'x' }, /calendar_id/],
  ]
  for (const [body, says] of tried) {
    const { status, body: answer } = await invite(owner, { calendar_id: calendar, emails: '', ...body })
    assert.equal(status, 400)
    assert.match(answer.error, says)
  }
  assert.deepEqual(await fixture.mails(), [])
})

test('whoever unsubscribed, left, bounced or complained gets nothing, and no admin can tell', async () => {
  const calendar = await fixture.calendar()
  const owner = await ownerOf(calendar)
  const [gone, bounced, late, fine] = [newAddress(), newAddress(), newAddress(), newAddress()]
  await fixture.pool.query('insert into public.opt_outs (calendar_id, email) values ($1, $2)', [calendar, gone])
  await fixture.pool.query("select private.suppress('email', $1, 'complaint', null, now())", [bounced])
  const emails = [gone, bounced, late, fine]
  const { body } = await invite(owner, { calendar_id: calendar, emails: emails.join('\n') })
  assert.deepEqual(body, { invited: emails })
  await fixture.pool.query('insert into public.opt_outs (calendar_id, email) values ($1, $2)', [calendar, late])
  assert.deepEqual(
    (await fixture.mails()).map(({ recipient }) => recipient),
    [fine],
  )
  const { rows } = await fixture.pool.query(
    'select sent_at is not null as is_sent from public.member_invitations where calendar_id = $1',
    [calendar],
  )
  assert.deepEqual(
    rows.map(({ is_sent }) => is_sent),
    [true, true, true, true],
  )
  for (let sent = 1; sent < rateLimits['invitation-mail'].max; sent++)
    assert.equal((await invite(owner, { calendar_id: calendar, emails: bounced })).status, 200)
  assert.equal((await invite(owner, { calendar_id: calendar, emails: bounced })).status, 429, 'it counts as any other')
})

test('a paused owner sends none, and a withdrawn invitation is not mailed', async () => {
  const calendar = await fixture.calendar()
  const owner = await ownerOf(calendar)
  const to = newAddress()
  await invite(owner, { calendar_id: calendar, emails: to })
  await fixture.pool.query('delete from public.member_invitations where email = $1', [to])
  assert.deepEqual(await fixture.mails(to), [])
  await fixture.pool.query("select private.suspend_owner($1, 'spam')", [owner])
  assert.equal((await invite(owner, { calendar_id: calendar, emails: newAddress() })).body.code, 'sending_paused')
})

test('a calendar on trial whose name imitates another one invites nobody', async () => {
  const calendar = await fixture.calendar({ trial: true })
  const owner = await ownerOf(calendar)
  const rename = (name: string) =>
    fixture.pool.query('update public.calendars set name = $2 where id = $1', [calendar, name])
  await rename('B\u0430rton Hills Neighborhood')
  assert.equal((await invite(owner, { calendar_id: calendar, emails: newAddress() })).body.code, 'sending_paused')
  await rename('Barton Hills Neighborhood')
  assert.equal((await invite(owner, { calendar_id: calendar, emails: newAddress() })).status, 200)
})

test('sent again it is one more mail with the same link, three in a day to one mailbox over all calendars', async () => {
  const [first, second] = [await fixture.calendar(), await fixture.calendar()]
  const to = newAddress()
  const codes = new Set<string>()
  for (let sent = 0; sent < rateLimits['invitation-mail'].max - 1; sent++) {
    assert.equal((await invite(await ownerOf(first), { calendar_id: first, emails: to })).status, 200)
    const mails = await fixture.mails(to)
    assert.equal(mails.length, 1)
    codes.add(codeIn(mails[0]?.text))
    const { rows } = await fixture.pool.query('select sent_at from public.member_invitations where email = $1', [to])
    assert.ok(rows[0].sent_at)
  }
  assert.equal(codes.size, 1)
  const tagged = to.replace('@', '+tag@')
  assert.equal((await invite(await ownerOf(second), { calendar_id: second, emails: tagged })).status, 200)
  const refused = await invite(await ownerOf(second), { calendar_id: second, emails: `${newAddress()} ${to}` })
  assert.equal(refused.status, 429)
  assert.deepEqual(
    (await fixture.mails()).map(({ recipient }) => recipient),
    [tagged],
    'a refused request sent something',
  )
})

test('an owner on trial has 20 invitations in a day, however many requests come at once', async () => {
  const calendar = await fixture.calendar({ trial: true })
  const owner = await ownerOf(calendar)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      invite(owner, { calendar_id: calendar, emails: [newAddress(), newAddress(), newAddress()].join() }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 6)
  assert.ok(answers.every(({ status }) => status === 200 || status === 429))
  assert.equal((await fixture.mails()).length, 18)
})

test('the mail is in the language of the page, or in the one its reader has chosen', async () => {
  const calendar = await fixture.calendar()
  const owner = await ownerOf(calendar)
  const [plain, chosen] = [newAddress(), newAddress()]
  await fixture.pool.query(
    "insert into private.contact_preferences (channel, address, language) values ('email', $1, 'en')",
    [chosen],
  )
  await invite(owner, { calendar_id: calendar, emails: `${plain}, ${chosen}`, language: 'es' })
  assert.match((await fixture.mails(plain))[0]?.subject ?? '', / le invita a /)
  assert.match((await fixture.mails(chosen))[0]?.subject ?? '', / invites you to /)
})

test('when owners on trial invite a thousand together, each has a quarter, and nobody is shut out', async () => {
  const calendar = await fixture.calendar({ trial: true })
  const owner = await ownerOf(calendar)
  const ask = () => invite(owner, { calendar_id: calendar, emails: newAddress() })
  assert.equal((await ask()).status, 200)
  const { max } = rateLimits['invitation-trials']
  await fixture.pool.query("update private.rate_limits set taken = $1 where key like 'invitation-trials:%'", [max])
  for (let sent = 0; sent < rateLimits['invitation-trial-owner'].max / 4; sent++)
    assert.equal((await ask()).status, 200)
  assert.equal((await ask()).status, 429)
  await fixture.pool.query("update private.rate_limits set taken = 0 where key like 'invitation-trials:%'")
  assert.equal((await ask()).status, 200)
})

for (const name of ['invitation-network', 'invitation-owner', 'invitation-trial-owner'] as const)
  test(`beyond the limit ${name} nothing is stored or sent`, async () => {
    const calendar = await fixture.calendar({ trial: name.includes('trial') })
    const owner = await ownerOf(calendar)
    const headers = await fixture.signedIn(owner)
    const network = newNetwork()
    const ask = () =>
      fixture.call(
        'invite-members',
        { calendar_id: calendar, emails: newAddress(), role: 'member' },
        { headers, network },
      )
    assert.equal((await ask()).status, 200)
    await fixture.mails()
    const { max } = rateLimits[name]
    await fixture.pool.query(`update private.rate_limits set taken = $2 where key like $1 || ':%'`, [name, max])
    const { status, body } = await ask()
    assert.deepEqual([status, body.code], [429, 'over_email_send_rate_limit'])
    assert.deepEqual(await fixture.mails(), [])
    const { rows } = await fixture.pool.query('select from public.member_invitations where calendar_id = $1', [
      calendar,
    ])
    assert.equal(rows.length, 1)
    await fixture.pool.query(`delete from private.rate_limits where key like $1 || ':%'`, [name])
  })
