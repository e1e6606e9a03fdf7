// A planned read as one select. Embeds that are objects or lists are subqueries in the select list, so that they run only for
// rows that survive order and limit; spreads are lateral joins, because their columns become the row's own.
import { bind, columnSql, conditionSql, type Draft, fieldSql, qualified, quote, ROOT, ROW } from './conditions.ts'
import type { Field } from './cursor.ts'
import { type Embed, type Ordering, planField, type Read } from './plan.ts'
import type { Aggregate } from './select-grammar.ts'

export type SelectOptions = { maxRows: number; listRows?: number }
/** Where a read's rows come from, and what ties them to the row outside. */
type Source = { from: string; on: string[] }
type Cell = { name: string; sql: string; star?: boolean; json?: boolean; aggregate?: { fn: Aggregate; cast?: string } }

export function selectSql(
  draft: Draft,
  read: Read,
  source: Source,
  options: SelectOptions,
  expandStar = false,
): string {
  const grouped = hasAggregate(read)
  const joins: string[] = []
  const cells = cellsOf(draft, read, joins, options, { grouped, expand: grouped || expandStar })
  const columns = cells.map((cell) =>
    cell.star ? cell.sql : `${grouped ? groupedCell(cell) : cell.sql} as ${quote(cell.name)}`,
  )
  const groups = grouped ? cells.flatMap((cell, at) => (cell.aggregate ? [] : [at + 1])) : []
  return [
    `select ${columns.join(', ')} from ${source.from}${joins.join('')}`,
    whereSql(draft, read, source),
    groups.length > 0 ? ` group by ${groups.join(', ')}` : '',
    orderSql(draft, read, cells),
    rangeSql(draft, read, options),
  ].join('')
}

/** The rows a read would give without its range, for counting. */
export function rowsSql(draft: Draft, read: Read, source: Source, options: SelectOptions): string {
  if (hasAggregate(read)) return selectSql(draft, { ...read, order: [], range: { offset: 0 } }, source, options)
  return `select from ${source.from}${whereSql(draft, read, source)}`
}

export const tableSource = (read: Read): Source => ({ from: `${qualified(read.relation)} as ${read.alias}`, on: [] })

/** The names of the columns a read answers with, in order. */
export function outputNames(read: Read): string[] {
  return read.outputs.flatMap((output) => {
    if (output.kind === 'star') return [...read.relation.columns.keys()]
    if (output.kind === 'value') return [output.name]
    if (output.embed.spread) return outputNames(output.embed.read)
    return isEmpty(output.embed) ? [] : [output.embed.name]
  })
}

export function hasAggregate(read: Read): boolean {
  return read.outputs.some(
    (output) =>
      (output.kind === 'value' && output.aggregate) ||
      (output.kind === 'embed' &&
        output.embed.spread &&
        output.embed.relationship.toOne &&
        hasAggregate(output.embed.read)),
  )
}

type CellOptions = { grouped: boolean; expand: boolean }

/** Aggregates are not yet applied: those of a to-one spread are applied by the row that it is spread into. */
function cellsOf(draft: Draft, read: Read, joins: string[], options: SelectOptions, how: CellOptions): Cell[] {
  return read.outputs.flatMap((output): Cell[] => {
    if (output.kind === 'star') return starCells(draft, read, how.expand)
    if (output.kind === 'value') {
      const { name, field, cast, aggregate } = output
      const value = field ? fieldSql(draft, read.alias, field) : '1'
      return [{ name, sql: cast ? `(${value})::${cast}` : value, aggregate }]
    }
    const { embed } = output
    if (embed.spread)
      return embed.relationship.toOne
        ? spreadOne(draft, read, embed, joins, options, how)
        : spreadMany(draft, read, embed, joins, options)
    return isEmpty(embed) ? [] : [{ name: embed.name, sql: embedSql(draft, read, embed, options), json: true }]
  })
}

function starCells(draft: Draft, read: Read, expand: boolean): Cell[] {
  if (expand)
    return [...read.relation.columns.keys()].map((name) => ({ name, sql: columnSql(draft, read.alias, name) }))
  if (read.alias !== ROOT || !draft.returned) return [{ name: '*', sql: `${read.alias}.*`, star: true }]
  draft.returned.all = true
  // The returned rows may carry more than the row itself: computed fields, the whole row.
  return [...read.relation.columns.keys()].map((name) => ({ name, sql: `${read.alias}.${quote(name)}` }))
}

function groupedCell({ sql, json, aggregate }: Cell): string {
  if (!aggregate) return json ? `(${sql})::jsonb` : sql
  const applied = `${aggregate.fn}(${sql})`
  return aggregate.cast ? `(${applied})::${aggregate.cast}` : applied
}

function embedSql(draft: Draft, read: Read, embed: Embed, options: SelectOptions): string {
  const source = embedSource(draft, read, embed)
  const { relationship } = embed
  if (relationship.toOne) {
    const rows = selectSql(draft, { ...embed.read, order: [], range: { offset: 0 } }, source, options)
    return `(select row_to_json(b.*) from (${rows}) b${onlyOne(embed)})`
  }
  const rows = selectSql(draft, limited(embed.read, options), source, options)
  return `(select coalesce(json_agg(b.*), '[]') from (${rows}) b)`
}

