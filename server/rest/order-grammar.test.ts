import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNames, parseOrder } from './order-grammar.ts'

test('direction, nulls and the field of an embed', () => {
  const [first, second, third, fourth] = parseOrder('a.desc.nullslast, b.nullsfirst,c(d->e).asc,"x.y"')
  assert.deepEqual(first, { field: { name: 'a', path: [] }, descending: true, nulls: 'last' })
  assert.deepEqual(second, { field: { name: 'b', path: [] }, descending: false, nulls: 'first' })
  assert.deepEqual(third, { relation: 'c', field: { name: 'd', path: [{ arrow: '->', key: 'e' }] }, descending: false })
  assert.equal(fourth!.field.name, 'x.y')
})

test('other orders are refused', () => {
  for (const text of ['', 'a.up', 'a.asc.desc', 'a.nullslast.desc', 'a.descc', 'a(b', 'a(b,c)', 'a;b'])
    assert.throws(() => parseOrder(text), { code: 'PGRST100' }, text)
})

test('names, each once', () => assert.deepEqual(parseNames('a,"b c",a', 'columns'), ['a', 'b c']))
