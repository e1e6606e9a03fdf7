import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright'
import { minutes } from '#domain/durations.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { codeOf, stepAt } from '#server/auth/totp.ts'
import { fromBase32 } from '#testing/base32.ts'
import {
  button,
  dialog,
  field,
  hasCopied,
  isAt,
  isDisabled,
  openAccountMenu,
  profileIsMerged,
  sees,
  seesToast,
  signOutByMenu,
  step,
} from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, count, makeCalendar, makePerson, PASSWORD, type Person } from '#testing/browser/people.ts'
import { caughtLink } from '#testing/mailbox.ts'

let fixture: BrowserFixture
let lead = 0
before(async () => {
  fixture = await openBrowserFixture({}, { clock: { now: () => new Date(Date.now() + lead) } })
})
beforeEach(() => {
  lead = 0
})
after(() => fixture.close())

async function signIn(page: Page, { email }: Person) {
  await page.goto('/signin')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(PASSWORD)
  await button(page, 'Sign in').click()
}

/** Nothing is on its way any more that a sign-out would have refused. */
async function isHome(page: Page) {
  await isAt(page, '/dashboard')
  await sees(page, 'No calendars yet')
}

async function signOut(page: Page) {
  await signOutByMenu(page)
  await isAt(page, '/')
}

test('a person turns two-step sign-in on, signs in with it, uses a recovery code, and turns it off', async () => {
  const tess = await makePerson(fixture.app, 'Tess Twostep')
  const visitor = await fixture.visitor()
  const { page } = visitor
  let secret: Buffer = Buffer.alloc(0)
  let recovery: string[] = []
  /** A code that was not used yet. */
  const nextCode = () => {
    lead += minutes(1)
    return codeOf(secret, stepAt(new Date(Date.now() + lead)))
  }

  await step('turned on with the first code of the app', async () => {
    await arriveAs(visitor, fixture.app, tess)
    await page.goto('/dashboard')
    await openAccountMenu(page)
    await page.getByRole('link', { name: 'Account' }).click()
    await isAt(page, '/account')
    await button(page, 'Turn on').click()
    const opened = dialog(page, 'Turn on two-step sign-in')
    await field(opened, 'Password').fill(PASSWORD)
    await button(opened, 'Continue').click()
    await opened.getByRole('img').waitFor()
    secret = fromBase32((await opened.locator('code').textContent())?.replaceAll(' ', '') ?? '')
    visitor.expectRefusal(/factors\/.*\/verify/)
    await field(opened, 'Code').fill('000000')
    await button(opened, 'Turn on').click()
    await seesToast(page, 'Error', accountTexts.codeWrong)
    await field(opened, 'Code').fill(nextCode())
    await button(opened, 'Turn on').click()
    const shown = dialog(page, 'Your recovery codes')
    await shown.waitFor()
    recovery = await shown.locator('code').allTextContents()
    assert.equal(recovery.length, 10)
    await button(shown, 'Copy').click()
    await hasCopied(page, recovery.join('\n'))
    await button(shown, "I've saved them").click()
    await sees(page, '10 of 10 recovery codes left')
  })

  await step('the password alone does not get in', async () => {
    await signOut(page)
    await signIn(page, tess)
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await field(page, 'Code').fill('000000')
    await button(page, 'Verify').click()
    await seesToast(page, 'Error', accountTexts.codeWrong)
    await field(page, 'Code').fill(nextCode())
    await button(page, 'Verify').click()
    await isHome(page)
  })

  await step('a recovery code does, once', async () => {
    visitor.expectRefusal(/recovery-codes\/verify/)
    await signOut(page)
    await signIn(page, tess)
    await button(page, 'Use a recovery code instead').click()
    await field(page, 'Recovery code').fill((recovery[0] ?? '').toUpperCase())
    await button(page, 'Verify').click()
    await isHome(page)
    await signOut(page)
    await signIn(page, tess)
    await button(page, 'Use a recovery code instead').click()
    await field(page, 'Recovery code').fill(recovery[0] ?? '')
    await button(page, 'Verify').click()
    await seesToast(page, 'Error', accountTexts.recoveryCodeWrong)
    await field(page, 'Recovery code').fill(recovery[1] ?? '')
    await button(page, 'Verify').click()
    await isAt(page, '/dashboard')
  })

  await step('new recovery codes, and off, each with a code', async () => {
    await page.goto('/account')
    await sees(page, '8 of 10 recovery codes left')
    await button(page, 'New recovery codes').click()
    await field(page, 'Code').fill(nextCode())
    await button(dialog(page, 'Create new recovery codes?'), 'New recovery codes').click()
    await button(page, "I've saved them").click()
    await sees(page, '10 of 10 recovery codes left')
    await button(page, 'Turn off').click()
    await field(page, 'Code').fill(nextCode())
    await button(dialog(page, 'Turn off two-step sign-in?'), 'Turn off').click()
    await seesToast(page, 'Two-step sign-in is off')
    await button(page, 'Turn on').waitFor()
    await signOut(page)
    await signIn(page, tess)
    await isAt(page, '/dashboard')
  })
  await visitor.leave()
})