function spreadOne(
  draft: Draft,
  read: Read,
  embed: Embed,
  joins: string[],
  options: SelectOptions,
  how: CellOptions,
): Cell[] {
  const source = embedSource(draft, read, embed)
  const inner: string[] = []
  const cells = cellsOf(draft, embed.read, inner, options, { grouped: how.grouped, expand: true })
  const name = spreadName(embed)
  const columns = cells.map(({ sql, json }, at) => `${json && how.grouped ? `(${sql})::jsonb` : sql} as c${at}`)
  joins.push(
    ` left join lateral (select ${columns.join(', ')} from ${source.from}${inner.join('')}${whereSql(draft, embed.read, source)}${onlyOne(embed)}) as ${name} on true`,
  )
  return cells.map((cell, at) => ({ ...cell, sql: `${name}.c${at}` }))
}

function spreadMany(draft: Draft, read: Read, embed: Embed, joins: string[], options: SelectOptions): Cell[] {
  const names = outputNames(embed.read)
  if (names.length === 0) return []
  const rows = selectSql(draft, limited(embed.read, options), embedSource(draft, read, embed), options, true)
  const name = spreadName(embed)
  const aliases = positions(names)
  const lists = aliases.map((alias) => `coalesce(json_agg(b.${alias}), '[]') as ${alias}`)
  joins.push(
    ` left join lateral (select ${lists.join(', ')} from (${rows}) b (${aliases.join(', ')})) as ${name} on true`,
  )
  return names.map((each, at) => ({ name: each, sql: `${name}.c${at}`, json: true }))
}

/** Callers may give two columns one name; by position they stay apart. */
export const positions = (names: string[]) => names.map((_, at) => `c${at}`)

/** Where no key promises one row, one is taken. */
const onlyOne = ({ relationship }: Embed) =>
  relationship.kind === 'computed' || relationship.target.isView ? ' limit 1' : ''

const spreadName = (embed: Embed) => `${embed.read.alias}s`

function limited(read: Read, { maxRows, listRows = maxRows }: SelectOptions): Read {
  return { ...read, range: { ...read.range, limit: Math.min(read.range.limit ?? listRows, listRows) } }
}

function embedSource(draft: Draft, parent: Read, { read, relationship }: Embed): Source {
  const { target, junction, fn, columns } = relationship
  if (fn) return { from: `${qualified(fn)}(${rowSql(draft, parent)}) as ${read.alias}`, on: [] }
  const from = `${qualified(target)} as ${read.alias}`
  const near = junction ? `${read.alias}j` : read.alias
  const on = columns.map(([own, theirs]) => `${near}.${quote(theirs)} = ${columnSql(draft, parent.alias, own)}`)
  if (!junction) return { from, on }
  const far = junction.target.map(([own, theirs]) => `${near}.${quote(own)} = ${read.alias}.${quote(theirs)}`)
  return { from: `${from} cross join ${qualified(junction.relation)} as ${near}`, on: [...on, ...far] }
}

function rowSql(draft: Draft, { alias }: Read): string {
  if (alias !== ROOT || !draft.returned) return alias
  draft.returned.row = true
  return `${alias}.${quote(ROW)}`
}

function whereSql(draft: Draft, read: Read, { on }: Source): string {
  const present = (embed: Embed): string => {
    const source = embedSource(draft, read, embed)
    return `exists (select from ${source.from}${whereSql(draft, embed.read, source)})`
  }
  const conditions = read.conditions.map((condition) => conditionSql(draft, read.alias, condition, present))
  const inner = read.embeds.filter((embed) => embed.inner).map(present)
  const all = [...on, ...conditions, ...inner]
  return all.length > 0 ? ` where ${all.join(' and ')}` : ''
}

function orderSql(draft: Draft, read: Read, cells: Cell[]): string {
  if (read.order.length === 0) return ''
  const terms = read.order.map((ordering) => {
    const value = ordering.embed
      ? relatedSql(draft, read, ordering, ordering.embed, cells)
      : fieldSql(draft, read.alias, planField(read.relation, ordering.field))
    return `${value}${ordering.descending ? ' desc' : ''}${ordering.nulls ? ` nulls ${ordering.nulls}` : ''}`
  })
  return ` order by ${terms.join(', ')}`
}

/** A spread's columns are at hand under the names they were given; another embed's field is looked up. */
function relatedSql(draft: Draft, read: Read, { field }: Ordering, embed: Embed, cells: Cell[]): string {
  const cell =
    embed.spread && field.path.length === 0
      ? cells.find(({ name, sql }) => name === field.name && sql.startsWith(`${spreadName(embed)}.`))
      : undefined
  if (cell) return cell.aggregate ? groupedCell(cell) : cell.sql
  const source = embedSource(draft, read, embed)
  const value = fieldSql(draft, embed.read.alias, planField(embed.read.relation, namedField(embed.read, field)))
  return `(select ${value} from ${source.from}${whereSql(draft, embed.read, source)} limit 1)`
}

/** The field may be called by the alias it was selected under. */
function namedField(read: Read, field: Field): Field {
  if (read.relation.columns.has(field.name)) return field
  for (const output of read.outputs)
    if (output.kind === 'value' && output.name === field.name && output.field)
      return { name: output.field.column, path: output.field.path }
  return field
}

/** The usual limit is part of the text, where the planner can see it; others are bound, or every page would be a new statement. */
function rangeSql(draft: Draft, { range: { limit, offset } }: Read, { maxRows }: SelectOptions): string {
  const limitSql = limit === undefined ? '' : ` limit ${limit === maxRows ? maxRows : bind(draft, limit, 'bigint')}`
  return `${limitSql}${offset > 0 ? ` offset ${bind(draft, offset, 'bigint')}` : ''}`
}

/** client() is asked for only to filter by; it shows nothing, and neither does an embed that holds only such. */
function isEmpty(embed: Embed): boolean {
  return !embed.spread && embed.read.outputs.every((output) => output.kind === 'embed' && isEmpty(output.embed))
}
