import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asCaller } from '#runtime/caller.ts'
import { createFairSemaphore } from '#runtime/fair-semaphore.ts'
import { createPasswords } from './passwords.ts'

test('a password is stored as argon2id and only the same password matches', async () => {
  const passwords = createPasswords(createFairSemaphore({ places: 2, perKey: 2 }))
  const stored = await passwords.hash('Correct-Horse7!')
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.notEqual(stored, await passwords.hash('Correct-Horse7!'), 'salted')
  assert.equal(await passwords.matches('Correct-Horse7!', stored), true)
  assert.equal(await passwords.matches('Correct-Horse7', stored), false)
  assert.equal(await passwords.matches('Correct-Horse7!', undefined), false)
})

test('a network that sends many passwords waits for itself; another is served in between', async () => {
  const passwords = createPasswords(createFairSemaphore({ places: 1, perKey: 1, waiting: 3 }))
  const from = (network: string) => asCaller({ id: '', network }, () => passwords.hash('x'))
  const done: string[] = []
  const guesses = Array.from({ length: 10 }, () => from('192.0.2.1').then(() => done.push('guess')))
  const signIn = from('192.0.2.2').then(() => done.push('sign-in'))
  const results = await Promise.allSettled(guesses)
  await signIn
  assert.deepEqual(done, ['guess', 'guess', 'sign-in', 'guess', 'guess'])
  const refused = results.filter((result) => result.status === 'rejected')
  assert.equal(refused.length, 6)
  for (const { reason } of refused)
    assert.deepEqual([reason.code, reason.status, reason.retryAfter], ['over_request_rate_limit', 429, 1])
  assert.match(await passwords.hash('x'), /^\$argon2id/, 'and then it is free again')
})
