// Every mistake of a caller answers 4xx with a code and no SQL.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertError, openLibrary } from './library.ts'

const library = openLibrary({ maxRows: 3, maxBody: 20_000 })
const get = (path: string) => library.request(`GET ${path}`)

describe('malformed queries', () => {
  const queries = [
    'id=1',
    'id=eq',
    'id=foo.1',
    'id=eq(some).1',
    'id=neq(any).1',
    'id=in.1',
    'id=in.(1',
    'id=in.(1,2',
    'id=is.maybe',
    'id=fts().x',
    'id=not.1',
    '=eq.1',
    'id.=eq.1',
    '.id=eq.1',
    'id->=eq.1',
    'select=id,',
    'select=(id)',
    'select=authors(',
    'select=authors(id',
    'select=id)',
    'select=id::',
    'select=:id',
    'select=id.median()',
    'select=...authors',
    'select="open',
    'select=a!b!c!d(id)',
    'select=id->',
    'order=',
    'order=id.up',
    'order=id.asc.nulls',
    'order=id.desc.asc',
    'order=;drop table library.books',
    'order=authors(id',
    'or=id.eq.1',
    'or=(',
    'or=()',
    'or=(id)',
    'or=(id.eq.1',
    'or=(id.eq.1))',
    'and=(or(id.eq.1)',
    'or=(not.xor(id.eq.1))',
    'columns=,',
    'on_conflict=,',
    'limit=1e3',
    'offset=x',
    'limit=',
    'id=is.nullable',
    'id=is.null or true',
  ]
  for (const query of queries)
    test(query, async () => {
      const answer = await get(`/books?${query}`)
      assertError(answer, 400, 'PGRST100')
      assert.ok(answer.body.message.length > 0)
    })
  test('the message shows where', async () => {
    const { body } = await get('/books?id=noop.1')
    assert.deepEqual(
      [body.message, body.details],
      [
        '"failed to parse filter (noop.1)" (line 1, column 1)',
        'unexpected "n" expecting "not" or operator (eq, gt, ...)',
      ],
    )
  })
})

describe('unknown names and types', () => {
  const queries: [query: string, code: string, status?: number][] = [
    ['select=nope', '42703'],
    ['nope=eq.1', '42703'],
    ['order=nope', '42703'],
    ['or=(nope.eq.1)', '42703'],
    ['select=id::regclass', '42704'],
    ['select=id::"int"', 'PGRST100'],
    ['select=id::int4range', '42704'],
    ['select=price.sum()::pg_catalog', '42704'],
    ['id=eq.one', '22P02'],
    ['id=in.(1,two)', '22P02'],
    ['id=eq.99999999999999999999', '22003'],
    ['added_at=gte.2025-02-30', '22008'],
    ['added_at=gte.yesterdayish', '22007'],
    ['title=match.(', '2201B'],
    ['title=fts(klingon).x', '42704'],
    ['title=fts(english).%26%26', '42601'],
    ['tags=cs.{', '22P02'],
    ['data=cs.{', '22P02'],
    ['on_sale=ov.[2,1', '22P02'],
    ['title=is.true', '42804'],
    ['id=like.1', '42883', 404],
    ['title=cs.{a}', '42883', 404],
    ['raw=eq.{}', '42883', 404],
    ['data->a=eq.x', '22P02'],
    ['select=in_print,title.max(),price&order=pages', '42803'],
  ]
  for (const [query, code, status = 400] of queries)
    test(query, async () => assertError(await get(`/books?${query}`), status, code))
})

