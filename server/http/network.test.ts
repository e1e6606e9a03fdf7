import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkReader } from './network.ts'

const direct = networkReader([])
const proxied = networkReader(['10.0.0.0/8', '::1'])

test('without trusted proxies a forwarding header changes nothing', () => {
  assert.equal(direct('192.0.2.7', '203.0.113.9'), '192.0.2.7')
  assert.equal(direct('::ffff:192.0.2.7', undefined), '192.0.2.7')
})

test('a trusted proxy’s header is used, but only its own entry', () => {
  assert.equal(proxied('10.1.2.3', '198.51.100.1, 203.0.113.9'), '203.0.113.9')
  assert.equal(proxied('10.1.2.3', '203.0.113.9, 10.9.9.9'), '203.0.113.9')
  assert.equal(proxied('192.0.2.7', '203.0.113.9'), '192.0.2.7')
})

test('an invalid header falls back to the last valid address', () => {
  assert.equal(proxied('10.1.2.3', 'evil'), '10.1.2.3')
  assert.equal(proxied('10.1.2.3', undefined), '10.1.2.3')
})

test('an IPv6 network is its /64, however it is written', () => {
  assert.equal(direct('2001:db8:0:1::99', undefined), '2001:db8:0:1::/64')
  assert.equal(direct('2001:db8:0:1:aaaa:bbbb:cccc:dddd', undefined), '2001:db8:0:1::/64')
  assert.equal(proxied('::1', '2001:DB8::5'), '2001:db8:0:0::/64')
})

test('a wrong proxy setting stops the start', () => {
  assert.throws(() => networkReader(['proxy.example']), /TRUSTED_PROXIES/)
})
