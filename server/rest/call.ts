// A function called by name: the overload whose parameters are the arguments given, and the call as SQL.
import type { Catalogue, DatabaseFunction, Parameter } from './catalogue.ts'
import { arrayLiteral, bind, type Draft, qualified, quote, ROOT, ROW } from './conditions.ts'
import { fail, maxAffectedOnSingle } from './errors.ts'
import { nearest } from './nearest.ts'
import type { ContentType } from './payload.ts'
import { planRead, type Read, type ReadOptions } from './plan.ts'
import type { RestRequest } from './request.ts'

export type Call = { fn: DatabaseFunction; arguments: Arguments; read: Read }
type Arguments =
  | { kind: 'json'; json: string; parameters: Parameter[] }
  | { kind: 'text'; values: Map<string, string[]>; parameters: Parameter[] }
  | { kind: 'whole'; text: string; parameter: Parameter }

export function planCall(catalogue: Catalogue, request: RestRequest, options: ReadOptions): Call {
  const { payload, query, preferences } = request
  const pairs = payload?.kind === 'form' ? payload.pairs : payload ? undefined : query.arguments
  const values = pairs && grouped(pairs)
  const names = values ? [...values.keys()] : payload?.kind === 'rows' ? (query.columns ?? payload.keys) : []
  const fn = findFunction(catalogue, request, names)
  if (preferences.maxAffected !== undefined && !fn.set) throw maxAffectedOnSingle()
  const read = planRead(
    { ...fn.relation, refused: { ...fn.relation.refused, select: new Map() } },
    query,
    request.range,
    options,
  )
  const given = fn.parameters.filter(({ name }) => names.includes(name))
  if (takesWhole(fn)) {
    const text =
      payload?.kind === 'raw' ? payload.text : payload?.kind === 'rows' || payload?.kind === 'json' ? payload.json : ''
    return { fn, read, arguments: { kind: 'whole', text, parameter: fn.parameters[0]! } }
  }
  if (values) return { fn, read, arguments: { kind: 'text', values, parameters: given } }
  const json = payload?.kind === 'rows' && !payload.many ? payload.json : '{}'
  return { fn, read, arguments: { kind: 'json', json, parameters: given } }
}

/** What the function answers, as the rows to read from. */
export function callSql(draft: Draft, { fn, arguments: given }: Call): string {
  const list = argumentsSql(draft, given)
  const body =
    given.kind === 'json' && given.parameters.length > 0 ? bodySql(draft, given.json, given.parameters) : undefined
  const call = `${qualified(fn)}(${list})`
  if (fn.returns !== 'row') return `select ${call} as ${quote(fn.name)}${body ? ` from ${body}` : ''}`
  const columns = [`${ROOT}.*`]
  for (const [name, computed] of draft.returned?.computed ?? [])
    columns.push(`${qualified(computed)}(${ROOT}) as ${quote(name)}`)
  if (draft.returned?.row) columns.push(`${ROOT} as ${quote(ROW)}`)
  return `select ${columns.join(', ')} from ${body ? `${body} cross join ` : ''}${call} as ${ROOT}`
}

export function findFunction(catalogue: Catalogue, request: RestRequest, names: string[]): DatabaseFunction {
  const { schema, resource, contentType, method } = request
  const overloads = catalogue.functions(schema, resource)
  const byBody = method === 'POST'
  const raw = byBody && wholeTypes[contentType] !== undefined && contentType !== 'json'
  const matching = raw ? [] : overloads.filter((fn) => takes(fn, names))
  const found =
    matching.length > 0
      ? matching
      : overloads.filter((fn) => byBody && takesWhole(fn) && wholeTypes[contentType]?.includes(fn.parameters[0]!.type))
  if (found.length === 1) return found[0]!
  if (found.length > 1) throw ambiguous(found)
  throw notFound(catalogue, request, names, overloads, raw)
}

/** Which unnamed parameter a body of each kind may be passed to whole. */
const wholeTypes: Partial<Record<ContentType, string[]>> = {
  json: ['json', 'jsonb'],
  text: ['text'],
  xml: ['xml'],
  binary: ['bytea'],
}

const takesWhole = ({ parameters }: DatabaseFunction) => parameters.length === 1 && parameters[0]!.name === ''

function takes({ parameters }: DatabaseFunction, names: string[]): boolean {
  const known = names.every((name) => name !== '' && parameters.some((parameter) => parameter.name === name))
  return known && parameters.every((parameter) => !parameter.required || names.includes(parameter.name))
}

function argumentsSql(draft: Draft, given: Arguments): string {
  if (given.kind === 'whole')
    return given.parameter.type === 'bytea'
      ? bind(draft, Buffer.from(given.text), 'bytea')
      : bind(draft, given.text, given.parameter.type)
  return given.parameters
    .map((parameter) => {
      const value =
        given.kind === 'json'
          ? `b.${quote(parameter.name)}`
          : textArgument(draft, parameter, given.values.get(parameter.name)!)
      return `${parameter.variadic ? 'variadic ' : ''}${quote(parameter.name)} => ${value}`
    })
    .join(', ')
}

function textArgument(draft: Draft, { type, variadic }: Parameter, values: string[]): string {
  return bind(draft, variadic ? arrayLiteral(values) : values.at(-1), type)
}

function bodySql(draft: Draft, json: string, parameters: Parameter[]): string {
  const shape = parameters.map(({ name, type }) => `${quote(name)} ${type}`).join(', ')
  return `json_to_record(${bind(draft, json, 'json')}) as b (${shape})`
}

function grouped(pairs: [string, string][]): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value])
  return values
}

function ambiguous(found: DatabaseFunction[]) {
  const signatures = found.map(
    (fn) => `${fn.schema}.${fn.name}(${fn.parameters.map(({ name, type }) => `${name} => ${type}`).join(', ')})`,
  )
  return fail('PGRST203', 300, `Could not choose the best candidate function between: ${signatures.join(', ')}`, {
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}

function notFound(
  catalogue: Catalogue,
  { schema, resource, contentType, method }: RestRequest,
  names: string[],
  overloads: DatabaseFunction[],
  raw: boolean,
) {
  const whole = `${schema}.${resource}`
  const sorted = names.toSorted()
  const list = raw ? '' : sorted.length === 0 ? ' without parameters' : `(${sorted.join(', ')})`
  const searched = raw
    ? ` with a single unnamed ${wholeTypes[contentType]![0]} parameter`
    : sorted.length === 0
      ? ' without parameters'
      : ` with parameter${sorted.length > 1 ? 's' : ''} ${sorted.join(', ')}`
  const orJson = method === 'POST' && contentType === 'json' ? ' or with a single unnamed json/jsonb parameter' : ''
  return fail('PGRST202', 404, `Could not find the function ${whole}${list} in the schema cache`, {
    details: `Searched for the function ${whole}${searched}${orJson}, but no matches were found in the schema cache.`,
    hint: raw ? undefined : nearestCall(catalogue, schema, resource, sorted, overloads),
  })
}

function nearestCall(
  catalogue: Catalogue,
  schema: string,
  name: string,
  names: string[],
  overloads: DatabaseFunction[],
): string | undefined {
  const begin = `Perhaps you meant to call the function ${schema}.`
  if (overloads.length === 0) {
    const near = nearest(name, catalogue.functionNames(schema))
    return near && `${begin}${near}`
  }
  const lists = overloads.map((fn) =>
    fn.parameters
      .map((parameter) => parameter.name)
      .toSorted()
      .join(', '),
  )
  const near = nearest(names.join(', '), lists, 0.33)
  return near === undefined ? undefined : `${begin}${name}(${near})`
}
