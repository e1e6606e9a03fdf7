import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sortReply } from './smtp-reply.ts'

const sort = (code: number, text: string, stage: Parameters<typeof sortReply>[1]) => {
  const { failure, isBadAddress = false, isPolicy = false } = sortReply({ code, text }, stage)
  return [failure, isBadAddress && 'bad address', isPolicy && 'policy'].filter(Boolean).join(', ')
}

test('4xx is temporary at every stage', () => {
  for (const stage of ['greeting', 'auth', 'mail', 'rcpt', 'data', 'end'] as const) {
    assert.equal(sort(421, '4.7.0 busy', stage), 'temporary')
    assert.equal(sort(450, 'greylisted', stage), 'temporary')
  }
})

test('5xx before a recipient is named is an alarm', () => {
  assert.equal(sort(554, 'no service', 'greeting'), 'alarm')
  assert.equal(sort(535, '5.7.8 bad credentials', 'auth'), 'alarm')
  assert.equal(sort(550, '5.1.8 sender unknown', 'mail'), 'alarm')
})

test('5xx about a recipient is permanent; 5.1.x means a bad address, 5.7.x a policy', () => {
  assert.equal(sort(550, '5.1.1 user unknown', 'rcpt'), 'permanent, bad address')
  assert.equal(sort(556, '5.1.10 null MX', 'rcpt'), 'permanent, bad address')
  assert.equal(sort(550, '5.1.7 bad sender', 'rcpt'), 'permanent')
  assert.equal(sort(552, '5.2.2 full', 'rcpt'), 'permanent')
  assert.equal(sort(550, 'no', 'rcpt'), 'permanent')
  assert.equal(sort(550, '5.7.515 not authenticated', 'rcpt'), 'permanent, policy')
  assert.equal(sort(554, '5.7.1 spam', 'end'), 'permanent, policy')
})

test('the text of the reply, which may quote an address, is dropped', () => {
  assert.equal(sortReply({ code: 550, text: '5.1.1 <ann@example.org> unknown' }, 'rcpt').code, '550 5.1.1')
})
