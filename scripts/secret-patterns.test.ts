import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSecret } from './secret-patterns.ts'

// Put together here, so that the search does not find them in this file.
const secrets: Record<string, string> = {
  'private key': ['-----BEGIN RSA PRIVATE', 'KEY-----'].join(' '),
  'SendGrid key': ['SG', 'a'.repeat(22), 'b'.repeat(43)].join('.'),
  'Google key': `AIza${'x'.repeat(35)}`,
  'AWS key': `AKIA${'A1'.repeat(8)}`,
  'GitHub token': `ghp_${'a1'.repeat(18)}`,
  'npm token': `npm_${'a1'.repeat(18)}`,
  token: ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkw', 'c2lnbmF0dXJlc2lnbmF0dXJl'].join('.'),
  'password in an address': `DATABASE_URL=postgres://bell:${'correct-horse'}@db.town.example/town`,
  'named secret': `JWT_SECRET=${'k7Gx2'.repeat(8)} `,
}

test('a likely secret is found, and not printed in full', () => {
  for (const [kind, text] of Object.entries(secrets)) {
    const found = findSecret(`const it = '${text}'`)
    assert.equal(found?.kind, kind)
    assert.equal(found?.begins.length, 4)
  }
})

test('names, examples and generated values are ignored', () => {
  for (const line of [
    'JWT_SECRET: z.string().min(32)',
    'postgres://townbell:long-enough@127.0.0.1:5432/townbell',
    'DATABASE_URL=postgres://townbell:password@db.town.example/townbell',
    "secret: 'short'",
    'https://town.example/reset?token=',
  ])
    assert.equal(findSecret(line), undefined, line)
})
