// What the database has, as requests name it: relations with columns, keys and relationships, and functions.
import type { RawArgument, RawCatalogue, RawColumn, RawFunction, RawRefusals, RawRelation } from './catalogue-query.ts'
import type { Relation } from './relation.ts'
import { relate } from './relationships.ts'

export type Parameter = { name: string; type: string; required: boolean; variadic: boolean }
export type DatabaseFunction = {
  schema: string
  name: string
  parameters: Parameter[]
  returns: 'void' | 'scalar' | 'row'
  set: boolean
  volatile: boolean
  /** The shape of its rows; for a scalar, one column named after the function. */
  relation: Relation
}
export type Catalogue = {
  relation(schema: string, name: string): Relation | undefined
  functions(schema: string, name: string): DatabaseFunction[]
  relationNames(schema: string): string[]
  functionNames(schema: string): string[]
}

/** A function of this name that takes a row and answers whether it was deleted. */
const SOFT_DELETE = 'soft_delete'

export function buildCatalogue(raw: RawCatalogue, schemas: string[]): Catalogue {
  const byOid = new Map(raw.relations.map((each) => [each.oid, toRelation(each)]))
  const exposed = new Map<string, Map<string, Relation>>(schemas.map((schema) => [schema, new Map()]))
  for (const { oid, kind } of raw.relations) {
    const relation = byOid.get(oid)!
    if (kind !== 'c') exposed.get(relation.schema)?.set(relation.name, relation)
  }
  const functions = new Map<string, Map<string, DatabaseFunction[]>>(schemas.map((schema) => [schema, new Map()]))
  for (const each of raw.functions) {
    addComputed(each, byOid)
    const named = functions.get(each.schema)!
    named.set(each.name, [...(named.get(each.name) ?? []), toFunction(each, byOid)])
  }
  relate(raw, byOid)
  return {
    relation: (schema, name) => exposed.get(schema)?.get(name),
    functions: (schema, name) => functions.get(schema)?.get(name) ?? [],
    relationNames: (schema) => [...(exposed.get(schema)?.keys() ?? [])],
    functionNames: (schema) => [...(functions.get(schema)?.keys() ?? [])],
  }
}

function toRelation({ oid, schema, name, kind, writes, columns, key, partial_keys }: RawRelation): Relation {
  return {
    ...shape(schema, name, columns),
    oid,
    isView: kind === 'v' || kind === 'm',
    // The bits of pg_relation_is_updatable, numbered as PostgreSQL numbers its commands.
    writable: { update: (writes & 4) > 0, insert: (writes & 8) > 0, delete: (writes & 16) > 0 },
    primaryKey: key,
    partialKeys: partial_keys,
  }
}

function shape(schema: string, name: string, columns: RawColumn[]): Relation {
  return {
    oid: '',
    schema,
    name,
    isView: false,
    writable: { insert: false, update: false, delete: false },
    columns: new Map(
      columns.map(({ name, type, base, default: value }) => [name, { name, type, base, default: value ?? undefined }]),
    ),
    refused: {
      select: refusedColumns(columns, 'select'),
      insert: refusedColumns(columns, 'insert'),
      update: refusedColumns(columns, 'update'),
    },
    computed: new Map(),
    primaryKey: [],
    partialKeys: [],
    relationships: [],
  }
}

function refusedColumns(columns: RawColumn[], verb: keyof RawRefusals): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { name, refused } of columns)
    for (const role of refused?.[verb] ?? []) found.set(role, (found.get(role) ?? new Set()).add(name))
  return found
}

function addComputed(raw: RawFunction, byOid: Map<string, Relation>): void {
  const [only, ...others] = inputs(raw)
  const owner = others.length === 0 && only?.row ? byOid.get(only.row) : undefined
  if (!owner) return
  const target = raw.row ? byOid.get(raw.row) : undefined
  const fn = { schema: raw.schema, name: raw.name }
  if (raw.name === SOFT_DELETE && raw.type === 'boolean' && !raw.set) {
    owner.softDelete = fn
    return
  }
  if (!target && !raw.set) owner.computed.set(raw.name, { ...fn, base: raw.base })
  if (target && target.oid !== '')
    owner.relationships.push({
      kind: 'computed',
      target,
      fn,
      constraint: raw.name,
      columns: [],
      toOne: !raw.set || raw.one_row,
    })
}

function toFunction(raw: RawFunction, byOid: Map<string, Relation>): DatabaseFunction {
  const outputs = raw.arguments.filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't')
  const row = raw.row ? byOid.get(raw.row) : undefined
  const columns = outputs.length > 0 ? outputs : [{ name: raw.name, type: raw.type, base: raw.base }]
  return {
    schema: raw.schema,
    name: raw.name,
    parameters: parameters(raw),
    returns: raw.type === 'void' ? 'void' : row || outputs.length > 0 || raw.type === 'record' ? 'row' : 'scalar',
    set: raw.set,
    volatile: raw.volatile,
    relation:
      row ??
      shape(
        raw.schema,
        raw.name,
        columns.map((each) => ({ ...each, default: null })),
      ),
  }
}

function parameters(raw: RawFunction): Parameter[] {
  const own = inputs(raw)
  const required = own.length - raw.defaults
  return own.map(({ name, type, mode }, at) => ({ name, type, required: at < required, variadic: mode === 'v' }))
}

const inputs = ({ arguments: all }: RawFunction): RawArgument[] =>
  all.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
