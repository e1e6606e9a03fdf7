// Requests to the data API that follow its grammar and its catalogue, mostly: every table, column, operator, embed and function.
import type { Dice } from './dice.ts'
import type { Role, Schema, Table } from './schema.ts'
import { nasty, valueFor } from './values.ts'

export type Request = { method: string; path: string; headers: Record<string, string>; body?: string | undefined }

const operators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'is',
  'isdistinct',
  'in',
  'cs',
  'cd',
  'ov',
  'fts',
  'plfts',
  'phfts(english)',
  'wfts',
  'match',
  'sl',
  'adj',
  'eq(any)',
  'like(all)',
]
const accepts = [
  'application/json',
  'text/csv',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json;nulls=stripped',
  '*/*',
  'text/html',
  'application/geo+json',
  '😀',
]
const prefers = [
  'count=exact',
  'count=planned',
  'count=estimated',
  'return=representation',
  'return=minimal',
  'return=headers-only',
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates',
  'missing=default',
  'handling=strict',
  'max-affected=1',
  'timezone=Asia/Tokyo',
  'tx=rollback',
  'timezone=Nowhere',
]
const casts = ['text', 'int', 'json', 'date', 'regclass', 'boolean', 'timestamptz']
const aggregates = ['sum', 'avg', 'min', 'max', 'count']

