import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmationBody } from './confirmations.ts'

test('a confirmation token is URL-safe text of bounded length', () => {
  for (const token of ['abc_DEF-123', '0d9f8a4e-2b1c-4d3e-8f5a-6b7c8d9e0f1a', 'x'.repeat(200)]) {
    assert.ok(confirmationBody.safeParse({ token }).success, token)
  }
  for (const token of ['', 'a b', "'; drop table", 'x'.repeat(201), 'ü', '\0', null, undefined, ['abc']]) {
    assert.equal(confirmationBody.safeParse({ token }).error?.issues[0]?.message, 'Invalid confirmation link')
  }
})
