// Generates requests that mostly follow the grammar and mostly make no sense. The same seed gives the same requests.
export type Nonsense = { line: string; headers: Record<string, string>; body?: unknown }

const tables = [
  'books',
  'authors',
  'shops',
  'stock',
  'orders',
  'order_lines',
  'covers',
  'cheap_books',
  'notes',
  'Odd%20Names',
  'nowhere',
]
const columns = [
  'id',
  'title',
  'name',
  'price',
  'pages',
  'tags',
  'data',
  'data->a->b',
  'data->>key',
  'raw->z',
  'on_sale',
  'words',
  'isbn',
  'mood',
  'added_at',
  'shouting',
  'in_print',
  'nope',
  '"dot.ted"',
]
const relations = [
  'authors!author_id',
  'authors',
  'books',
  'books!author_id',
  'shops',
  'covers',
  'siblings',
  'stock',
  'order_lines',
  'mentor_id',
  'nobody',
]
/** Valid values for each table, so that many requests are accepted. */
const sense: Record<string, { columns: string[]; relations: string[]; tests: string[] }> = {
  books: {
    columns: ['id', 'title', 'price', 'pages', 'tags', 'data->a', 'shouting', 'in_print'],
    relations: ['authors!author_id', 'shops', 'covers', 'siblings', 'publishers', 'stock'],
    tests: [
      'id=gt.2',
      'title=ilike.*e*',
      'tags=ov.{bell}',
      'in_print=is.true',
      'data->>key=not.is.null',
      'on_sale=adj.[2025-02-01,2025-03-01)',
      'or=(id.eq.1,and(price.lt.9,pages.not.is.null))',
    ],
  },
  authors: {
    columns: ['id', 'name', 'born', 'mood', 'age_in'],
    relations: ['books!author_id', 'mentor_id', 'authors', 'cheap_books'],
    tests: ['id=in.(1,2)', 'mood=neq.calm', 'born=is.null'],
  },
  shops: { columns: ['id', 'name'], relations: ['books', 'stock'], tests: ['name=like.*r*', 'id=not.eq.2'] },
  stock: { columns: ['shop_id', 'book_id', 'copies'], relations: ['books', 'shops'], tests: ['copies=gte.2'] },
  orders: { columns: ['year', 'number', 'customer'], relations: ['order_lines'], tests: ['year=eq.2025'] },
  covers: { columns: ['book_id', 'colour'], relations: ['books'], tests: ['colour=isdistinct.red'] },
}
const operators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'is',
  'isdistinct',
  'fts',
  'plfts(english)',
  'wfts',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
  'eq(any)',
  'like(all)',
  'zz',
]
const values = [
  '1',
  '-1',
  '0',
  'Ann',
  'null',
  'true',
  '*ell*',
  '{a,b}',
  '{',
  '[1,2)',
  '{"a":1}',
  '2025-01-01',
  '',
  '%25',
  '(1)',
  '99999999999',
  '1e999',
  'NaN',
  '"x"',
  'empty',
  '[2025-01-01,2025-02-01)',
]
const casts = ['text', 'int', 'json', 'date', 'regclass', 'boolean']
const functions = [
  'add?a=1',
  'add?a=1&b=x',
  'evens?up_to=9',
  'books_by?who=1',
  'author_row?who=2',
  'price_list',
  'minmax?nums=1&nums=2',
  'joined?parts=x',
  'null_text',
  'plus_one?num=2',
  'keys_of?doc={}',
  'unclear?a=1',
  'none',
]
const accepts = [
  'application/json',
  'text/csv',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json;nulls=stripped',
  '*/*',
  'text/html',
]
const prefers = [
  'count=exact',
  'count=planned',
  'count=estimated',
  'return=representation',
  'return=minimal',
  'return=headers-only',
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates',
  'missing=default',
  'handling=strict',
  'max-affected=1',
  'timezone=Asia/Tokyo',
  'odd',
]
const bodies: unknown[] = [
  { id: 900, title: 'x' },
  [{ id: 901 }, { title: 'y' }],
  {},
  [],
  { nope: 1 },
  { id: 'x' },
  { data: { a: [1] } },
  { price: '1e3', tags: ['a'] },
  'not json',
  [[]],
  { year: 2025, number: 9, customer: 'N' },
]

