import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSemaphore } from './semaphore.ts'

test('a semaphore admits a fixed number at once, and the others in the order in which they came', async () => {
  const semaphore = createSemaphore(2)
  const inside: string[] = []
  const enter = (name: string) => semaphore.acquire().then(() => inside.push(name))
  const all = ['Ada', 'Ben', 'Cleo', 'Dan'].map(enter)
  await Promise.all(all.slice(0, 2))
  assert.deepEqual(inside, ['Ada', 'Ben'])
  assert.equal(semaphore.waiting(), 2)
  semaphore.release()
  await all[2]
  assert.deepEqual(inside, ['Ada', 'Ben', 'Cleo'])
  semaphore.release()
  await all[3]
  for (let left = 0; left < 2; left++) semaphore.release()
  await Promise.all([enter('Eve'), enter('Flo')])
  assert.deepEqual(inside, ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Flo'])
})

test('a task that fails releases its slot', async () => {
  const { run } = createSemaphore(1)
  await assert.rejects(
    run(() => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await run(async () => 'next'), 'next')
})
