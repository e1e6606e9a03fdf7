import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedLanguage, languageCookie } from './language.ts'

const asked = (path: string, headers: Record<string, string> = {}) =>
  askedLanguage(new Request(`http://town.example${path}`, { headers }))

test('a browser gets the language it prefers most among ours', () => {
  const wishes: [header: string, language: string][] = [
    ['es', 'es'],
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['en-US,en;q=0.9,es;q=0.8', 'en'],
    ['en;q=0.5, es;q=0.9', 'es'],
    ['de-DE, ES-419;q=0.3', 'es'],
    ['es;q=0, en;q=0.1', 'en'],
    ['es;q=0', 'en'],
    ['fr, *;q=0.5', 'en'],
    ['en, es', 'en'],
    ['es;q=2, ,;;q=, =;q=x', 'en'],
    ['', 'en'],
  ]
  for (const [header, language] of wishes) {
    assert.equal(asked('/', { 'accept-language': header }).language, language, header)
  }
  assert.equal(asked('/').language, 'en')
})

test('a language in the link overrides the cookie, and the cookie overrides the browser; unknown languages are ignored', () => {
  const spanish = { 'accept-language': 'es' }
  assert.equal(asked('/', { ...spanish, cookie: 'language=en' }).language, 'en')
  assert.equal(asked('/', { cookie: 'a=1; language=es; b=2' }).language, 'es')
  assert.equal(asked('/', { ...spanish, cookie: 'language=fr' }).language, 'es')
  assert.equal(asked('/', { cookie: 'notlanguage=es' }).language, 'en')
  assert.equal(asked('/?lang=en', { ...spanish, cookie: 'language=es' }).language, 'en')
  assert.equal(asked('/?lang=fr', spanish).language, 'es')
})

test('the language parameter is removed from the URL that pages see', () => {
  const { language, url, isChosen } = asked('/calendar/1?month=2025-07&lang=es')
  assert.deepEqual([language, url.pathname + url.search, isChosen], ['es', '/calendar/1?month=2025-07', true])
  assert.equal(asked('/?lang=es').url.href, 'http://town.example/')
  const unknown = asked('/?lang=fr')
  assert.deepEqual([unknown.url.search, unknown.isChosen], ['?lang=fr', false])
})

test('the cookie lasts a year, and is secure on an https site', () => {
  const plain = languageCookie('es', { siteUrl: 'http://localhost:3000' })
  assert.equal(plain, 'language=es; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly')
  assert.equal(languageCookie('es', { siteUrl: 'https://town.example' }), `${plain}; Secure`)
})
