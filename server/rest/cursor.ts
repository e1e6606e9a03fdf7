// The small words of the query language, shared by select, filters and order: names, quoted text, JSON paths.
import { badQuery } from './errors.ts'

export type Cursor = { text: string; at: number; what: string }
export type JsonStep = { arrow: '->' | '->>'; key: string | number }
export type Field = { name: string; path: JsonStep[] }

const identifier = /[\p{L}\p{N}_ $]+/uy
const jsonKey = /[^(\-:.,>)]+/y

export function openCursor(text: string, what: string): Cursor {
  return { text, at: 0, what }
}

export function stop(cursor: Cursor, expecting: string): never {
  const found = cursor.at >= cursor.text.length ? 'end of input' : JSON.stringify(cursor.text[cursor.at])
  const message = `"failed to parse ${cursor.what} (${cursor.text})" (line 1, column ${cursor.at + 1})`
  throw badQuery(message, `unexpected ${found} expecting ${expecting}`)
}

export const atEnd = (cursor: Cursor) => cursor.at >= cursor.text.length
export const looksAt = (cursor: Cursor, word: string) => cursor.text.startsWith(word, cursor.at)

export function take(cursor: Cursor, word: string): boolean {
  if (!looksAt(cursor, word)) return false
  cursor.at += word.length
  return true
}

export function expect(cursor: Cursor, word: string): void {
  if (!take(cursor, word)) stop(cursor, JSON.stringify(word))
}

export function expectEnd(cursor: Cursor, otherwise = '"," or end of input'): void {
  if (!atEnd(cursor)) stop(cursor, otherwise)
}

export function skipSpace(cursor: Cursor): void {
  while (cursor.text[cursor.at] === ' ' || cursor.text[cursor.at] === '\t') cursor.at++
}

/** Reads `one` between commas until something else follows. */
export function list<T>(cursor: Cursor, one: (cursor: Cursor) => T): T[] {
  const items = [one(cursor)]
  for (skipSpace(cursor); take(cursor, ','); skipSpace(cursor)) items.push(one(cursor))
  return items
}

export function name(cursor: Cursor): string {
  skipSpace(cursor)
  if (looksAt(cursor, '"')) return quoted(cursor)
  return dashed(cursor, identifier) ?? stop(cursor, 'field name (* or [a..z0..9_$])')
}

export function field(cursor: Cursor): Field {
  const column = name(cursor)
  return { name: column, path: jsonPath(cursor) }
}

/** `a.b.column->path`: the embeds walked through, then the field. */
export function fieldPath(cursor: Cursor): { path: string[]; field: Field } {
  const names = [name(cursor)]
  while (take(cursor, '.')) names.push(name(cursor))
  return { path: names.slice(0, -1), field: { name: names.at(-1)!, path: jsonPath(cursor) } }
}

export function word(cursor: Cursor, expecting: string): string {
  return match(cursor, identifier)?.trim() || stop(cursor, expecting)
}

/** `"…"` with backslash escapes, the cursor standing on the first quote. */
export function quoted(cursor: Cursor): string {
  let value = ''
  for (let at = cursor.at + 1; at < cursor.text.length; at++) {
    const char = cursor.text[at]
    if (char === '"') {
      cursor.at = at + 1
      return value
    }
    value += char === '\\' ? (cursor.text[++at] ?? '') : char
  }
  cursor.at = cursor.text.length
  return stop(cursor, '"\\""')
}

export function jsonPath(cursor: Cursor): JsonStep[] {
  const steps: JsonStep[] = []
  while (looksAt(cursor, '->')) {
    const arrow = take(cursor, '->>') ? '->>' : '->'
    if (arrow === '->') cursor.at += 2
    steps.push({ arrow, key: jsonIndex(cursor) ?? jsonName(cursor) })
  }
  return steps
}

const index = /[+-]?[0-9]{1,9}(?=->|::|[.,)]|$)/y

function jsonIndex(cursor: Cursor): number | undefined {
  const digits = match(cursor, index)
  return digits === undefined ? undefined : Number(digits)
}

function jsonName(cursor: Cursor): string {
  if (looksAt(cursor, '"')) return quoted(cursor)
  return dashed(cursor, jsonKey) ?? stop(cursor, 'any non reserved character different from: .,>()')
}

/** Words joined by dashes; a dash before `>` is the start of an arrow. */
function dashed(cursor: Cursor, pattern: RegExp): string | undefined {
  const first = match(cursor, pattern)
  if (first === undefined) return undefined
  let value = first
  while (looksAt(cursor, '-') && !looksAt(cursor, '->')) {
    const start = cursor.at++
    const next = match(cursor, pattern)
    if (next === undefined) {
      cursor.at = start
      break
    }
    value += `-${next}`
  }
  return value.trim() || undefined
}

function match(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.text)?.[0]
  if (found !== undefined) cursor.at += found.length
  return found
}
