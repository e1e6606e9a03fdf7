import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actOf, keyTable, opensPalette, queryOf } from './key-table.ts'

const press = (key: string, held = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })
const today = '2026-11-17'
const lead = (act: Parameters<typeof queryOf>[0], search: string) => queryOf(act, new URLSearchParams(search), today)

test('no key does two things, and one with a modifier belongs to the browser', () => {
  assert.equal(new Set(keyTable.map(({ key }) => key)).size, keyTable.length)
  assert.equal(actOf(press('n')), 'new')
  assert.equal(actOf(press('N')), 'new')
  assert.equal(actOf(press('n', { ctrlKey: true })), null)
  assert.equal(actOf(press('x')), null)
  assert.ok(opensPalette(press('k', { metaKey: true })) && opensPalette(press('k', { ctrlKey: true })))
  assert.ok(!opensPalette(press('k')))
})

test('keys lead to the views and days that the links of the calendar lead to', () => {
  assert.equal(lead('week', 'date=2026-11-20'), '?view=week&date=2026-11-20')
  assert.equal(lead('month', 'view=week'), '?')
  assert.equal(lead('today', 'view=day&date=2026-12-24'), '?view=day')
  assert.equal(lead('next', 'view=week'), '?view=week&date=2026-11-24')
  assert.equal(lead('previous', ''), '?date=2026-10-01')
  assert.equal(lead('new', 'view=week'), '?view=week&new=1')
  assert.equal(lead('search', ''), null)
})
