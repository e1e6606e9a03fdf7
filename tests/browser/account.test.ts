import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { button, field, isAt, profileIsMerged, sees, seesToast, signOutByMenu } from '#testing/browser/acts.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { makeCalendar, makePerson, PASSWORD } from '#testing/browser/people.ts'
import { caughtLink } from '#testing/mailbox.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture()
})
after(() => fixture.close())

test('a forgotten password: a link by mail, a new one, and in again', async () => {
  const { app } = fixture
  const fay = await makePerson(app, 'Fay Forgets')
  const visitor = await fixture.visitor()
  const { page } = visitor
  await page.goto('/signin')
  await button(page, 'Forgot your password?').click()
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
  assert.match(await page.title(), /Reset your password/)
  await field(page, 'Email').fill(fay.email)
  await button(page, 'Send Reset Link').click()
  await seesToast(page, 'Reset link sent!', 'Check your email for password reset instructions.')
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()

  const link = await caughtLink(app.pool, fay.email, '/auth/v1/verify')
  await page.goto(link)
  await button(page, 'Continue').click()
  await isAt(page, '/reset-password')
  await field(page, 'New Password').fill('short')
  await button(page, 'Update Password').click()
  await sees(page, 'Password must be at least 8 characters')
  await sees(page, 'Please confirm your password')
  assert.equal(new URL(page.url()).hash, '')
  await field(page, 'New Password').fill('Quarry42stones')
  await field(page, 'Confirm New Password').fill('Quarry42stone')
  await button(page, 'Update Password').click()
  await sees(page, "Passwords don't match")
  await button(page, 'Show password').first().click()
  assert.equal(await field(page, 'New Password').getAttribute('type'), 'text')
  await field(page, 'Confirm New Password').fill('Quarry42stones')
  await button(page, 'Update Password').click()
  await isAt(page, '/signin')
  await seesToast(page, 'Password updated successfully! Please sign in with your new password.')

  visitor.expectRefusal(/auth\/v1\/token/)
  await field(page, 'Email').fill(fay.email)
  await field(page, 'Password').fill(PASSWORD)
  await button(page, 'Sign in').click()
  await seesToast(page, 'Error', 'Invalid login credentials')
  await field(page, 'Password').fill('Quarry42stones')
  await Promise.all([profileIsMerged(page), button(page, 'Sign in').click()])
  await isAt(page, '/dashboard')
  await sees(page, 'No calendars yet')
  await signOutByMenu(page)
  await isAt(page, '/')
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  await visitor.leave()
})

test('a reset link works once; after that a new one is offered', async () => {
  const { app } = fixture
  const flo = await makePerson(app, 'Flo Forgets')
  const visitor = await fixture.visitor()
  const { page } = visitor
  await page.goto(
    '/reset-password#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired',
  )
  await seesToast(page, 'Error', 'Email link is invalid or has expired')
  await sees(page, 'This reset link is no longer valid')
  assert.equal(new URL(page.url()).hash, '')
  await field(page, 'Email').fill(flo.email)
  await button(page, 'Send Reset Link').click()
  await seesToast(page, 'Reset link sent!')
  await visitor.leave()
})

test('a page for members shows the sign-in screen in its place, then itself', async () => {
  const { app } = fixture
  const gil = await makePerson(app, 'Gil Guarded')
  const calendar = await makeCalendar(app, gil, { name: 'Guarded Grove' })
  const visitor = await fixture.visitor()
  const { page } = visitor
  await page.goto(`/calendars/${calendar.id}`)
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  await field(page, 'Email').fill(gil.email)
  await field(page, 'Password').fill(PASSWORD)
  await button(page, 'Sign in').click()
  await page.getByRole('heading', { name: 'Guarded Grove' }).waitFor()
  await isAt(page, `/calendars/${calendar.id}`)
  await page.goto('/signin')
  await isAt(page, '/dashboard')
  await visitor.leave()
})

test('the modes of the sign-in screen: title, links and what was typed', async () => {
  const visitor = await fixture.visitor()
  const { page } = visitor
  await page.goto('/signin?mode=forgot')
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  await field(page, 'Email').fill('kim@town.example')
  await button(page, 'Create an account').click()
  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  assert.match(await page.title(), /Create your free calendar/)
  assert.equal(await field(page, 'Email').inputValue(), 'kim@town.example')
  for (const name of ['Terms of Service', 'Privacy Policy']) {
    const link = page.getByRole('main').getByRole('link', { name })
    assert.equal(await link.getAttribute('target'), '_blank')
  }
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  await page.getByRole('link', { name: 'Create Your Free Calendar Today' }).first().click()
  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  await visitor.leave()
})
