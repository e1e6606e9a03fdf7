import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seal, unseal } from './sealed.ts'

test('a sealed value opens only with the same secret and for the same row', () => {
  const secret = Buffer.from('of a second factor')
  const sealed = seal('a link secret', 'row 1', secret)
  assert.deepEqual(unseal('a link secret', 'row 1', sealed), secret)
  assert.ok(!sealed.includes(secret))
  assert.notDeepEqual(seal('a link secret', 'row 1', secret), sealed)
  assert.equal(unseal('another secret', 'row 1', sealed), undefined)
  assert.equal(unseal('a link secret', 'row 2', sealed), undefined)
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed)
    changed[i]! ^= 1
    assert.equal(unseal('a link secret', 'row 1', changed), undefined, `byte ${i}`)
  }
  for (const length of [0, 5, 12, 28])
    assert.equal(unseal('a link secret', 'row 1', sealed.subarray(0, length)), undefined)
})
