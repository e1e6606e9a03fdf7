import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { createPool } from '#database/pool.ts'
import { asCaller, asService } from '#runtime/caller.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database.close())

const from = <T>(network: string, work: () => Promise<T>) => asCaller({ id: '', network }, work)
/** Lets everything start that may. */
const settled = (pool: pg.Pool) => asService(() => pool.query('select'))

test('a network gets half of the connections, others and the service the rest, and waiting is in turn', async () => {
  const pool = createPool({ url: database.url, max: 4 })
  const got: string[] = []
  const clients: pg.PoolClient[] = []
  const take = (network: string) =>
    from(network, async () => {
      clients.push(await pool.connect())
      got.push(network)
    })
  const all = [...Array.from({ length: 4 }, () => take('a')), take('b')]
  // Connections are made in any order.
  await Promise.all([all[0], all[1], all[4]])
  await settled(pool)
  assert.deepEqual(got.toSorted(), ['a', 'a', 'b'], 'the last connection is the service’s')
  all.push(take('c'))
  for (let n = 0; n < 6; n++) {
    await settled(pool)
    clients.shift()?.release()
  }
  await Promise.all(all)
  assert.deepEqual(got.toSorted(), ['a', 'a', 'a', 'a', 'b', 'c'])
  await pool.end()
})

test('queries count as connections do, and what fails gives its turn back', async () => {
  const pool = createPool({ url: database.url, max: 2 })
  const bad = Array.from({ length: 5 }, () => from('a', () => pool.query('select 1/0')))
  for (const one of await Promise.allSettled(bad)) assert.equal(one.status, 'rejected')
  const client = await from('a', () => pool.connect())
  const waits = from('a', () => pool.query<{ one: number }>('select 1 as one'))
  await settled(pool)
  assert.equal(pool.totalCount - pool.idleCount, 1, 'the second waits although a connection is free')
  client.release()
  assert.equal((await waits).rows[0]?.one, 1)
  await pool.end()
})

test('a request that holds a connection gets another at once', async () => {
  const pool = createPool({ url: database.url, max: 4 })
  await Promise.all(
    Array.from({ length: 2 }, () =>
      from('a', async () => {
        const client = await pool.connect()
        await pool.query('select')
        client.release()
      }),
    ),
  )
  await pool.end()
})
