import type { EventCategory } from '../categories.ts'
import { isOneLine, isSeveralLines } from '../characters.ts'
import type { Day } from '../dates.ts'
import type { Series, SeriesFields } from '../recurrence/edit.ts'
import type { EventStatus } from '../statuses.ts'
import type { ImportProblem } from '../texts/event-import.ts'

// What a file or a feed holds, in our words: events that happen once, and series with the dates that are unlike them.

/** Whether an event goes into the mailer is chosen here, never by who wrote the file. */
export type ImportedFields = Omit<SeriesFields, 'include_in_mailer' | 'category' | 'status' | 'image' | 'image_alt'> & {
  category: EventCategory
  status: EventStatus
}

/** When something is, once. Instants are ISO texts; whole days run from midnight to midnight of the calendar's zone. */
export interface ImportedTimes {
  all_day: boolean
  start_time: string
  end_time: string
}

export interface ImportedOnce extends ImportedFields, ImportedTimes {
  kind: 'once'
  uid: string
  sequence: number
  /** The first day, in the calendar's zone. */
  day: Day
}

export type SeriesClock = Omit<Series, keyof SeriesFields> & {
  /** Null: the calendar's. */
  time_zone: string | null
}

export interface ImportedSeries extends ImportedFields, SeriesClock {
  kind: 'series'
  uid: string
  sequence: number
  unlike: ImportedException[]
}

/** One date of a series that is unlike the others; `series_day` is where the rule put it. */
export interface ImportedException extends ImportedFields, ImportedTimes {
  series_day: Day
  /** Beyond its series'. */
  sequence: number
}

export type ImportedItem = ImportedOnce | ImportedSeries

/** One entry of the file: what it says, or why it cannot be taken. */
export type ImportedEntry =
  | { title: string; day: Day | null; item: ImportedItem; problem: null }
  | { title: string; day: Day | null; item: null; problem: ImportProblem }

export function refused(title: string, day: Day | null, problem: ImportProblem): ImportedEntry {
  return { title, day, item: null, problem }
}

/** As a field takes it: what cannot be in it is left out, what is too long is cut. Empty becomes null. */
export function oneLine(text: string, max: number): string | null {
  const clean = text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
  return fitted(isOneLine(clean) ? clean : clean.replace(DIRECTIONS, ''), max)
}

export function severalLines(text: string, max: number): string | null {
  const clean = text.toWellFormed().replace(/\r\n?/g, '\n')
  return fitted(isSeveralLines(clean) ? clean : clean.replace(/[^\P{Cc}\t\n]/gu, '').replace(DIRECTIONS, ''), max)
}

const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g

function fitted(text: string, max: number): string | null {
  const trimmed = text.trim()
  const characters = trimmed.length > max ? [...trimmed] : []
  const cut = characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : trimmed
  return cut === '' ? null : cut
}

/** A name for what has none, the same every time it is read. Not secret, and only told apart from its neighbours. */
export function fingerprint(text: string): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 2654435761)
    two = Math.imul(two ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return (two >>> 0).toString(16).padStart(8, '0') + (one >>> 0).toString(16).padStart(8, '0')
}
