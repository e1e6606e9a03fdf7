// How relations reach each other: foreign keys in both directions, through join tables, and through functions.
import type { RawCatalogue, RawForeignKey } from './catalogue-query.ts'
import { fail } from './errors.ts'
import { nearest } from './nearest.ts'
import type { Pair, Relation, Relationship } from './relation.ts'

export function relate(raw: RawCatalogue, byOid: Map<string, Relation>): void {
  const keys = [...raw.foreign_keys, ...throughViews(raw, byOid)]
  for (const key of keys) {
    const from = byOid.get(key.from)!
    const to = byOid.get(key.to)!
    if (from.schema !== to.schema) continue
    const pairs = key.from_columns.map((column, at): Pair => [column, key.to_columns[at]!])
    const back = pairs.map(([own, theirs]): Pair => [theirs, own])
    const one = key.one_to_one
    from.relationships.push({
      kind: one ? 'one-to-one' : 'many-to-one',
      target: to,
      constraint: key.name,
      columns: pairs,
      toOne: true,
    })
    to.relationships.push({
      kind: one ? 'one-to-one' : 'one-to-many',
      target: from,
      constraint: key.name,
      columns: back,
      toOne: one,
    })
  }
  for (const junction of byOid.values())
    joinThrough(
      junction,
      raw.foreign_keys.filter((key) => key.from === junction.oid),
      byOid,
    )
}

/** A join table is one whose primary key holds two foreign keys. */
function joinThrough(junction: Relation, keys: RawForeignKey[], byOid: Map<string, Relation>): void {
  const whole = keys.filter((key) => key.from_columns.every((column) => junction.primaryKey.includes(column)))
  for (const near of whole) {
    for (const far of whole) {
      if (near === far) continue
      const owner = byOid.get(near.to)!
      const target = byOid.get(far.to)!
      if (owner.schema !== target.schema || owner.schema !== junction.schema) continue
      owner.relationships.push({
        kind: 'many-to-many',
        target,
        constraint: near.name,
        columns: near.from_columns.map((column, at) => [near.to_columns[at]!, column]),
        toOne: false,
        junction: {
          relation: junction,
          target: far.from_columns.map((column, at) => [column, far.to_columns[at]!]),
          targetConstraint: far.name,
        },
      })
    }
  }
}

/** A view that shows a table's column under its own name carries that column's foreign keys, unless two tables could be meant. */
function throughViews(raw: RawCatalogue, byOid: Map<string, Relation>): RawForeignKey[] {
  const sources = new Map<string, Set<string>>()
  for (const { view, source, name } of raw.view_columns) {
    if (!byOid.get(view)?.columns.has(name)) continue
    const place = `${view} ${name}`
    sources.set(place, (sources.get(place) ?? new Set()).add(source))
  }
  const shows = (view: string, source: string, columns: string[]) =>
    columns.every((name) => {
      const found = sources.get(`${view} ${name}`)
      return found?.size === 1 && found.has(source)
    })
  const views = new Set(raw.view_columns.map(({ view }) => view))
  const found: RawForeignKey[] = []
  for (const key of raw.foreign_keys) {
    for (const view of views) {
      if (shows(view, key.from, key.from_columns)) found.push({ ...key, from: view })
      if (shows(view, key.to, key.to_columns)) found.push({ ...key, to: view })
    }
  }
  return found
}

export function findRelationship(origin: Relation, target: string, hint: string | undefined): Relationship {
  const found = origin.relationships.filter((each) => fits(origin, each, target, hint))
  // A function written for the purpose is meant before a key that only happens to lead there.
  const computed = found.find((each) => each.kind === 'computed')
  if (computed) return computed
  if (found.length === 1) return found[0]!
  if (found.length > 1) throw ambiguous(origin, target, found)
  throw unrelated(origin, target, hint)
}

function fits(origin: Relation, each: Relationship, target: string, hint: string | undefined): boolean {
  if (each.kind === 'computed') return hint === undefined && each.constraint === target
  const [own, theirs] = each.columns.length === 1 ? each.columns[0]! : []
  const named = each.target.name === target
  const direct = each.kind !== 'many-to-many'
  // Both ends of a key into the same table share its name: the table's name means the many, the column's name the one.
  if (each.target === origin && direct) {
    if (hint !== undefined) return named && each.kind === 'one-to-many' && theirs === hint
    return each.kind === 'one-to-many' ? named : own === target
  }
  if (hint === undefined)
    return named || (direct && !each.target.isView && (each.constraint === target || own === target))
  if (!named) return false
  return direct ? each.constraint === hint || own === hint || theirs === hint : each.junction!.relation.name === hint
}

function unrelated(origin: Relation, target: string, hint: string | undefined) {
  const names = origin.relationships.map((each) => each.target.name)
  const near = names.includes(target) ? undefined : nearest(target, names)
  return fail(
    'PGRST200',
    400,
    `Could not find a relationship between '${origin.name}' and '${target}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin.name}' and '${target}'${hint === undefined ? '' : ` using the hint '${hint}'`} in the schema '${origin.schema}', but no matches were found.`,
      hint: near && `Perhaps you meant '${near}' instead of '${target}'.`,
    },
  )
}

function ambiguous(origin: Relation, target: string, found: Relationship[]) {
  const choices = found.map((each) => `'${each.target.name}!${each.junction?.relation.name ?? each.constraint}'`)
  return fail(
    'PGRST201',
    300,
    `Could not embed because more than one relationship was found for '${origin.name}' and '${target}'`,
    {
      details: found.map((each) => ({
        cardinality: each.kind,
        embedding: `${origin.name} with ${each.target.name}`,
        relationship: describe(origin, each),
      })),
      hint: `Try changing '${target}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  )
}

function describe(origin: Relation, { columns, constraint, junction, target }: Relationship): string {
  const own = columns.map(([each]) => each).join(', ')
  const theirs = columns.map(([, each]) => each).join(', ')
  if (!junction) return `${constraint} using ${origin.name}(${own}) and ${target.name}(${theirs})`
  const far = junction.target.map(([each]) => each).join(', ')
  return `${junction.relation.name} using ${constraint}(${theirs}) and ${junction.targetConstraint}(${far})`
}
