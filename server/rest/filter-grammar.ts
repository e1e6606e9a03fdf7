// age=gte.18, title=not.ilike.*bell*, or=(a.eq.1,and(b.is.null,c.in.(1,2))): one operator and its value, or a tree of them.
import {
  type Cursor,
  expect,
  expectEnd,
  type Field,
  field,
  fieldPath,
  list,
  looksAt,
  name,
  openCursor,
  quoted,
  skipSpace,
  stop,
  take,
  word,
} from './cursor.ts'
import { badQuery } from './errors.ts'
import { limits } from './limits.ts'

type Comparison = keyof typeof comparisons
type Search = keyof typeof searches
type IsValue = (typeof isValues)[number]
export type Operation =
  | { kind: 'compare'; operator: Comparison; quantifier?: 'any' | 'all'; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: IsValue }
  | { kind: 'isdistinct'; value: string }
  | { kind: 'search'; search: Search; config?: string; value: string }
export type Filter = { kind: 'filter'; field: Field; negated: boolean; operation: Operation }
export type Logic = Filter | { kind: 'group'; negated: boolean; join: 'and' | 'or'; parts: Logic[] }

/** Name on the wire, operator in SQL. Only those marked may be followed by (any) or (all). */
export const comparisons = {
  eq: { sql: '=', quantified: true },
  neq: { sql: '<>', quantified: false },
  gt: { sql: '>', quantified: true },
  gte: { sql: '>=', quantified: true },
  lt: { sql: '<', quantified: true },
  lte: { sql: '<=', quantified: true },
  like: { sql: 'like', quantified: true },
  ilike: { sql: 'ilike', quantified: true },
  match: { sql: '~', quantified: true },
  imatch: { sql: '~*', quantified: true },
  cs: { sql: '@>', quantified: false },
  cd: { sql: '<@', quantified: false },
  ov: { sql: '&&', quantified: false },
  sl: { sql: '<<', quantified: false },
  sr: { sql: '>>', quantified: false },
  nxr: { sql: '&<', quantified: false },
  nxl: { sql: '&>', quantified: false },
  adj: { sql: '-|-', quantified: false },
} as const
export const searches = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const
const isValues = ['not_null', 'null', 'true', 'false', 'unknown'] as const

/** The left side of a filter: `embed.column->path`. */
export function parseFilterKey(key: string): { path: string[]; field: Field } {
  const cursor = openCursor(key, 'tree path')
  const found = fieldPath(cursor)
  expectEnd(cursor, 'letter, digit, "-", "->>", "->", delimiter (.) or end of input')
  return found
}

export function parseFilter(at: Field, text: string): Filter {
  const cursor = openCursor(text, 'filter')
  const filter = filterOn(at, cursor, rest)
  expectEnd(cursor, 'end of input')
  return filter
}

/** `and`, `or`, `not.and`, `embed.or` … with `(…)`. */
export function parseLogic(key: string, text: string): { path: string[]; logic: Logic } {
  const names = key.split('.')
  const join = names.at(-1) as 'and' | 'or'
  const negated = names.at(-2) === 'not'
  const path = names.slice(0, negated ? -2 : -1).map((each) => name(openCursor(each, 'logic path')))
  const cursor = openCursor(text, 'logic tree')
  const logic: Logic = { kind: 'group', negated, join, parts: group(cursor, 1) }
  expectEnd(cursor, 'end of input')
  return { path, logic }
}

function group(cursor: Cursor, depth: number): Logic[] {
  if (depth > limits.logicDepth) throw badQuery(`Conditions are nested deeper than ${limits.logicDepth} levels`)
  skipSpace(cursor)
  expect(cursor, '(')
  const parts = list(cursor, (each) => condition(each, depth))
  skipSpace(cursor)
  expect(cursor, ')')
  skipSpace(cursor)
  return parts
}

function condition(cursor: Cursor, depth: number): Logic {
  skipSpace(cursor)
  const start = cursor.at
  const negated = take(cursor, 'not.')
  for (const join of ['and', 'or'] as const) {
    const before = cursor.at
    if (take(cursor, join)) {
      skipSpace(cursor)
      if (looksAt(cursor, '(')) return { kind: 'group', negated, join, parts: group(cursor, depth + 1) }
    }
    cursor.at = before
  }
  cursor.at = start
  const at = field(cursor)
  expect(cursor, '.')
  return filterOn(at, cursor, nestedValue)
}

