// OpenAPI 3.1 of the data API, made from the catalogue, and of the functions, made from the schemas that parse their bodies.
import * as z from 'zod'
import { PRODUCT_NAME } from '#domain/company.ts'
import { jsonType } from './json-types.ts'
import type { ApiFunction, ApiSchema, ApiTable, Right } from './read-schema.ts'

type Options = { siteUrl: string }

/** A named call of /functions/v1. */
export type FunctionDescription = {
  methods: readonly string[]
  summary: string
  who: readonly string[]
  /** With GET it is the query. */
  body?: z.ZodType | undefined
  query?: z.ZodType | undefined
  bodyType?: string | undefined
  answer?: z.ZodType
  /** Of an answer that is no JSON. */
  answerType?: string
  limits: readonly string[]
}

const security = [{ key: [] }, { key: [], person: [] }]
const securitySchemes = {
  key: { type: 'apiKey', in: 'header', name: 'apikey', description: 'The publishable key of this installation.' },
  person: {
    type: 'http',
    scheme: 'bearer',
    description: 'The access token of a session, or a personal access token (tbp_…). Without it the caller is a guest.',
  },
}

export function dataOpenApi({ tables, functions }: ApiSchema, { siteUrl }: Options): object {
  return {
    openapi: '3.1.0',
    info: {
      title: `${PRODUCT_NAME} data API`,
      version: '1',
      description: `Rows and functions, in the dialect of PostgREST. How to use it: ${siteUrl}/docs`,
    },
    servers: [{ url: `${siteUrl}/rest/v1` }],
    security,
    paths: Object.fromEntries([
      ...tables.map((table) => [`/${table.name}`, tablePath(table)]),
      ...functions.map((fn) => [`/rpc/${fn.name}`, callPath(fn)]),
    ]),
    components: {
      securitySchemes,
      schemas: {
        ...Object.fromEntries(tables.map((table) => [table.name, rowSchema(table)])),
        Error: dataError,
      },
      parameters: rowParameters,
    },
  }
}

export function functionsOpenApi(functions: Record<string, FunctionDescription>, { siteUrl }: Options): object {
  return {
    openapi: '3.1.0',
    info: {
      title: `${PRODUCT_NAME} functions`,
      version: '1',
      description: `The named calls of the product. How to use them: ${siteUrl}/docs`,
    },
    servers: [{ url: `${siteUrl}/functions/v1` }],
    security,
    paths: Object.fromEntries(
      Object.entries(functions).map(([name, fn]) => [
        `/${name}`,
        Object.fromEntries(fn.methods.map((method) => [method.toLowerCase(), functionOperation(name, method, fn)])),
      ]),
    ),
    components: { securitySchemes, schemas: { Error: functionError } },
  }
}

