import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRedirects } from './redirects.ts'

const redirects = createRedirects({ siteUrl: 'https://town.example', allowedOrigins: ['http://localhost:5173'] })

test('a redirect to the site or to an allowed origin is accepted, without its fragment', () => {
  const kept = {
    'https://town.example/dashboard?tab=1#top': 'https://town.example/dashboard?tab=1',
    'https://TOWN.example:443/a/../b': 'https://town.example/b',
    'http://localhost:5173/x': 'http://localhost:5173/x',
    '/calendars/7': 'https://town.example/calendars/7',
    calendars: 'https://town.example/calendars',
  }
  for (const [wanted, expected] of Object.entries(kept))
    assert.equal(redirects.allowed(wanted, 'signup'), expected, wanted)
})

test('any other redirect becomes the default page of its kind of link', () => {
  const refused = [
    undefined,
    null,
    '',
    '//evil.example',
    '///evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '\thttps://evil.example',
    ' https://evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:\\\\evil.example',
    'https://evil.example',
    'https://town.example@evil.example',
    'https://town.example:pass@evil.example',
    'https://user@town.example/',
    'https://:pass@town.example/',
    'https://town.example.evil.example',
    'https://town.example%2eevil.example',
    'https://town.example%00.evil.example',
    'https://eviltown.example',
    'https://town.example:8443/',
    'http://town.example/',
    'http://localhost:5174/',
    'http://localhost/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'javascript://town.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://evil.example/7',
    'ftp://town.example/',
    'https://evil.example\\@town.example',
    'https://evil.example#@town.example',
    'https://evil.example?https://town.example',
    'https://evil.example/https://town.example/',
    'https://xn--twn-sna.example',
    'https://tоwn.example', // the first o is Cyrillic
    'https://[::1]/',
    'https://0x7f000001/',
    'http://',
    'https://',
    ':',
    `https://town.example/${'a'.repeat(3000)}`,
  ]
  for (const wanted of refused) {
    const signup = redirects.allowed(wanted, 'signup')
    // A few are odd spellings of a page of ours; what matters is that none leaves.
    assert.match(signup, /^https:\/\/town\.example\//, String(wanted))
  }
  assert.equal(redirects.allowed('https://evil.example', 'signup'), 'https://town.example/dashboard')
  assert.equal(redirects.allowed('javascript:alert(1)', 'recovery'), 'https://town.example/reset-password')
  assert.equal(redirects.allowed('blob:https://town.example/7', 'signup'), 'https://town.example/dashboard')
})
