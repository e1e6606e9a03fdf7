import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { readImageName } from '#domain/event-images.ts'
import { EVENT_IMAGE_SIDE_MAX } from '#domain/limits.ts'
import type { ImageProblem } from '#domain/texts/event-images.ts'
import { chunk, jpeg, jpegScan, png, riff, segment, webp } from '#testing/pictures.ts'
import { BadPicture } from './bytes.ts'
import { readPicture } from './picture.ts'

const secret = 'N 44.4759, W 73.2121'

/** Pictures whose files tell more than they show, and what must be left of each: the same file without it. */
const telling: [string, Buffer, Buffer][] = [
  ['a JPEG with Exif', jpeg({ before: [segment(0xe1, `Exif\0\0${secret}`)] }), jpeg()],
  ['a JPEG with XMP', jpeg({ before: [segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${secret}`)] }), jpeg()],
  ['a JPEG with IPTC', jpeg({ before: [segment(0xed, `Photoshop 3.0\0${secret}`)] }), jpeg()],
  ['a JPEG with a comment', jpeg({ before: [segment(0xfe, secret)] }), jpeg()],
  ['a JPEG with a segment that nobody knows', jpeg({ before: [segment(0xef, secret)] }), jpeg()],
  ['a JPEG with other data where its colours would be', jpeg({ before: [segment(0xe2, `MPF\0${secret}`)] }), jpeg()],
  ['a JPEG with a second picture behind its end', Buffer.concat([jpeg(), jpeg(), Buffer.from(secret)]), jpeg()],
  ['a JPEG with a comment between its scans', jpeg({ between: [segment(0xfe, secret)] }), jpeg({ between: [] })],
  ['a JPEG with fillers before a marker', jpeg({ before: [Buffer.from([0xff, 0xff])] }), jpeg()],
  ['a PNG with text', png({ before: [chunk('tEXt', `Comment\0${secret}`)] }), png()],
  ['a PNG with Exif', png({ before: [chunk('eXIf', secret)] }), png()],
  ['a PNG with compressed text behind the picture', png({ after: [chunk('zTXt', deflateSync(secret))] }), png()],
  ['a PNG with XMP and a time', png({ before: [chunk('iTXt', secret), chunk('tIME', '1234567')] }), png()],
  ['a PNG that moves', png({ before: [chunk('acTL', '12345678')], after: [chunk('fdAT', secret)] }), png()],
  ['a PNG with a ZIP behind its end', Buffer.concat([png(), Buffer.from(`PK\x03\x04${secret}`)]), png()],
  [
    'a WebP with Exif and XMP',
    webp({
      flags: 0x0c,
      after: [
        ['EXIF', secret],
        ['XMP ', secret],
      ],
    }),
    webp({ flags: 0 }),
  ],
  ['a WebP with a chunk that nobody knows', webp({ flags: 0, after: [['JUNK', secret]] }), webp({ flags: 0 })],
  ['a WebP with something behind its end', Buffer.concat([webp(), Buffer.from(secret)]), webp()],
]

for (const [what, file, left] of telling) {
  test(`${what} keeps the picture and nothing else`, () => {
    assert.notDeepEqual(file, left)
    const { bytes } = readPicture(file)
    assert.deepEqual(bytes, left)
    assert.deepEqual(readPicture(bytes).bytes, bytes, 'clean is clean')
  })
}

test('real pictures pass, and a JPEG that is drawn as often as allowed', () => {
  readPicture(jpeg({ between: Array(98).fill(jpegScan) }))
  const read = (file: string) => readPicture(readFileSync(new URL(`../../../${file}`, import.meta.url)))
  assert.match(read('public/icon-192.png').name, /-192x192\.png$/)
  assert.match(read('docs/images/home-small-dark.jpg').name, /\.jpg$/)
})

test('a picture is named by its bytes, size and kind; colours stay', () => {
  const icc = segment(0xe2, 'ICC_PROFILE\0\x01\x01profile')
  const adobe = segment(0xee, 'Adobe\0d\0\0\0\0\x01')
  const coloured = jpeg({ before: [icc, adobe] })
  assert.deepEqual(readPicture(coloured).bytes, coloured)
  const files: [Buffer, object][] = [
    [jpeg({ width: 640, height: 480 }), { width: 640, height: 480, kind: 'jpg' }],
    [png({ width: 3, height: 2 }), { width: 3, height: 2, kind: 'png' }],
    [webp({ width: 1600, height: 900 }), { width: 1600, height: 900, kind: 'webp' }],
    [webp({ width: 33, height: 4096, lossless: true }), { width: 33, height: 4096, kind: 'webp' }],
    [webp({ width: 5, height: 6, flags: 0x10 }), { width: 5, height: 6, kind: 'webp' }],
  ]
  for (const [file, said] of files) assert.deepEqual(readImageName(readPicture(file).name), said)
  assert.notEqual(readPicture(jpeg()).name, readPicture(coloured).name)
})

const wide = EVENT_IMAGE_SIDE_MAX + 1
const bad: [string, Buffer, ImageProblem][] = [
  ['nothing', Buffer.alloc(0), 'unknown'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'unknown'],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'unknown'],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), 'unknown'],
  ['a ZIP', Buffer.from('PK\x03\x04', 'latin1'), 'unknown'],
  ['an AVIF', Buffer.from('\0\0\0\x20ftypavif', 'latin1'), 'unknown'],
  ['a RIFF that is sound', Buffer.from('RIFF\x04\0\0\0WAVE', 'latin1'), 'unknown'],
  ['HTML that begins as a JPEG', Buffer.from('\xff\xd8\xff<html><script>alert(1)</script>', 'latin1'), 'broken'],
  ['HTML that begins as a PNG', Buffer.from('\x89PNG\r\n\x1a\n<html><script>alert(1)</script>', 'latin1'), 'broken'],
  ['HTML that begins as a WebP', riff([['<htm', 'l><script>alert(1)</script>']]), 'broken'],
  ['a JPEG cut short', jpeg().subarray(0, -2), 'broken'],
  [
    'a JPEG without a picture',
    Buffer.concat([Buffer.from([0xff, 0xd8]), segment(0xdb, 'x'), Buffer.from([0xff, 0xd9])]),
    'broken',
  ],
  ['a JPEG of no height', jpeg({ height: 0 }), 'broken'],
  ['a JPEG of two sizes', jpeg({ before: [segment(0xc0, '\x08\0\x01\0\x01\x01\x01\x11\0')] }), 'broken'],
  ['a lossless JPEG', jpeg({ frame: 0xc3 }), 'broken'],
  ['a JPEG in a JPEG', jpeg({ before: [Buffer.from([0xff, 0xd8])] }), 'broken'],
  ['a JPEG whose segment has no length', jpeg({ before: [Buffer.from([0xff, 0xe1, 0, 0])] }), 'broken'],
  ['a JPEG that is drawn 101 times', jpeg({ between: Array(99).fill(jpegScan) }), 'broken'],
  [
    'a huge JPEG that is drawn 25 times',
    jpeg({ width: wide - 1, height: wide - 1, between: Array(23).fill(jpegScan) }),
    'broken',
  ],
  ['a JPEG too wide', jpeg({ width: wide }), 'tooWide'],
  ['a PNG cut short', png().subarray(0, -1), 'broken'],
  [
    'a PNG whose checksum is wrong',
    Buffer.concat([png().subarray(0, 29), Buffer.from('xxxx'), png().subarray(33)]),
    'broken',
  ],
  ['a PNG without a picture', png({ data: null }), 'broken'],
  ['a PNG with two heads', png({ before: [png().subarray(8, 33)] }), 'broken'],
  ['a PNG with a chunk that must be understood', png({ before: [chunk('CgBI', '1234')] }), 'broken'],
  ['a PNG of no width', png({ width: 0 }), 'broken'],
  ['a PNG that would take gigabytes', png({ width: 50_000, height: 50_000 }), 'tooWide'],
  ['a WebP cut short', webp().subarray(0, -1), 'broken'],
  ['a WebP without a picture', riff([['ALPH', 'x']]), 'broken'],
  ['a WebP that moves', webp({ flags: 0x02 }), 'animated'],
  ['a WebP that moves without saying so', webp({ flags: 0, after: [['ANMF', 'x']] }), 'animated'],
  ['a WebP whose canvas is another size', webp({ flags: 0, canvas: { width: 9, height: 9 } }), 'broken'],
  ['a WebP with two pictures', riff([lossy(), lossy()]), 'broken'],
  ['a WebP too high', webp({ height: wide }), 'tooWide'],
]

function lossy(): [string, Buffer] {
  return ['VP8 ', webp().subarray(20)]
}

for (const [what, file, problem] of bad) {
  test(`${what} is no picture: ${problem}`, () => {
    assert.throws(
      () => readPicture(file),
      (error) => error instanceof BadPicture && error.problem === problem,
    )
  })
}

test('random bytes are refused or parsed as a picture, and never read past their end', () => {
  const whole = [jpeg(), png(), webp(), webp({ flags: 0x0c, after: [['EXIF', secret]] })]
  const bent = fc.record({
    file: fc.constantFrom(...whole),
    at: fc.nat(),
    bytes: fc.uint8Array({ maxLength: 6 }),
    cut: fc.nat(),
  })
  fc.assert(
    fc.property(bent, ({ file, at, bytes, cut }) => {
      const changed = Buffer.from(file)
      changed.set(bytes.subarray(0, Math.max(0, changed.length - (at % changed.length))), at % changed.length)
      const given = cut % 3 === 0 ? changed.subarray(0, cut % changed.length) : changed
      try {
        assert.ok(readImageName(readPicture(given).name))
      } catch (error) {
        assert.ok(error instanceof BadPicture, String(error))
      }
    }),
    { numRuns: 2000, seed: 1 },
  )
})
