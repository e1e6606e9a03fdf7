// The database goes down: callers get 503 with a code and Retry-After, the failure is logged, and the next request works.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createPool } from '#database/pool.ts'
import { createRest } from '#server/rest/rest.ts'
import { openLibrary } from './library.ts'

const library = openLibrary()
const nobody = { role: 'anon' as const, claims: '{}' }
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const book = () => new Request('http://library.test/books?select=id&limit=1')

describe('without a database', () => {
  const pool = createPool({ url: 'postgres://nobody:nothing@127.0.0.1:1/none', max: 1 })
  after(() => pool.end())
  test('every request is 503', async () => {
    const logged: object[] = []
    const warn = (details: object) => void logged.push(details)
    const rest = createRest({
      pool,
      schemas: ['library'],
      maxRows: 10,
      maxBody: 1000,
      log: { warn, info: () => undefined, error: () => assert.fail() },
    })
    for (let time = 0; time < 2; time++) {
      const response = await rest.handle(book(), nobody)
      const body = (await response.json()) as { code: string; message: string }
      assert.deepEqual([response.status, body.code, response.headers.get('retry-after')], [503, 'PGRST002', '2'])
      assert.doesNotMatch(JSON.stringify(body), /127\.0\.0\.1|ECONN/)
    }
    assert.equal(logged.length, 2)
    await rest.close()
  })
})

describe('with a database that hangs up', () => {
  test('the request is 503, and the next one works', async () => {
    assert.equal((await library.request('GET /books')).status, 200)
    const waiting = library.request('POST /rpc/sleepy', { body: {} })
    const hangUp =
      "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep' and pid <> pg_backend_pid() and datname = current_database()"
    while ((await library.look(hangUp)).length === 0);
    const answer = await waiting
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2'], answer.text)
    assert.match(answer.body.code, /^(57P01|PGRST001)$/)
    assert.equal((await library.request('GET /books')).status, 200)
    assert.deepEqual(library.faults, [])
  })
})

describe('with every connection busy', () => {
  test('the request waits, then is 503', async () => {
    const pool = createPool({ url: library.database.url, max: 1 })
    const rest = createRest({ pool, schemas: ['library'], maxRows: 10, maxBody: 1000, log: quiet })
    assert.equal((await rest.handle(book(), nobody)).status, 200)
    // The only connection exists from here on; only waiting for it can take this long.
    pool.options.connectionTimeoutMillis = 50
    const busy = await pool.connect()
    const response = await rest.handle(book(), nobody)
    const { code } = (await response.json()) as { code: string }
    assert.deepEqual([response.status, code, response.headers.get('retry-after')], [503, 'PGRST003', '2'])
    busy.release()
    assert.equal((await rest.handle(book(), nobody)).status, 200)
    await pool.end()
  })
})
