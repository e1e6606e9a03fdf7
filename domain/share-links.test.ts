import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareLinks } from './share-links.ts'

test('each link carries the words and the address, and nothing in them adds a recipient or a header', () => {
  const title = 'Q&A? cc=x%0d#1 & “más”'
  const shared = { title, words: `${title}, Friday`, url: 'https://town.example/calendar/1?x=1&y=2' }
  const { whatsapp, text, email } = shareLinks(shared)
  const message = `${shared.words}\n${shared.url}`
  const parameters = (link: string) => Object.fromEntries(new URLSearchParams(link.slice(link.indexOf('?') + 1)))
  assert.deepEqual(parameters(whatsapp), { text: message })
  assert.deepEqual(parameters(text), { body: message })
  assert.deepEqual(parameters(email), { subject: title, body: message })
  assert.deepEqual(
    [whatsapp, text, email].map((link) => link.split('?')[0]),
    ['https://wa.me/', 'sms:', 'mailto:'],
  )
  assert.deepEqual(
    [whatsapp, text, email].map((link) => new URL(link).hash),
    ['', '', ''],
  )
})
