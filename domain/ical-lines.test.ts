import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { contentLine, ownProperties, quoted, text } from './ical-lines.ts'

// The same questions in every check, so that a change is judged by itself; the long run asks new ones.
if (!process.env.TOWNBELL_LONG) fc.configureGlobal({ seed: 1 })

const octets = (line: string) => Buffer.byteLength(line)

test('a line of 75 octets is not folded, one of 76 is', () => {
  assert.equal(contentLine('x'.repeat(75)), `${'x'.repeat(75)}\r\n`)
  assert.equal(contentLine('x'.repeat(76)), `${'x'.repeat(75)}\r\n x\r\n`)
  assert.equal(contentLine('é'.repeat(38)), `${'é'.repeat(37)}\r\n é\r\n`)
})

test('no folded line is longer than 75 octets, none cuts a character, and unfolding gives the line back', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '漢', '🎉', '👩‍👩‍👧', ' '), maxLength: 400 }), (line) => {
      const folded = contentLine(line)
      const lines = folded.slice(0, -2).split('\r\n')
      assert.ok(lines.every((part) => octets(part) <= 75 && part.isWellFormed()))
      assert.equal(folded.replaceAll('\r\n ', ''), `${line}\r\n`)
    }),
  )
})

test('line breaks of any kind in a text cannot start a new line', () => {
  for (const end of ['\r\n', '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029', '\0']) {
    const written = text(`Fair${end}END:VEVENT`)
    assert.equal(written, end === '\0' ? 'FairEND:VEVENT' : 'Fair\\nEND:VEVENT', JSON.stringify(end))
  }
  assert.equal(text('a;b,c\\d\te'), 'a\\;b\\,c\\\\d\te')
  assert.equal(text('Café 🎉: "x"'), 'Café 🎉: "x"')
})

test('a parameter cannot break out of its quotes', () => {
  assert.equal(quoted('Hall "B"\r\n;X=1'), '"Hall  B   ;X=1"')
})

test('what no standard has a property for is written as one of our own, unless it is empty', () => {
  assert.deepEqual(ownProperties({ title: 'Fair', location_name: 'Hall' }), [['X-TOWNBELL-LOCATION-NAME', 'Hall']])
  assert.deepEqual(ownProperties({ title: 'Fair', location_name: null }), [])
})
