import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours, minutes } from '#domain/durations.ts'
import {
  type AuthFixture,
  follow,
  fragmentOf,
  linkIn,
  openAuthFixture,
  PASSWORD,
  press,
  signIn,
  signUp,
} from './fixture.ts'

let fixture: AuthFixture
before(async () => {
  fixture = await openAuthFixture({ max: 20 })
})
after(() => fixture.close())

async function confirmLink() {
  const email = await signUp(fixture)
  const [mail] = await fixture.mails(email)
  return linkIn(mail)
}

async function resetLink(email: string) {
  await fixture.client().auth.resetPasswordForEmail(email)
  const mails = await fixture.mails(email)
  return linkIn(mails.find(({ subject }) => subject.startsWith('Reset')))
}

const livingSessions = async () => (await fixture.pool.query('select count(*)::int as n from auth.sessions')).rows[0].n

test('opening a link by GET or HEAD does not use it', async () => {
  const link = await confirmLink()
  const before = await livingSessions()
  for (const method of ['GET', 'HEAD', 'GET', 'GET', 'HEAD']) {
    const response = await fetch(link, { method, redirect: 'manual' })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/)
    await response.text()
  }
  assert.equal(await livingSessions(), before)
  assert.ok(fragmentOf(await follow(link)).access_token, 'and so the person can still use it')
  assert.equal(await livingSessions(), before + 1)
})

