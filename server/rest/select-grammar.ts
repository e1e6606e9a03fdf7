// select=id,title:name,data->>key::int.sum(),author!inner(name),...place(city)
import {
  atEnd,
  type Cursor,
  expect,
  expectEnd,
  type Field,
  jsonPath,
  looksAt,
  name,
  openCursor,
  skipSpace,
  stop,
  take,
  word,
} from './cursor.ts'
import { badQuery } from './errors.ts'
import { limits } from './limits.ts'

export type Aggregate = 'count' | 'sum' | 'avg' | 'min' | 'max'
export type SelectField = {
  kind: 'field'
  field: Field
  alias?: string
  cast?: string
  aggregate?: Aggregate
  aggregateCast?: string
}
export type SelectEmbed = {
  kind: 'embed'
  name: string
  alias?: string
  hint?: string
  inner: boolean
  spread: boolean
  items: SelectItem[]
}
export type SelectItem = { kind: 'star' } | SelectField | SelectEmbed

export function parseSelect(text: string): SelectItem[] {
  const cursor = openCursor(text, 'select parameter')
  const count = { embeds: 0 }
  const items = selectItems(cursor, 0, count)
  expectEnd(cursor, '"(", "," or end of input')
  return items
}

type Count = { embeds: number }

function selectItems(cursor: Cursor, depth: number, count: Count): SelectItem[] {
  const items: SelectItem[] = []
  skipSpace(cursor)
  if (atEnd(cursor) || looksAt(cursor, ')')) return items
  do {
    items.push(selectItem(cursor, depth, count))
    if (items.length > limits.selectItems) throw badQuery(`select names more than ${limits.selectItems} columns`)
    skipSpace(cursor)
  } while (take(cursor, ','))
  return items
}

function selectItem(cursor: Cursor, depth: number, count: Count): SelectItem {
  skipSpace(cursor)
  if (take(cursor, '...')) return embed(cursor, name(cursor), undefined, true, depth, count)
  if (take(cursor, '*')) return { kind: 'star' }
  let first = name(cursor)
  let alias: string | undefined
  if (looksAt(cursor, ':') && !looksAt(cursor, '::')) {
    cursor.at++
    alias = first
    first = name(cursor)
  }
  if (first === 'count' && take(cursor, '()'))
    return { kind: 'field', field: { name: '*', path: [] }, alias, aggregate: 'count', aggregateCast: cast(cursor) }
  if (looksAt(cursor, '!') || looksAt(cursor, '(')) return embed(cursor, first, alias, false, depth, count)
  return selectField(cursor, first, alias)
}

function selectField(cursor: Cursor, column: string, alias: string | undefined): SelectField {
  const item: SelectField = {
    kind: 'field',
    field: { name: column, path: jsonPath(cursor) },
    alias,
    cast: cast(cursor),
  }
  if (take(cursor, '.')) {
    const aggregate = aggregates.find((each) => take(cursor, `${each}()`))
    item.aggregate = aggregate ?? stop(cursor, '"sum()", "avg()", "count()", "max()" or "min()"')
    item.aggregateCast = cast(cursor)
  }
  skipSpace(cursor)
  if (!atEnd(cursor) && !looksAt(cursor, ',') && !looksAt(cursor, ')'))
    stop(cursor, 'letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input')
  return item
}

function embed(
  cursor: Cursor,
  relation: string,
  alias: string | undefined,
  spread: boolean,
  depth: number,
  count: Count,
): SelectEmbed {
  if (++count.embeds > limits.embeds) throw badQuery(`select embeds more than ${limits.embeds} resources`)
  if (depth >= limits.embedDepth) throw badQuery(`select embeds deeper than ${limits.embedDepth} levels`)
  const item: SelectEmbed = { kind: 'embed', name: relation, alias, inner: false, spread, items: [] }
  for (let i = 0; i < 2 && take(cursor, '!'); i++) {
    const hint = name(cursor)
    if (hint === 'inner') item.inner = true
    else if (hint !== 'left') item.hint = hint
  }
  expect(cursor, '(')
  item.items = selectItems(cursor, depth + 1, count)
  expect(cursor, ')')
  return item
}

const aggregates: Aggregate[] = ['sum', 'avg', 'count', 'max', 'min']

function cast(cursor: Cursor): string | undefined {
  return take(cursor, '::') ? word(cursor, 'letter or digit') : undefined
}
