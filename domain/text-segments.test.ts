import assert from 'node:assert/strict'
import { test } from 'node:test'
import { segmentsOf } from './text-segments.ts'

test('a text of the GSM alphabet is one part up to 160 characters, then 153 a part', () => {
  assert.equal(segmentsOf(''), 1)
  assert.equal(segmentsOf('a'.repeat(160)), 1)
  assert.equal(segmentsOf('a'.repeat(161)), 2)
  assert.equal(segmentsOf('a'.repeat(306)), 2)
  assert.equal(segmentsOf('a'.repeat(307)), 3)
})

test('brackets and the euro sign take two places', () => {
  assert.equal(segmentsOf('€'.repeat(80)), 1)
  assert.equal(segmentsOf('€'.repeat(81)), 2)
  // 153 places hold 76 of them: the escape and its character stay together.
  assert.equal(segmentsOf('['.repeat(153)), 3)
})

test('one character outside the alphabet makes the whole text UCS-2', () => {
  assert.equal(segmentsOf(`${'a'.repeat(69)}—`), 1)
  assert.equal(segmentsOf(`${'a'.repeat(70)}—`), 2)
  assert.equal(segmentsOf('🎈'.repeat(35)), 1)
  assert.equal(segmentsOf('🎈'.repeat(36)), 2)
  // 67 places hold 33 of them: a pair is never split.
  assert.equal(segmentsOf('🎈'.repeat(67)), 3)
})
