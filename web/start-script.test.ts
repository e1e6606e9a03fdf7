import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startAfterPaint } from './start-script.ts'

const page = `<html><head><link rel="modulepreload" href="/a.js"/><link rel="icon" href="/i.svg"/></head><body><h1>Hi</h1><script nonce="n">data()</script><script nonce="n" type="module" async="">import "/b.js"; '$&'</script><script nonce="n">more()</script></body></html>`

test('a deferred part of a page arrives in a template, and our script puts it in place', () => {
  const made = startAfterPaint(page, 'n')
  const [before, waiting, after] = made.split(/<template id="scripts">|<\/template>/)
  assert.equal(
    waiting,
    `<link rel="modulepreload" href="/a.js"/><script nonce="n" type="module" async="">import "/b.js"; '$&'</script>`,
  )
  assert.equal(
    before,
    `<html><head><link rel="icon" href="/i.svg"/></head><body><h1>Hi</h1><script nonce="n">data()</script>`,
  )
  assert.match(
    after ?? '',
    /^<script nonce="n">[^<]*getElementById\('scripts'\)[^<]*<\/script><script nonce="n">more\(\)<\/script><\/body><\/html>$/,
  )
})
