// The file for `createClient<Database>` of the official client.
import { typescriptType } from './json-types.ts'
import type { ApiColumn, ApiSchema } from './read-schema.ts'

export function databaseTypes({ tables, functions }: ApiSchema): string {
  return `// Types of the data API, for createClient<Database>() of @supabase/supabase-js.
type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
${tables.map(({ name, columns }) => tableType(name, columns)).join('\n')}
    }
    Views: Record<never, never>
    Functions: {
${functions.map(functionType).join('\n')}
    }
    Enums: Record<never, never>
    CompositeTypes: Record<never, never>
  }
}
`
}

function tableType(name: string, columns: ApiColumn[]): string {
  const withRight = (verb: string) => columns.filter(({ rights }) => rights.some((right) => right.endsWith(` ${verb}`)))
  const row = withRight('select').map((column) => field(column, false))
  const insert = withRight('insert').map((column) => field(column, column.nullable || column.has_default))
  const update = withRight('update').map((column) => field(column, true))
  return `      ${name}: {
        Row: ${object(row)}
        Insert: ${object(insert)}
        Update: ${object(update)}
        Relationships: []
      }`
}

function field({ name, type, nullable }: ApiColumn, optional: boolean): string {
  return `${name}${optional ? '?' : ''}: ${typescriptType(type)}${nullable ? ' | null' : ''}`
}

const object = (fields: string[]) => (fields.length > 0 ? `{ ${fields.join('; ')} }` : 'Record<never, never>')

function functionType({ name, arguments: all, returns, is_set }: ApiSchema['functions'][number]): string {
  const args = all.map((each) => `${each.name}${each.required ? '' : '?'}: ${typescriptType(each.type)}`)
  return `      ${name}: { Args: ${object(args)}; Returns: ${typescriptType(returns)}${is_set ? '[]' : ''} }`
}
