import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeDevice } from './devices.ts'

test('a browser is told in words people use', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  const known: [string | null, string][] = [
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox on Linux'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.5 Safari/605.1.15`, 'Safari on Mac'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit} Version/18.5 Mobile/15E148 Safari/604.1`,
      'Safari on iPhone',
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${webkit} CriOS/140.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPad',
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    [`Mozilla/5.0 (X11; CrOS x86_64 16181.61.0) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
    ['node', 'A browser'],
    ['<script>alert(1)</script>', 'A browser'],
    ['', 'A browser'],
    [null, 'A browser'],
  ]
  for (const [userAgent, words] of known) assert.equal(describeDevice(userAgent, 'en'), words, String(userAgent))
})

test('a device is named in Spanish too', () => {
  assert.equal(
    describeDevice('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'es'),
    'Firefox en Linux',
  )
  assert.equal(describeDevice(null, 'es'), 'Un navegador')
})
