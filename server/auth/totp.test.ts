import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seconds } from '#domain/durations.ts'
import { fromBase32 } from '#testing/base32.ts'
import { base32, codeOf, otpauthUri, stepAt, stepOfCode } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test('codes are those of RFC 6238, appendix B, in six digits', () => {
  const known: [number, string][] = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ]
  for (const [time, code] of known) {
    const now = new Date(seconds(time))
    assert.equal(codeOf(secret, stepAt(now)), code)
    assert.equal(stepOfCode(secret, code, now), Math.floor(time / 30))
  }
})

test('a code is valid in its half minute and the ones next to it', () => {
  const now = new Date('2026-07-04T12:00:15Z')
  const code = codeOf(secret, stepAt(now))
  for (const [late, good] of [
    [-60, false],
    [-30, true],
    [0, true],
    [30, true],
    [60, false],
  ] as const) {
    const then = new Date(now.getTime() + seconds(late))
    assert.equal(stepOfCode(secret, code, then), good ? stepAt(now) : undefined, `${late} seconds`)
  }
  for (const wrong of ['', '12345', '1234567', 'abcdef', `${code} `, '１２３４５６'])
    assert.equal(stepOfCode(secret, wrong, now), undefined)
})

test('secrets are encoded in base 32, as in RFC 4648', () => {
  assert.equal(base32(Buffer.from('foobar')), 'MZXW6YTBOI')
  assert.equal(base32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  assert.deepEqual(fromBase32(base32(secret)), secret)
})

test('the otpauth URL names the account, with any characters', () => {
  const uri = new URL(otpauthUri({ issuer: 'Town Bell', account: 'a+b?c=d&e@example.org', secret: 'ABC' }))
  assert.equal(uri.protocol, 'otpauth:')
  assert.equal(decodeURIComponent(uri.pathname), '/Town Bell:a+b?c=d&e@example.org')
  assert.deepEqual(Object.fromEntries(uri.searchParams), {
    secret: 'ABC',
    issuer: 'Town Bell',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
