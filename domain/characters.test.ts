import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBlank, isOneLine, isSeveralLines, lengthOf } from './characters.ts'
import { optionalText, requiredText } from './text-rules.ts'

test('length counts code points', () => {
  assert.equal(lengthOf(''), 0)
  assert.equal(lengthOf('Ω'), 1)
  assert.equal(lengthOf('🔔'), 1)
  assert.equal('🔔'.length, 2)
  assert.equal(lengthOf('🔔'.repeat(100)), 100)
})

test('text that shows nothing is blank', () => {
  for (const text of [
    '',
    ' ',
    '\t\n',
    '\u00a0',
    '\u200b',
    '\u200b\u200d\ufeff',
    '\u2060',
    '\u3164',
    '\u00ad',
    '\u2800',
    '\u202e',
  ]) {
    assert.ok(isBlank(text), JSON.stringify(text))
  }
  for (const text of ['a', ' a ', '.', '🔔', '\u200bx', '0']) assert.ok(!isBlank(text), JSON.stringify(text))
})

test('one line has no control characters, direction overrides or broken surrogates', () => {
  for (const text of [
    'a\nb',
    'a\rb',
    'a\0',
    '\x1b[0m',
    '\x7f',
    '\u0085',
    '\u2028',
    '\u202egpj.exe',
    '\u2066',
    '\ud83d',
    'a\tb',
  ]) {
    assert.ok(!isOneLine(text), JSON.stringify(text))
  }
  for (const text of ['Fête de l’été', '👨‍👩‍👧', 'עברית\u200f', '<img onerror>', '']) assert.ok(isOneLine(text), text)
})

test('multi-line text allows line breaks and indentation, and no other control characters', () => {
  assert.ok(isSeveralLines('a\r\n\tb\n'))
  for (const text of ['\0', '\x08', '\x1b', '\x7f', '\u202e', '\udc00'])
    assert.ok(!isSeveralLines(text), JSON.stringify(text))
})

test('required text is trimmed, bounded and not blank', () => {
  const name = requiredText({ max: 3, label: 'Name', required: 'Name is required' })
  assert.equal(name.parse('  abc '), 'abc')
  assert.equal(name.parse('🔔🔔🔔'), '🔔🔔🔔')
  const cases: [unknown, string][] = [
    ['', 'Name is required'],
    ['   ', 'Name is required'],
    ['\u200b\u200b', 'Name is required'],
    [undefined, 'Name is required'],
    [null, 'Name is required'],
    [['abc'], 'Name is required'],
    ['abcd', 'Name must be at most 3 characters'],
    ['a\nb', "Name contains characters that can't be used"],
  ]
  for (const [input, message] of cases) assert.equal(name.safeParse(input).error?.issues[0]?.message, message)
})

test('optional text that is blank becomes null', () => {
  const note = optionalText({ max: 3, label: 'Note', severalLines: true })
  for (const input of ['', '  ', '\u200b', null, undefined]) assert.equal(note.parse(input), null)
  assert.equal(note.parse(' a\n '), 'a')
  assert.equal(note.parse('a\nb'), 'a\nb')
  assert.equal(note.safeParse('abcd').error?.issues[0]?.message, 'Note must be at most 3 characters')
  assert.ok(!note.safeParse(5).success)
})
