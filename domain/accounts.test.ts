import assert from 'node:assert/strict'
import { test } from 'node:test'
import type * as z from 'zod'
import { recoverForm, resetPasswordForm, signInForm, signUpForm } from './accounts.ts'
import { defaultDisplayName } from './display-name.ts'

const ann = {
  displayName: 'Ann',
  email: ' Ann@Example.org ',
  password: 'Abcdef1!',
  confirmPassword: 'Abcdef1!',
  acceptsTerms: true,
  captchaToken: 'token',
}

test('a complete sign-up passes, with the address normalised', () => {
  assert.deepEqual(signUpForm.parse(ann), { ...ann, email: 'ann@example.org' })
})

const signUpProblems: [Partial<Record<keyof typeof ann, unknown>>, string, string][] = [
  [{ displayName: ' ' }, 'displayName', 'Display name is required'],
  [{ displayName: '\u200b' }, 'displayName', 'Display name is required'],
  [{ displayName: 'x'.repeat(101) }, 'displayName', 'Display name must be at most 100 characters'],
  [{ displayName: '\u202eAnn' }, 'displayName', "Display name contains characters that can't be used"],
  [{ email: 'ann' }, 'email', 'Please enter a valid email address'],
  [{ password: 'abc', confirmPassword: 'abc' }, 'password', 'Password must be at least 8 characters long'],
  [{ password: ['Abcdef1!'] }, 'password', 'Password is required'],
  [{ confirmPassword: 'Abcdef1?' }, 'confirmPassword', "Passwords don't match"],
  [
    { acceptsTerms: false },
    'acceptsTerms',
    'Please agree to the Terms of Service and Privacy Policy to create an account.',
  ],
  [{ captchaToken: '' }, 'captchaToken', 'Please complete the reCAPTCHA verification to continue.'],
]

for (const [change, field, message] of signUpProblems) {
  test(`sign-up with ${JSON.stringify(change).slice(0, 50)} says "${message}"`, () => {
    assert.ok(problems(signUpForm, { ...ann, ...change }).includes(`${field}: ${message}`))
  })
}

test('different passwords are reported beside other problems', () => {
  const found = problems(signUpForm, { ...ann, displayName: '', email: 'x', confirmPassword: 'other' })
  assert.deepEqual(found, [
    'displayName: Display name is required',
    'email: Please enter a valid email address',
    "confirmPassword: Passwords don't match",
  ])
})

test('signing in asks for an address, a password and the captcha, and no rules of new passwords', () => {
  assert.ok(signInForm.safeParse({ email: 'ann@example.org', password: 'x', captchaToken: 't' }).success)
  assert.deepEqual(problems(signInForm, { email: '', password: '', captchaToken: '' }), [
    'email: Please enter a valid email address',
    'password: Password is required',
    'captchaToken: Please complete the reCAPTCHA verification to continue.',
  ])
  assert.deepEqual(
    problems(signInForm, { email: 'ann@example.org', password: 'x'.repeat(1_000_000), captchaToken: 't' }),
    ['password: Password must be at most 1000 characters long'],
  )
})

test('a forgotten password needs only the address', () => {
  assert.deepEqual(recoverForm.parse({ email: 'ANN@example.org' }), { email: 'ann@example.org' })
})

const resets: [string, string, string[]][] = [
  ['Abcdefg1', 'Abcdefg1', []],
  ['Abcdef1', 'Abcdef1', ['password: Password must be at least 8 characters']],
  ['Abcdefg1', '', ['confirmPassword: Please confirm your password']],
  ['Abcdefg1', 'Abcdefg2', ["confirmPassword: Passwords don't match"]],
]

for (const [password, confirmPassword, expected] of resets) {
  test(`a new password ${password} confirmed by "${confirmPassword}" has ${expected.length} problems`, () => {
    assert.deepEqual(problems(resetPasswordForm, { password, confirmPassword }), expected)
  })
}

test('the display name defaults to the part before the @', () => {
  assert.equal(defaultDisplayName('ann.lee@example.org'), 'ann.lee')
  assert.equal(defaultDisplayName('ann'), 'ann')
})

function problems(schema: z.ZodType, input: unknown): string[] {
  return schema.safeParse(input).error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
}
