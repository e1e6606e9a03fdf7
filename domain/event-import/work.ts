import { IMPORT_WORK_MAX } from '../limits.ts'
import type { Spend } from '../recurrence/expand.ts'

// Files come from strangers, and a short one can ask for hours of work. What costs more than its length is counted.

/** Thrown by a file that asks for too much; nothing of it is imported. */
export class TooMuchWork extends Error {
  constructor() {
    super('The file asks for too much work.')
    this.name = 'TooMuchWork'
  }
}

/** What things cost, in days of a rule looked at: each is some hundred nanoseconds. */
export const workOf = {
  /** A line of iCalendar or a cell of a table: time, and memory that a short one does not show. */
  line: 40,
  /** Reading a date, or finding the instants of one. */
  date: 300,
  /** Asking whether there is a zone of this name. */
  zoneName: 2000,
} as const

/** Counts the work of one file, over everything that is in it. */
export function workBudget(max = IMPORT_WORK_MAX): Spend {
  let left = max
  return (work) => {
    left -= work
    if (left < 0) throw new TooMuchWork()
  }
}
