import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runScoped } from '#database/scope.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { scopeOf } from '#tests/policies/people.ts'
import { times, untilLocked } from './together.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase({ max: 50 })
})
after(() => database.close())

function take(key: string, max: number, window = '1 hour') {
  const text = 'select allowed, retry_after from private.take_limit($1, $2, $3::interval)'
  return untilLocked(() => runScoped(database.pool, scopeOf('service'), { text, values: [key, max, window] }))
}

test('of 500 concurrent requests a rate limit allows exactly its maximum, ten times', async () => {
  for (const round of times(10)) {
    const answers = (await Promise.all(times(500).map(() => take(`burst ${round}`, 7)))).flat()
    assert.equal(answers.filter(([allowed]) => allowed === 't').length, 7, `round ${round}`)
    const waits = answers.filter(([allowed]) => allowed === 'f').map(([, wait]) => Number(wait))
    assert.ok(waits.every((wait) => wait > 0 && wait <= 3600))
  }
})

test('an expired window starts again, and refused requests do not extend it', async () => {
  await take('window', 1)
  assert.equal((await take('window', 1))[0]?.[0], 'f')
  await database.pool.query(
    "update private.rate_limits set window_start = now() - interval '2 hours', window_end = now() - interval '1 hour' where key = 'window'",
  )
  assert.equal((await take('window', 1))[0]?.[0], 't')
  assert.equal((await take('window', 1))[0]?.[0], 'f')
  assert.equal((await take('never', 0))[0]?.[0], 'f')
})

test('expired windows are deleted, current ones are not', async () => {
  await take('living', 1)
  await take('over', 1)
  await database.pool.query(
    "update private.rate_limits set window_start = now() - interval '3 hours', window_end = now() - interval '2 hours' where key = 'over'",
  )
  await runScoped(database.pool, scopeOf('service'), { text: 'select private.prune_limits()', values: [] })
  const { rows } = await database.pool.query("select key from private.rate_limits where key in ('living', 'over')")
  assert.deepEqual(rows, [{ key: 'living' }])
})