function functionOperation(name: string, method: string, fn: FunctionDescription) {
  const { summary, who, body, query, bodyType, answer: answered, answerType } = fn
  const parameters = [query, method === 'GET' && body].flatMap((shape) => (shape ? queryParameters(shape) : []))
  const binary = { required: true, content: { [bodyType ?? '']: { schema: { type: 'string', format: 'binary' } } } }
  return {
    operationId: `${method.toLowerCase()}_${name.replaceAll('-', '_')}`,
    summary,
    description: `Who: ${who.join(' or ')}.`,
    ...(!who.includes('anyone') && { security: [{ key: [], person: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(bodyType && { requestBody: binary }),
    ...(body && method !== 'GET' && { requestBody: jsonBody(bodySchema(body)) }),
    responses: {
      200: answered
        ? answer('Done', answerSchema(answered))
        : { description: 'Done', content: { [answerType ?? 'application/json']: { schema: text } } },
      default: errorAnswer,
    },
  }
}

function queryParameters(shape: z.ZodType) {
  const { properties = {}, required = [] } = bodySchema(shape) as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

/** What can be sent; rules that JSON Schema has no words for are left out. */
export function bodySchema(body: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  return schema
}

/** What comes back. A later version may answer more than that. */
export function answerSchema(shape: z.ZodType): object {
  return bodySchema(shape)
}

const rowParameters = {
  select: query('select', 'Columns, embedded tables and aggregates, such as id,title,calendars(name).'),
  order: query('order', 'Such as start_time.asc,title.desc.'),
  limit: query('limit', 'How many rows, at most 1,000.', 'integer'),
  offset: query('offset', 'How many rows to skip.', 'integer'),
  on_conflict: query(
    'on_conflict',
    'Columns of a unique key: with Prefer: resolution=merge-duplicates rows are upserted.',
  ),
}

function tablePath(table: ApiTable) {
  const { name } = table
  const filters = table.columns.filter(({ rights }) => rights.some((right) => right.endsWith(' select')))
  const where = filters.map(({ name: column }) => query(column, 'A filter, such as eq.5, gte.2025-07-04 or in.(a,b).'))
  const ref = { $ref: `#/components/schemas/${name}` }
  const rows = { type: 'array', items: ref }
  const operation = (verb: Right, parameters: object[], more: object) => ({
    operationId: `${verb}_${name}`,
    summary: summaries[verb](name),
    description: whoMay(table, verb).join('\n') || undefined,
    tags: [name],
    parameters,
    ...more,
  })
  const written = { 200: answer('The rows, with Prefer: return=representation', rows), default: errorAnswer }
  const one = (key: keyof typeof rowParameters) => ({ $ref: `#/components/parameters/${key}` })
  return {
    ...(table.comment && { description: table.comment }),
    ...(can(table, 'select') && {
      get: operation('select', [...where, one('select'), one('order'), one('limit'), one('offset')], {
        responses: { 200: answer('The rows that the caller may see', rows), default: errorAnswer },
      }),
    }),
    ...(can(table, 'insert') && {
      post: operation('insert', [one('on_conflict'), one('select')], {
        requestBody: jsonBody({ oneOf: [ref, rows] }),
        responses: { ...written, 201: { description: 'Added' } },
      }),
    }),
    ...(can(table, 'update') && {
      patch: operation('update', [...where, one('select')], {
        requestBody: jsonBody(ref),
        responses: { ...written, 204: { description: 'Changed' } },
      }),
    }),
    ...(table.deletes.length > 0 && {
      delete: operation('delete', [...where, one('select')], {
        responses: { ...written, 204: { description: 'Deleted' } },
      }),
    }),
  }
}

const summaries: Record<Right, (table: string) => string> = {
  select: (table) => `Reads ${table}`,
  insert: (table) => `Adds or upserts ${table}`,
  update: (table) => `Changes the ${table} that match`,
  delete: (table) => `Deletes the ${table} that match`,
}

/** Returns whether anybody may. */
export function can({ columns }: ApiTable, verb: 'select' | 'insert' | 'update'): boolean {
  return columns.some(({ rights }) => rights.some((right) => right.endsWith(` ${verb}`)))
}

/** Returns the sentences of the policies, which say which rows. */
export function whoMay({ policies }: ApiTable, verb: Right): string[] {
  return policies
    .filter((policy) => policy.verb === verb || policy.verb === 'all')
    .flatMap(({ comment }) => comment ?? [])
}

function rowSchema({ comment, columns }: ApiTable) {
  return {
    type: 'object',
    ...(comment && { description: comment }),
    properties: Object.fromEntries(
      columns
        .filter(({ rights }) => rights.length > 0)
        .map(({ name, type, nullable, comment: about, rights }) => [
          name,
          {
            ...(nullable ? { anyOf: [jsonType(type), { type: 'null' }] } : jsonType(type)),
            ...(about && { description: about }),
            ...(!rights.some((right) => !right.endsWith(' select')) && { readOnly: true }),
            'x-rights': rights,
          },
        ]),
    ),
  }
}

function callPath(fn: ApiFunction) {
  const { name, comment, is_volatile, callers } = fn
  const result = fn.is_set ? { type: 'array', items: jsonType(fn.returns) } : jsonType(fn.returns)
  const shared = {
    ...(comment && { summary: comment }),
    description: `Who: ${callers.map((caller) => (caller === 'anon' ? 'guests' : 'signed in')).join(', ')}.`,
    tags: ['functions'],
    responses: { 200: answer('The result', result), 204: { description: 'Done' }, default: errorAnswer },
  }
  const properties = Object.fromEntries(fn.arguments.map((each) => [each.name, jsonType(each.type)]))
  const required = fn.arguments.filter((each) => each.required).map((each) => each.name)
  const body = { type: 'object', properties, ...(required.length > 0 && { required }) }
  const parameters = fn.arguments.map((each) => ({
    name: each.name,
    in: 'query',
    required: each.required,
    schema: jsonType(each.type),
  }))
  return {
    ...(!is_volatile && { get: { operationId: `get_${name}`, ...shared, parameters } }),
    post: { operationId: `call_${name}`, ...shared, requestBody: jsonBody(body) },
  }
}

const jsonBody = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const answer = (description: string, schema: object) => ({ description, content: { 'application/json': { schema } } })
const errorAnswer = answer('Refused', { $ref: '#/components/schemas/Error' })

function query(name: string, description: string, type = 'string') {
  return { name, in: 'query', description, schema: { type } }
}

const text = { type: 'string' }
const perhaps = { type: ['string', 'null'] }
const dataError = {
  type: 'object',
  properties: { code: text, message: text, details: perhaps, hint: perhaps },
  required: ['code', 'message'],
}
const functionError = { type: 'object', properties: { error: text, code: text }, required: ['error', 'code'] }
