// What to read, with every name found in the catalogue: after this nothing a caller wrote is an identifier any more, except aliases.
import type { Field, JsonStep } from './cursor.ts'
import {
  badEmbedFilter,
  badQuery,
  badRelatedOrder,
  duplicateEmbed,
  notEmbedded,
  undefinedColumn,
  undefinedType,
} from './errors.ts'
import type { Filter, Logic, Operation } from './filter-grammar.ts'
import type { QueryLimits } from './limits.ts'
import type { OrderTerm } from './order-grammar.ts'
import type { Range } from './range.ts'
import type { ComputedField, Relation, Relationship } from './relation.ts'
import { findRelationship } from './relationships.ts'
import type { Placed, Query } from './request.ts'
import type { Aggregate, SelectEmbed, SelectField, SelectItem } from './select-grammar.ts'

export type PlannedField = { column: string; computed?: ComputedField; base: string; path: JsonStep[] }
type Value = {
  kind: 'value'
  name: string
  /** Absent for a bare count(). */
  field?: PlannedField
  cast?: string
  aggregate?: { fn: Aggregate; cast?: string }
}
type Output = { kind: 'star' } | Value | { kind: 'embed'; embed: Embed }
export type Condition =
  | { kind: 'test'; field: PlannedField; negated: boolean; operation: Operation }
  | { kind: 'group'; negated: boolean; join: 'and' | 'or'; parts: Condition[] }
  | { kind: 'present'; embed: Embed; negated: boolean }
export type Ordering = { field: Field; embed?: Embed; descending: boolean; nulls?: 'first' | 'last' }
export type Read = {
  relation: Relation
  /** Its name in SQL: r0 is the root. */
  alias: string
  outputs: Output[]
  embeds: Embed[]
  conditions: Condition[]
  order: Ordering[]
  range: Range
}
export type Embed = { name: string; read: Read; relationship: Relationship; inner: boolean; spread: boolean }

export type ReadOptions = Pick<QueryLimits, 'listDepth' | 'fullText'> & { role: string }

/** The select as a tree, then everything said of the root and of its embeds put where it belongs. */
export function planRead(relation: Relation, query: Query, range: Range, options: ReadOptions): Read {
  const root = planSelect(relation, query.select, { next: 0, lists: 0 }, options)
  root.range = range
  for (const { path, value } of query.orders)
    nodeAt(root, path).order = value.flatMap((term) => planOrder(nodeAt(root, path), term))
  for (const { path, value } of query.ranges) nodeAt(root, path).range = value
  for (const { path, value } of query.conditions) {
    const node = nodeAt(root, path)
    node.conditions.push(planCondition(node.relation, value, node.embeds, options))
  }
  return root
}

/** The conditions on the written rows, and the query without them: they are not asked again of what the write returns. */
export function splitConditions(
  relation: Relation,
  query: Query,
  options: ReadOptions,
): { conditions: Condition[]; rest: Query } {
  const own = query.conditions.filter(({ path }) => path.length === 0)
  const rest = query.conditions.filter(({ path }) => path.length > 0)
  return {
    conditions: own.map(({ value }: Placed<Logic>) => planCondition(relation, value, [], options)),
    rest: { ...query, conditions: rest },
  }
}

export function planField(relation: Relation, { name, path }: Field): PlannedField {
  const column = relation.columns.get(name)
  if (column) return { column: name, base: column.base, path }
  const computed = relation.computed.get(name)
  if (computed) return { column: name, computed, base: computed.base, path }
  throw undefinedColumn(relation.name, name)
}

/** The next alias, and how many lists the embed at hand stands in. */
type Place = { next: number; lists: number }

function planSelect(relation: Relation, items: SelectItem[], place: Place, options: ReadOptions): Read {
  const read: Read = {
    relation,
    alias: `r${place.next++}`,
    outputs: [],
    embeds: [],
    conditions: [],
    order: [],
    range: { offset: 0 },
  }
  for (const item of items) {
    if (item.kind === 'star') read.outputs.push(...planStar(relation, options.role))
    else if (item.kind === 'field') read.outputs.push(planValue(relation, item))
    else {
      const embed = planEmbed(relation, item, place, options)
      if (read.embeds.some(({ name }) => name === embed.name)) throw duplicateEmbed(embed.name)
      read.embeds.push(embed)
      read.outputs.push({ kind: 'embed', embed })
    }
  }
  return read
}

