import assert from 'node:assert/strict'
import { test } from 'node:test'
import { optOutForm } from './opt-out.ts'

const calendarId = '0d9f8a4e-2b1c-4d3e-8f5a-6b7c8d9e0f1a'

test('opting out takes an address of up to 255 characters and a calendar id', () => {
  const long = `${'a'.repeat(64)}@${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(63)}.org`
  assert.equal(`${long}x`.length, 255)
  assert.deepEqual(optOutForm.parse({ email: ' ANN@example.org ', calendarId }), {
    email: 'ann@example.org',
    calendarId,
  })
  assert.ok(optOutForm.safeParse({ email: `${long}x`, calendarId }).success)
  const cases: [unknown, unknown, string][] = [
    [`${long}xy`, calendarId, 'Invalid email address'],
    ['ann', calendarId, 'Invalid email address'],
    [['a@example.org', 'b@example.org'], calendarId, 'Invalid email address'],
    ['ann@example.org', '42', 'Invalid calendar ID'],
    ['ann@example.org', undefined, 'Invalid calendar ID'],
  ]
  for (const [email, id, message] of cases) {
    assert.equal(optOutForm.safeParse({ email, calendarId: id }).error?.issues[0]?.message, message)
  }
})
