// One request, one message to PostgreSQL, and one more when a connection sees a statement for the first time. Counted, not timed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { openLibrary } from './library.ts'

const library = openLibrary({ asksOnce: true })
let sent: string[] = []

/** Records every message on every connection. */
const counting = once(async () => {
  await library.request('GET /books')
  library.database.pool.on('acquire', (client) => {
    const counted = client as pg.PoolClient & { counted?: boolean }
    if (counted.counted) return
    counted.counted = true
    const query = counted.query
    counted.query = function (this: pg.PoolClient, ...args: unknown[]) {
      const [first] = args as [string | { text: string }]
      sent.push(typeof first === 'string' ? first : first.text)
      return Reflect.apply(query, this, args)
    } as typeof query
  })
})

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}

const single = { accept: 'application/vnd.pgrst.object+json', prefer: 'return=representation' }
const requests: [line: string, times: number, options?: { body?: unknown; headers?: Record<string, string> }][] = [
  [
    'GET /books?select=id,authors!author_id(name),shops(name)&order=id&limit=2',
    1,
    { headers: { prefer: 'count=exact' } },
  ],
  ['GET /books?id=eq.1', 1, { headers: { accept: 'application/vnd.pgrst.object+json' } }],
  ['GET /books?select=id', 1, { headers: { prefer: 'count=estimated' } }],
  ['HEAD /books', 1, { headers: { prefer: 'count=exact' } }],
  ['POST /publishers', 1, { body: { id: 80, name: 'x' }, headers: { prefer: 'return=representation' } }],
  ['PATCH /publishers?id=eq.80', 1, { body: { name: 'y' } }],
  ['PUT /publishers?id=eq.80', 1, { body: { id: 80, name: 'z' } }],
  ['PATCH /publishers?id=eq.80', 2, { body: { name: 'y' }, headers: single }],
  ['DELETE /publishers?id=eq.80', 1],
  ['POST /rpc/books_by?select=title', 1, { body: { who: 1 }, headers: { prefer: 'count=exact' } }],
  ['POST /rpc/books_by?id=eq.1', 1, { body: { who: 1 }, headers: { accept: single.accept } }],
  ['GET /bookz', 0],
  ['GET /books?id=noop.1', 0],
  ['GET /books?select=nope', 0],
]
for (const [line, times, options] of requests)
  test(`${line} sends ${times === 1 ? 'one message' : times === 2 ? 'one message and then commits' : 'nothing'}`, async () => {
    await counting()
    sent = []
    const answer = await library.request(line, options)
    assert.ok(times > 0 ? answer.status < 300 : answer.status >= 400, answer.text)
    const prepares = sent.filter((message) => message.includes('; prepare '))
    assert.ok(prepares.length <= 1)
    assert.equal(sent.length - prepares.length, times)
  })

test('a statement is prepared once per connection', async () => {
  await counting()
  await library.request('GET /books?select=id,title&id=eq.1')
  sent = []
  await library.request('GET /books?select=id,title&id=eq.2')
  assert.deepEqual([sent.length, sent.some((message) => message.includes('; prepare '))], [1, false])
})

test('of many concurrent inserts, a refused one fails alone', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => ({ id: 100 + (n === 30 ? 0 : n), name: 'x' }))
  const answers = await Promise.all(rows.map((body) => library.request('POST /publishers', { body })))
  // Two rows have the same id; either may be first.
  const refused = answers.flatMap(({ status }, n) => (status === 201 ? [] : [[status, rows[n]?.id]]))
  assert.deepEqual(refused, [[409, 100]])
})
