// A web request as the data API understands it: what is wanted, of which resource, in which form. Nothing here knows the catalogue.
import type { Field } from './cursor.ts'
import { badMethod, badPath, badQuery, badRpcMethod, badSchema, nulCharacter, putWithLimit } from './errors.ts'
import { type Filter, type Logic, parseFilter, parseFilterKey, parseLogic } from './filter-grammar.ts'
import type { HttpRequest } from './http-request.ts'
import type { QueryLimits } from './limits.ts'
import { type Media, negotiate } from './media.ts'
import { type OrderTerm, parseNames, parseOrder } from './order-grammar.ts'
import { argumentsOf, type ContentType, contentTypeOf, type Payload, readBody, rowsOf } from './payload.ts'
import { type Preferences, parsePreferences } from './preferences.ts'
import { intersect, parseRangeHeader, parseWhole, type Range } from './range.ts'
import { parseSelect, type SelectItem } from './select-grammar.ts'

type Action = 'read' | 'insert' | 'update' | 'put' | 'delete' | 'call' | 'describe' | 'describe-call' | 'root'

/** Something said of the resource itself (empty path) or of one embedded in it. */
export type Placed<T> = { path: string[]; value: T }

export type Query = {
  select: SelectItem[]
  conditions: Placed<Logic>[]
  orders: Placed<OrderTerm[]>[]
  ranges: Placed<Range>[]
  columns?: string[]
  onConflict?: string[]
  /** Arguments of a function called by GET, in the order given; a variadic one may repeat. */
  arguments: [string, string][]
}

export type RestRequest = {
  action: Action
  method: string
  /** HEAD, or a call that asks for no body. */
  bodyless: boolean
  schema: string
  /** Whether the answer should say which schema it came from. */
  profiled: boolean
  resource: string
  query: Query
  range: Range
  preferences: Preferences
  media: Media
  contentType: ContentType
  payload?: Payload
}

type RequestOptions = { schemas: string[]; maxBody: number; mountedAt?: string; regularExpressions?: boolean }

export async function parseRequest(
  request: HttpRequest,
  options: RequestOptions,
  { filters }: Pick<QueryLimits, 'filters'>,
): Promise<RestRequest> {
  const { method, headers } = request
  const url = new URL(request.url)
  const { action, resource } = target(method, url.pathname.slice(options.mountedAt?.length ?? 0))
  const profile = headers.get(
    method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 'accept-profile' : 'content-profile',
  )
  if (profile !== null && !options.schemas.includes(profile)) throw badSchema(profile, options.schemas)
  const preferences = parsePreferences(headers.get('prefer'))
  const query = parseQuery(url.searchParams, action === 'call' && method !== 'POST')
  if (countFilters(query.conditions.map((each) => each.value)) > filters)
    throw badQuery(`The request has more than ${filters} filters`)
  if (options.regularExpressions === false && query.conditions.some(({ value }) => usesPattern(value)))
    throw badQuery('Regular expressions are not offered: use like or ilike instead of match and imatch')
  const parsed: RestRequest = {
    action,
    method,
    bodyless: method === 'HEAD' || (action === 'call' && preferences.return === 'minimal'),
    schema: profile ?? options.schemas[0]!,
    profiled: profile !== null || options.schemas.length > 1,
    resource,
    query,
    range: rootRange(method, query, headers.get('range')),
    preferences,
    media: negotiate(action === 'root' || action.startsWith('describe') ? null : headers.get('accept')),
    contentType: 'json',
  }
  if (['insert', 'update', 'put'].includes(action) || (action === 'call' && method === 'POST')) {
    parsed.contentType = contentTypeOf(headers.get('content-type'))
    const body = await readBody(request, options.maxBody)
    const columns = action === 'put' ? undefined : query.columns
    parsed.payload =
      action === 'call' ? argumentsOf(parsed.contentType, body) : rowsOf(parsed.contentType, body, columns)
  }
  return parsed
}

function usesPattern(logic: Logic): boolean {
  if (logic.kind === 'group') return logic.parts.some(usesPattern)
  const { operation } = logic
  return operation.kind === 'compare' && (operation.operator === 'match' || operation.operator === 'imatch')
}

