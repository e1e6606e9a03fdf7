import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPasswords } from './passwords.ts'

test('a password is kept as argon2id and matches itself alone', async () => {
  const passwords = createPasswords()
  const stored = await passwords.hash('Correct-Horse7!')
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.notEqual(stored, await passwords.hash('Correct-Horse7!'), 'salted')
  assert.equal(await passwords.matches('Correct-Horse7!', stored), true)
  assert.equal(await passwords.matches('Correct-Horse7', stored), false)
  assert.equal(await passwords.matches('Correct-Horse7!', undefined), false)
})

test('only so many wait for their turn; whoever comes later is told to come back', async () => {
  const passwords = createPasswords({ atOnce: 1, waiting: 3 })
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => passwords.hash('x')))
  const refused = results.filter((result) => result.status === 'rejected')
  assert.equal(refused.length, 6)
  for (const { reason } of refused)
    assert.deepEqual([reason.code, reason.status, reason.retryAfter], ['unavailable', 503, 2])
  assert.match(await passwords.hash('x'), /^\$argon2id/, 'and then it is free again')
})
