/** Returns a type of PostgreSQL as JSON Schema. */
export function jsonType(type: string): object {
  if (type.endsWith('[]')) return { type: 'array', items: jsonType(type.slice(0, -2)) }
  return types[type] ?? {}
}

const types: Record<string, object> = {
  uuid: { type: 'string', format: 'uuid' },
  text: { type: 'string' },
  bytea: { type: 'string' },
  date: { type: 'string', format: 'date' },
  'time without time zone': { type: 'string', format: 'time' },
  'timestamp with time zone': { type: 'string', format: 'date-time' },
  boolean: { type: 'boolean' },
  smallint: { type: 'integer' },
  integer: { type: 'integer' },
  bigint: { type: 'integer' },
  numeric: { type: 'number' },
  'double precision': { type: 'number' },
  void: { type: 'null' },
}

/** Returns it as TypeScript. */
export function typescriptType(type: string): string {
  if (type.endsWith('[]')) return `${typescriptType(type.slice(0, -2))}[]`
  const { type: json } = jsonType(type) as { type?: string }
  if (json === 'integer' || json === 'number') return 'number'
  if (json === 'null') return 'undefined'
  return json === 'string' || json === 'boolean' ? json : 'Json'
}

type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

/** Returns what zod writes as JSON Schema as TypeScript. What it does not know is unknown. */
export function schemaType(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map(schemaType))].map(bracketed).join(' | ')
  if (schema.allOf) return schema.allOf.map(schemaType).map(bracketed).join(' & ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => schemaType({ ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'array':
      return `${bracketed(schemaType(schema.items ?? {}))}[]`
    case 'object':
      return objectType(schema)
    default:
      return 'unknown'
  }
}

const bracketed = (type: string) => (/ [|&] /.test(type) && !/^\{.*\}$/.test(type) ? `(${type})` : type)

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, of]) =>
      `${/^\w+$/.test(name) ? name : `'${name}'`}${required.includes(name) ? '' : '?'}: ${schemaType(of)}`,
  )
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  const of = typeof additionalProperties === 'object' ? schemaType(additionalProperties) : 'unknown'
  return `Record<string, ${of}>`
}
