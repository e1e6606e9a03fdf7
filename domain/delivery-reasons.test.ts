import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryReason, deliveryReasons } from './delivery-reasons.ts'

const mail = (error: string | null, state = 'failed') => deliveryReason({ channel: 'email', state, error, cause: null })
const text = (error: string | null) => deliveryReason({ channel: 'sms', state: 'failed', error, cause: null })
const skipped = (state: string, cause: string | null, error: string | null = null) =>
  deliveryReason({ channel: 'sms', state, error, cause })

test('codes of mail servers become reasons that people understand', () => {
  assert.equal(mail('550 5.1.1', 'bounced'), 'no_such_address')
  assert.equal(mail('550 5.1.1 no such user', 'bounced'), 'no_such_address')
  assert.equal(mail('5.1.1 550 The email account that you tried to reach does not exist', 'bounced'), 'no_such_address')
  assert.equal(mail('550 5.1.2'), 'no_such_domain')
  assert.equal(mail('556 5.1.10'), 'no_such_domain')
  assert.equal(mail('552 5.2.2'), 'mailbox_full')
  assert.equal(mail('452 4.2.2'), 'mailbox_full')
  assert.equal(mail('550 5.7.1'), 'refused_as_spam')
  assert.equal(mail('552 5.3.4'), 'too_large')
  assert.equal(mail('421 4.4.2'), 'no_answer')
  assert.equal(mail('ETIMEDOUT'), 'no_answer')
  assert.equal(mail('550'), 'no_such_address')
  assert.equal(mail('554'), 'refused')
  assert.equal(mail(null), 'refused')
})

test('codes of texts and of browsers too', () => {
  assert.equal(text('Twilio 30003'), 'phone_off')
  assert.equal(text('Twilio 30005'), 'no_such_phone')
  assert.equal(text('Twilio 30006'), 'landline')
  assert.equal(text('400 21610'), 'replied_stop')
  assert.equal(text('Twilio 30007'), 'carrier_blocked')
  assert.equal(text('Twilio 99999'), 'refused')
  assert.equal(deliveryReason({ channel: 'push', state: 'bounced', error: '410', cause: null }), 'browser_gone')
})

test('whoever was skipped is told apart: opted out, STOP, bounced before, not yet YES, too late', () => {
  assert.equal(skipped('opted_out', null), 'opted_out')
  assert.equal(skipped('opted_out', 'bounced'), 'bounced_before')
  assert.equal(skipped('opted_out', 'stop'), 'replied_stop')
  assert.equal(skipped('opted_out', 'suppressed'), 'cannot_be_written_to')
  assert.equal(skipped('unconfirmed', 'asked'), 'waits_for_yes')
  assert.equal(skipped('unconfirmed', 'not_asked'), 'not_asked')
  assert.equal(skipped('unconfirmed', 'expired'), 'not_asked')
  assert.equal(skipped('expired', null, '421'), 'day_over')
  assert.equal(skipped('cancelled', null, 'its events are over or were removed'), 'events_removed')
  assert.equal(skipped('cancelled', null), 'cancelled')
})

test('what arrived or is on its way needs no reason, a second try does', () => {
  for (const state of ['sent', 'delivered', 'planned', 'claimed', 'committing'])
    assert.equal(mail(null, state), null, state)
  assert.equal(mail('421 4.7.0', 'planned'), 'retrying')
  assert.equal(mail(null, 'uncertain'), 'unknown_outcome')
})

test('each reason is listed once', () => assert.equal(new Set(deliveryReasons).size, deliveryReasons.length))
