import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertError, openLibrary } from './library.ts'

const library = openLibrary()

/** Returns the ids of the books that a query string finds, in order. */
async function found(query: string, table = 'books'): Promise<number[]> {
  const answer = await library.request(`GET /${table}?select=id&order=id&${query}`)
  assert.equal(answer.status, 200, `${query}: ${answer.text}`)
  return answer.body.map(({ id }: { id: number }) => id)
}

describe('filters', () => {
  const cases: [query: string, ids: number[]][] = [
    ['id=eq.1', [1]],
    ['id=neq.1', [2, 3, 4, 5]],
    ['price=gt.8.25', [2, 4]],
    ['price=gte.8.25', [2, 3, 4]],
    ['price=lt.8.25', [1, 5]],
    ['price=lte.8.25', [1, 3, 5]],
    ['title=like.*bells', [4]],
    ['title=like.%25bells', [4]],
    ['title=ilike.*BELLS*', [1, 4]],
    ['title=like(any).{*bells,Orphan}', [4, 5]],
    ['title=ilike(all).{*bells*,*noon*}', [1]],
    ['id=eq(any).{1,4}', [1, 4]],
    ['id=gt(all).{1,3}', [4, 5]],
    ['title=match.^The', [2]],
    ['title=imatch.^the', [2]],
    ['id=in.(1,3,99)', [1, 3]],
    ['id=in.()', []],
    ['title=in.("Running, \\"fast\\"",Orphan)', [3, 5]],
    ['id=not.in.(1,2)', [3, 4, 5]],
    ['pages=is.null', [3]],
    ['pages=not.is.null', [1, 2, 4, 5]],
    ['pages=is.not_null', [1, 2, 4, 5]],
    ['in_print=is.true', [1, 2, 4]],
    ['in_print=is.false', [3, 5]],
    ['in_print=is.unknown', []],
    ['pages=isdistinct.100', [2, 3, 4, 5]],
    ['pages=not.isdistinct.100', [1]],
    ['words=fts.bell', [1, 4]],
    ['words=fts(english).bell%26noon', [1]],
    ['title=fts(english).running', [3]],
    ['title=plfts(english).The river', [2]],
    ['title=phfts(english).quiet river', [2]],
    ['title=wfts(english).bells -stone', [1]],
    ['title=not.fts(english).bells', [2, 3, 5]],
    ['tags=cs.{bell}', [1, 4]],
    ['tags=cd.{town,bell,water}', [1, 2, 3, 5]],
    ['tags=ov.{water,stone}', [2, 4]],
    ['data=cs.{"key":"one"}', [1]],
    ['on_sale=cs.[2025-01-05,2025-01-06)', [1]],
    ['on_sale=ov.[2025-01-15,2025-02-15)', [1, 4]],
    ['on_sale=sl.[2025-02-01,2025-03-01)', [1]],
    ['on_sale=sr.[2025-01-01,2025-02-01)', [2, 4]],
    ['on_sale=nxr.[2025-02-01,2025-03-01)', [1, 4]],
    ['on_sale=nxl.[2025-02-01,2025-03-01)', [2, 4]],
    ['on_sale=adj.[2025-02-01,2025-03-01)', [1, 2]],
    ['data->>key=eq.two', [2]],
    ['data->a->b->>0=eq.3', [2]],
    ['data->n=gt.1', [2, 5]],
    ['data->a->b=eq.[1,2]', [1]],
    ['data->>key=is.null', [3, 4, 5]],
    ['isbn=eq.111-11', [1]],
    ['isbn=eq.', []],
    ['code=eq.ef', [2]],
    ['code=in.(abcd,ef)', [1, 2]],
    ['added_at=eq.2025-07-04T14:00:00%2B02:00', [1, 2, 3, 4, 5]],
    ['shouting=eq.ORPHAN', [5]],
    ['id=gt.1&id=lt.4', [2, 3]],
    ['or=(id.eq.1,id.eq.3)', [1, 3]],
    ['and=(id.gt.1,id.lt.4)', [2, 3]],
    ['not.or=(id.eq.1,id.eq.3)', [2, 4, 5]],
    ['not.and=(id.gt.1,id.lt.4)', [1, 4, 5]],
    ['or=(id.eq.1,and(price.gt.10,in_print.is.true))', [1, 2, 4]],
    ['or=(id.eq.5,not.and(price.gt.1,price.lt.30))', [5]],
    ['or=(title.eq."Running, \\"fast\\"",tags.cs.{water})', [2, 3]],
    ['or=(id.in.(1,2),title.not.like.*e*)', [1, 2, 3, 5]],
    ['or=(data->>key.eq.one,data->n.eq.5)', [1, 5]],
    ['and=(title.fts(english).bells,or(price.lt.6,pages.gt.300))', [1, 4]],
  ]
  for (const [query, ids] of cases) test(query, async () => assert.deepEqual(await found(query), ids))

  test('an enum is compared with its words', async () => {
    assert.deepEqual(await found('mood=eq.merry', 'authors'), [2])
    assertError(await library.request('GET /authors?mood=eq.angry'), 400, '22P02')
  })
  test('odd names of columns are quoted as the client quotes them', async () => {
    const { data, error } = await library.client().from('Odd Names').select('"a,b",q:"quo\\"te"').eq('"dot.ted"', 'dot')
    assert.equal(error, null)
    assert.deepEqual(data, [{ 'a,b': 'comma', q: 'quote' }])
  })
})

