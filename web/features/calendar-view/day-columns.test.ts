import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layOutDay } from './day-columns.ts'

const entry = (name: string, from: number, to: number) => ({ name, from: from * 60, to: to * 60 })
const laidOut = (...entries: ReturnType<typeof entry>[]) =>
  layOutDay(entries).map(({ entry: { name }, column, columns }) => [name, column, columns])

test('what does not overlap has the whole width, also back to back', () => {
  assert.deepEqual(laidOut(entry('nine', 9, 10), entry('ten', 10, 11)), [
    ['nine', 0, 1],
    ['ten', 0, 1],
  ])
})

test('what overlaps stands side by side, and a free column is taken again', () => {
  assert.deepEqual(laidOut(entry('sweeping', 8, 12), entry('story', 10, 10.75), entry('walk', 11, 12)), [
    ['sweeping', 0, 2],
    ['story', 1, 2],
    ['walk', 1, 2],
  ])
})

test('three at once share three columns, and the next group is on its own', () => {
  assert.deepEqual(laidOut(entry('a', 9, 12), entry('b', 9, 11), entry('c', 10, 11), entry('d', 13, 14)), [
    ['a', 0, 3],
    ['b', 1, 3],
    ['c', 2, 3],
    ['d', 0, 1],
  ])
})

test('a short entry takes the room of its title', () => {
  assert.deepEqual(laidOut(entry('reminder', 9, 9), entry('next', 9.25, 10)), [
    ['reminder', 0, 2],
    ['next', 1, 2],
  ])
})
