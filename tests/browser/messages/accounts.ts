import type { Page } from 'playwright'
import { button, field } from '#testing/browser/acts.ts'
import { PASSWORD } from '#testing/browser/people.ts'
import { caughtLink } from '#testing/mailbox.ts'
import type { Message, Scene } from './message.ts'

const passwordRule = (says: string, password: string): Message => ({
  says,
  when: `the password is ${password}`,
  act: async ({ page }) => {
    await field(page, 'Password').fill('')
    await page.getByRole('list', { name: 'Password rules' }).waitFor({ state: 'hidden' })
    await field(page, 'Password').fill(password)
  },
})

/** As a browser extension or a script might, past the disabled button. */
const submitAnyway = (page: Page) => page.locator('main form').evaluate((form: HTMLFormElement) => form.requestSubmit())

async function fillSignUp(page: Page, { password = PASSWORD, again = PASSWORD, email = 'new@town.example' } = {}) {
  await field(page, 'Display Name').fill('Nora New')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await field(page, 'Confirm Password').fill(again)
  await page.getByRole('checkbox', { name: /I agree to the/ }).check()
}

async function fillSignIn(page: Page) {
  await field(page, 'Email').fill('olga.owner@town.example')
  await field(page, 'Password').fill(PASSWORD)
}

/** The box is shown only after the captcha could not be solved without it. */
const boxAfterFailure = (page: Page) => field(page, "Couldn't check. Please try again.")
const challengeFails = { method: 'GET', path: /captcha-challenge/ }

export const accountScenes: Scene[] = [
  {
    name: 'sign in',
    at: () => '/signin',
    messages: [
      {
        says: 'Error / An unexpected error occurred',
        when: 'the auth service cannot be reached',
        fails: { method: 'POST', path: /auth\/v1\/token/ },
        act: async ({ page }) => {
          await fillSignIn(page)
          await button(page, 'Sign in').click()
        },
      },
      {
        says: 'Error / Invalid login credentials',
        when: 'the auth service says so',
        act: async ({ page }) => {
          await field(page, 'Password').fill('Wrong!password9')
          await button(page, 'Sign in').click()
        },
      },
    ],
  },
  {
    name: 'sign up',
    at: () => '/signin?mode=signup',
    messages: [
      passwordRule('Password must be at least 8 characters long', 'Aa1!'),
      passwordRule('Password must contain at least one uppercase letter', 'aaaaaaa1!'),
      passwordRule('Password must contain at least one lowercase letter', 'AAAAAAA1!'),
      passwordRule('Password must contain at least one number', 'aaaaAAAA!'),
      passwordRule('Password must contain at least one special character', 'aaaaAAAA1'),
      {
        says: 'Password validation failed / {1}',
        filled: () => ['Password must be at least 8 characters long'],
        when: 'a password that breaks a rule is sent',
        act: async ({ page }) => {
          await fillSignUp(page, { password: 'Aa1!', again: 'Aa1!' })
          await button(page, 'Create Account').click()
        },
      },
      {
        says: "Passwords don't match / Please make sure both password fields match.",
        when: 'two passwords are sent',
        act: async ({ page }) => {
          await fillSignUp(page, { again: 'Bell!tower8' })
          await button(page, 'Create Account').click()
        },
      },
      {
        says: 'Agreement Required / Please agree to the Terms of Service and Privacy Policy to create an account.',
        when: 'the terms were not accepted',
        act: async ({ page }) => {
          await fillSignUp(page)
          await page.getByRole('checkbox', { name: /I agree to the/ }).uncheck()
          await submitAnyway(page)
        },
      },
      {
        says: "Check your email! / We've sent you a confirmation link. Click it to activate your account.",
        when: 'everything is right',
        act: async ({ page }) => {
          await fillSignUp(page)
          await button(page, 'Create Account').click()
        },
      },
    ],
  },
  {
    name: 'a new password',
    at: () => '/signin',
    messages: [
      {
        says: 'Reset link sent! / Check your email for password reset instructions.',
        when: 'a reset link was asked for',
        act: async ({ page, seed }) => {
          await button(page, 'Forgot your password?').click()
          await field(page, 'Email').fill(seed.people.forgetful.email)
          await button(page, 'Send Reset Link').click()
        },
      },
      {
        says: 'Password must be at least 8 characters with uppercase, lowercase, and numbers',
        when: 'the screen is opened',
        act: async ({ page, seed }) => {
          const { app, people } = seed
          await page.goto(await caughtLink(app.pool, people.forgetful.email, '/auth/v1/verify'))
          await button(page, 'Continue').click()
        },
      },
      {
        says: 'Password must be at least 8 characters',
        when: 'it is too short',
        act: async ({ page }) => {
          await field(page, 'New Password').fill('short')
          await field(page, 'Confirm New Password').fill('short')
          await button(page, 'Update Password').click()
        },
      },
      {
        says: 'Please confirm your password',
        when: 'it was typed once',
        act: async ({ page }) => {
          await field(page, 'New Password').fill('Quarry42stones')
          await field(page, 'Confirm New Password').fill('')
          await button(page, 'Update Password').click()
        },
      },
      {
        says: "Passwords don't match",
        when: 'two passwords were typed',
        act: async ({ page }) => {
          await field(page, 'Confirm New Password').fill('Quarry42stone')
          await button(page, 'Update Password').click()
        },
      },
      {
        says: 'Error / An unexpected error occurred. Please try again.',
        when: 'the auth service cannot be reached',
        fails: { method: 'PUT', path: /auth\/v1\/user/ },
        act: async ({ page }) => {
          await field(page, 'Confirm New Password').fill('Quarry42stones')
          await button(page, 'Update Password').click()
        },
      },
      {
        says: 'Password updated successfully! Please sign in with your new password. /',
        when: 'it was changed',
        act: ({ page }) => button(page, 'Update Password').click(),
      },
    ],
  },
  {
    name: 'before the email is confirmed',
    who: ({ people }) => people.newcomer,
    at: () => '/dashboard',
    messages: [
      {
        says: 'Error / Failed to resend confirmation email',
        when: 'the auth service cannot be reached',
        fails: { method: 'POST', path: /auth\/v1\/resend/ },
        act: ({ page }) => button(page, 'Resend Email').click(),
      },
      {
        says: 'Confirmation email sent /',
        when: 'it was sent again',
        act: ({ page }) => button(page, 'Resend Email').click(),
      },
    ],
  },
]

