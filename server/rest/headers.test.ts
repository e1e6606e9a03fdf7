import assert from 'node:assert/strict'
import { test } from 'node:test'
import { negotiate } from './media.ts'
import { appliedPreferences, parsePreferences } from './preferences.ts'
import { contentRange, intersect, parseRangeHeader, parseWhole, rangeStatus } from './range.ts'

test('the media type that the caller prefers, among ours, is chosen', () => {
  assert.equal(negotiate('text/html, text/csv;q=0.5, application/json;q=0.2').type, 'csv')
  assert.equal(negotiate('application/vnd.pgrst.object+json;nulls=stripped').stripNulls, true)
  assert.equal(negotiate('Application/JSON; charset=utf-8').type, 'json')
  assert.throws(() => negotiate('application/vnd.pgrst.plan+text; for="application/json,text/csv"; options=;'), {
    code: 'PGRST107',
    status: 406,
  })
  assert.throws(() => negotiate('text/csv;q=0'), { code: 'PGRST107' })
})

test('the first preference of a kind wins', () => {
  assert.deepEqual(parsePreferences('return=minimal, return=representation,count=exact ,resolution=nonsense'), {
    return: 'minimal',
    count: 'exact',
  })
  assert.deepEqual(parsePreferences('max-affected=3'), {})
  assert.deepEqual(parsePreferences('max-affected=3, handling=strict'), { maxAffected: 3, handling: 'strict' })
  assert.throws(() => parsePreferences('handling=strict, max-affected=-1'), { code: 'PGRST122' })
  assert.throws(() => parsePreferences('handling=strict, constructor=x'), { code: 'PGRST122' })
})

test('only applied preferences are reported as applied', () => {
  const preferences = parsePreferences('return=minimal, resolution=merge-duplicates, missing=default, count=exact')
  assert.equal(appliedPreferences(preferences, 'read', false), 'count=exact')
  assert.equal(
    appliedPreferences(preferences, 'insert', true),
    'resolution=merge-duplicates, missing=default, return=minimal, count=exact',
  )
  assert.equal(appliedPreferences({}, 'insert', true), undefined)
})

test('ranges', () => {
  assert.deepEqual(parseRangeHeader('0-9'), { offset: 0, limit: 10 })
  assert.deepEqual(parseRangeHeader('5-'), { offset: 5 })
  assert.equal(parseRangeHeader('bytes=0-1'), undefined)
  assert.throws(() => parseRangeHeader('3-2'), { code: 'PGRST103', status: 416 })
  assert.deepEqual(intersect({ offset: 2, limit: 5 }, { offset: 4, limit: 100 }), { offset: 4, limit: 3 })
  assert.throws(() => intersect({ offset: 0, limit: 2 }, { offset: 5, limit: 1 }), { code: 'PGRST103' })
  assert.equal(parseWhole('99999999999999999999', 'offset'), Number.MAX_SAFE_INTEGER)
})

test('the content-range header describes the page', () => {
  assert.equal(contentRange(0, 4, undefined), '0-4/*')
  assert.equal(contentRange(0, -1, 0), '*/0')
  assert.deepEqual(
    [rangeStatus(0, 5, undefined), rangeStatus(0, 5, 5), rangeStatus(0, 2, 5), rangeStatus(6, 0, 5)],
    [200, 200, 206, 416],
  )
})
