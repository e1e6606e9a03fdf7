import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmedPath, nextPath } from './next-path.ts'

test('after sign-in, a path of this site is where people return to', () => {
  assert.equal(nextPath('?next=/invite/abc'), '/invite/abc')
  assert.equal(nextPath('?next=%2Fcalendars%2F1%3Fmonth%3D2025-07'), '/calendars/1?month=2025-07')
})

test('without a path people return to the dashboard', () => {
  assert.equal(nextPath(''), '/dashboard')
  assert.equal(nextPath('?mode=signup'), '/dashboard')
})

test('no spelling of a path redirects to another site', () => {
  for (const evil of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'invite/abc',
    '/..//evil.example',
    `/${'x'.repeat(600)}`,
  ]) {
    assert.equal(nextPath(`?next=${encodeURIComponent(evil)}`), '/dashboard', evil)
  }
})

test('the sign-in screen does not redirect to itself', () => {
  assert.equal(nextPath('?next=/signin'), '/dashboard')
})

test('a confirmation leads to the dashboard, or back to where the sign-up began', () => {
  assert.equal(confirmedPath('/dashboard'), '/dashboard')
  const way = confirmedPath('/invite/abc')
  assert.equal(way, '/signin?next=%2Finvite%2Fabc')
  assert.equal(nextPath(new URL(way, 'https://town.example').search), '/invite/abc')
})
