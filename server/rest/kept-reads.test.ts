import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalogue } from './catalogue.ts'
import { addressOf, keepReads, type PreparedRead } from './kept-reads.ts'

const read = (text: string) => ({ statement: { text, values: ['1'] }, csvHead: '' }) as unknown as PreparedRead
const catalogue = () => ({}) as Catalogue
const address = (method: string, path: string, headers: Record<string, string> = {}) =>
  addressOf({ method, path, header: (name) => headers[name] })

test('an address is all that decides how a read is answered, and nothing of who asks', () => {
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

test('what writes has no address, nor has what is too long', () => {
  assert.equal(address('POST', '/a'), undefined)
  assert.equal(address('GET', `/a?id=in.(${'1,'.repeat(1000)})`), undefined)
  assert.equal(address('GET', '/a', { prefer: 'x'.repeat(3000) }), undefined)
})

test('a kept read belongs to its catalogue', () => {
  const [old, next, reads] = [catalogue(), catalogue(), keepReads()]
  reads.keep(old, 'a', read('x'))
  assert.equal(reads.get(old, 'a')?.statement.text, 'x')
  assert.equal(reads.get(next, 'a'), undefined)
})

test('what is asked for stays, and what is not goes when there is no room', () => {
  const [of, reads] = [catalogue(), keepReads(100)]
  for (const name of 'abcdefghij') {
    reads.keep(of, name, read('x'.repeat(28)))
    reads.get(of, 'a')
  }
  assert.ok(reads.get(of, 'a'))
  assert.equal(reads.get(of, 'b'), undefined)
  assert.ok(reads.get(of, 'j'))
})