describe('the official client', () => {
  test('reads columns with aliases, casts and JSON paths', async () => {
    const { data } = await library
      .client()
      .from('books')
      .select('id, name:title, price::text, data->a->b->0, last:data->a->b->>-1, tags->0')
      .eq('id', 1)
      .single()
    assert.deepEqual(data, { id: 1, name: 'Bells at noon', price: '5.00', b: 1, last: '2', tags: 'town' })
  })
  test('reads computed fields, filters and orders by them', async () => {
    const { data } = await library
      .client()
      .from('books')
      .select('shouting')
      .like('shouting', '%BELLS%')
      .order('shouting', { ascending: false })
    assert.deepEqual(data, [{ shouting: 'STONE BELLS' }, { shouting: 'BELLS AT NOON' }])
  })
  test('orders with nulls first and last', async () => {
    const pages = async (nullsFirst: boolean) =>
      (await library.client().from('books').select('pages').order('pages', { ascending: false, nullsFirst })).data!.map(
        (row) => row.pages,
      )
    assert.deepEqual(await pages(true), [null, 400, 250, 100, 10])
    assert.deepEqual(await pages(false), [400, 250, 100, 10, null])
  })
  test('orders by several columns and by a JSON path', async () => {
    const { data } = await library
      .client()
      .from('books')
      .select('id')
      .order('in_print')
      .order('data->n', { ascending: false, nullsFirst: false })
    assert.deepEqual(
      data!.map(({ id }) => id),
      [5, 3, 2, 1, 4],
    )
  })
  test('limits and pages', async () => {
    const first = await library.client().from('books').select('id').order('id').limit(2)
    assert.deepEqual(first.data, [{ id: 1 }, { id: 2 }])
    const second = await library.client().from('books').select('id', { count: 'exact' }).order('id').range(2, 3)
    assert.deepEqual([second.status, second.count, second.data], [206, 5, [{ id: 3 }, { id: 4 }]])
  })
  test('asks for one row, and is refused when there are none or two', async () => {
    const one = await library.client().from('books').select('id').eq('id', 2).single()
    assert.deepEqual(one.data, { id: 2 })
    const none = await library.client().from('books').select('id').eq('id', 99).single()
    assert.deepEqual(
      [none.status, none.error!.code, none.error!.details],
      [406, 'PGRST116', 'The result contains 0 rows'],
    )
    const two = await library.client().from('books').select('id').lt('id', 3).single()
    assert.deepEqual([two.status, two.error!.details], [406, 'The result contains 2 rows'])
  })
  test('asks for at most one row', async () => {
    assert.equal((await library.client().from('books').select('id').eq('id', 99).maybeSingle()).data, null)
    assert.deepEqual((await library.client().from('books').select('id').eq('id', 1).maybeSingle()).data, { id: 1 })
    assert.equal((await library.client().from('books').select('id').maybeSingle()).error!.code, 'PGRST116')
  })
  test('leaves out nulls when asked', async () => {
    const { data } = await library.client().from('books').select('id,pages,covers(colour)').eq('id', 3).stripNulls()
    assert.deepEqual(data, [{ id: 3 }])
    const one = await library.client().from('books').select('id,pages').eq('id', 3).stripNulls().single()
    assert.deepEqual(one.data, { id: 3 })
  })
  test('counts exactly, and without rows', async () => {
    const { count, data, status } = await library
      .client()
      .from('books')
      .select('*', { count: 'exact', head: true })
      .gt('price', 5)
    assert.deepEqual([count, data, status], [3, null, 200])
  })
  test('counts by plan and by estimate', async () => {
    for (const kind of ['planned', 'estimated'] as const)
      assert.equal((await library.client().from('books').select('id', { count: kind })).count, 5)
  })
  test('reads another schema', async () => {
    assert.deepEqual((await library.client().schema('archive').from('scrolls').select()).data, [
      { id: 1, title: 'Old one' },
    ])
    assert.equal((await library.client().schema('secret').from('scrolls').select()).error!.code, 'PGRST106')
  })
  test('uses every filter it has a method for', async () => {
    const books = () => library.client().from('books').select('id').order('id')
    const ids = async (query: PromiseLike<{ data: { id: number }[] | null; error: unknown }>) => {
      const { data, error } = await query
      assert.equal(error, null)
      return data!.map(({ id }) => id)
    }
    assert.deepEqual(await ids(books().eq('id', 1)), [1])
    assert.deepEqual(await ids(books().neq('id', 1)), [2, 3, 4, 5])
    assert.deepEqual(await ids(books().gt('id', 3)), [4, 5])
    assert.deepEqual(await ids(books().gte('id', 4)), [4, 5])
    assert.deepEqual(await ids(books().lt('id', 2)), [1])
    assert.deepEqual(await ids(books().lte('id', 1)), [1])
    assert.deepEqual(await ids(books().like('title', 'The%')), [2])
    assert.deepEqual(await ids(books().ilike('title', 'the%')), [2])
    assert.deepEqual(await ids(books().likeAnyOf('title', ['The%', 'Orph%'])), [2, 5])
    assert.deepEqual(await ids(books().likeAllOf('title', ['The%', '%river'])), [2])
    assert.deepEqual(await ids(books().ilikeAnyOf('title', ['the%', 'orph%'])), [2, 5])
    assert.deepEqual(await ids(books().ilikeAllOf('title', ['the%', '%RIVER'])), [2])
    assert.deepEqual(await ids(books().regexMatch('title', '^B')), [1])
    assert.deepEqual(await ids(books().regexIMatch('title', '^b')), [1])
    assert.deepEqual(await ids(books().is('pages', null)), [3])
    assert.deepEqual(await ids(books().isDistinct('pages', 100)), [2, 3, 4, 5])
    assert.deepEqual(
      await ids(
        books().in(
          'title',
          ['Running, "fast"', 'Orphan'].map((title) => title.replaceAll('"', '\\"')),
        ),
      ),
      [3, 5],
    )
    assert.deepEqual(await ids(books().notIn('id', [1, 2])), [3, 4, 5])
    assert.deepEqual(await ids(books().contains('tags', ['bell'])), [1, 4])
    assert.deepEqual(await ids(books().contains('data', { key: 'one' })), [1])
    assert.deepEqual(await ids(books().containedBy('tags', ['water'])), [2, 3, 5])
    assert.deepEqual(await ids(books().overlaps('tags', ['water', 'stone'])), [2, 4])
    assert.deepEqual(await ids(books().rangeGt('on_sale', '[2025-01-01,2025-02-01)')), [2, 4])
    assert.deepEqual(await ids(books().rangeGte('on_sale', '[2025-02-01,2025-03-01)')), [2, 4])
    assert.deepEqual(await ids(books().rangeLt('on_sale', '[2025-02-01,2025-03-01)')), [1])
    assert.deepEqual(await ids(books().rangeLte('on_sale', '[2025-02-01,2025-03-01)')), [1, 4])
    assert.deepEqual(await ids(books().rangeAdjacent('on_sale', '[2025-02-01,2025-03-01)')), [1, 2])
    assert.deepEqual(await ids(books().textSearch('title', 'bell', { config: 'english' })), [1, 4])
    assert.deepEqual(await ids(books().textSearch('title', 'quiet river', { config: 'english', type: 'phrase' })), [2])
    assert.deepEqual(
      await ids(books().textSearch('title', 'bells -stone', { config: 'english', type: 'websearch' })),
      [1],
    )
    assert.deepEqual(await ids(books().textSearch('title', 'the river', { config: 'english', type: 'plain' })), [2])
    assert.deepEqual(await ids(books().match({ id: 1, in_print: true })), [1])
    assert.deepEqual(await ids(books().not('id', 'in', '(1,2)')), [3, 4, 5])
    assert.deepEqual(await ids(books().or('id.eq.1,price.gt.16')), [1, 4])
    assert.deepEqual(await ids(books().filter('price', 'not.gt', 5)), [1, 5])
  })
})

