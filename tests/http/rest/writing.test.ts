import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { assertError, openLibrary, reader } from './library.ts'

const library = openLibrary()
const full = { prefer: 'return=representation' }

beforeEach(async () => {
  await library.database.pool.query(`
    delete from library.books where id > 5; delete from library.publishers where id > 2; delete from library.shops where id > 3;
    update library.books set price = 5.00, title = 'Bells at noon', pages = 100 where id = 1; delete from library.letters`)
})

const publisher = async (id: number) => (await library.look(`select * from library.publishers where id = ${id}`))[0]

describe('insert', () => {
  test('one row answers 201 and nothing else', async () => {
    const answer = await library.request('POST /publishers', { body: { id: 10, name: 'New' } })
    assert.deepEqual([answer.status, answer.text, answer.headers.get('content-range')], [201, '', '*/*'])
    assert.deepEqual(await publisher(10), { id: 10, name: 'New', city: null })
  })
  test('the client gets the row back, chosen columns, computed fields and embeds included', async () => {
    const { data, status } = await library
      .client()
      .from('books')
      .insert({
        title: 'Fresh',
        author_id: 1,
        data: { deep: [1, { x: null }] },
        tags: ['a', 'b,c'],
        on_sale: '[2025-05-01,2025-06-01)',
      })
      .select('title, price, tags, data, shouting, authors!author_id(name), siblings(title), added_at')
      .order('title', { referencedTable: 'siblings' })
      .single()
    assert.equal(status, 201)
    assert.deepEqual(data, {
      title: 'Fresh',
      price: 9.99,
      tags: ['a', 'b,c'],
      data: { deep: [1, { x: null }] },
      shouting: 'FRESH',
      authors: { name: 'Ann' },
      siblings: [{ title: 'Bells at noon' }, { title: 'The quiet river' }],
      added_at: '2025-07-04T12:00:00+00:00',
    })
  })
  test('many rows, where a missing key becomes null', async () => {
    const { data, count } = await library
      .client()
      .from('publishers')
      .insert(
        [
          { id: 11, name: 'A', city: 'X' },
          { id: 12, name: 'B' },
        ],
        { count: 'exact' },
      )
      .select()
    assert.equal(count, 2)
    assert.deepEqual(data, [
      { id: 11, name: 'A', city: 'X' },
      { id: 12, name: 'B', city: null },
    ])
  })
  test('many rows, where a missing key takes the default', async () => {
    const { data, error } = await library
      .client()
      .from('books')
      .insert(
        [
          { title: 'D1', price: 3 },
          { title: 'D2', pages: 7 },
          { title: 'D3', price: 4, in_print: false },
        ],
        { defaultToNull: false },
      )
      .select('title,price,pages,in_print,tags')
    assert.equal(error, null)
    assert.deepEqual(data, [
      { title: 'D1', price: 3, pages: null, in_print: true, tags: [] },
      { title: 'D2', price: 9.99, pages: 7, in_print: true, tags: [] },
      { title: 'D3', price: 4, pages: null, in_print: false, tags: [] },
    ])
  })
  test('a column named and missing everywhere takes its default too', async () => {
    const answer = await library.request('POST /books?columns=title,price,id&select=title,price', {
      body: { title: 'D4' },
      headers: { prefer: 'missing=default, return=representation' },
    })
    assert.deepEqual([answer.status, answer.body], [201, [{ title: 'D4', price: 9.99 }]])
    assert.equal(answer.headers.get('preference-applied'), 'missing=default, return=representation')
  })
  test('columns chooses which keys count', async () => {
    const answer = await library.request('POST /publishers?columns=id,name', {
      body: [{ id: 13, name: 'Only', city: 'ignored', junk: 1 }],
      headers: full,
    })
    assert.deepEqual(answer.body, [{ id: 13, name: 'Only', city: null }])
  })
  test('rows with different keys need columns', async () =>
    assertError(
      await library.request('POST /publishers', { body: [{ id: 14, name: 'A' }, { id: 15 }] }),
      400,
      'PGRST102',
    ))
  test('no rows and empty rows', async () => {
    assert.deepEqual((await library.request('POST /publishers', { body: [], headers: full })).body, [])
    const letters = await library.request('POST /letters', { body: [{}, {}] })
    assert.equal(letters.status, 201)
    assert.equal((await library.request('POST /letters', { body: {} })).status, 201)
    assert.equal((await library.look('select from library.letters')).length, 3)
  })
  test('headers only says where the row is', async () => {
    const answer = await library.request('POST /stock', {
      body: { shop_id: 3, book_id: 5 },
      headers: { prefer: 'return=headers-only' },
    })
    assert.deepEqual(
      [answer.status, answer.text, answer.headers.get('location')],
      [201, '', '/stock?shop_id=eq.3&book_id=eq.5'],
    )
    await library.look('delete from library.stock where shop_id = 3')
  })
  test('minimal needs no right to read', async () => {
    assert.equal(
      (await library.request('POST /letters', { body: { body: 'psst' }, headers: { prefer: 'return=minimal' } }))
        .status,
      201,
    )
    assertError(await library.request('POST /letters', { body: { body: 'psst' }, headers: full }), 403, '42501')
    assertError(
      await library.request('POST /letters', { body: { body: 'psst' }, headers: { prefer: 'return=headers-only' } }),
      403,
      '42501',
    )
    assert.equal((await library.look('select from library.letters')).length, 1)
  })
  test('CSV', async () => {
    const csv = 'id,name,city\r\n20,"With, comma","Say ""hi"""\n21,Plain,NULL\n22,"two\nlines",'
    const answer = await library.request('POST /publishers', {
      body: csv,
      headers: { 'content-type': 'text/csv', ...full },
    })
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(answer.body, [
      { id: 20, name: 'With, comma', city: 'Say "hi"' },
      { id: 21, name: 'Plain', city: null },
      { id: 22, name: 'two\nlines', city: '' },
    ])
  })
  test('a form', async () => {
    const answer = await library.request('POST /publishers', {
      body: 'id=23&name=From+a+form',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...full },
    })
    assert.deepEqual(answer.body, [{ id: 23, name: 'From a form', city: null }])
  })
  test('numbers keep all their digits', async () => {
    const answer = await library.request('POST /books?select=data', {
      body: '{"title":"Digits","data":{"n":12345678901234567890.123}}',
      headers: full,
    })
    assert.equal(answer.text, '[{"data":{"n": 12345678901234567890.123}}]')
  })
  test('single on many rows writes none of them', async () => {
    const { error, status } = await library
      .client()
      .from('publishers')
      .insert([
        { id: 30, name: 'A' },
        { id: 31, name: 'B' },
      ])
      .select()
      .single()
    assert.deepEqual([status, error!.code], [406, 'PGRST116'])
    assert.equal(await publisher(30), undefined)
  })
})

