import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalogue } from './catalogue.ts'
import { addressOf, createPreparedReads, type PreparedRead } from './prepared-reads.ts'

const read = (text: string) => ({ statement: { text, values: ['1'] }, csvHead: '' }) as unknown as PreparedRead
const catalogue = () => ({}) as Catalogue
const address = (method: string, url: string, headers: Record<string, string> = {}) =>
  addressOf({ method, url, headers: new Headers(headers) })

test('a cache key has everything that decides the answer to a read, and nothing of the caller', () => {
  const [json, csv] = [address('GET', '/a'), address('GET', '/a', { accept: 'text/csv' })]
  const others = [
    address('HEAD', '/a'),
    address('GET', '/a?b=eq.1'),
    address('GET', '/a', { prefer: 'text/csv' }),
    address('GET', '/a', { range: '0-1' }),
    address('GET', '/a', { 'accept-profile': 'archive' }),
  ]
  assert.equal(new Set([json, csv, ...others]).size, 7)
  assert.equal(address('GET', '/a', { authorization: 'Bearer x', apikey: 'y' }), json)
})

test('a write has no cache key, nor has a request that is too long', () => {
  assert.equal(address('POST', '/a'), undefined)
  assert.equal(address('GET', `/a?id=in.(${'1,'.repeat(1000)})`), undefined)
  assert.equal(address('GET', '/a', { prefer: 'x'.repeat(3000) }), undefined)
})

test('a prepared read belongs to its catalogue', () => {
  const [old, next, reads] = [catalogue(), catalogue(), createPreparedReads()]
  reads.set(old, 'a', read('x'))
  assert.equal(reads.get(old, 'a')?.statement.text, 'x')
  assert.equal(reads.get(next, 'a'), undefined)
  reads.set(next, 'b', read('y'))
  assert.equal(reads.get(next, 'a'), undefined)
  assert.equal(reads.get(next, 'b')?.statement.text, 'y')
})

test('the least recently used read is evicted when there is no room', () => {
  const [of, reads] = [catalogue(), createPreparedReads(100)]
  for (const name of 'abcdefghij') {
    reads.set(of, name, read('x'.repeat(28)))
    reads.get(of, 'a')
  }
  assert.ok(reads.get(of, 'a'))
  assert.equal(reads.get(of, 'b'), undefined)
  assert.ok(reads.get(of, 'j'))
})