describe('rows and counts in headers', () => {
  const shown = async (line: string, headers: Record<string, string> = {}) => {
    const answer = await library.request(line, { headers })
    return [answer.status, answer.headers.get('content-range')]
  }
  const count = { prefer: 'count=exact' }

  test('a page without a count is whole', async () =>
    assert.deepEqual(await shown('GET /books?limit=2'), [200, '0-1/*']))
  test('a page with a count is partial', async () =>
    assert.deepEqual(await shown('GET /books?limit=2&offset=1', count), [206, '1-2/5']))
  test('all rows with a count are all', async () => assert.deepEqual(await shown('GET /books', count), [200, '0-4/5']))
  test('the last page counts too', async () =>
    assert.deepEqual(await shown('GET /books?limit=2&offset=4', count), [206, '4-4/5']))
  test('past the end by one is empty', async () =>
    assert.deepEqual(await shown('GET /books?offset=5', count), [206, '*/5']))
  test('nothing found', async () => assert.deepEqual(await shown('GET /books?id=eq.99', count), [200, '*/0']))
  test('limit zero', async () => assert.deepEqual(await shown('GET /books?limit=0', count), [206, '*/5']))
  test('a Range header', async () =>
    assert.deepEqual(await shown('GET /books', { range: '1-2', 'range-unit': 'items' }), [200, '1-2/*']))
  test('an open Range header', async () =>
    assert.deepEqual(await shown('GET /books', { range: '3-', ...count }), [206, '3-4/5']))
  test('a Range header within a limit', async () =>
    assert.deepEqual(await shown('GET /books?limit=3', { range: '1-9' }), [200, '1-2/*']))
  test('junk in the Range header is ignored', async () =>
    assert.deepEqual(await shown('GET /books', { range: 'bytes=0-1,5-' }), [200, '0-4/*']))
  test('HEAD', async () => {
    const answer = await library.request('HEAD /books?limit=1', { headers: count })
    assert.deepEqual([answer.status, answer.text, answer.headers.get('content-range')], [206, '', '0-0/5'])
  })
  test('an offset past the end is refused when counted', async () => {
    const answer = await library.request('GET /books?offset=7', { headers: count })
    assertError(answer, 416, 'PGRST103')
    assert.equal(answer.body.details, 'An offset of 7 was requested, but there are only 5 rows.')
  })
  test('impossible ranges are refused', async () => {
    assertError(await library.request('GET /books', { headers: { range: '5-2' } }), 416, 'PGRST103')
    assertError(await library.request('GET /books?limit=-1'), 416, 'PGRST103')
    assertError(await library.request('GET /books?limit=ten'), 400, 'PGRST100')
  })
  test('a count of groups counts groups', async () => {
    assert.deepEqual(await shown('GET /books?select=in_print,count()&limit=1', count), [206, '0-0/2'])
  })
  test('an inner embed narrows the count', async () => {
    assert.deepEqual(await shown('GET /books?select=id,covers!inner(colour)&limit=1', count), [206, '0-0/2'])
  })
})