describe('malformed bodies', () => {
  const post = (body: string, contentType = 'application/json') =>
    library.request('POST /publishers', { body, headers: { 'content-type': contentType } })
  const bodies: [name: string, body: string, type?: string][] = [
    ['nothing', ''],
    ['truncated', '{"id":1'],
    ['trailing text', '{"id":1} x'],
    ['a scalar', '5'],
    ['rows that are not objects', '[1,2]'],
    ['mixed rows', '[{"id":1},[]]'],
    ['too deep', `${'['.repeat(3000)}${']'.repeat(3000)}`],
    ['too deep inside', `{"id":1,"name":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`],
    ['too many keys', JSON.stringify(Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, 1])))],
    ['plain text', '{"id":1}', 'text/plain'],
    ['xml', '<id>1</id>', 'application/xml'],
    ['another charset', '{"id":1}', 'application/json; charset=utf-16'],
    ['ragged CSV', 'id,name\n1\n', 'text/csv'],
    ['open CSV', 'id,name\n1,"open', 'text/csv'],
    ['confused CSV', 'id,name\n1,"a"b', 'text/csv'],
    ['multipart', '--x--', 'multipart/form-data; boundary=x'],
  ]
  for (const [name, body, type] of bodies) test(name, async () => assertError(await post(body, type), 400, 'PGRST102'))

  test('too large, with and without a length', async () => {
    const large = JSON.stringify({ id: 90, name: 'x'.repeat(30_000) })
    assertError(await post(large), 413, 'PGRST102')
    const stream = new Blob([large]).stream()
    const request = new Request('http://library.test/publishers', {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    } as RequestInit)
    assert.equal(
      (await library.rest.handle(request, { role: 'authenticated', claims: '{}', session: null })).status,
      413,
    )
  })
  test('not UTF-8', async () => {
    const request = new Request('http://library.test/publishers', {
      method: 'POST',
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(
      (await library.rest.handle(request, { role: 'authenticated', claims: '{}', session: null })).status,
      400,
    )
  })
  test('NUL, lone surrogates and numbers too large, wherever they are', async () => {
    assertError(await post('{"id":91,"name":"a\\u0000b"}'), 400, '22P05')
    assertError(await post('{"id":91,"name":"\\ud800"}'), 400, '22P02')
    assertError(await post('{"id":1e400,"name":"x"}'), 400, '22P02')
    assertError(await library.request('POST /books', { body: '{"title":"x","price":1e400}' }), 400, '22003')
    assertError(await library.request('POST /books', { body: '{"title":"x","data":{"a":"\\u0000"}}' }), 400, '22P05')
    assertError(await get('/books?title=eq.a%00b'), 400, '22021')
    assertError(await get('/books?a%00=eq.1'), 400, '22021')
    assertError(await get('/books?select=a%00'), 400, '22021')
    assertError(await get('/books%00'), 404, 'PGRST125')
    assertError(await get('/rpc/joined?parts=a%00'), 400, '22021')
  })
  test('keys of the language itself are just keys', async () => {
    assertError(await post('{"__proto__":{"id":1}}'), 400, 'PGRST204')
    assertError(await post('{"constructor":1,"id":1}'), 400, 'PGRST204')
  })
  test('a byte order mark and duplicate keys are treated as in JSON', async () => {
    assert.equal((await post('\uFEFF{"id":92,"name":"first","name":"last"}')).status, 201)
    assert.deepEqual(await library.look('delete from library.publishers where id = 92 returning name'), [
      { name: 'last' },
    ])
  })
})

describe('requests that ask for too much', () => {
  const many = (count: number, one: (at: number) => string) => Array.from({ length: count }, (_, at) => one(at))
  test('are refused by the parser', async () => {
    const queries = [
      `id=in.(${many(2001, String).join(',')})`,
      many(101, () => 'id=gt.0').join('&'),
      `or=(${many(101, () => 'id.gt.0').join(',')})`,
      `or=${'(and'.repeat(12)}(id.eq.1)${')'.repeat(12)}`,
      `select=${many(201, () => 'id').join(',')}`,
      `select=${many(21, (at) => `a${at}:covers(colour)`).join(',')}`,
      `select=${'covers(books('.repeat(4)}id${'))'.repeat(4)}`,
      `order=${many(21, () => 'id').join(',')}`,
    ]
    for (const query of queries) assertError(await get(`/books?${query}`), 400, 'PGRST100')
  })
  test('get no more rows than allowed, of the resource, of an embed and of a function', async () => {
    assert.equal((await get('/books?select=id')).body.length, 3)
    assert.equal((await get('/books?select=id&limit=1000000000000000000000')).body.length, 3)
    assert.equal((await get('/rpc/evens?up_to=100')).body.length, 3)
    await library.look('insert into library.stock select 3, id, 1 from library.books')
    assert.equal((await get('/shops?select=books(id)&id=eq.3')).body[0].books.length, 3)
    assert.equal((await get('/shops?select=...books(id)&id=eq.3&books.limit=100')).body[0].id.length, 3)
  })
  test('are counted all the same, and estimated past the limit', async () => {
    const total = async (count: string) =>
      (await library.request('GET /books?select=id', { headers: { prefer: `count=${count}` } })).headers.get(
        'content-range',
      )
    assert.equal(await total('exact'), '0-2/5')
    assert.match((await total('estimated'))!, /^0-2\/[45]$/)
    assert.match((await total('planned'))!, /^0-2\/[45]$/)
  })
  test('far offsets find nothing', async () =>
    assert.deepEqual((await get('/books?offset=99999999999999999999999')).body, []))
})

test('none of these requests logged a server error', () => assert.deepEqual(library.faults, []))
