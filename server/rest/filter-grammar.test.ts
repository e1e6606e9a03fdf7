import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Filter, parseFilter, parseFilterKey, parseLogic } from './filter-grammar.ts'

const at = { name: 'a', path: [] }
const operation = (text: string) => JSON.parse(JSON.stringify(parseFilter(at, text).operation))
const parts = (text: string) => {
  const { logic } = parseLogic('or', text)
  return logic.kind === 'group' ? logic.parts : []
}
const values = (text: string) =>
  parts(text)
    .map((part) => (part as Filter).operation as { value?: string; values?: string[] })
    .map(({ value, values }) => value ?? values)

test('an operator and its value', () => {
  assert.deepEqual(operation('eq.x.y,z)'), { kind: 'compare', operator: 'eq', value: 'x.y,z)' })
  assert.deepEqual(operation('eq.'), { kind: 'compare', operator: 'eq', value: '' })
  assert.deepEqual(operation('like(any).{a,b}'), {
    kind: 'compare',
    operator: 'like',
    quantifier: 'any',
    value: '{a,b}',
  })
  assert.deepEqual(operation('plfts(english).two words'), {
    kind: 'search',
    search: 'plfts',
    config: 'english',
    value: 'two words',
  })
  assert.deepEqual(operation('is.NULL'), { kind: 'is', value: 'null' })
  assert.deepEqual(operation('is.not_null'), { kind: 'is', value: 'not_null' })
  assert.deepEqual(operation('isdistinct.1'), { kind: 'isdistinct', value: '1' })
  assert.equal(parseFilter(at, 'not.eq.1').negated, true)
})

test('lists, where quoted values may contain separators', () => {
  assert.deepEqual(operation('in.(1,2)').values, ['1', '2'])
  assert.deepEqual(operation('in.()').values, [])
  assert.deepEqual(operation('in.("a,b","c)","say \\"hi\\" \\\\",d e)').values, ['a,b', 'c)', 'say "hi" \\', 'd e'])
  assert.deepEqual(operation('in.("a"b,"open)').values, ['"a"b', '"open'])
  assert.deepEqual(operation('in.(,)').values, ['', ''])
})

test('the left side', () => {
  assert.deepEqual(parseFilterKey('a.b.c->d->>0'), {
    path: ['a', 'b'],
    field: {
      name: 'c',
      path: [
        { arrow: '->', key: 'd' },
        { arrow: '->>', key: 0 },
      ],
    },
  })
  assert.deepEqual(parseFilterKey('"a.b"').field.name, 'a.b')
})

test('trees', () => {
  assert.deepEqual(values('(a.eq.1,b.in.(2,3),c.cs.{4,5},d.eq."6,7",e.eq.8 9)'), [
    '1',
    ['2', '3'],
    '{4,5}',
    '6,7',
    '8 9',
  ])
  const [first, second] = parts('(not.and(a.eq.1,b.is.null),orders.eq.2)')
  assert.deepEqual([first!.kind, first!.negated], ['group', true])
  assert.equal((second as Filter).field.name, 'orders')
  assert.equal((parts('(and.eq.1)')[0] as Filter).field.name, 'and')
  assert.equal((parts('(not.eq.1)')[0] as Filter).field.name, 'not')
  assert.equal((parts('(a.not.eq.1)')[0] as Filter).negated, true)
})

test('where a tree applies', () => {
  assert.deepEqual(parseLogic('x.y.not.or', '(a.eq.1)').path, ['x', 'y'])
  assert.equal(parseLogic('x.y.not.or', '(a.eq.1)').logic.negated, true)
  assert.deepEqual(parseLogic('and', '(a.eq.1)').path, [])
})

test('unknown operators are refused', () => {
  for (const text of [
    '1',
    'eq',
    'eqq.1',
    'neq(any).1',
    'in.1',
    'in.(1)x',
    'is.nul',
    'is.nullx',
    'fts().a',
    'constructor.1',
    'toString.1',
    'not.not.eq.1',
  ])
    assert.throws(() => parseFilter(at, text), { code: 'PGRST100' }, text)
})
