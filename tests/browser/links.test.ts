// Links that bring a session: those of our mails work in one press, those that somebody else wrote change nothing.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright'
import { button, field, isAt, sees, seesToast } from '#testing/browser/acts.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, makePerson, PASSWORD, type Person } from '#testing/browser/people.ts'
import { caughtLink } from '#testing/mailbox.ts'

let fixture: BrowserFixture
let mallory: Person
before(async () => {
  fixture = await openBrowserFixture()
  mallory = await makePerson(fixture.app, 'Mallory Malice')
})
after(() => fixture.close())

async function post(path: string, json: object) {
  const { url, config } = fixture.app
  const headers = { apikey: config.publishableKey, 'content-type': 'application/json' }
  return fetch(`${url}/auth/v1${path}`, { method: 'POST', headers, body: JSON.stringify(json) })
}

/** Returns the fragment of a link that signs its reader in as Mallory. */
async function session(): Promise<URLSearchParams> {
  const { user: _, ...tokens } = await (
    await post('/token?grant_type=password', { email: mallory.email, password: PASSWORD })
  ).json()
  return new URLSearchParams({ ...tokens, type: 'signup' })
}

async function recoveryLink({ email }: Person): Promise<string> {
  // Only the newest mail counts.
  await fixture.app.pool.query('delete from private.caught_messages')
  await post('/recover', { email })
  return caughtLink(fixture.app.pool, email, '/auth/v1/verify')
}

const signedInAs = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('townbell') ?? 'null')?.user.email ?? null)

/** A page of another site, whose only link leads here. */
async function openSite(link: string) {
  const server = createServer((_, answer) =>
    answer
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>Prizes</title><a href="${link}">Prize</a>`),
  ).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

test("a stranger's link with their session in it changes nothing", async () => {
  const { app } = fixture
  const ruth = await makePerson(app, 'Ruth Reader')
  for (const word of ['', 'guessed']) {
    const fragment = await session()
    if (word) fragment.set('link_word', word)
    const site = await openSite(
      `${app.url.replaceAll('&', '&amp;')}/dashboard#${String(fragment).replaceAll('&', '&amp;')}`,
    )
    const visitor = await fixture.visitor()
    const { page } = visitor
    await arriveAs(visitor, app, ruth)
    page.on('dialog', () => assert.fail('nothing is asked'))
    await page.goto(site.url)
    await page.getByRole('link', { name: 'Prize' }).click()
    await isAt(page, '/dashboard')
    await sees(page, 'No calendars yet')
    await page.waitForFunction(() => location.hash === '')
    assert.equal(await signedInAs(page), ruth.email)
    await visitor.leave()

    const guest = await fixture.visitor()
    await guest.page.goto(site.url)
    await guest.page.getByRole('link', { name: 'Prize' }).click()
    await guest.page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    assert.equal(await signedInAs(guest.page), null)
    await guest.leave()
    await site.close()
  }
})

test("a link of a mail asks before it replaces another person's session", async () => {
  const { app } = fixture
  const [rosa, uma] = [await makePerson(app, 'Rosa Reader'), await makePerson(app, 'Uma Unsure')]
  for (const agrees of [false, true]) {
    await app.pool.query('delete from private.rate_limits')
    const link = await recoveryLink(rosa)
    const visitor = await fixture.visitor()
    const { page } = visitor
    await arriveAs(visitor, app, uma)
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      void (agrees ? dialog.accept() : dialog.dismiss())
    })
    await page.goto(link)
    await sees(page, rosa.email)
    await button(page, 'Continue').click()
    await isAt(page, '/reset-password')
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
    assert.deepEqual(asked, [`You're signed in as ${uma.email}. Sign out and continue as ${rosa.email}?`])
    assert.equal(await signedInAs(page), agrees ? rosa.email : uma.email)
    assert.equal(await button(page, 'Update Password').count(), agrees ? 1 : 0)
    assert.equal(await page.evaluate(() => document.cookie), '', 'the word is good once')
    await visitor.leave()
  }
})

test('the links of our mails work, with the password in a browser that did not sign up, also for somebody who is signed in already', async () => {
  const { app } = fixture
  const connie = await makePerson(app, 'Connie Confirms', { confirmed: false })
  await post('/resend', { type: 'signup', email: connie.email })
  const visitor = await fixture.visitor()
  const { page } = visitor
  page.on('dialog', () => assert.fail('nothing is asked'))
  await page.goto(await caughtLink(app.pool, connie.email, '/auth/v1/verify'))
  // Not the browser that signed up.
  await field(page, 'The password you chose when you signed up').fill('Wrong-Word1!')
  visitor.expectRefusal(/auth\/v1\/verify/)
  await button(page, 'Continue').click()
  await sees(page, "That password isn't right.")
  await field(page, 'The password you chose when you signed up').fill(PASSWORD)
  await button(page, 'Continue').click()
  await isAt(page, '/dashboard')
  await sees(page, 'No calendars yet')
  assert.equal(await signedInAs(page), connie.email)

  await page.goto(await recoveryLink(connie))
  await button(page, 'Continue').click()
  await isAt(page, '/reset-password')
  await button(page, 'Update Password').waitFor()
  await visitor.leave()
})

test('/reset-password in an ordinary session offers what can succeed', async () => {
  const { app } = fixture
  const orla = await makePerson(app, 'Orla Ordinary')
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, orla)
  await page.goto('/reset-password')
  await page.getByText(`You're signed in as ${orla.email}.`).waitFor()
  assert.equal(await button(page, 'Update Password').count(), 0)
  await button(page, 'Email me a reset link').click()
  await seesToast(page, 'Reset link sent!')
  await caughtLink(app.pool, orla.email, '/auth/v1/verify')
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await isAt(page, '/account')
  await button(page, 'Change password').waitFor()
  await visitor.leave()
})
