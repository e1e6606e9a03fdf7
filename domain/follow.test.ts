import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followForm } from './follow.ts'
import { smsConsent } from './follow-choices.ts'

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

test('the version of the consent tells in which language its text was shown', () => {
  assert.match(smsConsent.version('en'), /^\d{4}-\d\d-\d\d$/)
  assert.equal(smsConsent.version('es'), `${smsConsent.version('en')} es`)
})

function firstMessage(form: unknown): string | undefined {
  return followForm.safeParse(form).error?.issues[0]?.message
}
