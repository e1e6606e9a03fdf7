// The body of a write or a call, checked once: JSON text that PostgreSQL can read rows from, and the keys it has.

import { AppError } from '#domain/errors.ts'
import { parseCsv } from './csv.ts'
import { badBody, bodyTooLarge, nulCharacter } from './errors.ts'
import type { HttpRequest } from './http-request.ts'
import { limits } from './limits.ts'

export type Rows = {
  kind: 'rows'
  /** An object or an array of objects. As the caller wrote it, so that no number loses digits on the way. */
  json: string
  many: boolean
  count: number
  keys: string[]
  /** Keys that are in some row, and those that are in every row. */
  present: Set<string>
  shared: Set<string>
}
export type Payload =
  | Rows
  | { kind: 'json'; json: string }
  | { kind: 'form'; pairs: [string, string][] }
  | { kind: 'raw'; text: string }

export type ContentType = 'json' | 'csv' | 'form' | 'text' | 'xml' | 'binary'

const contentTypes: Record<string, ContentType> = {
  'application/json': 'json',
  'application/vnd.pgrst.object+json': 'json',
  'application/vnd.pgrst.array+json': 'json',
  'text/csv': 'csv',
  'application/x-www-form-urlencoded': 'form',
  'text/plain': 'text',
  'text/xml': 'xml',
  'application/octet-stream': 'binary',
}

export function contentTypeOf(header: string | null): ContentType {
  if (!header) return 'json'
  const [type = '', ...parameters] = header
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters
    .find((each) => each.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '')
  const found = Object.hasOwn(contentTypes, type) ? contentTypes[type] : undefined
  if (!found || (charset && charset !== 'utf-8' && charset !== 'utf8'))
    throw badBody(`Content-Type not acceptable: ${header.slice(0, 100)}`)
  return found
}

/** `columns`, when given, decides which keys count, and rows may then differ in the keys they have. */
export function rowsOf(type: ContentType, body: string, columns: string[] | undefined): Rows {
  if (type === 'json') return rowsOfJson(body, columns)
  if (type === 'csv') return rowsOfJson(JSON.stringify(parseCsv(body)), columns)
  if (type === 'form') return rowsOfJson(JSON.stringify(Object.fromEntries(formPairs(body))), columns)
  throw badBody('Content-Type not acceptable: only JSON, CSV and forms can be written')
}

/** The arguments of a function by POST: an object by name, or any JSON for a function with one unnamed argument. */
export function argumentsOf(type: ContentType, body: string): Payload {
  if (type === 'form') return { kind: 'form', pairs: formPairs(body) }
  if (type === 'csv') return rowsOf(type, body, undefined)
  if (type !== 'json') return { kind: 'raw', text: withoutNul(body) }
  const json = body.trim() === '' ? '{}' : body
  const value = parseJson(json)
  return isObject(value) ? objectRow(json, value) : { kind: 'json', json }
}

export async function readBody(request: HttpRequest, limit: number): Promise<string> {
  const bytes = await bytesOf(request, limit).catch((error) => {
    // The sender left, which is not the database's fault.
    throw error instanceof AppError ? error : badBody('The body ended before its end')
  })
  try {
    return utf8.decode(bytes)
  } catch {
    throw badBody('The body is not valid UTF-8')
  }
}

/** Fatal: what is not UTF-8 must not be stored as question marks. Drops a byte order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

async function bytesOf({ headers, body }: HttpRequest, limit: number): Promise<Uint8Array> {
  if (Number(headers.get('content-length')) > limit) throw bodyTooLarge(limit)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw bodyTooLarge(limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function rowsOfJson(json: string, columns: string[] | undefined): Rows {
  const value = parseJson(json)
  if (isObject(value)) return onlyColumns(objectRow(json, value), columns)
  if (!Array.isArray(value)) throw badBody('Empty or invalid json')
  if (value.length > limits.bodyRows) throw badBody(`The body has more than ${limits.bodyRows} rows`)
  const all = new Set<string>()
  const counts = new Map<string, number>()
  for (const row of value) {
    if (!isObject(row)) throw badBody('All object keys must match')
    for (const key of Object.keys(row)) {
      all.add(key)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    if (all.size > limits.bodyKeys) throw badBody(`The rows have more than ${limits.bodyKeys} different keys`)
  }
  const shared = new Set([...all].filter((key) => counts.get(key) === value.length))
  if (!columns && shared.size !== all.size) throw badBody('All object keys must match')
  return onlyColumns(
    { kind: 'rows', json, many: true, count: value.length, keys: [...all], present: all, shared },
    columns,
  )
}

function onlyColumns(rows: Rows, columns: string[] | undefined): Rows {
  return columns ? { ...rows, keys: columns } : rows
}

function objectRow(json: string, value: object): Rows {
  const keys = Object.keys(value)
  if (keys.length > limits.bodyKeys) throw badBody(`The body has more than ${limits.bodyKeys} keys`)
  return { kind: 'rows', json, many: false, count: 1, keys, present: new Set(keys), shared: new Set(keys) }
}

function parseJson(json: string): unknown {
  checkDepth(json)
  try {
    return JSON.parse(json)
  } catch {
    throw badBody('Empty or invalid json')
  }
}

/** PostgreSQL's parser recurses; a few thousand brackets would exhaust its stack. Ours takes long for many empty ones. */
function checkDepth(json: string): void {
  let depth = 0
  let count = 0
  for (let at = 0; at < json.length; at++) {
    const char = json[at]
    if (char === '"') {
      for (at++; at < json.length && json[at] !== '"'; at++) if (json[at] === '\\') at++
    } else if (char === '{' || char === '[') {
      if (++count > limits.jsonValues) throw badBody(`The JSON has more than ${limits.jsonValues} objects and arrays`)
      if (++depth > limits.jsonDepth) throw badBody(`The JSON is nested deeper than ${limits.jsonDepth} levels`)
    } else if (char === '}' || char === ']') depth--
  }
}

function formPairs(body: string): [string, string][] {
  // Counted first: URLSearchParams takes seconds for a megabyte of them.
  if (body.split('&', limits.bodyKeys + 1).length > limits.bodyKeys)
    throw badBody(`The body has more than ${limits.bodyKeys} keys`)
  return [...new URLSearchParams(withoutNul(body))].map(([key, value]) => [withoutNul(key), withoutNul(value)])
}

function withoutNul(text: string): string {
  if (text.includes('\0')) throw nulCharacter()
  return text
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
