import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openToken, sealToken } from './sealed-token.ts'

const SECRET = 'a secret of more than thirty-two characters'

test('a token shows nothing of what it holds, and is the same for every attempt', () => {
  const token = sealToken(SECRET, 'opt-out', '7 ann@example.org')
  assert.match(token, /^[\w-]+$/)
  for (const encoding of ['base64url', 'latin1', 'hex'] as const)
    assert.ok(!Buffer.from(token, encoding).toString('latin1').includes('ann'))
  assert.equal(sealToken(SECRET, 'opt-out', '7 ann@example.org'), token)
  assert.notEqual(sealToken(SECRET, 'opt-out', '8 ann@example.org').slice(0, 16), token.slice(0, 16))
  assert.equal(openToken(SECRET, 'opt-out', token), '7 ann@example.org')
})

test('a token opens only with its secret and for its purpose', () => {
  const token = sealToken(SECRET, 'opt-out', 'ann@example.org')
  assert.equal(openToken(`${SECRET}!`, 'opt-out', token), null)
  assert.equal(openToken(SECRET, 'preferences', token), null)
})

test('a token with any bit changed, cut off or added opens nothing', () => {
  const token = sealToken(SECRET, 'opt-out', 'ann@example.org')
  const bytes = Buffer.from(token, 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    assert.equal(openToken(SECRET, 'opt-out', changed.toString('base64url')), null)
  }
  for (let length = 0; length < token.length; length++)
    assert.equal(openToken(SECRET, 'opt-out', token.slice(0, length)), null)
  for (const mangled of [
    `${token}A`,
    `${token}=`,
    `${token} `,
    `.${token}`,
    token.replace(/.$/, '\u0000'),
    token.toUpperCase(),
  ])
    assert.equal(openToken(SECRET, 'opt-out', mangled), null)
})

test('any text survives, and any other text is no token', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(openToken(SECRET, 'p', sealToken(SECRET, 'p', text)), text)
      assert.equal(openToken(SECRET, 'p', text), null)
    }),
  )
})
