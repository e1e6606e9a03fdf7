import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { createHealth } from './health.ts'

test('a database that does not answer is "not ready" soon, and is asked again by the next probe', async () => {
  let asked = 0
  const query = () => {
    asked++
    return new Promise(() => {})
  }
  const frozen = { query } as unknown as pg.Pool
  const health = createHealth(frozen, { limitMs: 20 })
  const probe = async () => {
    const answer = await health.request('/ready')
    return [answer.status, await answer.json()]
  }
  const notReady = [503, { status: 'not ready', checks: { database: false, migrations: false, worker: false } }]
  assert.deepEqual(await Promise.all([probe(), probe()]), [notReady, notReady])
  assert.equal(asked, 1, 'those who come together share one check')
  assert.deepEqual(await probe(), notReady)
  assert.equal(asked, 2)
  assert.equal((await health.request('/health')).status, 200)
})
