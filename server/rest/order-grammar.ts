// order=start_time.desc.nullslast,place(city)
import { type Cursor, expectEnd, type Field, field, list, name, openCursor, stop, take } from './cursor.ts'
import { badQuery } from './errors.ts'
import { limits } from './limits.ts'

export type OrderTerm = {
  /** The to-one embed whose field it is, if not the resource's own. */
  relation?: string
  field: Field
  descending: boolean
  nulls?: 'first' | 'last'
}

export function parseOrder(text: string): OrderTerm[] {
  const cursor = openCursor(text, 'order')
  const terms = list(cursor, orderTerm)
  expectEnd(cursor, '"asc", "desc", "nullsfirst", "nullslast", "," or end of input')
  if (terms.length > limits.orderTerms) throw badQuery(`order names more than ${limits.orderTerms} columns`)
  return terms
}

function orderTerm(cursor: Cursor): OrderTerm {
  const own = field(cursor)
  const term: OrderTerm = { field: own, descending: false }
  if (own.path.length === 0 && take(cursor, '(')) {
    term.relation = own.name
    term.field = field(cursor)
    if (!take(cursor, ')')) stop(cursor, '")"')
  }
  if (take(cursor, '.asc')) term.descending = false
  else if (take(cursor, '.desc')) term.descending = true
  if (take(cursor, '.nullsfirst')) term.nulls = 'first'
  else if (take(cursor, '.nullslast')) term.nulls = 'last'
  const next = cursor.text[cursor.at]
  if (next !== undefined && next !== ',' && next !== ' ') stop(cursor, '"asc", "desc", "nullsfirst" or "nullslast"')
  return term
}

/** columns=a,b and on_conflict=a,b */
export function parseNames(text: string, what: string): string[] {
  const cursor = openCursor(text, what)
  const names = list(cursor, name)
  expectEnd(cursor)
  if (names.length > limits.bodyKeys) throw badQuery(`${what} names more than ${limits.bodyKeys} columns`)
  return [...new Set(names)]
}
