import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slotListForm, slotRequestForm } from './slot-forms.ts'
import { neededWords } from './slots.ts'
import { slotsCsv } from './slots-csv.ts'
import { slotTexts } from './texts/slots.ts'

const line = (title: string, wanted: number, taken = 0) => ({ title, wanted, taken })
const more = (count: number) => `and ${count} more`

test('what is still needed is one short line', () => {
  assert.equal(neededWords([], more), '')
  assert.equal(neededWords([line('Grill', 3, 3)], more), '')
  assert.equal(neededWords([line('Grill 12–2pm', 3, 1), line('Salads', 5)], more), 'Grill 12–2pm (2), Salads (5)')
  const many = ['A', 'B', 'C', 'D', 'E'].map((title) => line(title, 1))
  assert.equal(neededWords(many, more), 'A (1), B (1), C (1) and 2 more')
})

test('a sign-up takes at least one, and at most 20 of a line', () => {
  const id = '00000000-0000-4000-8000-000000000001'
  const said = (amounts: unknown) =>
    slotRequestForm.safeParse({ name: 'Rosa', email: 'rosa@example.org', amounts }).error?.issues[0]?.message
  assert.equal(said({ [id]: 2 }), undefined)
  assert.equal(said({}), slotTexts.chooseOne)
  assert.equal(said({ [id]: 0 }), slotTexts.chooseOne)
  assert.equal(said({ [id]: 21 }), slotTexts.amount)
  assert.equal(said({ [id]: 1.5 }), slotTexts.amount)
  assert.equal(said({ [id]: 'many' }), slotTexts.amount)
  assert.equal(said({ grill: 1 }), slotTexts.changed)
  assert.equal(said('all'), slotTexts.chooseOne)
})

test('a line needs a title and a number', () => {
  const said = (part: object) =>
    slotListForm.safeParse({ slots: [{ kind: 'help', title: 'Grill', wanted: '3', ...part }] }).error?.issues[0]
      ?.message
  assert.equal(said({}), undefined)
  assert.equal(said({ title: ' ' }), slotTexts.lineTitleRequired)
  assert.equal(said({ wanted: '0' }), slotTexts.wanted)
  assert.equal(said({ wanted: '' }), slotTexts.wanted)
})

test('the file of an admin has one row per person and line, and one for what nobody has', () => {
  const slots = [
    { id: 'a', kind: 'help' as const, title: 'Grill', wanted: 3, taken: 2 },
    { id: 'b', kind: 'bring' as const, title: 'Salads', wanted: 5, taken: 0 },
  ]
  const people = [{ name: '=Rosa', email: 'rosa@example.org', amounts: [{ slot_id: 'a', amount: 2 }] }]
  const columns = { list: 'List', what: 'What', name: 'Name', amount: 'How many', email: 'Email' }
  const file = slotsCsv(slots, people, columns)
  assert.match(file, /^List,What,Name,How many,Email\r?\n/)
  assert.match(file, /Volunteers,Grill,'=Rosa,2,rosa@example.org/)
  assert.match(file, /Things to bring,Salads,,,/)
})
