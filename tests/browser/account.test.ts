import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { button, dialog, field, isAt, profileIsMerged, sees, seesToast, signOutByMenu } from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { makeCalendar, makePerson, PASSWORD } from '#testing/browser/people.ts'
import { caughtCode, caughtLink } from '#testing/mailbox.ts'

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

test('without a password: an account by a mailed code, a password set by another, in again by a code and a passkey', async () => {
  const { app } = fixture
  const email = 'nora@nopass.example'
  const visitor = await fixture.visitor()
  const { page } = visitor
  await page.goto('/signin?mode=signup')
  await button(page, 'Sign up without a password').click()
  await sees(page, "Without a password: we'll email you six digits.")
  await field(page, 'Display Name').fill('Nora Nopass')
  await field(page, 'Email').fill(email)
  await button(page, 'Email me a code').click()
  await seesToast(page, 'Agreement Required')
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  assert.deepEqual(await violations(page), [])
  await button(page, 'Email me a code').click()
  await sees(page, /six digits are on their way to it/)
  assert.deepEqual(await violations(page), [])
  visitor.expectRefusal(/auth\/v1\/verify/)
  const code = await caughtCode(app.pool, email, 'is your Townbell code')
  await field(page, 'Code from your email').fill(code === '000000' ? '111111' : '000000')
  await button(page, 'Continue').click()
  await seesToast(page, 'Error', "That code isn't right, or is too old. Please use the newest one.")
  await field(page, 'Code from your email').fill(code)
  await Promise.all([profileIsMerged(page), button(page, 'Continue').click()])
  await isAt(page, '/dashboard')

  await page.goto('/account')
  const section = page.getByRole('region', { name: 'Password' })
  await button(section, 'Email me a code').click()
  await sees(section, /We sent six digits/)
  const proof = await caughtCode(app.pool, email, 'to confirm a change')
  await field(section, 'Code from your email').fill(proof)
  await field(section, 'New Password').fill(PASSWORD)
  await field(section, 'Confirm New Password').fill(PASSWORD)
  await button(section, 'Set a password').click()
  await seesToast(page, 'Password set')
  await field(section, 'Current Password').waitFor()
  await signOutByMenu(page)
  await isAt(page, '/')

  await app.pool.query('delete from private.caught_messages where recipient = $1', [email])
  await app.pool.query('delete from private.rate_limits')
  await page.goto('/signin')
  await field(page, 'Email').fill(email)
  await button(page, 'Email me a code instead').click()
  assert.equal(await field(page, 'Email').inputValue(), email)
  await button(page, 'Email me a code').click()
  // The link, in the browser that asked.
  await page.goto(await caughtLink(app.pool, email, '/auth/v1/verify'))
  await Promise.all([profileIsMerged(page), button(page, 'Continue').click()])
  await isAt(page, '/dashboard')

  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto('/account')
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await sees(passkeys, 'You have no passkey yet.')
  await button(passkeys, 'Add a passkey').click()
  const asks = dialog(page, 'Add a passkey')
  await field(asks, 'Password').fill(PASSWORD)
  await button(asks, 'Continue').click()
  await seesToast(page, 'Passkey added')
  await button(passkeys, 'Rename').click()
  await field(dialog(page, 'Rename passkey'), 'Name').fill('Town hall')
  await button(dialog(page, 'Rename passkey'), 'Save name').click()
  await sees(passkeys, 'Town hall')
  assert.deepEqual(await violations(page), [])
  await signOutByMenu(page)
  await isAt(page, '/')

  // Nobody touches the device before the button is pressed.
  await device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  await page.goto('/signin')
  assert.equal(await field(page, 'Email').getAttribute('autocomplete'), 'username webauthn')
  await button(page, 'Sign in with a passkey').waitFor()
  assert.deepEqual(await violations(page), [])
  await device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
  await button(page, 'Sign in with a passkey').click()
  await isAt(page, '/dashboard')

  await page.goto('/account')
  await button(passkeys, 'Remove').click()
  const removal = dialog(page, 'Remove "Town hall"?')
  await button(removal, 'Use a passkey instead').click()
  await sees(removal, 'Confirmed with your passkey.')
  await button(removal, 'Remove').click()
  await seesToast(page, 'Passkey removed')
  await sees(passkeys, 'You have no passkey yet.')
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
