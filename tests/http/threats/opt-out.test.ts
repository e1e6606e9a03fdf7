// Attacks on the links of mails that end them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { optOutToken, undoLink } from '#messages/mail-links.ts'
import { preferencesToken } from '#messages/preferences-link.ts'
import { earlierOneClick } from '#testing/earlier-links.ts'
import { type AppFixture, newAddress, openAppFixture, type Person, type Visitor } from './fixture.ts'

let fixture: AppFixture
let owner: Person
let otherAdmin: Person
let calendarId: string

before(async () => {
  fixture = await openAppFixture()
  owner = await fixture.person('owner')
  otherAdmin = await fixture.person('other')
  calendarId = (await fixture.calendar(owner)).id
})
after(() => fixture.close())

const optOut = (who: Visitor, email: string, more: object = {}) =>
  who.request('/functions/v1/opt-out', { json: { email, calendar_id: calendarId, ...more } })
const press = (query: string) =>
  fixture.guest.request(`/opt-out/one-click?${query}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
const optOutsOf = (email: string) => fixture.rows('select * from public.opt_outs where email = $1', [email])

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
  // A token for another address or calendar is no proof: the opt-out counts as a stranger's.
  for (const wrong of [t, optOutToken({ linkSecret, calendarId: other, email: theirs })])
    assert.equal((await optOut(fixture.visitor(), theirs, { t: wrong })).status, 200)
  assert.deepEqual(
    (await optOutsOf(theirs)).map(({ source }) => source),
    ['form'],
  )
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
