import { isBlank, isOneLine, isSeveralLines } from '../characters.ts'
import type { Day } from '../dates.ts'
import {
  type EventDetails,
  type EventRow,
  eventColumns,
  type ImportedDetails,
  type ImportedText,
  type ImportedTextColumn,
  importedColumns,
  type TextColumn,
} from '../event-columns.ts'
import { toWellFormed } from '../older-browsers.ts'
import type { Series } from '../recurrence/edit.ts'
import { lineOfHtml, textOfHtml } from './html-text.ts'
import type { ImportProblem } from './problems.ts'

// The events of a file or feed in our terms: events that happen once, and series with their exceptions.

/** The times of an event. Whole days run from midnight to midnight of the calendar's zone. */
export type ImportedTimes = Pick<EventRow, 'all_day' | 'start_time' | 'end_time'>

export interface ImportedOnce extends ImportedDetails, ImportedTimes {
  kind: 'once'
  uid: string
  sequence: number
  /** The first day in the calendar's zone. */
  day: Day
}

export type SeriesClock = Omit<Series, keyof EventDetails> & {
  /** Null for the calendar's zone. */
  time_zone: string | null
}

export interface ImportedSeries extends ImportedDetails, SeriesClock {
  kind: 'series'
  uid: string
  sequence: number
  exceptions: ImportedException[]
}

/** A date of a series that differs from the others; `series_day` is the day of the rule. */
export interface ImportedException extends ImportedDetails, ImportedTimes {
  series_day: Day
  /** How much higher than the sequence of its series. */
  sequence: number
}

export type ImportedItem = ImportedOnce | ImportedSeries

/** An entry of the file: an event or series, or why it cannot be imported. */
export type ImportedEntry =
  | { title: string; day: Day | null; item: ImportedItem; problem: null }
  | { title: string; day: Day | null; item: null; problem: ImportProblem }

export function refused(title: string, day: Day | null, problem: ImportProblem): ImportedEntry {
  return { title, day, item: null, problem }
}

/** Gives an entry and its exceptions the category that was chosen for the whole file. */
export function withCategory(entry: ImportedEntry, category: ImportedDetails['category']): ImportedEntry {
  if (!entry.item) return entry
  const { item } = entry
  if (item.kind === 'once') return { ...entry, item: { ...item, category } }
  const exceptions = item.exceptions.map((exception) => ({ ...exception, category }))
  return { ...entry, item: { ...item, category, exceptions } }
}

type ImportedTexts = Pick<ImportedDetails, ImportedTextColumn>

export const importedTextColumns = importedColumns.filter(
  (name) => eventColumns[name].imported !== true,
) as ImportedTextColumn[]

/** Describes how a column is found in a file. */
export const importedText = (name: ImportedTextColumn): ImportedText => eventColumns[name].imported

/** Reads all texts of an event; null without a title. */
export function readTexts(find: (name: ImportedTextColumn) => string): ImportedTexts | null {
  const texts = Object.fromEntries(importedTextColumns.map((name) => [name, readText(name, find(name))]))
  return texts.title === null ? null : (texts as ImportedTexts)
}

/** Cleans and cuts a text; one that must meet a condition is taken whole or not at all. */
function readText(name: ImportedTextColumn, text: string): string | null {
  const { max, severalLines: isLong, check }: TextColumn = eventColumns[name].text
  if (importedText(name).except?.test(text) || (check && !check.accepts(text.trim()))) return null
  const value = isLong ? severalLines(textOfHtml(text), max) : oneLine(check ? text : lineOfHtml(text), max)
  return value === null || isBlank(value) ? null : value
}

/** Removes characters that a field refuses and cuts what is too long. Empty becomes null. */
export function oneLine(text: string, max: number): string | null {
  const clean = toWellFormed(text).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
  return fitted(isOneLine(clean) ? clean : clean.replace(DIRECTIONS, ''), max)
}

export function severalLines(text: string, max: number): string | null {
  const clean = toWellFormed(text).replace(/\r\n?/g, '\n')
  return fitted(isSeveralLines(clean) ? clean : clean.replace(/[^\P{Cc}\t\n]/gu, '').replace(DIRECTIONS, ''), max)
}

const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g

function fitted(text: string, max: number): string | null {
  const trimmed = text.trim()
  // A character takes at most two units.
  const characters = trimmed.length > max ? [...trimmed.slice(0, 2 * max + 1)] : []
  const cut = characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : trimmed
  return cut === '' ? null : cut
}