function filterOn(at: Field, cursor: Cursor, value: (cursor: Cursor) => string): Filter {
  const negated = take(cursor, 'not.')
  return { kind: 'filter', field: at, negated, operation: operation(cursor, value) }
}

function operation(cursor: Cursor, value: (cursor: Cursor) => string): Operation {
  if (take(cursor, 'in.')) return { kind: 'in', values: listValue(cursor) }
  if (take(cursor, 'is.')) return { kind: 'is', value: isValue(cursor) }
  if (take(cursor, 'isdistinct.')) return { kind: 'isdistinct', value: value(cursor) }
  const start = cursor.at
  const operator = /[a-z]*/y
  operator.lastIndex = start
  const [found = ''] = operator.exec(cursor.text) ?? []
  cursor.at += found.length
  if (Object.hasOwn(searches, found)) {
    const config = take(cursor, '(') ? word(cursor, 'operator (eq, gt, ...)') : undefined
    if (config !== undefined) expect(cursor, ')')
    expect(cursor, '.')
    return { kind: 'search', search: found as Search, config, value: value(cursor) }
  }
  if (Object.hasOwn(comparisons, found)) {
    const comparison = found as Comparison
    const quantifier = take(cursor, '(any)') ? 'any' : take(cursor, '(all)') ? 'all' : undefined
    if ((!quantifier || comparisons[comparison].quantified) && take(cursor, '.'))
      return { kind: 'compare', operator: comparison, quantifier, value: value(cursor) }
  }
  cursor.at = start
  return stop(cursor, '"not" or operator (eq, gt, ...)')
}

function isValue(cursor: Cursor): IsValue {
  const rest = cursor.text.slice(cursor.at, cursor.at + 8).toLowerCase()
  const value = isValues.find((each) => rest.startsWith(each))
  if (!value) return stop(cursor, 'isVal: (null, not_null, true, false, unknown)')
  cursor.at += value.length
  return value
}

function listValue(cursor: Cursor): string[] {
  skipSpace(cursor)
  expect(cursor, '(')
  const values = [listElement(cursor)]
  while (take(cursor, ',')) {
    values.push(listElement(cursor))
    if (values.length > limits.listValues) throw badQuery(`A list holds more than ${limits.listValues} values`)
  }
  expect(cursor, ')')
  skipSpace(cursor)
  return values.length === 1 && values[0] === '' ? [] : values
}

function listElement(cursor: Cursor): string {
  return quotedWhole(cursor) ?? until(cursor)
}

/** Inside a tree a value ends at a comma or a parenthesis, unless it is quoted or a `{…}` array. */
function nestedValue(cursor: Cursor): string {
  const whole = quotedWhole(cursor)
  if (whole !== undefined) return whole
  if (looksAt(cursor, '{')) {
    const end = cursor.text.indexOf('}', cursor.at)
    const array = end < 0 ? '' : cursor.text.slice(cursor.at, end + 1)
    if (array && array.lastIndexOf('{') === 0) {
      cursor.at = end + 1
      return array
    }
  }
  return until(cursor)
}

/** A quoted value counts as one only if nothing but a separator follows; otherwise the quotes are part of the value. */
function quotedWhole(cursor: Cursor): string | undefined {
  if (!looksAt(cursor, '"')) return undefined
  const start = cursor.at
  const value = closes(cursor) ? quoted(cursor) : undefined
  const next = cursor.text[cursor.at]
  if (value !== undefined && (next === undefined || next === ',' || next === ')')) return value
  cursor.at = start
  return undefined
}

function closes(cursor: Cursor): boolean {
  for (let at = cursor.at + 1; at < cursor.text.length; at++) {
    if (cursor.text[at] === '\\') at++
    else if (cursor.text[at] === '"') return true
  }
  return false
}

function rest(cursor: Cursor): string {
  const value = cursor.text.slice(cursor.at)
  cursor.at = cursor.text.length
  return value
}

function until(cursor: Cursor): string {
  const start = cursor.at
  while (cursor.at < cursor.text.length && cursor.text[cursor.at] !== ',' && cursor.text[cursor.at] !== ')') cursor.at++
  return cursor.text.slice(start, cursor.at)
}
