import type { EventCategory } from '#domain/categories.ts'
import { type Day, daysBetween } from '#domain/dates.ts'

// Lays out the events of one week of a month: each takes a lane, a line of the same height in every cell that it crosses.

export interface LaneEvent {
  category: EventCategory
  all_day: boolean
  event_date: Day
  end_date: Day
}

/** An event in the cell where its bar or chip begins. */
export interface Entry<E> {
  event: E
  /** The number of cells it crosses. */
  span: number
  /** It began in an earlier week. */
  isCutBefore: boolean
  /** It goes on in the next week. */
  isCutAfter: boolean
}

export interface CellLanes<E> {
  /** From the top. "covered": a bar that begins in an earlier cell runs through; null: free. Lanes that never fit are not listed. */
  lanes: (Entry<E> | 'covered' | null)[]
  /** How many events are not shown, where two lines fit and where four do. The last line then says so. */
  more: { few: number; many: number }
  /** How many lanes show where few lines fit. */
  few: number
}

/** The lines of a cell: with two, one event and "+3 more" fit; with four, three events do. */
const LINES = { few: 2, many: 4 }
/** The lines of a week that is over. */
export const LINES_OVER = { few: 1, many: 1 }

/** Returns the cells of a week. Expects its days in order, and the events in the order of their start. */
export function layOutWeek<E extends LaneEvent>(
  events: readonly E[],
  week: readonly Day[],
  lines = LINES,
): CellLanes<E>[] {
  const placed = place(events, week)
  const few = hiddenCounts(placed, week.length, lines.few)
  const many = hiddenCounts(placed, week.length, lines.many)
  return week.map((_, column) => ({
    lanes: lanesOf(placed, column, many[column] ? lines.many - 1 : lines.many),
    more: { few: few[column] ?? 0, many: many[column] ?? 0 },
    few: few[column] ? lines.few - 1 : lines.few,
  }))
}

/** Returns whether an event is drawn as a bar: it lasts all day, or several days. */
export function isBar({ all_day, event_date, end_date }: Omit<LaneEvent, 'category'>): boolean {
  return all_day || event_date !== end_date
}

interface Placed<E> extends Entry<E> {
  lane: number
  column: number
}

function place<E extends LaneEvent>(events: readonly E[], week: readonly Day[]): Placed<E>[] {
  const [first, last] = [week[0] as Day, week.at(-1) as Day]
  const touching = events.filter(({ event_date, end_date }) => event_date <= last && end_date >= first)
  const taken: boolean[][] = []
  return touching.sort(inOrder).map((event) => {
    const column = Math.max(0, daysBetween(first, event.event_date))
    const span = Math.min(week.length - 1, daysBetween(first, event.end_date)) - column + 1
    const lane = freeLane(taken, column, span)
    take(taken, lane, { column, span })
    return { event, lane, column, span, isCutBefore: event.event_date < first, isCutAfter: event.end_date > last }
  })
}

/** Alerts come first, then bars by length; the sort is stable, so the rest stays in the order of its start. */
function inOrder(a: LaneEvent, b: LaneEvent): number {
  return rank(a) - rank(b) || lengthOf(b) - lengthOf(a)
}

function rank(event: LaneEvent): number {
  if (event.category === 'Alert') return 0
  return isBar(event) ? 1 : 2
}

function lengthOf({ event_date, end_date }: LaneEvent): number {
  return daysBetween(event_date, end_date)
}

function freeLane(taken: boolean[][], column: number, span: number): number {
  const isFree = (cells: boolean[]) => !cells.slice(column, column + span).some(Boolean)
  const lane = taken.findIndex(isFree)
  return lane === -1 ? taken.length : lane
}

function take(taken: boolean[][], lane: number, { column, span }: { column: number; span: number }): void {
  taken[lane] ??= []
  for (let at = column; at < column + span; at++) taken[lane][at] = true
}

/**
 * Counts what each cell cannot show with so many lines. A bar in the last line is hidden in all of its cells if one of them
 * needs that line to say how many are hidden.
 */
function hiddenCounts(placed: readonly Placed<unknown>[], columns: number, lines: number): number[] {
  const overflows = Array.from({ length: columns }, (_, column) =>
    placed.some((entry) => entry.lane >= lines && covers(entry, column)),
  )
  const hidden = placed.filter(
    (entry) =>
      entry.lane >= lines ||
      (entry.lane === lines - 1 && overflows.some((isOver, column) => isOver && covers(entry, column))),
  )
  return overflows.map((_, column) => hidden.filter((entry) => covers(entry, column)).length)
}

function lanesOf<E>(placed: readonly Placed<E>[], column: number, count: number): CellLanes<E>['lanes'] {
  const here = placed.filter((entry) => entry.lane < count && covers(entry, column))
  const used = Math.max(0, ...here.map(({ lane }) => lane + 1))
  return Array.from({ length: used }, (_, lane) => {
    const entry = here.find((entry) => entry.lane === lane)
    if (!entry) return null
    if (entry.column !== column) return 'covered'
    const { event, span, isCutBefore, isCutAfter } = entry
    return { event, span, isCutBefore, isCutAfter }
  })
}

function covers({ column, span }: Pick<Placed<unknown>, 'column' | 'span'>, at: number): boolean {
  return column <= at && at < column + span
}
