import type { EventCategory } from '#domain/categories.ts'
import { addDays, type Day } from '#domain/dates.ts'

// The marks of a day in a month grid: a dot for each event, and a bar for an event of several days.

export interface MarkedEvent {
  event_date: Day
  end_date: Day
  category: EventCategory
  status: string
}

export interface Dot {
  category: EventCategory
  /** The event does not take place: only the outline is drawn. */
  isOff: boolean
}

export interface Bar extends Dot {
  isFirst: boolean
  isLast: boolean
}

export interface DayMarks {
  dots: Dot[]
  /** One entry per lane, so that a bar keeps its height across days; null where a lane is empty. */
  bars: (Bar | null)[]
}

/** The most bars above each other; an event that does not fit becomes a dot. */
const LANES = 2

/** Returns the marks of each day. Expects events in the order of their start. */
export function marksOf(events: readonly MarkedEvent[]): Record<Day, DayMarks> {
  const days: Record<Day, DayMarks> = {}
  const at = (day: Day) => {
    days[day] ??= { dots: [], bars: [] }
    return days[day]
  }
  for (const { event_date: first, end_date: last, category, status } of events) {
    const isOff = status === 'cancelled' || status === 'postponed'
    const touched = daysFrom(first, last)
    const lane = first === last ? LANES : freeLane(touched.map((day) => days[day]))
    for (const day of touched) {
      if (lane === LANES) at(day).dots.push({ category, isOff })
      else put(at(day).bars, lane, { category, isOff, isFirst: day === first, isLast: day === last })
    }
  }
  return days
}

export function countOf({ dots, bars }: DayMarks): number {
  return everyMark({ dots, bars }).length
}

export function everyMark({ dots, bars }: DayMarks): Dot[] {
  return [...bars.filter((bar) => bar !== null), ...dots]
}

function daysFrom(first: Day, last: Day): Day[] {
  const days = [first]
  for (let day = first; day < last; ) {
    day = addDays(day, 1)
    days.push(day)
  }
  return days
}

function freeLane(days: (DayMarks | undefined)[]): number {
  const lanes = Array.from({ length: LANES }, (_, lane) => lane)
  return lanes.find((lane) => days.every((day) => !day?.bars[lane])) ?? LANES
}

function put(bars: (Bar | null)[], lane: number, bar: Bar): void {
  while (bars.length <= lane) bars.push(null)
  bars[lane] = bar
}