export function* requests(seed: number, count: number): Generator<Nonsense> {
  const next = random(seed)
  const pick = <T>(list: T[]): T => list[Math.floor(next() * list.length)]!
  const maybe = (chance: number) => next() < chance
  const times = <T>(most: number, one: () => T): T[] => Array.from({ length: Math.floor(next() * (most + 1)) }, one)

  const sensible = (table: string): string => {
    const own = sense[table]!
    const one = (at: { columns: string[]; relations: string[] }) =>
      maybe(0.3) ? `${maybe(0.2) ? '...' : ''}${pick(at.relations)}(${maybe(0.3) ? '*' : 'count()'})` : pick(at.columns)
    const parts = [`select=${maybe(0.2) ? '*' : [...new Set([0, ...times(3, () => 0)].map(() => one(own)))].join(',')}`]
    if (maybe(0.5)) parts.push(pick(own.tests))
    if (maybe(0.4) && !parts[0]!.includes('...'))
      parts.push(`order=${pick(own.columns)}${maybe(0.5) ? '.desc.nullslast' : ''}`)
    if (maybe(0.4)) parts.push(`limit=${pick(['0', '1', '3'])}`)
    return parts.join('&')
  }
  const item = (depth: number): string => {
    if (depth > 0 && maybe(0.35))
      return `${maybe(0.2) ? '...' : ''}${maybe(0.2) ? 'e:' : ''}${pick(relations)}${maybe(0.25) ? '!inner' : ''}(${times(3, () => item(depth - 1)).join(',')})`.replace(
        '...e:',
        '...',
      )
    if (maybe(0.2)) return '*'
    if (maybe(0.15)) return maybe(0.5) ? 'count()' : 'count'
    return `${maybe(0.2) ? 'a:' : ''}${pick(columns)}${maybe(0.15) ? `::${pick(casts)}` : ''}${maybe(0.15) ? `.${pick(['sum', 'avg', 'min', 'max', 'count', 'zz'])}()` : ''}`
  }
  const test = () =>
    `${maybe(0.2) ? 'not.' : ''}${maybe(0.15) ? `in.(${times(3, () => pick(values)).join(',')})` : `${pick(operators)}.${pick(values)}`}`
  const group = (depth: number): string =>
    `(${[0, ...times(2, () => 0)].map(() => (depth > 0 && maybe(0.3) ? `${maybe(0.3) ? 'not.' : ''}${pick(['and', 'or'])}${group(depth - 1)}` : `${pick(columns)}.${test()}`)).join(',')})`
  const query = () =>
    [
      ...(maybe(0.7) ? [`select=${[0, ...times(2, () => 0)].map(() => item(3)).join(',')}`] : []),
      ...times(1, () => `${maybe(0.2) ? `${pick(relations).split('!')[0]}.` : ''}${pick(columns)}=${test()}`),
      ...(maybe(0.2) ? [`${maybe(0.2) ? 'not.' : ''}${pick(['or', 'and'])}=${group(2)}`] : []),
      ...(maybe(0.3)
        ? [
            `order=${maybe(0.2) ? `${pick(relations).split('!')[0]}(${pick(columns)})` : pick(columns)}${maybe(0.5) ? '.desc' : ''}${maybe(0.2) ? '.nullslast' : ''}`,
          ]
        : []),
      ...(maybe(0.3) ? [`${maybe(0.2) ? 'books.' : ''}limit=${pick(['0', '1', '2', '-1', 'x'])}`] : []),
      ...(maybe(0.1) ? [`offset=${pick(['1', '9'])}`] : []),
    ].join('&')

  for (let made = 0; made < count; made++) {
    const headers: Record<string, string> = {}
    if (maybe(0.3)) headers.accept = pick(accepts)
    if (maybe(0.4)) headers.prefer = [0, ...times(2, () => 0)].map(() => pick(prefers)).join(', ')
    if (maybe(0.1)) headers.range = pick(['0-1', '2-1', '1-', 'x'])
    if (maybe(0.4)) {
      const table = pick(Object.keys(sense))
      yield { line: `${pick(['GET', 'GET', 'HEAD'])} /${table}?${sensible(table)}`, headers }
    } else if (maybe(0.2)) {
      const fn = pick(functions)
      yield { line: `${pick(['GET', 'GET', 'HEAD'])} /rpc/${fn}${fn.includes('?') ? '&' : '?'}${query()}`, headers }
    } else if (maybe(0.25)) {
      const method = pick(['POST', 'PATCH', 'DELETE', 'PUT'])
      // Never a filter that matches rows of other tests.
      const line = `${method} /${pick(tables)}?${query()}${method === 'POST' ? '' : `&${pick(['id', 'year'])}=eq.-7`}${maybe(0.2) ? '&on_conflict=id' : ''}`
      yield { line, headers, body: method === 'DELETE' ? undefined : pick(bodies) }
    } else yield { line: `${pick(['GET', 'GET', 'GET', 'HEAD', 'OPTIONS'])} /${pick(tables)}?${query()}`, headers }
  }
}

/** Mulberry32, a small random number generator. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