/** Where a captcha is asked for. */
export const captchaScenes: Scene[] = [
  {
    name: 'sign in, with a captcha',
    at: () => '/signin',
    messages: [
      {
        says: 'Verification Required / Please complete the reCAPTCHA verification to continue.',
        when: 'it was not solved',
        fails: challengeFails,
        act: async ({ page }) => {
          await fillSignIn(page)
          await boxAfterFailure(page).waitFor()
          await submitAnyway(page)
        },
      },
      {
        says: 'Error / Verification failed. Please try again.',
        when: 'the check cannot be reached',
        fails: { method: 'POST', path: /verify-recaptcha/ },
        act: async ({ page }) => {
          await boxAfterFailure(page).click()
          await button(page, 'Sign in').click()
        },
      },
    ],
  },
  {
    name: 'sign up, with a captcha',
    at: () => '/signin?mode=signup',
    messages: [
      {
        says: 'Error / reCAPTCHA verification failed. Please try again.',
        when: 'the server does not believe it',
        fails: { method: 'POST', path: /verify-recaptcha/, sends: { token: 'guessed' } },
        act: async ({ page }) => {
          await fillSignUp(page)
          await button(page, 'Create Account').click()
        },
      },
    ],
  },
  {
    name: 'the contact form',
    at: () => '/contact',
    messages: [
      {
        says: 'Verification Required / Please complete the reCAPTCHA verification to continue.',
        when: 'the captcha was not solved',
        fails: challengeFails,
        act: async ({ page }) => {
          await field(page, /^First name/).fill('Ann')
          await field(page, /^Last name/).fill('Asker')
          await field(page, /^Email/).fill('ann@town.example')
          await field(page, /^Subject/).fill('Plans')
          await field(page, /^Message/).fill('May we have more?')
          await boxAfterFailure(page).waitFor()
          await button(page, 'Send Message').click()
        },
      },
      {
        says: 'Verification Error / Unable to verify reCAPTCHA. Please try again.',
        when: 'the check cannot be reached',
        fails: { method: 'POST', path: /verify-recaptcha/ },
        act: async ({ page }) => {
          await boxAfterFailure(page).click()
          await button(page, 'Send Message').click()
        },
      },
      {
        says: 'Verification Failed / reCAPTCHA verification failed. Please try again.',
        when: 'the server does not believe it',
        fails: { method: 'POST', path: /verify-recaptcha/, sends: { token: 'guessed' } },
        act: ({ page }) => button(page, 'Send Message').click(),
      },
      {
        says: 'Error / Failed to send message',
        when: 'the message cannot be handed in',
        fails: { method: 'POST', path: /send-contact-email/ },
        act: ({ page }) => button(page, 'Send Message').click(),
      },
      {
        says: "Message Sent! / Thank you for your message. We'll get back to you soon!",
        when: 'it was handed in',
        act: ({ page }) => button(page, 'Send Message').click(),
      },
    ],
  },
]
