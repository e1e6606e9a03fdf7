import assert from 'node:assert/strict'
import { test } from 'node:test'
import { supportForm } from './support.ts'

const form = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.org', subject: 'Hello', message: 'One\nTwo' }

test('a complete message passes', () => {
  assert.deepEqual(supportForm.parse(form), form)
})

const refused: [Partial<typeof form>, string][] = [
  [{ firstName: ' ' }, 'First name is required'],
  [{ lastName: '' }, 'Last name is required'],
  [{ email: '' }, 'Please enter a valid email address'],
  [{ email: 'a@example.org, b@example.org' }, 'Please enter a valid email address'],
  [{ subject: '' }, 'Subject is required'],
  [{ subject: 'Hi\r\nBcc: b@example.org' }, "Subject contains characters that can't be used"],
  [{ subject: 'x'.repeat(201) }, 'Subject must be at most 200 characters'],
  [{ message: '\u200b' }, 'Message is required'],
  [{ message: 'x'.repeat(100_000) }, 'Message must be at most 5000 characters'],
  [{ message: 'a\0b' }, "Message contains characters that can't be used"],
]

for (const [change, message] of refused) {
  test(`a message with ${JSON.stringify(change).slice(0, 40)} says "${message}"`, () => {
    assert.equal(supportForm.safeParse({ ...form, ...change }).error?.issues[0]?.message, message)
  })
}

test('the longest fields pass', () => {
  const longest = {
    firstName: 'x'.repeat(100),
    lastName: 'x'.repeat(100),
    subject: 'x'.repeat(200),
    message: 'x'.repeat(5000),
  }
  assert.ok(supportForm.safeParse({ ...form, ...longest }).success)
})
