import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertError, guest, openLibrary } from './library.ts'

const library = openLibrary({ statementTimeoutMs: 5000 })

async function called(line: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await library.request(line, { body, headers })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

describe('calling by GET', () => {
  test('a scalar', async () => assert.equal(await called('GET /rpc/add?a=1&b=2'), 3))
  test('a default', async () => assert.equal(await called('GET /rpc/add?a=1'), 11))
  test('null', async () => assert.equal(await called('GET /rpc/null_text'), null))
  test('a set of scalars', async () => assert.deepEqual(await called('GET /rpc/evens?up_to=6'), [2, 4, 6]))
  test('a page of scalars', async () =>
    assert.deepEqual(await called('GET /rpc/evens?up_to=20&limit=2&offset=1'), [4, 6]))
  test('a row', async () =>
    assert.deepEqual(await called('GET /rpc/author_row?who=2&select=name,mentor_id(name)'), {
      name: 'Bob',
      mentor_id: { name: 'Ann' },
    }))
  test('a row that is not there', async () =>
    assert.deepEqual(await called('GET /rpc/author_row?who=99&select=name'), { name: null }))
  test('rows, with filters, order, columns, computed fields and embeds', async () => {
    assert.deepEqual(
      await called('GET /rpc/books_by?who=1&price=gt.4&order=price.desc&limit=1&select=title,shouting,covers(colour)'),
      [{ title: 'The quiet river', shouting: 'THE QUIET RIVER', covers: { colour: 'blue' } }],
    )
    assert.deepEqual(await called('GET /rpc/books_by?who=1&select=price.sum()'), [{ sum: 20.5 }])
    assert.deepEqual(await called('GET /rpc/books_by?who=1&or=(id.eq.2,id.eq.9)&select=id,siblings(id)'), [
      { id: 2, siblings: [{ id: 1 }] },
    ])
  })
  test('a table', async () =>
    assert.deepEqual(await called('GET /rpc/price_list?price=lt.6&order=price&select=title'), [
      { title: 'Orphan' },
      { title: 'Bells at noon' },
    ]))
  test('one out parameter makes an object', async () =>
    assert.deepEqual(await called('GET /rpc/plus_one?num=1'), { num_plus_one: 2 }))
  test('a variadic argument repeats', async () => {
    assert.deepEqual(await called('GET /rpc/minmax?nums=5&nums=2&nums=9'), { low: 2, high: 9 })
    assert.equal(await called('GET /rpc/joined?parts=a,b&parts="c"'), 'a,b+"c"')
  })
  test('arrays and JSON as text', async () => {
    assert.equal(await called('GET /rpc/sum_of?numbers={1,2,3}'), 6)
    assert.deepEqual(await called('GET /rpc/keys_of?doc={"b":1,"a":2}'), ['a', 'b'])
  })
  test('counts', async () => {
    const answer = await library.request('GET /rpc/evens?up_to=20&limit=3', { headers: { prefer: 'count=exact' } })
    assert.deepEqual([answer.status, answer.headers.get('content-range')], [206, '0-2/10'])
  })
  test('HEAD', async () => {
    const answer = await library.request('HEAD /rpc/evens?up_to=6', { headers: { prefer: 'count=exact' } })
    assert.deepEqual([answer.status, answer.text, answer.headers.get('content-range')], [200, '', '0-2/3'])
  })
  test('an argument that looks like a filter is an argument', async () =>
    assert.equal(await called('GET /rpc/joined?parts=is.great'), 'is.great'))
  test('writing is refused', async () => {
    const before = (await library.look('select from library.log')).length
    assertError(await library.request('GET /rpc/write_log?line=x'), 405, '25006')
    assert.equal((await library.look('select from library.log')).length, before)
  })
})

const told: string[] = []
const guarded = openLibrary({
  async beforeCall(name) {
    told.push(name)
    return name === 'evens' ? { 'library.told': 'yes' } : undefined
  },
})

test('functions that need transaction settings get them on every call; read-only ones reuse their statement', async () => {
  for (const name of ['evens?up_to=2', 'whoami']) {
    await guarded.request(`GET /rpc/${name}`)
    await guarded.request(`GET /rpc/${name}`)
  }
  assert.deepEqual(told.splice(0), ['evens', 'evens', 'evens', 'evens', 'whoami'])
})

test('a repeated call answers each person with their own rows', async () => {
  for (const sub of ['ann', 'bob', 'ann']) {
    const { body } = await library.request('GET /rpc/whoami', { as: { role: 'authenticated', claims: { sub } } })
    assert.equal(body.claims.sub, sub)
  }
})

describe('calling by POST', () => {
  test('arguments by name', async () => {
    assert.equal(await called('POST /rpc/add', { a: 4, b: 5 }), 9)
    assert.equal(await called('POST /rpc/sum_of', { numbers: [1, 2] }), 3)
    assert.deepEqual(await called('POST /rpc/keys_of', { doc: { b: 1, a: [2] } }), ['a', 'b'])
    assert.deepEqual(await called('POST /rpc/minmax', { nums: [3, 1] }), { low: 1, high: 3 })
    assert.equal(await called('POST /rpc/null_text'), null)
  })
  test('a form', async () =>
    assert.equal(await called('POST /rpc/add', 'a=1&b=1', { 'content-type': 'application/x-www-form-urlencoded' }), 2))
  test('one unnamed argument takes the whole body', async () => {
    assert.deepEqual(await called('POST /rpc/echo_json', { any: ['thing'] }), { any: ['thing'] })
    assert.deepEqual(await called('POST /rpc/echo_json', [1, 2]), [1, 2])
    assert.equal(await called('POST /rpc/echo_text', 'plain "text"', { 'content-type': 'text/plain' }), 'plain "text"')
  })
  test('nothing comes back from void', async () => {
    const answer = await library.request('POST /rpc/nothing', { body: {} })
    assert.deepEqual([answer.status, answer.text], [204, ''])
  })
  test('writing works, once', async () => {
    const before = (await library.look('select from library.log')).length
    assert.equal((await called('POST /rpc/write_log?select=line', { line: 'once' })).length, 2)
    assert.equal((await library.look('select from library.log')).length, before + 2)
  })
  test('more than allowed is undone', async () => {
    const before = (await library.look('select from library.log')).length
    const { error } = await library.client().rpc('write_log', { line: 'much' }).maxAffected(1)
    assert.equal(error!.code, 'PGRST124')
    assert.equal((await library.client().rpc('write_log', { line: 'much' }).single()).error!.code, 'PGRST116')
    assert.equal((await library.look('select from library.log')).length, before)
    assert.equal((await library.client().rpc('add', { a: 1 }).maxAffected(1)).error!.code, 'PGRST128')
  })
  test('the role and the claims are the caller’s', async () => {
    assert.deepEqual(await called('POST /rpc/whoami', {}), {
      role: 'authenticated',
      claims: { sub: 'ann', role: 'authenticated' },
    })
    assert.deepEqual((await library.request('GET /rpc/whoami', { as: guest })).body, {
      role: 'anon',
      claims: { role: 'anon' },
    })
  })
})

describe('the official client', () => {
  test('calls by POST, GET and HEAD', async () => {
    const client = library.client()
    assert.equal((await client.rpc('add', { a: 1, b: 2 })).data, 3)
    assert.equal((await client.rpc('add', { a: 1, b: 2 }, { get: true })).data, 3)
    assert.equal((await client.rpc('sum_of', { numbers: [1, 2] }, { get: true })).data, 3)
    const head = await client.rpc('evens', { up_to: 8 }, { head: true, count: 'exact' })
    assert.deepEqual([head.data, head.count], [null, 4])
    const object = await client.rpc('keys_of', { doc: { a: 1 } }, { head: true, count: 'exact' })
    assert.deepEqual([object.data, object.count, object.error], [null, 1, null])
  })
  test('filters, orders and pages what a function answers', async () => {
    const { data, count } = await library
      .client()
      .rpc('books_by', { who: 1 }, { count: 'exact' })
      .select('title')
      .gt('price', 1)
      .order('price', { ascending: false })
      .limit(1)
    assert.deepEqual([data, count], [[{ title: 'The quiet river' }], 2])
    assert.deepEqual((await library.client().rpc('books_by', { who: 1 }).select('id').eq('id', 1).single()).data, {
      id: 1,
    })
  })
})

describe('unknown and ambiguous functions', () => {
  test('overloads are distinguished by the names of their arguments', async () => {
    assert.equal(await called('POST /rpc/overloaded', { a: 1 }), 'a')
    assert.equal(await called('POST /rpc/overloaded', { a: 1, b: 1 }), 'ab')
  })
  test('overloads that differ only in types are ambiguous', async () => {
    const answer = await library.request('POST /rpc/unclear', { body: { a: 1 } })
    assertError(answer, 300, 'PGRST203')
    assert.match(answer.body.message, /library\.unclear\(a => integer\), library\.unclear\(a => text\)/)
  })
  test('unknown names get a hint', async () => {
    const answer = await library.request('POST /rpc/evenz', { body: { up_to: 1 } })
    assertError(answer, 404, 'PGRST202')
    assert.equal(answer.body.message, 'Could not find the function library.evenz(up_to) in the schema cache')
    assert.equal(answer.body.hint, 'Perhaps you meant to call the function library.evens')
    const wrong = await library.request('GET /rpc/evens?upto=1')
    assertError(wrong, 404, 'PGRST202')
    assert.equal(wrong.body.hint, 'Perhaps you meant to call the function library.evens(up_to)')
    assertError(await library.request('GET /rpc/add'), 404, 'PGRST202')
    assertError(
      await library.request('POST /rpc/add', { body: 'x', headers: { 'content-type': 'text/plain' } }),
      404,
      'PGRST202',
    )
  })
  test('other methods are refused', async () => {
    assertError(await library.request('DELETE /rpc/add?a=1'), 405, 'PGRST101')
    assertError(await library.request('PATCH /rpc/add', { body: { a: 1 } }), 405, 'PGRST101')
  })
  test('invalid arguments answer 4xx', async () => {
    assertError(await library.request('GET /rpc/add?a=one'), 400, '22P02')
    assertError(await library.request('POST /rpc/add', { body: { a: 'one' } }), 400, '22P02')
    assertError(await library.request('POST /rpc/add', { body: { a: 2147483647, b: 1 } }), 400, '22003')
    assertError(await library.request('POST /rpc/add', { body: '[{"a":1}]' }), 404, 'PGRST202')
  })
})

describe('functions that raise', () => {
  const raised: [code: string, status: number][] = [
    ['P0001', 400],
    ['PT402', 402],
    ['PT429', 429],
    ['PT999', 500],
    ['22023', 400],
    ['23514', 400],
    ['40001', 409],
    ['42501', 403],
    ['53000', 503],
    ['54000', 413],
    ['40P01', 503],
    ['55P03', 503],
  ]
  for (const [code, status] of raised)
    test(`${code} is answered with ${status}`, async () => {
      const answer = await library.request('POST /rpc/raise_it', { body: { code, message: 'because' } })
      assertError(answer, status, code)
      assert.deepEqual(
        [answer.body.message, answer.body.details, answer.body.hint],
        ['because', 'the detail', 'the hint'],
      )
    })
  test('a status without a body has none', async () => {
    const answer = await library.request('POST /rpc/raise_it', { body: { code: 'PT304' } })
    assert.deepEqual([answer.status, answer.text], [304, ''])
  })
  test('a guest without permission gets 401', async () => {
    const answer = await library.request('POST /rpc/raise_it', { as: guest, body: { code: '42501' } })
    assertError(answer, 401, '42501')
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
  })
  test('a function may write the whole error', async () => {
    const answer = await library.request('POST /rpc/raise_whole', { body: {} })
    assert.deepEqual(
      [answer.status, answer.body],
      [402, { code: '123', message: 'Payment needed', details: 'd', hint: 'h' }],
    )
    assert.deepEqual([answer.headers.get('retry-after'), answer.headers.get('set-cookie')], ['7', null])
  })
  test('a function that raises no_data_found answers 404', async () =>
    assertError(await library.request('GET /rpc/one_of?missing=99'), 404, 'P0002'))
  test('taking too long is answered with 504 and its code', async () =>
    assertError(await library.request('POST /rpc/sleepy', { body: {} }), 504, '57014'))
})
