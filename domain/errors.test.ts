import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError, errorCodes, isAppError, sqlState } from './errors.ts'

test('an AppError carries its code, status, message and what else was given', () => {
  const cause = new Error('underneath')
  const error = new AppError('over_request_rate_limit', 429, 'Slow down', {
    retryAfter: 30,
    hint: 'wait',
    details: [1],
    cause,
  })
  assert.equal(error.code, 'over_request_rate_limit')
  assert.equal(error.status, 429)
  assert.equal(error.message, 'Slow down')
  assert.equal(error.retryAfter, 30)
  assert.equal(error.hint, 'wait')
  assert.deepEqual(error.details, [1])
  assert.equal(error.cause, cause)
  assert.equal(String(error), 'AppError: Slow down')
})

test('only an AppError is one', () => {
  assert.ok(isAppError(new AppError(sqlState('23505'), 409, 'duplicate')))
  assert.ok(!isAppError(new Error('no')))
  assert.ok(!isAppError({ code: 'not_found', status: 404, message: 'no' }))
})

test('every code is snake case and means one sentence', () => {
  for (const [code, meaning] of Object.entries(errorCodes)) {
    assert.match(code, /^[a-z]+(?:_[a-z]+)*$/)
    assert.match(meaning, /^[A-Z][^.]*\.$/, code)
  }
})
