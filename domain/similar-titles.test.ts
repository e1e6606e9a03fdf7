import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areSimilarTitles } from './similar-titles.ts'

test('titles that mean the same event are found, whatever their case, accents and small words', () => {
  for (const [one, other] of [
    ['Spring fair', 'The Annual Spring Fair!'],
    ['Fiesta de la Primavera', 'fiesta de primavéra'],
    ['Porch concerts', 'Porch concert with the Maple Band'],
    ['School board meeting, June', 'School board meeting (July)'],
  ] as const)
    assert.ok(areSimilarTitles(one, other), `${one} / ${other}`)
})

test('other events, half a word and nothing are no duplicates', () => {
  for (const [one, other] of [
    ['Spring fair', 'Spring concert'],
    ['Book club', 'Chess club'],
    ['', 'Spring fair'],
    ['sp', 'Spring fair'],
    ['!!!', '???'],
  ] as const)
    assert.ok(!areSimilarTitles(one, other), `${one} / ${other}`)
})