describe('update', () => {
  test('changes what the filters find and answers 204', async () => {
    const answer = await library.request('PATCH /books?id=eq.1', {
      body: { price: 6.5 },
      headers: { prefer: 'count=exact' },
    })
    assert.deepEqual([answer.status, answer.text, answer.headers.get('content-range')], [204, '', '0-0/1'])
    assert.equal((await library.look('select price from library.books where id = 1'))[0].price, '6.50')
  })
  test('gives the rows back', async () => {
    const { data, count } = await library
      .client()
      .from('books')
      .update({ pages: 101 }, { count: 'exact' })
      .or('id.eq.1,id.eq.99')
      .select('id,pages,covers(colour)')
    assert.deepEqual([data, count], [[{ id: 1, pages: 101, covers: { colour: 'red' } }], 1])
  })
  test('of nothing gives nothing', async () => {
    assert.deepEqual((await library.client().from('books').update({ pages: 1 }).eq('id', 99).select()).data, [])
    assert.deepEqual((await library.request('PATCH /books?id=eq.1', { body: {}, headers: full })).body, [])
    const empty = await library.request('PATCH /books?id=eq.1&columns=price', {
      body: [],
      headers: { prefer: 'missing=default,return=representation' },
    })
    assert.deepEqual(empty.body, [])
  })
  test('can filter by columns it does not return, and by computed fields', async () => {
    const { data } = await library
      .client()
      .from('books')
      .update({ pages: 102 })
      .eq('shouting', 'BELLS AT NOON')
      .gt('price', 1)
      .select('title')
    assert.deepEqual(data, [{ title: 'Bells at noon' }])
  })
  test('sets a default where one is asked for', async () => {
    const answer = await library.request('PATCH /books?id=eq.1&columns=price,pages&select=price,pages', {
      body: { pages: 5 },
      headers: { prefer: 'missing=default,return=representation' },
    })
    assert.deepEqual(answer.body, [{ price: 9.99, pages: 5 }])
  })
  test('without a filter is refused', async () => {
    const answer = await library.request('PATCH /books', { body: { price: 1 } })
    assertError(answer, 400, '21000')
    assert.equal(answer.body.message, 'UPDATE requires a WHERE clause')
    assert.equal((await library.look('select price from library.books where id = 2'))[0].price, '15.50')
  })
  test('stops before it changes more rows than allowed', async () => {
    const { error, status } = await library.client().from('books').update({ pages: 0 }).gt('id', 0).maxAffected(2)
    assert.deepEqual([status, error!.code, error!.details], [400, 'PGRST124', 'The query affects 5 rows'])
    assert.equal((await library.look('select from library.books where pages = 0')).length, 0)
    assert.equal((await library.client().from('books').update({ pages: 100 }).eq('id', 1).maxAffected(2)).status, 204)
  })
  test('single on many changes none', async () => {
    const { status } = await library.client().from('books').update({ pages: 0 }).gt('id', 0).select().single()
    assert.equal(status, 406)
    assert.equal((await library.look('select from library.books where pages = 0')).length, 0)
  })
  test('asks for one object', async () =>
    assertError(await library.request('PATCH /books?id=eq.1', { body: [{ pages: 1 }, { pages: 2 }] }), 400, 'PGRST102'))
})

