import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { embedAddress, frameCode, scriptCode } from './code.ts'
import { inkOn, readEmbedOptions } from './options.ts'

// The same questions in every check, so that a change is judged by itself; the long run asks new ones.
if (!process.env.TOWNBELL_LONG) fc.configureGlobal({ seed: 1 })

const read = (query: string) => {
  const given = new URLSearchParams(query)
  return readEmbedOptions((name) => given.get(name))
}
const usual = { view: 'list', theme: 'auto', accent: null, categories: null, language: 'en' }

test('options are read, and what is none of them is as if it were not there', () => {
  const asked = 'view=month&theme=dark&accent=%231D5BA3&category=Alert,Event'
  assert.deepEqual(read(asked), {
    view: 'month',
    theme: 'dark',
    accent: '#1d5ba3',
    categories: ['Event', 'Alert'],
    language: 'en',
  })
  assert.deepEqual(read(''), usual)
  for (const accent of ['red', '#fff', '#1d5ba3;}', 'url(x)', '#1d5ba3 url(//evil.example)', '"><script>'])
    assert.deepEqual(read(`accent=${encodeURIComponent(accent)}&view=x&theme=</style>&category=Party`), usual)
})

test('whatever the accent is, text on it can be read', () => {
  const luminance = (color: string) => {
    const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    const [r = 0, g = 0, b = 0] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const accent = `#${number.toString(16).padStart(6, '0')}`
      const [dark = 0, light = 0] = [luminance(accent), luminance(inkOn(accent))].sort((one, other) => one - other)
      assert.ok((light + 0.05) / (dark + 0.05) >= 4.5, accent)
    }),
  )
})

test('a name that is markup stays text in the code', () => {
  const siteUrl = 'https://town.example'
  const embedded = {
    siteUrl,
    calendar: { id: 'a-b', name: '"><script>alert(1)</script>' },
    options: read('view=month'),
  }
  for (const code of [scriptCode(embedded), frameCode(embedded)]) {
    assert.doesNotMatch(code, /<script>alert/)
    assert.match(code, /&#60;script&#62;alert\(1\)/)
    assert.match(code, /sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  }
  assert.match(scriptCode(embedded), /<townbell-calendar calendar="a-b" view="month">/)
  assert.equal(embedAddress(siteUrl, 'a-b', read('accent=1d5ba3')), 'https://town.example/embed/a-b?accent=%231d5ba3')
})

test('the code for a Spanish site asks for the Spanish script and frame', () => {
  const embedded = { siteUrl: 'https://town.example', calendar: { id: 'a-b', name: 'Elm' }, options: read('lang=es') }
  const code = scriptCode(embedded)
  assert.match(code, /<townbell-calendar calendar="a-b" lang="es">/)
  assert.match(code, /src="https:\/\/town.example\/embed\/a-b\?lang=es"/)
  assert.match(code, /<script async src="https:\/\/town.example\/embed.es.js">/)
  assert.equal(read('lang=fr').language, 'en')
})
