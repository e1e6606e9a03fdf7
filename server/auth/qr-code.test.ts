import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { qrCodeSvg } from './qr-code.ts'

// What a reader (zbar) read correctly when this was written, at 174 lengths from 1 to 858; here are three of them.
const read: [text: string, side: number, sha256: string][] = [
  ['a', 29, '43bb530d1e768ecc671f927cd4c6620030864e5d1a19bbe1b78864e51d06f56f'],
  [
    'otpauth://totp/Townbell:ada%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Townbell&algorithm=SHA1&digits=6&period=30',
    49,
    '755f13c8cf4be72d57e38179dc4cf34f9ede78abf7d92a37682557ba6e10f4fd',
  ],
  ['x'.repeat(400), 77, 'a35e573835c53a252d1b264abe63deb0df887d1dce1f96388959ba3ee8d87f3b'],
]

test('the picture of a text is the one that was read', () => {
  for (const [text, side, sha256] of read) {
    const svg = qrCodeSvg(text)
    assert.match(svg, new RegExp(`viewBox="0 0 ${side} ${side}"`))
    assert.equal(createHash('sha256').update(svg).digest('hex'), sha256, text.slice(0, 40))
  }
})

test('it can stand in an address as it is, and says so when a text is too long', () => {
  assert.doesNotMatch(qrCodeSvg('town'), /[#%]/)
  assert.ok(qrCodeSvg('x'.repeat(858)))
  assert.throws(() => qrCodeSvg('x'.repeat(859)), RangeError)
})
