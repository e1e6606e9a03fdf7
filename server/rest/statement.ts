// The whole answer in one statement: a row of [body, rows shown, total, rows affected, inserted].
import type { Statement } from '#database/scope.ts'
import { type Call, callSql } from './call.ts'
import { bind, type Draft, quote, ROOT } from './conditions.ts'
import { limits } from './limits.ts'
import type { Media } from './media.ts'
import type { Read } from './plan.ts'
import {
  hasAggregate,
  outputNames,
  positions,
  rowsSql,
  type SelectOptions,
  selectSql,
  tableSource,
} from './read-sql.ts'
import type { RestRequest } from './request.ts'
import type { WritePlan } from './write.ts'
import { INSERTED, writeSql } from './write-sql.ts'

export function readStatement(read: Read, request: RestRequest, options: SelectOptions): Statement {
  const draft: Draft = { values: [] }
  const limited = shown(request, withLimit(read, options))
  const source = tableSource(read)
  const rows = selectSql(draft, limited, source, options, request.media.type === 'csv')
  const total = totalSql(draft, limited, source, request, options)
  return {
    text: `select ${bodySql(request, read)}, count(*), ${total} from (${rows}) ${rowsName(request, limited)}`,
    values: draft.values,
  }
}

/** The planner's guess of how many rows a read has, for when counting them was given up. */
export function estimateStatement(read: Read, options: SelectOptions): Statement {
  const draft: Draft = { values: [] }
  return { text: `explain (format json) ${rowsSql(draft, read, tableSource(read), options)}`, values: draft.values }
}

export function writeStatement({ write, read }: WritePlan, request: RestRequest, options: SelectOptions): Statement {
  const draft: Draft = { values: [], returned: { all: false, row: false, columns: new Set(), computed: new Map() } }
  const answer = request.preferences.return
  const inserted = `nullif(current_setting('${INSERTED}', true), '')`
  const affected = '(select count(*) from changed)'
  if (answer === 'representation') {
    const rows = selectSql(draft, read, { from: `changed as ${ROOT}`, on: [] }, options, request.media.type === 'csv')
    const text = `with changed as (${writeSql(draft, write)}) select ${bodySql(request, read)}, count(*), null, ${affected}, ${inserted} from (${rows}) ${rowsName(request, read)}`
    return { text, values: draft.values }
  }
  const key = answer === 'headers-only' && write.kind === 'insert' ? write.relation.primaryKey : []
  for (const name of key) draft.returned!.columns.add(name)
  const location =
    key.length > 0
      ? `case when count(*) = 1 then json_agg(json_build_array(${key.map((name) => `${quote(name)}::text`).join(', ')})) end`
      : 'null'
  return {
    text: `with changed as (${writeSql(draft, write)}) select ${location}, count(*), null, ${affected}, ${inserted} from changed`,
    values: draft.values,
  }
}

/** For a call that writes: who has only a part of what it did cannot ask for the rest without doing it again. Bytes bound it, too. */
const WRITTEN_ROWS_MAX = 100_000

export function callStatement(call: Call, request: RestRequest, given: SelectOptions): Statement {
  const { fn } = call
  const options = fn.volatile ? { ...given, maxRows: WRITTEN_ROWS_MAX } : given
  const draft: Draft = { values: [], returned: { all: false, row: false, columns: new Set(), computed: new Map() } }
  const source = { from: `called as ${ROOT}`, on: [] }
  // A function without a row type has one column, which is its answer.
  const read: Read =
    fn.returns === 'row'
      ? withLimit(call.read, options)
      : { ...withLimit(call.read, options), outputs: [{ kind: 'star' }], embeds: [] }
  const rows = selectSql(draft, read, source, options, request.media.type === 'csv')
  const total = totalSql(draft, read, source, request, options)
  // Asked for by nobody, a scalar would not be computed at all; and what a volatile function does must be done once.
  const kept = fn.volatile || fn.returns !== 'row' ? 'materialized ' : ''
  const scalar = fn.returns === 'scalar' ? `b.${quote(fn.name)}` : undefined
  const body = fn.returns === 'void' ? 'null' : bodySql(request, read, scalar)
  return {
    text: `with called as ${kept}(${callSql(draft, call)}) select ${body}, count(*), ${total} from (${rows}) ${rowsName(request, read)}`,
    values: draft.values,
  }
}

/** Reads no columns for a request without a body: counting takes the right to read only what is filtered by. */
function shown({ bodyless }: RestRequest, read: Read): Read {
  return bodyless && !hasAggregate(read) ? { ...read, outputs: [], order: [] } : read
}

function withLimit(read: Read, { maxRows }: SelectOptions): Read {
  return { ...read, range: { offset: read.range.offset, limit: Math.min(read.range.limit ?? maxRows, maxRows) } }
}

/** Rows are shown as they come out of PostgreSQL's own JSON functions; we pass the text on. */
function bodySql({ bodyless, media }: RestRequest, read: Read, row = 'b.*'): string {
  if (bodyless) return 'null'
  if (media.type === 'csv') return bounded(csvSql(read), `''`)
  const list = `json_agg(${row})`
  return bounded(list, `'[]'`, media.stripNulls ? `json_strip_nulls(${list})` : list)
}

/** Null instead of more than we pass on: lists in a thousand rows can be hundreds of megabytes. PostgreSQL aggregates once. */
function bounded(aggregate: string, none: string, shown = aggregate): string {
  return `case when pg_column_size(${aggregate}) > ${limits.answerBytes} then null else coalesce(${shown}, ${none}) end`
}

function rowsName({ media }: RestRequest, read: Read): string {
  const names = media.type === 'csv' ? positions(outputNames(read)) : []
  return names.length > 0 ? `b (${names.join(', ')})` : 'b'
}

export function csvHeader(read: Read, media: Media): string {
  if (media.type !== 'csv') return ''
  return `${outputNames(read)
    .map((name) => (/[",\\()\s]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name))
    .join(',')}\n`
}

/** Quotes what PostgREST quotes. */
function csvSql(read: Read): string {
  const cells = positions(outputNames(read)).map((name) => {
    const text = `b.${name}::text`
    return `coalesce(case when ${text} ~ '[",\\\\()[:space:]]' or ${text} in ('', 'NULL') then '"' || replace(${text}, '"', '""') || '"' else ${text} end, '')`
  })
  return `string_agg(${cells.length > 0 ? cells.join(` || ',' || `) : `''`}, E'\\n')`
}

/**
 * A page that is not full tells the total by itself; only otherwise are the rows counted.
 * Planned and estimated counts stop counting past one page of rows and leave the rest to estimateStatement; only then, because
 * the planner's guess for a small result would tell about rows the caller may not see.
 */
function totalSql(
  draft: Draft,
  read: Read,
  source: { from: string; on: string[] },
  { action, preferences }: RestRequest,
  options: SelectOptions,
): string {
  if (!preferences.count) return 'null'
  const limit = bind(draft, read.range.limit, 'bigint')
  const offset = bind(draft, read.range.offset, 'bigint')
  const rows = rowsSql(draft, read, source, options)
  const enough = preferences.count === 'exact' || action === 'call' ? '' : ` limit ${options.maxRows + 1}`
  const counted = `(select count(*) from (${rows}${enough}) c)`
  return `case when count(*) < ${limit} and (count(*) > 0 or ${offset} = 0) then ${offset} + count(*) else ${counted} end`
}
