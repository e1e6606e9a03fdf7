import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  firstUnmetRule,
  normalisePassword,
  RESET_PASSWORD_SUMMARY,
  resetPasswordRules,
  signUpPasswordRules,
  unmetRules,
} from './passwords.ts'

const LONG = 'Password must be at least 8 characters long'
const UPPER = 'Password must contain at least one uppercase letter'
const LOWER = 'Password must contain at least one lowercase letter'
const NUMBER = 'Password must contain at least one number'
const SPECIAL = 'Password must contain at least one special character'
const TOO_LONG = 'Password must be at most 1000 characters long'
const BROKEN = "Password contains characters that can't be used"

const signUp: [string, string[]][] = [
  ['', [LONG, UPPER, LOWER, NUMBER, SPECIAL]],
  ['Abcde1!', [LONG]],
  ['Abcdef1!', []],
  ['abcdef1!', [UPPER]],
  ['ABCDEF1!', [LOWER]],
  ['Abcdefg!', [NUMBER]],
  ['Abcdefg1', [SPECIAL]],
  ['Abcdef1-', [SPECIAL]],
  ['Abcdef1_', [SPECIAL]],
  ['Éàbcdef1!', []],
  ['Ab1!🔔🔔🔔', [LONG]],
  ['Ab1!🔔🔔🔔🔔', []],
  [`Ab1!${'x'.repeat(60)}`, []],
  [`Ab1!${'x'.repeat(124)}`, []],
  [`Ab1!${'x'.repeat(996)}`, []],
  [`Ab1!${'x'.repeat(997)}`, [TOO_LONG]],
  ['Abcdef1!\0', [BROKEN]],
  ['Abcdef1!\ud83d', [BROKEN]],
]

for (const [password, unmet] of signUp) {
  test(`at sign-up ${JSON.stringify(password.slice(0, 20))} of length ${password.length} leaves ${unmet.length} rules unmet`, () => {
    assert.deepEqual(unmetRules(password), unmet)
    assert.equal(firstUnmetRule(password), unmet[0] ?? null)
  })
}

test('each of the listed special characters is enough', () => {
  for (const character of '!@#$%^&*(),.?":{}|<>') assert.deepEqual(unmetRules(`Abcdefg1${character}`), [], character)
})

const reset: [string, string[]][] = [
  ['Abcdef1', ['Password must be at least 8 characters']],
  ['Abcdefg1', []],
  ['abcdefg1', [UPPER]],
  ['ABCDEFG1', [LOWER]],
  ['Abcdefgh', [NUMBER]],
]

for (const [password, unmet] of reset) {
  test(`after a reset link ${password} leaves ${unmet.length} rules unmet`, () => {
    assert.deepEqual(unmetRules(password, resetPasswordRules), unmet)
  })
}

test('whatever signs up would also pass a reset', () => {
  for (const [password, unmet] of signUp) {
    if (unmet.length === 0) assert.deepEqual(unmetRules(password, resetPasswordRules), [])
  }
  assert.equal(signUpPasswordRules.length, resetPasswordRules.length + 1)
})

test('one sentence sums up the rules for a new password', () => {
  assert.equal(RESET_PASSWORD_SUMMARY, 'Password must be at least 8 characters with uppercase, lowercase, and numbers')
})

test('the same letters composed differently are one password', () => {
  assert.equal(normalisePassword('e\u0301'), normalisePassword('\u00e9'))
  assert.notEqual(normalisePassword('e'), normalisePassword('é'))
})
