import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { encode, encodingFor, isCompressible } from './encoding.ts'

test('Brotli comes before gzip, and neither is used when it is refused or not named', () => {
  assert.equal(encodingFor('gzip, deflate, br, zstd'), 'br')
  assert.equal(encodingFor('br'), 'br')
  assert.equal(encodingFor('gzip;q=1.0, br;q=0'), 'gzip')
  assert.equal(encodingFor('gzip;q=1.0, br; q=0.000'), 'gzip')
  assert.equal(encodingFor('BR;q=0.5, gzip;q=0.5'), 'br')
  assert.equal(encodingFor('br;q=0.01'), 'br')
  assert.equal(encodingFor('x-gzip, brotli, zstd'), 'identity')
  assert.equal(encodingFor('identity'), 'identity')
  assert.equal(encodingFor('*'), 'identity')
  assert.equal(encodingFor(''), 'identity')
  assert.equal(encodingFor(null), 'identity')
})

test('compressed data decompresses to the original', async () => {
  const body = new TextEncoder().encode('<p>bell</p>'.repeat(100))
  assert.deepEqual(new Uint8Array(brotliDecompressSync(await encode(body, 'br'))), body)
  assert.deepEqual(new Uint8Array(gunzipSync(await encode(body, 'gzip'))), body)
  assert.equal(await encode(body, 'identity'), body)
})

test('text is worth compressing, pictures are not', () => {
  assert.ok(isCompressible('text/html; charset=utf-8'))
  assert.ok(isCompressible('image/svg+xml'))
  for (const type of ['rss+xml', 'feed+json', 'manifest+json', 'json']) assert.ok(isCompressible(`application/${type}`))
  assert.ok(!isCompressible('image/png'))
  assert.ok(!isCompressible(null))
})
