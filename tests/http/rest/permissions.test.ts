import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertError, guest, openLibrary, type Person, reader } from './library.ts'

const library = openLibrary()
const bob: Person = { role: 'authenticated', claims: { sub: 'bob' } }

describe('the database decides', () => {
  test('rows of others cannot be read, counted, changed or deleted', async () => {
    assert.equal((await library.look('select from library.notes')).length, 3)
    assert.deepEqual((await library.request('GET /notes?select=id&order=id')).body, [{ id: 1 }, { id: 3 }])
    assert.deepEqual((await library.request('GET /notes?select=id', { as: bob })).body, [{ id: 2 }])
    assert.deepEqual((await library.request('GET /notes', { as: guest })).body, [])
    assert.equal(
      (await library.request('HEAD /notes', { headers: { prefer: 'count=exact' } })).headers.get('content-range'),
      '0-1/2',
    )
    assert.equal(
      (await library.request('HEAD /notes', { headers: { prefer: 'count=planned' } })).headers.get('content-range'),
      '0-1/2',
    )
    assert.deepEqual(
      (
        await library.request('PATCH /notes?id=eq.2', {
          body: { body: 'stolen' },
          headers: { prefer: 'return=representation' },
        })
      ).body,
      [],
    )
    assert.equal((await library.request('DELETE /notes?id=eq.2')).status, 204)
    assert.deepEqual(await library.look('select body from library.notes where id = 2'), [{ body: 'his' }])
  })
  test('callers of the same URL get their own rows and their own refusals', async () => {
    const address = 'GET /notes?select=id,body&order=id'
    const mine = [
      { id: 1, body: 'mine' },
      { id: 3, body: 'mine too' },
    ]
    for (const [as, rows] of [
      [reader, mine],
      [bob, [{ id: 2, body: 'his' }]],
      [guest, []],
      [reader, mine],
    ] as const)
      assert.deepEqual((await library.request(address, { as })).body, rows)
    assert.equal((await library.request('GET /loans?order=id')).body.length, 4)
    assertError(await library.request('GET /loans?order=id', { as: guest }), 401, '42501')
  })
  test('inserting a row for another person is refused', async () => {
    assertError(await library.request('POST /notes', { body: { id: 9, owner: 'bob', body: 'x' } }), 403, '42501')
    assertError(await library.request('PATCH /notes?id=eq.1', { body: { owner: 'bob' } }), 403, '42501')
    assert.equal((await library.look('select from library.notes')).length, 3)
  })
  test('consecutive requests do not share their identity', async () => {
    const people = [reader, bob, guest]
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => library.request('GET /notes?select=id&order=id', { as: people[at % 3]! })),
    )
    for (const [at, { body }] of answers.entries())
      assert.deepEqual(body, [[{ id: 1 }, { id: 3 }], [{ id: 2 }], []][at % 3])
  })
  test('a guest without permission gets 401, a signed-in person 403', async () => {
    assert.equal((await library.look('select from library.orders')).length, 3)
    const answer = await library.request('GET /orders', { as: guest })
    assertError(answer, 401, '42501')
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
    assertError(await library.request('POST /books', { as: guest, body: { title: 'x' } }), 401, '42501')
    assertError(await library.request('GET /letters'), 403, '42501')
  })
  test('a column that is not granted is left out of *, and can be neither read, filtered, ordered, written nor guessed by an embed', async () => {
    assert.deepEqual(await library.look('select salary from library.staff'), [{ salary: 424242 }])
    assert.deepEqual((await library.request('GET /staff?select=id,name')).body, [{ id: 1, name: 'Sam' }])
    assert.deepEqual((await library.request('GET /staff?select=*')).body, [{ id: 1, name: 'Sam' }])
    assert.deepEqual((await library.request('GET /staff')).body, [{ id: 1, name: 'Sam' }])
    for (const query of [
      'select=salary',
      'select=*,salary',
      'select=id&salary=gt.5',
      'select=id&order=salary',
      'select=salary.sum()',
      'select=id&or=(salary.gt.5,id.eq.0)',
    ])
      assertError(await library.request(`GET /staff?${query}`), 403, '42501')
    assertError(await library.request('POST /staff', { body: { id: 2, name: 'Kim', salary: 9 } }), 403, '42501')
    assertError(await library.request('PATCH /staff?id=eq.1', { body: { salary: 9 } }), 403, '42501')
    const all = await library.request('PATCH /staff?id=eq.1', {
      body: { name: 'Sam' },
      headers: { prefer: 'return=representation' },
    })
    assert.deepEqual(all.body, [{ id: 1, name: 'Sam' }])
    const own = await library.request('PATCH /staff?id=eq.1&select=name', {
      body: { name: 'Sam' },
      headers: { prefer: 'return=representation' },
    })
    assert.deepEqual(own.body, [{ name: 'Sam' }])
  })
  test('rows can be counted with permission for only some of their columns', async () => {
    const count = { prefer: 'count=exact' }
    assert.equal(
      (await library.request('HEAD /staff?id=gt.0', { headers: count })).headers.get('content-range'),
      '0-0/1',
    )
    assert.equal((await library.request('HEAD /staff?salary=gt.0', { headers: count })).status, 403)
    assert.equal((await library.request('HEAD /letters', { headers: count })).status, 403)
    assert.equal((await library.request('HEAD /staff?select=salary.sum()', { headers: count })).status, 403)
  })
  test('an unknown role is refused', async () =>
    assertError(await library.request('GET /books', { as: { role: 'nobody_here' } }), 401, '22023'))
})