test('the page has a form with the token and no script, and escapes its query', async () => {
  const link = await confirmLink()
  const page = await (await fetch(link)).text()
  assert.ok(page.includes(`name="token" value="${link.searchParams.get('token')}"`))
  assert.match(page, /<form method="post" action="verify">/)
  assert.match(page, /<button type="submit">Continue<\/button>/)
  assert.match(await (await fetch(await resetLink(await signUp(fixture)))).text(), /<button type="submit" autofocus>/)
  assert.doesNotMatch(page, /<script|src=|url\(/)
  const attack = `"><script>alert(1)</script>`
  const query = new URLSearchParams({ token: attack, type: 'signup', redirect_to: attack })
  const hostile = await (await fixture.request(`/verify?${query}`)).text()
  assert.ok(hostile.includes('&lt;script&gt;'))
  assert.ok(!hostile.includes('<script>'))
})

test('an incomplete link shows an error page', async () => {
  for (const query of [
    '',
    '?token=',
    '?token=x',
    '?type=signup',
    '?token=x&type=invite',
    `?token=${'x'.repeat(201)}&type=signup`,
  ]) {
    const response = await fixture.request(`/verify${query}`)
    assert.equal(response.status, 400, query)
    assert.match(await response.text(), /This link is incomplete/)
  }
})

test('a link works once, even for fifty concurrent requests', async () => {
  for (let round = 0; round < 5; round++) {
    const link = await resetLink(await signUp(fixture))
    const before = await livingSessions()
    const targets = await Promise.all(Array.from({ length: 50 }, () => follow(link)))
    assert.equal(targets.filter((target) => fragmentOf(target).access_token).length, 1)
    assert.equal(targets.filter((target) => fragmentOf(target).error_code === 'otp_expired').length, 49)
    assert.equal(await livingSessions(), before + 1)
  }
})

test('a refused link redirects to the same page, with the reason in the fragment', async () => {
  const link = await confirmLink()
  await follow(link)
  const target = await follow(link)
  assert.equal(target.pathname, '/dashboard')
  assert.deepEqual(fragmentOf(target), {
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  })
})

test('a reset link is valid for an hour, a confirmation link for a day', async () => {
  const email = await signUp(fixture)
  const [mail] = await fixture.mails(email)
  const [confirm, reset] = [linkIn(mail), await resetLink(email)]
  fixture.later(minutes(60))
  assert.equal(fragmentOf(await follow(reset)).error_code, 'otp_expired')
  fixture.later(hours(22))
  assert.ok(fragmentOf(await follow(confirm)).access_token)
  const late = await confirmLink()
  fixture.later(hours(24))
  assert.equal(fragmentOf(await follow(late)).error_code, 'otp_expired')
})

test('a link cannot be used for another purpose', async () => {
  const email = await signUp(fixture)
  const [mail] = await fixture.mails(email)
  const confirm = linkIn(mail)
  confirm.searchParams.set('type', 'recovery')
  assert.equal(fragmentOf(await follow(confirm)).error_code, 'otp_expired')
  const reset = await resetLink(email)
  reset.searchParams.set('type', 'signup')
  assert.equal(fragmentOf(await follow(reset)).error_code, 'otp_expired')
  reset.searchParams.set('type', 'recovery')
  assert.ok(fragmentOf(await follow(reset)).access_token)
})

test('the token of one person does not open the account of another', async () => {
  const [mine, theirs] = [await signUp(fixture), await signUp(fixture)]
  const token = (await resetLink(mine)).searchParams.get('token') ?? ''
  const answer = await fixture.client().auth.verifyOtp({ email: theirs, token, type: 'recovery' })
  assert.equal(answer.error?.code, 'otp_expired')
  const { data } = await fixture.client().auth.verifyOtp({ email: mine, token, type: 'recovery' })
  assert.equal(data.user?.email, mine)
})

test('a new password invalidates open reset links', async () => {
  const email = await signUp(fixture)
  const link = await resetLink(email)
  const { client } = await signIn(fixture, email)
  const changed = await client.auth.updateUser({ password: 'Another-Word1!', current_password: PASSWORD })
  assert.equal(changed.error, null)
  assert.equal(fragmentOf(await follow(link)).error_code, 'otp_expired')
})

test('only the browser that presses the button gets the word that its pages ask for', async () => {
  const words = []
  for (const link of [await confirmLink(), await resetLink(await signUp(fixture))]) {
    const page = await fetch(link)
    assert.equal(page.headers.get('set-cookie'), null, 'opening the link gives nothing')
    const response = await press(link)
    const { link_word, access_token } = fragmentOf(new URL(response.headers.get('location') ?? ''))
    assert.ok(access_token && link_word)
    const expected = `townbell-link=${link_word}; Path=/; Max-Age=120; SameSite=Strict`
    assert.equal(response.headers.get('set-cookie'), expected)
    words.push(link_word)
  }
  assert.notEqual(words[0], words[1])
  const used = await press(await confirmLink(), { 'sec-fetch-site': 'cross-site' })
  assert.deepEqual([used.status, used.headers.get('set-cookie')], [403, null])
})

test('the page of a link says whose account it is for, while it is good', async () => {
  const email = await signUp(fixture)
  const link = await resetLink(email)
  assert.ok((await (await fetch(link)).text()).includes(email))
  await press(link)
  assert.ok(!(await (await fetch(link)).text()).includes(email))
})

test('another site cannot submit the form for its visitors', async () => {
  const link = await confirmLink()
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
    assert.equal((await press(link, headers)).status, 403)
  }
  assert.equal((await press(link, { origin: 'https://evil.example' })).status, 403)
  assert.equal((await press(link, { origin: 'null', 'sec-fetch-site': 'same-origin' })).status, 303)
})

test('a link redirects only to the site, whatever is requested', async () => {
  for (const redirect_to of [
    '//evil.example',
    'https://ok@evil.example',
    'javascript:alert(1)',
    '\\\\evil.example',
    'https://evil.example',
  ]) {
    const email = await signUp(fixture)
    await fixture.mails(email)
    await fixture.request(`/resend?${new URLSearchParams({ redirect_to })}`, { json: { type: 'signup', email } })
    const [mail] = await fixture.mails(email)
    const link = linkIn(mail)
    assert.equal(link.searchParams.get('redirect_to'), `${fixture.url}/dashboard`)
    // Edited by hand afterwards, it still redirects to the site.
    link.searchParams.set('redirect_to', redirect_to)
    const target = await follow(link)
    assert.equal(target.origin, fixture.url)
    assert.ok(fragmentOf(target).access_token)
  }
})
