import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addContactForm, isAtContactLimit, isInContactList } from './contacts.ts'

test('a contact is stored trimmed and in lower case', () => {
  assert.deepEqual(addContactForm.parse({ email: ' Ann@Example.org ' }), { email: 'ann@example.org' })
  assert.equal(
    addContactForm.safeParse({ email: 'ann' }).error?.issues[0]?.message,
    'Please enter a valid email address',
  )
})

test('spellings of one address are found in the list', () => {
  const list = [{ contact_value: 'ann@xn--bcher-kva.de' }, { contact_value: '+15125550123' }]
  assert.ok(isInContactList(' ANN@bücher.de', list))
  assert.ok(!isInContactList('bob@bücher.de', list))
  assert.ok(!isInContactList('not an address', list))
})

test('only trial accounts have a contact limit, at ten', () => {
  assert.deepEqual(
    [9, 10, 11].map((count) => isAtContactLimit({ trial: true }, count)),
    [false, true, true],
  )
  assert.ok(!isAtContactLimit({ trial: false }, 500))
})
