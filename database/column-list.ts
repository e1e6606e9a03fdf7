// Column lists of statements that are derived from domain/event-columns.ts.

/** "e.title, e.description"; without a table, "title, description". */
export function columnList(columns: readonly string[], table?: string): string {
  return columns.map((column) => (table ? `${table}.${column}` : column)).join(', ')
}

/** "title = n.title, description = n.description" */
export function assignments(columns: readonly string[], table: string): string {
  return columns.map((column) => `${column} = ${table}.${column}`).join(', ')
}
