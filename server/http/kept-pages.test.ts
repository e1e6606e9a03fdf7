import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeptPages } from './kept-pages.ts'
import { makePage } from './page.ts'

const page = (size: number) => makePage('x'.repeat(size), 200, {})
const kept = (size: number, expires = 1000) => [page(size), { calendar: null, expires }] as const

test('a page is kept until it expires', () => {
  let time = 0
  const pages = createKeptPages({ now: () => time })
  pages.set('/', ...kept(10))
  assert.ok(pages.get('/'))
  time = 1000
  assert.equal(pages.get('/'), null)
})

test('the least used page goes first when there is no room', () => {
  const pages = createKeptPages({ now: () => 0, maxBytes: 320 })
  pages.set('/a', ...kept(100))
  pages.set('/b', ...kept(100))
  pages.get('/a')
  pages.set('/c', ...kept(100))
  assert.ok(pages.get('/a'))
  assert.equal(pages.get('/b'), null)
  assert.ok(pages.get('/c'))
})

test('setting a page again does not count it twice', () => {
  const pages = createKeptPages({ now: () => 0, maxBytes: 320 })
  for (let i = 0; i < 5; i += 1) pages.set('/a', ...kept(100))
  pages.set('/b', ...kept(100))
  assert.ok(pages.get('/a'))
  assert.ok(pages.get('/b'))
})

test('a page larger than all the room is not kept', () => {
  const pages = createKeptPages({ now: () => 0, maxBytes: 100 })
  pages.set('/a', ...kept(1000))
  assert.equal(pages.get('/a'), null)
})