describe('delete', () => {
  test('removes what the filters find', async () => {
    await library
      .client()
      .from('publishers')
      .insert([
        { id: 50, name: 'x' },
        { id: 51, name: 'y' },
      ])
    const { data, status } = await library.client().from('publishers').delete().eq('id', 50).select('name')
    assert.deepEqual([data, status], [[{ name: 'x' }], 200])
    const answer = await library.request('DELETE /publishers?id=eq.51', { headers: { prefer: 'count=exact' } })
    assert.deepEqual([answer.status, answer.headers.get('content-range')], [204, '*/1'])
    assert.equal(await publisher(51), undefined)
  })
  test('without a filter is refused', async () => {
    assertError(await library.request('DELETE /shops'), 400, '21000')
    assertError(await library.request('DELETE /shops?select=id&limit=5&order=id'), 400, '21000')
    assert.equal((await library.look('select from library.shops')).length, 3)
  })
  test('stops before it removes more rows than allowed', async () => {
    assert.equal(
      (await library.client().from('order_lines').delete().gt('line', 0).maxAffected(1)).error!.code,
      'PGRST124',
    )
    assert.equal((await library.look('select from library.order_lines')).length, 3)
  })
})

describe('delete from a table with soft deletion', () => {
  const ended = async () =>
    (await library.look('select id from library.loans where ended order by id')).map(({ id }) => id)

  test('answers as if the rows were deleted, and hides them', async () => {
    const { data, status } = await library.client(reader).from('loans').delete().eq('id', 1).select('id, reader')
    assert.deepEqual([data, status], [[{ id: 1, reader: 'ann' }], 200])
    const again = await library.request('DELETE /loans?id=eq.1', { as: reader, headers: { prefer: 'count=exact' } })
    assert.deepEqual([again.status, again.headers.get('content-range')], [204, '*/0'])
    const bare = await library.request('DELETE /loans?id=eq.2', { as: reader, headers: { prefer: 'count=exact' } })
    assert.deepEqual([bare.status, bare.headers.get('content-range')], [204, '*/1'])
    assert.deepEqual(await ended(), [1, 2])
  })
  test('changes only the filtered rows that the function allows', async () => {
    const { data } = await library.client(reader).from('loans').delete().gt('id', 2).neq('id', 4).select('id')
    assert.deepEqual(data, [])
    assertError(await library.request('DELETE /loans', { as: reader }), 400, '21000')
    assert.equal(
      (await library.client(reader).from('loans').delete().gt('id', 0).maxAffected(0)).error!.code,
      'PGRST124',
    )
    assert.deepEqual(await ended(), [1, 2])
  })
  test('is not selectable as a field', async () => {
    assert.equal((await library.request('GET /loans?select=soft_delete', { as: reader })).status, 400)
    const headers = { prefer: 'return=representation' }
    const body = { ended: false }
    const answer = await library.request('PATCH /loans?id=eq.4&select=soft_delete', { as: reader, headers, body })
    assert.equal(answer.status, 400)
    assert.deepEqual(await ended(), [1, 2])
  })
})

describe('the database refuses', () => {
  test('a duplicate row, without showing its values', async () => {
    const answer = await library.request('POST /publishers', { body: { id: 1, name: 'again' } })
    assertError(answer, 409, '23505')
    assert.deepEqual(
      [answer.body.message, answer.body.details],
      ['duplicate key value violates unique constraint "publishers_pkey"', null],
    )
  })
  test('a row that points at nothing', async () => {
    const answer = await library.request('POST /books', { body: { title: 'x', author_id: 999 } })
    assertError(answer, 409, '23503')
    assert.equal(answer.body.details, null)
  })
  test('nulls, checks, types and lengths', async () => {
    assertError(await library.request('POST /publishers', { body: { id: 60 } }), 400, '23502')
    assertError(await library.request('POST /books', { body: { title: 'x', isbn: 'letters' } }), 400, '23514')
    assertError(await library.request('POST /publishers', { body: { id: 'sixty', name: 'x' } }), 400, '22P02')
    assertError(await library.request('POST /books', { body: { title: 'x', code: 'too long' } }), 400, '22001')
    assertError(await library.request('POST /books', { body: { title: 'x', price: 1e12 } }), 400, '22003')
    assertError(await library.request('POST /log', { body: { id: 1, line: 'x' } }), 400, '428C9')
  })
  test('a column that is not there', async () => {
    const answer = await library.request('POST /publishers', { body: { id: 61, nmae: 'x' } })
    assertError(answer, 400, 'PGRST204')
    assert.equal(answer.body.message, "Could not find the 'nmae' column of 'publishers' in the schema cache")
    assertError(await library.request('POST /publishers?columns=id,nope', { body: { id: 61 } }), 400, 'PGRST204')
    assertError(
      await library.request('POST /publishers?on_conflict=nope', {
        body: { id: 61 },
        headers: { prefer: 'resolution=merge-duplicates' },
      }),
      400,
      'PGRST204',
    )
  })
  test('a view of totals cannot be written', async () => {
    const answer = await library.request('POST /totals', { body: { author_id: 1 } })
    assert.ok(answer.status >= 400 && answer.status < 500, answer.text)
  })
})
