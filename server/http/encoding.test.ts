import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { encode, encodingFor, isCompressible } from './encoding.ts'

test('zstd is taken by who names it unless brotli is made already, brotli before gzip, and none when it is refused', () => {
  assert.equal(encodingFor('gzip, deflate, br, zstd'), 'zstd')
  assert.equal(encodingFor('gzip, deflate, br, zstd;q=0'), 'br')
  assert.equal(
    encodingFor('gzip, deflate, br, zstd', (encoding) => encoding === 'br'),
    'br',
  )
  assert.equal(encodingFor('gzip;q=1.0, br;q=0'), 'gzip')
  assert.equal(encodingFor('br;q=0.5, gzip;q=0.5'), 'br')
  assert.equal(encodingFor('*'), 'br')
  assert.equal(encodingFor('identity'), 'identity')
  assert.equal(encodingFor(''), 'identity')
  assert.equal(encodingFor(null), 'identity')
})

test('what is encoded can be read again', async () => {
  const body = new TextEncoder().encode('<p>bell</p>'.repeat(100))
  assert.deepEqual(new Uint8Array(zstdDecompressSync(await encode(body, 'zstd'))), body)
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
