// What PostgreSQL answered, as the web takes it: status, headers and the body it already wrote.
import type { TextRow } from '#database/scope.ts'
import type { AppError } from '#domain/errors.ts'
import type { DatabaseFunction } from './catalogue.ts'
import { answerTooLarge, badRange, notSingle, putMismatch } from './errors.ts'
import type { Read } from './plan.ts'
import { appliedPreferences } from './preferences.ts'
import type { PreparedRead } from './prepared-reads.ts'
import { contentRange, rangeStatus } from './range.ts'
import type { Relation } from './relation.ts'
import type { RestRequest } from './request.ts'
import { csvHeader } from './statement.ts'
import type { Write } from './write.ts'

/** A plain object, which the server writes as it is. */
type HeaderTable = Record<string, string>
export type Answer = { status: number; headers: HeaderTable; body: string | null }

export type Result = { body: string | null; rows: number; total?: number; affected: number; inserted?: number }

export function toResult(rows: TextRow[]): Result {
  const [body = null, count, total, affected, inserted] = rows[0] ?? []
  return { body, rows: Number(count), total: whole(total), affected: Number(affected ?? 0), inserted: whole(inserted) }
}

/** What an answer depends on: a request but for what it asks of the table. */
type Asked = Omit<RestRequest, 'query'>

export function readResponse({ request, csvHead }: PreparedRead, result: Result): Answer {
  const status = pageStatus(request, result)
  const headers = pageHeaders(request, result)
  headers['content-type'] = request.media.contentType
  return answer(request, status, headers, tableBody(request, csvHead, result))
}

export function callResponse({ request, csvHead }: PreparedRead, fn: DatabaseFunction, result: Result): Answer {
  const headers = pageHeaders(request, result)
  if (fn.returns === 'void') return answer(request, 204, headers, null)
  const status = pageStatus(request, result)
  if (request.bodyless && request.method === 'POST') return answer(request, 204, headers, null)
  headers['content-type'] = request.media.contentType
  const one = request.media.type === 'json' && (!fn.set || request.media.single)
  return answer(request, status, headers, one ? firstOf(result.body) : tableBody(request, csvHead, result))
}

export function writeResponse(request: RestRequest, write: Write, read: Read, result: Result): Answer {
  const { preferences, action } = request
  if (action === 'put' && result.affected !== 1) throw putMismatch()
  const headers: HeaderTable = {}
  if (action !== 'put') headers['content-range'] = writtenRange(request, result)
  setPreferences(headers, request, write.kind === 'insert' && write.conflict !== undefined)
  if (preferences.return === 'representation') {
    headers['content-type'] = request.media.contentType
    return answer(
      request,
      writeStatus(request, result),
      headers,
      tableBody(request, csvHeader(read, request.media), result),
    )
  }
  const location =
    write.kind === 'insert' && preferences.return === 'headers-only'
      ? locationOf(write.relation, result.body)
      : undefined
  if (location) headers.location = location
  return answer(request, action === 'insert' ? writeStatus(request, result) : 204, headers, null)
}

/** OPTIONS: what may be done here at all. */
export function allowResponse(allow: string[]): Answer {
  return { status: 200, headers: { allow: allow.join(',') }, body: null }
}

export function allowedOn({ writable, primaryKey }: Relation): string[] {
  return [
    ...['OPTIONS', 'GET', 'HEAD'],
    ...(writable.insert ? ['POST'] : []),
    ...(writable.insert && writable.update && primaryKey.length > 0 ? ['PUT'] : []),
    ...(writable.update ? ['PATCH'] : []),
    ...(writable.delete ? ['DELETE'] : []),
  ]
}

/** The root names no table: what exists is for the documentation, and what a caller may read is for the database to say. */
export function rootResponse(request: RestRequest): Answer {
  const headers: HeaderTable = { 'content-type': 'application/openapi+json; charset=utf-8' }
  return answer(request, 200, headers, nothingDescribed)
}

