// Fields and conditions as SQL. Values never enter the text: they are bound, and cast to the type they are compared with.
import type { JsonStep } from './cursor.ts'
import { comparisons, type Operation, searches } from './filter-grammar.ts'
import type { Condition, Embed, PlannedField } from './plan.ts'

/** One statement being written. */
export type Draft = {
  values: unknown[]
  /** Keys of JSON paths that are bound already. */
  keys?: Map<string, string>
  /** Set while reading from what a write or a call returned: the root's columns that must be returned for it. */
  returned?: Returned
}
export type Returned = {
  all: boolean
  row: boolean
  columns: Set<string>
  computed: Map<string, { schema: string; name: string }>
}

export const ROOT = 'r0'
/** The column under which a returned row is kept whole, for functions that take it. */
export const ROW = '_row'

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function qualified({ schema, name }: { schema: string; name: string }): string {
  return `${quote(schema)}.${quote(name)}`
}

export function bind(draft: Draft, value: unknown, type: string): string {
  draft.values.push(value)
  return `$${draft.values.length}::${type}`
}

export function columnSql(draft: Draft, alias: string, column: string): string {
  if (alias === ROOT) draft.returned?.columns.add(column)
  return `${alias}.${quote(column)}`
}

export function fieldSql(draft: Draft, alias: string, field: PlannedField): string {
  const value = valueSql(draft, alias, field)
  if (field.path.length === 0) return value
  const json = field.base === 'json' || field.base === 'jsonb' ? value : `to_jsonb(${value})`
  return `(${json}${field.path.map((step) => stepSql(draft, step)).join('')})`
}

function valueSql(draft: Draft, alias: string, { column, computed }: PlannedField): string {
  if (!computed) return columnSql(draft, alias, column)
  if (alias !== ROOT || !draft.returned) return `${qualified(computed)}(${alias})`
  draft.returned.computed.set(column, computed)
  return `${alias}.${quote(column)}`
}

function stepSql(draft: Draft, { arrow, key }: JsonStep): string {
  if (typeof key === 'number') return `${arrow}(${key})`
  // The same path must be the same expression everywhere, or it could not be grouped and ordered by.
  draft.keys ??= new Map()
  const bound = draft.keys.get(key) ?? bind(draft, key, 'text')
  draft.keys.set(key, bound)
  return `${arrow}${bound}`
}

/** `present` writes the test that an embed has rows; only the caller knows the joins. */
export function conditionSql(
  draft: Draft,
  alias: string,
  condition: Condition,
  present: (embed: Embed) => string,
): string {
  switch (condition.kind) {
    case 'present':
      return `${condition.negated ? 'not ' : ''}${present(condition.embed)}`
    case 'group': {
      const parts = condition.parts.map((part) => conditionSql(draft, alias, part, present))
      return `${condition.negated ? 'not ' : ''}(${parts.join(` ${condition.join} `)})`
    }
    case 'test': {
      const test = testSql(
        draft,
        fieldSql(draft, alias, condition.field),
        typeAfter(condition.field),
        condition.operation,
      )
      return condition.negated ? `not (${test})` : test
    }
  }
}

function typeAfter({ base, path }: PlannedField): string {
  if (path.length === 0) return base
  return path.at(-1)!.arrow === '->>' ? 'text' : base === 'json' ? 'json' : 'jsonb'
}

function testSql(draft: Draft, field: string, type: string, operation: Operation): string {
  switch (operation.kind) {
    case 'is':
      return `${field} is ${operation.value.replace('_', ' ')}`
    case 'isdistinct':
      return `${field} is distinct from ${bind(draft, operation.value, type)}`
    case 'in':
      return `${field} = any (${bind(draft, arrayLiteral(operation.values), arrayOf(type))})`
    case 'search': {
      const config = operation.config === undefined ? '' : `${bind(draft, operation.config, 'regconfig')}, `
      const document = type === 'tsvector' ? field : `to_tsvector(${config}${field})`
      return `${document} @@ ${searches[operation.search]}(${config}${bind(draft, operation.value, 'text')})`
    }
    case 'compare': {
      const { operator, quantifier } = operation
      const pattern = operator === 'like' || operator === 'ilike'
      const value = pattern ? operation.value.replaceAll('*', '%') : operation.value
      const as = pattern || operator === 'match' || operator === 'imatch' ? 'text' : type
      const operand = quantifier ? `${quantifier} (${bind(draft, value, arrayOf(as))})` : bind(draft, value, as)
      return `${field} ${comparisons[operator].sql} ${operand}`
    }
  }
}

const arrayOf = (type: string) => (type.endsWith('[]') ? type : `${type}[]`)

/** An array in PostgreSQL's own notation, every element quoted. */
export function arrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}
