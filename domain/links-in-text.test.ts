import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linksInText } from './links-in-text.ts'

const hrefs = (text: string) => linksInText(text).flatMap(({ href }) => href ?? [])

test('web addresses, mail addresses and phone numbers in a text become links, and nothing of the text is lost', () => {
  for (const [text, found] of [
    ['Bring a chair.', []],
    ['Sign up at https://barn.example/form.', ['https://barn.example/form']],
    ['(see http://barn.example/a_(b)), or not', ['http://barn.example/a_(b)']],
    ['(https://barn.example)', ['https://barn.example']],
    ['https://a.example\nhttps://b.example?x=1&y=2#z', ['https://a.example', 'https://b.example?x=1&y=2#z']],
    ['HTTPS://barn.example!', ['HTTPS://barn.example']],
    ['Ask Ann (ann.lee+pta@barn.example).', ['mailto:ann.lee+pta@barn.example']],
    [
      'Call (512) 555-0134, 512.555.0134 or +1 512-555-0134.',
      ['tel:+15125550134', 'tel:+15125550134', 'tel:+15125550134'],
    ],
    ['¿Preguntas? https://barn.example/año, gracias', ['https://barn.example/año']],
  ] as const) {
    assert.deepEqual(hrefs(text), found, text)
    const whole = linksInText(text).map((part) => part.text)
    assert.equal(whole.join(''), text)
  }
})

test('nothing else becomes a link, and no address that hides where it leads', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://barn.example',
    'https://bank.example@evil.example/',
    'xhttps://barn.example',
    'https://',
    'barn.example',
    'ann@barn',
    'ann @barn.example',
    'order 5125550134, room 512-555-01345, 2026-555-0134',
  ]) {
    assert.deepEqual(linksInText(text), [{ text }])
  }
  assert.deepEqual(hrefs('mailto:ann@barn.example?bcc=bob@barn.example'), [
    'mailto:ann@barn.example',
    'mailto:bob@barn.example',
  ])
  assert.deepEqual(hrefs('<a href="https://barn.example">x</a>'), ['https://barn.example'])
})

test('a long text is read in one go', () => {
  for (const part of ['a', 'a.', 'a@', '1', '555-', '(555) ', 'http', 'https://']) linksInText(part.repeat(100_000))
})
