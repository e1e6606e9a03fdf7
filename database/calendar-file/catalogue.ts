// What the database says of the tables of a calendar file.
import type pg from 'pg'
import { type FileTable, fileTables } from './tables.ts'

export type Column = { name: string; isRequired: boolean; namesAccount: boolean }
export type Reference = { column: string; table: string; key: string }
export type CataloguedTable = { name: string; of: FileTable; columns: Column[]; references: Reference[] }

/** Lists the tables in the order of loading, each with the columns that travel and what they refer to. */
export async function readTables(client: pg.ClientBase): Promise<CataloguedTable[]> {
  const { rows } = await client.query<Omit<CataloguedTable, 'of'>>(tablesQuery, [Object.keys(fileTables)])
  return Object.entries(fileTables).map(([name, of]) => {
    const found = rows.find((row) => row.name === name)
    if (!found) throw new Error(`There is no table ${name}.`)
    return { ...found, of, columns: found.columns.filter((column) => !of.without?.includes(column.name)) }
  })
}

/** References with the calendar in their key cannot lead to another one. */
const tablesQuery = `
  select n.nspname || '.' || c.relname as name, (
    select json_agg(json_build_object(
      'name', a.attname, 'isRequired', a.attnotnull,
      'namesAccount', exists (
        select from pg_catalog.pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'auth.users'::regclass and a.attnum = any (k.conkey)
      )
    ) order by a.attnum)
    from pg_catalog.pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  ) as columns, (
    select coalesce(json_agg(json_build_object('column', a.attname, 'table', rn.nspname || '.' || rc.relname, 'key', ra.attname)), '[]')
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    join pg_catalog.pg_class rc on rc.oid = k.confrelid
    join pg_catalog.pg_namespace rn on rn.oid = rc.relnamespace
    join pg_catalog.pg_attribute ra on ra.attrelid = k.confrelid and ra.attnum = k.confkey[1]
    where k.conrelid = c.oid and k.contype = 'f' and cardinality(k.conkey) = 1
  ) as references
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname || '.' || c.relname = any ($1)`