const tableActions: Record<string, Action> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'insert',
  PATCH: 'update',
  PUT: 'put',
  DELETE: 'delete',
  OPTIONS: 'describe',
}
const callActions: Record<string, Action> = { GET: 'call', HEAD: 'call', POST: 'call', OPTIONS: 'describe-call' }

function target(method: string, pathname: string): { action: Action; resource: string } {
  const parts = pathname.split('/').filter(Boolean).map(decodePart)
  if (parts.length === 0) {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) throw badMethod(method)
    return { action: 'root', resource: '' }
  }
  if (parts.length === 2 && parts[0] === 'rpc') {
    if (!Object.hasOwn(callActions, method)) throw badRpcMethod(method)
    return { action: callActions[method]!, resource: parts[1]! }
  }
  if (parts.length > 1) throw badPath()
  if (!Object.hasOwn(tableActions, method)) throw badMethod(method)
  return { action: tableActions[method]!, resource: parts[0]! }
}

function decodePart(part: string): string {
  try {
    return withoutNul(decodeURIComponent(part))
  } catch {
    throw badPath()
  }
}

function parseQuery(parameters: URLSearchParams, readsCall: boolean): Query {
  const query: Query = { select: [{ kind: 'star' }], conditions: [], orders: [], ranges: [], arguments: [] }
  const ranges = new Map<string, Placed<Range>>()
  let selected = false
  for (const [key, value] of parameters) {
    withoutNul(key)
    withoutNul(value)
    const last = key.slice(key.lastIndexOf('.') + 1)
    if (key === 'select') {
      // The first one counts, as there.
      if (!selected) query.select = parseSelect(value)
      selected = true
    } else if (key === 'columns') query.columns ??= parseNames(value, 'columns parameter')
    else if (key === 'on_conflict') query.onConflict ??= parseNames(value, 'on_conflict parameter')
    else if (last === 'and' || last === 'or') {
      const { path, logic } = parseLogic(key, value)
      query.conditions.push({ path, value: logic })
    } else if (last === 'order') query.orders.push({ path: embedPath(key), value: parseOrder(value) })
    else if (last === 'limit' || last === 'offset') {
      const path = embedPath(key)
      const place = path.join('\0')
      const placed = ranges.get(place) ?? { path, value: { offset: 0 } }
      placed.value[last] = parseWhole(value, last)
      ranges.set(place, placed)
    } else placeFilter(query, key, value, readsCall)
  }
  query.ranges = [...ranges.values()]
  return query
}

/** `a.b.order`: the embeds before the last word. */
function embedPath(key: string): string[] {
  if (!key.includes('.')) return []
  return parseFilterKey(key).path
}

function placeFilter(query: Query, key: string, value: string, readsCall: boolean): void {
  const filter = readsCall ? filterOrNothing(key, value) : filterAt(key, value)
  if (filter) query.conditions.push(filter)
  else query.arguments.push([key, value])
}

function filterAt(key: string, value: string): Placed<Filter> {
  const { path, field }: { path: string[]; field: Field } = parseFilterKey(key)
  return { path, value: parseFilter(field, value) }
}

/** In a call by GET a parameter that does not read as a filter is an argument. */
function filterOrNothing(key: string, value: string): Placed<Filter> | undefined {
  try {
    return filterAt(key, value)
  } catch {
    return undefined
  }
}

function countFilters(logic: Logic[]): number {
  let count = 0
  for (const each of logic) count += each.kind === 'group' ? countFilters(each.parts) : 1
  return count
}

function rootRange(method: string, query: Query, header: string | null): Range {
  const asked = query.ranges.find((each) => each.path.length === 0)?.value ?? { offset: 0 }
  query.ranges = query.ranges.filter((each) => each.path.length > 0)
  if (method === 'PUT' && (asked.limit !== undefined || asked.offset > 0)) throw putWithLimit()
  return method === 'GET' ? intersect(asked, parseRangeHeader(header)) : asked
}

function withoutNul(text: string): string {
  if (text.includes('\0')) throw nulCharacter()
  return text
}
