// Grants are by column, but PostgreSQL names only the table when it refuses: this adds which columns it was, and which are allowed.
import type { Condition, Read } from './plan.ts'
import type { Relation } from './relation.ts'
import type { Write } from './write.ts'

type Verb = keyof Relation['refused']
type Use = { verb: Verb; relation: Relation; names: string[] }

export const usesOfRead = (read: Read): Use[] => [
  { verb: 'select', relation: read.relation, names: [...shownNames(read), ...read.conditions.flatMap(testedNames)] },
  ...read.order.flatMap(({ embed, field }): Use[] =>
    embed ? [{ verb: 'select', relation: embed.read.relation, names: [field.name] }] : [],
  ),
  ...read.embeds.flatMap((embed) => usesOfRead(embed.read)),
]

/** Returns the tables, and the computed fields as table.field: each of those is a function of its own. */
export const tablesOf = (uses: Use[]): string[] =>
  uses.flatMap(({ relation, names }) => [
    relation.name,
    ...names.filter((name) => !relation.columns.has(name)).map((name) => `${relation.name}.${name}`),
  ])

export function usesOfWrite(write: Write, read: Read): Use[] {
  const { relation } = write
  if (write.kind === 'delete') return [tested(relation, write.conditions)]
  const names = write.columns.filter(({ defaulted }) => defaulted !== 'always').map(({ name }) => name)
  if (write.kind === 'update')
    return [{ verb: 'update', relation, names }, tested(relation, write.conditions), ...usesOfRead(read)]
  const { conflict } = write
  const merged = conflict?.merge ? names.filter((name) => !conflict.columns.includes(name)) : []
  return [{ verb: 'insert', relation, names }, { verb: 'update', relation, names: merged }, ...usesOfRead(read)]
}

/** Gives a refusal of PostgreSQL a hint, unless the caller may not use the table at all. */
export function hintAtColumns(error: unknown, uses: Use[], role: string): void {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '42501') return
  const refusal: Error & { hint?: string } = error
  for (const { verb, relation, names } of uses) {
    const refused = relation.refused[verb].get(role)
    if (!refused || refused.size === relation.columns.size) continue
    const named = [...new Set(names)].filter((name) => refused.has(name))
    if (named.length === 0) continue
    const allowed = [...relation.columns.keys()].filter((name) => !refused.has(name))
    refusal.hint ??= `You can't ${verb} ${named.join(', ')} of ${relation.name}. You can ${verb}: ${allowed.join(', ')}.`
  }
}

const tested = (relation: Relation, conditions: Condition[]): Use => ({
  verb: 'select',
  relation,
  names: conditions.flatMap(testedNames),
})

function shownNames({ outputs, order }: Read): string[] {
  const shown = outputs.flatMap((output) => (output.kind === 'value' && output.field ? [output.field.column] : []))
  return [...shown, ...order.filter(({ embed }) => !embed).map(({ field }) => field.name)]
}

function testedNames(condition: Condition): string[] {
  if (condition.kind === 'group') return condition.parts.flatMap(testedNames)
  return condition.kind === 'test' ? [condition.field.column] : []
}
