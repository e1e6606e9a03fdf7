import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { literal } from './literal.ts'

test('values are written as literals without a type', () => {
  assert.equal(literal("O'Brien"), "'O''Brien'")
  assert.equal(literal('a\\b').trim(), "E'a\\\\b'")
  assert.deepEqual([null, undefined, 7, -0.5, true, 9n].map(literal), [
    'null',
    'null',
    "'7'",
    "'-0.5'",
    "'true'",
    "'9'",
  ])
  assert.equal(literal(Buffer.from('ab')), "'\\x6162'")
  assert.equal(literal(['a', 'b,"c', null]).trim(), `E'{"a","b,\\\\"c",null}'`)
})

test('a text is written as pg writes it', () => {
  for (const text of ['', "'", "''", '\\', "\\'", "'\\", 'é🙂', 'two\nlines', "'; drop table events; --", '$& $1'])
    assert.equal(literal(text), pg.escapeLiteral(text))
})

test('a value without a literal is refused', () => {
  assert.throws(() => literal('a\0b'), { code: '22021', severity: 'ERROR' })
  assert.throws(() => literal(['\0']), { code: '22021' })
  for (const value of [{}, new Date(0), Symbol.iterator, [['nested']]]) assert.throws(() => literal(value), TypeError)
})
