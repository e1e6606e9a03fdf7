// Inserts, upserts, updates and deletes: what is written, checked against the catalogue.

import { badBody, badPutFilters, needsWhere, noColumn, putMismatch } from './errors.ts'
import type { Rows } from './payload.ts'
import { type Condition, planRead, type Read, type ReadOptions, splitConditions } from './plan.ts'
import type { Column, Relation } from './relation.ts'
import type { RestRequest } from './request.ts'

export type WriteColumn = Column & {
  /** Rows that lack the column get its default: all of them, some, or none. */
  defaulted: 'always' | 'sometimes' | 'never'
}
type Conflict = { columns: string[]; merge: boolean; where?: string | undefined }
export type Write =
  | { kind: 'insert'; relation: Relation; rows: Rows; columns: WriteColumn[]; conflict?: Conflict; onlyIf: Condition[] }
  | { kind: 'update'; relation: Relation; rows: Rows; columns: WriteColumn[]; conditions: Condition[] }
  | { kind: 'delete'; relation: Relation; conditions: Condition[] }

export type WritePlan = { write: Write; read: Read }

export function planWrite(relation: Relation, request: RestRequest, options: ReadOptions): WritePlan {
  const { conditions, rest } = splitConditions(relation, request.query, options)
  return { write: write(relation, request, conditions), read: planRead(relation, rest, { offset: 0 }, options) }
}

function write(relation: Relation, request: RestRequest, conditions: Condition[]): Write {
  const { action, query, preferences } = request
  if (action === 'delete') {
    if (conditions.length === 0) throw needsWhere('DELETE')
    return { kind: 'delete', relation, conditions }
  }
  const rows = request.payload as Rows
  const columns = writeColumns(relation, rows, preferences.missing === 'default' && action !== 'put')
  if (action === 'update') {
    if (rows.count > 1) throw badBody('An update takes one object')
    if (conditions.length === 0) throw needsWhere('UPDATE')
    // An empty list is no row to take values from, not even defaults.
    return { kind: 'update', relation, rows, columns: rows.count === 0 ? [] : columns, conditions }
  }
  if (action === 'put') {
    if (!isKeyFilter(relation, request)) throw badPutFilters()
    if (!relation.primaryKey.every((name) => rows.shared.has(name))) throw putMismatch()
    return {
      kind: 'insert',
      relation,
      rows,
      columns,
      conflict: { columns: relation.primaryKey, merge: true },
      onlyIf: conditions,
    }
  }
  const target = query.onConflict ?? relation.primaryKey
  for (const name of query.onConflict ?? []) if (!relation.columns.has(name)) throw noColumn(relation.name, name)
  const conflict =
    preferences.resolution && target.length > 0
      ? { columns: target, merge: preferences.resolution === 'merge-duplicates', where: partialKey(relation, target) }
      : undefined
  return { kind: 'insert', relation, rows, columns, conflict, onlyIf: [] }
}

/** Returns the predicate that makes these columns unique, where they are so only for some rows. */
function partialKey({ partialKeys }: Relation, target: string[]): string | undefined {
  const isTarget = ({ columns }: { columns: string[] }) =>
    columns.length === target.length && columns.every((name) => target.includes(name))
  return partialKeys.find(isTarget)?.predicate
}

function writeColumns(relation: Relation, rows: Rows, defaults: boolean): WriteColumn[] {
  return rows.keys.map((name) => {
    const column = relation.columns.get(name)
    if (!column) throw noColumn(relation.name, name)
    const missing = !rows.present.has(name) ? 'always' : rows.shared.has(name) ? 'never' : 'sometimes'
    return { ...column, defaulted: defaults ? missing : 'never' }
  })
}

/** PUT names one row by its whole primary key and nothing else. */
function isKeyFilter({ primaryKey }: Relation, { query }: RestRequest): boolean {
  const named = new Set<string>()
  for (const { path, value } of query.conditions) {
    if (path.length > 0 || value.kind !== 'filter' || value.negated || value.field.path.length > 0) return false
    if (value.operation.kind !== 'compare' || value.operation.operator !== 'eq' || value.operation.quantifier)
      return false
    named.add(value.field.name)
  }
  return primaryKey.length > 0 && named.size === primaryKey.length && primaryKey.every((name) => named.has(name))
}