test('a reset link asks for the code before the new password', async () => {
  const rob = await makePerson(fixture.app, 'Rob Resets')
  await fixture.app.pool.query('update auth.users set second_factor_since = now() where id = $1', [rob.id])
  const { url, config } = fixture.app
  const headers = { apikey: config.publishableKey }
  await fetch(`${url}/auth/v1/recover`, { method: 'POST', headers, body: JSON.stringify({ email: rob.email }) })
  const visitor = await fixture.visitor()
  const { page } = visitor
  await page.goto(await caughtLink(fixture.app.pool, rob.email, '/auth/v1/verify'))
  await button(page, 'Continue').click()
  await isAt(page, '/reset-password')
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
  await button(page, 'Back to sign in').click()
  await sees(page, 'This reset link is no longer valid')
  await visitor.leave()
})

test('name, address, password, other browsers, data: each changed on one screen', async () => {
  const { pool } = fixture.app
  const nora = await makePerson(fixture.app, 'Nora Neat')
  const nook = await makeCalendar(fixture.app, nora, { name: 'Neat Nook', contacts: ['neighbor@town.example'] })
  const addFeed = () =>
    pool.query(
      'insert into public.feed_links (calendar_id, user_id, secret_hash) values ($1, $2, sha256(random()::text::bytea))',
      [nook.id, nora.id],
    )
  const feeds = () => count(pool, 'public.feed_links where user_id = $1', [nora.id])
  await addFeed()
  const elsewhere = await fixture.visitor()
  await arriveAs(elsewhere, fixture.app, nora)
  await elsewhere.page.goto('/dashboard')
  await elsewhere.page.getByText('Neat Nook').first().waitFor()
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, fixture.app, nora)
  await Promise.all([profileIsMerged(page), page.goto('/account')])

  await field(page, 'Display Name').fill('Nora N.')
  await button(page, 'Save name').click()
  await seesToast(page, 'Name saved')
  assert.equal(await count(pool, `public.profiles where display_name = 'Nora N.'`), 1)

  await step('another browser is signed out from here', async () => {
    elsewhere.expectRefusal(/\/(rest|auth)\/v1\//)
    await page.getByText('This browser', { exact: true }).waitFor()
    await button(page, 'Sign out').click()
    await seesToast(page, 'Browser signed out')
    await elsewhere.page.reload()
    await elsewhere.page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    await elsewhere.leave()
  })

  await step('a private feed is listed with the sessions, and revoked', async () => {
    const links = page.getByRole('list', { name: 'Private calendar links' })
    await sees(links, 'Neat Nook')
    assert.deepEqual(await violations(page), [])
    await button(links, 'Revoke').click()
    await seesToast(page, 'Private link revoked')
    await links.waitFor({ state: 'detached' })
    assert.equal(await feeds(), 0)
    await addFeed()
  })

  await step('the address changes by the link', async () => {
    await field(page, 'New email address').fill('nora.new@town.example')
    await field(page, 'Your password').fill(PASSWORD)
    await button(page, 'Change email address').click()
    await sees(page, 'Waiting for nora.new@town.example')
    await page.goto(await caughtLink(pool, 'nora.new@town.example', '/auth/v1/verify'))
    await button(page, 'Continue').click()
    await isAt(page, '/account')
    await seesToast(page, 'Email address changed')
    await sees(page, 'nora.new@town.example')
    assert.equal(new URL(page.url()).hash, '')
  })

  await step('the password', async () => {
    await field(page, 'Current Password').fill(PASSWORD)
    await field(page, 'New Password').fill('Password1')
    await sees(page, 'Password must contain at least one special character')
    await field(page, 'New Password').fill('Quarry42.stones')
    await field(page, 'Confirm New Password').fill('Quarry42.stones')
    await button(page, 'Change password').click()
    await seesToast(page, 'Password changed')
    assert.equal(await feeds(), 0, 'private feeds end with it')
  })

  await step('the data, as a file', async () => {
    await button(page, 'Download').click()
    await field(dialog(page, 'Download your data'), 'Password').fill('Quarry42.stones')
    const file = page.waitForEvent('download')
    await button(dialog(page, 'Download your data'), 'Download').click()
    const path = await (await file).path()
    const lines = readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const contacts = lines.filter(({ table }) => table === 'public.calendar_contacts')
    assert.deepEqual([lines[1].account.account.email, contacts.length], ['nora.new@town.example', 1])
  })

  await step('one calendar, as a file', async () => {
    await button(page, 'Download').click()
    const asked = dialog(page, 'Download your data')
    await asked.getByLabel('What').selectOption('Only Neat Nook')
    await field(asked, 'Password').fill('Quarry42.stones')
    const file = page.waitForEvent('download')
    await button(asked, 'Download').click()
    const text = readFileSync(await (await file).path(), 'utf8')
    assert.ok(text.includes('Neat Nook') && !text.includes('"account"'))
  })
  await visitor.leave()
})

