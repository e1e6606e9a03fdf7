// Lists the tables of a backup, from the catalogue of the database.
import type pg from 'pg'
import type { Migration } from '#database/schema-files.ts'

/** The schemas of the baseline, without the queue's: docs/decisions/backups.md. */
export const schemas = ['auth', 'public', 'private']

/** Heartbeats: restored, dead workers would seem to be running. */
const skippedTables = new Set(['private.workers'])

export type Table = {
  schema: string
  name: string
  /** Without generated columns, which cannot be written. */
  columns: string[]
}

export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(tablesQuery, [schemas])
  return rows.filter(({ schema, name }) => !skippedTables.has(`${schema}.${name}`))
}

/** Returns tables and extensions that no baseline or migration of ours names. */
export async function listForeign(client: pg.ClientBase, migrations: Migration[]): Promise<string[]> {
  const ours = migrations.map(({ sql }) => sql).join('\n')
  const { rows } = await client.query<{ what: string }>(othersQuery, [schemas])
  return rows.map(({ what }) => what).filter((what) => !new RegExp(`\\b${RegExp.escape(what)}\\b`).test(ours))
}

export function quote(...names: string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.')
}

const tablesQuery = `
  select n.nspname as schema, c.relname as name, array(
    select a.attname::text from pg_catalog.pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum
  ) as columns
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and c.relkind = 'r'
    and not exists (select from pg_catalog.pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by array_position($1, n.nspname::text), c.relname`

const othersQuery = `
  select n.nspname || '.' || c.relname as what
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and c.relkind in ('r', 'p', 'v', 'm', 'f')
  union all
  select 'extension ' || e.extname
  from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
  where n.nspname = any ($1)`
