import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oneTimeToken, signature, signatureMatches, tokenHash } from './signatures.ts'

test('a signature is valid only for its secret, purpose and parts', () => {
  const signed = signature('secret', 'opt-out', 'ann@example.org', '7')
  assert.match(signed, /^[\w-]{43}$/)
  assert.ok(signatureMatches(signed, 'secret', 'opt-out', 'ann@example.org', '7'))
  assert.ok(!signatureMatches(signed, 'other', 'opt-out', 'ann@example.org', '7'))
  assert.ok(!signatureMatches(signed, 'secret', 'confirm', 'ann@example.org', '7'))
  assert.ok(!signatureMatches(signed, 'secret', 'opt-out', 'ann@example.org', '8'))
  assert.ok(!signatureMatches(signed, 'secret', 'opt-out', 'ann@example.org7', ''), 'where a part ends counts')
  for (const forged of ['', 'x', `${signed}x`, signed.slice(1), 'ü'.repeat(43)])
    assert.ok(!signatureMatches(forged, 'secret', 'opt-out', 'ann@example.org', '7'))
})

test('a one-time token is derived from its row, and its hash does not reveal it', () => {
  const token = oneTimeToken('secret', 'row-1')
  assert.equal(oneTimeToken('secret', 'row-1'), token)
  assert.notEqual(oneTimeToken('secret', 'row-2'), token)
  assert.equal(tokenHash(token).length, 32)
  assert.ok(!tokenHash(token).toString('base64url').includes(token))
})
