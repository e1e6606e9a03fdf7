import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromName } from './plain-name.ts'

test('the name of a mailing is that of its calendar and of the site that sends it', () => {
  for (const name of ['Barton Hills', 'P.T.A. of St. Mary’s', 'J. R. Smith Park', 'Año Nuevo 2025', 'Room 2.5'])
    assert.equal(fromName(name, 'via Townbell'), `${name} via Townbell`)
  assert.equal(fromName('Elm Street', 'via Elm City'), 'Elm Street via Elm City')
})

test('it cannot pass for an address, a domain or another direction of writing', () => {
  for (const [name, wanted] of [
    ['Your Bank <security@bank.example>', 'Your Bank security bank example'],
    ['＜a＠bank．example＞', 'a bank example'],
    ['ba\u200bnk.\u2060example', 'bank example'],
    ['\u202eknaB\u202c', 'knaB'],
    ['a"b\\c', 'a b c'],
    ['bank。example', 'bank example'],
    ['login.bank.co.uk', 'login bank co uk'],
    ['See https://bank.example/a', 'See https bank example/a'],
    ['@', 'Townbell'],
  ] as const)
    assert.equal(fromName(name, 'via Townbell'), `${wanted} via Townbell`, name)
})
