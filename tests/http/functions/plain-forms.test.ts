// Following without scripts: forms as browsers post them, without a puzzle, and few a day.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FunctionsFixture, newAddress, newNetwork, openFunctionsFixture, tokenIn } from './fixture.ts'

let fixture: FunctionsFixture
before(async () => {
  fixture = await openFunctionsFixture({ CAPTCHA: 'altcha' })
})
after(() => fixture.close())

type Sent = { network?: string; origin?: string }

/** The cookie of the browser. */
let cookie = ''

/** Returns where the form leads. */
async function post(path: string, fields: Record<string, string>, { network, origin }: Sent = {}) {
  const answer = await fixture.request(path, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...(origin ? { origin } : {}) },
    ...(network ? { network } : {}),
  })
  cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
  return answer.status === 303 ? answer.headers.get('location') : answer.status
}

const follow = (calendar: string, fields: Record<string, string>, sent?: Sent) =>
  post(`/calendar/${calendar}/follow`, fields, sent)

test('somebody without scripts follows by two forms, and is led back to what became of them', async () => {
  const calendar = await fixture.calendar()
  const said = (state: string) => `/calendar/${calendar}/follow?state=${state}`
  const email = newAddress()
  assert.equal(await follow(calendar, { email: 'nope' }), said('invalid'))
  assert.equal(await follow(calendar, {}), said('invalid'))
  assert.equal(await follow(calendar, { email, website: 'https://robot.example' }), said('sent'))
  assert.equal((await fixture.mails(email)).length, 0)
  assert.equal(await follow(calendar, { email, language: 'es' }), said('sent'))
  const [mail] = await fixture.mails(email)
  assert.match(mail?.subject ?? '', /^Por favor/)
  const token = tokenIn(mail) ?? ''
  for (const _ of ['first', 'again'])
    assert.equal(await post('/confirm-contact', { token }), '/confirm-contact?state=confirmed')
  assert.equal(await post('/confirm-contact', {}), '/confirm-contact?state=not_found')
  assert.equal(await follow(calendar, { email }), said('already_subscribed'))
})

test('three a day get through from one network, ten to one calendar, and none from the page of another site', async () => {
  const calendar = await fixture.calendar()
  const said = (state: string) => `/calendar/${calendar}/follow?state=${state}`
  const network = newNetwork()
  for (const state of ['sent', 'sent', 'sent', 'limited'])
    assert.equal(await follow(calendar, { email: newAddress() }, { network }), said(state))
  for (let n = 0; n < 7; n++)
    assert.equal(await follow(calendar, { email: newAddress() }, { network: newNetwork() }), said('sent'))
  assert.equal(await follow(calendar, { email: newAddress() }), said('limited'))

  const other = await fixture.calendar()
  assert.equal(await follow(other, { email: newAddress() }, { origin: 'https://evil.example' }), 403)
  assert.equal(await follow('nowhere', { email: newAddress() }), 404)
  assert.match(String(await follow('00000000-0000-4000-8000-000000000000', { email: newAddress() })), /state=failed$/)
  assert.equal(await post('/confirm-contact', { token: 'x'.repeat(20_000) }), 413)
})