/** Everything that the caller may read. A caller who may read nothing is refused by PostgreSQL. */
function planStar(relation: Relation, role: string): Read['outputs'] {
  const hidden = relation.refused.select.get(role)
  if (!hidden || hidden.size === relation.columns.size) return [{ kind: 'star' }]
  const columns = [...relation.columns.values()].filter(({ name }) => !hidden.has(name))
  return columns.map(({ name, base }) => ({ kind: 'value', name, field: { column: name, base, path: [] } }))
}

function planEmbed(origin: Relation, item: SelectEmbed, place: Place, options: ReadOptions): Embed {
  const relationship = findRelationship(origin, item.name, item.hint)
  if (!relationship.toOne && ++place.lists > options.listDepth)
    throw badQuery(`select embeds lists in lists deeper than ${options.listDepth} levels`)
  const read = planSelect(relationship.target, item.items, place, options)
  if (!relationship.toOne) place.lists--
  return { name: item.alias ?? item.name, read, relationship, inner: item.inner, spread: item.spread }
}

function planValue(relation: Relation, item: SelectField): Value {
  const { field, alias, aggregate } = item
  // select=posts(count) is older than aggregates.
  const bareCount =
    field.name === 'count' &&
    field.path.length === 0 &&
    !aggregate &&
    !relation.columns.has('count') &&
    !relation.computed.has('count')
  if (bareCount) return { kind: 'value', name: alias ?? 'count', aggregate: { fn: 'count', cast: castType(item.cast) } }
  return {
    kind: 'value',
    name: alias ?? aggregate ?? lastKey(field),
    field: field.name === '*' ? undefined : planField(relation, field),
    cast: castType(item.cast),
    aggregate: aggregate && { fn: aggregate, cast: castType(item.aggregateCast) },
  }
}

/** data->1->place->>2 is shown as "place", data->3 as "data". */
function lastKey({ name, path }: Field): string {
  const key = path.findLast((step) => typeof step.key === 'string')?.key
  return key === undefined ? name : String(key)
}

function planOrder(node: Read, { relation, field, descending, nulls }: OrderTerm): Ordering {
  if (relation === undefined) {
    planField(node.relation, field)
    return { field, descending, nulls }
  }
  const embed = node.embeds.find((each) => each.name === relation)
  if (!embed) throw notEmbedded(relation)
  if (!embed.relationship.toOne) throw badRelatedOrder(node.relation.name, relation)
  return { field, embed, descending, nulls }
}

function planCondition(relation: Relation, logic: Logic, embeds: Embed[], options: ReadOptions): Condition {
  if (logic.kind === 'group')
    return { ...logic, parts: logic.parts.map((part) => planCondition(relation, part, embeds, options)) }
  const ofEmbed = planEmbedCondition(relation, logic, embeds)
  if (ofEmbed) return ofEmbed
  const field = planField(relation, logic.field)
  if (logic.operation.kind === 'search' && !options.fullText && field.base !== 'tsvector')
    throw badQuery('Full-text search needs a column of type tsvector: use like or ilike')
  return { ...logic, kind: 'test', field }
}

/** author=is.null asks for rows without an author, author=not.is.null for rows with one. */
function planEmbedCondition(
  relation: Relation,
  { field, negated, operation }: Filter,
  embeds: Embed[],
): Condition | undefined {
  const embed = field.path.length === 0 ? embeds.find((each) => each.name === field.name) : undefined
  if (!embed) return undefined
  const absent = operation.kind === 'is' && (operation.value === 'null' || operation.value === 'not_null')
  if (absent) return { kind: 'present', embed, negated: (operation.value === 'null') !== negated }
  if (relation.columns.has(field.name)) return undefined
  throw badEmbedFilter(field.name)
}

function nodeAt(root: Read, path: string[]): Read {
  let node = root
  for (const name of path) {
    const embed = node.embeds.find((each) => each.name === name)
    if (!embed) throw notEmbedded(name)
    node = embed.read
  }
  return node
}

/** Types a caller may cast to. Not every type: some, such as regclass, answer questions about the catalogue. */
const castTypes = new Set(
  `text varchar char bpchar int int2 int4 int8 integer bigint smallint numeric decimal real float4 float8 boolean bool date time
  timetz timestamp timestamptz interval uuid json jsonb bytea money inet citext`.split(/\s+/),
)
const longCastTypes = [
  'character varying',
  'double precision',
  'timestamp with time zone',
  'timestamp without time zone',
  'time with time zone',
  'time without time zone',
]

function castType(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const type = name.trim().toLowerCase()
  if (castTypes.has(type) || longCastTypes.includes(type)) return type
  throw undefinedType(name)
}
