import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDeadlines } from './deadlines.ts'

const LONG_MS = 60_000

test('a deadline that has passed is reported, even if it was set after a later one', async () => {
  await new Promise<void>((reported) => {
    const deadlines = createDeadlines(() => {
      deadlines.end()
      reported()
    })
    deadlines.begin(LONG_MS)
    deadlines.begin(5)
  })
})

test('a deadline set while the timer still runs for a cancelled one is reported', async () => {
  await new Promise<void>((reported) => {
    const deadlines = createDeadlines(reported)
    deadlines.begin(5)()
    deadlines.begin(10)
  })
})

test('a cancelled deadline is not reported, and nothing is after the end', async () => {
  let reports = 0
  const deadlines = createDeadlines(() => reports++)
  deadlines.begin(2)()
  await sleep(20)
  deadlines.begin(2)
  deadlines.end()
  await sleep(20)
  assert.equal(reports, 0)
})
