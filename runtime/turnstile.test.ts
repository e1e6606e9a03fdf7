import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurnstile } from './turnstile.ts'

test('a turnstile lets so many in at once, and the others in the order in which they came', async () => {
  const turnstile = createTurnstile(2)
  const inside: string[] = []
  const enter = (name: string) => turnstile.enter().then(() => inside.push(name))
  const all = ['Ada', 'Ben', 'Cleo', 'Dan'].map(enter)
  await Promise.all(all.slice(0, 2))
  assert.deepEqual(inside, ['Ada', 'Ben'])
  turnstile.leave()
  await all[2]
  assert.deepEqual(inside, ['Ada', 'Ben', 'Cleo'])
  turnstile.leave()
  await all[3]
  for (let left = 0; left < 2; left++) turnstile.leave()
  await Promise.all([enter('Eve'), enter('Flo')])
  assert.deepEqual(inside, ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Flo'])
})
