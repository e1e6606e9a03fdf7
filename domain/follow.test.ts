import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmationBody } from './confirmations.ts'
import { followForm, smsConsent } from './follow.ts'
import { optOutForm } from './opt-out.ts'

test('following by email asks for nothing else and keeps nothing else', () => {
  const form = { preference: 'email', email: 'Ann@example.org', phone: 'nonsense', consent: false }
  assert.deepEqual(followForm.parse(form), { preference: 'email', email: 'ann@example.org' })
})

test('following by SMS too needs a phone number and consent', () => {
  const form = { preference: 'both', email: 'ann@example.org', phone: '+15125550123', consent: true }
  assert.deepEqual(followForm.parse(form), form)
  assert.equal(firstMessage({ ...form, email: 'x' }), 'Please enter a valid email address')
  assert.equal(firstMessage({ ...form, phone: '' }), 'Please enter a valid phone number (E.164 format recommended)')
  assert.equal(firstMessage({ ...form, consent: false }), 'Please agree to receive SMS messages to continue.')
})

test('another preference is refused', () => {
  assert.ok(!followForm.safeParse({ preference: 'sms', email: 'ann@example.org' }).success)
})

test('the consent speaks of automation, frequency, rates, STOP and HELP', () => {
  const text = smsConsent.text('Elm Street')
  for (const word of ['automated SMS', 'Elm Street', 'frequency', 'rates', 'STOP', 'HELP'])
    assert.ok(text.includes(word), word)
})

test('a confirmation token is URL-safe text of bounded length', () => {
  for (const token of ['abc_DEF-123', '0d9f8a4e-2b1c-4d3e-8f5a-6b7c8d9e0f1a', 'x'.repeat(200)]) {
    assert.ok(confirmationBody.safeParse({ token }).success, token)
  }
  for (const token of ['', 'a b', "'; drop table", 'x'.repeat(201), 'ü', '\0', null, undefined, ['abc']]) {
    assert.equal(confirmationBody.safeParse({ token }).error?.issues[0]?.message, 'Invalid confirmation link')
  }
})

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

function firstMessage(form: unknown): string | undefined {
  return followForm.safeParse(form).error?.issues[0]?.message
}
