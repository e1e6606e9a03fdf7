import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyLink } from './mail-links.ts'

test('a link keeps its parts apart', () => {
  const link = verifyLink({
    siteUrl: 'https://town.example',
    token: 't',
    type: 'signup',
    redirectTo: 'https://town.example/a?b=1&type=x',
  })
  const { pathname, searchParams } = new URL(link)
  assert.equal(pathname, '/auth/v1/verify')
  assert.deepEqual(Object.fromEntries(searchParams), {
    token: 't',
    type: 'signup',
    redirect_to: 'https://town.example/a?b=1&type=x',
  })
})
