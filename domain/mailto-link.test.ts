import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailtoLink } from './mailto-link.ts'

test('a link to an address adds no recipient, subject or words', () => {
  assert.equal(mailtoLink('desk@example.org'), 'mailto:desk@example.org')
  const address = 'desk?bcc=victim%40evil.example&body=x#y@example.org'
  const link = new URL(mailtoLink(address))
  assert.deepEqual([link.search, link.hash], ['', ''])
  assert.equal(decodeURIComponent(link.pathname), address)
})
