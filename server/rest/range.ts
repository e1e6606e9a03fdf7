// Which rows of the result: limit and offset, or the Range header; and how the answer tells.
import { badQuery, badRange } from './errors.ts'

export type Range = { offset: number; limit?: number }

/** Any whole number is taken; what no table can reach is cut to the largest that JavaScript counts exactly. */
export function parseWhole(text: string, what: 'limit' | 'offset'): number {
  if (!/^[+-]?\d+$/.test(text))
    throw badQuery(`"failed to parse ${what} (${text.slice(0, 40)})" (line 1, column 1)`, 'expecting a whole number')
  const value = Number(text)
  if (value < 0) {
    if (what === 'limit') throw badRange('Limit should be greater than or equal to zero.')
    return 0
  }
  return Math.min(value, Number.MAX_SAFE_INTEGER)
}

/** `Range: 0-9`, PostgREST's form: no unit, both ends inclusive. Anything else is ignored, as HTTP requires. */
export function parseRangeHeader(header: string | null): Range | undefined {
  const found = header ? /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header) : null
  if (!found) return undefined
  const offset = Number(found[1])
  if (found[2] === '') return { offset }
  const last = Number(found[2])
  if (last < offset)
    throw badRange('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
  return { offset, limit: last - offset + 1 }
}

/** The rows in both; limit=0 stays a wish for no rows at all. */
export function intersect(asked: Range, header: Range | undefined): Range {
  if (!header || asked.limit === 0) return asked
  const offset = Math.max(asked.offset, header.offset)
  const ends = [asked, header].filter((each) => each.limit !== undefined).map((each) => each.offset + each.limit!)
  if (ends.length === 0) return { offset }
  const limit = Math.min(...ends) - offset
  if (limit <= 0)
    throw badRange('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
  return { offset, limit }
}

export function contentRange(first: number, last: number, total: number | undefined): string {
  const rows = total !== 0 && first <= last ? `${first}-${last}` : '*'
  return `${rows}/${total ?? '*'}`
}

export function rangeStatus(offset: number, rows: number, total: number | undefined): 200 | 206 | 416 {
  if (total === undefined) return 200
  if (offset > total) return 416
  return rows < total ? 206 : 200
}
