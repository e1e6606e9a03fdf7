import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSelect } from './select-grammar.ts'

const one = (text: string) => JSON.parse(JSON.stringify(parseSelect(text)[0]))
const plain = (name: string, path: unknown[] = []) => ({ kind: 'field', field: { name, path } })

test('columns, aliases and casts', () => {
  assert.deepEqual(one('id'), plain('id'))
  assert.deepEqual(one('full name'), plain('full name'))
  assert.deepEqual(one('with-dash'), plain('with-dash'))
  assert.deepEqual(one('größe'), plain('größe'))
  assert.deepEqual(one('"a,b.c"'), plain('a,b.c'))
  assert.deepEqual(one('"say \\"hi\\""'), plain('say "hi"'))
  assert.deepEqual(one('name:title::text'), { ...plain('title'), alias: 'name', cast: 'text' })
  assert.deepEqual(one('price::double precision'), { ...plain('price'), cast: 'double precision' })
  assert.deepEqual(parseSelect(''), [])
  assert.deepEqual(parseSelect('*, id').length, 2)
})

test('JSON paths', () => {
  const a = { arrow: '->', key: 'a' }
  assert.deepEqual(one('data->a->>b'), plain('data', [a, { arrow: '->>', key: 'b' }]))
  assert.deepEqual(one('data->a->-1'), plain('data', [a, { arrow: '->', key: -1 }]))
  assert.deepEqual(one('data->1a'), plain('data', [{ arrow: '->', key: '1a' }]))
  assert.deepEqual(one('data->"x.y"'), plain('data', [{ arrow: '->', key: 'x.y' }]))
  assert.deepEqual(one('data->a-b::int'), { ...plain('data', [{ arrow: '->', key: 'a-b' }]), cast: 'int' })
})

test('aggregates', () => {
  assert.deepEqual(one('count()'), { ...plain('*'), aggregate: 'count' })
  assert.deepEqual(one('n:count()::text'), { ...plain('*'), alias: 'n', aggregate: 'count', aggregateCast: 'text' })
  assert.deepEqual(one('price::int.sum()::text'), {
    ...plain('price'),
    cast: 'int',
    aggregate: 'sum',
    aggregateCast: 'text',
  })
  assert.deepEqual(one('count'), plain('count'))
})

test('embeds', () => {
  const embed = { kind: 'embed', name: 'authors', inner: false, spread: false, items: [plain('id')] }
  assert.deepEqual(one('authors(id)'), embed)
  assert.deepEqual(one('who:authors!fk!inner(id)'), { ...embed, alias: 'who', hint: 'fk', inner: true })
  assert.deepEqual(one('authors!inner!fk(id)'), { ...embed, hint: 'fk', inner: true })
  assert.deepEqual(one('authors!left(id)'), embed)
  assert.deepEqual(one('...authors(id)'), { ...embed, spread: true })
  assert.deepEqual(one('authors()'), { ...embed, items: [] })
  assert.deepEqual(one('authors(id,books(*))').items[1].items, [{ kind: 'star' }])
})

test('a syntax error reports its position', () => {
  assert.throws(() => parseSelect('id,books(id'), {
    code: 'PGRST100',
    message: '"failed to parse select parameter (id,books(id)" (line 1, column 12)',
  })
  for (const text of ['id,', ',id', 'a b(', 'id::', 'id.sum', 'x:...y(id)', '*x', 'books(id))'])
    assert.throws(() => parseSelect(text), { code: 'PGRST100' }, text)
})
