import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contactsIn, guessColumns, readTable, toCsv } from './contact-import.ts'

const read = (text: string) => {
  const table = readTable(text)
  return contactsIn(table, guessColumns(table)).map(
    ({ contact_type, contact_value }) => `${contact_type} ${contact_value}`,
  )
}

test('a pasted list is one address a line', () => {
  assert.deepEqual(read('ann@town.example\n\n bob@town.example \r\n'), [
    'email ann@town.example',
    'email bob@town.example',
  ])
})

test('a spreadsheet is read by its columns, whatever separates and quotes them', () => {
  const expected = ['email ann@town.example', 'phone +1 512 555 0100', 'email bob@town.example']
  const table = (separator: string) =>
    [
      ['Name', 'E-mail', 'Mobile'],
      ['"Stone, ""Ann"""', 'ann@town.example', '+1 512 555 0100'],
      ['Bob', 'bob@town.example', ''],
    ]
      .map((row) => row.join(separator))
      .join('\r\n')
  for (const separator of [',', '\t']) assert.deepEqual(read(`\ufeff${table(separator)}`), expected)
  assert.deepEqual(read(table(';').replaceAll(', ', ' ')), expected)
})

test('a quoted cell may hold line breaks; a quote that never ends ends with the text', () => {
  assert.deepEqual(readTable('name,mail\n"Ann\nStone",ann@town.example').rows, [['Ann\nStone', 'ann@town.example']])
  assert.doesNotThrow(() => readTable('"never,ends\nann@town.example'))
})

test('an address that is listed twice is one contact', () => {
  assert.deepEqual(read('Ann@town.example\nann@TOWN.example'), ['email Ann@town.example'])
})

test('columns can be chosen when the guess is wrong, and rows may be short', () => {
  const table = readTable('old,new\na@town.example,b@town.example\nc@town.example')
  assert.deepEqual(contactsIn(table, { email: 1, phone: null }), [
    { contact_type: 'email', contact_value: 'b@town.example' },
  ])
})

test('nothing is read from nothing', () => {
  for (const text of ['', '\n\n', ',,,\n,,']) assert.deepEqual(read(text), [], JSON.stringify(text))
})

test('hundreds of thousands of lines are read in one go, also without a single line break', () => {
  assert.equal(read(Array.from({ length: 100_000 }, (_, i) => `n${i}@town.example`).join('\n')).length, 100_000)
  assert.equal(readTable('a@town.example\n'.repeat(400_000)).rows.length, 400_000)
  assert.equal(readTable('x'.repeat(1_000_000)).columns.length, 1)
})

test('what is exported is read again, and is no formula', () => {
  const csv = toCsv([
    ['type', 'contact'],
    ['email', '=cmd@town.example'],
    ['phone', '+15125550100'],
    ['email', 'a"b,c@town.example'],
  ])
  assert.match(csv, /email,'=cmd@town\.example\r\n/)
  assert.match(csv, /phone,\+15125550100\r\n/)
  assert.deepEqual(readTable(csv).rows.at(-1), ['email', 'a"b,c@town.example'])
})
