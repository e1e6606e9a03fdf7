import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupBy, isWellFormed, parseUrl, toWellFormed } from './older-browsers.ts'

test('groups, surrogates and addresses are as the newer built-ins say', () => {
  const words = ['ash', 'birch', 'alder', 'beech', '']
  const keyOf = (word: string, index: number) => word[0] ?? index
  assert.deepEqual(groupBy(words, keyOf), Map.groupBy(words, keyOf))
  for (const text of ['', 'bell', '🔔', '\ud83d', '\udd14', 'a\ud83db', '\udd14\ud83d', '🔔\ud83d']) {
    assert.equal(isWellFormed(text), text.isWellFormed())
    assert.equal(toWellFormed(text), text.toWellFormed())
  }
  for (const text of ['https://town.example/a', '/a', '//', 'http://[', ''])
    for (const base of [undefined, 'https://other.example'])
      assert.equal(parseUrl(text, base)?.href, URL.parse(text, base)?.href)
})
