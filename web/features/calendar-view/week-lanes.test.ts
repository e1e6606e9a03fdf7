import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '#domain/dates.ts'
import { type CellLanes, type LaneEvent, LINES_OVER, layOutWeek } from './week-lanes.ts'

const SUNDAY = '2026-11-15'
const week = Array.from({ length: 7 }, (_, index) => addDays(SUNDAY, index))

type Named = LaneEvent & { name: string }

/** An event from one weekday to another, 0 being Sunday. */
const on = (name: string, from: number, to = from, more: Partial<LaneEvent> = {}): Named => ({
  name,
  category: 'Event',
  all_day: false,
  event_date: addDays(SUNDAY, from),
  end_date: addDays(SUNDAY, to),
  ...more,
})

/** The lanes of a cell by name, "|" where a bar runs through. */
const drawn = (cell: CellLanes<Named> | undefined) =>
  cell?.lanes.map((lane) => (lane === 'covered' ? '|' : (lane?.event.name ?? '')))

test('a bar keeps its lane in every cell it crosses, and others take the free ones', () => {
  const cells = layOutWeek([on('garden', 1, 3), on('club', 2), on('fair', 3, 4), on('walk', 4)], week)
  assert.deepEqual(cells.map(drawn), [[], ['garden'], ['|', 'club'], ['|', 'fair'], ['walk', '|'], [], []])
  assert.deepEqual(cells[1]?.lanes[0], {
    event: on('garden', 1, 3),
    span: 3,
    isCutBefore: false,
    isCutAfter: false,
  })
})

test('what began before the week or goes on after it is cut at the edge', () => {
  const [sunday] = layOutWeek([on('tour', -2, 9)], week)
  assert.deepEqual(sunday?.lanes[0], { event: on('tour', -2, 9), span: 7, isCutBefore: true, isCutAfter: true })
  assert.deepEqual(layOutWeek([on('before', -3, -1), on('after', 7)], week).flatMap(drawn), [])
})

test('alerts come first, then longer bars, then all day, then by time', () => {
  const [sunday] = layOutWeek(
    [
      on('nine', 0),
      on('day', 0, 0, { all_day: true }),
      on('long', 0, 1),
      on('boil water', 0, 0, { category: 'Alert' }),
    ],
    week,
  )
  assert.deepEqual(drawn(sunday), ['boil water', 'long', 'day', 'nine'])
})

test('four fit; of five, three are shown and two are counted', () => {
  const of = (count: number) =>
    layOutWeek(
      Array.from({ length: count }, (_, index) => on(`${index}`, 2)),
      week,
    )[2]
  assert.deepEqual(drawn(of(4)), ['0', '1', '2', '3'])
  assert.equal(of(4)?.more.many, 0)
  assert.deepEqual(drawn(of(5)), ['0', '1', '2'])
  assert.equal(of(5)?.more.many, 2)
})

test('a bar in the last line gives way in all of its cells', () => {
  const long = ['a', 'b', 'c', 'd'].map((name) => on(name, 1, 2))
  const cells = layOutWeek([...long, on('walk', 2)], week)
  assert.deepEqual(drawn(cells[1]), ['a', 'b', 'c'])
  assert.deepEqual(
    cells.map(({ more }) => more.many),
    [0, 1, 2, 0, 0, 0, 0],
  )
})

test('where two lines fit, the second is an event or the count', () => {
  const cells = layOutWeek([on('a', 1), on('b', 1), on('c', 2), on('d', 2), on('e', 2)], week)
  assert.deepEqual(
    cells.slice(1, 3).map(({ few, more }) => [few, more.few]),
    [
      [2, 0],
      [1, 2],
    ],
  )
})

test('a week that is over has one line: an event or the count', () => {
  const cells = layOutWeek([on('a', 1), on('c', 2), on('d', 2)], week, LINES_OVER)
  assert.deepEqual(cells.slice(1, 3).map(drawn), [['a'], []])
  assert.deepEqual(
    cells.slice(1, 3).map(({ few, more }) => [few, more.few, more.many]),
    [
      [1, 0, 0],
      [0, 2, 2],
    ],
  )
})
