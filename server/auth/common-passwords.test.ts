import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { test } from 'node:test'
import { signUpPasswordRules, unmetRules } from '#domain/passwords.ts'
import { isCommonPassword } from './common-passwords.ts'

test('a leaked password is recognized in capitals, with digits for letters, and with additions at its ends', () => {
  const common = [
    'Password1!',
    'Welcome123!',
    'P@ssw0rd!',
    '$unShine1!',
    'L3tm31n!',
    'Hell0123!',
    '1Q2w3e4r!',
    'Aa123456!',
    'Summer2024!',
    '!!Dragon99',
    'Password123456!',
    'ＰａｓｓｗｏｒＤ1!',
  ]
  for (const password of common) {
    assert.deepEqual(unmetRules(password, signUpPasswordRules), [], `${password} meets the rules`)
    assert.equal(isCommonPassword(password), true, password)
  }
})

test('a password that is more than a decorated leaked word is accepted', () => {
  const fine = [
    'Ring.the.bell.1',
    'Correct-Horse7!',
    'Bell!tower7',
    'Password.of.my.own1',
    'Dragon849206173!',
    'Pässw0rd!🔔',
    'Aa1!xxxx',
    'kX9#mmQz',
  ]
  for (const password of fine) assert.equal(isCommonPassword(password), false, password)
})

test('unusual text is checked without errors, and the list stays small', () => {
  for (const password of ['', '1', '!'.repeat(1000), '🔔'.repeat(500), '\u0301', 'x'.repeat(1000)])
    assert.equal(isCommonPassword(password), false)
  assert.ok(statSync(new URL('common-passwords.txt', import.meta.url)).size <= 200_000)
})
