// One request, one question to PostgreSQL. Counted, not timed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { openLibrary } from './library.ts'

const library = openLibrary({ asksOnce: true })
let asked = 0

/** From here on every query of every connection is counted. */
const counting = once(async () => {
  await library.ask('GET /books')
  library.database.pool.on('acquire', (client) => {
    const counted = client as pg.PoolClient & { counted?: boolean }
    if (counted.counted) return
    counted.counted = true
    const query = counted.query
    counted.query = function (this: pg.PoolClient, ...args: unknown[]) {
      asked++
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
  test(`${line} asks ${times === 1 ? 'once' : times === 2 ? 'and then commits' : 'nothing'}`, async () => {
    await counting()
    asked = 0
    const answer = await library.ask(line, options)
    assert.ok(times > 0 ? answer.status < 300 : answer.status >= 400, answer.text)
    assert.equal(asked, times)
  })

test('rows that are added one by one share connections while none is free, and one that is refused fails alone', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => ({ id: 100 + (n === 30 ? 0 : n), name: 'x' }))
  const { acquired, answers } = await atOnce(rows.map((body) => library.ask('POST /publishers', { body })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    rows.map((_, n) => (n === 30 ? 409 : 201)),
  )
  assert.ok(acquired <= 25, `${acquired} connections for ${rows.length} rows`)
})

test('what may change many rows shares a connection with nobody', async () => {
  const changes = Array.from({ length: 40 }, (_, n) => `PATCH /publishers?id=eq.${100 + n}`)
  const { acquired, answers } = await atOnce(changes.map((line) => library.ask(line, { body: { name: 'y' } })))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([204]))
  assert.equal(acquired, changes.length)
})

async function atOnce<T>(asking: Promise<T>[]): Promise<{ acquired: number; answers: T[] }> {
  let acquired = 0
  const count = () => acquired++
  library.database.pool.on('acquire', count)
  const answers = await Promise.all(asking)
  library.database.pool.off('acquire', count)
  return { acquired, answers }
}
