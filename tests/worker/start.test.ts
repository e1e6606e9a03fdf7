import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { testLog } from '#testing/log.ts'
import { startWorker } from '#worker/main.ts'
import { schedule } from '#worker/schedule.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database.close())

test('a worker that cannot read its queue yet waits, and then runs its jobs', async () => {
  const { pool } = database
  const locking = await pool.connect()
  await locking.query('begin; lock table graphile_worker._private_jobs in access exclusive mode')
  const lines: string[] = []
  const greeted = Promise.withResolvers<void>()
  const tasks = {
    ...Object.fromEntries(schedule.map(({ task }) => [task, async () => {}])),
    greet: async () => greeted.resolve(),
  }
  const starting = startWorker({ pool, tasks, atOnce: 2, log: testLog('warn', lines) })
  const hasWaited = () => lines.some((line) => line.includes('the queue cannot start yet'))
  const waits = (async () => {
    while (!hasWaited()) await sleep(20)
  })()
  try {
    await Promise.race([waits, starting])
    assert.ok(hasWaited())
  } finally {
    await locking.query('rollback')
    locking.release()
  }

  const worker = await starting
  await pool.query("select graphile_worker.add_job('greet')")
  await greeted.promise
  await worker.stop()
})
