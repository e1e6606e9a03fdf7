import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertError, openLibrary } from './library.ts'

const library = openLibrary()

async function rows(table: string, query: string) {
  const answer = await library.request(`GET /${table}?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

describe('embedding', () => {
  const cases: [name: string, table: string, query: string, expected: unknown][] = [
    [
      'to one',
      'books',
      'select=id,authors!author_id(name)&id=in.(1,5)&order=id',
      [
        { id: 1, authors: { name: 'Ann' } },
        { id: 5, authors: null },
      ],
    ],
    [
      'to one by constraint',
      'books',
      'select=authors!books_editor_id_fkey(name)&id=eq.1',
      [{ authors: { name: 'Bob' } }],
    ],
    ['to one by column name', 'books', 'select=writer:author_id(name)&id=eq.1', [{ writer: { name: 'Ann' } }]],
    [
      'one to one from either side',
      'books',
      'select=id,covers(colour)&id=in.(1,3)&order=id',
      [
        { id: 1, covers: { colour: 'red' } },
        { id: 3, covers: null },
      ],
    ],
    [
      'one to one back',
      'covers',
      'select=colour,books(title)&book_id=eq.2',
      [{ colour: 'blue', books: { title: 'The quiet river' } }],
    ],
    [
      'to many',
      'publishers',
      'select=name,books(id)&books.order=id&order=id',
      [
        { name: 'Acorn', books: [{ id: 1 }, { id: 2 }] },
        { name: 'Birch', books: [{ id: 3 }] },
      ],
    ],
    [
      'through a join table',
      'shops',
      'select=name,books(title)&order=id&books.order=id.desc',
      [
        { name: 'Corner', books: [{ title: 'The quiet river' }, { title: 'Bells at noon' }] },
        { name: 'Market', books: [{ title: 'Bells at noon' }] },
        { name: 'Empty', books: [] },
      ],
    ],
    ['through a join table by its name', 'shops', 'select=books!stock(id)&id=eq.2', [{ books: [{ id: 1 }] }]],
    [
      'the join table itself',
      'shops',
      'select=stock(copies,books(title))&id=eq.2',
      [{ stock: [{ copies: 7, books: { title: 'Bells at noon' } }] }],
    ],
    [
      'over a composite key',
      'orders',
      'select=customer,order_lines(line)&year=eq.2024',
      [{ customer: 'Zoe', order_lines: [{ line: 1 }, { line: 2 }] }],
    ],
    [
      'back over a composite key',
      'order_lines',
      'select=line,orders(customer)&year=eq.2025',
      [{ line: 1, orders: { customer: 'Yan' } }],
    ],
    [
      'children in the same table',
      'authors',
      'select=name,students:authors(name)&id=eq.1&students.order=id',
      [{ name: 'Ann', students: [{ name: 'Bob' }, { name: 'Cid' }] }],
    ],
    [
      'children in the same table by column',
      'authors',
      'select=students:authors!mentor_id(name)&id=eq.2',
      [{ students: [{ name: 'Dee' }] }],
    ],
    [
      'the parent in the same table',
      'authors',
      'select=name,mentor_id(name)&id=eq.2',
      [{ name: 'Bob', mentor_id: { name: 'Ann' } }],
    ],
    [
      'nested three deep',
      'publishers',
      'select=books(authors!author_id(authors(name)))&id=eq.2',
      [{ books: [{ authors: { authors: [{ name: 'Dee' }] } }] }],
    ],
    [
      'from a view',
      'cheap_books',
      'select=title,authors(name)&id=eq.1',
      [{ title: 'Bells at noon', authors: { name: 'Ann' } }],
    ],
    ['a view', 'authors', 'select=cheap_books(title)&id=eq.1', [{ cheap_books: [{ title: 'Bells at noon' }] }]],
    [
      'a computed relationship',
      'books',
      'select=siblings(title)&id=eq.1',
      [{ siblings: [{ title: 'The quiet river' }] }],
    ],
    [
      'a spread to one',
      'books',
      'select=id,...authors!author_id(author:name,born)&id=in.(1,5)&order=id',
      [
        { id: 1, author: 'Ann', born: '1950-01-01' },
        { id: 5, author: null, born: null },
      ],
    ],
    [
      'a spread in a spread',
      'covers',
      'select=colour,...books(title,...publishers(publisher:name))&book_id=eq.1',
      [{ colour: 'red', title: 'Bells at noon', publisher: 'Acorn' }],
    ],
    [
      'an embed in a spread',
      'covers',
      'select=...books(title,shops(name))&book_id=eq.2',
      [{ title: 'The quiet river', shops: [{ name: 'Corner' }] }],
    ],
    [
      'a spread of everything',
      'covers',
      'select=colour,...books(...publishers(*))&book_id=eq.1',
      [{ colour: 'red', id: 1, name: 'Acorn', city: 'Bath' }],
    ],
    [
      'a spread to many',
      'publishers',
      'select=name,...books(titles:title,price)&books.order=price.desc&order=id',
      [
        { name: 'Acorn', titles: ['The quiet river', 'Bells at noon'], price: [15.5, 5] },
        { name: 'Birch', titles: ['Running, "fast"'], price: [8.25] },
      ],
    ],
    ['nothing of an embed', 'books', 'select=id,covers()&covers=not.is.null&order=id', [{ id: 1 }, { id: 2 }]],
    ['no columns at all', 'covers', 'select=', [{}, {}]],
    ['an alias used in filters', 'shops', 'select=wares:books(id)&wares.price=gt.10&id=eq.1', [{ wares: [{ id: 2 }] }]],
  ]
  for (const [name, table, query, expected] of cases)
    test(name, async () => assert.deepEqual(await rows(table, query), expected))

  test('inner keeps only rows that have some', async () => {
    assert.deepEqual(await rows('books', 'select=id,shops!inner(name)&shops.name=eq.Market'), [
      { id: 1, shops: [{ name: 'Market' }] },
    ])
    assert.deepEqual(await rows('books', 'select=id,authors!author_id!inner(name)&authors.name=eq.Bob&order=id'), [
      { id: 3, authors: { name: 'Bob' } },
      { id: 4, authors: { name: 'Bob' } },
    ])
    assert.deepEqual(
      await rows('publishers', 'select=id,books!inner(authors!author_id!inner())&books.authors.name=eq.Bob'),
      [{ id: 2 }],
    )
  })
  test('left keeps all rows and filters only what is embedded', async () => {
    assert.deepEqual(
      await rows('books', 'select=id,authors!author_id!left(name)&authors.name=eq.Bob&id=in.(1,3)&order=id'),
      [
        { id: 1, authors: null },
        { id: 3, authors: { name: 'Bob' } },
      ],
    )
  })
  test('rows without an embed are found by null, also inside or', async () => {
    assert.deepEqual(await rows('books', 'select=id,covers(colour)&covers=is.null&order=id&limit=1'), [
      { id: 3, covers: null },
    ])
    assert.deepEqual(await rows('shops', 'select=id,books()&or=(books.is.null,id.eq.1)&order=id'), [
      { id: 1 },
      { id: 3 },
    ])
  })
  test('an embed has its own order, limit, offset and conditions', async () => {
    const [ann] = await rows('authors', 'select=books!author_id(id)&id=eq.1&books.order=price.desc&books.limit=1')
    assert.deepEqual(ann.books, [{ id: 2 }])
    const [again] = await rows(
      'authors',
      'select=books!author_id(id)&id=eq.1&books.order=price.desc&books.limit=1&books.offset=1',
    )
    assert.deepEqual(again.books, [{ id: 1 }])
    const [either] = await rows('authors', 'select=books!author_id(id)&id=eq.2&books.or=(price.gt.19,id.eq.1)')
    assert.deepEqual(either.books, [{ id: 4 }])
  })
  test('rows are ordered by a field of a to-one embed', async () => {
    assert.deepEqual(
      await rows('books', 'select=id,publishers(name)&order=publishers(name).desc.nullslast,id.desc&limit=2'),
      [
        { id: 3, publishers: { name: 'Birch' } },
        { id: 2, publishers: { name: 'Acorn' } },
      ],
    )
    assert.deepEqual(
      await rows('books', 'select=id,...publishers(house:name)&order=publishers(house).desc.nullslast&limit=1'),
      [{ id: 3, house: 'Birch' }],
    )
  })
  test('the client sets order, limit and or of an embed', async () => {
    const { data } = await library
      .client()
      .from('authors')
      .select('name, books!author_id(title)')
      .eq('id', 2)
      .or('price.gt.1,id.eq.9', { referencedTable: 'books' })
      .order('price', { referencedTable: 'books', ascending: false })
      .range(0, 0, { referencedTable: 'books' })
      .single()
    assert.deepEqual(data, { name: 'Bob', books: [{ title: 'Stone bells' }] })
  })
  test('a table that is not related is refused, with a hint when it is nearly one', async () => {
    const answer = await library.request('GET /books?select=shopz(name)')
    assertError(answer, 400, 'PGRST200')
    assert.equal(answer.body.hint, "Perhaps you meant 'shops' instead of 'shopz'.")
    assertError(await library.request('GET /books?select=shops!nosuch(name)'), 400, 'PGRST200')
  })
  test('two ways to the same table are ambiguous, and the answer names them', async () => {
    const answer = await library.request('GET /books?select=authors(name)')
    assertError(answer, 300, 'PGRST201')
    assert.match(answer.body.hint, /'authors!books_author_id_fkey', 'authors!books_editor_id_fkey'/)
    assert.equal(answer.body.details[0].relationship, 'books_author_id_fkey using books(author_id) and authors(id)')
    const { error } = await library.client().from('books').select('authors(name)')
    assert.equal(error!.code, 'PGRST201')
  })
  test('a table that is not embedded cannot be filtered, ordered or limited', async () => {
    for (const query of [
      'shops.name=eq.x',
      'shops.order=name',
      'shops.limit=1',
      'order=shops(name)',
      'shops.or=(id.eq.1)',
    ])
      assertError(await library.request(`GET /books?select=id&${query}`), 400, 'PGRST108')
  })
  test('a to-many embed cannot order rows, and an embed takes no other filter than null', async () => {
    assertError(await library.request('GET /shops?select=id,books(id)&order=books(id)'), 400, 'PGRST118')
    assertError(await library.request('GET /shops?select=id,books(id)&books=eq.1'), 400, 'PGRST120')
  })
})
