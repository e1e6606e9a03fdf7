import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellsIn, contactsIn, guessColumns, readContactTable, toCsv, toImport } from './contact-import.ts'

const read = (text: string) => {
  const table = readContactTable(text)
  return Array.from(
    contactsIn(table, guessColumns(table)),
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
  assert.deepEqual(readContactTable('name,mail\n"Ann\nStone",ann@town.example').rows, [
    ['Ann\nStone', 'ann@town.example'],
  ])
  assert.doesNotThrow(() => readContactTable('"never,ends\nann@town.example'))
})

test('an address that is listed twice is one contact', () => {
  assert.deepEqual(read('Ann@town.example\nann@TOWN.example'), ['email Ann@town.example'])
})

test('columns can be chosen when the guess is wrong, and rows may be short', () => {
  const table = readContactTable('old,new\na@town.example,b@town.example\nc@town.example')
  assert.deepEqual(
    [...contactsIn(table, { email: 1, phone: null })],
    [{ contact_type: 'email', contact_value: 'b@town.example' }],
  )
  assert.equal(cellsIn(table, { email: 1, phone: null }), 1)
  assert.equal(cellsIn(table, { email: 0, phone: 1 }), 3)
})

test('addresses and numbers in one column are told apart', () => {
  const text = 'ann@town.example\n+1 512 555 0100\nnobody@'
  assert.deepEqual(read(text), ['email ann@town.example', 'phone +1 512 555 0100', 'email nobody@'])
  const table = readContactTable(text)
  assert.equal(cellsIn(table, guessColumns(table)), 3)
})

test('a contact is sent as a bare address if that shows whether it is an email or a phone', () => {
  const sent = [
    { contact_type: 'email', contact_value: 'ann@town.example' },
    { contact_type: 'email', contact_value: '5125550100' },
    { contact_type: 'phone', contact_value: '5125550100' },
    { contact_type: 'phone', contact_value: 'ann@town.example' },
  ] as const
  assert.deepEqual(sent.map(toImport), ['ann@town.example', sent[1], '5125550100', sent[3]])
})

test('nothing is read from nothing', () => {
  for (const text of ['', '\n\n', ',,,\n,,']) assert.deepEqual(read(text), [], JSON.stringify(text))
})

test('hundreds of thousands of lines are read in one go, also without a single line break', () => {
  assert.equal(read(Array.from({ length: 100_000 }, (_, i) => `n${i}@town.example`).join('\n')).length, 100_000)
  assert.equal(readContactTable('a@town.example\n'.repeat(400_000)).rows.length, 400_000)
  assert.equal(readContactTable('x'.repeat(1_000_000)).columns.length, 1)
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
  assert.deepEqual(readContactTable(csv).rows.at(-1), ['email', 'a"b,c@town.example'])
})