const nothingDescribed = JSON.stringify({ openapi: '3.1.0', info: { title: 'Data API', version: '14' }, paths: {} })

export function errorResponse(error: AppError, method: string): Answer {
  const { code, message, details = null, hint = null } = error
  const headers: HeaderTable = {
    'content-type': 'application/json; charset=utf-8',
    'proxy-status': `PostgREST; error=${/^\w+$/.test(code) ? code : 'unknown'}`,
  }
  if (error.status === 401) headers['www-authenticate'] = 'Bearer'
  if (error.retryAfter !== undefined) headers['retry-after'] = String(error.retryAfter)
  // The rest of the body was not read, so the connection cannot carry another request.
  if (error.status === 413) headers.connection = 'close'
  // A function may raise any status, these without a body among them.
  const empty = method === 'HEAD' || [204, 205, 304].includes(error.status)
  const body = empty ? null : JSON.stringify({ code, message, details, hint })
  return { status: error.status, headers, body }
}

function answer(request: Asked, status: number, headers: HeaderTable, body: string | null): Answer {
  if (request.profiled && headers['content-type']) headers['content-profile'] = request.schema
  return { status, headers, body: request.method === 'HEAD' || status === 204 ? null : body }
}

function tableBody(request: Asked, csvHead: string, { body, rows }: Result): string | null {
  if (body === null && rows > 0 && !request.bodyless) throw answerTooLarge()
  if (request.media.type === 'csv') return csvHead + (body ?? '')
  if (!request.media.single) return body
  if (rows !== 1) throw notSingle(rows)
  return firstOf(body)
}

/** PostgreSQL writes a list of one as its element between brackets. */
function firstOf(list: string | null): string | null {
  if (list === null) return null
  return list === '[]' ? 'null' : list.slice(1, -1)
}

function pageStatus({ range, media }: Asked, { rows, total }: Result): number {
  if (media.single && rows !== 1) throw notSingle(rows)
  const status = rangeStatus(range.offset, rows, total)
  if (status === 416) throw badRange(`An offset of ${range.offset} was requested, but there are only ${total} rows.`)
  return status
}

function pageHeaders(request: Asked, { rows, total }: Result): HeaderTable {
  const { offset } = request.range
  const headers: HeaderTable = { 'content-range': contentRange(offset, offset + rows - 1, total) }
  setPreferences(headers, request, false)
  return headers
}

function setPreferences(headers: HeaderTable, { action, preferences }: Asked, resolved: boolean): void {
  const kind =
    action === 'insert' || action === 'update' || action === 'put' || action === 'delete' || action === 'call'
      ? action
      : 'read'
  const applied = appliedPreferences(preferences, kind, resolved)
  if (applied) headers['preference-applied'] = applied
}

function writtenRange({ action, preferences }: RestRequest, { affected }: Result): string {
  const total =
    preferences.count === 'exact' || preferences.count === 'estimated' || preferences.count === 'planned'
      ? affected
      : undefined
  return action === 'update' ? contentRange(0, affected - 1, total) : contentRange(1, 0, total)
}

function writeStatus({ action, preferences }: RestRequest, { inserted = 0 }: Result): number {
  if (action === 'put') return inserted > 0 ? 201 : 200
  if (action !== 'insert') return 200
  return preferences.resolution === 'merge-duplicates' && inserted <= 0 ? 200 : 201
}

function locationOf(relation: Relation, body: string | null): string | undefined {
  if (body === null) return undefined
  const [values] = JSON.parse(body) as (string | null)[][]
  const query = relation.primaryKey.map(
    (name, at) =>
      `${encodeURIComponent(name)}=${values![at] === null ? 'is.null' : `eq.${encodeURIComponent(values![at]!)}`}`,
  )
  return `/${encodeURIComponent(relation.name)}?${query.join('&')}`
}

function whole(text: string | null | undefined): number | undefined {
  return text === null || text === undefined ? undefined : Number(text)
}
