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