test('an account is deleted: one calendar is taken by a member who is asked, the other gone', async () => {
  const { pool } = fixture.app
  const [lea, max] = [await makePerson(fixture.app, 'Lea Leaves'), await makePerson(fixture.app, 'Max Stays')]
  const kept = await makeCalendar(fixture.app, lea, { name: 'Kept Corner', members: [max] })
  const dropped = await makeCalendar(fixture.app, lea, { name: 'Dropped Drive' })
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, fixture.app, lea)
  await page.goto('/account')
  await button(page, 'Delete account').click()
  const asked = dialog(page, 'Delete your account?')
  await sees(asked, 'It has no other members.')
  // Each calendar needs a decision.
  await isDisabled(button(asked, 'Delete permanently'))
  await field(asked, 'What should happen to "Kept Corner"?').selectOption('Ask Max Stays to take it')
  await field(asked, 'What should happen to "Dropped Drive"?').selectOption('Delete it with its events and contacts')
  visitor.expectRefusal(/delete-account|logout/)
  await field(asked, 'Password').fill('Wrong-Word1!')
  await button(asked, 'Delete permanently').click()
  await seesToast(page, 'Error', accountTexts.passwordWrong)
  assert.deepEqual(await violations(page), [])
  await field(asked, 'Password').fill(PASSWORD)
  await button(asked, 'Delete permanently').click()
  await isAt(page, '/')
  await seesToast(page, 'Your account was deleted')
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
  assert.equal(await count(pool, 'auth.users where id = $1', [lea.id]), 0)
  assert.equal(await count(pool, 'public.calendars where id = $1', [dropped.id]), 0)
  await visitor.leave()
  const admin = await fixture.visitor()
  await arriveAs(admin, fixture.app, max)
  await admin.page.goto('/dashboard')
  await button(admin.page, 'Take it over: Kept Corner').click()
  await seesToast(admin.page, 'You own Kept Corner now')
  assert.equal(await count(pool, 'public.calendars where id = $1 and owner_id = $2', [kept.id, max.id]), 1)
  await admin.leave()
})

test('a person creates an access token, copies it once, and revokes it', async () => {
  const { url, config } = fixture.app
  const pat = await makePerson(fixture.app, 'Pat Programs')
  const plaza = await makeCalendar(fixture.app, pat, { name: 'Pat Plaza' })
  await makeCalendar(fixture.app, pat, { name: 'Other Oval' })
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, fixture.app, pat)
  await page.goto('/account')
  const tokens = page.getByRole('region', { name: 'Access tokens' })
  await button(tokens, 'New token').click()
  const asked = dialog(page, 'New access token')
  visitor.expectRefusal(/access-tokens/)
  await field(asked, 'Password').fill('Wrong-Word1!')
  await button(asked, 'New token').click()
  await sees(asked, 'Please give the token a name.')
  await field(asked, 'Name').fill('Website')
  await asked.getByLabel('Only these:').check()
  await button(asked, 'New token').click()
  await sees(asked, 'Please choose at least one calendar.')
  await asked.getByLabel('Pat Plaza').check()
  await asked.getByLabel('Add, change and delete events').check()
  await button(asked, 'New token').click()
  await seesToast(page, 'Error', accountTexts.passwordWrong)
  assert.deepEqual(await violations(page), [])
  await field(asked, 'Password').fill(PASSWORD)
  await button(asked, 'New token').click()
  const once = dialog(page, 'Your new token')
  const token = (await once.getByRole('code').textContent()) ?? ''
  assert.match(token, /^tbp_[\w-]{43}$/)
  assert.deepEqual(await violations(page), [])
  await button(once, "I've copied it").click()
  await sees(tokens, '1 calendar, reads and writes, without contacts')
  await tokens.getByText(/^Never used\. Expires /).waitFor()

  const read = async () => {
    const headers = { apikey: config.publishableKey, authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/rest/v1/calendars?select=id`, { headers })
    return { status: answer.status, body: await answer.json() }
  }
  assert.deepEqual(await read(), { status: 200, body: [{ id: plaza.id }] })
  await button(tokens, 'Revoke').click()
  await seesToast(page, 'Token revoked')
  assert.equal((await read()).status, 401)
  await visitor.leave()
})
