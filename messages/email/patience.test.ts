import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPatience } from './patience.ts'

const LONG_MS = 60_000

test('what lasts too long is told, also when it began after something that may last longer', async () => {
  await new Promise<void>((lost) => {
    const patience = createPatience(() => {
      patience.end()
      lost()
    })
    patience.begin(LONG_MS)
    patience.begin(5)
  })
})

test('what began while the timer ran for something that is over is told, too', async () => {
  await new Promise<void>((lost) => {
    const patience = createPatience(lost)
    patience.begin(5)()
    patience.begin(10)
  })
})

test('what is over in time is not told, nor anything after the end', async () => {
  let told = 0
  const patience = createPatience(() => told++)
  patience.begin(2)()
  await sleep(20)
  patience.begin(2)
  patience.end()
  await sleep(20)
  assert.equal(told, 0)
})
