import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineOfHtml, textOfHtml } from './html-text.ts'

test('paragraphs, lists, links and entities become text', () => {
  for (const [html, text] of [
    ['Bring a chair.<br>And a cup.', 'Bring a chair.\nAnd a cup.'],
    ['<p>One</p><p>Two &amp; three</p>', 'One\n\nTwo & three'],
    ['<div>One</div>\n<div>Two</div>', 'One\n\nTwo'],
    ['<ul><li>Cups</li><li>Plates</li></ul>', '• Cups\n• Plates'],
    ['First line\nwith <b>bold</b>\nthird', 'First line\nwith bold\nthird'],
    ['<span>a&nbsp;&lt;b&gt; &#39;c&#x27;</span>', "a <b> 'c'"],
    ['<a href="https://barn.example/f?a=1&amp;b=2">Sign up</a>', 'Sign up (https://barn.example/f?a=1&b=2)'],
    ['<a href="https://barn.example">https://barn.example</a>', 'https://barn.example'],
    ['<a href="mailto:ann@barn.example">Ann</a>', 'Ann (ann@barn.example)'],
    ['<a href="https://barn.example"><br></a>', 'https://barn.example'],
    ['<style>p { color: red }</style><b>Hi</b><script>alert("<p>")</script>', 'Hi'],
    ['<table><tr><td>6 PM</td><td>Doors</td></tr></table>', '6 PM Doors'],
  ] as const) {
    assert.equal(textOfHtml(html), text, html)
  }
})

test('a title has neither the tags nor the entities of the program that wrote it', () => {
  assert.equal(lineOfHtml('Winter <b>concert</b> &amp; bake sale'), 'Winter concert & bake sale')
  assert.equal(lineOfHtml('Santa&#8217;s workshop &amp; cocoa'), 'Santa’s workshop & cocoa')
  assert.equal(lineOfHtml('Fish & chips <3'), 'Fish & chips <3')
})

test('a link that runs a script leaves only its words', () => {
  assert.equal(textOfHtml('<a href="javascript:alert(1)">Here</a><br>'), 'Here')
  assert.equal(textOfHtml('&lt;script&gt;<br>'), '<script>')
})

test('plain text stays as it is', () => {
  for (const text of [
    'I <3 bells',
    'a < b > c',
    'Tom &amp; Ann',
    'one\n\n\n\ntwo',
    '<unknown>',
    '1 <2> 3',
    '"><script>alert(1)</script>',
  ]) {
    assert.equal(textOfHtml(text), text)
  }
})

test('hostile lengths are read in one go', () => {
  for (const part of ['<', '<a href="', '<p', '<a>', '&#', '<!--', '<script>', ' \n', ' ', '<br> ']) {
    for (const first of ['<p>', '<b>']) {
      assert.ok(textOfHtml(first + part.repeat(200_000)).length <= part.length * 200_000)
    }
  }
})
