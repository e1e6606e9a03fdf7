import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { signWebhook } from './sign.ts'

const key = (secret: string) => Buffer.from(secret.replace('whsec_', ''), 'base64')

test('the example of Standard Webhooks is signed as its libraries do', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', at: new Date(1614265330000) }
  assert.deepEqual(signWebhook([key('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')], message), {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('after a rotation both secrets sign, the new one first, and a changed body has another signature', () => {
  const secrets = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const at = new Date('2026-07-04T12:00:00.900Z')
  const signed = signWebhook(secrets, { id: 'a', body: '{"title":"Fête"}', at })['webhook-signature']
  const expected = secrets.map((secret) =>
    createHmac('sha256', secret).update(Buffer.from('a.1783166400.{"title":"Fête"}', 'utf8')).digest('base64'),
  )
  assert.equal(signed, `v1,${expected[0]} v1,${expected[1]}`)
  assert.notEqual(signWebhook(secrets, { id: 'a', body: '{"title":"Fete"}', at })['webhook-signature'], signed)
})
