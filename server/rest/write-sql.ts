// A planned write as SQL. The body goes in as one JSON value that PostgreSQL takes apart by the columns' own types.
import { bind, conditionSql, type Draft, qualified, quote, type Returned, ROOT, ROW } from './conditions.ts'
import type { Condition, Embed } from './plan.ts'
import type { Write, WriteColumn } from './write.ts'

type Conflict = NonNullable<Insert['conflict']>
type Insert = Extract<Write, { kind: 'insert' }>
type Update = Extract<Write, { kind: 'update' }>
type Delete = Extract<Write, { kind: 'delete' }>

/** A transaction-local counter of rows inserted and not updated, which decides between 201 and 200. */
export const INSERTED = 'rest.inserted'

export function writeSql(draft: Draft, write: Write): string {
  const returning = ` returning ${returningSql(draft.returned)}`
  switch (write.kind) {
    case 'insert':
      return insertSql(draft, write) + returning
    case 'update':
      // There is nothing to set: the same columns, and no rows.
      if (write.columns.length === 0)
        return `select ${returningSql(draft.returned)} from ${qualified(write.relation)} as ${ROOT} where false`
      return updateSql(draft, write) + returning
    case 'delete':
      return write.relation.softDelete
        ? softDeleteSql(draft, write, write.relation.softDelete)
        : `delete from ${qualified(write.relation)} as ${ROOT} where ${allOf(draft, ROOT, write.conditions)}${returning}`
  }
}

/** Only what the answer needs: returning a column takes the right to read it. */
function returningSql(returned: Returned | undefined): string {
  if (!returned) return '1'
  const columns = returned.all ? [`${ROOT}.*`] : [...returned.columns].map((name) => `${ROOT}.${quote(name)}`)
  for (const [name, fn] of returned.computed) columns.push(`${qualified(fn)}(${ROOT}) as ${quote(name)}`)
  if (returned.row) columns.push(`${ROOT} as ${quote(ROW)}`)
  return columns.length > 0 ? columns.join(', ') : '1'
}

function insertSql(draft: Draft, write: Insert): string {
  const { relation, rows, conflict, onlyIf } = write
  const columns = write.columns.filter(({ defaulted }) => defaulted !== 'always')
  const into = `insert into ${qualified(relation)} as ${ROOT}`
  if (columns.length === 0)
    return `${into} select from generate_series(1, ${bind(draft, rows.count, 'int')})${conflict ? conflictSql(conflict) : ''}`
  const names = columns.map(({ name }) => quote(name))
  const values = columns.map((column) =>
    column.defaulted === 'sometimes' ? defaultedSql(draft, column) : `b.${quote(column.name)}`,
  )
  const where = [
    ...onlyIf.map((condition) => conditionSql(draft, 'b', condition, noEmbed)),
    ...(conflict?.merge ? [counted(1)] : []),
  ]
  return [
    `${into} (${names.join(', ')}) select ${values.join(', ')} from ${bodySql(draft, write, columns)}`,
    ` where ${where.length > 0 ? where.join(' and ') : 'true'}`,
    conflict ? conflictSql(conflict, conflict.merge ? mergedNames(columns, conflict.columns) : []) : '',
  ].join('')
}

/** The key is what was found equal, so setting it would change nothing and need the right to; unless there is nothing else. */
function mergedNames(columns: WriteColumn[], key: string[]): string[] {
  const others = columns.filter(({ name }) => !key.includes(name))
  return (others.length > 0 ? others : columns).map(({ name }) => quote(name))
}

function conflictSql({ columns, where }: Conflict, merged: string[] = []): string {
  const on = ` on conflict (${columns.map(quote).join(', ')})${where ? ` where ${where}` : ''} do`
  if (merged.length === 0) return `${on} nothing`
  return `${on} update set ${merged.map((name) => `${name} = excluded.${name}`).join(', ')} where ${counted(-1)}`
}

const counted = (by: 1 | -1) =>
  `set_config('${INSERTED}', (coalesce(nullif(current_setting('${INSERTED}', true), ''), '0')::int + ${by})::text, true) is not null`

function updateSql(draft: Draft, write: Update): string {
  const sets = write.columns.map(
    ({ name, defaulted }) => `${quote(name)} = ${defaulted === 'always' ? 'default' : `b.${quote(name)}`}`,
  )
  const from = write.columns.some(({ defaulted }) => defaulted === 'never')
    ? ` from ${bodySql(draft, write, write.columns)}`
    : ''
  return `update ${qualified(write.relation)} as ${ROOT} set ${sets.join(', ')}${from} where ${allOf(draft, ROOT, write.conditions)}`
}

/** The function is called for the rows that were asked for and no other: only `case` promises an order, only `where` an index. */
function softDeleteSql(draft: Draft, write: Delete, fn: { schema: string; name: string }): string {
  const asked = allOf(draft, ROOT, write.conditions)
  const deleted = `case when ${asked} then ${qualified(fn)}(${ROOT}) end`
  return `select ${returningSql(draft.returned)} from ${qualified(write.relation)} as ${ROOT} where ${asked} and ${deleted}`
}

/** The rows of the body as `b`; where a default may be needed, each also as the JSON `e.v` it came from. */
function bodySql(draft: Draft, { rows }: Insert | Update, columns: WriteColumn[]): string {
  const shape = columns.map(({ name, type }) => `${quote(name)} ${type}`).join(', ')
  const json = bind(draft, rows.json, 'json')
  if (columns.some(({ defaulted }) => defaulted === 'sometimes'))
    return `json_array_elements(${json}) as e (v) cross join json_to_record(e.v) as b (${shape})`
  return `${rows.many ? 'json_to_recordset' : 'json_to_record'}(${json}) as b (${shape})`
}

/** A key that is there and null stays null; one that is not there takes the default, whose text is PostgreSQL's own. */
function defaultedSql(draft: Draft, column: WriteColumn): string {
  return `case when e.v -> ${bind(draft, column.name, 'text')} is null then ${column.default ?? 'null'} else b.${quote(column.name)} end`
}

function allOf(draft: Draft, alias: string, conditions: Condition[]): string {
  // These columns are the table's, not the returned rows': they need not be returned.
  const own: Draft = { values: draft.values }
  return conditions.map((condition) => conditionSql(own, alias, condition, noEmbed)).join(' and ')
}

function noEmbed(embed: Embed): string {
  throw new Error(`A write has no embed to test: ${embed.name}`)
}
