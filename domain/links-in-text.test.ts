import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linksInText } from './links-in-text.ts'

const hrefs = (text: string) => linksInText(text).flatMap(({ href }) => href ?? [])

test('web addresses in a text become links, and nothing of the text is lost', () => {
  for (const [text, found] of [
    ['Bring a chair.', []],
    ['Sign up at https://barn.example/form.', ['https://barn.example/form']],
    ['(see http://barn.example/a_(b)), or not', ['http://barn.example/a_(b)']],
    ['(https://barn.example)', ['https://barn.example']],
    ['https://a.example\nhttps://b.example?x=1&y=2#z', ['https://a.example', 'https://b.example?x=1&y=2#z']],
    ['HTTPS://barn.example!', ['HTTPS://barn.example']],
    ['¿Preguntas? https://barn.example/año, gracias', ['https://barn.example/año']],
  ] as const) {
    assert.deepEqual(hrefs(text), found, text)
    const whole = linksInText(text).map((part) => part.text)
    assert.equal(whole.join(''), text)
  }
})

test('nothing but http and https becomes a link, and no address that hides where it leads', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://barn.example',
    'https://bank.example@evil.example/',
    'xhttps://barn.example',
    'https://',
    'barn.example',
    'mailto:ann@barn.example',
  ]) {
    assert.deepEqual(linksInText(text), [{ text }])
  }
  assert.deepEqual(hrefs('<a href="https://barn.example">x</a>'), ['https://barn.example'])
})
