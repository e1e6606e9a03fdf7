// Limits that a server can set, because strangers choose the queries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, openLibrary } from './library.ts'

const library = openLibrary({ regularExpressions: false, timeoutsMs: { authenticated: 5000 } })

test('a role has its own statement timeout, whatever the pool allows', async () => {
  assertError(await library.request('POST /rpc/sleepy', { body: {} }), 504, '57014')
  assert.equal((await library.request('GET /books?select=id&limit=1')).status, 200)
})

test('regular expressions are refused everywhere, and like is allowed', async () => {
  assert.equal((await library.request('GET /books?select=id&title=ilike.*a*')).status, 200)
  for (const query of ['title=match.a', 'title=not.imatch.a', 'or=(id.is.null,title.match.a)', 'title=match(all).{a}'])
    assertError(await library.request(`GET /books?select=id&${query}`), 400, 'PGRST100')
  assertError(await library.request('PATCH /books?title=match.a', { body: { title: 'x' } }), 400, 'PGRST100')
})

test('to-many embeds can be nested two deep', async () => {
  assert.equal((await library.request('GET /shops?select=id,stock(books(title,order_lines(quantity)))')).status, 200)
  assert.equal((await library.request('GET /shops?select=id,stock(copies),books(title,order_lines(line))')).status, 200)
  const three = 'stock(books(order_lines(books(stock(copies)))))'
  assertError(await library.request(`GET /shops?select=id,${three}`), 400, 'PGRST100')
})
