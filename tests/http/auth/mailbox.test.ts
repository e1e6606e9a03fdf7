import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createCatcher } from '#messages/email/catcher.ts'
import { type AuthFixture, linkIn, openAuthFixture, signUp } from './fixture.ts'

let fixture: AuthFixture
before(async () => {
  fixture = await openAuthFixture()
})
after(() => fixture.close())

const mail = {
  from: { name: 'Townbell', address: 'townbell@town.example' },
  to: 'ann@example.org',
  subject: 'Hello <script>alert(1)</script>',
  html: '<!doctype html><html><head><title>x</title></head><body><script>parent.alert(1)</script><a href="https://town.example/">go</a></body></html>',
  text: 'Hello & </pre><script>alert(1)</script>',
  messageId: '<1@town.example>',
  date: new Date('2026-07-04T12:00:00Z'),
  headers: { 'Auto-Submitted': 'auto-generated' },
}

test('the mailbox shows the confirmation mail with a working link', async () => {
  const empty = await (await fetch(`${fixture.url}/dev/mailbox?key=key`)).text()
  assert.match(empty, /Nothing yet/)
  const email = await signUp(fixture)
  const [sent] = await fixture.mails(email)
  await fixture.pool.query(
    `insert into private.caught_messages (kind, sender, recipient, subject, html, text) values ('email', 'x', $1, $2, $3, $4)`,
    [email, sent?.subject, sent?.html, sent?.text],
  )
  const list = await (await fetch(`${fixture.url}/dev/mailbox?key=key`)).text()
  const [, path] = /href="(\/dev\/mailbox\/[0-9a-f-]{36})"/.exec(list) ?? []
  const page = await (await fetch(`${fixture.url}${path}?key=key`)).text()
  const [, framed = ''] = /srcdoc="([^"]*)"/.exec(page) ?? []
  assert.match(framed, /&lt;base target=&quot;_top&quot;&gt;/)
  assert.match(page, /sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"/)
  assert.ok(framed.includes(linkIn(sent).searchParams.get('token') ?? '?'))
})

test('a hostile message runs no script and loads nothing', async () => {
  const { providerId } = await createCatcher({ pool: fixture.pool }).send(mail)
  const response = await fetch(`${fixture.url}/dev/mailbox/${providerId}?key=key`)
  const page = await response.text()
  assert.doesNotMatch(page, /<script/)
  assert.match(page, /Hello &lt;script&gt;/)
  assert.match(page, /auto-generated/)
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  assert.doesNotMatch(response.headers.get('content-security-policy') ?? '', /script-src/)
})

test('the mailbox is readable as JSON, newest first, and holds at most 500 messages', async () => {
  const catcher = createCatcher({ pool: fixture.pool })
  await catcher.send({ ...mail, subject: 'the oldest' })
  for (let i = 0; i < 500; i++) await catcher.send({ ...mail, subject: `mail ${i}` })
  const caught = await (await fetch(`${fixture.url}/dev/mailbox.json?key=key`)).json()
  assert.equal(caught.length, 100)
  assert.equal(caught[0].subject, 'mail 499')
  assert.equal(caught[0].recipient, 'ann@example.org')
  assert.equal(caught[0].headers['Message-ID'], '<1@town.example>')
  const { rows } = await fixture.pool.query(
    `select count(*)::int as n, bool_or(subject = 'the oldest') as kept from private.caught_messages`,
  )
  assert.deepEqual(rows, [{ n: 500, kept: false }])
})

test('an unknown message answers 404', async () => {
  for (const id of ['00000000-0000-4000-8000-000000000000', 'x', '%00', '------------------------------------']) {
    assert.equal((await fetch(`${fixture.url}/dev/mailbox/${id}?key=key`)).status, 404, id)
  }
})