export function restRequest(dice: Dice, whole: Schema, role: Role): Request {
  if (dice.maybe(0.15)) return plainQuestion(dice, whole, role)
  const schema = asSeenBy(dice, whole, role)
  const headers: Record<string, string> = {}
  if (dice.maybe(0.2)) headers.accept = encodeURI(dice.pick(accepts))
  if (dice.maybe(0.4)) headers.prefer = [0, ...dice.times(2, () => 0)].map(() => dice.pick(prefers)).join(', ')
  if (dice.maybe(0.05)) headers.range = dice.pick(['0-1', '2-1', '1-', 'x', '0-99999999999'])
  if (dice.maybe(0.03))
    headers[dice.pick(['accept-profile', 'content-profile'])] = dice.pick(['public', 'auth', 'private', 'pg_catalog'])
  if (dice.maybe(0.2)) return { ...call(dice, schema), headers: { 'content-type': 'application/json', ...headers } }
  const table = dice.maybe(0.02) ? unknownTable : dice.pick([...schema.tables.values()])
  const path = `/rest/v1/${encodeURIComponent(table.name)}?`
  const method = dice.pick(['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'])
  const query = [
    ...(dice.maybe(0.8) ? [`select=${selection(dice, schema, table, 0)}`] : []),
    ...dice.times(dice.maybe(0.5) ? 0 : 2, () => filter(dice, schema, table)),
    ...(dice.maybe(0.15)
      ? [`${dice.pick(['or', 'and', 'not.or'])}=${encodeURIComponent(group(dice, schema, table, 2))}`]
      : []),
    ...(dice.maybe(0.25)
      ? [`order=${column(dice, table)}${dice.pick(['', '.desc', '.asc.nullslast', '.desc.nullsfirst'])}`]
      : []),
    ...(dice.maybe(0.2) ? [`limit=${dice.pick(['0', '1', '5', '-1', 'x', '1e9'])}`] : []),
    ...(dice.maybe(0.05) ? [`offset=${dice.pick(['1', '9', '99999999999'])}`] : []),
    ...(method === 'POST' && dice.maybe(0.2) ? [`on_conflict=${column(dice, table)}`] : []),
    ...(method === 'POST' && dice.maybe(0.1) ? [`columns=${column(dice, table)}`] : []),
  ]
  if (['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(method)) return { method, path: path + query.join('&'), headers }
  const { body, type } = written(dice, schema, table)
  return { method, path: path + query.join('&'), headers: { 'content-type': type, ...headers }, body }
}

/** A good question, which shows whatever the policies let through: most of the others are refused before they are asked. */
function plainQuestion(dice: Dice, schema: Schema, role: Role): Request {
  const names = ({ readable }: Table) => readable[role].filter(() => dice.maybe(0.7)).map(({ name }) => name)
  const seen = [...schema.tables.values()].filter(({ readable }) => readable[role].length > 0)
  const table = dice.pick(seen)
  const beside = seen.filter(({ name }) => table.neighbours.includes(name))
  const embed = beside.length > 0 && dice.maybe(0.4) ? [dice.pick(beside)].map((at) => `${at.name}(${names(at)})`) : []
  const select = [table.readable[role][0]?.name, ...names(table), ...embed].join(',')
  return { method: 'GET', path: `/rest/v1/${table.name}?select=${select}`, headers: {} }
}

const id = { name: 'id', type: 'uuid' }
const unknownTable: Table = {
  name: 'nowhere',
  columns: [id],
  readable: { anon: [id], authenticated: [id] },
  neighbours: ['users', 'pg_class'],
}

/** Mostly what the role may read, so that many questions are answered; sometimes everything there is. */
function asSeenBy(dice: Dice, schema: Schema, role: Role): Schema {
  if (dice.maybe(0.35)) return schema
  const seen = [...schema.tables.values()].filter(({ readable }) => readable[role].length > 0)
  return { ...schema, tables: new Map(seen.map((table) => [table.name, { ...table, columns: table.readable[role] }])) }
}

function selection(dice: Dice, schema: Schema, table: Table, depth: number): string {
  const items = [0, ...dice.times(3, () => 0)].map(() => {
    if (dice.maybe(0.12)) return '*'
    if (dice.maybe(0.06)) return 'count()'
    const name = column(dice, table)
    const cast = dice.maybe(0.08) ? `::${dice.pick(casts)}` : ''
    const aggregate = dice.maybe(0.06) ? `.${dice.pick(aggregates)}()` : ''
    return `${dice.maybe(0.1) ? 'a:' : ''}${name}${cast}${aggregate}`
  })
  if (depth < 3 && dice.maybe(0.4)) {
    const other =
      schema.tables.get(
        dice.maybe(0.9) && table.neighbours.length > 0
          ? dice.pick(table.neighbours)
          : dice.pick([...schema.tables.keys()]),
      ) ?? unknownTable
    const hint = dice.pick(['', '', '', '!inner', '!left', '!calendar_id', '!user_id'])
    items.push(`${dice.pick(['', '', '...', 'x:'])}${other.name}${hint}(${selection(dice, schema, other, depth + 1)})`)
  }
  return items.join(',')
}

const column = (dice: Dice, { columns }: Table) =>
  dice.maybe(0.03) ? dice.pick(['nope', 'ctid', 'xmin', 'data->a->>b', '"a,b"', '%00']) : dice.pick(columns).name

function filter(dice: Dice, schema: Schema, table: Table): string {
  const { name, type } = dice.pick(table.columns)
  const at = dice.maybe(0.1) && table.neighbours.length > 0 ? `${dice.pick(table.neighbours)}.` : ''
  return `${at}${name}=${operation(dice, schema, type)}`
}

function operation(dice: Dice, schema: Schema, type: string): string {
  const operator = dice.maybe(0.4) ? 'eq' : dice.pick(operators)
  const one = () =>
    encodeURIComponent(
      String(valueFor(dice, type, schema.ids))
        .toWellFormed()
        .slice(0, 200),
    )
  const value =
    operator === 'in'
      ? `(${[0, ...dice.times(3, () => 0)].map(one).join(',')})`
      : operator === 'is'
        ? dice.pick(['null', 'true', 'not_null', 'unknown', 'x'])
        : /[cd(]/.test(operator) && dice.maybe(0.5)
          ? `{${one()}}`
          : one()
  return `${dice.maybe(0.15) ? 'not.' : ''}${operator}.${value}`
}

function group(dice: Dice, schema: Schema, table: Table, depth: number): string {
  const parts = [0, ...dice.times(2, () => 0)].map(() => {
    if (depth > 0 && dice.maybe(0.3))
      return `${dice.pick(['and', 'or', 'not.and'])}${group(dice, schema, table, depth - 1)}`
    const { name, type } = dice.pick(table.columns)
    return `${name}.${decodeURIComponent(operation(dice, schema, type))}`
  })
  return `(${parts.join(',')})`
}

function written(dice: Dice, schema: Schema, table: Table): { body: string; type: string } {
  const row = () => {
    const columns = dice.maybe(0.7) ? table.columns.filter(() => dice.maybe(0.5)) : [dice.pick(table.columns)]
    const entries = columns.map(({ name, type }) => [name, valueFor(dice, type, schema.ids)])
    if (dice.maybe(0.05))
      entries.push([dice.pick(['nope', '__proto__', 'constructor', 'owner_id', 'role']), dice.pick(nasty)])
    return Object.fromEntries(entries)
  }
  const rows = dice.maybe(0.7) ? row() : [0, ...dice.times(3, () => 0)].map(row)
  const type = dice.maybe(0.94)
    ? 'application/json'
    : dice.pick(['text/csv', 'application/x-www-form-urlencoded', 'text/plain', 'application/octet-stream', 'nonsense'])
  return {
    body: dice.maybe(0.96) ? JSON.stringify(rows) : dice.pick(['', '{', '[]', 'null', '7', '[[]]', '"x"']),
    type,
  }
}

function call(dice: Dice, schema: Schema): Omit<Request, 'headers'> {
  const fn = dice.pick(schema.functions)
  const entries = fn.arguments
    .filter(() => dice.maybe(0.93))
    .map(({ name, type }): [string, unknown] => [name, valueFor(dice, type, schema.ids)])
  if (dice.maybe(0.03)) entries.push(['nope', 1])
  const more = dice.maybe(0.3)
    ? dice.pick(['select=*', 'limit=2', 'order=id', 'select=id,name', 'id=eq.1', 'select=count()'])
    : ''
  if (dice.maybe(0.5))
    return {
      method: 'POST',
      path: `/rest/v1/rpc/${fn.name}?${more}`,
      body: JSON.stringify(Object.fromEntries(entries)),
    }
  const query = entries.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`)
  return { method: dice.pick(['GET', 'GET', 'HEAD']), path: `/rest/v1/rpc/${fn.name}?${[...query, more].join('&')}` }
}

const textOf = (value: unknown) =>
  (typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)).slice(0, 300)
