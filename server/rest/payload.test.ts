import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCsv } from './csv.ts'
import { nearest } from './nearest.ts'
import { argumentsOf, contentTypeOf, readBody, rowsOf } from './payload.ts'

test('CSV as spreadsheets write it', () => {
  assert.deepEqual(parseCsv('a,b\n1,"x ""y"", z"\r\n2,NULL\n3,"NULL"\n4,\n'), [
    { a: '1', b: 'x "y", z' },
    { a: '2', b: null },
    { a: '3', b: 'NULL' },
    { a: '4', b: '' },
  ])
  assert.deepEqual(parseCsv('\uFEFFa\n"two\nlines"'), [{ a: 'two\nlines' }])
  assert.deepEqual(parseCsv('a,b\n'), [])
  assert.deepEqual(parseCsv(''), [])
  for (const text of ['a\n"open', 'a\n"x"y', 'a,b\n1', 'a\n1,2'])
    assert.throws(() => parseCsv(text), { code: 'PGRST102' }, text)
})

test('rows keep the caller’s text and know their keys', () => {
  const rows = rowsOf('json', '[{"a":1.10},{"a":2,"b":3}]', ['a', 'b', 'c'])
  assert.deepEqual(
    [rows.json, rows.many, rows.count, rows.keys],
    ['[{"a":1.10},{"a":2,"b":3}]', true, 2, ['a', 'b', 'c']],
  )
  assert.deepEqual([[...rows.present], [...rows.shared]], [['a', 'b'], ['a']])
  assert.throws(() => rowsOf('json', '[{"a":1},{"b":2}]', undefined), {
    code: 'PGRST102',
    message: 'All object keys must match',
  })
  assert.deepEqual(rowsOf('form', 'a=1&b=x+y', undefined).json, '{"a":"1","b":"x y"}')
})

test('arguments of a call', () => {
  assert.equal(argumentsOf('json', '').kind, 'rows')
  assert.equal(argumentsOf('json', '[1]').kind, 'json')
  assert.deepEqual(argumentsOf('form', 'a=1&a=2'), {
    kind: 'form',
    pairs: [
      ['a', '1'],
      ['a', '2'],
    ],
  })
  assert.deepEqual(argumentsOf('text', 'x'), { kind: 'raw', text: 'x' })
})

test('content types', () => {
  assert.equal(contentTypeOf('application/json; charset=UTF-8'), 'json')
  assert.equal(contentTypeOf(null), 'json')
  for (const type of ['application/json; charset=latin1', 'multipart/form-data', '__proto__'])
    assert.throws(() => contentTypeOf(type), { code: 'PGRST102' }, type)
})

test('the nearest name, if one is near', () => {
  assert.equal(nearest('evnets', ['events', 'calendars']), 'events')
  assert.equal(nearest('weather', ['events', 'calendars']), undefined)
})

test('an aborted body is a bad request, not a database failure', async () => {
  const left = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  const body = new ReadableStream({ start: (controller) => controller.error(left) })
  const request = { method: 'POST', url: 'http://localhost/', body, arrayBuffer: () => Promise.reject(left) }
  const announced = new Headers({ 'content-length': '9' })
  for (const headers of [announced, new Headers()])
    await assert.rejects(readBody({ ...request, headers }, 100), { code: 'PGRST102', status: 400 })
  await assert.rejects(readBody({ ...request, headers: announced }, 8), { code: 'PGRST102', status: 413 })
})
